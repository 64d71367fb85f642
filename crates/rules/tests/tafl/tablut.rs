//! Tablut as its text has it: T1–T9.

use crate::support;

use support::tafl::*;
use tablen_rules::rule::Book;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Bits, Board, Cell, Game, Piece, Position, Reason, Ruleset, Side, Status, WhyNot};

#[test]
fn t1_the_board_has_nine_rows_and_columns_and_its_centre_is_the_konakis() {
    let rules = rules("tablut");
    assert_eq!(rules.size(), 9);
    assert_eq!(rules.throne(), read("E5"));
    assert_eq!(rules.ruleset().book, Book::Tablut);
    let start = Position::start(&rules, Attackers);
    assert_eq!(why(&start, "D1-J1"), Some(("T1".to_owned(), WhyNot::OffBoard(read("J1")))));
    assert_eq!(why(&start, "D1-D10"), Some(("T1".to_owned(), WhyNot::OffBoard(read("D10")))));
    assert_eq!(why(&start, "D9-A9"), None);
}

#[test]
fn t2_the_start() {
    let start = Position::start(&rules("tablut"), Attackers);
    let cells_of = |piece| {
        let pieces = start.setup().arrangement;
        pieces.pieces().filter(|(_, found)| *found == piece).map(|(cell, _)| cell).collect::<Vec<Cell>>()
    };
    assert_eq!(cells_of(Piece::Attacker), cells("D1 E1 F1 E2  D9 E9 F9 E8  A4 A5 A6 B5  I4 I5 I6 H5"));
    assert_eq!(cells_of(Piece::Defender), cells("E3 E4 E6 E7 C5 D5 F5 G5"));
    assert_eq!(cells_of(Piece::King), cells("E5"));
}

#[test]
fn t2_first_moves() {
    // Of each group D1, E1, F1, E2 the outer two have six moves, the inner one none and the one in front eight.
    assert_eq!(Position::start(&rules("tablut"), Attackers).moves().len(), 4 * (6 + 6 + 8));
    // Of each pair of Swedes the outer one has eight moves and the inner one six; the king has none.
    assert_eq!(Position::start(&rules("tablut"), Defenders).moves().len(), 4 * (8 + 6));
}

#[test]
fn t3_the_first_player_is_drawn_by_lot_unless_agreed() {
    assert_eq!(ruleset("tablut").first_side(), None);
    assert_eq!(ruleset("tablut first:lot").first_side(), None);
    assert_eq!(ruleset("tablut first:attackers").first_side(), Some(Attackers));
    assert_eq!(ruleset("tablut first:defenders").first_side(), Some(Defenders));
    for side in Side::ALL {
        let game: Game = Game::start(&rules("tablut"), side);
        assert_eq!(game.status(), Status::ToMove(side));
        assert!(game.moves().iter().all(|mv| game.position().get(mv.from).is_some_and(|p| p.side() == side)));
    }
}

#[test]
fn t4_every_piece_moves_like_a_rook_over_free_cells() {
    let board = |side| {
        drawn(
            "tablut",
            side,
            "
            . . . . . . . . .
            . . . . . . . . .
            . . B . . . N . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . R . . . . . .
            . . . . . . . . .
            . . . . . . . . .",
        )
    };
    assert_eq!(targets(&board(Defenders), "C3"), cells("A3 B3 D3..I3 C1 C2 C4..C6"));
    assert_eq!(targets(&board(Defenders), "C7"), cells("A7 B7 D7..F7 C4..C6 C8 C9"));
    assert_eq!(targets(&board(Attackers), "G7"), cells("D7..F7 H7 I7 G1..G6 G8 G9"));
    assert_eq!(targets(&board(Attackers), "C7"), [], "the other side's pieces stay");
}

#[test]
fn t5_nobody_but_the_king_stops_on_the_konakis_or_passes_over_it() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . N . . . . . . B
        . . . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .";
    let board = |side| drawn("tablut", side, picture);
    assert_eq!(targets(&board(Attackers), "B5"), cells("A5 C5 D5 B1..B4 B6..B9"));
    assert_eq!(targets(&board(Defenders), "I5"), cells("F5..H5 I1..I4 I6..I9"));
    assert_eq!(targets(&board(Defenders), "E2"), cells("A2..D2 F2..I2 E1 E3..E9"));
    assert_eq!(outcome(&board(Defenders), "E2-E5"), GOES_ON);
    assert_eq!(outcome(&board(Defenders), "E2-E9"), ESCAPED);
}

#[test]
fn t5_who_stops_and_who_passes_are_options() {
    for (stop, pass, man, king) in [
        ("king", "king", "A5 C5 D5", "E1 E3..E9"),
        ("king", "everyone", "A5 C5 D5 F5..I5", "E1 E3..E9"),
        ("king", "nobody", "A5 C5 D5", "E1 E3..E5"),
        ("nobody", "king", "A5 C5 D5", "E1 E3 E4 E6..E9"),
        ("nobody", "everyone", "A5 C5 D5 F5..I5", "E1 E3 E4 E6..E9"),
        ("nobody", "nobody", "A5 C5 D5", "E1 E3 E4"),
        ("everyone", "everyone", "A5 C5..I5", "E1 E3..E9"),
    ] {
        let ruleset = format!("tablut throne_stop:{stop} throne_pass:{pass}");
        let attackers = placed(&ruleset, Attackers, "R=E2 N=B5");
        let men = placed(&ruleset, Defenders, "R=E2 N=I9 B=B5");
        let man = cells(&format!("{man} B1..B4 B6..B9"));
        assert_eq!(targets(&attackers, "B5"), man, "{ruleset}");
        assert_eq!(targets(&men, "B5"), man, "{ruleset}");
        assert_eq!(targets(&men, "E2"), cells(&format!("{king} A2..D2 F2..I2")), "{ruleset}");
    }
}

#[test]
fn t5_a_konakis_that_the_king_holds_is_passed_by_nobody() {
    let board = placed("tablut throne_pass:everyone", Attackers, "R=E5 N=B5");
    assert_eq!(targets(&board, "B5"), cells("A5 C5 D5 B1..B4 B6..B9"));
}

#[test]
fn t6_a_man_between_two_enemies_is_captured_along_a_row_or_a_column() {
    let swedes = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . N B . . . . N
        . . . . . . . . .
        . . . . . . . . .
        N . . . . . . . .
        . . . . . . B . .
        . R . . . . N . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&swedes, "I7-E7"), cells("D7"));
    assert_eq!(captured(&swedes, "A4-G4"), cells("G3"));
    assert_eq!(captured(&swedes, "I7-F7"), [], "not beside it");
    assert_eq!(captured(&swedes, "A4-F4"), [], "beside it across a corner");

    let muscovites = drawn(
        "tablut",
        Defenders,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . B N . . . . B
        . . . . . . . . .
        . . . . . . . . .
        B . . . . . . . .
        . . . . . . N . .
        . R . . . . B . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&muscovites, "I7-E7"), cells("D7"));
    assert_eq!(captured(&muscovites, "A4-G4"), cells("G3"));
    assert_eq!(captured(&muscovites, "A4-F4"), []);
}

#[test]
fn t6_two_men_side_by_side_cover_each_other() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . N B B . . . . N
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&board, "I7-E7"), []);
}

#[test]
fn t6_moving_between_two_enemies_is_safe_until_one_of_them_comes_anew() {
    let board = drawn(
        "tablut",
        Defenders,
        "
        . . . . . . . . .
        . . . B . . . . .
        . . . . . . . . .
        . . N . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . N . .
        . . . . . . . . .",
    );
    let between = played(&board, "D8-D6");
    assert_eq!(between.position().get(read("D6")), Some(Piece::Defender));
    assert_eq!(captured(&board, "D8-D6 G2-G3"), [], "another attacker's move takes nothing");
    assert_eq!(captured(&board, "D8-D6 C6-C7 B2-B3 C7-C6"), cells("D6"));
}

#[test]
fn t6_one_move_can_capture_three() {
    let three = "
        . . . . N . . . .
        . . . . B . . . .
        . . N B . B N . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .";
    assert_eq!(captured(&drawn("tablut", Attackers, three), "E6-E7"), cells("D7 F7 E8"));

    let three = "
        . . . . B . . . .
        . . . . N . . . .
        . . B N . N B . .
        . . . . B . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .";
    assert_eq!(captured(&drawn("tablut", Defenders, three), "E6-E7"), cells("D7 F7 E8"));
}

#[test]
fn t6_a_piece_that_moves_between_two_enemies_still_captures() {
    let board = drawn(
        "tablut",
        Defenders,
        "
        . . . B . . . . .
        . . . N . . . . .
        . . N . N . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . B . . . . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&board, "D2-D7"), cells("D8"));
    assert_eq!(played(&board, "D2-D7").position().get(read("D7")), Some(Piece::Defender));
}

#[test]
fn t6_neither_the_edge_nor_a_corner_helps() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        B . . . . . . . N
        N . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . N
        . R . . . . . . .
        . . . . . B . . .",
    );
    assert_eq!(captured(&board, "I9-B9"), []);
    assert_eq!(captured(&board, "I3-F3 B2-B3 F3-F2"), []);
}

#[test]
fn t6_the_konakis_does_not_help() {
    let swede = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        N . . B . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&swede, "A5-C5"), []);
    let muscovite = drawn(
        "tablut",
        Defenders,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        B . . N . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(captured(&muscovite, "A5-C5"), []);
}

#[test]
fn t7_the_kings_part_in_captures() {
    let moves_up = "
        . . . . . . . . .
        . . . B . . . . .
        . . . N . . . . .
        . . . . . . . R .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let is_partner = "
        . . . . . . . . .
        B . . . . . . . .
        . . . N . . . . .
        . . . R . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for (arms, by_moving, by_standing) in
        [("armed", "D7", "D7"), ("unarmed", "", ""), ("anvil", "", "D7"), ("hammer", "D7", "")]
    {
        let board = |picture| drawn(&format!("tablut king_arms:{arms}"), Defenders, picture);
        assert_eq!(captured(&board(moves_up), "H6-D6"), cells(by_moving), "{arms}");
        assert_eq!(captured(&board(is_partner), "A8-D8"), cells(by_standing), "{arms}");
    }
    assert_eq!(
        captured(&drawn("tablut", Defenders, moves_up), "H6-D6"),
        cells("D7"),
        "armed in the plain game"
    );
}

#[test]
fn t7_the_king_on_the_konakis_is_a_partner() {
    let board = |arms: &str| placed(&format!("tablut king_arms:{arms}"), Defenders, "R=E5 N=E4,A1 B=B3");
    assert_eq!(captured(&board("armed"), "B3-E3"), cells("E4"));
    assert_eq!(captured(&board("unarmed"), "B3-E3"), []);
}

#[test]
fn t8_four_attackers_capture_the_king() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . N . . . . . .
        . N R . . . . N .
        . . N . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "H6-D6"), CAPTURED);
    assert_eq!(outcome(&board, "H6-E6"), GOES_ON, "three are not enough");
    let game = played(&board, "H6-D6");
    assert!(game.position().state().king_captured());
    assert_eq!(game.moves(), []);
    assert_eq!(game.moves_played()[0].to_string(), "H6-D6++");
    assert_eq!(game.position().get(read("C6")), Some(Piece::King), "he stays, so that everyone sees it");
}

#[test]
fn t8_one_of_the_kings_own_men_on_a_side_saves_him() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . N . . . . . .
        . B R . . . . N .
        . . N . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "H6-D6"), GOES_ON);
}

#[test]
fn t8_beside_the_konakis_three_are_enough() {
    let beside = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . N R N . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . N . . . .",
    );
    assert_eq!(outcome(&beside, "E1-E3"), CAPTURED);
    assert_eq!(outcome(&beside, "E1-E2"), GOES_ON, "two are not");
    let one_away = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . N R N . . .
        . . . . . . . . .
        . . . . N . . . .",
    );
    assert_eq!(outcome(&one_away, "E1-E2"), GOES_ON, "three are not enough anywhere else");
}

#[test]
fn t8_on_the_konakis_it_takes_four() {
    let board = drawn(
        "tablut",
        Attackers,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . N R N . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "E2-E4"), CAPTURED);
    assert_eq!(outcome(&board, "E2-E3"), GOES_ON);
}

#[test]
fn t8_a_konakis_where_everyone_may_stop_holds_nobody() {
    let three = "R=E4 N=D4,F4,E1";
    let open = "tablut throne_stop:everyone throne_pass:everyone";
    assert_eq!(outcome(&placed("tablut", Attackers, three), "E1-E3"), CAPTURED);
    assert_eq!(outcome(&placed(open, Attackers, three), "E1-E3"), GOES_ON);
    assert_eq!(outcome(&placed(open, Attackers, "R=E4 N=D4,F4,E3,A5"), "A5-E5"), CAPTURED);
}

#[test]
fn t8_a_king_who_walks_among_attackers_is_taken_by_their_next_move_not_by_his() {
    let board = drawn(
        "tablut",
        Defenders,
        "
        N . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . N . N . . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(outcome(&board, "E5-E4"), GOES_ON);
    assert_eq!(outcome(&board, "E5-E4 A9-A8"), CAPTURED, "any move of theirs that leaves him held");
    assert_eq!(outcome(&board, "E5-E4 E3-E2"), GOES_ON);
}

#[test]
fn t9_the_king_wins_on_every_cell_of_the_edge() {
    let size = 9;
    for goal in Cell::all(size).filter(|cell| cell.is_on_edge(size)) {
        let Some(inside) = goal.neighbours(size).find(|cell| !cell.is_on_edge(size)) else {
            continue;
        };
        let board = placed("tablut", Defenders, &format!("R={inside} N=A1"));
        assert_eq!(outcome(&board, &format!("{inside}-{goal}")), ESCAPED, "{goal}");
    }
    assert_eq!(rules("tablut").goals().len(), 32);
}

#[test]
fn t9_nothing_is_won_before_the_edge_or_by_a_man() {
    let board = placed("tablut", Defenders, "R=C3 B=D3 N=I9");
    assert_eq!(outcome(&board, "C3-C2"), GOES_ON);
    assert_eq!(outcome(&board, "D3-D1"), GOES_ON);
    assert_eq!(outcome(&board, "C3-C1"), ESCAPED);
}

#[test]
fn t9_after_the_end_nothing_moves() {
    let mut game = played(&placed("tablut", Defenders, "R=C3 N=I9"), "C3-C1");
    assert_eq!(game.moves(), []);
    assert_eq!(game.position().moves(), []);
    let illegal = game.play(read("I9-I8")).unwrap_err();
    assert_eq!((illegal.rule.to_string(), illegal.why), ("T9".to_owned(), WhyNot::GameOver(Reason::Escape)));
}

#[test]
fn t1_the_default_ruleset_is_tablut() {
    assert_eq!(Ruleset::default(), ruleset("tablut"));
    assert_eq!(Ruleset::default().board, Board::Tablut9);
}
