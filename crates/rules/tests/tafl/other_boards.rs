//! Boards beside those of the two texts: brandubh, hnefatafl and boards of one's own.

use crate::support;

use std::sync::Arc;

use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{
    Arrangement, Bits, Board, Cell, Layout, Narrow, Piece, Position, Preset, Reason, Rules, Ruleset, Side,
    Status, Wide, fits_narrow,
};

#[test]
fn every_preset_starts_with_a_valid_symmetric_position() {
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        let layout = ruleset.board.layout();
        let rules = rules(preset.name());
        assert_eq!(layout.start.get(layout.throne()), Some(Piece::King), "{preset}");
        assert_eq!(rules.symmetries().len(), 8, "{preset}");
        for symmetry in rules.symmetries() {
            for cell in Cell::all(layout.size()) {
                assert_eq!(
                    layout.start.get(symmetry.apply(cell)),
                    layout.start.get(cell),
                    "{preset}: {cell}"
                );
            }
        }
        for side in Side::ALL {
            let start = Position::new(&rules, &rules.setup(&rules.start(side)));
            assert_eq!(start.map(|start| start.status()), Ok(Status::ToMove(side)), "{preset}");
        }
        assert_eq!(fits_narrow(&ruleset), Rules::<Narrow>::new(&ruleset).is_ok(), "{preset}");
    }
}

#[test]
fn every_preset_has_twice_as_many_attackers_as_defenders() {
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        let start = &ruleset.board.layout().start;
        assert_eq!(start.count(Piece::Attacker), 2 * start.count(Piece::Defender), "{preset}");
        assert_eq!(start.count(Piece::King), 1, "{preset}");
    }
}

fn first_moves(preset: &str) -> (usize, usize) {
    let count = |side| Position::start(&rules(preset), side).moves().len();
    (count(Attackers), count(Defenders))
}

#[test]
fn brandubh_first_moves() {
    // On each side the outer man has two cells left and right (corners are closed), the inner one three.
    assert_eq!(first_moves("brandubh"), (4 * (4 + 6), 4 * 6));
}

#[test]
fn hnefatafl_first_moves() {
    // D1 and H1 have 2 along the edge and 4 inwards, E1 and G1 have 3, F1 none, F2 has 5 + 5 + 1;
    // of the defenders the four outer men have 9, the four on diagonals 6, the inner ones none.
    assert_eq!(first_moves("hnefatafl"), (4 * (6 + 3 + 3 + 6 + 11), 4 * 9 + 4 * 6));
}

#[test]
fn brandubh_the_king_needs_a_corner() {
    let board = drawn(
        "brandubh",
        Defenders,
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . N . . . . .
        . . R . . N .",
    );
    assert_eq!(outcome(&board, "C1-A1"), ESCAPED);
    assert_eq!(outcome(&board, "C1-C7"), GOES_ON);
    assert_eq!(words(&board), "raichi");
}

#[test]
fn brandubh_corners_and_the_empty_konakis_are_enemies_of_all_men() {
    let board = |side, pieces| placed("brandubh", side, pieces);
    assert_eq!(captured(&board(Attackers, "R=E6 B=A2 N=G3"), "G3-A3"), cells("A2"));
    assert_eq!(captured(&board(Defenders, "R=E6 B=G3 N=A2,F1"), "G3-A3"), cells("A2"));
    assert_eq!(captured(&board(Attackers, "R=E6 B=C4 N=B7"), "B7-B4"), cells("C4"));
    assert_eq!(captured(&board(Attackers, "R=D4 B=C4 N=B7"), "B7-B4"), [], "the king's own cell");
}

#[test]
fn brandubh_the_king_is_strong_at_the_konakis_only() {
    let board = |pieces| placed("brandubh", Attackers, pieces);
    assert_eq!(outcome(&board("R=B5 N=A5,F5"), "F5-C5"), CAPTURED);
    assert_eq!(outcome(&board("R=D5 N=C5,F5"), "F5-E5"), GOES_ON);
    assert_eq!(outcome(&board("R=D5 N=C5,D6,F5"), "F5-E5"), CAPTURED);
    assert_eq!(outcome(&board("R=B1 N=F1"), "F1-C1"), CAPTURED, "against a corner");
}

#[test]
fn hnefatafl_the_king_is_surrounded_by_four_and_safe_on_the_edge() {
    let board = |pieces| placed("hnefatafl", Attackers, pieces);
    assert_eq!(outcome(&board("R=C4 N=B4,D4,C3,C9"), "C9-C5"), CAPTURED);
    assert_eq!(outcome(&board("R=C4 N=B4,D4,C9"), "C9-C5"), GOES_ON);
    assert_eq!(outcome(&board("R=A5 N=A4,A6,B9 B=G2"), "B9-B5"), GOES_ON);
    assert_eq!(outcome(&board("R=F5 N=E5,G5,F1"), "F1-F4"), CAPTURED, "beside the konakis three are enough");
}

#[test]
fn hnefatafl_the_third_repetition_loses() {
    let start = Position::start(&rules("hnefatafl"), Attackers);
    let round = "F2-E2 F4-E4 E2-F2 E4-F4 ";
    assert_eq!(outcome(&start, round), GOES_ON);
    assert_eq!(outcome(&start, &round.repeat(2)), over(Some(Attackers), Reason::Repetition));
}

#[test]
fn hnefatafl_and_brandubh_start_with_the_attackers() {
    for preset in ["hnefatafl", "brandubh"] {
        assert_eq!(ruleset(preset).first_side(), Some(Attackers), "{preset}");
    }
}

/// A board of one's own whose corners lie inside.
fn inner_corners() -> Ruleset {
    let mut layout = Layout::new(Arrangement::drawn(
        "
        . . . N . . .
        . . . . . . .
        . . . . . . .
        N . . R . . N
        . . . B . . .
        . . . . . . .
        . . . N . . .",
    ));
    layout.corners = cells("B2 F6").into_iter().collect();
    Ruleset { board: Board::of(layout), ..ruleset("tablut-corners") }
}

fn at_inner_corners(setup: &str) -> Position {
    let rules = Rules::new(&inner_corners()).expect("a sensible board");
    Position::new(&Arc::new(rules), &read(setup)).expect("a position")
}

#[test]
fn t14_a10_the_king_must_end_his_move_on_the_goal() {
    let board = at_inner_corners("/7/4K2/7/7/7/7/3t3/ defenders");
    assert!(targets(&board, "E2").contains(&read("A2")), "he may pass over it");
    assert_eq!(outcome(&board, "E2-A2"), GOES_ON);
    assert_eq!(outcome(&board, "E2-B2"), ESCAPED);
    assert_eq!(routes(&board), "E2-B2");
}

#[test]
fn t14_a10_men_neither_stop_on_nor_pass_over_inner_corners() {
    let board = at_inner_corners("/7/5t1/7/3K3/7/7/7/ attackers");
    assert_eq!(targets(&board, "F2"), cells("C2..E2 G2 F1 F3..F5"));
}

#[test]
fn a_board_of_ones_own_keeps_the_symmetries_of_its_special_cells() {
    // Four sides are bases, so only the diagonal through B2 and F6, the other one and the half turn remain.
    assert_eq!(Rules::<Narrow>::new(&inner_corners()).unwrap().symmetries().len(), 4);
}

#[test]
fn rulesets_survive_their_text() {
    let own = inner_corners();
    assert_eq!(read::<Ruleset>(&own.to_string()), own);
    for preset in Preset::ALL {
        assert_eq!(read::<Ruleset>(&preset.ruleset().to_string()), preset.ruleset(), "{preset}");
        assert_eq!(ruleset(preset.name()), preset.ruleset(), "{preset}");
    }
    assert_eq!(Rules::<Wide>::new(&own).unwrap().goals(), Wide::of(cells("B2 F6")));
}
