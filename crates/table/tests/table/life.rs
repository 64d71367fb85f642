//! Coming and going: joining, leaving, pauses, rounds and rematches.

use std::time::Duration;

use tablen_engine::{Level, Stop};
use tablen_rules::tavli::{self, Die};
use tablen_table::clock::Control;
use tablen_table::dice::{Seed, Source};
use tablen_table::record::Record;
use tablen_table::verify::{Verdict, verify};
use tablen_table::{
    BySeat, Colour, Command, Computer, Entry, Event, Form, Occupant, Phase, Refusal, Request, Round, Ruleset,
    Seat, Spec, StepChoice, Table,
};

const START: Duration = Duration::ZERO;

fn person(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

fn spec(preset: &str) -> Spec {
    Spec {
        host_plays: Some(Colour::Light),
        occupants: BySeat { host: person("Ada"), guest: person("Bo") },
        ..Spec::new(Ruleset::from_preset(preset).unwrap())
    }
}

fn open(spec: Spec) -> Table {
    Table::open(spec, None, START, &mut Source::Seeded(1)).unwrap()
}

fn apply(table: &mut Table, seat: Seat, command: Command) -> Result<Vec<Entry>, Refusal> {
    table.apply(seat, command, START, &mut Source::Seeded(1)).map(<[Entry]>::to_vec)
}

fn mv(text: &str) -> Command {
    Command::Move { mv: text.parse().unwrap() }
}

fn dice(pips: &[u8]) -> Source {
    Source::Scripted(pips.iter().map(|pips| Die::new(*pips).unwrap()).collect())
}

#[test]
fn a_seat_can_be_left_before_the_game_and_after_it_but_not_in_it() {
    let mut table = open(Spec { occupants: BySeat::default(), ..spec("tablut") });
    let join = |name: &str| Command::Join { occupant: person(name), nonce: vec![1, 2] };
    assert_eq!(apply(&mut table, Seat::Host, Command::Leave), Err(Refusal::NotBegun));
    apply(&mut table, Seat::Host, join("Ada")).unwrap();
    assert_eq!(apply(&mut table, Seat::Host, join("Cy")), Err(Refusal::SeatTaken));
    apply(&mut table, Seat::Host, Command::Leave).unwrap();
    assert_eq!(table.state().nonces().host, Vec::<u8>::new());
    let nobody = Command::Join { occupant: Occupant::Open, nonce: Vec::new() };
    assert_eq!(apply(&mut table, Seat::Guest, nobody), Err(Refusal::NobodyJoins));
    apply(&mut table, Seat::Host, join("Cy")).unwrap();
    apply(&mut table, Seat::Guest, join("Bo")).unwrap();
    assert_eq!(table.state().phase(), Phase::Playing);
    assert_eq!(apply(&mut table, Seat::Guest, Command::Leave), Err(Refusal::CannotLeave));
    apply(&mut table, Seat::Guest, Command::Resign).unwrap();
    apply(&mut table, Seat::Guest, Command::Leave).unwrap();
    assert_eq!(apply(&mut table, Seat::Guest, Command::Leave), Err(Refusal::Over));
    assert_eq!(apply(&mut table, Seat::Host, Command::OfferRematch), Err(Refusal::NoRematch));
}

#[test]
fn an_open_table_can_be_called_off() {
    let mut table =
        open(Spec { occupants: BySeat { host: person("Ada"), guest: Occupant::Open }, ..spec("alea") });
    apply(&mut table, Seat::Host, Command::Abort).unwrap();
    assert_eq!(table.state().phase(), Phase::Aborted);
    let join = Command::Join { occupant: person("Bo"), nonce: Vec::new() };
    assert_eq!(apply(&mut table, Seat::Guest, join), Err(Refusal::Over));
}

#[test]
fn a_rematch_needs_both_and_exchanges_sides() {
    let mut table = open(spec("tablut"));
    assert_eq!(apply(&mut table, Seat::Host, Command::OfferRematch), Err(Refusal::NotOver));
    apply(&mut table, Seat::Host, Command::Resign).unwrap();
    assert_eq!(apply(&mut table, Seat::Host, Command::AcceptRematch), Err(Refusal::NothingAsked));
    apply(&mut table, Seat::Host, Command::OfferRematch).unwrap();
    assert_eq!(apply(&mut table, Seat::Host, Command::OfferRematch), Err(Refusal::AskedAlready));
    apply(&mut table, Seat::Guest, Command::DeclineRematch).unwrap();
    assert_eq!(table.state().rematch(), None);
    apply(&mut table, Seat::Guest, Command::OfferRematch).unwrap();
    // To offer it too is to accept it.
    apply(&mut table, Seat::Host, Command::OfferRematch).unwrap();
    let again = table.state().rematch().unwrap();
    assert_eq!(again, Spec { host_plays: Some(Colour::Dark), ..spec("tablut") });
    assert_eq!(open(again).state().colours().host, Colour::Dark);
}

/// A pause is in the log, so that a replay after it shows the same clocks.
#[test]
fn a_pause_of_the_host_costs_no_player_anything() {
    let control = Control::Fischer { base: seconds(60), increment: Duration::ZERO };
    let mut table = open(Spec { control, ..spec("alea") });
    let no_dice = &mut Source::Seeded(1);
    table.apply(Seat::Host, mv("I5-H5"), seconds(10), no_dice).unwrap();
    assert_eq!(table.pause(seconds(20)).len(), 1);
    assert!(table.pause(seconds(21)).is_empty());
    assert!(table.tick(seconds(5_000), no_dice).unwrap().is_empty());
    assert_eq!(table.apply(Seat::Guest, mv("C1-C2"), seconds(5_001), no_dice), Err(Refusal::Paused));
    assert_eq!(table.resume(seconds(6_000)).len(), 1);
    assert!(table.resume(seconds(6_001)).is_empty());
    let left = table.state().clock().remaining(Seat::Guest, seconds(6_005)).time;
    assert_eq!(left, seconds(60 - 10 - 5));
    assert_eq!(Table::from_log(table.log().to_vec()).unwrap(), table);
    // A move that was played in time can still be on the line.
    assert!(table.tick(seconds(6_050), no_dice).unwrap().is_empty());
    assert!(table.tick(seconds(6_051), no_dice).unwrap()[0].event.is_loss_on_time());
}

/// Between rounds the clock waits until both have said that they have seen the result, or have played on; but not for ever.
#[test]
fn a_later_rounds_clock_waits_for_both() {
    let control = Control::Fischer { base: seconds(60), increment: Duration::ZERO };
    let spec = Spec { control, form: Form::TwoRounds, ..spec("tablut") };
    let no_dice = &mut Source::Seeded(1);
    let mut table = open(spec.clone());
    assert_eq!(
        table.state().clock().wait(START),
        Duration::ZERO,
        "there is nothing to be seen before the first round"
    );
    assert_eq!(apply(&mut table, Seat::Host, Command::Ready), Err(Refusal::OutOfPlace));
    table.apply(Seat::Guest, Command::Resign, seconds(10), no_dice).unwrap();
    let left = |table: &Table, now: u64| {
        let clock = table.state().clock();
        clock.running().map(|seat| clock.remaining(seat, seconds(now)).time.as_secs())
    };
    assert_eq!((left(&table, 39), left(&table, 41)), (Some(60), Some(59)), "thirty seconds and no more");

    let mut ready = table.clone();
    ready.apply(Seat::Guest, Command::Ready, seconds(12), no_dice).unwrap();
    assert_eq!(left(&ready, 20), Some(60), "one is not both");
    assert_eq!(ready.apply(Seat::Guest, Command::Ready, seconds(13), no_dice), Err(Refusal::OutOfPlace));
    ready.apply(Seat::Host, Command::Ready, seconds(15), no_dice).unwrap();
    assert_eq!(left(&ready, 20), Some(55));
    assert_eq!(Table::from_log(ready.log().to_vec()).unwrap(), ready);

    // Who plays has seen it; the other's time does not run before they have.
    let first = table.state().to_act().unwrap();
    let opening = if table.state().colours()[first] == Colour::Dark { "D1-C1" } else { "E4-H4" };
    table.apply(first, mv(opening), seconds(12), no_dice).unwrap();
    assert_eq!((table.state().to_act(), left(&table, 20)), (Some(first.other()), Some(60)));
    table.apply(first.other(), Command::Ready, seconds(20), no_dice).unwrap();
    assert_eq!(left(&table, 25), Some(55));

    // The record tells of it.
    let text = tablen_table::record::Record { log: table.log().to_vec(), ..Default::default() }.to_string();
    assert!(text.contains(", clock waits 30") && text.contains(" is ready"), "{text}");
    assert_eq!(tablen_table::record::read(&text).record.log, table.log());

    // A computer has always seen it.
    let occupants = BySeat { host: person("Ada"), guest: Occupant::Computer(Level::WEAKEST) };
    let mut alone = open(Spec { occupants, ..spec });
    alone.apply(Seat::Guest, Command::Resign, seconds(10), no_dice).unwrap();
    alone.apply(Seat::Host, Command::Ready, seconds(11), no_dice).unwrap();
    assert_eq!(left(&alone, 21), Some(50));
}

#[test]
fn z3_the_first_player_alternates_over_the_rounds_of_a_match() {
    let rolled = tavli::Ruleset { first: tavli::First::RollOff, ..tavli::Ruleset::default() };
    for ruleset in [rolled, tavli::Ruleset::default()] {
        let spec = Spec { form: Form::BestOf(5), ruleset: Ruleset::Tavli(ruleset), ..spec("tavli") };
        let mut table = Table::open(spec, None, START, &mut Source::Seeded(6)).unwrap();
        let mut first = Vec::new();
        while let Some(seat) = table.state().to_act() {
            first.push(seat);
            // They win by turns, so that all five rounds are played.
            let loser = if first.len() % 2 == 0 { Seat::Host } else { Seat::Guest };
            apply(&mut table, loser, Command::Resign).unwrap();
        }
        assert_eq!(first.len(), 5);
        assert!(first.windows(2).all(|pair| pair[0] != pair[1]), "{first:?}");
    }
}

#[test]
fn a_turn_taken_back_keeps_its_throw() {
    let mut table = open(spec("tavli"));
    let mut dice = dice(&[2, 5, 6]);
    table.apply(Seat::Host, Command::Roll, START, &mut dice).unwrap();
    let thrown = table.state().round().cloned();
    for pips in [2, 5, 6] {
        let step = Command::Step(StepChoice { from: tavli::Place::Hand, die: Die::new(pips).unwrap() });
        apply(&mut table, Seat::Host, step).unwrap();
    }
    apply(&mut table, Seat::Host, Command::Confirm).unwrap();
    apply(&mut table, Seat::Host, Command::AskTakeback).unwrap();
    apply(&mut table, Seat::Guest, Command::GrantTakeback).unwrap();
    assert_eq!(table.state().round().cloned(), thrown);
    assert_eq!(
        apply(&mut table, Seat::Host, Command::Roll).unwrap_err().to_string(),
        "The dice have been thrown already."
    );
}

#[test]
fn z7_a_turn_with_nothing_to_play_passes_visibly() {
    // Whatever the computer plays: in one of these games somebody has to pass.
    for game in 0..20 {
        let mut table = open(spec("tavli"));
        let mut players = BySeat::from_fn(|seat| Computer::new(Level::WEAKEST, seat as u64));
        let mut dice = Source::Seeded(game);
        while let Some(seat) = table.state().to_act() {
            let command = players[seat].command(table.state(), seat, &Stop::new()).unwrap();
            let events = table.apply(seat, command, START, &mut dice).unwrap();
            if let [Entry { event: Event::Rolled { .. }, .. }, Entry { event, .. }, ..] = events {
                // Nothing could be played, and the same command that threw passed the turn.
                assert_eq!(*event, Event::TurnEnded { seat, steps: 0 });
                return;
            }
        }
    }
    panic!("nobody ever had to pass");
}

/// Without dice, a table that needs them does not half begin.
#[test]
fn a_request_does_all_it_should_or_nothing() {
    let spec = Spec {
        occupants: BySeat { host: person("Ada"), guest: Occupant::Open },
        host_plays: None,
        ..spec("tablut")
    };
    let mut table = open(spec);
    let before = table.clone();
    let join = || Command::Join { occupant: person("Bo"), nonce: Vec::new() };
    // One die is there for the side, none for who begins (T3).
    assert!(matches!(table.apply(Seat::Guest, join(), START, &mut dice(&[3])), Err(Refusal::NoThrow(_))));
    assert_eq!(table, before);
    table.apply(Seat::Guest, join(), START, &mut dice(&[3, 2])).unwrap();
    assert_eq!(table.state().phase(), Phase::Playing);
}

/// A log may end anywhere: what must follow happens when the table is looked at again.
#[test]
fn what_was_cut_off_is_made_up_for() {
    let mut table = open(Spec { form: Form::TwoRounds, ..spec("brandubh") });
    apply(&mut table, Seat::Host, Command::Resign).unwrap();
    apply(&mut table, Seat::Host, Command::Resign).unwrap();
    for length in 1..table.log().len() {
        let mut cut = Table::from_log(table.log()[..length].to_vec()).unwrap();
        let due = cut.tick(START, &mut Source::Seeded(1)).unwrap().to_vec();
        assert_eq!(due, table.log()[length..length + due.len()]);
        assert!(cut.state().is_over() || cut.state().to_act().is_some());
    }
}

#[test]
fn a_seed_is_revealed_at_the_end_only_and_only_the_one_committed_to() {
    let seed = Seed([4; 32]);
    let mut table =
        Table::open(spec("tavli"), Some(seed.commitment()), START, &mut Source::Verifiable(seed)).unwrap();
    assert_eq!(table.reveal(seed, START).unwrap_err(), Refusal::NotOver);
    apply(&mut table, Seat::Host, Command::Resign).unwrap();
    assert_eq!(table.reveal(Seed([5; 32]), START).unwrap_err(), Refusal::OutOfPlace);
    table.reveal(seed, START).unwrap();
    assert_eq!(table.state().seed(), Some(seed));
    assert_eq!(table.reveal(seed, START).unwrap_err(), Refusal::OutOfPlace);
}

#[test]
fn the_computer_answers_what_it_is_asked() {
    let mut table = open(spec("tablut"));
    let mut computer = Computer::new(Level::WEAKEST, 1);
    let mut answer = |table: &mut Table| {
        let command = computer.command(table.state(), Seat::Guest, &Stop::new())?;
        Some(apply(table, Seat::Guest, command).unwrap().remove(0).event)
    };
    if table.state().to_act() == Some(Seat::Guest) {
        answer(&mut table);
    }
    let Some(Round::Tafl(game)) = table.state().round() else { panic!("no game") };
    let first = game.moves()[0];
    apply(&mut table, Seat::Host, Command::OfferDraw).unwrap();
    assert_eq!(answer(&mut table), Some(Event::DrawDeclined { seat: Seat::Guest }));
    assert_eq!(answer(&mut table), None);
    apply(&mut table, Seat::Host, Command::Move { mv: first }).unwrap();
    apply(&mut table, Seat::Host, Command::AskTakeback).unwrap();
    assert!(matches!(answer(&mut table), Some(Event::TakenBack { .. })));
    apply(&mut table, Seat::Host, Command::Resign).unwrap();
    apply(&mut table, Seat::Host, Command::OfferRematch).unwrap();
    assert_eq!(answer(&mut table), Some(Event::RematchAgreed));
}

/// A log in which somebody plays while the clocks stand still, or after their time, is no table's.
#[test]
fn nobody_plays_in_a_pause_or_out_of_time() {
    let control = Control::Fischer { base: seconds(60), increment: seconds(30) };
    let table = open(Spec { control, ..spec("alea") });
    let forge = |events: &[(u64, Event)]| {
        let mut log = table.log().to_vec();
        for (at, event) in events {
            let (sequence, at) = (log.len() as u64, seconds(*at));
            log.push(Entry::new(sequence, at, event.clone()));
        }
        Table::from_log(log).map_err(|bad| bad.sequence - table.log().len())
    };
    let moved = Event::Moved { seat: Seat::Host, mv: "I5-H5".parse().unwrap() };
    assert!(forge(&[(59, moved.clone())]).is_ok());
    assert_eq!(forge(&[(60, moved.clone())]).unwrap_err(), 0);
    assert_eq!(forge(&[(5, Event::Paused), (6, moved.clone()), (7, Event::Resumed)]).unwrap_err(), 1);
    let resigned = Event::RoundEnded { winner: Some(Seat::Host), reason: tablen_table::EndReason::Resigned };
    assert_eq!(forge(&[(5, Event::Paused), (6, resigned)]).unwrap_err(), 1);
    assert!(forge(&[(60, Event::Paused), (900, Event::Resumed)]).is_ok());
    assert!(forge(&[(5, Event::Paused), (900, Event::Resumed), (910, moved)]).is_ok());
}

#[test]
fn a_game_that_has_begun_is_not_called_off_even_if_all_is_taken_back() {
    let mut table = open(spec("alea"));
    apply(&mut table, Seat::Host, mv("I5-H5")).unwrap();
    apply(&mut table, Seat::Host, Command::AskTakeback).unwrap();
    apply(&mut table, Seat::Guest, Command::GrantTakeback).unwrap();
    assert_eq!(apply(&mut table, Seat::Host, Command::Abort), Err(Refusal::TooLateToAbort));
    let mut table = open(spec("tavli"));
    apply(&mut table, Seat::Host, Command::Roll).unwrap();
    assert_eq!(apply(&mut table, Seat::Guest, Command::Abort), Err(Refusal::TooLateToAbort));
}

/// Whoever takes a turn back, in the middle of the next one or not, gets the same throws again.
#[test]
fn taking_back_brings_no_other_dice() {
    let play = |table: &mut Table, dice: &mut Source| {
        let seat = table.state().to_act().unwrap();
        let Some(Round::Tavli(round)) = table.state().round() else { panic!("no tavli") };
        let Some(mut play) = round.under_way().cloned() else {
            table.apply(seat, Command::Roll, START, dice).unwrap();
            return;
        };
        let mut steps = Vec::new();
        while let Some(step) = play.next_steps().first().copied() {
            play.step(step.from, step.die).unwrap();
            steps.push(StepChoice::from(step));
        }
        table.apply(seat, Command::Turn { steps, end: true }, START, dice).unwrap();
    };
    let thrown = |table: &Table| {
        let Some(Round::Tavli(round)) = table.state().round() else { panic!("no tavli") };
        let past = round.past().iter().map(|(_, turn)| turn.roll);
        past.chain(round.under_way().map(|play| play.roll())).collect::<Vec<_>>()
    };
    for seed in 0..40 {
        let seed = Seed([seed; 32]);
        let dice = &mut Source::Verifiable(seed);
        let mut table = Table::open(spec("tavli"), Some(seed.commitment()), START, dice).unwrap();
        for _ in 0..11 {
            play(&mut table, dice);
        }
        let (before, throws) = (thrown(&table), table.state().throws());
        let seat = table.state().to_act().unwrap();
        // Some throws could not be played, and are not taken back.
        if table.apply(seat, Command::AskTakeback, START, dice).is_err() {
            continue;
        }
        table.apply(seat.other(), Command::GrantTakeback, START, dice).unwrap();
        assert!(thrown(&table).len() < before.len() && before.starts_with(&thrown(&table)));
        while thrown(&table).len() < before.len() {
            play(&mut table, dice);
        }
        assert_eq!(thrown(&table)[..before.len()], before);
        assert!(table.state().throws() <= throws + 1, "nothing is thrown again");
        assert_eq!(Table::from_log(table.log().to_vec()).unwrap(), table);
        let record = Record::of(&table).to_string();
        assert_eq!(record.parse::<Record>().unwrap().table().unwrap(), table);
        apply(&mut table, Seat::Host, Command::Resign).unwrap();
        table.reveal(seed, START).unwrap();
        assert!(matches!(verify(table.log()), Verdict::Right { .. }));
    }
}

/// What was spent on the line is in the log, in the record and nowhere else.
#[test]
fn lag_is_in_the_log_and_in_the_record() {
    let control = Control::Fischer { base: seconds(60), increment: Duration::ZERO };
    let mut table = open(Spec { control, help: true, ..spec("alea") });
    let no_dice = &mut Source::Seeded(1);
    let spent = |command: Command, millis: u64| Request {
        spent: Some(Duration::from_millis(millis)),
        ..command.into()
    };
    table.apply(Seat::Host, spent(mv("I5-H5"), 9_400), seconds(10), no_dice).unwrap();
    assert_eq!(table.log().last().unwrap().lag, Duration::from_millis(600));
    table.note_hint(Seat::Guest, seconds(12));
    // Who claims to have spent more than has passed wins nothing, and nothing is forgiven in what is no turn.
    table.apply(Seat::Guest, spent(mv("C1-C2"), 90_000), seconds(20), no_dice).unwrap();
    table.apply(Seat::Guest, spent(Command::OfferDraw, 0), seconds(21), no_dice).unwrap();
    let left = |seat| table.state().clock().remaining(seat, seconds(21)).time;
    assert_eq!((left(Seat::Host), left(Seat::Guest)), (Duration::from_millis(49_600), seconds(50)));
    assert_eq!(table.log().iter().filter(|entry| !entry.lag.is_zero()).count(), 1);
    let record = Record::of(&table);
    let text = record.to_string();
    assert!(text.contains("@0:10.000~0:00.600\n") && text.contains("\nHelp: allowed\n"), "{text}");
    assert!(text.contains("guest is given a hint  @0:12.000\n"), "{text}");
    assert_eq!(text.parse::<Record>().unwrap(), record);
    assert_eq!(record.to_json().parse::<Record>().unwrap(), record);
    // More than could be forgiven is no log.
    let mut forged = table.log().to_vec();
    let place = forged.iter().position(|entry| !entry.lag.is_zero()).unwrap();
    forged[place].lag = Duration::from_millis(1_001);
    assert_eq!(Table::from_log(forged).unwrap_err().sequence, place);
}

/// A refused command leaves the clock as it was, whatever its line has cost.
#[test]
fn nothing_is_forgiven_for_what_did_not_happen() {
    let control = Control::Fischer { base: seconds(60), increment: Duration::ZERO };
    let mut table = open(Spec { control, ..spec("alea") });
    let before = table.clone();
    let request = Request { spent: Some(Duration::ZERO), ..mv("A1-A2").into() };
    assert!(table.apply(Seat::Host, request, seconds(5), &mut Source::Seeded(1)).is_err());
    assert_eq!(table, before);
    // What could not be stored has not happened, and can be asked for again under the same key.
    let request = || Request { key: Some(7), spent: Some(Duration::ZERO), ..mv("I5-H5").into() };
    table.apply(Seat::Host, request(), seconds(5), &mut Source::Seeded(1)).unwrap();
    table.go_back_to(before.log().len());
    assert_eq!(table, before);
    assert!(!table.has_done(Seat::Host, 7));
    table.apply(Seat::Host, request(), seconds(9), &mut Source::Seeded(1)).unwrap();
}
