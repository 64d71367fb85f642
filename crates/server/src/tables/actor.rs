//! One table: a task that alone touches its game.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::view::Viewer;
use tablen_table::{BySeat, Command, Computer, Event, GameRound, Occupant, Refusal, Request, Seat, Table};
use tablen_words::{Explain, Lang, Message};
use tokio::sync::mpsc;

use super::computer::Thought;
use super::length::too_long;
use super::opening::{Beginning, admitted_nonce, entries, open_next, summary};
use super::telling::{PRESENCE_DELAY, Told};
use super::waiting::is_waiting;
use super::{Means, Tables, ToTable, Visitor, leave};
use crate::guests::tidy_name;
use crate::ids::{GuestId, TableId};
use crate::messages::{ClientMessage, Do, ServerMessage};
use crate::metrics::Held;
use crate::moments::{TableTime, unix_now};
use crate::store::{Change, Kind, StoreError, StoredTable, TableChange, TableRow};

/// A socket at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConnectionId(u64);

/// Keys are numbers that JavaScript can hold.
const LARGEST_KEY: u64 = (1 << 53) - 1;

/// A little after the moment at which a player's time is up, because moments are written down in whole milliseconds.
const AFTER_DEADLINE: Duration = Duration::from_millis(2);

/// One table.
pub struct Actor {
    pub(super) id: TableId,
    pub(super) means: Arc<Means>,
    pub(super) table: Table,
    pub(super) dice: Source,
    pub(super) kind: Kind,
    pub(super) is_public: bool,
    pub(super) time: TableTime,
    /// What is stored besides events, as it was written last.
    pub(super) row: TableRow,
    stored_row: TableRow,
    stored_events: u64,
    pub(super) told: Told,
    pub(super) connections: BTreeMap<ConnectionId, Visitor>,
    connected: u64,
    pub(super) computer: Option<(Seat, Box<Computer>)>,
    pub(super) thought: Option<Thought>,
    presence_due: Option<Instant>,
    /// When it was last written down that a player waits here.
    pub(super) sighted: Option<Instant>,
    /// When the clock goes on after a restart, unless the player to move is here before.
    resume_due: Option<Duration>,
    idle_since: Instant,
    _counted: Held,
}

impl Actor {
    /// A table as it was stored, with the time in which the server was away given back.
    pub async fn bring(id: TableId, stored: StoredTable, means: Arc<Means>) -> Result<Actor, StoreError> {
        let StoredTable { table, kind, is_public, seed, opened, row } = stored;
        let mut actor = Actor {
            id,
            dice: seed.map_or(Source::Scripted([].into()), Source::Verifiable),
            kind,
            is_public,
            time: TableTime::of(opened),
            stored_row: row.clone(),
            row,
            stored_events: table.log().len() as u64,
            told: Told::default(),
            connections: BTreeMap::new(),
            connected: 0,
            computer: None,
            thought: None,
            presence_due: None,
            sighted: None,
            resume_due: None,
            idle_since: Instant::now(),
            _counted: means.metrics.tables.hold(),
            table,
            means,
        };
        if actor.kind != Kind::Record {
            actor.give_time_back().await?;
            actor.tick();
            actor.store().await?;
        }
        actor.told = actor.told_now();
        Ok(actor)
    }

    /// Takes messages until the table has been idle for long or the server stops.
    pub async fn run(mut self, mut messages: mpsc::Receiver<ToTable>, tables: Weak<Tables>) {
        self.think_if_wanted();
        loop {
            let wake = self.next_wake();
            let outcome = tokio::select! {
                message = messages.recv() => match message {
                    Some(ToTable::Close { reply }) => {
                        self.close().await;
                        let _ = reply.send(());
                        return;
                    }
                    Some(message) => self.on_message(message).await,
                    None => return,
                },
                answer = next_answer(&mut self.thought) => self.on_answer(answer).await,
                () = sleep_until(wake) => self.on_time().await,
            };
            if let Err(error) = outcome {
                // What is in memory is ahead of what is stored: whoever comes back finds the stored table.
                tracing::error!(table = %self.id, %error, "a table could not be stored");
                return;
            }
            if self.is_idle() && leave(&tables, self.id, &mut messages) {
                tracing::debug!(table = %self.id, "left memory");
                return;
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.connections.is_empty()
            && !self.is_thinking()
            && self.resume_due.is_none()
            && self.idle_since.elapsed() >= self.means.config.idle
    }

    /// When something is due by itself: a player's time, news of who is there, leaving memory.
    fn next_wake(&self) -> Option<Instant> {
        let state = self.table.state();
        let deadline = state.to_act().filter(|_| self.kind != Kind::Record);
        let deadline = deadline
            .and_then(|_| state.clock().deadline(self.time.now()))
            .map(|at| self.time.instant(at) + AFTER_DEADLINE);
        let resuming = self.resume_due.map(|at| self.time.instant(at) + AFTER_DEADLINE);
        let idle = (self.connections.is_empty() && !self.is_thinking() && resuming.is_none())
            .then(|| self.idle_since + self.means.config.idle);
        [deadline, resuming, self.presence_due, self.sighting_due(), idle].into_iter().flatten().min()
    }

    async fn on_time(&mut self) -> Result<(), StoreError> {
        if self.presence_due.is_some_and(|due| due <= Instant::now()) {
            self.presence_due = None;
            let presence = self.presence();
            self.send_to_all(&ServerMessage::Presence { presence });
        }
        if self.kind == Kind::Record {
            return Ok(());
        }
        self.note_sighting().await?;
        if self.resume_due.is_some_and(|due| due <= self.time.now()) {
            self.resume_now();
        }
        self.tick();
        self.settle().await
    }

    fn resume_now(&mut self) {
        if self.resume_due.take().is_some() {
            self.table.resume(self.time.now());
        }
    }

    /// Whoever is to move and is here needs no grace any more.
    fn resume_for(&mut self, guest: GuestId) {
        let to_act = self.table.state().to_act();
        if to_act.is_some_and(|seat| self.viewer(Some(guest)).plays(seat)) {
            self.resume_now();
        }
    }

    /// Lets happen what is due by the clock.
    fn tick(&mut self) {
        let now = self.time.now();
        if let Err(refusal) = self.table.tick(now, &mut self.dice) {
            tracing::error!(table = %self.id, %refusal, "what was due did not happen");
        }
    }

    async fn on_message(&mut self, message: ToTable) -> Result<(), StoreError> {
        self.idle_since = Instant::now();
        match message {
            ToTable::Connect { visitor, since, reply } => {
                if self.resume_due.is_some() {
                    self.resume_for(visitor.guest);
                    self.settle().await?;
                }
                self.connected += 1;
                let (id, guest) = (ConnectionId(self.connected), visitor.guest);
                self.connections.insert(id, visitor);
                if reply.send(id).is_err() {
                    self.connections.remove(&id);
                    return Ok(());
                }
                self.welcome(id, guest, since);
                self.presence_changed();
            }
            ToTable::Disconnect(id) => self.disconnect(id),
            ToTable::From(id, message) => return self.on_client(id, message).await,
            // Whoever no longer waits for an answer has gone.
            ToTable::Look { guest, reply } => drop(reply.send(self.look(guest))),
            ToTable::Log { reply } => drop(reply.send(self.table.log().to_vec())),
            ToTable::Close { reply } => drop(reply),
        }
        Ok(())
    }

    pub(super) fn disconnect(&mut self, id: ConnectionId) {
        if self.connections.remove(&id).is_some() {
            self.idle_since = Instant::now();
            self.presence_changed();
        }
    }

    fn presence_changed(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
    }

    async fn on_client(&mut self, id: ConnectionId, message: ClientMessage) -> Result<(), StoreError> {
        let Some(visitor) = self.connections.get_mut(&id) else { return Ok(()) };
        let guest = visitor.guest;
        match message {
            ClientMessage::Do(asked) => return self.on_do(id, guest, asked).await,
            ClientMessage::Lang { lang } => match Lang::from_locale(&lang) {
                Some(lang) => visitor.lang = lang,
                None => self.refuse(id, None, &message!("server.refusal.lang").text("lang", lang), None),
            },
            ClientMessage::Hint => match self.may_ask_for_a_hint(guest) {
                Ok(()) => self.think_of_a_hint(id),
                Err(message) => self.refuse(id, None, &message, None),
            },
            ClientMessage::Ping => self.send(id, &ServerMessage::Pong),
            ClientMessage::Why { from, to } => self.on_why(id, from, to),
            ClientMessage::Say { phrase } => match self.speaker(guest) {
                Some(seat) => self.send_to_all(&ServerMessage::Said { seat, phrase }),
                None => self.refuse(id, None, &message!("server.refusal.not-a-player"), None),
            },
        }
        Ok(())
    }

    fn speaker(&self, guest: GuestId) -> Option<Seat> {
        match self.viewer(Some(guest)) {
            Viewer::Spectator => None,
            Viewer::At(seat) => Some(seat),
            Viewer::Both => Some(self.table.state().to_act().unwrap_or(Seat::Host)),
        }
    }

    fn may_ask_for_a_hint(&self, guest: GuestId) -> Result<(), Message> {
        let viewer = self.viewer(Some(guest));
        match self.table.state().to_act() {
            _ if self.is_thinking() => Err(message!("server.refusal.thinking")),
            Some(seat) if viewer.plays(seat) => Ok(()),
            Some(_) => Err(<Refusal>::NotYourTurn.message()),
            None => Err(<Refusal>::OutOfPlace.message()),
        }
    }

    fn on_why(&mut self, id: ConnectionId, from: String, to: String) {
        let Some(lang) = self.connections.get(&id).map(|visitor| visitor.lang) else { return };
        let reason = match self.table.state().round() {
            Some(round) => round.why_not(&from, &to).map_err(|error| error.message()),
            None => Err(<Refusal>::OutOfPlace.message()),
        };
        match reason {
            Ok(reason) => {
                let text = reason.map(|reason| reason.explain(lang));
                let rule = reason.and_then(|reason| reason.rule()).map(|rule| rule.to_string());
                self.send(id, &ServerMessage::Why { from, to, text, rule });
            }
            Err(message) => self.refuse(id, None, &message, None),
        }
    }

    async fn on_do(&mut self, id: ConnectionId, guest: GuestId, asked: Do) -> Result<(), StoreError> {
        let key = asked.request.key;
        let (seat, request) = match self.admitted(guest, asked) {
            Ok(admitted) => admitted,
            Err(message) => {
                self.refuse(id, key, &message, None);
                return Ok(());
            }
        };
        let before = self.table.log().len();
        let now = self.time.now();
        let refusal = self.table.apply(seat, request, now, &mut self.dice).err();
        let mut has_left = false;
        for entry in &self.table.log()[before..] {
            match &entry.event {
                Event::Joined { seat, .. } => self.row.seats[*seat] = Some(guest),
                Event::Left { seat } if !self.table.state().is_over() => {
                    self.row.seats[*seat] = None;
                    has_left = true;
                }
                _ => {}
            }
        }
        if has_left {
            self.call_off_if_deserted(seat);
        }
        self.settle().await?;
        match refusal {
            Some(refusal) => {
                self.refuse(id, key, &refusal.message(), refusal.rule().map(|rule| rule.to_string()));
            }
            None => {
                self.means.metrics.commands.count();
                self.send(id, &ServerMessage::Done { key });
            }
        }
        Ok(())
    }

    /// The seat that somebody may act for, and the request as it may be carried out.
    fn admitted(&self, guest: GuestId, asked: Do) -> Result<(Seat, Request), Message> {
        let Do { seat: named, mut request } = asked;
        let not_a_player = || message!("server.refusal.not-a-player");
        if self.kind == Kind::Record || request.key.is_some_and(|key| key > LARGEST_KEY) {
            return Err(if self.kind == Kind::Record {
                not_a_player()
            } else {
                message!("server.refusal.key")
            });
        }
        let state = self.table.state();
        // Two players may draw the same key, and neither knows of it: the table's keys also tell the seats apart.
        let key_from = |seat: Seat| request.key.map(|key| 2 * key + u64::from(seat == Seat::Guest));
        let is_done_from = |seat: &Seat| key_from(*seat).is_some_and(|key| self.table.has_done(key));
        let done_from = Seat::ALL.into_iter().find(is_done_from);
        let seat = match (self.viewer(Some(guest)), named) {
            (Viewer::At(own), named) if named.is_none_or(|named| named == own) => own,
            (Viewer::Both, named) => named.or_else(|| state.to_act()).unwrap_or(Seat::Host),
            (Viewer::Spectator, None) if matches!(request.command, Command::Join { .. }) => {
                let open = |seat: &Seat| state.spec().occupants[*seat] == Occupant::Open;
                Seat::ALL.into_iter().find(open).ok_or_else(|| <Refusal>::SeatTaken.message())?
            }
            // Whoever has left a seat by it may not have heard so.
            (Viewer::Spectator, None) => done_from.ok_or_else(not_a_player)?,
            _ => return Err(not_a_player()),
        };
        // What has been done already is acknowledged once more, however long the table has become since.
        if done_from != Some(seat)
            && let Some(message) = too_long(&self.table, seat, &request.command, &self.means.config.limits)
        {
            return Err(message);
        }
        if let Command::Join { occupant, nonce } = &mut request.command {
            let Occupant::Person(name) = occupant else { return Err(<Refusal>::NobodyJoins.message()) };
            *name = tidy_name(name).unwrap_or_default();
            *nonce = admitted_nonce(std::mem::take(nonce), &self.means.config.limits)?;
        }
        request.key = key_from(seat);
        Ok((seat, request))
    }

    /// Stores what has happened, tells everybody, and lets the computer think.
    pub(super) async fn settle(&mut self) -> Result<(), StoreError> {
        let (from, next) = (self.stored_events, self.row.next);
        self.store().await?;
        if self.stored_events > from {
            self.tell_events(from);
            self.idle_since = Instant::now();
        }
        if self.row.next != next
            && let Some(path) = self.next_path()
        {
            self.send_to_all(&ServerMessage::Next { path });
        }
        self.think_if_wanted();
        Ok(())
    }

    /// Stores what has happened since the last time, with what belongs to it: the seed of a game that is over, and the table
    /// where both play again.
    async fn store(&mut self) -> Result<(), StoreError> {
        let now = self.time.now();
        let mut changes = Vec::new();
        let state = self.table.state();
        if state.is_over()
            && state.seed().is_none()
            && let Source::Verifiable(seed) = self.dice
            && let Err(refusal) = self.table.reveal(seed, now)
        {
            tracing::error!(table = %self.id, %refusal, "the seed could not be revealed");
        }
        let state = self.table.state();
        if self.row.next.is_none()
            && let Some(spec) = state.rematch()
        {
            let beginning = Beginning {
                spec,
                seats: self.row.seats,
                kind: self.kind,
                is_public: self.is_public,
                nonces: BySeat::default(),
            };
            match open_next(beginning, self.means.seals) {
                Ok(change) => {
                    self.row.next = Some(change.id);
                    changes.push(Change::Table(Box::new(change)));
                }
                Err(refusal) => tracing::error!(table = %self.id, %refusal, "no table to play again at"),
            }
        }
        self.row.is_open = !state.is_over();
        self.row.is_waiting = is_waiting(state);
        self.row.summary = summary(state);
        let events = self.table.since(self.stored_events);
        let to_act = state.to_act();
        if events.is_empty() && self.row == self.stored_row {
            return Ok(());
        }
        let deadline = to_act.and_then(|_| state.clock().deadline(now));
        changes.push(Change::Table(Box::new(TableChange {
            id: self.id,
            opening: None,
            row: (self.row != self.stored_row).then(|| self.row.clone()),
            entries: entries(events),
            // A row that is written anew, such as after an update of the server, is nothing that has happened.
            updated: (!events.is_empty()).then(unix_now),
            deadline: deadline.map(|at| self.time.stored(at)),
            to_act,
        })));
        let length = self.table.log().len() as u64;
        self.means.store.write(changes).await?;
        self.stored_events = length;
        self.stored_row.clone_from(&self.row);
        Ok(())
    }

    /// Whether anybody's time passes, or would if it did not stand still.
    fn is_timed(&self) -> bool {
        self.kind != Kind::Record && self.table.state().clock().control() != Control::Untimed
    }

    /// Lets the time in which the server was not there cost nobody anything.
    async fn give_time_back(&mut self) -> Result<(), StoreError> {
        if !self.is_timed() || self.table.state().to_act().is_none() {
            return Ok(());
        }
        let now = self.time.now();
        // What was stopped on purpose goes on when somebody comes, however long the server has been back.
        if self.table.state().clock().is_paused() {
            self.table.resume(now);
            return Ok(());
        }
        let state = self.table.state();
        let is_person = |seat| matches!(state.spec().occupants[seat], Occupant::Person(_));
        // The computer is always here.
        let is_awaited = state.to_act().is_some_and(is_person);
        let store = &self.means.store;
        let last = self.time.stored(self.table.last_moment());
        for gap in store.gaps_since(last).await? {
            self.table.pause(self.time.at(gap.from));
            // After the last one, players need a moment to find the table again.
            let grace = if gap.to == store.started() { self.means.config.grace } else { Duration::ZERO };
            let found = self.time.at(gap.to) + grace;
            if found > now && is_awaited {
                self.resume_due = Some(found);
                return Ok(());
            }
            self.table.resume(found.min(now));
        }
        Ok(())
    }

    /// Stops the clock, stores everything and tells everybody that the server is about to stop.
    async fn close(&mut self) {
        self.thought = None;
        if self.is_timed() {
            self.table.pause(self.time.now());
        }
        if let Err(error) = self.store().await {
            tracing::error!(table = %self.id, %error, "a table could not be stored");
        }
        self.send_to_all(&ServerMessage::Closing);
    }
}

async fn next_answer(thought: &mut Option<Thought>) -> super::computer::Answer {
    match thought {
        Some(thought) => thought.answer().await,
        None => std::future::pending().await,
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
