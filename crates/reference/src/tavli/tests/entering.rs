use tablen_rules::tavli::{Compulsion, EnteringHits, Gate, Phase1Blots, Phase1Move, Ruleset};

use super::{first_steps, men, roll, setup, step, texts, white_results};
use crate::tavli::next_steps;

/// Z2, Z13: the first throw enters three men.
#[test]
fn z13_men_enter_on_their_number() {
    let start = setup("handx15", "handx15");
    assert_eq!(white_results(&Ruleset::default(), &start, "136"), [men("handx12 1x1 3x1 6x1")].into());
    assert_eq!(white_results(&Ruleset::default(), &start, "335"), [men("handx10 3x4 5x1")].into());
    assert_eq!(white_results(&Ruleset::default(), &start, "222"), [men("handx3 2x12")].into());
}

/// Z13: a number that can enter a man does nothing else; one that cannot moves a man as far as 6.
#[test]
fn z13_per_die_and_per_throw() {
    let blocked = setup("handx5 1x5 3x5", "handx5 5x2 2x8");
    let per_die = Ruleset::default();
    assert_eq!(first_steps(&per_die, &blocked, "125"), texts(["1: hand-1", "2: 1-3", "5: 1-6"]));
    let per_throw = Ruleset { phase1_move: Phase1Move::PerThrow, ..per_die };
    assert_eq!(first_steps(&per_throw, &blocked, "125"), texts(["1: hand-1"]));
    assert_eq!(first_steps(&per_throw, &blocked, "255"), texts(["2: 1-3", "5: 1-6"]));
}

/// Z13: not beyond 6 while men are in hand.
#[test]
fn z13_not_beyond_six() {
    let blocked = setup("handx5 1x5 4x5", "handx5 5x2 3x8");
    assert_eq!(first_steps(&Ruleset::default(), &blocked, "355"), texts(["3: 1-4", "5: 1-6"]));
}

/// Z14: beyond 6 once the fifteenth man is in, with the rest of the throw too.
#[test]
fn z14_the_gate() {
    let before = setup("handx1 3x14", "handx5 2x10");
    let own = Ruleset::default();
    assert_eq!(first_steps(&own, &before, "356"), texts(["3: hand-3", "5: hand-5", "6: hand-6"]));
    let rest = |ruleset: &Ruleset| next_steps(ruleset, &before, roll("356"), &[step("3: hand-3")]);
    assert_eq!(rest(&own), [step("5: 3-8"), step("6: 3-9")]);
    let both = Ruleset { gate: Gate::Both, ..own };
    assert_eq!(white_results(&both, &before, "356"), ["3x13 5x1 6x1", "3x13 6x2"].map(men).into());
    let all_in = setup("3x15", "2x15");
    assert_eq!(first_steps(&both, &all_in, "356"), texts(["3: 3-6", "5: 3-8", "6: 3-9"]));
}

/// Z15: a single man on 1–6 blocks until its owner has all men in and one beyond 6.
#[test]
fn z15_immunity() {
    let ruleset = Ruleset::default();
    let cases = [
        ("handx5 4x1 2x9", false),
        ("4x1 2x14", false),
        ("4x1 2x13 7x1", true),
        // A man beyond 6 is not enough while others are in hand.
        ("handx1 4x1 2x12 7x1", false),
    ];
    for (black, can_be_hit) in cases {
        let entering = setup("handx15", black);
        let moving = setup("1x14 12x1", black);
        assert_eq!(first_steps(&ruleset, &entering, "444").contains("4: hand-4*"), can_be_hit, "{black}");
        assert_eq!(first_steps(&ruleset, &moving, "333").contains("3: 1-4*"), can_be_hit, "{black}");
        let hittable = Ruleset { phase1_blots: Phase1Blots::Hittable, ..ruleset };
        assert!(first_steps(&hittable, &entering, "444").contains("4: hand-4*"), "{black}");
    }
}

/// Z15: what has been moved beyond 6 is remembered when the man is hit.
#[test]
fn z15_moved_beyond_is_remembered() {
    let mut before = setup("1x15", "4x1 2x13 m3x1");
    assert!(!first_steps(&Ruleset::default(), &before, "333").contains("3: 1-4*"));
    before.men.black.beyond = true;
    assert!(first_steps(&Ruleset::default(), &before, "333").contains("3: 1-4*"));
}

/// Z15 `entering_hits: no`: a single man keeps an entering man out, not one who comes back.
#[test]
fn z15_entering_without_hitting() {
    let ruleset =
        Ruleset { entering_hits: EnteringHits::No, compulsion: Compulsion::Step, ..Ruleset::default() };
    let entering = setup("handx14 6x1", "4x1 2x13 7x1");
    assert!(first_steps(&ruleset, &entering, "444").is_empty());
    let back = setup("handx14 m4x1", "4x1 2x13 7x1");
    assert_eq!(first_steps(&ruleset, &back, "122"), texts(["1: m4-4*", "2: m4-5"]));
}
