//! The laws of a table, tried with random commands on every kind of game.

use std::time::Duration;

use fastrand::Rng;
use tablen_engine::{Level, Stop};
use tablen_rules::tafl::Preset;
use tablen_rules::tavli::{self, Die, Place};
use tablen_rules::words::{Explain, Lang};
use tablen_table::clock::Control;
use tablen_table::dice::Source;
use tablen_table::{
    BadEvent, BySeat, Colour, Command, Computer, Entry, Event, Form, Phase, Refusal, Request, Round, Ruleset,
    Seat, Spec, StepChoice, Table,
};

use crate::support::{at_random, keyed, person, random_command, seated};

#[test]
fn the_log_is_the_game() {
    for seed in 0..60 {
        let mut last = None;
        at_random(seed, 150, |_, after, _| last = Some(after.clone()));
        let table = last.unwrap();
        assert_eq!(Table::from_log(table.log().to_vec()).as_ref(), Ok(&table));
        for (place, entry) in table.log().iter().enumerate() {
            assert_eq!(entry.sequence, place as u64);
        }
        // Any beginning of a log is a table too.
        for length in 1..table.log().len() {
            let beginning = Table::from_log(table.log()[..length].to_vec()).unwrap();
            assert_eq!(beginning.log(), &table.log()[..length]);
        }
    }
}

#[test]
fn what_is_refused_changes_nothing_and_says_why() {
    let mut refused = 0;
    for seed in 100..160 {
        at_random(seed, 150, |before, after, result| {
            if let Err(refusal) = result {
                assert!(Lang::ALL.into_iter().all(|lang| !refusal.explain(lang).is_empty()));
                if *refusal != Refusal::OutOfTime {
                    assert_eq!(before, after, "{refusal}");
                    refused += 1;
                }
            }
        });
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn the_same_request_twice_acts_once() {
    let mut tried = 0;
    for seed in 200..230 {
        at_random(seed, 100, |_, after, result| {
            let Ok(entries) = result else { return };
            let Some(first) = entries.first() else { return };
            let key = after.key_of(first.sequence).unwrap();
            assert!(entries.iter().all(|entry| after.key_of(entry.sequence) == Some(key)));
            assert!(after.has_done(key.seat, key.key) && !after.has_done(key.seat.other(), key.key));
            // A table that was stored and read again knows the keys that were stored beside its events.
            let mut stored = Table::from_log(after.log().to_vec()).unwrap();
            assert_eq!(stored.key_of(first.sequence), None);
            let keys = after.log().iter().map(|entry| (entry.sequence, after.key_of(entry.sequence)));
            stored.restore_keys(keys.filter_map(|(sequence, key)| Some((sequence, key?))));
            for mut again in [after.clone(), stored] {
                let dice = &mut Source::Scripted([].into());
                let resign = keyed(Command::Resign, key.key);
                let second = again.apply(key.seat, resign, Duration::ZERO, dice).unwrap().to_vec();
                assert_eq!((&second, &again), (entries, after));
            }
            tried += 1;
        });
    }
    assert!(tried > 1_000, "{tried}");
}

/// Two players may draw the same number for their keys, and neither knows of it.
#[test]
fn a_key_counts_for_its_seat_alone() {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tafl(Preset::Alea.ruleset())) };
    let dice = &mut Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, dice).unwrap();
    let draw = || keyed(Command::OfferDraw, 5);
    table.apply(Seat::Host, draw(), Duration::ZERO, dice).unwrap();
    let decline = keyed(Command::DeclineDraw, 5);
    assert_eq!(table.apply(Seat::Guest, decline, Duration::ZERO, dice).unwrap().len(), 1);
    // What was refused has not been done.
    let refused = table.apply(Seat::Guest, keyed(Command::AcceptDraw, 6), Duration::ZERO, dice);
    assert_eq!(refused, Err(Refusal::NothingAsked));
    assert!(!table.has_done(Seat::Guest, 6));
    table.apply(Seat::Host, keyed(Command::OfferDraw, 7), Duration::ZERO, dice).unwrap();
    table.apply(Seat::Guest, keyed(Command::AcceptDraw, 6), Duration::ZERO, dice).unwrap();
    assert!(table.state().is_over());
}

/// Until version 0.1 a key stood in the entry itself.
#[test]
fn entries_that_have_a_key_in_them_are_read() {
    let text = r#"{"sequence":1,"at":5,"key":14,"event":"draw-offered","seat":"host"}"#;
    let entry: Entry = serde_json::from_str(text).unwrap();
    assert_eq!(entry.event, Event::DrawOffered { seat: Seat::Host });
    let now = r#"{"sequence":1,"at":5,"event":"draw-offered","seat":"host"}"#;
    assert_eq!(serde_json::to_string(&entry).unwrap(), now);
}

#[test]
fn a_log_with_an_event_missing_or_moved_is_sound_up_to_there() {
    for seed in 300..330 {
        let mut last = None;
        at_random(seed, 80, |_, after, _| last = Some(after.clone()));
        let table = last.unwrap();
        let mut rng = Rng::with_seed(seed);
        if table.log().len() < 3 {
            continue;
        }
        let place = rng.usize(1..table.log().len() - 1);
        let mut damaged = table.log().to_vec();
        damaged.remove(place);
        let error = Table::from_log(damaged).unwrap_err();
        assert_eq!(error.sequence, place);
        assert_eq!(error.sound.unwrap().log(), &table.log()[..place]);
    }
    assert!(<Table>::from_log(Vec::new()).is_err());
}

fn apply(table: &mut Table, seat: Seat, command: Command) -> Vec<Entry> {
    table.apply(seat, command, Duration::ZERO, &mut Source::Seeded(1)).unwrap().to_vec()
}

#[test]
fn t3_z3_lots_and_roll_offs_are_thrown_with_the_tables_dice() {
    let script = |pips: &[u8]| Source::Scripted(pips.iter().map(|pips| Die::new(*pips).unwrap()).collect());
    let open =
        |ruleset, pips: &[u8]| Table::open(seated(ruleset), None, Duration::ZERO, &mut script(pips)).unwrap();
    // Odd: the host plays the dark side; even: the defenders begin.
    let tablut = open(Ruleset::Tafl(Preset::Tablut.ruleset()), &[3, 2]);
    assert_eq!(tablut.state().colours().host, Colour::Dark);
    assert_eq!(tablut.state().to_act(), Some(Seat::Guest));
    // A tie is thrown again.
    let rolled = tavli::Ruleset { first: tavli::First::RollOff, ..tavli::Ruleset::default() };
    let tavli = open(Ruleset::Tavli(rolled), &[2, 4, 4, 1, 6]);
    assert_eq!(tavli.state().throws(), 3);
    assert_eq!(tavli.state().seat_of(Colour::Dark), tavli.state().to_act().unwrap());
}

#[test]
fn z7_a_turn_is_thrown_stepped_undone_and_confirmed() {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tavli(tavli::Ruleset::default())) };
    let mut dice = Source::Scripted([2, 5, 6].map(|pips| Die::new(pips).unwrap()).into());
    let mut table = Table::open(spec, None, Duration::ZERO, &mut dice).unwrap();
    let now = Duration::ZERO;
    let step = |pips| Command::Step(StepChoice { from: Place::Hand, die: Die::new(pips).unwrap() });
    assert!(table.apply(Seat::Host, step(2), now, &mut dice).is_err());
    table.apply(Seat::Host, Command::Roll, now, &mut dice).unwrap();
    assert!(table.apply(Seat::Host, Command::Roll, now, &mut dice).is_err());
    table.apply(Seat::Host, step(2), now, &mut dice).unwrap();
    let one_step = table.clone();
    table.apply(Seat::Host, step(5), now, &mut dice).unwrap();
    table.apply(Seat::Host, Command::UndoStep, now, &mut dice).unwrap();
    assert_eq!(table.state(), one_step.state());
    // More can be played, so the turn cannot end.
    assert!(matches!(table.apply(Seat::Host, Command::Confirm, now, &mut dice), Err(Refusal::Illegal(_))));
    table.apply(Seat::Host, step(6), now, &mut dice).unwrap();
    table.apply(Seat::Host, step(5), now, &mut dice).unwrap();
    table.apply(Seat::Host, Command::Confirm, now, &mut dice).unwrap();
    assert_eq!(table.state().to_act(), Some(Seat::Guest));
}

#[test]
fn a12_two_rounds_with_captured_men_as_the_tie_break() {
    let spec = Spec {
        form: Form::TwoRounds,
        host_plays: Some(Colour::Light),
        ..seated(Ruleset::Tafl(Preset::Brandubh.ruleset()))
    };
    let mut table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(1)).unwrap();
    // The guest attacks and captures the man on D5 between E5 and C5.
    for (seat, mv) in [
        (Seat::Guest, "F4-F5"),
        (Seat::Host, "E4-E3"),
        (Seat::Guest, "F5-E5"),
        (Seat::Host, "E3-E2"),
        (Seat::Guest, "B4-B5"),
        (Seat::Host, "E2-E3"),
        (Seat::Guest, "B5-C5"),
    ] {
        apply(&mut table, seat, Command::Move { mv: mv.parse().unwrap() });
    }
    let events = apply(&mut table, Seat::Host, Command::Resign);
    assert!(matches!(events[0].event, Event::RoundEnded { winner: Some(Seat::Guest), .. }));
    assert_eq!(table.state().rounds()[0].result.captured, BySeat { host: 0, guest: 1 });
    // Sides are exchanged for the second round, which the guest gives up.
    assert_eq!(table.state().colours().host, Colour::Dark);
    let events = apply(&mut table, Seat::Guest, Command::Resign);
    // One round each: the guest captured more men.
    assert_eq!(events.last().unwrap().event, Event::MatchEnded { winner: Some(Seat::Guest) });
    assert_eq!(table.state().phase(), Phase::Over { winner: Some(Seat::Guest) });
}

#[test]
fn t17_a_handicap_changes_the_rules_of_every_second_round() {
    let spec = Spec {
        form: Form::BestOf(3),
        handicap: Some(Ruleset::Tafl(Preset::TablutCorners.ruleset())),
        host_plays: Some(Colour::Light),
        ..seated(Ruleset::Tafl(Preset::Ashton.ruleset()))
    };
    let mut table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(1)).unwrap();
    let ruleset = |table: &Table| match table.state().round() {
        Some(Round::Tafl(game)) => Some(game.ruleset().clone()),
        _ => None,
    };
    assert_eq!(ruleset(&table), Some(Preset::Ashton.ruleset()));
    apply(&mut table, Seat::Host, Command::Resign);
    assert_eq!(ruleset(&table), Some(Preset::TablutCorners.ruleset()));
    apply(&mut table, Seat::Guest, Command::Resign);
    assert_eq!(ruleset(&table), Some(Preset::Ashton.ruleset()));
    apply(&mut table, Seat::Guest, Command::Resign);
    assert_eq!(table.state().phase(), Phase::Over { winner: Some(Seat::Host) });
}

#[test]
fn draws_and_takebacks_need_both() {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tafl(Preset::Alea.ruleset())) };
    let mut table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(1)).unwrap();
    let refused = |table: &mut Table, seat, command| {
        table.apply(seat, command, Duration::ZERO, &mut Source::Seeded(1)).unwrap_err()
    };
    assert_eq!(refused(&mut table, Seat::Guest, Command::AcceptDraw), Refusal::NothingAsked);
    assert_eq!(refused(&mut table, Seat::Host, Command::AskTakeback), Refusal::NothingToTakeBack);
    let start = table.state().round().cloned();
    apply(&mut table, Seat::Host, Command::Move { mv: "I5-H5".parse().unwrap() });
    apply(&mut table, Seat::Host, Command::AskTakeback);
    assert_eq!(refused(&mut table, Seat::Host, Command::GrantTakeback), Refusal::NothingAsked);
    apply(&mut table, Seat::Guest, Command::GrantTakeback);
    assert_eq!((table.state().round(), table.state().to_act()), (start.as_ref(), Some(Seat::Host)));
    apply(&mut table, Seat::Guest, Command::OfferDraw);
    assert_eq!(refused(&mut table, Seat::Guest, Command::OfferDraw), Refusal::AskedAlready);
    apply(&mut table, Seat::Host, Command::AcceptDraw);
    assert_eq!(table.state().phase(), Phase::Over { winner: None });
    assert_eq!(refused(&mut table, Seat::Host, Command::Resign), Refusal::Over);
}

#[test]
fn a_loss_on_time_is_an_event() {
    let second = Duration::from_secs(1);
    let spec = Spec {
        control: Control::Fischer { base: 10 * second, increment: Duration::ZERO },
        host_plays: Some(Colour::Light),
        ..seated(Ruleset::Tafl(Preset::Alea.ruleset()))
    };
    let dice = &mut Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, dice).unwrap();
    assert!(table.tick(9 * second, dice).unwrap().is_empty());
    // The move comes too late: it is refused, and the loss is in the log.
    let late = table.apply(Seat::Host, Command::Move { mv: "I5-H5".parse().unwrap() }, 10 * second, dice);
    assert_eq!(late.unwrap_err(), Refusal::OutOfTime);
    assert_eq!(table.state().phase(), Phase::Over { winner: Some(Seat::Guest) });
}

#[test]
fn a_game_can_be_called_off_before_the_first_turn_only() {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tafl(Preset::Alea.ruleset())) };
    let mut table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(1)).unwrap();
    let mut begun = table.clone();
    apply(&mut table, Seat::Guest, Command::Abort);
    assert_eq!(table.state().phase(), Phase::Aborted);
    apply(&mut begun, Seat::Host, Command::Move { mv: "I5-H5".parse().unwrap() });
    let refusal = begun.apply(Seat::Guest, Command::Abort, Duration::ZERO, &mut Source::Seeded(1));
    assert_eq!(refusal.unwrap_err(), Refusal::TooLateToAbort);
}

#[test]
fn a_request_for_an_earlier_state_is_stale() {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tafl(Preset::Alea.ruleset())) };
    let dice = &mut Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, dice).unwrap();
    let actual = table.log().len() as u64;
    let mv = Command::Move { mv: "I5-H5".parse().unwrap() };
    let request = |expected| Request { expected: Some(expected), ..mv.clone().into() };
    let refusal = table.apply(Seat::Host, request(actual - 1), Duration::ZERO, dice).unwrap_err();
    assert_eq!(refusal, Refusal::Stale { expected: actual - 1, actual });
    table.apply(Seat::Host, request(actual), Duration::ZERO, dice).unwrap();
}

#[test]
fn every_throw_of_a_finished_game_can_be_checked() {
    use tablen_table::dice::Seed;
    use tablen_table::verify::{Verdict, verify};
    let seed = Seed([9; 32]);
    let spec =
        Spec { host_plays: Some(Colour::Light), ..Spec::new(Ruleset::Tavli(tavli::Ruleset::default())) };
    let mut table =
        Table::open(spec, Some(seed.commitment()), Duration::ZERO, &mut Source::Seeded(2)).unwrap();
    for seat in Seat::ALL {
        let join = Command::Join { occupant: person("x"), nonce: vec![seat as u8, 7] };
        table.apply(seat, join, Duration::ZERO, &mut Source::Seeded(2)).unwrap();
    }
    let mut dice = Source::Verifiable(seed);
    let mut rng = Rng::with_seed(5);
    while let Some(seat) = table.state().to_act() {
        let command = random_command(&table, &mut rng);
        if matches!(command, Command::Resign | Command::Abort | Command::AcceptDraw | Command::GrantTakeback)
        {
            continue;
        }
        // Some random commands are refused; the game goes on all the same.
        let _ = table.apply(seat, command, Duration::ZERO, &mut dice);
    }
    table.reveal(seed, Duration::ZERO).unwrap();
    let Verdict::Right { throws } = verify(table.log()) else { panic!("{:?}", verify(table.log())) };
    assert!(throws > 30);
    // A changed throw is found out, and so is a changed seed.
    let mut forged = table.log().to_vec();
    let place = forged.iter().rposition(|entry| matches!(entry.event, Event::Rolled { .. })).unwrap();
    let Event::Rolled { roll, .. } = &mut forged[place].event else { panic!("no throw") };
    *roll = tavli::Roll::new(roll.dice().map(|die| Die::new(7 - die.pips()).unwrap()));
    let Verdict::Wrong { throws: wrong } = verify(&forged) else { panic!("not found out") };
    assert_eq!((wrong.len(), wrong[0].sequence), (1, place as u64));
    let mut forged = table.log().to_vec();
    forged.last_mut().unwrap().event = Event::SeedRevealed { seed: Seed([8; 32]) };
    assert!(matches!(verify(&forged), Verdict::WrongSeed { .. }));
    assert_eq!(Table::from_log(forged).unwrap_err().error, BadEvent::WrongSeed);
    let open = &table.log()[..table.log().len() - 1];
    assert!(matches!(verify(open), Verdict::NotRevealed { .. }));
}

/// A turn asked for at once makes the same events as its steps one by one, and one that goes wrong anywhere makes none.
#[test]
fn z5_a_turn_is_one_command_all_or_nothing() {
    let mut rng = Rng::with_seed(9);
    let (mut turns, mut refused, mut longest) = (0, 0, 0);
    for seed in 0..12 {
        let mut dice = Source::Seeded(seed);
        let now = Duration::ZERO;
        let spec = seated(Ruleset::Tavli(tavli::Ruleset::default()));
        let mut table = Table::open(spec, None, now, &mut dice).unwrap();
        while let Some(seat) = table.state().to_act() {
            table.apply(seat, Command::Roll, now, &mut dice).unwrap();
            let Some(Round::Tavli(round)) = table.state().round() else { continue };
            let Some(mut play) = round.under_way().cloned() else { continue };
            let mut single = table.clone();
            let mut steps = Vec::new();
            while let Some(step) = rng.choice(play.next_steps()) {
                play.step(step.from, step.die).unwrap();
                steps.push(StepChoice::from(step));
                single.apply(seat, Command::Step(StepChoice::from(step)), now, &mut dice).unwrap();
            }
            // A turn that wins ends by itself.
            if !play.has_won() {
                single.apply(seat, Command::Confirm, now, &mut dice).unwrap();
            }
            (turns, longest) = (turns + 1, longest.max(steps.len()));

            let before = table.clone();
            let mut refuse = |table: &mut Table, steps: Vec<StepChoice>, end: bool| {
                let turn = Command::Turn { steps, end };
                assert!(matches!(table.apply(seat, turn, now, &mut dice), Err(Refusal::Illegal(_))));
                assert_eq!(*table, before);
                refused += 1;
            };
            let one_too_many = steps.iter().chain(steps.first()).copied().collect();
            refuse(&mut table, one_too_many, false);
            refuse(&mut table, steps[..steps.len() - 1].to_vec(), true);

            let known = table.log().len();
            table.apply(seat, Command::Turn { steps, end: true }, now, &mut dice).unwrap();
            assert_eq!(table.log()[known..], single.log()[known..]);
            assert_eq!(table, single);
        }
    }
    assert!(turns > 300 && refused == 2 * turns && longest == 12, "{turns} {refused} {longest}");
}

/// The computer throws, and then plays its whole turn with one command.
#[test]
fn a_turn_of_the_computer_is_two_commands() {
    let mut dice = Source::Seeded(4);
    let now = Duration::ZERO;
    let spec = seated(Ruleset::Tavli(tavli::Ruleset::default()));
    let mut table = Table::open(spec, None, now, &mut dice).unwrap();
    let mut computer = Computer::new(Level::WEAKEST, 1);
    let mut longest = 0;
    while let Some(seat) = table.state().to_act() {
        let roll = computer.command(table.state(), seat, &Stop::new()).unwrap();
        assert_eq!(roll, Command::Roll);
        table.apply(seat, roll, now, &mut dice).unwrap();
        if table.state().to_act() == Some(seat) {
            let turn = computer.command(table.state(), seat, &Stop::new()).unwrap();
            let Command::Turn { steps, end: true } = &turn else { panic!("{turn:?} is no whole turn") };
            longest = longest.max(steps.len());
            table.apply(seat, turn, now, &mut dice).unwrap();
        }
        assert_ne!(table.state().to_act(), Some(seat));
    }
    assert!(longest >= 9, "three alike never came: {longest}");
}
