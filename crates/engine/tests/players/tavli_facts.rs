//! Facts of tavli held against the slow rules, and against positions in which they are plain.

use std::collections::HashSet;

use tablen_engine::tavli::analysis::{Fact, facts_of, reasons_against};
use tablen_reference::tavli as slow;
use tablen_rules::tavli::{Cell, Die, Position, Results, Roll, Ruleset, Setup, Side, Status, Turn};

use crate::random::Random;

fn position(text: &str) -> Position {
    Position::new(Ruleset::default(), text.parse().unwrap())
        .unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn cell(number: u8) -> Cell {
    Cell::new(number).unwrap()
}

/// Past so many nodes the slow rules are not asked.
const NODES: usize = 3_000;

/// How many of the 216 ordered throws hit the man on each cell, by the slow rules; nothing if they would take too long.
fn slow_hits(position: &Position, side: Side) -> Option<Vec<(Cell, u32)>> {
    let (ruleset, setup) = (position.ruleset(), position.setup());
    let mut hits = [0; 25];
    for roll in Roll::all() {
        let results: HashSet<Setup> = slow::results_within(&ruleset, &setup, roll, NODES)?;
        // Each of the ordered throws counts by itself.
        let ordered = Die::ALL
            .iter()
            .flat_map(|a| Die::ALL.iter().flat_map(move |b| Die::ALL.iter().map(move |c| [*a, *b, *c])));
        let times = ordered.filter(|dice| Roll::new(*dice) == roll).count() as u32;
        for cell in Cell::all() {
            let before = setup.men[side].on(cell);
            if results.iter().any(|after| after.men[side].on(cell) < before) {
                hits[usize::from(cell.number())] += times;
            }
        }
    }
    Some(
        Cell::all()
            .map(|cell| (cell, hits[usize::from(cell.number())]))
            .filter(|(_, hits)| *hits > 0)
            .collect(),
    )
}

#[test]
fn throws_that_hit_are_those_that_the_slow_rules_find() {
    let mut random = Random(12);
    let mut results = Results::new();
    let (mut compared, mut within_reach) = (0, 0);
    for game in 0..40 {
        let mut position = Position::start(Ruleset::default(), Side::ALL[game % 2]);
        while let Status::Roll(side) = position.status() {
            let roll = Roll::new([(); 3].map(|()| Die::ALL[random.below(6)]));
            position.results_into(roll, &mut results);
            let after = results.position(random.below(results.len())).unwrap();
            // The slow rules are slow: one turn in twelve is enough.
            if random.below(12) == 0
                && let Some(expected) = slow_hits(&after, side)
            {
                let turn = position.turn_to(roll, &after).unwrap();
                let mut found: Vec<(Cell, u32)> = facts_of(&position, &turn)
                    .into_iter()
                    .filter_map(|fact| match fact {
                        Fact::ManWithinReach { cell, throws } => Some((cell, throws)),
                        _ => None,
                    })
                    .collect();
                found.sort_unstable();
                assert_eq!(found, expected, "{position} {turn}");
                compared += 1;
                within_reach += found.len();
            }
            position = after;
        }
    }
    assert!(compared > 40 && within_reach > 20, "{compared} {within_reach}");
}

fn turn(text: &str) -> Turn {
    text.parse().unwrap()
}

#[test]
fn a_man_left_alone_is_told_with_the_throws_that_hit_him() {
    let position = position("white 12:2 21:13 beyond; black 11:1 14:14 beyond; white to roll");
    let (left, better) = (turn("123: 12-13 21-23 21-24"), turn("123: 21-22 21-23 21-24"));
    let reasons = reasons_against(&position, &left, &better);
    // From 11 every ace hits on 12, which 91 of 216 throws have; nothing else goes one cell.
    assert!(reasons.contains(&Fact::ManWithinReach { cell: cell(12), throws: 91 }), "{reasons:?}");
    // Two cells: 91 throws with a 2, and 13 more in which two aces make it.
    assert_eq!(reasons[0], Fact::ManWithinReach { cell: cell(13), throws: 91 + 13 }, "{reasons:?}");
    assert!(reasons.contains(&Fact::BlockBroken { cell: cell(12) }));
    // The other way round there is nothing to be said of men or blocks.
    assert_eq!(reasons_against(&position, &better, &left), []);
}

#[test]
fn a_way_that_is_blocked_does_not_hit() {
    // White holds 14 to 19 before the man on 20: no number leads past, and none alone reaches so far.
    let setup = "white 13:1 14:2 15:2 16:2 17:2 18:2 19:2 20:1 24:1 beyond; black 8:15 beyond; white to roll";
    let facts = facts_of(&position(setup), &turn("114: 13-14 20-24"));
    assert!(facts.iter().all(|fact| !matches!(fact, Fact::ManWithinReach { .. })), "{facts:?}");
}

#[test]
fn the_first_man_beyond_cell_6_exposes_those_behind() {
    let position = position("white 1:3 2:1 3:3 4:4 5:3 6:1; black m1:1 20:14 beyond; white to roll");
    let (early, patient) = (turn("234: 6-8 5-8 4-8"), turn("123: 3-4 4-6 3-6"));
    let facts = facts_of(&position, &early);
    // Black's hit man comes back on cell 2 with a 2.
    assert!(facts.contains(&Fact::MenExposed { cells: vec![cell(2)] }), "{facts:?}");
    let facts = facts_of(&position, &patient);
    assert!(facts.iter().all(|fact| !matches!(fact, Fact::MenExposed { .. } | Fact::ManWithinReach { .. })));
}

#[test]
fn what_the_better_turn_does_is_told_as_missed() {
    let position = position("white 7:2 20:13 beyond; black 9:1 23:14 beyond; white to roll");
    let (quiet, hitting) = (turn("246: 20-22 7-11 7-13"), turn("246: 7-9* 20-24 9-15"));
    let reasons = reasons_against(&position, &quiet, &hitting);
    assert_eq!(reasons[0], Fact::HitMissed { cell: cell(9) });
    assert!(facts_of(&position, &hitting).contains(&Fact::MenHit { cells: vec![cell(9)] }));
    // A turn is no worse than itself, and an illegal one has no facts.
    assert!(reasons_against(&position, &quiet, &quiet).is_empty());
    assert!(facts_of(&position, &turn("246: 1-3")).is_empty());
}

#[test]
fn pips_that_move_nobody_are_counted() {
    let position = position("white 19:2 23:3 off:10 beyond; black 3:15 beyond; white to roll");
    let (wasteful, thrifty) = (turn("126: 19-20 20-22 19-off"), turn("126: 23-24 23-off 19-off"));
    let reasons = reasons_against(&position, &wasteful, &thrifty);
    assert!(reasons.contains(&Fact::FewerBorneOff { men: 1, better: 2 }), "{reasons:?}");
    let facts = facts_of(&position, &turn("666: 19-off 19-off 23-off(6) 23-off(6) 23-off(6)"));
    assert_eq!(facts, [Fact::AllBorneOff]);
}
