//! Play of tavli: any rules, any position, any throws, any tries.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{Bytes, tavli, text};
use tablen_rules::tavli::{Die, GameOver, Illegal, Place, Play, Position, Results, Roll, Status};

const MOST_TURNS: usize = 10;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let ruleset = tavli::choose_ruleset(&mut bytes);
    let mut position = tavli::choose_position(&mut bytes, ruleset);
    let mut results = Results::new();
    tavli::is_consistent(&position);
    for _ in 0..MOST_TURNS {
        let roll = tavli::choose_roll(&mut bytes);
        let play = match (position.status(), position.roll(roll)) {
            (Status::Roll(side), Ok(play)) => {
                assert_eq!(side, position.side());
                play
            }
            (Status::Over(outcome), Err(over)) => {
                assert_eq!(over, GameOver(outcome));
                text::is_said(&over);
                position.results_into(roll, &mut results);
                assert!(results.is_empty());
                return;
            }
            (status, play) => panic!("{position}: {status:?}, {play:?}"),
        };
        let turn = play_turn(&mut bytes, play);
        let after = turn.finish().expect("a turn that may be finished");
        leads_there(&position, roll, &turn, &after, &mut results);
        position = after;
        if bytes.is_empty() {
            return;
        }
    }
});

/// Plays to the end of a turn, with tries and steps taken back on the way.
fn play_turn(bytes: &mut Bytes<'_>, mut play: Play) -> Play {
    let mut past: Vec<Play> = Vec::new();
    loop {
        tavli::goes_on(&play);
        if play.may_finish() && bytes.below(4) != 1 {
            return play;
        }
        // Without more bytes, steps are played as they are offered, and the turn comes to its end.
        let (from, die) = match bytes.below(8) {
            0..=4 => match bytes.choose(&play.next_steps()) {
                Some(step) => (step.from, step.die),
                None => continue,
            },
            5 | 6 => (tavli::choose_place(bytes), *bytes.pick(&Die::ALL)),
            _ => {
                take_back(&mut play, &mut past);
                ends_or_says_why_not(&play);
                asks_for_places(bytes, &play);
                continue;
            }
        };
        let before = play.clone();
        if try_step(&mut play, from, die) {
            past.push(before);
        }
    }
}

/// Tries a step: it is played if it is offered, and refused with a reason if not. Whether it was played.
fn try_step(play: &mut Play, from: Place, die: Die) -> bool {
    let before = play.clone();
    let offered = play.next_steps().into_iter().find(|step| (step.from, step.die) == (from, die));
    let reason = play.why_not(from, die);
    assert_eq!(reason.is_none(), offered.is_some(), "{from} {die}: {reason:?} {play:?}");
    match play.step(from, die) {
        Ok(step) => {
            assert_eq!(Some(step), offered);
            assert_eq!(play.steps().last(), Some(&step));
        }
        Err(refusal) => {
            assert_eq!(Some(refusal), reason);
            text::is_said(&refusal);
            is_the_same(play, &before);
        }
    }
    offered.is_some()
}

/// Takes a step back; everything is as it was.
fn take_back(play: &mut Play, past: &mut Vec<Play>) {
    match past.pop() {
        Some(before) => {
            let last = play.steps().last().copied();
            assert_eq!(play.undo(), last);
            is_the_same(play, &before);
        }
        None => assert_eq!(play.undo(), None),
    }
}

/// Debug shows everything that a turn under way remembers.
fn is_the_same(play: &Play, before: &Play) {
    assert_eq!(format!("{play:?}"), format!("{before:?}"));
}

/// A turn ends exactly when it may.
fn ends_or_says_why_not(play: &Play) {
    match play.finish() {
        Ok(_) => assert!(play.may_finish()),
        Err(reason) => {
            assert!(!play.may_finish());
            assert!(matches!(reason, Illegal::Unfinished { more: 1.. }), "{reason:?} {play:?}");
            text::is_said(&reason);
        }
    }
}

/// Asked for the place where a man is to go, a turn knows the number or the reason.
fn asks_for_places(bytes: &mut Bytes<'_>, play: &Play) {
    let (from, to) = (tavli::choose_place(bytes), tavli::choose_place(bytes));
    let offered = play.next_steps();
    match (play.die_to(from, to), play.why_not_to(from, to)) {
        (Some(die), None) => {
            assert!(offered.iter().any(|step| (step.from, step.to, step.die) == (from, to, die)));
        }
        (None, Some(reason)) => {
            assert!(!offered.iter().any(|step| (step.from, step.to) == (from, to)), "{from}-{to} {play:?}");
            text::is_said(&reason);
        }
        (die, reason) => panic!("{from}-{to}: {die:?} and {reason:?}, {play:?}"),
    }
}

/// A finished turn leads to a position among the results of its throw, and its text says the same.
fn leads_there(position: &Position, roll: Roll, play: &Play, after: &Position, results: &mut Results) {
    tavli::is_consistent(after);
    assert_eq!(after.side(), position.side().other());
    assert_eq!(after.setup().turns, position.setup().turns + 1);
    let turn = play.turn();
    text::reads_back(&turn);
    assert_eq!(position.play(&turn), Ok(*after), "{position} {turn}");

    let other = position.turn_to(roll, after).unwrap_or_else(|| panic!("no way: {position} {turn}"));
    assert_eq!(position.play(&other), Ok(*after), "{position} {other}");

    // Three alike can have hundreds of thousands of results.
    if roll.weight() > 1 {
        position.results_into(roll, results);
        let found = results.packed().filter(|men| men == after.packed()).count();
        assert_eq!(found, 1, "{position} {turn} under {}", position.ruleset());
    }
}
