//! What must be played: Z7, and Zeno's throw, Z19.

use crate::support;

use std::collections::BTreeSet;

use support::tavli::*;
use tablen_rules::tavli::{BySide, Cell, Die, Illegal, Place, Playable, Position, Ruleset, Side, roll_off};

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.map(str::to_owned).into()
}

/// One free man on 10: with the 6 first nothing else can be played, with the 1 and the 2 first the 6 can.
const LOSES_TWO: &str = "white 10:1 24:14 beyond; black 1:11 17:2 18:2 beyond; white to roll";

/// One free man on 10: the 1 or the 6 can be played, not both, and the 2 never.
const EITHER: &str = "white 10:1 24:14 beyond; black 1:7 12:2 13:2 17:2 18:2 beyond; white to roll";

#[test]
fn z7_maximal_as_many_steps_as_possible() {
    let start = position(LOSES_TWO);
    assert_eq!(first_steps(&start, "126"), "10-11 10-12");
    assert_eq!(results(&start, "126"), set(["19:1 24:14 beyond"]));
    let refusal = refused(&start, "126", "10", 6);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::LosesNumber { most: 3 }, "Z7"));
    // A step with which nothing is lost is left to the player.
    assert_eq!(results(&position(EITHER), "126"), set(["11:1 24:14 beyond", "16:1 24:14 beyond"]));
}

#[test]
fn z7_step_nothing_is_declined_but_the_order_is_free() {
    let start = position_under("compulsion:step", LOSES_TWO);
    assert_eq!(first_steps(&start, "126"), "10-11 10-12 10-16");
    assert_eq!(results(&start, "126"), set(["16:1 24:14 beyond", "19:1 24:14 beyond"]));
    let mut play = play(&start, "126");
    assert!(!play.may_finish());
    steps(&mut play, "10-16");
    assert!(play.may_finish());
}

#[test]
fn z7_higher_die_of_one_or_the_other() {
    let start = position_under("compulsion:higher-die", EITHER);
    assert_eq!(first_steps(&start, "126"), "10-16");
    assert_eq!(results(&start, "126"), set(["16:1 24:14 beyond"]));
    let refusal = refused(&start, "126", "10", 1);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::LosesHigher { most: 6 }, "Z7"));
    // More steps come before higher ones.
    let start = position_under("compulsion:higher-die", LOSES_TWO);
    assert_eq!(results(&start, "126"), set(["19:1 24:14 beyond"]));
}

#[test]
fn z7_a_turn_goes_on_while_more_must_be_played() {
    let start = position(LOSES_TWO);
    let mut play = play(&start, "126");
    steps(&mut play, "10-11");
    let refusal = play.finish().unwrap_err();
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::Unfinished { more: 2 }, "Z7"));
    let error = start.play(&"126: 10-11 11-13".parse().unwrap()).unwrap_err();
    assert_eq!((error.index, error.reason), (2, Illegal::Unfinished { more: 1 }));
    assert_eq!(error.to_string(), "Step 3, Z7: 1 more step can be played, and must be.");
}

#[test]
fn z7_a_number_that_cannot_be_played_is_lost() {
    let start = position("white 23:1 24:13 10:1 beyond; black 11:2 12:2 13:11 beyond; white to roll");
    // 10 is held fast by 11, 12 and 13, and nobody is borne off while it stands there; 23-24 takes one of four ones.
    let mut play = play(&start, "123");
    steps(&mut play, "23-24");
    assert!(play.may_finish());
    assert_eq!(results(&start, "123").len(), 1);
}

#[test]
fn the_dice_say_how_often_they_can_be_played() {
    let start = position(EITHER);
    let play_of = |dice: &str| play(&start, dice).options().playable;
    let one = Playable { now: true, most: 1 };
    let none = Playable::default();
    assert_eq!(play_of("126"), [one, none, none, none, none, one]);
    // Under higher-die the 1 cannot be played although it leads somewhere.
    let strict = position_under("compulsion:higher-die", EITHER);
    assert_eq!(play(&strict, "126").options().playable, [none, none, none, none, none, one]);
    // Twelve ones to enter fifteen men.
    let all = Position::start(rules(""), Side::White);
    assert_eq!(play(&all, "111").options().playable[0], Playable { now: true, most: 12 });
    // A number that can be played only later.
    let later = position(LOSES_TWO);
    let six = play(&later, "126").options().playable[5];
    assert_eq!(six, Playable { now: false, most: 1 });
    // Some of four ones.
    let wall = position("white 10:1 24:14 beyond; black 13:2 14:2 15:2 16:2 1:7 beyond; white to roll");
    assert_eq!(play(&wall, "114").options().playable[0], Playable { now: true, most: 2 });
}

#[test]
fn a_drop_on_a_cell_finds_its_number_or_a_reason() {
    let start = position(LOSES_TWO);
    let play = play(&start, "126");
    assert_eq!(play.die_to(place("10"), place("12")), Some(die(2)));
    assert_eq!(play.why_not_to(place("10"), place("12")), None);
    assert_eq!(play.why_not_to(place("10"), place("16")), Some(Illegal::LosesNumber { most: 3 }));
    let (from, to) = (place("10"), place("14"));
    assert_eq!(play.why_not_to(from, to), Some(Illegal::NoNumberLeads { from, to }));
    assert_eq!(play.why_not_to(place("9"), place("14")), Some(Illegal::NoMan { from: place("9") }));
    assert_eq!(play.why_not_to(place("24"), Place::Off).map(rule).as_deref(), Some("Z16"));
    assert_eq!(play.why_not_to(Place::Off, place("14")), Some(Illegal::StaysOff));
    let home = position("white 20:1 24:14 beyond; black 1:15 beyond; white to roll");
    let mut home = home.roll(roll("156")).unwrap();
    assert_eq!(home.die_to(place("20"), Place::Off), Some(die(5)));
    steps(&mut home, "20-off 24-off(6)");
    assert_eq!(home.why_not_to(place("24"), place("23")).map(rule).as_deref(), Some("Z5"));
}

#[test]
fn z19_zenos_throw_has_one_result() {
    let zeno = Position::zeno();
    assert_eq!(zeno.setup().men.white.to_string(), "6:7 9:1 10:2 19:2 20:2 23:1 beyond");
    let after = results(&zeno, "256");
    assert_eq!(after, set(["6:7 9:1 10:1 16:1 19:1 20:1 22:1 23:1 24:1 beyond"]));
    let played = zeno.play(&"256: 10-16 19-24 20-22".parse().unwrap()).unwrap();
    let singles = played.men(Side::White).cells.iter().filter(|count| **count == 1).count();
    assert_eq!(singles, 8);
    // Any order of the three will do, and nothing less.
    assert_eq!(zeno.play(&"256: 20-22 10-16 19-24".parse().unwrap()), Ok(played));
    assert!(zeno.play(&"256: 10-16 19-24".parse().unwrap()).is_err());
}

#[test]
fn z12_z13_a_man_or_a_die_that_cannot_be_played_says_why() {
    let start = Position::start(Ruleset::default(), Side::White);
    let mut play = start.roll("256".parse().unwrap()).unwrap();
    assert_eq!((play.why_not_from(Place::Hand), play.why_not_die(die(2))), (None, None));
    assert_eq!(play.why_not_die(die(3)), Some(Illegal::NotThrown { die: die(3) }));
    play.step(Place::Hand, die(2)).unwrap();
    let two = Place::Cell(Cell::new(2).unwrap());
    // Z13: every number left can enter a man, so the one on the board stays.
    assert_eq!(play.why_not_from(two), Some(Illegal::EnterFirst { die: die(6) }));
    assert_eq!(play.why_not_die(die(2)), Some(Illegal::UsedUp { die: die(2) }));
    let three = Place::Cell(Cell::new(3).unwrap());
    assert_eq!(play.why_not_from(three), Some(Illegal::NoMan { from: three }));
    play.step(Place::Hand, die(5)).unwrap();
    play.step(Place::Hand, die(6)).unwrap();
    assert_eq!(play.why_not_from(Place::Hand), Some(Illegal::UsedUp { die: die(2) }));
}

#[test]
fn z3_who_starts() {
    assert_eq!(Ruleset::default().first_side(), Some(Side::White));
    let by_dice: Ruleset = "first:roll-off".parse().unwrap();
    assert_eq!(by_dice.first_side(), None);
    let dice = |white, black| BySide { white: Die::new(white).unwrap(), black: Die::new(black).unwrap() };
    assert_eq!(roll_off(dice(6, 1)), Some(Side::White));
    assert_eq!(roll_off(dice(1, 6)), Some(Side::Black));
    assert_eq!(roll_off(dice(3, 3)), None);
}
