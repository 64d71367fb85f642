//! The state machine: what becomes of an input, and in which order its effects come out.

use std::collections::hash_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::mem;
use std::time::Duration;

use tablen_rules::words::Lang;
use tablen_table::dice::{NoRandomness, Source};
use tablen_table::view::Viewer;
use tablen_table::{AnyGame, BySeat, Computer, Entry, Family, Seat, Table};

use crate::computer::Thought;
use crate::effects::{ConnectionId, Effect, Ending, Input, QueryId, Trouble};
use crate::ids::{PersonId, TableId};
use crate::length::Limits;
use crate::messages::{ClientMessage, ServerMessage};
use crate::opening::Opened;
use crate::standstill::{Held, Standstill, Writing, is_play};
use crate::storing::{Listing, WriteId};
use crate::telling::{Told, Welcome};
use crate::time::Absence;

/// How people sit at a table, apart from what is in its events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each player has a screen of their own.
    Apart,
    /// Both play at the host's.
    SameScreen,
    /// A game that was played elsewhere: it can be looked at, not played on.
    Record,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 3] = [Kind::Apart, Kind::SameScreen, Kind::Record];

    /// The name it is stored by.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Apart => "apart",
            Kind::SameScreen => "same-screen",
            Kind::Record => "record",
        }
    }

    /// The kind that is stored by a name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What can be chosen for a host.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much may happen at the table.
    pub limits: Limits,
    /// How often it is noted that a player waits at a public table.
    pub sighting: Duration,
    /// Which life of the data this is: a number below 2⁵³, another after it was restored from a backup.
    pub generation: u64,
    /// From what the computer on each seat draws its errors.
    pub computer_seeds: BySeat<u64>,
    /// Whether the computer keeps its memory from turn to turn. It is large, and it knows nothing in it that it could not find again.
    pub keeps_computer: bool,
}

/// Where the id and the dice of another table come from, for those who play again.
pub type NextTable = Box<dyn FnMut() -> Result<(TableId, Source), NoRandomness> + Send>;

/// Somebody at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connection {
    pub person: PersonId,
    pub lang: Lang,
    /// What they knew when they came, until they are welcomed.
    pub newcomer: Option<Newcomer>,
    /// Whether they know what has not happened here.
    pub is_ahead: bool,
}

/// Somebody who has not been told anything yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newcomer {
    pub since: Option<u64>,
}

/// The life of one table.
///
/// ```
/// use std::time::Duration;
/// use tablen_host::messages::ServerMessage;
/// use tablen_host::*;
/// use tablen_table::dice::{Seed, Source};
/// use tablen_table::{BySeat, Occupant, Ruleset, Spec};
/// use tablen_rules::words::Lang;
///
/// let (id, ada) = (TableId::from_bytes([1; 16]), PersonId::from_bytes([2; 16]));
/// let occupants = BySeat { host: Occupant::Person("Ada".into()), guest: Occupant::Open };
/// let opened = open(Opening {
///     id,
///     spec: Spec { occupants, ..Spec::new(Ruleset::from_preset("tavli").unwrap()) },
///     seats: BySeat { host: Some(ada), guest: None },
///     kind: Kind::Apart,
///     is_public: false,
///     nonces: BySeat::default(),
///     dice: Source::Verifiable(Seed([3; 32])),
/// })?;
/// let settings = Settings {
///     limits: Limits { events: 20_000, nonce_bytes: 64 },
///     sighting: Duration::from_secs(60),
///     generation: 1,
///     computer_seeds: BySeat { host: 0, guest: 1 },
///     keeps_computer: false,
/// };
/// let next_table = Box::new(|| Ok((TableId::from_bytes([4; 16]), Source::Verifiable(Seed([5; 32])))));
/// let (mut host, effects) = Host::new(opened, settings, &[], next_table, Duration::ZERO);
/// assert!(effects.is_empty());
///
/// let connection = ConnectionId(1);
/// let connected =
///     Input::Connected { connection, person: ada, lang: Lang::En, since: None, generation: None };
/// let effects = host.handle(connected, Duration::from_secs(1));
/// assert!(matches!(&effects[0], Effect::Tell { message: ServerMessage::Hello { seat: Some("host"), .. }, .. }));
/// assert!(matches!(&effects[1], Effect::Tell { message: ServerMessage::State { .. }, .. }));
/// # Ok::<(), tablen_table::Refusal>(())
/// ```
pub struct Host<F: Family = AnyGame> {
    pub(crate) id: TableId,
    pub(crate) kind: Kind,
    pub(crate) is_public: bool,
    pub(crate) settings: Settings,
    pub(crate) table: Table<F>,
    pub(crate) dice: Source,
    pub(crate) next_table: NextTable,
    /// What is stored besides events: as it is, and as it was written last.
    pub(crate) listing: Listing,
    pub(crate) stored_listing: Listing,
    /// How many events there were when the listing was made.
    pub(crate) listed: Option<usize>,
    /// How many events are stored.
    pub(crate) stored: usize,
    /// How far everybody has been told.
    pub(crate) told: Told,
    pub(crate) connections: BTreeMap<ConnectionId, Connection>,
    /// How many connections each who is here has.
    pub(crate) present: HashMap<PersonId, usize>,
    /// Connections that have not been told anything yet.
    pub(crate) newcomers: Vec<ConnectionId>,
    pub(crate) welcome: Welcome<F>,
    pub(crate) queries: Vec<(QueryId, Option<PersonId>)>,
    /// What is to be told once everything before it is stored.
    pub(crate) replies: Vec<Effect<F>>,
    pub(crate) writes: u64,
    /// The write that is under way.
    pub(crate) writing: Option<Writing>,
    /// Until when the store is known to have been well.
    pub(crate) well_until: Duration,
    /// Whether it is to be made sure that something can be stored.
    pub(crate) is_probing: bool,
    /// Time stands still, though the log does not say so yet.
    pub(crate) standstill: Option<Standstill>,
    /// Time stood still for a moment, which the log will say before the next thing that happens.
    pub(crate) held: Option<Held>,
    /// The same while the write that says so is under way: if that fails, the log does not say it after all.
    pub(crate) held_in_write: Option<Held>,
    /// Whether nothing can be stored, as far as that is known, and whether people have been told that something is not.
    pub(crate) is_store_ill: bool,
    pub(crate) is_trouble_told: bool,
    /// What has come in during the write that is under way, and when.
    waiting: VecDeque<(Input<F>, Duration)>,
    pub(crate) thoughts: u64,
    pub(crate) thought: Option<Thought>,
    pub(crate) computer: Option<(Seat, Box<Computer<F>>)>,
    /// The length of the log at which the computer had no answer: to think again about the same would come to the same.
    pub(crate) unanswered: Option<usize>,
    pub(crate) presence_due: Option<Duration>,
    /// When it was last noted that a player waits here, and whether it is to be noted now.
    pub(crate) sighted: Option<Duration>,
    pub(crate) is_sighting: bool,
    /// When the clock goes on after an absence, unless the player to move is here before.
    pub(crate) resume_due: Option<Duration>,
    /// When each player may say something again, if they have said much.
    pub(crate) phrases: BySeat<Duration>,
    /// When something last happened here.
    pub(crate) active: Duration,
    is_closing: bool,
    is_ended: bool,
    pub(crate) effects: Vec<Effect<F>>,
}

impl<F: Family> Host<F> {
    /// Hosts a table that was just opened, or that was stored, and gives its players the time back in which nobody hosted it.
    /// Times are counted from the moment the table was opened.
    pub fn new(
        opened: Opened<F>,
        settings: Settings,
        absences: &[Absence],
        next_table: NextTable,
        now: Duration,
    ) -> (Host<F>, Vec<Effect<F>>) {
        let Opened { id, table, dice, kind, is_public, listing } = opened;
        let mut host = Host {
            id,
            kind,
            is_public,
            settings,
            dice,
            next_table,
            stored_listing: listing.clone(),
            listing,
            listed: None,
            stored: table.log().len(),
            told: Told::default(),
            connections: BTreeMap::new(),
            present: HashMap::new(),
            newcomers: Vec::new(),
            welcome: Welcome::default(),
            queries: Vec::new(),
            replies: Vec::new(),
            writes: 0,
            writing: None,
            well_until: now,
            is_probing: false,
            standstill: None,
            held: None,
            held_in_write: None,
            is_store_ill: false,
            is_trouble_told: false,
            waiting: VecDeque::new(),
            thoughts: 0,
            thought: None,
            computer: None,
            unanswered: None,
            presence_due: None,
            sighted: None,
            is_sighting: false,
            resume_due: None,
            phrases: BySeat::default(),
            active: now,
            is_closing: false,
            is_ended: false,
            effects: Vec::new(),
            table,
        };
        host.told = host.told_now();
        host.table.keep();
        if host.kind != Kind::Record {
            host.give_time_back(absences, now);
            host.tick(now);
        }
        host.settle(now);
        let effects = mem::take(&mut host.effects);
        (host, effects)
    }

    /// Takes something in at a moment, counted from when the table was opened; returns what is to be done, in that order.
    pub fn handle(&mut self, input: Input<F>, now: Duration) -> Vec<Effect<F>> {
        match input {
            _ if self.is_ended => {}
            Input::Stored(write) if self.is_writing(write) => {
                let Some(writing) = self.writing.take() else { return Vec::new() };
                let before = mem::replace(&mut self.stored, self.table.log().len());
                self.table.keep();
                self.stored_listing.clone_from(&self.listing);
                self.was_written(&writing, before, now);
                self.tell(now);
                self.take_what_waits(now);
            }
            Input::StoreFailed(write) if self.is_writing(write) && !self.is_closing => {
                let Some(writing) = self.writing.take() else { return Vec::new() };
                self.was_not_written(&writing, now);
                self.tell(now);
                self.take_what_waits(now);
            }
            Input::StoreDeclined(write, why) if self.is_writing(write) && !self.is_closing => {
                self.writing = None;
                self.go_back_to_what_is_stored(&why, now);
                self.tell(now);
                self.take_what_waits(now);
            }
            Input::StoreFailed(write) | Input::StoreRefused(write) | Input::StoreDeclined(write, _)
                if self.is_writing(write) =>
            {
                self.end(Ending::NotStored);
            }
            // An answer to a write of long ago means nothing.
            Input::Stored(_) | Input::StoreFailed(_) | Input::StoreRefused(_) | Input::StoreDeclined(..) => {}
            Input::StoreIsIll => self.store_is_ill(self.well_until),
            Input::StoreIsWell => {
                self.store_is_well(now);
                if self.writing.is_none() {
                    self.settle(now);
                }
            }
            // What is due will still be due.
            Input::Time if self.writing.is_some() => self.wait_for_write(now),
            // Whether anybody is there has nothing to do with what is stored.
            Input::Message(id, ClientMessage::Ping) if self.writing.is_some() => self.answer_ping(id),
            input if self.writing.is_some() => self.waiting.push_back((input, now)),
            input if self.is_flag_in_doubt(&input, now) => {
                self.waiting.push_back((input, now));
                self.probe(now);
            }
            input => {
                self.take(input, now);
                self.settle(now);
            }
        }
        mem::take(&mut self.effects)
    }

    /// Everything that waited is taken together: one write, and one message to each of those who are told of it.
    fn take_what_waits(&mut self, now: Duration) {
        let is_standing = self.standstill.is_some_and(|standstill| standstill.is_over(now));
        if self.is_ended || self.waiting.is_empty() && !is_standing {
            return;
        }
        self.end_standstill(now);
        while !self.is_closing
            && let Some((input, at)) = self.waiting.pop_front()
        {
            if self.is_flag_in_doubt(&input, at) {
                self.waiting.push_front((input, at));
                return self.probe(now);
            }
            self.take(input, at);
        }
        self.settle(now);
    }

    fn is_writing(&self, write: WriteId) -> bool {
        self.writing.is_some_and(|writing| writing.id == write)
    }

    /// A ping is answered at once, if whoever sent it has been welcomed.
    fn answer_ping(&mut self, id: ConnectionId) {
        if self.connections.get(&id).is_some_and(|connection| connection.newcomer.is_none()) {
            self.effects.push(Effect::Tell { to: vec![id], message: ServerMessage::Pong });
        }
    }

    fn take(&mut self, input: Input<F>, now: Duration) {
        if is_play(&input) {
            self.end_standstill(now);
        }
        match input {
            Input::Connected { connection, person, lang, since, generation } => {
                self.active = now;
                self.resume_for(person, now);
                let is_ahead = since.is_some_and(|since| since > self.table.log().len() as u64)
                    || generation.is_some_and(|generation| generation != self.settings.generation);
                let newcomer = Some(Newcomer { since: since.filter(|_| !is_ahead) });
                self.connections.insert(connection, Connection { person, lang, newcomer, is_ahead });
                *self.present.entry(person).or_default() += 1;
                self.newcomers.push(connection);
                self.presence_changed(now);
            }
            Input::Disconnected(connection) => {
                if let Some(Connection { person, .. }) = self.connections.remove(&connection) {
                    self.active = now;
                    if let Slot::Occupied(mut left) = self.present.entry(person) {
                        *left.get_mut() -= 1;
                        if *left.get() == 0 {
                            left.remove();
                        }
                    }
                    self.presence_changed(now);
                }
            }
            Input::Message(connection, message) => {
                self.active = now;
                self.hear(connection, message, now);
            }
            Input::Look { query, person } => {
                self.active = now;
                // Who looks at the table has found it.
                if let Some(person) = person {
                    self.resume_for(person, now);
                }
                self.queries.push((query, person));
            }
            Input::Thought { thought, answer } => self.hear_thought(thought, answer, now),
            Input::Time => self.pass_time(now),
            Input::Close => {
                self.is_closing = true;
                self.stop_thinking();
                self.stop_time(now);
            }
            Input::Stored(_)
            | Input::StoreFailed(_)
            | Input::StoreRefused(_)
            | Input::StoreDeclined(..)
            | Input::StoreIsIll
            | Input::StoreIsWell => {}
        }
    }

    /// Lets happen what follows from what was taken in, and sees to it that it is stored and then told.
    pub(crate) fn settle(&mut self, now: Duration) {
        // Where nothing can be stored, nothing happens.
        if !self.can_store() && !self.is_closing {
            return self.tell(now);
        }
        if !self.is_closing {
            self.let_computers_answer(now);
        }
        match self.write(now) {
            Some(write) => {
                self.active = now;
                self.writing = Some(Writing { id: write.id, began: now, well_until: self.well_until });
                self.effects.push(Effect::Store(Box::new(write)));
            }
            None => self.tell(now),
        }
        if !self.is_closing && !self.is_ended {
            self.think_if_wanted();
        }
    }

    /// Tells what has not been told. Everything is stored.
    fn tell(&mut self, now: Duration) {
        let now = self.shown_moment(now);
        self.tell_events(now);
        let newcomers = self.newcomers();
        self.welcome_newcomers(now);
        if self.is_trouble_told {
            self.tell_health(newcomers);
        }
        self.effects.append(&mut self.replies);
        for (query, person) in mem::take(&mut self.queries) {
            let look = Box::new(self.look(person, now));
            self.effects.push(Effect::Show { query, look });
        }
        if self.is_closing {
            self.end(Ending::Closed);
        }
    }

    fn end(&mut self, ending: Ending) {
        self.stop_thinking();
        if self.is_closing {
            let to = self.those(|_| true);
            self.effects.push(Effect::Tell { to, message: ServerMessage::Closing });
        }
        self.is_ended = true;
        self.effects.push(Effect::End(ending));
    }

    /// When [`Input::Time`] should come next, if nothing else comes before: a player's time, or news of who is there. Little is
    /// due while a write is under way.
    pub fn next_wake(&self, now: Duration) -> Option<Duration> {
        if self.is_ended {
            return None;
        }
        if self.writing.is_some() {
            return self.standstill_due();
        }
        let due = [self.time_due(), self.presence_due, self.sighting_due(now), self.standstill_due()];
        due.into_iter().flatten().min()
    }

    /// How much has come in during the write that is under way.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Since when nobody has been here and nothing has been under way; nothing if somebody or something is.
    pub fn idle_since(&self) -> Option<Duration> {
        let is_idle = self.connections.is_empty()
            && self.thought.is_none()
            && self.resume_due.is_none()
            && self.standstill.is_none()
            && self.writing.is_none();
        is_idle.then_some(self.active)
    }

    /// The table, which between [`Effect::Store`] and [`Input::Stored`] is ahead of what may be told.
    pub const fn table(&self) -> &Table<F> {
        &self.table
    }

    /// How people sit at the table.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Everything that has happened and is stored.
    pub fn stored_log(&self) -> &[Entry<F>] {
        self.table.log().get(..self.stored).unwrap_or_default()
    }

    /// What somebody is at this table.
    pub fn viewer(&self, person: Option<PersonId>) -> Viewer {
        let Some(person) = person else { return Viewer::Spectator };
        let seat = Seat::ALL.into_iter().find(|seat| self.listing.seats[*seat] == Some(person));
        match (seat, self.kind) {
            (Some(_), Kind::SameScreen) => Viewer::Both,
            (Some(seat), _) => Viewer::At(seat),
            (None, _) => Viewer::Spectator,
        }
    }

    pub(crate) fn warn(&mut self, trouble: Trouble<F>) {
        self.effects.push(Effect::Warn(trouble));
    }

    /// Says something to somebody once everything before it is stored.
    pub(crate) fn reply(&mut self, connection: ConnectionId, message: ServerMessage<F>) {
        self.replies.push(Effect::Tell { to: vec![connection], message });
    }

    /// Says something to everybody who has been welcomed, once everything before it is stored.
    pub(crate) fn reply_to_all(&mut self, message: ServerMessage<F>) {
        let to = self.welcomed();
        if !to.is_empty() {
            self.replies.push(Effect::Tell { to, message });
        }
    }

    pub(crate) fn welcomed(&self) -> Vec<ConnectionId> {
        self.those(|connection| connection.newcomer.is_none())
    }

    fn newcomers(&self) -> Vec<ConnectionId> {
        self.those(|connection| connection.newcomer.is_some())
    }

    /// Learns until when the store is known to have been well: what has not been stored since may be something that cannot be.
    /// A driver says so before whatever it gives.
    pub fn store_was_well(&mut self, until: Duration) {
        self.well_until = self.well_until.max(until);
    }

    /// Some of those who are here; those who play come first, because a crowd is told a part at a time.
    fn those(&self, are: impl Fn(&Connection) -> bool) -> Vec<ConnectionId> {
        let (mut players, others): (Vec<_>, Vec<_>) = self
            .connections
            .iter()
            .filter(|(_, them)| are(them))
            .partition(|(_, them)| self.viewer(Some(them.person)) != Viewer::Spectator);
        players.extend(others);
        players.into_iter().map(|(id, _)| *id).collect()
    }
}
