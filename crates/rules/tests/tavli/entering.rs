//! Entering and the gate: Z13–Z15.

use crate::support;

use support::tavli::*;
use tablen_rules::tavli::{Cell, Fault, Illegal, Position, Ruleset, Side};

#[test]
fn z13_entering_comes_first() {
    let start = position("white hand:10 1:5; black hand:15; white to roll");
    assert_eq!(first_steps(&start, "124"), "hand-1 hand-2 hand-4");
    let refusal = refused(&start, "124", "1", 2);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::EnterFirst { die: die(2) }, "Z13"));
}

#[test]
fn z13_per_die_a_number_that_cannot_enter_moves_a_man_up_to_6() {
    // Cell 4 is black's: the 4 cannot enter, so it moves a man of the board, but not 3 to 7.
    let start = position("white hand:10 1:3 3:2; black hand:13 4:2; white to roll");
    assert_eq!(first_steps(&start, "124"), "hand-1 hand-2 1-5");
    let refusal = refused(&start, "124", "3", 4);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::BeyondWithMenInHand { hand: 10 }, "Z13"));
}

#[test]
fn z13_per_throw_men_on_the_board_wait_for_a_throw_that_enters_nobody() {
    let text = "white hand:10 1:3 3:2; black hand:9 4:2 2:2 6:2; white to roll";
    let start = position_under("phase1_move:per-throw", text);
    assert_eq!(first_steps(&start, "124"), "hand-1");
    let refusal = refused(&start, "124", "1", 4);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::EnterFirstThisThrow, "Z13"));
    assert_eq!(first_steps(&start, "246"), "1-3 3-5 1-5");
    assert_eq!(first_steps(&position(text), "124"), "hand-1 1-3 3-5 1-5");
}

#[test]
fn z14_after_the_last_man_is_in_the_same_throw_goes_on_beyond_6() {
    let start = position("white hand:1 1:7 6:7; black hand:15; white to roll");
    let mut play = play(&start, "256");
    assert_eq!(next(&play), "hand-2 hand-5 hand-6");
    steps(&mut play, "hand-5 6-12 12-14");
    let after = play.finish().unwrap();
    assert!(after.men(Side::White).beyond);
}

#[test]
fn z14_gate_own_and_gate_both() {
    let text = "white 1:8 6:7; black hand:1 2:14; white to roll";
    assert_eq!(first_steps(&position_under("gate:own", text), "356"), "1-4 6-9 1-6 6-11 1-7 6-12");
    let start = position_under("gate:both", text);
    assert_eq!(first_steps(&start, "356"), "1-4 1-6");
    let refusal = refused(&start, "356", "6", 3);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::GateShut, "Z14"));
    let entered = "white 1:8 6:7; black 2:15; white to roll";
    assert_eq!(first_steps(&position_under("gate:both", entered), "356"), "1-4 6-9 1-6 6-11 1-7 6-12");
}

#[test]
fn z15_a_single_man_of_the_first_table_is_immune_at_first() {
    // Black has entered all men but moved none beyond 6.
    let immune = position("white hand:15; black 3:1 5:14; white to roll");
    assert_eq!(first_steps(&immune, "134"), "hand-1 hand-4");
    let refusal = refused(&immune, "134", "hand", 3);
    assert_eq!((refusal, rule(refusal).as_str()), (Illegal::Immune { cell: Cell::new(3).unwrap() }, "Z15"));
    // It has moved one beyond.
    let exposed = position("white hand:15; black 3:1 5:13 7:1 beyond; white to roll");
    assert_eq!(first_steps(&exposed, "134"), "hand-1 hand-3* hand-4");
    // Beyond 6 nobody is ever immune.
    let far = position("white 1:15; black 3:1 5:13 7:1 beyond; white to roll");
    assert_eq!(first_steps(&far, "266"), "1-3* 1-7*");
}

#[test]
fn z15_that_a_man_has_moved_beyond_is_remembered() {
    let text = "white 1:14 2:1; black 6:15; black to roll";
    let moved = position(text).play(&"123: 6-7 7-9 9-12".parse().unwrap()).unwrap();
    assert!(moved.men(Side::Black).beyond);
    // The man beyond 6 is hit and gone back to the first table: the single men there stay open to hits.
    let back = position("white 7:14 2:1 beyond; black 4:1 6:14 beyond; white to roll");
    assert_eq!(first_steps(&back, "255"), "2-4* 7-9 2-7 7-12");
    // A side that has not moved beyond 6 differs in nothing but the memory.
    let fresh = position("white 7:14 2:1 beyond; black 4:1 6:14; white to roll");
    assert_eq!(first_steps(&fresh, "255"), "7-9 2-7 7-12");
    assert_ne!(back.key(), fresh.key());
}

#[test]
fn z15_coming_back_beyond_6_counts() {
    let text = "white hand:2 1:12 m6:1; black hand:15; white to roll";
    let start = position_under("phase1_blots:hittable", text);
    let after = start.play(&"123: m6-8 hand-1 hand-2".parse().unwrap()).unwrap();
    assert!(after.men(Side::White).beyond);
}

#[test]
fn z15_entering_hits_yes_and_no() {
    let text = "white hand:14 m1:1; black 3:1 4:13 7:1 beyond; white to roll";
    let options = "phase1_blots:hittable entering_hits:no";
    let entering = "white hand:15; black 3:1 4:13 7:1 beyond; white to roll";
    assert_eq!(first_steps(&position(entering), "135"), "hand-1 hand-3* hand-5");
    let start = position_under("entering_hits:no", entering);
    assert_eq!(first_steps(&start, "135"), "hand-1 hand-5");
    let refusal = refused(&start, "135", "hand", 3);
    assert_eq!(refusal, Illegal::EnteringMayNotHit { cell: Cell::new(3).unwrap() });
    assert_eq!(rule(refusal), "Z15");
    // A man from the middle row may hit, and opens the cell for those who enter; with the 1 first the threes were lost.
    let mut play = play(&position_under(options, text), "133");
    assert_eq!(next(&play), "m1-3*");
    steps(&mut play, "m1-3* hand-3 hand-3 hand-3 hand-1");
    assert!(play.may_finish());
}

#[test]
fn z13_z15_the_order_decides_whether_a_number_moves_a_man_or_enters_one() {
    // The single man on 5 keeps men in hand out, so the 5 moves one on the board; once the 2 has hit it, the 5 must enter.
    let text = "white hand:5 1:5 3:5; black 2:2 5:1 7:12 beyond; white to roll";
    let start = position_under("entering_hits:no", text);
    let after = results(&start, "256");
    for (turn, men) in [
        ("256: 1-6 3-5* hand-6", "hand:4 1:4 3:4 5:1 6:2"),
        ("256: 3-5* hand-5 hand-6", "hand:3 1:5 3:4 5:2 6:1"),
    ] {
        let played = start.play(&turn.parse().unwrap()).unwrap();
        assert_eq!(played.men(Side::White).to_string(), men);
        assert!(after.contains(men), "{men}: {after:?}");
    }
    assert!(start.play(&"256: 3-5* 1-6 hand-6".parse().unwrap()).is_err());
}

#[test]
fn z15_phase1_blots_hittable() {
    let text = "white hand:15; black hand:14 3:1; white to roll";
    assert_eq!(first_steps(&position(text), "134"), "hand-1 hand-4");
    assert_eq!(first_steps(&position_under("phase1_blots:hittable", text), "134"), "hand-1 hand-3* hand-4");
}

#[test]
fn what_a_setup_says_of_moving_beyond_must_fit() {
    let faults = |text: &str| Position::new(Ruleset::default(), text.parse().unwrap()).unwrap_err().0;
    let nine = Cell::new(9).map(tablen_rules::tavli::Place::Cell).unwrap();
    assert_eq!(
        faults("white 9:1 1:14; black hand:15; white to roll"),
        [Fault::NotBeyond { side: Side::White, place: nine }]
    );
    assert_eq!(
        faults("white hand:1 1:14 beyond; black hand:15; white to roll"),
        [Fault::BeyondTooSoon { side: Side::White, waiting: Side::White }]
    );
    assert_eq!(
        faults("white hand:1 off:14 beyond; black hand:15; white to roll"),
        [
            Fault::OffBeforeEntering { side: Side::White },
            Fault::BeyondTooSoon { side: Side::White, waiting: Side::White }
        ]
    );
    assert_eq!(
        faults("white off:15 beyond; black off:15 beyond; white to roll after turn 2001"),
        [Fault::BothOff, Fault::Turns { turns: 2001 }]
    );
}
