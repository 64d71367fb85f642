//! Analyses of positions and of whole games, of every family.

use std::time::Duration;

use fastrand::Rng;
use tablen_engine::{Level, Limits, Signals, StandingClock, Stop};
use tablen_rules::words::Lang;
use tablen_table::analysis::{Found, Looked, TableAnalysis, TurnMark};
use tablen_table::dice::Source;
use tablen_table::{
    AnyGame, BySeat, Colour, Command, Computer, Event, Family, GameRound, Occupant, Ruleset, Seat, Spec,
    Table,
};

use super::support::{random_command, seated};

/// Little enough that a whole game takes a second.
const NODES: Limits = Limits::nodes(400);

fn look_on(analysis: &mut TableAnalysis, stop: &Stop) -> Looked {
    analysis.look_on(&NODES, Signals::new(stop, &StandingClock))
}

/// A game between two weak computers, each turn a second after the one before.
fn played(preset: &str) -> Table {
    let occupants = BySeat::from_fn(|_| Occupant::Computer(Level::WEAKEST));
    let spec = Spec { occupants, ..Spec::new(Ruleset::from_preset(preset).unwrap()) };
    let (mut dice, mut now) = (Source::Seeded(3), Duration::ZERO);
    let mut table = Table::open(spec, None, now, &mut dice).unwrap();
    let mut players = BySeat::from_fn(|seat| Computer::new(Level::WEAKEST, seat as u64));
    let stop = Stop::new();
    while let Some(seat) = table.state().to_act() {
        now += Duration::from_secs(1);
        let command = players[seat].command(table.state(), seat, &stop).unwrap();
        table.apply(seat, command, now, &mut dice).unwrap();
    }
    table
}

#[test]
fn a_game_is_analysed_turn_by_turn() {
    for preset in ["brandubh", "tavli"] {
        let table = played(preset);
        let mut analysis = TableAnalysis::new(&table).unwrap();
        let (turns, stop) = (analysis.all(), Stop::new());
        let finished = &table.state().rounds()[0];
        assert_eq!(turns, finished.round.turns());
        for number in 1..=turns {
            assert_eq!(look_on(&mut analysis, &stop), Looked::On, "{preset} {number}");
            assert_eq!(analysis.done(), number);
        }
        assert_eq!(look_on(&mut analysis, &stop), Looked::ToTheEnd);
        for (number, (round, turn)) in (1..).zip(analysis.turns()) {
            assert_eq!((round, turn.turn), (1, number));
            assert_eq!(turn.text, finished.round.turn_played(number - 1).unwrap().text);
            assert!((0.0..=1.0).contains(&turn.chance_before) && (0.0..=1.0).contains(&turn.chance_after));
            // What the mover lost is what the light side's chance fell or rose by.
            let fall = turn.chance_before - turn.chance_after;
            let fall = if turn.colour == Colour::Light { fall } else { -fall };
            assert!((fall - turn.loss).abs() < 1e-6, "{turn:?}");
            assert!(turn.best.is_none() || turn.loss > 0.0 || turn.mark.is_none());
            assert!(turn.mark.is_some_and(|mark| mark != TurnMark::Good) || turn.reasons.is_empty());
            assert!(!turn.best_line.is_empty());
            assert_eq!(turn.luck.is_some(), preset == "tavli");
            for reason in &turn.reasons {
                assert!(Lang::ALL.iter().all(|lang| !reason.render(*lang).contains('{')));
            }
        }
        let marked = analysis.turns().filter(|(_, turn)| !turn.reasons.is_empty()).count();
        assert!(marked > 0, "{preset}: no mark is explained");
        let [summary] = analysis.summary()[..] else { panic!("one round") };
        let winner = finished.result.winner.map(|seat| finished.colours[seat]);
        assert_eq!((summary.round, summary.winner), (1, winner));
        let sides = [summary.sides.light, summary.sides.dark];
        assert_eq!(sides.map(|side| side.turns).iter().sum::<usize>(), turns);
        for side in sides {
            assert!(side.accuracy.is_some_and(|accuracy| (0.0..=100.0).contains(&accuracy)), "{side:?}");
            assert!(side.milliseconds.is_some_and(|time| time >= 1_000), "{side:?}");
            assert_eq!(side.counts.hits.is_some(), preset == "tavli");
            assert_eq!(side.counts.captured.is_some(), preset != "tavli");
        }
        assert_eq!(summary.luck_adjusted.is_some(), preset == "tavli");
        // The whole time of the game was somebody's.
        let time: u64 = sides.iter().filter_map(|side| side.milliseconds).sum();
        assert_eq!(u128::from(time), table.last_moment().as_millis() - first_moment(&table).as_millis());
    }
}

/// When somebody could first act.
fn first_moment(table: &Table) -> Duration {
    let begun = |event: &Event| matches!(event, Event::RoundBegan { .. });
    table.log().iter().find(|entry| begun(&entry.event)).map_or(Duration::ZERO, |entry| entry.at)
}

#[test]
fn an_analysis_that_is_stopped_goes_on() {
    for preset in ["brandubh", "tavli"] {
        let mut analysis = TableAnalysis::new(&played(preset)).unwrap();
        let stopped = Stop::new();
        stopped.stop();
        // Nothing is lost by it, and nothing that was not looked at is told.
        for _ in 0..10 {
            let looked = look_on(&mut analysis, &stopped);
            assert!(looked == Looked::Stopped || looked == Looked::On && preset == "brandubh", "{preset}");
        }
        while look_on(&mut analysis, &Stop::new()) == Looked::On {}
        assert_eq!(analysis.done(), analysis.all(), "{preset}");
    }
}

#[test]
fn a_match_is_analysed_round_by_round() {
    let mut rng = Rng::with_seed(5);
    let ruleset = Ruleset::from_preset("brandubh").unwrap();
    let spec = Spec { form: tablen_table::Form::TwoRounds, ..seated(ruleset) };
    let mut dice = Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, &mut dice).unwrap();
    while !table.state().is_over() {
        let (seat, command) = match table.state().round() {
            Some(round) if round.turns() >= 6 => (Seat::Host, Command::Resign),
            _ => (table.state().to_act().unwrap_or(Seat::Host), random_command(&table, &mut rng)),
        };
        let _ = table.apply(seat, command, Duration::ZERO, &mut dice);
    }
    let mut analysis = TableAnalysis::new(&table).unwrap();
    while look_on(&mut analysis, &Stop::new()) == Looked::On {}
    let rounds: Vec<usize> = analysis.summary().iter().map(|round| round.round).collect();
    assert_eq!(rounds.len(), table.state().rounds().len());
    assert!(analysis.summary().iter().all(|round| round.sides.light.milliseconds.is_none()));
}

#[test]
fn a_position_is_looked_at_ever_deeper() {
    let rules = Ruleset::from_preset("tablut").unwrap();
    let round = tablen_table::Round::new(&rules, Colour::Dark).unwrap();
    let mut analyst = AnyGame::analyst(&round).unwrap();
    let mut depths = Vec::new();
    let mut tell = |found: Found| match found {
        Found::Lines { depth, lines, .. } => {
            assert_eq!(lines.len(), 3);
            assert!(lines[0].turns.len() <= 8 && !lines[0].turns.is_empty());
            depths.push(depth);
        }
        other => panic!("{other:?}"),
    };
    let stop = Stop::new();
    let signals = Signals::new(&stop, &StandingClock);
    analyst.look(&round, 3, &Limits::nodes(5_000), signals, &mut tell);
    let first = analyst.look(&round, 3, &Limits::nodes(50_000), signals, &mut tell);
    assert_eq!(first, Looked::ToTheEnd);
    // Asked again it tells only what is new.
    assert!(depths.len() > 2 && depths.windows(2).all(|pair| pair[0] < pair[1]), "{depths:?}");
}

#[test]
fn throws_are_valued_and_turns_compared() {
    let rules = Ruleset::from_preset("tavli").unwrap();
    let mut round = tablen_table::Round::new(&rules, Colour::Light).unwrap();
    let stop = Stop::new();
    let signals = Signals::new(&stop, &StandingClock);
    let found = |round: &tablen_table::Round| {
        let mut found = Vec::new();
        let mut analyst = AnyGame::analyst(round).unwrap();
        let looked = analyst.look(round, 3, &Limits::default(), signals, &mut |new| found.push(new));
        assert_eq!(looked, Looked::ToTheEnd);
        found
    };
    let before = found(&round);
    let [Found::Rolls { lookahead: 0, rolls, .. }, Found::Rolls { lookahead: 1, chance, .. }] = &before[..]
    else {
        panic!("{before:?}");
    };
    assert_eq!(rolls.len(), 56);
    assert_eq!(rolls.iter().map(|roll| u32::from(roll.ways)).sum::<u32>(), 216);
    assert!(rolls.iter().all(|roll| roll.best.is_some()));
    assert!(rolls.windows(2).all(|pair| pair[0].chance >= pair[1].chance));
    // Who begins wins three games of four.
    assert!((0.6..0.9).contains(chance), "{chance}");
    round.roll(&"256".parse().unwrap()).unwrap();
    let plays = found(&round);
    let Found::Plays { lines, .. } = &plays[0] else { panic!("{plays:?}") };
    // All men enter: there is nothing to choose.
    assert_eq!(lines.len(), 1);
}
