//! The laws of a host, whatever comes in and in whatever order: nothing is told before it is stored, everybody ends with what a
//! fresh look shows, and the log replays to the table.

use std::collections::BTreeMap;
use std::time::Duration;

use fastrand::Rng;
use tablen_engine::{Level, Stop};
use tablen_host::messages::{ClientMessage, Do, Phrase, ServerMessage};
use tablen_host::{
    Absence, Answer, ConnectionId, Effect, Ending, Host, Input, Job, Kind, Limits, Look, Opened, Opening,
    PersonId, QueryId, Settings, TableId, ThoughtId, Write, open,
};
use tablen_rules::tavli::Die;
use tablen_rules::words::Lang;
use tablen_table::clock::Control;
use tablen_table::dice::{Seed, Source};
use tablen_table::view::{Ask, Board, View};
use tablen_table::{
    BySeat, Colour, Command, Entry, Event, Form, Occupant, Request, Ruleset, Seat, Spec, Table,
};

const SECOND: Duration = Duration::from_secs(1);

fn person(number: u8) -> PersonId {
    PersonId::from_bytes([number; 16])
}

fn named(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

fn computer() -> Occupant {
    Occupant::Computer(Level::WEAKEST)
}

fn opening(preset: &str, occupants: BySeat<Occupant>, seed: u8) -> Opening {
    let is_there = |seat: Seat| matches!(occupants[seat], Occupant::Person(_));
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

fn settings() -> Settings {
    Settings {
        limits: Limits { events: 20_000, nonce_bytes: 64 },
        sighting: 10 * SECOND,
        computer_seeds: BySeat { host: 0, guest: 1 },
        keeps_computer: false,
    }
}

fn next_table() -> Result<(TableId, Source), tablen_table::dice::NoRandomness> {
    Ok((TableId::from_bytes([99; 16]), Source::Verifiable(Seed([99; 32]))))
}

/// Whatever comes first to a player's mind is good enough here.
fn hurry() -> Stop {
    let stop = Stop::new();
    stop.stop();
    stop
}

/// Somebody at a connection, with what they have been told.
struct Client {
    person: PersonId,
    is_welcome: bool,
    /// The next event they expect.
    next: usize,
    view: Option<View>,
    states: usize,
    done: Vec<u64>,
    refused: usize,
    is_closing: bool,
}

/// A driver that carries effects out when it likes, and looks after the laws.
struct Driver {
    host: Host,
    now: Duration,
    disk: Vec<Entry>,
    writing: Option<Box<Write>>,
    writes: usize,
    /// Thoughts that somebody waits for, and those that nobody waits for any more but that come to an end all the same.
    thinking: Option<(ThoughtId, Job)>,
    late: Vec<(ThoughtId, Job)>,
    jobs: usize,
    clients: BTreeMap<ConnectionId, Client>,
    connected: u64,
    looks: Vec<(QueryId, Box<Look>)>,
    next: Option<Box<Opened>>,
    end: Option<Ending>,
}

impl Driver {
    fn new(opened: Opened) -> Driver {
        Driver::after(opened, &[], Duration::ZERO)
    }

    fn after(opened: Opened, absences: &[Absence], now: Duration) -> Driver {
        let disk = opened.table.log().to_vec();
        let (host, effects) = Host::new(opened, settings(), absences, Box::new(next_table), now);
        let mut driver = Driver {
            host,
            now,
            disk,
            writing: None,
            writes: 0,
            thinking: None,
            late: Vec::new(),
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

    fn give(&mut self, input: Input) {
        let effects = self.host.handle(input, self.now);
        if self.end.is_some() {
            assert!(effects.is_empty(), "a host that has ended does nothing");
        }
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
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
                Effect::StopThinking(thought) => {
                    let stopped = self.thinking.take().unwrap();
                    assert_eq!(stopped.0, thought);
                    self.late.push(stopped);
                }
                Effect::Warn(trouble) => panic!("{trouble:?}"),
                Effect::End(ending) => self.end = Some(ending),
            }
        }
    }

    fn receive(&mut self, id: ConnectionId, message: &ServerMessage) {
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
                for (event, number) in events.iter().zip(client.next..) {
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
            ServerMessage::Refused { .. } => client.refused += 1,
            ServerMessage::Closing => client.is_closing = true,
            _ => {}
        }
    }

    fn connect(&mut self, person: PersonId, since: Option<u64>) -> ConnectionId {
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
            is_closing: false,
        };
        self.clients.insert(connection, client);
        self.give(Input::Connected { connection, person, lang: Lang::En, since });
        connection
    }

    fn disconnect(&mut self, connection: ConnectionId) {
        self.clients.remove(&connection);
        self.give(Input::Disconnected(connection));
    }

    fn ask(&mut self, connection: ConnectionId, command: Command, key: Option<u64>) {
        let request = Request { command, key, expected: None };
        self.give(Input::Message(connection, ClientMessage::Do(Do { seat: None, request })));
    }

    fn store(&mut self) {
        if let Some(write) = self.writing.take() {
            self.disk.extend(write.entries.iter().cloned());
            self.next = write.next.or(self.next.take());
            self.give(Input::Stored(write.id));
        }
    }

    fn fail_to_store(&mut self) {
        if let Some(write) = self.writing.take() {
            self.give(Input::StoreFailed(write.id));
        }
    }

    fn think(&mut self) {
        if let Some((thought, job)) = self.thinking.take() {
            let answer: Answer = job.run(&hurry());
            self.give(Input::Thought { thought, answer: Some(answer) });
        }
    }

    fn answer_late(&mut self) {
        if let Some((thought, job)) = self.late.pop() {
            let answer = Some(job.run(&hurry()));
            let (length, was) = (self.host.table().log().len(), self.thinking.as_ref().map(|(id, _)| *id));
            self.give(Input::Thought { thought, answer });
            if self.writing.is_some() || was.is_some() {
                assert_eq!(self.host.table().log().len(), length, "a late answer does nothing");
            }
        }
    }

    fn pass(&mut self, time: Duration) {
        let wake = self.host.next_wake(self.now);
        self.now += time;
        if wake.is_some_and(|wake| wake <= self.now) {
            self.give(Input::Time);
        }
    }

    /// Everything that is under way comes to its end, as long as nobody asks for more.
    fn come_to_rest(&mut self) {
        while self.end.is_none() && self.writing.is_some() {
            self.store();
        }
    }

    /// Everybody knows what somebody would see who looked now.
    fn everybody_knows_everything(&mut self) {
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

/// Something that a viewer can do by what they were told, or could not know to be impossible by now.
fn command(rng: &mut Rng, view: &View) -> Command {
    let Some(ask) = rng.choice(&view.may) else { return Command::Roll };
    match ask {
        Ask::Join => Command::Join { occupant: named("Bo"), nonce: vec![rng.u8(..)] },
        Ask::Leave => Command::Leave,
        Ask::Roll => Command::Roll,
        Ask::Step => match &view.board {
            Some(Board::Tavli(board)) => {
                let step = rng.choice(&board.next).unwrap();
                Command::Step(tablen_table::StepChoice { from: step.from, die: step.die })
            }
            _ => Command::Roll,
        },
        Ask::UndoStep => Command::UndoStep,
        Ask::Confirm => Command::Confirm,
        Ask::Move => match &view.board {
            Some(Board::Tafl(board)) => {
                let (from, targets) = rng.choice(&board.targets).unwrap();
                Command::Move { mv: format!("{from}-{}", rng.choice(targets).unwrap().to).parse().unwrap() }
            }
            _ => Command::Roll,
        },
        // A game that is given up at once shows little.
        Ask::Ready => Command::Ready,
        Ask::Resign if rng.u8(..) < 240 => command(rng, view),
        Ask::Resign => Command::Resign,
        Ask::OfferDraw => Command::OfferDraw,
        Ask::AcceptDraw => Command::AcceptDraw,
        Ask::DeclineDraw => Command::DeclineDraw,
        Ask::AskTakeback => Command::AskTakeback,
        Ask::GrantTakeback => Command::GrantTakeback,
        Ask::RefuseTakeback => Command::RefuseTakeback,
        Ask::Abort if rng.u8(..) < 240 => command(rng, view),
        Ask::Abort => Command::Abort,
        Ask::OfferRematch => Command::OfferRematch,
        Ask::AcceptRematch => Command::AcceptRematch,
        Ask::DeclineRematch => Command::DeclineRematch,
    }
}

fn interleave(seed: u64, fails: bool) {
    let rng = &mut Rng::with_seed(seed);
    let guest = [computer(), named("Bo"), Occupant::Open][seed as usize % 3].clone();
    let preset = ["tavli", "brandubh"][(seed as usize / 3) % 2];
    let mut opening = opening(preset, BySeat { host: named("Ada"), guest }, seed as u8);
    opening.spec.form = if rng.bool() { Form::Single } else { Form::TwoRounds };
    if rng.bool() {
        opening.spec.control = "60+1".parse().unwrap_or(Control::Untimed);
    }
    let mut driver = Driver::new(open(opening).unwrap());
    for _ in 0..400 {
        let ids: Vec<ConnectionId> = driver.clients.keys().copied().collect();
        match (rng.u8(..100), rng.choice(&ids).copied()) {
            (0..5, _) | (_, None) => {
                let since = rng.bool().then(|| rng.u64(..=driver.disk.len() as u64));
                driver.connect(person(rng.u8(1..5)), since);
            }
            (5..8, Some(id)) => driver.disconnect(id),
            (8..50, Some(id)) => {
                if let Some(view) = driver.clients[&id].view.clone() {
                    let key = rng.bool().then(|| rng.u64(..20_000));
                    driver.ask(id, command(rng, &view), key);
                }
            }
            (50..53, Some(id)) => driver.give(Input::Message(id, ClientMessage::Hint)),
            (53..55, Some(id)) => {
                driver.give(Input::Message(id, ClientMessage::Say { phrase: Phrase::Hello }))
            }
            (55..57, Some(id)) => driver.give(Input::Message(id, ClientMessage::Ping)),
            (57..80, _) => driver.store(),
            (80..90, _) => driver.think(),
            (90..93, _) => driver.answer_late(),
            (93..99, _) => driver.pass(Duration::from_millis(rng.u64(..3_000))),
            _ if fails && rng.u8(..) < 64 => {
                let told =
                    |driver: &Driver| driver.clients.values().map(|client| client.states).sum::<usize>();
                let before = (driver.writing.is_some(), told(&driver));
                driver.fail_to_store();
                if before.0 {
                    assert_eq!(driver.end, Some(Ending::NotStored));
                    assert_eq!(told(&driver), before.1, "nothing of what was not stored is told");
                    driver.give(Input::Time);
                    assert!(Table::from_log(driver.disk).is_ok());
                    return;
                }
            }
            _ => {}
        }
    }
    driver.come_to_rest();
    driver.everybody_knows_everything();
    let ids: Vec<ConnectionId> = driver.clients.keys().copied().collect();
    driver.give(Input::Close);
    driver.come_to_rest();
    assert_eq!(driver.end, Some(Ending::Closed));
    assert!(ids.iter().all(|id| driver.clients[id].is_closing));
    assert!(Table::from_log(driver.disk).is_ok());
}

#[test]
fn whatever_comes_in_what_is_told_is_stored_and_complete() {
    for seed in 0..300 {
        interleave(seed, false);
    }
}

#[test]
fn what_could_not_be_stored_was_never_told() {
    for seed in 0..300 {
        interleave(seed, true);
    }
}

/// Somebody against the computer, which has begun by throwing three alike, and two who watch.
fn three_alike() -> Driver {
    let mut opening = opening("tavli", BySeat { host: named("Ada"), guest: computer() }, 1);
    opening.dice = Source::Scripted([Die::new(5).unwrap(); 3].into());
    // White begins.
    opening.spec.host_plays = Some(Colour::Dark);
    let opened = open(opening).unwrap();
    let mut driver = Driver::new(opened);
    driver.store();
    for number in 1..4 {
        driver.connect(person(number), None);
    }
    driver
}

#[test]
fn a_turn_of_three_alike_is_one_job_one_write_and_one_message_to_each() {
    let mut driver = three_alike();
    assert_eq!(driver.disk.iter().filter(|entry| matches!(entry.event, Event::Rolled { .. })).count(), 1);
    assert_eq!(driver.writes, 1, "the throw is stored with what made it the computer's turn");
    let (writes, states) =
        (driver.writes, driver.clients.values().map(|client| client.states).collect::<Vec<_>>());
    driver.think();
    assert_eq!((driver.jobs, driver.writes), (1, writes + 1));
    driver.store();
    let steps = driver.disk.iter().filter(|entry| matches!(entry.event, Event::Stepped { .. })).count();
    assert!(steps >= 3, "{steps} steps");
    assert!(matches!(driver.disk.last().unwrap().event, Event::TurnEnded { .. }));
    assert_eq!((driver.jobs, driver.writes), (1, writes + 1));
    for (client, states) in driver.clients.values().zip(states) {
        assert_eq!(client.states, states + 1);
    }
}

#[test]
fn a_request_sent_again_acts_once_and_is_acknowledged_twice() {
    let mut driver =
        Driver::new(open(opening("tavli", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let connections = [1, 2].map(|number| driver.connect(person(number), None));
    let to_act = driver.host.table().state().to_act().unwrap();
    let mine = connections[to_act as usize];
    driver.ask(mine, Command::Roll, Some(7));
    // It is sent again while the first is still on its way to the disk.
    driver.ask(mine, Command::Roll, Some(7));
    assert!(driver.clients[&mine].done.is_empty(), "nothing is acknowledged before it is stored");
    driver.store();
    assert_eq!(driver.clients[&mine].done, [7, 7]);
    assert_eq!(driver.disk.iter().filter(|entry| matches!(entry.event, Event::Rolled { .. })).count(), 1);
    // The same key of the other player is another.
    driver.ask(connections[1 - to_act as usize], Command::OfferDraw, Some(7));
    driver.store();
    assert!(matches!(driver.disk.last().unwrap().event, Event::DrawOffered { .. }));
}

#[test]
fn what_comes_during_a_write_is_stored_and_told_together() {
    let mut driver =
        Driver::new(open(opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let [ada, bo] = [1, 2].map(|number| driver.connect(person(number), None));
    driver.ask(ada, Command::OfferDraw, None);
    driver.ask(bo, Command::DeclineDraw, None);
    driver.ask(bo, Command::OfferDraw, None);
    driver.ask(ada, Command::AcceptDraw, Some(1));
    assert_eq!(driver.writes, 1);
    driver.store();
    assert_eq!((driver.writes, driver.clients[&bo].states), (2, 2));
    driver.store();
    assert_eq!((driver.writes, driver.clients[&bo].states), (2, 3));
    assert!(matches!(driver.disk.last().unwrap().event, Event::SeedRevealed { .. }));
    assert_eq!(driver.clients[&ada].done, [1]);
}

#[test]
fn those_who_play_again_find_another_table_stored_with_their_agreement() {
    let mut driver =
        Driver::new(open(opening("brandubh", BySeat { host: named("Ada"), guest: computer() }, 3)).unwrap());
    let ada = driver.connect(person(1), None);
    for command in [Command::Resign, Command::OfferRematch] {
        driver.ask(ada, command, None);
        driver.store();
    }
    let next = driver.next.as_ref().expect("the computer likes to play again");
    assert_eq!(next.id, TableId::from_bytes([99; 16]));
    assert_eq!(next.listing.seats.host, Some(person(1)));
    assert_eq!(next.table.state().spec().host_plays, Some(driver.host.table().state().colours().guest));
}

#[test]
fn time_in_which_nobody_hosted_the_table_costs_nobody_anything() {
    let timed = |guest: Occupant| {
        let mut opening = opening("brandubh", BySeat { host: named("Ada"), guest }, 3);
        opening.spec.control = "60+0".parse().unwrap();
        opening.spec.host_plays = None;
        open(opening).unwrap()
    };
    let absence = Absence { from: 10 * SECOND, until: 1_030 * SECOND };
    let mut driver = Driver::after(timed(named("Bo")), &[absence], 1_010 * SECOND);
    driver.come_to_rest();
    assert!(driver.host.table().state().clock().is_paused());
    assert!(driver.host.idle_since().is_none(), "the clock has to be started again");
    // A player who is not to move does not end the grace; the one who is does.
    let to_act = driver.host.table().state().to_act().unwrap();
    driver.connect(person(1 + to_act.other() as u8), None);
    assert!(driver.host.table().state().clock().is_paused());
    driver.now += SECOND;
    driver.connect(person(1 + to_act as u8), None);
    driver.come_to_rest();
    assert_eq!(driver.host.table().state().clock().running(), Some(to_act));
    let left = driver.host.table().state().clock().remaining(to_act, driver.now).time;
    assert_eq!(left, 50 * SECOND);
    // Without anybody it goes on when the grace is over, and then the time runs out.
    let mut driver = Driver::after(timed(named("Bo")), &[absence], 1_010 * SECOND);
    driver.come_to_rest();
    driver.pass(21 * SECOND);
    driver.come_to_rest();
    assert!(!driver.host.table().state().clock().is_paused());
    driver.pass(51 * SECOND);
    driver.come_to_rest();
    assert!(driver.host.table().state().is_over());
}

#[test]
fn a_public_table_that_is_waited_at_is_noted_now_and_then() {
    let mut driver = Driver::new(
        open(opening("brandubh", BySeat { host: named("Ada"), guest: Occupant::Open }, 3)).unwrap(),
    );
    assert_eq!(driver.host.next_wake(driver.now), None);
    driver.connect(person(9), None);
    driver.pass(SECOND);
    assert!(driver.writing.is_none(), "somebody who watches does not wait for an opponent");
    driver.connect(person(1), None);
    for _ in 0..2 {
        driver.pass(10 * SECOND);
        assert!(driver.writing.as_ref().is_some_and(|write| write.is_sighting && write.entries.is_empty()));
        driver.store();
    }
}

#[test]
fn a_table_that_everybody_has_left_is_called_off() {
    let mut driver = Driver::new(
        open(opening("brandubh", BySeat { host: named("Ada"), guest: Occupant::Open }, 3)).unwrap(),
    );
    let ada = driver.connect(person(1), None);
    driver.ask(ada, Command::Leave, None);
    let write = driver.writing.as_ref().unwrap();
    assert_eq!(write.listing.as_ref().unwrap().seats, BySeat::default());
    driver.store();
    assert!(driver.disk.iter().any(|entry| matches!(entry.event, Event::Aborted { .. })));
}

#[test]
fn a_hint_is_for_what_is_left_after_the_steps_that_are_tried_meanwhile() {
    let mut driver =
        Driver::new(open(opening("tavli", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let connections = [1, 2].map(|number| driver.connect(person(number), None));
    let mine = connections[driver.host.table().state().to_act().unwrap() as usize];
    driver.ask(mine, Command::Roll, None);
    driver.store();
    driver.give(Input::Message(mine, ClientMessage::Hint));
    assert_eq!(driver.jobs, 1);
    driver.give(Input::Message(mine, ClientMessage::Hint));
    assert_eq!((driver.jobs, driver.clients[&mine].refused), (1, 1), "one thought at a time");
    let view = driver.clients[&mine].view.clone().unwrap();
    let Some(Board::Tavli(board)) = &view.board else { panic!("tavli has its board") };
    driver.ask(
        mine,
        Command::Step(tablen_table::StepChoice { from: board.next[0].from, die: board.next[0].die }),
        None,
    );
    driver.store();
    assert_eq!((driver.jobs, driver.thinking.is_some()), (2, true), "it is thought about again");
    driver.ask(mine, Command::Resign, None);
    assert!(driver.thinking.is_none(), "nobody needs a hint for what is over");
}
