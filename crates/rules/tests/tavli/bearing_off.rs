//! Bearing off and the end of the game: Z4, Z16–Z18, Z20.

use crate::support;

use fastrand::Rng;
use support::tavli::*;
use tablen_rules::tavli::{
    Cell, Column, GameOver, Illegal, Outcome, Place, Position, Results, Roll, Side, Status, TURN_LIMIT,
};

const BLACK: &str = "black 1:15 beyond; white to roll";

fn white(men: &str) -> Position {
    position(&format!("white {men} beyond; {BLACK}"))
}

#[test]
fn z4_the_game_stops_at_the_fifteenth_man() {
    let start = white("24:1 off:14");
    let mut play = play(&start, "123");
    steps(&mut play, "24-off");
    assert!(play.may_finish());
    assert_eq!(next(&play), "");
    let refusal = play.step(Place::Hand, die(2)).unwrap_err();
    assert_eq!(rule(refusal), "Z4");
    let end = play.finish().unwrap();
    let outcome = Outcome::BorneOff(Side::White);
    assert_eq!(end.status(), Status::Over(outcome));
    assert_eq!(end.roll(roll("123")).unwrap_err(), GameOver(outcome));
    assert_eq!(end.play(&"123: -".parse().unwrap()).unwrap_err().reason, Illegal::GameOver(outcome));
    let mut results = Results::new();
    end.results_into(roll("123"), &mut results);
    assert!(results.is_empty());
}

#[test]
fn z4_z7_a_winning_way_is_full_although_another_is_longer() {
    // 20-21-23-off plays three numbers, 20-off with the 6 only one.
    let start = white("20:1 off:14");
    let quick = start.play(&"126: 20-off(6)".parse().unwrap()).unwrap();
    let slow = start.play(&"126: 20-21 21-23 23-off(6)".parse().unwrap()).unwrap();
    assert_eq!(quick, slow);
    assert_eq!(quick.status(), Status::Over(Outcome::BorneOff(Side::White)));
    // Two men: 1 and 5 bear both off, and then the 2 is not played.
    let two = white("20:1 24:1 off:13");
    assert!(two.play(&"125: 24-off 20-off".parse().unwrap()).is_ok());
    assert!(results(&two, "125").contains("off:15 beyond"));
    // With 21 and 24 blocked three steps can only be 20-22-23-off, which does not win; the 5 and the 2 do.
    let text = "white 20:1 23:1 off:13 beyond; black 1:11 21:2 24:2 beyond; white to roll";
    let either = position(text);
    assert_eq!(results(&either, "125"), ["23:1 off:14 beyond".to_owned(), "off:15 beyond".to_owned()].into());
    assert_eq!(first_steps(&either, "125"), "20-22 23-off 20-off");
    assert!(either.play(&"125: 20-off 23-off".parse().unwrap()).is_ok());
}

#[test]
fn z16_only_when_all_men_are_on_19_to_24() {
    let start = white("18:1 21:1 23:1 24:12");
    assert_eq!(first_steps(&start, "124"), "18-19 21-22 23-24 18-20 21-23 18-22");
    let refusal = refused(&start, "124", "24", 1);
    assert_eq!(refusal, Illegal::NotAllHome { place: Place::Cell(Cell::new(18).unwrap()) });
    assert_eq!(rule(refusal), "Z16");
    // It is looked at before every step.
    let mut play = play(&start, "124");
    steps(&mut play, "18-20");
    assert_eq!(next(&play), "20-21 21-22 23-24 24-off 20-24 21-off");
    let with_hand = position("white 1:14 hand:1; black hand:15; white to roll");
    assert_eq!(rule(refused(&with_hand, "124", "1", 1)), "Z13");
}

#[test]
fn z16_the_texts_example() {
    // 4, 2 and 1: a man from 21, one from 23 and one from 24; or moved inside the table instead.
    let start = white("21:1 23:1 24:1 off:12");
    assert!(start.play(&"124: 21-off 23-off 24-off".parse().unwrap()).is_ok());
    assert_eq!(first_steps(&start, "124"), "21-22 23-24 24-off 21-23 23-off 21-off");
}

#[test]
fn z16_a_man_who_is_off_stays_off() {
    let refusal = refused(&white("24:1 off:14"), "124", "off", 1);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::StaysOff, "Z16"));
}

#[test]
fn z17_a_farther_man_moves_first() {
    // 4 thrown and nobody on 21: men on 19 or 20 are moved by it.
    for (men, step) in [("20:1 22:14", "20-24"), ("19:1 22:14", "19-23")] {
        assert_eq!(first_steps(&white(men), "444"), step);
    }
    let refusal = refused(&white("20:1 22:14"), "444", "22", 4);
    assert_eq!(refusal, Illegal::FartherMan { cell: Cell::new(20).unwrap() });
    assert_eq!(rule(refusal), "Z17");
    // None there: from 22, else 23, else 24.
    for (men, step) in [("22:1 23:14", "22-off(4)"), ("23:1 24:14", "23-off(4)"), ("24:15", "24-off(4)")] {
        assert_eq!(first_steps(&white(men), "444"), step);
    }
    // Blocked men farther away keep the others in all the same.
    let text = "white 20:1 22:14 beyond; black 24:2 1:13 beyond; white to roll";
    assert_eq!(first_steps(&position(text), "444"), "");
}

#[test]
fn z18_a_hit_man_stops_bearing_off_until_it_is_home() {
    let start = white("24:13 m1:1 off:1");
    assert_eq!(first_steps(&start, "266"), "m1-2 m1-6");
    let refusal = refused(&start, "166", "24", 1);
    assert_eq!(refusal, Illegal::HitWhileBearingOff { column: Column::new(1).unwrap() });
    assert_eq!(rule(refusal), "Z18");
    let mut play = play(&start, "266");
    steps(&mut play, "m1-6 6-12 12-18");
    assert_eq!(next(&play), "18-20 18-24");
    steps(&mut play, "18-20 20-off(6)");
    assert!(play.may_finish());
}

#[test]
fn z20_a_game_ends_after_its_last_turn() {
    let men = "white 1:15; black 2:15";
    let start = position(&format!("{men}; white to roll after turn {}", TURN_LIMIT - 1));
    assert_eq!(start.status(), Status::Roll(Side::White));
    let mut results = Results::new();
    start.results_into(roll("345"), &mut results);
    let end = results.position(0).unwrap();
    assert_eq!(end.status(), Status::Over(Outcome::TurnLimit));
    assert_eq!(rule(end.play(&"123: -".parse().unwrap()).unwrap_err().reason), "Z20");
    // The last turn can still win.
    let text =
        format!("white 24:1 off:14 beyond; black 1:15 beyond; white to roll after turn {}", TURN_LIMIT - 1);
    let won = position(&text).play(&"123: 24-off".parse().unwrap()).unwrap();
    assert_eq!(won.status(), Status::Over(Outcome::BorneOff(Side::White)));
}

#[test]
fn z20_random_games_end() {
    let mut results = Results::new();
    for seed in 0..20 {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::start(rules(""), Side::White);
        while let Status::Roll(_) = position.status() {
            let thrown: Roll = thrown(&mut rng);
            position.results_into(thrown, &mut results);
            position = results.position(rng.usize(..results.len())).unwrap();
        }
        assert!(position.turns() <= TURN_LIMIT);
    }
}
