use std::collections::HashSet;

use tablen_rules::tavli::{Ruleset, Side};

use super::{men, roll, setup, white_results};
use crate::tavli::{is_draw, results, winner};

/// Z19: Zeno's throw can be played in one way only.
#[test]
fn z19_zenos_throw() {
    let setup = setup("6x7 9x1 10x2 19x2 20x2 23x1", "8x2 11x2 12x2 13x1 14x2 15x2 18x2 21x2");
    assert_eq!(
        white_results(&Ruleset::default(), &setup, "256"),
        HashSet::from([men("6x7 9x1 10x1 16x1 19x1 20x1 22x1 23x1 24x1")])
    );
}

/// Z5, the texts' example: 2, 5 and 6 move one man, two or three.
#[test]
fn z5_one_two_or_three_men() {
    let results = white_results(&Ruleset::default(), &setup("7x3", "1x15"), "256");
    let expected = ["7x2 20x1", "7x1 15x1 12x1", "7x1 14x1 13x1", "7x1 18x1 9x1", "9x1 12x1 13x1"];
    assert_eq!(results, expected.map(men).into());
}

/// Z5, the texts' second example: the numbers are not added up, each landing must be legal.
#[test]
fn z5_every_landing_must_be_legal() {
    let blocked = setup("7x1", "9x2 12x2 13x2 1x9");
    assert_eq!(white_results(&Ruleset::default(), &blocked, "256"), [men("7x1")].into());
    let first_five = setup("7x1", "9x2 13x2 14x2 1x9");
    assert_eq!(white_results(&Ruleset::default(), &first_five, "256"), [men("20x1")].into());
}

/// Z6, the texts' example: a double four is 4+4+4+4, and the third die is played once.
#[test]
fn z6_a_pair_counts_double() {
    let results = white_results(&Ruleset::default(), &setup("1x1", "6x15"), "144");
    assert_eq!(results, [men("18x1")].into());
}

/// Z6: three alike are played twelve times.
#[test]
fn z6_three_alike_count_twelve() {
    let blocked = white_results(&Ruleset::default(), &setup("1x1", "6x15"), "111");
    assert_eq!(blocked, [men("5x1")].into());
    let results = white_results(&Ruleset::default(), &setup("7x1", "6x15"), "111");
    assert_eq!(results, [men("19x1")].into());
}

/// Z4: the game stops at the fifteenth man, even mid-throw.
#[test]
fn z4_the_game_stops_at_the_last_man() {
    let setup = setup("1x1", "6x15");
    let after = results(&Ruleset::default(), &setup, roll("444"));
    assert_eq!(after.len(), 1);
    let result = after.into_iter().next().unwrap();
    assert_eq!(winner(&result), Some(Side::White));
    assert_eq!((result.men.white, result.turns), (men(""), 11));
    assert!(results(&Ruleset::default(), &result, roll("444")).is_empty());
}

/// Z20.
#[test]
fn z20_two_thousand_turns() {
    let mut setup = setup("1x15", "6x15");
    setup.turns = 1999;
    assert!(!is_draw(&setup));
    setup.turns = 2000;
    assert!(is_draw(&setup));
    setup.men.white = men("");
    assert!(!is_draw(&setup));
}
