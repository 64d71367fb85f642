//! Why a move is refused: every reason with its rule, and no reason exactly where a move is legal.

use crate::support;

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Cell, Game, Move, Position, Preset, Reason, Rules, Side, WhyNot, Wide};

/// Asserts that each move is refused by a rule and for a reason.
fn refused(position: &Position, tries: &[(&str, &str, WhyNot)]) {
    for (mv, rule, reason) in tries {
        assert_eq!(why(position, mv), Some(((*rule).to_owned(), *reason)), "{mv}\n{position}");
        let refusal = position.clone().play(read(mv)).expect_err("it is refused");
        assert_eq!((refusal.rule.to_string().as_str(), refusal.why), (*rule, *reason));
        let mut game = Game::from_position(position.clone());
        let before = game.clone();
        assert_eq!(game.play(read(mv)).map_err(|illegal| illegal.why), Err(*reason));
        assert_eq!(game, before, "a refused move changes nothing");
    }
}

fn at(cell: &str) -> Cell {
    read(cell)
}

#[test]
fn game_over() {
    let escaped = played(&placed("tablut", Defenders, "R=C3 N=I9"), "C3-C1");
    refused(
        escaped.position(),
        &[
            ("I9-I8", "T9", WhyNot::GameOver(Reason::Escape)),
            ("A1-A1", "T9", WhyNot::GameOver(Reason::Escape)),
        ],
    );
    let captured = played(&placed("tablut", Attackers, "R=E4 N=D4,F4,E1 B=H8"), "E1-E3");
    refused(captured.position(), &[("H8-H7", "T9", WhyNot::GameOver(Reason::Capture))]);
    let escaped = played(&placed("alea", Defenders, "R=A3 N=I9"), "A3-A1");
    refused(escaped.position(), &[("I9-I8", "A10", WhyNot::GameOver(Reason::Escape))]);
    // However he was captured (A8, A9): that it ends the game is A10.
    let captured = played(&placed("alea", Attackers, "R=A9 B=A10,Q17 N=A8,B9,B10,H11"), "H11-A11");
    refused(captured.position(), &[("Q17-Q16", "A10", WhyNot::GameOver(Reason::Capture))]);
}

#[test]
fn no_piece_not_yours_same_cell() {
    let start = Position::start(&rules("tablut"), Attackers);
    refused(
        &start,
        &[
            ("B2-B3", "T4", WhyNot::NoPiece(at("B2"))),
            ("E4-D4", "T2", WhyNot::NotYours(at("E4"))),
            ("E5-D5", "T2", WhyNot::NotYours(at("E5"))),
            ("D1-D1", "T4", WhyNot::SameCell(at("D1"))),
        ],
    );
    let start = Position::start(&rules("alea"), Defenders);
    refused(
        &start,
        &[
            ("B2-B3", "A4", WhyNot::NoPiece(at("B2"))),
            ("C1-D1", "A2", WhyNot::NotYours(at("C1"))),
            ("J10-J10", "A4", WhyNot::SameCell(at("J10"))),
        ],
    );
}

#[test]
fn off_board() {
    let tablut = Position::start(&rules("tablut"), Attackers);
    refused(
        &tablut,
        &[
            ("D1-J1", "T1", WhyNot::OffBoard(at("J1"))),
            ("D9-D10", "T1", WhyNot::OffBoard(at("D10"))),
            ("S19-D1", "T1", WhyNot::OffBoard(at("S19"))),
        ],
    );
    let alea = Position::start(&rules("alea-17"), Defenders);
    refused(&alea, &[("I9-I18", "A1", WhyNot::OffBoard(at("I18")))]);
}

#[test]
fn not_straight() {
    let tablut = Position::start(&rules("tablut"), Defenders);
    refused(&tablut, &[("E4-D3", "T4", WhyNot::NotStraight), ("E5-D6", "T4", WhyNot::NotStraight)]);
    let chess_king = Position::start(&rules("tablut-chess-king"), Defenders);
    assert_eq!(why(&chess_king, "E5-D6"), None);
    refused(
        &chess_king,
        &[("E4-D3", "T4", WhyNot::NotStraight), ("E5-C7", "T13", WhyNot::TooFar { most: 1 })],
    );
    let alea = Position::start(&rules("alea"), Defenders);
    refused(&alea, &[("J10-K12", "A4", WhyNot::NotStraight)]);
}

#[test]
fn too_far() {
    let king_at = |ruleset| placed(ruleset, Defenders, "R=C3 N=I9 B=D2");
    for (ruleset, mv, rule, most) in [
        ("tablut-rook-4", "C3-C8", "T13", 4),
        ("tablut-step-king", "C3-C5", "T13", 1),
        ("tablut-chess-king", "C3-E3", "T13", 1),
        ("alea-step-king", "C3-C5", "A13", 1),
        ("alea king_move:rook-4", "C3-C8", "T13", 4),
        ("alea king_move:chess-king", "C3-E3", "T13", 1),
    ] {
        refused(&king_at(ruleset), &[(mv, rule, WhyNot::TooFar { most })]);
        assert_eq!(why(&king_at(ruleset), "D2-I2"), None, "men go as far as they like");
    }
    assert_eq!(why(&king_at("tablut-rook-4"), "C3-C7"), None);
    assert_eq!(why(&king_at("tablut"), "C3-C8"), None);
}

#[test]
fn blocked() {
    let tablut = Position::start(&rules("tablut"), Attackers);
    refused(
        &tablut,
        &[
            ("D1-D5", "T4", WhyNot::Blocked(at("D5"))),
            ("D1-D7", "T4", WhyNot::Blocked(at("D5"))),
            ("D1-E1", "T4", WhyNot::Blocked(at("E1"))),
            ("E2-E6", "T4", WhyNot::Blocked(at("E3"))),
        ],
    );
    let alea = Position::start(&rules("alea"), Defenders);
    refused(&alea, &[("J10-L10", "A4", WhyNot::Blocked(at("K10")))]);
    let chess_king = placed("tablut-chess-king", Defenders, "R=C3 N=D4");
    refused(&chess_king, &[("C3-D4", "T4", WhyNot::Blocked(at("D4")))]);
}

#[test]
fn throne_stop_and_pass() {
    let (stop, pass) = (WhyNot::ThroneStop(at("E5")), WhyNot::ThronePass(at("E5")));
    for side in Side::ALL {
        let man = if side == Attackers { "R=C2 N=B5" } else { "R=C2 B=B5 N=H8" };
        refused(&placed("tablut", side, man), &[("B5-E5", "T5", stop), ("B5-F5", "T5", pass)]);
        refused(
            &placed("ashton", side, &man.replace("B5", "C5")),
            &[("C5-E5", "T18", stop), ("C5-F5", "T18", pass)],
        );
        refused(&placed("weak-king", side, man), &[("B5-E5", "T5", stop)]);
        assert_eq!(why(&placed("weak-king", side, man), "B5-F5"), None);
    }
    refused(&placed("ashton", Defenders, "R=E3 N=H8"), &[("E3-E5", "T18", stop), ("E3-E6", "T18", pass)]);
    assert_eq!(why(&placed("tablut", Defenders, "R=E3 N=H8"), "E3-E5"), None);
    assert_eq!(why(&placed("tablut", Defenders, "R=E3 N=H8"), "E3-E6"), None);

    let konakis = at("J10");
    let alea = placed("alea", Attackers, "R=C2 N=B10");
    refused(&alea, &[("B10-J10", "A5", WhyNot::ThroneStop(konakis))]);
    // In Alea everyone may pass: what closes the konakis is borrowed from Tablut.
    for (option, pass) in [("throne_pass:king", "T5"), ("throne_pass:nobody", "T18")] {
        let closed = placed(&format!("alea {option}"), Attackers, "R=C2 N=B10");
        refused(&closed, &[("B10-K10", pass, WhyNot::ThronePass(konakis))]);
    }
    let closed = placed("alea throne_stop:nobody", Defenders, "R=B10 N=C2");
    refused(&closed, &[("B10-J10", "T18", WhyNot::ThroneStop(konakis))]);
}

#[test]
fn corner() {
    let tablut = placed("tablut-corners", Attackers, "R=E5 N=A3,C9");
    refused(
        &tablut,
        &[("A3-A1", "T14", WhyNot::Corner(at("A1"))), ("C9-A9", "T14", WhyNot::Corner(at("A9")))],
    );
    let alea = placed("alea", Defenders, "R=E5 B=A3 N=H8");
    refused(&alea, &[("A3-A1", "A5", WhyNot::Corner(at("A1")))]);
    assert_eq!(why(&placed("tablut", Attackers, "R=E5 N=A3"), "A3-A1"), None);
    assert_eq!(why(&placed("tablut-corners", Defenders, "R=A3 N=H8"), "A3-A1"), None);
}

#[test]
fn base_stop_and_pass() {
    let (stop, pass) = (WhyNot::BaseStop(at("E2")), WhyNot::BasePass(at("E2")));
    let board = |ruleset| placed(ruleset, Defenders, "R=C2 N=F1,H8");
    refused(&board("tablut-bases-no-stop"), &[("C2-E2", "T16", stop)]);
    assert_eq!(why(&board("tablut-bases-no-stop"), "C2-F2"), None);
    refused(&board("tablut-bases-closed"), &[("C2-E2", "T16", stop), ("C2-F2", "T16", pass)]);
    refused(&board("tablut-bases-held"), &[("C2-E2", "T16", stop), ("C2-F2", "T16", pass)]);
    let left = placed("tablut-bases-held", Defenders, "R=C2 N=H8");
    assert_eq!((why(&left, "C2-E2"), why(&left, "C2-F2")), (None, None));
}

#[test]
fn camp() {
    let (camp, beyond) = (WhyNot::Camp(at("A4")), WhyNot::Camp(at("E2")));
    for (side, pieces) in [
        (Attackers, "R=G7 N=C4,C2"),
        (Defenders, "R=G7 B=C4,C2 N=H8"),
        (Defenders, "R=C4 B=C2 N=H8"),
        (Defenders, "R=C2 B=C4 N=H8"),
    ] {
        let board = placed("ashton", side, pieces);
        refused(&board, &[("C4-A4", "T18", camp), ("C2-E2", "T18", beyond), ("C2-G2", "T18", beyond)]);
    }
    let inside = placed("ashton", Attackers, "R=G7 N=A4");
    assert_eq!(why(&inside, "A4-A6"), None);
    refused(&inside, &[("A4-I4", "T18", WhyNot::Camp(at("I4")))]);
}

#[test]
fn the_first_obstacle_on_the_way_is_named() {
    // A man, the konakis and the edge of a camp, in this order.
    let board = placed("ashton", Attackers, "R=G7 N=D5,C5 B=B8");
    refused(
        &board,
        &[("C5-H5", "T4", WhyNot::Blocked(at("D5"))), ("D5-H5", "T18", WhyNot::ThronePass(at("E5")))],
    );
}

/// Asserts for every pair of cells that a move is listed exactly if there is no reason against it.
fn reasons_and_moves_agree(position: &Position) {
    let listed = position.moves();
    let moves: HashSet<Move> = listed.iter().copied().collect();
    assert_eq!(moves.len(), listed.len(), "no move is listed twice\n{position}");
    let size = position.rules().size();
    for from in Cell::all(size) {
        for to in Cell::all(size) {
            let mv = Move::new(from, to);
            let reason = position.why_not(mv);
            assert_eq!(reason.is_none(), moves.contains(&mv), "{mv}: {reason:?}\n{position}");
        }
    }
}

#[test]
fn there_is_a_reason_exactly_where_there_is_no_move() {
    let mut rng = Rng::with_seed(1);
    for preset in Preset::ALL {
        let rules = Arc::new(Rules::<Wide>::new(&preset.ruleset()).unwrap());
        // The work grows with the fourth power of the size.
        let looks = if rules.size() > 11 { 4 } else { 30 };
        let mut game = Game::start(&rules, *pick(&mut rng, &Side::ALL));
        for _ in 0..looks {
            reasons_and_moves_agree(game.position());
            for _ in 0..5 {
                let moves = game.moves();
                if moves.is_empty() {
                    game = Game::start(&rules, *pick(&mut rng, &Side::ALL));
                } else {
                    game.play(*pick(&mut rng, &moves)).unwrap();
                }
            }
        }
        for _ in 0..looks {
            reasons_and_moves_agree(&scattered(&rules, &mut rng));
        }
    }
}

#[test]
fn a_piece_that_cannot_be_picked_up_says_why() {
    let start = Position::start(&rules("tablut"), Attackers);
    let why =
        |cell: &str| start.why_not_from(read(cell)).map(|illegal| (illegal.rule.to_string(), illegal.why));
    let expected = |rule: &str, why| Some((rule.to_owned(), why));
    assert_eq!(why("D1"), None);
    assert_eq!(why("E1"), expected("T4", WhyNot::Stuck(read("E1"))));
    assert_eq!(why("E5"), expected("T2", WhyNot::NotYours(read("E5"))));
    assert_eq!(why("A1"), expected("T4", WhyNot::NoPiece(read("A1"))));
    assert_eq!(why("K1"), expected("T1", WhyNot::OffBoard(read("K1"))));
}

#[test]
fn a_chess_king_is_told_that_he_goes_too_far() {
    let position = placed("tablut-chess-king", Defenders, "R=E5");
    let illegal = position.why_not(read("E5-G7")).unwrap();
    assert_eq!((illegal.rule.to_string(), illegal.why), ("T13".to_owned(), WhyNot::TooFar { most: 1 }));
}
