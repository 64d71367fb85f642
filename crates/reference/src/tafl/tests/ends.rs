use tablen_rules::tafl::{KingMove, Preset, Repetition, Ruleset, Side, Stalemate};

use super::{cell, game, on_seven, play, start};
use crate::tafl::{Reason, Verdict};

fn verdict(winner: Option<Side>, reason: Reason) -> Option<Verdict> {
    Some(Verdict { winner, reason })
}

const FREE_KING: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    N R . . . N .
    . . . . . . .";

/// T9: the king wins on the edge.
#[test]
fn t9_escape() {
    let mut game = game(&on_seven(Preset::Tablut), FREE_KING, Side::Defenders);
    play(&mut game, "B2-B7");
    assert_eq!(game.verdict(), verdict(Some(Side::Defenders), Reason::Escape));
    assert!(game.moves().is_empty() && game.routes().is_empty() && game.threats().is_empty());
}

/// T14: on a base the king has not won.
#[test]
fn t14_bases_are_no_goal() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . R . . .
        . . . . . . .
        . . N . . . .";
    let mut game = game(&on_seven(Preset::TablutFreeEdge), picture, Side::Defenders);
    play(&mut game, "D3-D1");
    assert_eq!(game.verdict(), None);
    assert_eq!(game.routes(), [(1, 0)]);
}

/// T9: the attackers win by capture.
#[test]
fn t9_capture() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . N R N . .
        . . . . . . .
        . . . N . . .";
    let mut game = game(&on_seven(Preset::Tablut), picture, Side::Attackers);
    assert_eq!(game.threats(), [(cell("D1"), cell("D2"))]);
    play(&mut game, "D1-D2");
    assert_eq!(game.verdict(), verdict(Some(Side::Attackers), Reason::Capture));
}

/// T10: routes by direction, no matter whose turn it is.
#[test]
fn t10_routes() {
    for side in Side::ALL {
        assert_eq!(game(&on_seven(Preset::Tablut), FREE_KING, side).routes(), [(0, -1), (0, 1)]);
    }
    let chess_king = Ruleset { king_move: KingMove::ChessKing, ..on_seven(Preset::Tablut) };
    assert_eq!(game(&chess_king, FREE_KING, Side::Defenders).routes(), [(-1, -1), (-1, 1), (0, -1), (1, -1)]);
    let rook_four = on_seven(Preset::TablutRookFour);
    assert_eq!(game(&rook_four, FREE_KING, Side::Defenders).routes(), [(0, -1)]);
}

/// A11: attackers' moves that would capture, no matter whose turn it is.
#[test]
fn a11_threats() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . N . . . . .
        N R . . N . .
        . N N . . . .";
    for side in Side::ALL {
        assert_eq!(
            game(&on_seven(Preset::Alea), picture, side).threats(),
            [(cell("C1"), cell("C2")), (cell("E2"), cell("C2"))]
        );
    }
}

const NO_MOVE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . R . . .
    B . . . . . .
    N B . . . . .";

/// T11.
#[test]
fn t11_no_move() {
    let loses = on_seven(Preset::Tablut);
    assert_eq!(
        game(&loses, NO_MOVE, Side::Attackers).verdict(),
        verdict(Some(Side::Defenders), Reason::NoMove)
    );
    let draw = Ruleset { stalemate: Stalemate::Draw, ..loses };
    let stalemate = game(&draw, NO_MOVE, Side::Attackers);
    assert_eq!(stalemate.verdict(), verdict(None, Reason::NoMove));
    // Routes are counted no matter whose turn it is, and over the konakis too.
    assert_eq!(stalemate.routes(), [(-1, 0), (0, -1), (0, 1), (1, 0)]);
}

/// T12: the starting position is its first occurrence.
#[test]
fn t12_repetition() {
    for (repetition, plies, expected) in [
        (Repetition::Draw, 8, verdict(None, Reason::Repetition)),
        (Repetition::MoverLoses, 8, verdict(Some(Side::Attackers), Reason::Repetition)),
        (Repetition::DefendersLose, 8, verdict(Some(Side::Attackers), Reason::Repetition)),
        (Repetition::DrawAtOnce, 4, verdict(None, Reason::Repetition)),
        (Repetition::None, 12, None),
    ] {
        let ruleset = Ruleset { repetition, ..Preset::Tablut.ruleset() };
        let mut game = start(&ruleset, Side::Attackers);
        for (ply, text) in ["A4-A3", "E3-D3", "A3-A4", "D3-E3"].iter().cycle().take(plies).enumerate() {
            assert_eq!(game.verdict(), None, "{repetition} after {ply} moves");
            play(&mut game, text);
        }
        assert_eq!(game.verdict(), expected, "{repetition}");
        assert_eq!(game.moves().is_empty(), expected.is_some());
    }
}
