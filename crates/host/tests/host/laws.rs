//! The laws of a host, whatever comes in and in whatever order: nothing is told before it is stored, everybody ends with what a
//! fresh look shows, and the log replays to the table.

use std::time::{Duration, Instant};

use fastrand::Rng;
use tablen_host::messages::{ClientMessage, Phrase};
use tablen_host::{ConnectionId, Ending, Host, Input, Kind, Opening, Summary, TableId, open};
use tablen_rules::tavli::Die;
use tablen_rules::words::Explain;
use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::view::{Ask, Board, View, Viewer};
use tablen_table::{BySeat, Colour, Command, Event, Form, Occupant, Seat, Table};

use crate::driver::{Driver, SECOND, computer, named, opening, person};

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
        // A hint is no command.
        Ask::Hint => Command::Confirm,
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
                driver.fail_to_store();
                assert_eq!(driver.end, None);
            }
            _ if fails => driver.give(if rng.bool() { Input::StoreIsIll } else { Input::StoreIsWell }),
            _ => {}
        }
    }
    driver.give(Input::StoreIsWell);
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
    assert_eq!(next.table.state().spec().occupants.guest, computer());
}

#[test]
fn in_a_rematch_both_add_to_the_dice_and_nobody_takes_their_seats() {
    let mut driver =
        Driver::new(open(opening("tavli", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let [ada, bo] = [1, 2].map(|number| driver.connect(person(number), None));
    driver.ask(ada, Command::Resign, None);
    driver.ask(ada, Command::OfferRematch, None);
    driver.come_to_rest();
    driver.ask(bo, Command::AcceptRematch, None);
    driver.come_to_rest();
    let next = *driver.next.take().expect("both want another game");
    assert!(next.table.state().commitment().is_some(), "the seed is promised before anybody adds to it");
    assert!(!next.listing.is_waiting, "it is in no list of tables that wait");
    let mut driver = Driver::new(next);
    let [stranger, ada, bo] = [7, 1, 2].map(|number| driver.connect(person(number), None));
    let join = |name: &str, nonce: u8| Command::Join { occupant: named(name), nonce: vec![nonce] };
    driver.ask(stranger, join("Eve", 9), None);
    assert_eq!(driver.clients[&stranger].refused, 1);
    assert!(driver.clients[&ada].view.as_ref().unwrap().may.contains(&Ask::Join));
    driver.ask(bo, join("Bo", 2), None);
    driver.come_to_rest();
    assert!(driver.host.table().state().round().is_none(), "nothing is thrown before both are there");
    // A joiner who takes the other's name is told apart from them.
    driver.ask(ada, join("BO", 1), None);
    driver.come_to_rest();
    let state = driver.host.table().state();
    assert!(state.round().is_some());
    assert_eq!(state.nonces(), &BySeat { host: vec![1], guest: vec![2] });
    assert_eq!(state.spec().occupants, BySeat { host: named("BO (2)"), guest: named("Bo") });
}

#[test]
fn a_rematch_for_which_there_is_no_room_is_not_agreed_on() {
    let mut driver =
        Driver::new(open(opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let [ada, bo] = [1, 2].map(|number| driver.connect(person(number), None));
    for (connection, command) in [(ada, Command::Resign), (ada, Command::OfferRematch)] {
        driver.ask(connection, command, None);
        driver.come_to_rest();
    }
    driver.ask(bo, Command::AcceptRematch, Some(5));
    let write = driver.writing.take().unwrap();
    assert!(write.next.is_some());
    // Whatever the driver's reason is.
    let why = Explain::message(&<tablen_table::Refusal>::Over);
    driver.give(Input::StoreDeclined(write.id, why));
    assert_eq!(driver.clients[&bo].refusals, [(Some(5), "table.refusal.over".to_owned())]);
    assert_eq!(driver.host.table().state().rematch_offer(), Some(Seat::Host));
    assert!(driver.clients[&bo].health.is_empty(), "the store is well");
    driver.ask(bo, Command::AcceptRematch, Some(6));
    driver.come_to_rest();
    assert!(driver.next.is_some());
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
    // While nothing can be stored, nothing is to be noted.
    driver.pass(SECOND / 2);
    driver.come_to_rest();
    driver.give(Input::StoreIsIll);
    driver.pass(60 * SECOND);
    driver.give(Input::Time);
    assert_eq!((driver.writing.is_some(), driver.host.next_wake(driver.now)), (false, None));
    driver.give(Input::StoreIsWell);
    driver.pass(Duration::ZERO);
    driver.come_to_rest();
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

/// Two people at tavli, with or without help.
fn with_help(help: bool) -> Driver {
    let mut opening = opening("tavli", BySeat { host: named("Ada"), guest: named("Bo") }, 3);
    opening.spec.help = help;
    Driver::new(open(opening).unwrap())
}

#[test]
fn between_people_there_are_no_hints_unless_that_was_agreed() {
    for help in [false, true] {
        let mut driver = with_help(help);
        let connections = [1, 2].map(|number| driver.connect(person(number), None));
        let to_act = driver.host.table().state().to_act().unwrap();
        let mine = connections[to_act as usize];
        driver.ask(mine, Command::Roll, None);
        driver.store();
        let view = driver.clients[&mine].view.as_ref().unwrap();
        assert_eq!((view.help, view.may.contains(&Ask::Hint)), (help, help));
        driver.give(Input::Message(mine, ClientMessage::Hint));
        driver.think();
        assert_eq!(driver.jobs, usize::from(help));
        if help {
            assert!(driver.clients[&mine].hints == 0, "nobody is told before both can know of it");
            driver.store();
        }
        let hinted = Event::Hinted { seat: to_act };
        assert_eq!(driver.disk.iter().filter(|entry| entry.event == hinted).count(), usize::from(help));
        assert_eq!(driver.clients[&mine].hints, usize::from(help));
        for connection in connections {
            let view = driver.clients[&connection].view.as_ref().unwrap();
            assert_eq!(view.seats[to_act].hints, u32::from(help), "everybody sees it");
        }
        let refusals = &driver.clients[&mine].refusals;
        assert_eq!(refusals.len(), usize::from(!help));
        assert!(refusals.iter().all(|(_, code)| code == "server.refusal.no-help"));
    }
}

/// A bot sits where a person would: its name is tidied, it is no computer to be helped against, and everybody sees what it is.
#[test]
fn a_bot_that_says_so_is_seen_as_one() {
    let occupants = BySeat { host: named("Ada"), guest: Occupant::Open };
    let mut driver = Driver::new(open(opening("tablut", occupants, 31)).unwrap());
    let [ada, bot, watcher] = [1, 2, 3].map(|number| driver.connect(person(number), None));
    driver.store();
    let join = Command::Join { occupant: Occupant::Bot(" a\u{200b}da".to_owned()), nonce: Vec::new() };
    driver.ask(bot, join, None);
    driver.store();
    let expected = Occupant::Bot("ada (2)".to_owned());
    for seen in [ada, bot, watcher] {
        let view = driver.clients[&seen].view.as_ref().unwrap();
        assert_eq!(view.seats.guest.occupant, expected);
        assert!(!view.may.contains(&Ask::Hint));
    }
    let state = driver.host.table().state();
    assert_eq!(Summary::of(state).seats.guest, expected);
    assert!(Seat::ALL.into_iter().all(|seat| !state.may_be_helped(Viewer::At(seat))));
}

#[test]
fn against_the_computer_and_at_one_screen_everybody_may_be_helped() {
    let at_one_screen = |mut opening: Opening| {
        opening.kind = Kind::SameScreen;
        opening.seats.guest = None;
        opening
    };
    for opening in [
        opening("brandubh", BySeat { host: named("Ada"), guest: computer() }, 3),
        at_one_screen(opening("brandubh", BySeat { host: named("Ada"), guest: named("") }, 3)),
    ] {
        let mut driver = Driver::new(open(opening).unwrap());
        driver.come_to_rest();
        let ada = driver.connect(person(1), None);
        while driver.thinking.is_some() {
            driver.think();
            driver.come_to_rest();
        }
        driver.give(Input::Message(ada, ClientMessage::Hint));
        driver.think();
        assert!(driver.writing.is_none(), "nobody else need know");
        assert_eq!((driver.clients[&ada].hints, driver.clients[&ada].refused), (1, 0));
    }
}

#[test]
fn a_hint_is_for_what_is_left_after_the_steps_that_are_tried_meanwhile() {
    let mut driver = with_help(true);
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

/// What this thread has computed so far: on a busy machine others have the processor in between. Where the system does not tell, what has
/// passed since a moment.
fn computed(since: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

/// What could not be stored is taken back by what was kept, not by playing the whole game again: a table that has become long
/// must not keep others waiting because a disk is full.
#[test]
fn a_long_table_goes_back_to_what_is_stored_as_quickly_as_a_short_one() {
    let mut opening = opening("tablut", BySeat { host: named("Ada"), guest: named("Bo") }, 3);
    opening.spec.ruleset = "preset:tablut repetition:none".parse().unwrap();
    opening.spec.host_plays = Some(Colour::Light);
    let mut opened = open(opening).unwrap();
    let to_move = opened.table.state().to_act().unwrap();
    let shuttle =
        ["E3-D3", "E2-D2", "D3-E3", "D2-E2"].map(|text| Command::Move { mv: text.parse().unwrap() });
    let shuttle = shuttle.iter().cycle().zip([to_move, to_move.other()].into_iter().cycle());
    for (command, seat) in shuttle.clone().take(8_000) {
        opened.table.apply(seat, command.clone(), Duration::ZERO, &mut opened.dice).unwrap();
    }
    // What a thread has computed is told only every few milliseconds, so each is done often enough to take many of them.
    const REPLAYS: u32 = 20;
    const WAYS_BACK: u32 = 400;
    let start = Instant::now();
    let before = computed(start);
    for _ in 0..REPLAYS {
        assert_eq!(Table::from_log(opened.table.log().to_vec()).unwrap(), opened.table);
    }
    let replay = (computed(start) - before) / REPLAYS;

    let mut driver = Driver::new(opened);
    let players = [1, 2].map(|number| driver.connect(person(number), None));
    let mut keys = 0_u64..;
    for (command, seat) in shuttle.take(4) {
        let before = computed(start);
        for _ in 0..WAYS_BACK {
            driver.ask(players[seat as usize], command.clone(), keys.next());
            let write = driver.writing.take().unwrap();
            driver.give(Input::StoreDeclined(write.id, Explain::message(&<tablen_table::Refusal>::Over)));
        }
        let way_back = (computed(start) - before) / WAYS_BACK;
        assert!(way_back < replay / 8, "{way_back:?} for what takes {replay:?} to be played again");
        assert_eq!(driver.host.table().log(), driver.disk);
        driver.ask(players[seat as usize], command.clone(), keys.next());
        driver.come_to_rest();
    }
    driver.everybody_knows_everything();
}

/// However many connections a player has, everybody else is not talked at without end.
#[test]
fn a_player_says_so_much_and_no_more() {
    let mut driver =
        Driver::new(open(opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap());
    let adas = [driver.connect(person(1), None), driver.connect(person(1), None)];
    let bo = driver.connect(person(2), None);
    let say = |driver: &mut Driver, by| {
        driver.give(Input::Message(by, ClientMessage::Say { phrase: Phrase::Hello }));
        driver.clients[&by].refused
    };
    for number in 0..5 {
        assert_eq!(say(&mut driver, adas[number % 2]), 0);
    }
    assert_eq!(say(&mut driver, adas[0]), 1);
    assert_eq!(driver.clients[&adas[0]].refusals, [(None, "server.refusal.said-enough".to_owned())]);
    assert_eq!(say(&mut driver, bo), 0, "the other has said nothing yet");
    driver.now += 2 * SECOND;
    assert_eq!(say(&mut driver, adas[1]), 0);
    assert_eq!(say(&mut driver, adas[1]), 1);
}

/// A crowd is told a part at a time, and those who play are in the first part, whatever they are told.
#[test]
fn those_who_play_are_told_first() {
    let opened = open(opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3)).unwrap();
    let next_table = Box::new(crate::driver::next_table);
    let (mut host, _) = Host::new(opened, crate::driver::settings(), &[], next_table, Duration::ZERO);
    for number in 1..=20 {
        let person = person(if number == 20 { 1 } else { 100 + number });
        let connection = ConnectionId(number.into());
        let lang = tablen_rules::words::Lang::En;
        host.handle(Input::Connected { connection, person, lang, since: None, generation: None }, SECOND);
    }
    let first = |effects: Vec<tablen_host::Effect>| {
        effects.into_iter().find_map(|effect| match effect {
            tablen_host::Effect::Tell { to, .. } if to.len() > 1 => to.first().copied(),
            _ => None,
        })
    };
    let said = Input::Message(ConnectionId(20), ClientMessage::Say { phrase: Phrase::Hello });
    assert_eq!(first(host.handle(said, SECOND)), Some(ConnectionId(20)));
    assert_eq!(first(host.handle(Input::StoreIsIll, SECOND)), Some(ConnectionId(20)));
    host.handle(Input::StoreIsWell, SECOND);
    assert_eq!(first(host.handle(Input::Close, SECOND)), Some(ConnectionId(20)));
}
