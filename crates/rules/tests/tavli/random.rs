//! What must hold everywhere, tried in random games under random rules.
#![allow(clippy::unwrap_used, reason = "a test may fail by a panic")]

use crate::support;

use std::collections::{BTreeSet, HashSet};

use fastrand::Rng;
use support::tavli::*;
use tablen_rules::option::Options;
use tablen_rules::tavli::{Die, Place, Play, Position, Results, Roll, Ruleset, Setup, Side, Status, Turn};

/// Rules with every option drawn at random.
fn random_rules(rng: &mut Rng) -> Ruleset {
    let mut ruleset = Ruleset::default();
    for option in Ruleset::options() {
        let value = option.values[rng.usize(..option.values.len())];
        option.set(&mut ruleset, value).unwrap();
    }
    ruleset
}

/// Plays random games and shows every throw with its results.
fn random_games(games: u64, mut visit: impl FnMut(&mut Rng, &Position, Roll, &Results)) {
    let mut results = Results::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let ruleset = if seed % 4 == 0 { Ruleset::default() } else { random_rules(&mut rng) };
        let mut position = Position::start(ruleset, Side::ALL[rng.usize(..2)]);
        while let Status::Roll(_) = position.status() {
            let roll = thrown(&mut rng);
            position.results_into(roll, &mut results);
            visit(&mut rng, &position, roll, &results);
            position = results.position(rng.usize(..results.len())).unwrap();
        }
    }
}

#[test]
fn results_are_distinct_valid_and_keep_their_keys() {
    random_games(40, |rng, position, roll, results| {
        assert!(!results.is_empty(), "{position} {roll}");
        let distinct: HashSet<Position> = results.positions().collect();
        assert_eq!(distinct.len(), results.len(), "{position} {roll}");
        for _ in 0..10 {
            let index = rng.usize(..results.len());
            let after = results.position(index).unwrap();
            assert_eq!(after.key(), after.fresh_key());
            assert_eq!(Position::new(after.ruleset(), after.setup()), Ok(after));
            assert_eq!(results.packed().nth(index).as_ref(), Some(after.packed()));
            assert_eq!(after.to_string().parse::<Setup>(), Ok(after.setup()));
        }
        assert_eq!(results.position(results.len()), None);
    });
}

#[test]
fn every_result_has_a_turn_that_leads_there() {
    random_games(40, |rng, position, roll, results| {
        for _ in 0..3 {
            let after = results.position(rng.usize(..results.len())).unwrap();
            let turn = position.turn_to(roll, &after).unwrap_or_else(|| panic!("{position} {roll} {after}"));
            assert_eq!(position.play(&turn), Ok(after), "{position} {turn}");
            assert_eq!(turn.to_string().parse::<Turn>(), Ok(turn));
        }
        assert_eq!(position.turn_to(roll, position), None);
    });
}

#[test]
fn undo_restores_exactly() {
    random_games(12, |rng, position, roll, _| {
        let mut play = position.roll(roll).unwrap();
        let mut seen: Vec<String> = Vec::new();
        loop {
            let next = play.next_steps();
            assert_eq!(next.is_empty(), play.may_finish(), "{position} {}", play.turn());
            seen.push(format!("{play:?}"));
            let Some(step) = next.get(rng.usize(..next.len().max(1))) else { break };
            assert_eq!(play.step(step.from, step.die), Ok(*step));
        }
        while let Some(before) = seen.pop() {
            assert_eq!(format!("{play:?}"), before);
            play.undo();
        }
        assert_eq!(play.undo(), None);
    });
}

/// Every position that playing offered steps to the end leads to.
fn ends(play: &mut Play, seen: &mut HashSet<String>, ends: &mut BTreeSet<String>) {
    if !seen.insert(format!("{} {} {:?}", play.men(Side::White), play.men(Side::Black), play.remaining())) {
        return;
    }
    if play.may_finish() {
        ends.insert(play.finish().unwrap().to_string());
    }
    for step in play.next_steps() {
        assert_eq!(play.why_not(step.from, step.die), None);
        assert_eq!(play.why_not_to(step.from, step.to), None);
        play.step(step.from, step.die).unwrap();
        self::ends(play, seen, ends);
        play.undo();
    }
}

#[test]
fn offered_steps_lead_to_the_results_and_nowhere_else() {
    random_games(40, |_, position, roll, results| {
        if results.len() > 60 || roll.weight() == 1 {
            return;
        }
        let mut found = BTreeSet::new();
        ends(&mut position.roll(roll).unwrap(), &mut HashSet::new(), &mut found);
        let expected: BTreeSet<String> = results.positions().map(|after| after.to_string()).collect();
        assert_eq!(found, expected, "{} {position} {roll}", position.ruleset());
    });
}

/// Where the man that has just come to a place can be taken by more steps, tried one after the other.
fn wander(play: &mut Play, from: Place, at: Place, steps: usize, reached: &mut BTreeSet<(Place, Place)>) {
    if steps > 1 {
        reached.insert((from, at));
    }
    for step in play.next_steps().into_iter().filter(|step| step.from == at) {
        play.step(step.from, step.die).unwrap();
        wander(play, from, step.to, steps + 1, reached);
        play.undo();
    }
}

#[test]
fn ways_of_one_man_lead_wherever_its_steps_do() {
    let mut longest = 0;
    random_games(20, |_, position, roll, _| {
        let mut play = position.roll(roll).unwrap();
        let direct: BTreeSet<_> = play.next_steps().iter().map(|step| (step.from, step.to)).collect();
        let mut reached = BTreeSet::new();
        for (from, _) in &direct {
            wander(&mut play, *from, *from, 0, &mut reached);
        }
        let expected: Vec<_> = reached.difference(&direct).copied().collect();
        let ways = play.options().ways;
        let ends: Vec<_> = ways.iter().map(|way| (way[0].from, way[way.len() - 1].to)).collect();
        assert_eq!(ends, expected, "{position} {roll}");
        for way in &ways {
            longest = longest.max(way.len());
            let mut play = position.roll(roll).unwrap();
            for (index, step) in way.iter().enumerate() {
                assert_eq!(play.step(step.from, step.die), Ok(*step), "{position} {roll}");
                assert!(index == 0 || way[index - 1].to == step.from);
            }
        }
    });
    assert!(longest >= 4, "ways of {longest} steps were the longest");
}

#[test]
fn what_is_not_offered_is_refused_with_a_reason() {
    random_games(12, |rng, position, roll, _| {
        let mut play = position.roll(roll).unwrap();
        loop {
            let next = play.next_steps();
            let playable = play.options().playable;
            for die in Die::ALL {
                let now = next.iter().any(|step| step.die == die);
                let playable = playable[usize::from(die.pips()) - 1];
                assert_eq!(playable.now, now, "{position} {}", play.turn());
                assert!(playable.most >= u8::from(now), "{position} {}", play.turn());
                for from in ["hand", "m1", "m4", "m9", "1", "3", "6", "10", "18", "19", "22", "24", "off"] {
                    let from = place(from);
                    let offered = next.iter().any(|step| (step.from, step.die) == (from, die));
                    let why = play.why_not(from, die);
                    assert_eq!(why.is_none(), offered, "{position} {} {from} {die}: {why:?}", play.turn());
                }
            }
            let Some(step) = next.get(rng.usize(..next.len().max(1))) else { break };
            play.step(step.from, step.die).unwrap();
        }
        assert!(play.options().playable.iter().all(|playable| playable.most == 0));
    });
}

#[test]
fn the_same_game_with_the_colours_exchanged() {
    random_games(10, |_, position, roll, results| {
        let exchanged = |position: &Position| {
            let mut setup = position.setup();
            std::mem::swap(&mut setup.men.white, &mut setup.men.black);
            setup.side = setup.side.other();
            Position::new(position.ruleset(), setup).unwrap()
        };
        let mut others = Results::new();
        exchanged(position).results_into(roll, &mut others);
        let here: HashSet<Position> = results.positions().map(|after| exchanged(&after)).collect();
        assert_eq!(here, others.positions().collect());
    });
}
