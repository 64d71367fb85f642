//! One table in memory: a task that carries out what its host wants done.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use tablen_host::messages::ServerMessage;
use tablen_host::{
    Absence, Answer, ConnectionId, Effect, Ending, Host, Input, Opened, QueryId, Settings, TableId,
    ThoughtId, Write, WriteId,
};
use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::{BySeat, Table};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::opening::{change_of, opening_change};
use super::{Means, Tables, ToTable, WAITING, leave};
use crate::ids::random_id;
use crate::metrics::Held;
use crate::moments::{TableTime, unix_now};
use crate::pool::{self, Asker, Thinking};
use crate::store::{Change, StoreError, StoredTable};

/// How often it is written down that a player waits: so many times in the time for which the table is shown afterwards.
const SIGHTINGS: u32 = 10;

/// It is written down no more often than this, however short that time is.
const LEAST_BETWEEN_SIGHTINGS: Duration = Duration::from_secs(1);

type Writing = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>;

/// One table in memory.
pub struct Actor {
    id: TableId,
    means: Arc<Means>,
    host: Host,
    time: TableTime,
    /// Where to send what each connection should see.
    outs: BTreeMap<ConnectionId, mpsc::Sender<Utf8Bytes>>,
    /// How many connections there have been.
    connected: u64,
    /// Those who look once, and how many did.
    looking: BTreeMap<QueryId, oneshot::Sender<String>>,
    looks: u64,
    /// What is thought about; nothing comes of it if the one who asked has too much of it.
    thinking: Option<(ThoughtId, Option<Thinking<Answer>>)>,
    writing: Option<(WriteId, Writing)>,
    closing: Option<oneshot::Sender<()>>,
    /// How many watch, for those who make lists and cannot wait for a table.
    watching: Arc<AtomicUsize>,
    ending: Option<Ending>,
    _counted: Held,
}

/// What a table waits for.
enum Happening {
    Asked(Option<ToTable>),
    Thought(ThoughtId, Option<Answer>),
    Written(WriteId, Result<(), StoreError>),
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
            connected: 0,
            looking: BTreeMap::new(),
            looks: 0,
            thinking: None,
            writing: None,
            closing: None,
            watching: Arc::default(),
            ending: None,
            _counted: means.metrics.tables.hold(),
            means,
        };
        actor.carry_out(effects);
        while let Some((write, writing)) = actor.writing.take() {
            writing.await?;
            actor.give(Input::Stored(write));
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
                        Err(error) => {
                            // Those who come back find the table as it is stored.
                            tracing::error!(table = %self.id, %error, "a table could not be stored");
                            self.give(Input::StoreFailed(write));
                        }
                    }
                }
                Happening::Time => {
                    self.give(Input::Time);
                    if self.is_idle() && leave(&tables, self.id, &mut messages) {
                        tracing::debug!(table = %self.id, "left memory");
                        return;
                    }
                }
            }
        }
        // What is on its way to the store is not left half-way.
        if let Some((_, writing)) = self.writing.take()
            && let Err(error) = writing.await
        {
            tracing::error!(table = %self.id, %error, "a table could not be stored");
        }
        if let Some(closing) = self.closing {
            let _ = closing.send(());
        }
    }

    async fn next(&mut self, messages: &mut mpsc::Receiver<ToTable>) -> Happening {
        let wake = self.next_wake();
        // What comes during a write waits in the host, but not without end.
        let has_room = self.host.waiting() < WAITING;
        tokio::select! {
            message = messages.recv(), if has_room => Happening::Asked(message),
            (thought, answer) = next_answer(&mut self.thinking) => Happening::Thought(thought, answer),
            (write, written) = next_written(&mut self.writing) => Happening::Written(write, written),
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
        self.host.idle_since().map(|since| self.time.instant(since) + self.means.config.idle)
    }

    fn is_idle(&self) -> bool {
        self.idle_at().is_some_and(|at| at <= Instant::now())
    }

    fn hear(&mut self, message: ToTable) {
        match message {
            ToTable::Connect { person, lang, out, since, reply } => {
                self.connected += 1;
                let connection = ConnectionId(self.connected);
                if reply.send(connection).is_ok() {
                    self.outs.insert(connection, out);
                    self.give(Input::Connected { connection, person, lang, since });
                }
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
                        // Every field has a JSON form, so this cannot fail.
                        let _ = reply.send(serde_json::to_string(&look).unwrap_or_default());
                    }
                }
                Effect::Think { thought, job, is_hint, asker } => {
                    let kind = if is_hint { pool::Kind::Hint } else { pool::Kind::Move };
                    let asker = asker.map_or(Asker::Unknown, Asker::Person);
                    self.thinking =
                        Some((thought, self.means.pool.think(kind, asker, move |stop| job.run(stop)).ok()));
                }
                // To drop it is to stop it.
                Effect::StopThinking(_) => self.thinking = None,
                Effect::Warn(trouble) => tracing::error!(table = %self.id, ?trouble, "something went wrong"),
                Effect::End(ending) => {
                    self.outs.clear();
                    self.ending = Some(ending);
                }
            }
        }
        gone
    }

    fn write(&mut self, write: Write) {
        let mut changes = Vec::with_capacity(2);
        let id = write.id;
        if let Some(next) = &write.next {
            changes.push(Change::Table(Box::new(opening_change(next, unix_now()))));
        }
        if write.is_sighting {
            changes.push(Change::Seen { table: self.id, at: unix_now() });
        }
        if !write.entries.is_empty() || write.listing.is_some() {
            changes.push(Change::Table(Box::new(change_of(self.id, write, &self.time))));
        }
        let store = Arc::clone(&self.means.store);
        self.writing = Some((id, Box::pin(async move { store.write(changes).await })));
    }

    /// One who does not read is let go: a table waits for nobody, and they miss nothing when they come back.
    fn tell(&mut self, to: Vec<ConnectionId>, message: &ServerMessage, gone: &mut Vec<ConnectionId>) {
        match message {
            ServerMessage::Done { .. } => self.means.metrics.commands.count(),
            ServerMessage::Refused { .. } => self.means.metrics.refusals.count(),
            _ => {}
        }
        let text = Utf8Bytes::from(message.text());
        for id in to {
            let Some(out) = self.outs.get(&id) else { continue };
            if let Err(failed) = out.try_send(text.clone()) {
                if matches!(failed, TrySendError::Full(_)) {
                    self.means.metrics.disconnected.count();
                }
                self.outs.remove(&id);
                gone.push(id);
            }
        }
    }
}

fn settings(id: TableId, means: &Means) -> Settings {
    let config = &means.config;
    // A table's computer errs in its own way, the same after the table has left memory.
    let seed = id.bytes().iter().fold(0_u64, |seed, byte| seed.rotate_left(7) ^ u64::from(*byte));
    Settings {
        limits: config.limits.of_a_table(),
        sighting: (config.shown_waiting / SIGHTINGS).max(LEAST_BETWEEN_SIGHTINGS),
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
    let gaps = store.gaps_since(time.stored(table.last_moment())).await?;
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

async fn next_written(writing: &mut Option<(WriteId, Writing)>) -> (WriteId, Result<(), StoreError>) {
    match writing {
        Some((write, writing)) => (*write, writing.await),
        None => std::future::pending().await,
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
