//! The rules of the University of Bologna's yearly Tablut challenge (T18, the preset `ashton`).

use crate::support;

use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Arrangement, Bits, Cell, Position, Reason, Setup, SetupFault, WhyNot};

const CAMPS: &str = "D1 E1 F1 E2  D9 E9 F9 E8  A4 A5 A6 B5  I4 I5 I6 H5";

#[test]
fn t18_ashton_starts_with_the_swedes() {
    let rules = rules("ashton");
    assert_eq!(rules.ruleset().first_side(), Some(Defenders));
    assert_eq!(rules.ruleset().board.layout().bases, cells(CAMPS).into_iter().collect());
    // As many as in the plain game: no camp is in anyone's way yet.
    assert_eq!(Position::start(&rules, Defenders).moves().len(), 56);
    assert_eq!(Position::start(&rules, Attackers).moves().len(), 80);
}

#[test]
fn t18_ashton_nobody_returns_to_the_konakis_or_crosses_it() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . N . B . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let board = |side| drawn("ashton", side, picture);
    assert_eq!(targets(&board(Defenders), "E3"), cells("A3..D3 F3..I3 E4"));
    assert_eq!(targets(&board(Defenders), "F5"), cells("G5 F2..F4 F6..F8"));
    assert_eq!(targets(&board(Attackers), "D5"), cells("C5 D2..D4 D6..D8"));
    let home = placed("ashton", Defenders, "R=E5 N=A1 B=C3");
    assert_eq!(targets(&home, "E5"), cells("C5 D5 F5 G5 E3 E4 E6 E7"), "he may leave it");
}

#[test]
fn t18_ashton_nobody_enters_or_crosses_a_camp_from_outside() {
    // Row 2 is cut by E2, row 4 ends before A4 and I4, column D before D1 and D9.
    for (side, pieces, from) in
        [(Attackers, "N=C2 R=G7", "C2"), (Defenders, "B=C2 R=G7 N=G3", "C2"), (Defenders, "R=C2 N=G3", "C2")]
    {
        let board = placed("ashton", side, pieces);
        assert_eq!(targets(&board, from), cells("A2 B2 D2 C1 C3..C9"), "{pieces}");
    }
    let board = placed("ashton", Attackers, "N=D4 R=G7");
    assert_eq!(targets(&board, "D4"), cells("B4 C4 E4..H4 D2 D3 D5..D8"));
    assert_eq!(why(&board, "D4-A4"), Some(("T18".to_owned(), WhyNot::Camp(read("A4")))));
}

#[test]
fn t18_ashton_a_muscovite_moves_within_its_camp_and_out_of_it() {
    let board = placed("ashton", Attackers, "N=A4 R=G7");
    assert_eq!(targets(&board, "A4"), cells("A1..A3 A5..A9 B4..H4"), "its own camp is open, I4 is another");
    assert_eq!(targets(&placed("ashton", Attackers, "N=A4,A6 R=G7"), "A4"), cells("A1..A3 A5 B4..H4"));
    assert_eq!(targets(&placed("ashton", Attackers, "N=E1 R=G7"), "E1"), cells("A1..D1 F1..I1 E2..E4"));
    assert_eq!(targets(&placed("ashton", Attackers, "N=B5 R=G7"), "B5"), cells("A5 C5 D5 B1..B4 B6..B9"));
}

#[test]
fn t18_ashton_a_muscovite_never_returns_to_its_camp() {
    let board = placed("ashton", Attackers, "N=A4,H8 B=H2 R=G7");
    let left = played(&board, "A4-A3 H2-H3");
    assert_eq!(targets(left.position(), "A3"), cells("A1 A2 B3..G3"));
    let within = played(&board, "A4-A5 H2-H3");
    assert!(targets(within.position(), "A5").contains(&read("A4")), "moving within is not leaving");
}

#[test]
fn t18_ashton_a_muscovite_is_captured_against_swede_king_konakis_or_camp() {
    for (pieces, mv, victims) in [
        ("R=B7 B=G2,C4 N=G3,H8", "C4-F4", ""),
        ("R=B7 B=G2,C4 N=G3,H8", "C4-G4", "G3"),
        ("R=G2 B=C4 N=G3,H8", "C4-G4", "G3"),
        ("R=C4 B=G2 N=G3,H8", "C4-G4", "G3"),
        // The konakis, empty and with the king on it.
        ("R=G7 B=C2 N=D5,H8", "C2-C5", "D5"),
        ("R=E5 B=C2 N=D5,H8", "C2-C5", "D5"),
        // Camp cells, empty or held by a Muscovite.
        ("R=G7 B=D2 N=A3,H8", "D2-A2", "A3"),
        ("R=G7 B=D2 N=A3,A4,H8", "D2-A2", "A3"),
        ("R=G7 B=C2 N=B4,H8", "C2-C4", "B4"),
        ("R=G7 B=D2 N=C5,H8", "D2-D5", "C5"),
        ("R=G7 B=H3 N=D2,H8", "H3-D3", "D2"),
        ("R=C3 B=G7 N=D2,H8", "C3-D3", "D2"),
    ] {
        let board = placed("ashton", Defenders, pieces);
        assert_eq!(captured(&board, mv), cells(victims), "{pieces} {mv}");
    }
}

#[test]
fn t18_ashton_the_inner_cells_of_the_camps_take_no_muscovite() {
    for (pieces, mv) in [
        ("R=G7 B=C2 N=B5,H8", "C2-C5"),
        ("R=G7 B=H3 N=E2,H8", "H3-E3"),
        ("R=G7 B=G2 N=H5,H8", "G2-G5"),
        ("R=G4 B=B7 N=E8,H8", "B7-E7"),
        ("R=G7 B=C2 N=D1,H8", "C2-C1"),
        ("R=G7 B=H3 N=A4,H8", "H3-A3"),
    ] {
        assert_eq!(captured(&placed("ashton", Defenders, pieces), mv), [], "{pieces} {mv}");
    }
    // Between two Swedes a Muscovite in its camp is captured like anywhere.
    let board = placed("ashton", Defenders, "R=G7 B=D2,F3 N=E2,H8");
    assert_eq!(captured(&board, "F3-F2"), cells("E2"));
}

#[test]
fn t18_ashton_a_swede_is_captured_against_muscovite_camp_or_konakis() {
    for (pieces, mv, victims) in [
        ("R=B7 B=G3 N=G2,C4", "C4-F4", ""),
        ("R=B7 B=G3 N=G2,C4", "C4-G4", "G3"),
        ("R=G7 B=A3 N=D2", "D2-A2", "A3"),
        ("R=G7 B=A7 N=D8", "D8-A8", "A7"),
        ("R=G7 B=B4 N=C8", "C8-C4", "B4"),
        ("R=G7 B=C5 N=D8", "D8-D5", "C5"),
        ("R=G7 B=F2 N=G4", "G4-G2", "F2"),
        // E5, empty and with the king on it.
        ("R=G7 B=D5 N=C8", "C8-C5", "D5"),
        ("R=E5 B=D5 N=C8", "C8-C5", "D5"),
        ("R=E5 B=E6 N=C7", "C7-E7", "E6"),
    ] {
        let board = placed("ashton", Attackers, pieces);
        assert_eq!(captured(&board, mv), cells(victims), "{pieces} {mv}");
    }
}

#[test]
fn t18_ashton_moving_beside_a_camp_is_safe() {
    let board = placed("ashton", Defenders, "R=G7 B=B2 N=C4,H8");
    let game = played(&board, "B2-B4");
    assert!(game.position().get(read("B4")).is_some(), "between C4 and the camp cell A4");
}

#[test]
fn t18_ashton_the_king_is_captured_by_four_on_the_konakis_and_by_three_beside_it() {
    for (pieces, mv, expected) in [
        ("R=E5 N=D5,F5,E6,E3", "E3-E4", CAPTURED),
        ("R=E5 N=D5,F5,D6,E3 B=C3", "E3-E4", GOES_ON),
        ("R=E4 N=D4,F4,B3", "B3-E3", CAPTURED),
        ("R=E4 N=D4,B3 B=F4", "B3-E3", GOES_ON),
        ("R=E4 N=D4,H4", "H4-F4", GOES_ON),
        ("R=E4 N=B3", "B3-E3", GOES_ON),
        ("R=D5 N=D4,C5,D8", "D8-D6", CAPTURED),
        ("R=D5 N=D4,D8", "D8-D6", GOES_ON),
    ] {
        assert_eq!(outcome(&placed("ashton", Attackers, pieces), mv), expected, "{pieces} {mv}");
    }
}

#[test]
fn t18_ashton_elsewhere_the_king_is_captured_between_two_or_against_a_camp() {
    for (pieces, mv, expected) in [
        ("R=C3 N=B3,H3", "H3-D3", CAPTURED),
        ("R=C3 N=C2,C8", "C8-C4", CAPTURED),
        ("R=C3 N=C2,H3", "H3-D3", GOES_ON),
        ("R=C5 N=D8", "D8-D5", CAPTURED),
        ("R=B4 N=C8", "C8-C4", CAPTURED),
        ("R=B4 N=H3", "H3-B3", CAPTURED),
        ("R=D2 N=D8", "D8-D3", CAPTURED),
        ("R=D2 N=C8", "C8-C2", CAPTURED),
        ("R=C4 N=D8", "D8-D4", GOES_ON),
    ] {
        assert_eq!(outcome(&placed("ashton", Attackers, pieces), mv), expected, "{pieces} {mv}");
    }
    let walks = placed("ashton", Defenders, "R=C2 N=D5,H8");
    assert_eq!(outcome(&walks, "C2-C5"), GOES_ON, "walking between a Muscovite and a camp is safe");
    assert_eq!(outcome(&walks, "C2-C5 H8-H7"), GOES_ON, "the man that moves must be one of the two");
}

#[test]
fn t18_camps_hold_a_side_of_a_king_who_must_be_surrounded() {
    // Of the four cells round B4 two are camp cells.
    let pieces = "R=B4 N=B3,C8";
    let surrounded = "ashton king_capture:surrounded";
    assert_eq!(outcome(&placed(surrounded, Attackers, pieces), "C8-C4"), CAPTURED);
    assert_eq!(
        outcome(&placed(surrounded, Attackers, "R=B4 N=C8"), "C8-C4"),
        GOES_ON,
        "two are no longer enough"
    );
    let open = "ashton king_capture:surrounded bases:open";
    assert_eq!(outcome(&placed(open, Attackers, pieces), "C8-C4"), GOES_ON);
}

#[test]
fn t18_ashton_the_king_wins_on_edge_cells_that_are_no_camp() {
    let rules = rules("ashton");
    let free: Vec<Cell> =
        Cell::all(9).filter(|cell| cell.is_on_edge(9) && !cells(CAMPS).contains(cell)).collect();
    assert_eq!(rules.goals().cells().collect::<Vec<_>>(), free);
    let board = placed("ashton", Defenders, "R=C3 N=H8");
    assert_eq!(outcome(&board, "C3-C1"), ESCAPED);
    assert_eq!(outcome(&board, "C3-C2"), GOES_ON);
    assert_eq!(routes(&placed("ashton", Attackers, "R=D4 N=H8")), "", "every way from D4 ends in a camp");
    assert_eq!(routes(&placed("ashton", Attackers, "R=C4 N=H8")), "C4-C1 C4-C9");
}

#[test]
fn t18_ashton_the_first_repetition_is_a_draw() {
    let start = Position::start(&rules("ashton"), Defenders);
    assert_eq!(outcome(&start, "E3-D3 E2-D2 D3-E3"), GOES_ON);
    // A Muscovite that has left its camp cannot come back, so it walks to and fro outside.
    let outside = played(&start, "E3-D3 E2-D2 D3-E3");
    assert_eq!(why(outside.position(), "D2-E2"), Some(("T18".to_owned(), WhyNot::Camp(read("E2")))));
    let round = "E3-D3 E2-D2 D3-E3 D2-C2 E3-D3 C2-D2";
    assert_eq!(outcome(&start, round), over(None, Reason::Repetition), "after E2-D2 and again after C2-D2");
}

#[test]
fn t18_ashton_a_capture_starts_the_count_anew() {
    let board = placed("ashton", Defenders, "R=C2 B=G3,G8 N=G4,H7,D7");
    let quiet = "C2-C3 H7-H8 C3-C2 H8-H7";
    assert_eq!(outcome(&board, quiet), over(None, Reason::Repetition));
    assert_eq!(captured(&board, "G8-G5"), cells("G4"));
    let after_capture = "G8-G5 D7-D8 C2-C3 D8-D7 C3-C2";
    assert_eq!(outcome(&board, after_capture), over(None, Reason::Repetition));
    assert_eq!(outcome(&board, "C2-C3 H7-H8 G8-G5 D7-D8 C3-C2 H8-H7"), GOES_ON);
}

#[test]
fn t18_ashton_no_swede_stands_in_a_camp() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . B . . . .
        . . . . N . . . .";
    let setup = Setup { arrangement: Arrangement::drawn(picture), side: Attackers, king_captured: false };
    let faults = Position::new(&rules("ashton"), &setup).unwrap_err();
    assert_eq!(
        faults.0,
        [SetupFault::DefenderInCamp { cell: read("E2") }, SetupFault::DefenderInCamp { cell: read("B5") }]
    );
    assert!(Position::new(&rules("tablut"), &setup).is_ok());
}
