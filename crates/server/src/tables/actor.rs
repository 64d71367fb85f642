//! One table in memory: a task that carries out what its host wants done.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tablen_host::messages::ServerMessage;
use tablen_host::{
    Absence, Answer, ConnectionId, Effect, Ending, Host, Input, Opened, PersonId, QueryId, Settings, TableId,
    ThoughtId, Write, WriteId,
};
use tablen_rules::words::{Explain, Lang};
use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::view::Viewer;
use tablen_table::{BySeat, Table};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};

use super::opening::{change_of, opening_change};
use super::spreading::{Parted, Spreading};
use super::{Means, Played, Tables, ToTable, WAITING, leave};
use crate::http::{EarlierEvents, EarlierLines};
use crate::ids::random_id;
use crate::metrics::Held;
use crate::moments::{TableTime, unix_now};
use crate::origins::Origin;
use crate::pool::{self, Asker, Thinking};
use crate::store::{Allowance, Change, LONG, NotOpened, StoreError, StoredTable};

/// How often it is written down that a player waits: so many times in the time for which the table is shown afterwards.
const SIGHTINGS: u32 = 10;

/// It is written down no more often than this, however short that time is.
const LEAST_BETWEEN_SIGHTINGS: Duration = Duration::from_secs(1);

/// A long table leaves memory so soon after the last who looked at it. It takes some thirty megabytes, so with the usual time whoever asks
/// for one long record after the other would fill the memory; brought back one at a time, only a few are there at once.
const LONG_IDLE: Duration = Duration::from_secs(5);

type Writing = Pin<Box<dyn Future<Output = Result<(), NotOpened>> + Send>>;

/// One table in memory.
pub struct Actor {
    id: TableId,
    means: Arc<Means>,
    host: Host,
    time: TableTime,
    /// Where to send what each connection should see.
    outs: BTreeMap<ConnectionId, Out>,
    /// What is still to be told to some of a crowd.
    spreading: Spreading,
    /// How many connections there have been.
    connected: u64,
    /// Those who look once, and how many did.
    looking: BTreeMap<QueryId, oneshot::Sender<String>>,
    looks: u64,
    /// What is thought about; nothing comes of it if the one who asked has too much of it.
    thinking: Option<(ThoughtId, Option<Thinking<Answer>>)>,
    writing: Option<(WriteId, Writing)>,
    closing: Option<oneshot::Sender<()>>,
    /// Whether what happens can be stored.
    health: watch::Receiver<bool>,
    /// How many watch, for those who make lists and cannot wait for a table.
    watching: Arc<AtomicUsize>,
    ending: Option<Ending>,
    _counted: Held,
}

/// Somebody at the other end of a connection.
struct Out {
    to: mpsc::Sender<Utf8Bytes>,
    person: PersonId,
    origin: Origin,
}

/// What a table waits for.
enum Happening {
    Asked(Option<ToTable>),
    Thought(ThoughtId, Option<Answer>),
    Written(WriteId, Result<(), NotOpened>),
    /// What happens can be stored from now on, or cannot.
    Health(bool),
    /// Others have had their turn since a part of a crowd was told something.
    Pause,
    Time,
}

impl Actor {
    /// A table as it was stored, with the time in which the server was away given back.
    pub async fn bring(id: TableId, stored: StoredTable, means: Arc<Means>) -> Result<Actor, StoreError> {
        let StoredTable { table, kind, is_public, seed, opened, listing } = stored;
        let time = TableTime::of(opened);
        let absences = absences(&means, &time, &table).await?;
        let dice = seed.map_or(Source::Scripted([].into()), Source::Verifiable);
        let opened = Opened { id, table, dice, kind, is_public, listing };
        let seals = means.seals;
        let next_table = Box::new(move || {
            let id: TableId = random_id()?;
            Ok((id, Source::Verifiable(seals.seed_of(id))))
        });
        let settings = settings(id, &means);
        let (host, effects) = Host::new(opened, settings, &absences, next_table, time.now());
        let mut actor = Actor {
            id,
            host,
            time,
            outs: BTreeMap::new(),
            spreading: Spreading::new(means.config.limits.waiting),
            connected: 0,
            looking: BTreeMap::new(),
            looks: 0,
            thinking: None,
            writing: None,
            closing: None,
            health: means.health.watch(),
            watching: Arc::default(),
            ending: None,
            _counted: means.metrics.tables.hold(),
            means,
        };
        actor.carry_out(effects);
        while let Some((write, writing)) = actor.writing.take() {
            match writing.await {
                Err(NotOpened::Store(error)) => return Err(error),
                Err(other) => actor.not_written(write, &other),
                Ok(()) => actor.give(Input::Stored(write)),
            }
        }
        if !*actor.health.borrow_and_update() {
            actor.give(Input::StoreIsIll);
        }
        Ok(actor)
    }

    /// How many watch, as it is told to lists.
    pub fn watching(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.watching)
    }

    /// Takes messages until the table has been idle for long or the server stops.
    pub async fn run(mut self, mut messages: mpsc::Receiver<ToTable>, tables: Weak<Tables>) {
        while self.ending.is_none() {
            match self.next(&mut messages).await {
                Happening::Asked(None) => break,
                Happening::Asked(Some(message)) => self.hear(message),
                Happening::Thought(thought, answer) => {
                    self.thinking = None;
                    self.give(Input::Thought { thought, answer });
                }
                Happening::Written(write, written) => {
                    self.writing = None;
                    match written {
                        Ok(()) => self.give(Input::Stored(write)),
                        Err(error) => self.not_written(write, &error),
                    }
                }
                Happening::Pause => self.spread(),
                Happening::Health(true) => self.give(Input::StoreIsWell),
                Happening::Health(false) => self.give(Input::StoreIsIll),
                Happening::Time => {
                    self.give(Input::Time);
                    if self.is_idle() && leave(&tables, self.id, &mut messages) {
                        tracing::debug!(table = %self.id, "left memory");
                        return;
                    }
                }
            }
        }
        // Nobody of a crowd is left without what the others have heard, nor is what is on its way to the store left half-way.
        while !self.spreading.is_done() {
            self.spread();
        }
        self.outs.clear();
        if let Some((_, writing)) = self.writing.take()
            && let Err(error) = writing.await
        {
            let error = error.message().render(Lang::En);
            tracing::error!(table = %self.id, error, "a table could not be stored");
        }
        if let Some(closing) = self.closing {
            let _ = closing.send(());
        }
    }

    /// What the disk does not take now it may take later. What does not fit what is stored never will: those who come back find the table
    /// as it is stored.
    fn not_written(&mut self, write: WriteId, error: &NotOpened) {
        match error {
            NotOpened::TooMany { .. } => return self.give(Input::StoreDeclined(write, error.message())),
            NotOpened::Store(error) => {
                tracing::error!(table = %self.id, %error, "a table could not be stored");
                if matches!(error, StoreError::Full(_) | StoreError::Unavailable(_)) {
                    self.means.health.failed(self.means.store.well_until());
                    return self.give(Input::StoreFailed(write));
                }
            }
            NotOpened::SealSpent => {}
        }
        self.give(Input::StoreRefused(write));
    }

    async fn next(&mut self, messages: &mut mpsc::Receiver<ToTable>) -> Happening {
        let wake = self.next_wake();
        // What comes during a write waits in the host, but not without end.
        let has_room = self.host.waiting() < WAITING;
        tokio::select! {
            message = messages.recv(), if has_room => Happening::Asked(message),
            (thought, answer) = next_answer(&mut self.thinking) => Happening::Thought(thought, answer),
            (write, written) = next_written(&mut self.writing) => Happening::Written(write, written),
            () = self.spreading.pause() => Happening::Pause,
            is_well = next_health(&mut self.health) => Happening::Health(is_well),
            () = sleep_until(wake) => Happening::Time,
        }
    }

    fn next_wake(&self) -> Option<Instant> {
        let now = self.time.now();
        let due = self.host.next_wake(now).map(|at| self.time.instant(at));
        [due, self.idle_at()].into_iter().flatten().min()
    }

    /// When the table leaves memory if nobody comes.
    fn idle_at(&self) -> Option<Instant> {
        let is_long = self.host.stored_log().len() as u64 >= LONG;
        let idle = self.means.config.idle.min(if is_long { LONG_IDLE } else { Duration::MAX });
        self.host.idle_since().map(|since| self.time.instant(since) + idle)
    }

    fn is_idle(&self) -> bool {
        self.idle_at().is_some_and(|at| at <= Instant::now())
    }

    fn hear(&mut self, message: ToTable) {
        match message {
            ToTable::Connect { person, origin, lang, out, since, generation, reply } => {
                self.connected += 1;
                let connection = ConnectionId(self.connected);
                if reply.send(connection).is_ok() {
                    self.outs.insert(connection, Out { to: out, person, origin });
                    self.give(Input::Connected { connection, person, lang, since, generation });
                }
            }
            ToTable::Plays { person, reply } => {
                let _ = reply.send(self.host.viewer(person) != Viewer::Spectator);
            }
            ToTable::Disconnect(connection) => {
                self.outs.remove(&connection);
                self.give(Input::Disconnected(connection));
            }
            ToTable::From(connection, message) => self.give(Input::Message(connection, message)),
            ToTable::Look { person, reply } => {
                self.looks += 1;
                let query = QueryId(self.looks);
                self.looking.insert(query, reply);
                self.give(Input::Look { query, person });
            }
            // One who no longer waits for an answer has gone.
            ToTable::Lines { round, before, reply } => {
                let lines = self.host.lines_before(round, before);
                drop(reply.send(json(&EarlierLines { lines })));
            }
            ToTable::Events { from, reply } => {
                let events = self.host.events_from(from).to_vec();
                drop(reply.send(json(&EarlierEvents { events })));
            }
            ToTable::Played { reply } => {
                let is_unaided = self.host.is_unaided();
                let round = self.host.table().state().round().cloned();
                drop(reply.send(round.map(|round| Played { round, is_unaided })));
            }
            ToTable::Log { reply } => drop(reply.send(self.host.stored_log().to_vec())),
            ToTable::Game { reply } => drop(reply.send((self.host.kind(), self.host.stored_log().to_vec()))),
            ToTable::Close { reply } => {
                self.closing = Some(reply);
                self.give(Input::Close);
            }
        }
    }

    /// Gives something to the host and carries out what follows from it.
    fn give(&mut self, input: Input) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            self.host.store_was_well(self.time.of_instant(self.means.store.well_until()));
            let effects = self.host.handle(input, self.time.now());
            inputs.extend(self.carry_out(effects).into_iter().map(Input::Disconnected));
        }
        self.watching.store(self.host.watching(), Ordering::Relaxed);
    }

    /// Carries effects out; returns the connections that do not take what they are sent.
    fn carry_out(&mut self, effects: Vec<Effect>) -> Vec<ConnectionId> {
        let mut gone = Vec::new();
        for effect in effects {
            match effect {
                Effect::Store(write) => self.write(*write),
                Effect::Tell { to, message } => self.tell(to, &message, &mut gone),
                Effect::Show { query, look } => {
                    if let Some(reply) = self.looking.remove(&query) {
                        let _ = reply.send(json(&look));
                    }
                }
                Effect::Think { thought, job, is_hint, asker } => {
                    let kind = if is_hint { pool::Kind::Hint } else { pool::Kind::Move };
                    let is_asker = |out: &&Out| Some(out.person) == asker;
                    let place = self.outs.values().find(is_asker).map(|out| out.origin);
                    let asker = Asker { place, person: asker };
                    self.thinking =
                        Some((thought, self.means.pool.think(kind, asker, move |stop| job.run(stop)).ok()));
                }
                // To drop it is to stop it.
                Effect::StopThinking(_) => self.thinking = None,
                Effect::Warn(trouble) => tracing::error!(table = %self.id, ?trouble, "something went wrong"),
                // Connections are closed once everybody has heard everything.
                Effect::End(ending) => self.ending = Some(ending),
            }
        }
        gone
    }

    fn write(&mut self, write: Write) {
        let mut changes = Vec::with_capacity(2);
        let id = write.id;
        let next_host = write.next.as_ref().and_then(|next| next.listing.seats.host);
        if let Some(next) = &write.next {
            changes.push(Change::Table(Box::new(opening_change(next, unix_now()))));
        }
        if write.is_probe {
            changes.push(Change::Beat);
        }
        if write.is_sighting {
            changes.push(Change::Seen { table: self.id, at: unix_now() });
        }
        if !write.entries.is_empty() || write.listing.is_some() {
            changes.push(Change::Table(Box::new(change_of(self.id, write, &self.time))));
        }
        // A rematch is one more open table of its host, and there may be no more of those than others.
        let host = next_host.map(|host| Allowance::new(host, &self.means.config.limits, unix_now()));
        let store = Arc::clone(&self.means.store);
        self.writing = Some((
            id,
            Box::pin(async move {
                match host {
                    Some(allowance) => store.open_table(changes, allowance).await,
                    None => store.write(changes).await.map_err(NotOpened::Store),
                }
            }),
        ));
    }

    /// One who does not read is let go: a table waits for nobody, and they miss nothing when they come back.
    fn tell(&mut self, to: Vec<ConnectionId>, message: &ServerMessage, gone: &mut Vec<ConnectionId>) {
        match message {
            ServerMessage::Done { .. } => self.means.metrics.commands.count(),
            ServerMessage::Refused { .. } => self.means.metrics.refusals.count(),
            _ => {}
        }
        let text = Utf8Bytes::from(message.text());
        let Parted { now, lost } = self.spreading.add(&text, to);
        for id in now {
            self.send(id, text.clone(), gone);
        }
        for id in lost {
            self.let_go(id, gone);
        }
    }

    fn send(&mut self, id: ConnectionId, text: Utf8Bytes, gone: &mut Vec<ConnectionId>) {
        let Some(out) = self.outs.get(&id) else { return };
        if let Err(failed) = out.to.try_send(text) {
            match failed {
                TrySendError::Full(_) => self.let_go(id, gone),
                TrySendError::Closed(_) => {
                    self.outs.remove(&id);
                    gone.push(id);
                }
            }
        }
    }

    /// Ends a connection that is too far behind.
    fn let_go(&mut self, id: ConnectionId, gone: &mut Vec<ConnectionId>) {
        if self.outs.remove(&id).is_some() {
            self.means.metrics.disconnected.count();
            gone.push(id);
        }
    }

    /// Tells the next of a crowd what the others have been told.
    fn spread(&mut self) {
        let mut gone = Vec::new();
        for (id, text) in self.spreading.next() {
            self.send(id, text, &mut gone);
        }
        gone.into_iter().for_each(|id| self.give(Input::Disconnected(id)));
    }
}

/// Every answer has a JSON form, so this cannot fail.
fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

fn settings(id: TableId, means: &Means) -> Settings {
    let config = &means.config;
    // A table's computer errs in its own way, the same after the table has left memory.
    let seed = id.bytes().iter().fold(0_u64, |seed, byte| seed.rotate_left(7) ^ u64::from(*byte));
    Settings {
        limits: config.limits.of_a_table(),
        sighting: (config.shown_waiting / SIGHTINGS).max(LEAST_BETWEEN_SIGHTINGS),
        generation: means.store.generation(),
        computer_seeds: BySeat::from_fn(|seat| seed ^ seat as u64),
        keeps_computer: false,
    }
}

/// The times in which the server was away since something last happened at a table.
async fn absences(means: &Means, time: &TableTime, table: &Table) -> Result<Vec<Absence>, StoreError> {
    if table.state().clock().control() == Control::Untimed {
        return Ok(Vec::new());
    }
    let store = &means.store;
    let since = time.stored(table.last_moment());
    let mut gaps = store.gaps_since(since).await?;
    gaps.extend(means.health.ill_since(since));
    let absence = |gap: &crate::store::Gap| {
        // After the last one, players need a moment to find the table again.
        let grace = if gap.to == store.started() { means.config.grace } else { Duration::ZERO };
        Absence { from: time.at(gap.from), until: time.at(gap.to) + grace }
    };
    Ok(gaps.iter().map(absence).collect())
}

async fn next_answer(
    thinking: &mut Option<(ThoughtId, Option<Thinking<Answer>>)>,
) -> (ThoughtId, Option<Answer>) {
    match thinking {
        Some((thought, Some(thinking))) => (*thought, thinking.answer().await),
        Some((thought, None)) => (*thought, None),
        None => std::future::pending().await,
    }
}

async fn next_written(writing: &mut Option<(WriteId, Writing)>) -> (WriteId, Result<(), NotOpened>) {
    match writing {
        Some((write, writing)) => (*write, writing.await),
        None => std::future::pending().await,
    }
}

async fn next_health(health: &mut watch::Receiver<bool>) -> bool {
    match health.changed().await {
        Ok(()) => *health.borrow_and_update(),
        Err(_) => std::future::pending().await,
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
