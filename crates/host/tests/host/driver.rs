//! A driver of a host for tests: it carries effects out when it likes, and looks after the laws.

use std::collections::BTreeMap;
use std::time::Duration;

use tablen_engine::{Level, Stop};
use tablen_host::messages::{ClientMessage, Do, ServerMessage};
use tablen_host::{
    Absence, Answer, ConnectionId, Effect, Ending, Host, Input, Job, Kind, Limits, Look, Opened, Opening,
    PAGE, PersonId, QueryId, Settings, TableId, ThoughtId, Write,
};
use tablen_rules::words::Lang;
use tablen_table::dice::{Seed, Source};
use tablen_table::view::View;
use tablen_table::{BySeat, Command, Entry, Occupant, Request, Ruleset, Seat, Spec, Table};

pub const SECOND: Duration = Duration::from_secs(1);

pub fn person(number: u8) -> PersonId {
    PersonId::from_bytes([number; 16])
}

pub fn named(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

pub fn computer() -> Occupant {
    Occupant::Computer(Level::WEAKEST)
}

pub fn opening(preset: &str, occupants: BySeat<Occupant>, seed: u8) -> Opening {
    let is_there = |seat: Seat| occupants[seat].visitor().is_some();
    Opening {
        id: TableId::from_bytes([seed; 16]),
        seats: BySeat::from_fn(|seat| is_there(seat).then(|| person(1 + seat as u8))),
        spec: Spec { occupants, ..Spec::new(Ruleset::from_preset(preset).unwrap()) },
        kind: Kind::Apart,
        is_public: true,
        nonces: BySeat::default(),
        dice: Source::Verifiable(Seed([seed; 32])),
    }
}

pub fn settings() -> Settings {
    Settings {
        limits: Limits { events: 20_000, nonce_bytes: 64 },
        sighting: 10 * SECOND,
        generation: 1,
        computer_seeds: BySeat { host: 0, guest: 1 },
        keeps_computer: false,
    }
}

pub fn next_table() -> Result<(TableId, Source), tablen_table::dice::NoRandomness> {
    Ok((TableId::from_bytes([99; 16]), Source::Verifiable(Seed([99; 32]))))
}

/// Whatever comes first to a player's mind is good enough here.
pub fn hurry() -> Stop {
    let stop = Stop::new();
    stop.stop();
    stop
}

/// Somebody at a connection, with what they have been told.
pub struct Client {
    pub person: PersonId,
    pub is_welcome: bool,
    /// The next event they expect.
    pub next: usize,
    pub view: Option<View>,
    pub states: usize,
    pub done: Vec<u64>,
    pub refused: usize,
    /// The keys of what was refused, and why.
    pub refusals: Vec<(Option<u64>, String)>,
    pub hints: usize,
    /// What they were told of the store, in this order.
    pub health: Vec<bool>,
    pub is_closing: bool,
}

/// A driver that carries effects out when it likes, and looks after the laws.
pub struct Driver {
    pub host: Host,
    pub now: Duration,
    /// Until when the disk was well; a second ago, if nothing is said.
    pub well_until: Option<Duration>,
    pub disk: Vec<Entry>,
    pub writing: Option<Box<Write>>,
    pub writes: usize,
    /// Thoughts that somebody waits for, and those that nobody waits for any more but that come to an end all the same.
    pub thinking: Option<(ThoughtId, Job)>,
    pub late: Vec<(ThoughtId, Job)>,
    /// The thought that was answered last.
    pub answered: Option<ThoughtId>,
    pub jobs: usize,
    pub clients: BTreeMap<ConnectionId, Client>,
    pub connected: u64,
    pub looks: Vec<(QueryId, Box<Look>)>,
    pub next: Option<Box<Opened>>,
    pub end: Option<Ending>,
}

impl Driver {
    pub fn new(opened: Opened) -> Driver {
        Driver::after(opened, &[], Duration::ZERO)
    }

    pub fn after(opened: Opened, absences: &[Absence], now: Duration) -> Driver {
        let disk = opened.table.log().to_vec();
        let (host, effects) = Host::new(opened, settings(), absences, Box::new(next_table), now);
        let mut driver = Driver {
            host,
            now,
            well_until: None,
            disk,
            writing: None,
            writes: 0,
            thinking: None,
            late: Vec::new(),
            answered: None,
            jobs: 0,
            clients: BTreeMap::new(),
            connected: 0,
            looks: Vec::new(),
            next: None,
            end: None,
        };
        driver.carry_out(effects);
        driver
    }

    pub fn give(&mut self, input: Input) {
        self.host.store_was_well(self.well_until.unwrap_or(self.now.saturating_sub(SECOND)));
        let effects = self.host.handle(input, self.now);
        if self.end.is_some() {
            assert!(effects.is_empty(), "a host that has ended does nothing");
        }
        self.carry_out(effects);
    }

    pub fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            assert!(self.end.is_none(), "the end is the end");
            match effect {
                Effect::Store(write) => {
                    assert!(self.writing.is_none(), "one write at a time");
                    for (entry, number) in write.entries.iter().zip(self.disk.len()..) {
                        assert_eq!(entry.sequence, number as u64);
                    }
                    self.writes += 1;
                    self.writing = Some(write);
                }
                Effect::Tell { to, message } => {
                    for id in to {
                        self.receive(id, &message);
                    }
                }
                Effect::Show { query, look } => {
                    assert_eq!(look.view.next as usize, self.disk.len(), "what is shown is stored");
                    self.looks.push((query, look));
                }
                Effect::Think { thought, job, .. } => {
                    assert!(self.thinking.is_none(), "one thought at a time");
                    self.jobs += 1;
                    self.thinking = Some((thought, job));
                }
                Effect::StopThinking(thought) => match self.thinking.take() {
                    Some(stopped) => {
                        assert_eq!(stopped.0, thought);
                        self.late.push(stopped);
                    }
                    // Its answer waits for the end of a write.
                    None => assert_eq!(self.answered, Some(thought)),
                },
                Effect::Warn(trouble) => panic!("{trouble:?}"),
                Effect::End(ending) => self.end = Some(ending),
            }
        }
    }

    pub fn receive(&mut self, id: ConnectionId, message: &ServerMessage) {
        let stored = self.disk.len();
        let Some(client) = self.clients.get_mut(&id) else { return };
        assert!(
            client.is_welcome || matches!(message, ServerMessage::Hello { .. }),
            "first of all a welcome"
        );
        match message {
            ServerMessage::Hello { .. } => client.is_welcome = true,
            ServerMessage::State { events, view, .. } => {
                assert_eq!(view.next as usize, stored, "what is told is stored");
                // Who has missed much is told the end of it.
                let first = events.first().map_or(client.next, |event| event.sequence as usize);
                assert!(first == client.next || events.len() == PAGE, "nothing is left out before the end");
                for (event, number) in events.iter().zip(first..) {
                    assert_eq!(event, &self.disk[number]);
                }
                if client.view.is_some() {
                    assert_eq!(client.next + events.len(), stored, "nothing is left out");
                }
                client.next = stored;
                client.view = Some((**view).clone());
                client.states += 1;
            }
            ServerMessage::Done { key } => client.done.extend(key),
            ServerMessage::Refused { key, why } => {
                client.refused += 1;
                client.refusals.push((*key, why.code.clone()));
            }
            ServerMessage::Hint { .. } => client.hints += 1,
            ServerMessage::Health { stores } => client.health.push(*stores),
            ServerMessage::Closing => client.is_closing = true,
            _ => {}
        }
    }

    pub fn connect(&mut self, person: PersonId, since: Option<u64>) -> ConnectionId {
        self.connected += 1;
        let connection = ConnectionId(self.connected);
        let client = Client {
            person,
            is_welcome: false,
            next: since.unwrap_or_default() as usize,
            view: None,
            states: 0,
            done: Vec::new(),
            refused: 0,
            refusals: Vec::new(),
            hints: 0,
            health: Vec::new(),
            is_closing: false,
        };
        self.clients.insert(connection, client);
        self.give(Input::Connected { connection, person, lang: Lang::En, since, generation: None });
        connection
    }

    pub fn disconnect(&mut self, connection: ConnectionId) {
        self.clients.remove(&connection);
        self.give(Input::Disconnected(connection));
    }

    pub fn ask(&mut self, connection: ConnectionId, command: Command, key: Option<u64>) {
        let request = Request { command, key, expected: None, spent: None };
        self.give(Input::Message(connection, ClientMessage::Do(Do { seat: None, request })));
    }

    pub fn store(&mut self) {
        if let Some(write) = self.writing.take() {
            self.disk.extend(write.entries.iter().cloned());
            self.next = write.next.or(self.next.take());
            self.give(Input::Stored(write.id));
        }
    }

    pub fn fail_to_store(&mut self) {
        if let Some(write) = self.writing.take() {
            self.give(Input::StoreFailed(write.id));
            assert_eq!(self.host.stored_log(), self.disk);
            assert_eq!(self.host.table().log(), self.disk, "what was not stored has not happened");
        }
    }

    pub fn think(&mut self) {
        if let Some((thought, job)) = self.thinking.take() {
            self.answered = Some(thought);
            let answer: Answer = job.run(&hurry());
            self.give(Input::Thought { thought, answer: Some(answer) });
        }
    }

    pub fn answer_late(&mut self) {
        if let Some((thought, job)) = self.late.pop() {
            let answer = Some(job.run(&hurry()));
            let (length, was) = (self.host.table().log().len(), self.thinking.as_ref().map(|(id, _)| *id));
            self.give(Input::Thought { thought, answer });
            if self.writing.is_some() || was.is_some() {
                assert_eq!(self.host.table().log().len(), length, "a late answer does nothing");
            }
        }
    }

    pub fn pass(&mut self, time: Duration) {
        let wake = self.host.next_wake(self.now);
        self.now += time;
        if wake.is_some_and(|wake| wake <= self.now) {
            self.give(Input::Time);
        }
    }

    /// Everything that is under way comes to its end, as long as nobody asks for more.
    pub fn come_to_rest(&mut self) {
        while self.end.is_none() && self.writing.is_some() {
            self.store();
        }
    }

    /// Everybody knows what somebody would see who looked now.
    pub fn everybody_knows_everything(&mut self) {
        let clients: Vec<(ConnectionId, PersonId)> =
            self.clients.iter().map(|(id, client)| (*id, client.person)).collect();
        for (id, person) in clients {
            self.give(Input::Look { query: QueryId(id.0), person: Some(person) });
            let (query, look) = self.looks.pop().unwrap();
            assert_eq!(query, QueryId(id.0));
            let without_clock = |view: &View| View { clock: None, ..view.clone() };
            let told = self.clients[&id].view.as_ref().unwrap();
            assert_eq!(without_clock(told), without_clock(&look.view));
        }
        assert_eq!(self.host.stored_log(), self.disk);
        let replayed = Table::from_log(self.disk.clone()).unwrap();
        assert_eq!(replayed.state(), self.host.table().state());
    }
}
