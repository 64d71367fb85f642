//! The board, the throw, landing and hit men: Z1–Z6, Z8–Z12.

use crate::support;

use support::tavli::*;
use tablen_rules::tavli::{Cell, Column, Fault, Illegal, MEN, Place, Position, Roll, Ruleset, Side, Status};

#[test]
fn z1_columns_run_back_along_the_second_row() {
    let column = |cell: u8| Cell::new(cell).unwrap().column().number();
    assert_eq!([1, 4, 12, 13, 21, 24].map(column), [1, 4, 12, 12, 4, 1]);
    // The course goes on from the end of the first row to the beginning of the second.
    let start = position("white 12:1 24:14 beyond; black 1:15 beyond; white to roll");
    assert_eq!(first_steps(&start, "123"), "12-13 12-14 12-15");
}

#[test]
fn z2_all_men_begin_off_the_board_and_enter_on_1_to_6() {
    let start = Position::start(Ruleset::default(), Side::White);
    assert_eq!((start.men(Side::White).hand, start.men(Side::Black).hand), (MEN, MEN));
    assert_eq!(first_steps(&start, "136"), "hand-1 hand-3 hand-6");
    let black = start.play(&"136: hand-1 hand-3 hand-6".parse().unwrap()).unwrap();
    assert_eq!(first_steps(&black, "245"), "hand-2 hand-4 hand-5");

    let setup = "white hand:14; black hand:15 m2:1 beyond; white to roll".parse().unwrap();
    let faults = Position::new(Ruleset::default(), setup).unwrap_err();
    assert!(faults.0.contains(&Fault::Count { side: Side::White, men: 14 }));
    assert!(faults.0.contains(&Fault::Count { side: Side::Black, men: 16 }));
}

#[test]
fn z3_white_starts_or_the_winner_of_the_roll_off() {
    for (options, first) in [("first:white", Side::White), ("first:roll-off", Side::Black)] {
        let start = Position::start(rules(options), first);
        assert_eq!(start.status(), Status::Roll(first));
    }
}

#[test]
fn z5_numbers_are_shared_out_freely() {
    // The texts' example: 2, 5 and 6 with one man, with two, or with three.
    let start = position("white 1:3 24:12 beyond; black 12:15 beyond; white to roll");
    let after = results(&start, "256");
    for men in ["1:2 14:1 24:12 beyond", "1:1 6:1 9:1 24:12 beyond", "3:1 6:1 7:1 24:12 beyond"] {
        assert!(after.contains(men), "{men}: {after:?}");
    }
    // Not 1-3-8-14, 1-6-12-14 nor 1-7-12-14: black holds 12.
    let mut play = play(&start, "256");
    steps(&mut play, "1-7 7-9 9-14");
    assert!(play.may_finish());
}

#[test]
fn z5_every_landing_on_the_way_must_be_legal() {
    let start = position("white 1:1 24:14 beyond; black 3:2 6:2 9:2 12:9 beyond; white to roll");
    // 3 and 6 are blocked, and from 7 both 9 and 12: only the 6 can be played.
    assert_eq!(results(&start, "256"), ["7:1 24:14 beyond".to_owned()].into());
    assert_eq!(refused(&start, "256", "1", 2), Illegal::Blocked { cell: Cell::new(3).unwrap(), men: 2 });
    assert_eq!(rule(refused(&start, "256", "1", 4)), "Z5");
    assert_eq!(rule(refused(&start, "256", "2", 2)), "Z5");
}

#[test]
fn z5_a_man_may_hit_on_the_way_and_go_on() {
    let start = position("white 7:1 24:14 beyond; black 9:1 12:14 beyond; white to roll");
    let mut play = play(&start, "246");
    steps(&mut play, "7-9* 9-13 13-19");
    let after = play.finish().unwrap();
    assert_eq!(after.men(Side::Black).to_string(), "12:14 m9:1 beyond");
}

#[test]
fn z6_a_pair_is_played_four_times_and_three_alike_twelve() {
    let start = Position::start(Ruleset::default(), Side::White);
    assert_eq!(results(&start, "144"), ["hand:10 1:1 4:4".to_owned()].into());
    assert_eq!(results(&start, "333"), ["hand:3 3:12".to_owned()].into());
    assert_eq!(Roll::all().count(), 56);
    assert_eq!(Roll::all().map(|roll| u32::from(roll.weight())).sum::<u32>(), 216);

    let mut play = play(&start, "144");
    steps(&mut play, "hand-4 hand-4 hand-4 hand-4");
    let refusal = play.step(Place::Hand, die(4)).unwrap_err();
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::UsedUp { die: die(4) }, "Z6"));
    steps(&mut play, "hand-1");
    assert!(play.may_finish());
}

#[test]
fn z8_any_number_of_one_colour_and_never_both() {
    let start = position("white 7:14 8:1 beyond; black 24:15 beyond; white to roll");
    assert!(results(&start, "123").contains("7:11 8:2 9:1 10:1 beyond"));
    let crowd = position("white 8:1 7:14 beyond; black 24:15 beyond; white to roll");
    assert!(results(&crowd, "111").contains("7:2 8:13 beyond"));

    let setup = "white 3:1 hand:14; black 3:2 hand:13; white to roll".parse().unwrap();
    let faults = Position::new(Ruleset::default(), setup).unwrap_err();
    assert_eq!(faults.0, [Fault::Shared { cell: Cell::new(3).unwrap() }]);
}

#[test]
fn z9_one_enemy_man_is_hit_and_two_block() {
    let start = position("white 7:1 8:1 24:13 beyond; black 9:1 10:2 20:12 beyond; white to roll");
    assert_eq!(first_steps(&start, "126"), "7-8 8-9* 7-9* 7-13 8-14");
    assert_eq!(refused(&start, "236", "7", 3), Illegal::Blocked { cell: Cell::new(10).unwrap(), men: 2 });
    assert_eq!(rule(refused(&start, "236", "8", 2)), "Z9");
}

#[test]
fn z10_a_hit_man_goes_to_the_middle_of_its_column() {
    for (cell, column) in [(7, 7), (12, 12), (13, 12), (18, 7), (21, 4), (24, 1)] {
        let text = format!(
            "white {}:1 19:2 {}; black {cell}:1 8:14 beyond; white to roll",
            cell - 1,
            "m4:1 9:11 beyond"
        );
        // The man of white in the middle row is first brought back with the 1 of column 4.
        let start = position(&text);
        let mut play = play(&start, "111");
        steps(&mut play, "m4-4");
        let step = play.step(Place::Cell(Cell::new(cell - 1).unwrap()), die(1)).unwrap();
        assert!(step.hits, "{cell}");
        assert_eq!(play.men(Side::Black).hit(Column::new(column).unwrap()), 1, "{cell}");
    }
    // A man hit on cell 4, once single men there can be hit.
    let start = position("white 3:1 20:14 beyond; black 4:1 8:14 beyond; white to roll");
    assert_eq!(first_steps(&start, "166"), "3-4* 20-21 3-9");
}

#[test]
fn z10_both_colours_share_a_column_and_nothing_happens_there() {
    let start = position("white 23:1 24:12 m4:2 beyond; black 8:14 m4:1 beyond; white to roll");
    assert_eq!(first_steps(&start, "123"), "m4-4 m4-5 m4-6");
}

#[test]
fn z11_a_hit_man_comes_back_from_its_column() {
    // The texts' example: column 4, a 2 gives 5, a 6 gives 9.
    let text = "white 24:14 m4:1 beyond; black 20:15 beyond; white to roll";
    assert_eq!(first_steps(&position(text), "126"), "m4-4 m4-5 m4-9");
    assert_eq!(first_steps(&position_under("reentry:exclusive", text), "126"), "m4-5(1) m4-6(2) m4-10(6)");
}

#[test]
fn z11_coming_back_may_hit_and_is_not_held_by_the_gate() {
    let text = "white hand:1 24:13 m6:1 beyond; black hand:1 7:1 20:13 beyond; white to roll";
    let options = "phase1_blots:hittable gate:both";
    assert_eq!(first_steps(&position_under(options, text), "223"), "m6-7* m6-8");
}

#[test]
fn z12_hit_men_come_first_in_any_order() {
    let start = position("white hand:0 10:13 m2:1 m5:1 beyond; black 20:15 beyond; white to roll");
    assert_eq!(first_steps(&start, "246"), "m2-3 m5-6 m2-5 m5-8 m2-7 m5-10");
    let refusal = refused(&start, "246", "10", 2);
    assert_eq!(refusal, Illegal::HitMenFirst { column: Column::new(2).unwrap() });
    assert_eq!(rule(refusal), "Z12");
    let mut play = play(&start, "246");
    steps(&mut play, "m5-8 m2-3 10-16");
    assert!(play.may_finish());
}

#[test]
fn z12_a_number_with_which_nothing_comes_back_is_lost() {
    // Column 2: a 1 gives 2 and a 2 gives 3, both held; a 5 gives 6, then the others may be played.
    let text = "white 10:14 m2:1 beyond; black 2:2 3:2 20:11 beyond; white to roll";
    assert_eq!(first_steps(&position(text), "125"), "m2-6");
    let all = "white 10:14 m2:1 beyond; black 2:2 3:2 6:2 20:9 beyond; white to roll";
    let start = position(all);
    assert_eq!(first_steps(&start, "125"), "");
    let after = start.play(&"125: -".parse().unwrap()).unwrap();
    assert_eq!(after.men(Side::White), start.men(Side::White));
    assert_eq!(after.side(), Side::Black);
}
