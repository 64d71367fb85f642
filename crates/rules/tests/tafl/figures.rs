//! The eight diagrams of Tablut's text and the nine figures of Alea Evangelii's booklet (A15). The drawings
//! themselves are lost; these boards show what their captions say.

use crate::support;

use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Piece, Position};

#[test]
fn diagram_1_the_muscovites_capture_a_swede() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . N . .
        . . . . . . . . .
        . . . . R . . . .
        . . N B . . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&board, "E2-E4"), cells("D4"));
    assert_eq!(outcome(&board, "E2-E4"), GOES_ON);
}

#[test]
fn diagram_2_a_swede_moves_between_two_muscovites_safely() {
    let board = drawn(
        "tablut",
        Defenders,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . B . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . N . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . N . .",
    );
    let game = played(&board, "D7-D4");
    assert_eq!(game.position().get(read("D4")), Some(Piece::Defender));
    assert_eq!(captured(&board, "D7-D4 G1-G2"), []);
}

#[test]
fn diagram_3_a_swede_captures_two_muscovites() {
    let board = drawn(
        "tablut",
        Defenders,
        "
        . . . . . . . . .
        . . . B . . . . .
        . . . N . . . . .
        . . . . N B . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . B . . . . .
        . . . . . . . N .",
    );
    assert_eq!(captured(&board, "D2-D6"), cells("E6 D7"));
}

#[test]
fn diagram_4_the_muscovites_capture_the_king_with_four() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . N . .
        . . . . . N R N .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . N . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "G2-G5"), CAPTURED);
    assert_eq!(moves_leading_to(&board, |next| next.state().king_captured()), "G2-G5");
}

#[test]
fn diagram_5_beside_the_konakis_the_muscovites_capture_the_king_with_three() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . N . . .
        . . . . . R N . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . N . . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "F2-F4"), CAPTURED);
}

const DIAGRAM_6: &str = "
    N . . . . . . . .
    . N . . . . . . .
    . . . N . . R . N
    . . . . . . . . .
    . . . . . . N . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn diagram_6_raichi_leaves_the_muscovites_two_moves_for_the_defence() {
    let board = drawn("tablut", Attackers, DIAGRAM_6);
    assert_eq!(words(&board), "raichi");
    assert_eq!(routes(&board), "G7-G9");
    assert_eq!(moves_leading_to(&board, |next| routes(next).is_empty()), "A9-G9 B8-G8");
    assert_eq!(outcome(&drawn("tablut", Defenders, DIAGRAM_6), "G7-G9"), ESCAPED);
}

/// Whatever the attackers play, the king has a free route left and is not captured.
fn every_defence_is_impossible(board: &Position) -> bool {
    moves_leading_to(board, |next| routes(next).is_empty()).is_empty()
}

#[test]
fn diagram_7_tuichi_cannot_be_answered() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        N . . . . . . . .
        . N . . . . . . .
        . . . N . . R . .
        . . . . . . . . .
        . . . . . . N . .
        . . . . . . . . .
        . . . . . . . . N
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(words(&board), "tuichi");
    assert_eq!(routes(&board), "G7-G9 G7-I7");
    assert!(every_defence_is_impossible(&board));
    // The single route of the sixth diagram can be closed.
    assert!(!every_defence_is_impossible(&drawn("tablut", Attackers, DIAGRAM_6)));
}

const DIAGRAM_8: &str = "
    N . N . . . . . .
    . . . . . . . . .
    . . R . . . . . .
    . . . . . . . . .
    . . N . . . . . .
    . . . . . . . . .
    . . . . . . . . N
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn diagram_8_another_tuichi_to_opposite_edges() {
    let board = drawn("tablut", Attackers, DIAGRAM_8);
    assert_eq!(words(&board), "tuichi");
    assert_eq!(routes(&board), "C7-A7 C7-I7");
    assert!(every_defence_is_impossible(&board));
}

#[test]
fn diagram_8_is_no_tuichi_for_a_king_who_moves_four_cells() {
    let board = drawn("tablut-rook-4", Attackers, DIAGRAM_8);
    assert_eq!(words(&board), "raichi");
    assert_eq!(routes(&board), "C7-A7");
    assert!(!every_defence_is_impossible(&board));
    // Only from the lines E and 5 can such a king reach two opposite edges.
    assert_eq!(routes(&placed("tablut-rook-4", Attackers, "R=E7 N=E9,E1")), "E7-A7 E7-I7");
    assert_eq!(routes(&placed("tablut-rook-4", Attackers, "R=D7 N=D9,D1")), "D7-A7");
}

#[test]
fn figure_1_black_takes_white_between_two_men() {
    let board = black("R=J10 B=F6 N=E6,G12");
    assert_eq!(captured(&board, "G12-G6"), cells("F6"));
    assert_eq!(captured(&board, "G12-G7"), []);
}

#[test]
fn figure_2_black_takes_white_against_a_corner_or_the_konakis() {
    let board = black("R=N4 B=B19,J11 N=C8,F12");
    assert_eq!(captured(&board, "C8-C19"), cells("B19"));
    assert_eq!(captured(&board, "F12-J12"), cells("J11"));
}

#[test]
fn figure_3_white_takes_two_black_men_in_one_move() {
    let board = white("R=J10 B=D7,F9,F2 N=E7,F8,S2");
    assert_eq!(captured(&board, "F2-F7"), cells("E7 F8"));
}

#[test]
fn figure_4_white_does_not_take_with_the_king_as_partner() {
    let board = white("R=D7 B=F7,F2 N=E7,E2");
    assert_eq!(captured(&board, "F2-F6"), []);
    let comes_up = white("R=D7 B=F2 N=E7,E2");
    assert_eq!(captured(&comes_up, "F2-F7"), []);
    let moves_up = white("R=D3 B=F7 N=E7,E2");
    assert_eq!(captured(&moves_up, "D3-D7"), []);
    let two_men = white("R=K3 B=D7,F2 N=E7,E2");
    assert_eq!(captured(&two_men, "F2-F7"), cells("E7"), "as two men would");
}

#[test]
fn figure_5_a_white_man_moves_between_two_enemies_safely() {
    let game = played(&white("R=K3 B=E2 N=D7,F7"), "E2-E7");
    assert_eq!(game.position().get(read("E7")), Some(Piece::Defender));
    assert_eq!(game.moves_played()[0].captured, []);
}

#[test]
fn figure_6_the_king_taken_in_the_open() {
    assert_eq!(outcome(&black("R=M6 N=L6,N6,M7,M2"), "M2-M5"), CAPTURED);
}

#[test]
fn figure_7_the_king_taken_at_the_edge() {
    assert_eq!(outcome(&black("R=S8 N=S7,S9,K8"), "K8-R8"), CAPTURED);
}

#[test]
fn figure_8_the_king_taken_beside_the_konakis() {
    assert_eq!(outcome(&black("R=K10 N=K9,K11,P10"), "P10-L10"), CAPTURED);
}

#[test]
fn figure_9_the_king_taken_beside_a_corner() {
    assert_eq!(outcome(&black("R=R1 N=Q1,R9"), "R9-R2"), CAPTURED);
}

#[test]
fn a15_the_figures_hold_on_the_printed_board_too() {
    for (figure, side, pieces, mv, victims, expected) in [
        (1, Attackers, "R=I9 B=F6 N=E6,G12", "G12-G6", "F6", GOES_ON),
        (2, Attackers, "R=N4 B=B17 N=C8", "C8-C17", "B17", GOES_ON),
        (2, Attackers, "R=N4 B=I10 N=F11", "F11-I11", "I10", GOES_ON),
        (3, Defenders, "R=I9 B=D7,F9,F2 N=E7,F8,Q2", "F2-F7", "E7 F8", GOES_ON),
        (4, Defenders, "R=D7 B=F2 N=E7,E2", "F2-F7", "", GOES_ON),
        (5, Defenders, "R=K3 B=E2 N=D7,F7", "E2-E7", "", GOES_ON),
        (6, Attackers, "R=M6 N=L6,N6,M7,M2", "M2-M5", "", CAPTURED),
        (7, Attackers, "R=Q8 N=Q7,Q9,K8", "K8-P8", "", CAPTURED),
        (8, Attackers, "R=J9 N=J8,J10,P9", "P9-K9", "", CAPTURED),
        (9, Attackers, "R=P1 N=O1,P9", "P9-P2", "", CAPTURED),
    ] {
        let board = placed("alea-17", side, pieces);
        assert_eq!(captured(&board, mv), cells(victims), "figure {figure}");
        assert_eq!(outcome(&board, mv), expected, "figure {figure}");
    }
}
