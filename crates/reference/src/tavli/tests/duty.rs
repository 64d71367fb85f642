use std::collections::HashSet;

use tablen_rules::tavli::{Compulsion, Roll, Ruleset, Setup, Step};

use super::{first_steps, men, roll, setup, step, texts, white_results};
use crate::tavli::{may_stop, next_steps, results, results_within};

fn with(compulsion: Compulsion) -> Ruleset {
    Ruleset { compulsion, ..Ruleset::default() }
}

/// Z7 `higher-die`: where one number or another can be played, the higher.
#[test]
fn z7_higher_die() {
    // From 7, 2 is shut; 12 is a dead end for 2 and 6, 13 for 2 and 5.
    let setup = setup("7x1", "9x2 14x2 18x2 15x2 1x7");
    for compulsion in [Compulsion::Maximal, Compulsion::Step] {
        assert_eq!(white_results(&with(compulsion), &setup, "256"), ["12x1", "13x1"].map(men).into());
    }
    assert_eq!(white_results(&with(Compulsion::HigherDie), &setup, "256"), [men("13x1")].into());
    assert_eq!(first_steps(&with(Compulsion::HigherDie), &setup, "256"), texts(["6: 7-13"]));
}

/// Z7: `maximal` forbids a step that ends the turn early, `step` does not.
#[test]
fn z7_maximal_looks_ahead() {
    let setup = setup("7x1", "14x2 11x2 15x2 1x9");
    // All three lead to 16 if the 6 comes last; a 6 first leads to 13, where 1 and 2 are shut.
    assert_eq!(white_results(&with(Compulsion::Maximal), &setup, "126"), [men("16x1")].into());
    assert_eq!(first_steps(&with(Compulsion::Maximal), &setup, "126"), texts(["1: 7-8", "2: 7-9"]));
    assert_eq!(white_results(&with(Compulsion::Step), &setup, "126"), ["13x1", "16x1"].map(men).into());
    assert!(may_stop(&with(Compulsion::Step), &setup, roll("126"), &[step("6: 7-13")]));
    assert!(!may_stop(&with(Compulsion::Step), &setup, roll("126"), &[step("1: 7-8")]));
    assert!(!may_stop(&with(Compulsion::Maximal), &setup, roll("126"), &[]));
}

/// Z4, Z7: a winning way is a full way, though another plays more steps.
#[test]
fn z4_a_winning_way_is_a_full_way() {
    let last = setup("23x1", "1x15");
    let ruleset = with(Compulsion::Maximal);
    // 2 or 6 wins at once; 1 and then another number wins in two steps.
    assert_eq!(first_steps(&ruleset, &last, "126"), texts(["1: 23-24", "2: 23-off", "6: 23-off"]));
    assert!(may_stop(&ruleset, &last, roll("126"), &[step("6: 23-off")]));
    assert_eq!(white_results(&ruleset, &last, "126"), [men("")].into());
}

/// A turn in which nothing can be played may end at once.
#[test]
fn z7_nothing_to_play() {
    let shut = setup("7x1", "8x2 9x2 10x2 1x9");
    for compulsion in Compulsion::ALL {
        assert!(may_stop(&with(*compulsion), &shut, roll("123"), &[]));
        assert_eq!(white_results(&with(*compulsion), &shut, "123"), [men("7x1")].into());
    }
}

/// The steps offered one by one lead to the results, all of them and no other.
#[test]
fn z5_steps_lead_to_results() {
    let positions = [
        setup("handx3 1x5 3x5 6x2", "handx5 5x2 2x8"),
        setup("m4x1 m9x1 7x10 20x3", "9x2 1x10 13x1 12x1 10x1"),
        setup("19x2 21x1 23x1", "24x1 1x14"),
        setup("6x7 9x1 10x2 19x2 20x2 23x1", "8x2 11x2 12x2 13x1 14x2 15x2 18x2 21x2"),
    ];
    for compulsion in Compulsion::ALL {
        for position in &positions {
            for dice in ["256", "124", "136"] {
                let (ruleset, roll) = (with(*compulsion), roll(dice));
                let mut walked = HashSet::new();
                walk(&ruleset, position, roll, &mut Vec::new(), &mut walked);
                assert_eq!(walked, results(&ruleset, position, roll), "{compulsion} {dice}");
            }
        }
    }
}

fn walk(ruleset: &Ruleset, start: &Setup, roll: Roll, played: &mut Vec<Step>, results: &mut HashSet<Setup>) {
    let next = next_steps(ruleset, start, roll, played);
    let stop = may_stop(ruleset, start, roll, played);
    assert_eq!(next.is_empty(), stop, "a turn either goes on or ends");
    if stop {
        let turn = crate::tavli::turn::Turn::new(ruleset, start, roll);
        results.insert(turn.handed_over(&turn.after(played)));
    }
    for step in next {
        played.push(step);
        walk(ruleset, start, roll, played, results);
        played.pop();
    }
}

/// Three alike are bounded by the budget.
#[test]
fn z6_a_budget_for_three_alike() {
    let spread = setup("7x2 8x2 9x2 10x2 11x2 12x2 13x3", "1x15");
    assert_eq!(results_within(&Ruleset::default(), &spread, roll("111"), 1000), None);
    assert!(results_within(&Ruleset::default(), &spread, roll("256"), 1000).is_some());
}
