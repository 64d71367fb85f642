//! Alea Evangelii: A1–A14.

use crate::support;

use support::tafl::*;
use tablen_rules::rule::Book;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{
    Announcement, Arrangement, Bits, Board, Cell, Game, Outcome, Piece, Position, Reason, Side, WhyNot, Wide,
};

#[test]
fn a1_the_full_board_and_the_printed_one() {
    let (full, printed) = (rules("alea"), rules("alea-17"));
    assert_eq!((full.size(), full.throne()), (19, read("J10")));
    assert_eq!((printed.size(), printed.throne()), (17, read("I9")));
    assert_eq!(ruleset("alea board:17"), ruleset("alea-17"));
    assert_eq!(ruleset("alea-17 board:19"), ruleset("alea"));
    assert_eq!(full.ruleset().book, Book::Alea);
    let start = Position::start(&full, Attackers);
    assert_eq!(why(&start, "A17-A18"), None);
    let start = Position::start(&printed, Attackers);
    assert_eq!(why(&start, "A16-A18"), Some(("A1".to_owned(), WhyNot::OffBoard(read("A18")))));
}

#[test]
fn a1_the_printed_board_is_the_full_one_without_its_empty_lines() {
    let full = Board::Alea19.layout().start.clone();
    let is_empty_line = |line: u8| line == 1 || line == 17;
    let kept: Vec<u8> = (0..19).filter(|line| !is_empty_line(*line)).collect();
    let mut printed = Arrangement::empty(17);
    for (row, full_row) in kept.iter().enumerate() {
        for (column, full_column) in kept.iter().enumerate() {
            let cell = Cell::new(column as u8, row as u8).unwrap();
            printed.set(cell, full.get(Cell::new(*full_column, *full_row).unwrap()));
        }
    }
    assert_eq!(printed, Board::Alea17.layout().start);
    assert!(full.pieces().all(|(cell, _)| !is_empty_line(cell.row()) && !is_empty_line(cell.column())));
}

#[test]
fn a1_both_boards_look_the_same_from_every_side() {
    for board in [Board::Alea19, Board::Alea17] {
        let start = &board.layout().start;
        let far = start.size() - 1;
        for (cell, piece) in start.pieces() {
            let (column, row) = (cell.column(), cell.row());
            for (column, row) in [(far - column, row), (column, far - row), (row, column)] {
                assert_eq!(start.get(Cell::new(column, row).unwrap()), Some(piece), "{cell}");
            }
        }
    }
}

#[test]
fn a2_the_start_of_the_full_board() {
    let drawn = Arrangement::drawn(
        "
        ..N..N.......N..N..
        ...................
        N....N.......N....N
        .......N.N.N.......
        ......N.B.B.N......
        N.N..N.......N..N.N
        ....N....B....N....
        ...N....B.B....N...
        ....B..B.B.B..B....
        ...N..B.BRB.B..N...
        ....B..B.B.B..B....
        ...N....B.B....N...
        ....N....B....N....
        N.N..N.......N..N.N
        ......N.B.B.N......
        .......N.N.N.......
        N....N.......N....N
        ...................
        ..N..N.......N..N..",
    );
    assert_eq!(Board::Alea19.layout().start, drawn);
    assert_eq!(Position::start(&rules("alea"), Defenders).setup().arrangement, drawn);
    assert_eq!([48, 24, 1], Piece::ALL.map(|piece| drawn.count(piece)));
}

#[test]
fn a2_the_start_of_the_printed_board() {
    let drawn = Arrangement::drawn(
        "
        .N..N.......N..N.
        N...N.......N...N
        ......N.N.N......
        .....N.B.B.N.....
        NN..N.......N..NN
        ...N....B....N...
        ..N....B.B....N..
        ...B..B.B.B..B...
        ..N..B.BRB.B..N..
        ...B..B.B.B..B...
        ..N....B.B....N..
        ...N....B....N...
        NN..N.......N..NN
        .....N.B.B.N.....
        ......N.N.N......
        N...N.......N...N
        .N..N.......N..N.",
    );
    assert_eq!(Position::start(&rules("alea-17"), Defenders).setup().arrangement, drawn);
    assert_eq!([48, 24, 1], Piece::ALL.map(|piece| drawn.count(piece)));
}

#[test]
fn a2_first_moves() {
    for (preset, black, white) in [("alea", 588, 184), ("alea-17", 512, 176)] {
        let count = |side| Position::start(&rules(preset), side).moves().len();
        assert_eq!((count(Attackers), count(Defenders)), (black, white), "{preset}");
    }
}

#[test]
fn a3_white_starts() {
    for preset in ["alea", "alea-17", "alea-step-king"] {
        assert_eq!(ruleset(preset).first_side(), Some(Defenders), "{preset}");
    }
    assert_eq!(ruleset("alea first:attackers").first_side(), Some(Attackers));
    assert_eq!(ruleset("alea first:lot").first_side(), None);
    let start = Position::start(&rules("alea"), Defenders);
    assert_eq!(why(&start, "C1-C2"), Some(("A2".to_owned(), WhyNot::NotYours(read("C1")))));
}

#[test]
fn a4_all_pieces_move_like_rooks() {
    let pieces = "R=D4 B=D10 N=M4,M10";
    assert_eq!(targets(&white(pieces), "D4"), cells("A4..C4 E4..L4 D1..D3 D5..D9"));
    assert_eq!(targets(&white(pieces), "D10"), cells("A10..C10 E10..I10 K10 L10 D5..D9 D11..D19"));
    assert_eq!(targets(&black(pieces), "M4"), cells("E4..L4 N4..S4 M1..M3 M5..M9"));
}

#[test]
fn a5_only_the_king_stops_on_the_konakis_and_everyone_crosses_it() {
    let pieces = "R=J3 B=F10 N=J14";
    assert_eq!(targets(&white(pieces), "F10"), cells("A10..E10 G10..I10 K10..S10 F1..F9 F11..F19"));
    assert_eq!(targets(&black(pieces), "J14"), cells("A14..I14 K14..S14 J4..J9 J11..J13 J15..J19"));
    assert_eq!(targets(&white(pieces), "J3"), cells("A3..I3 K3..S3 J1 J2 J4..J13"));
    assert_eq!(why(&white(pieces), "F10-J10"), Some(("A5".to_owned(), WhyNot::ThroneStop(read("J10")))));
    // Not while the king stands on it.
    assert_eq!(targets(&black("R=J10 N=J14"), "J14"), cells("A14..I14 K14..S14 J11..J13 J15..J19"));
}

#[test]
fn a5_only_the_king_stops_on_corners() {
    let pieces = "R=A3 B=A17 N=C1";
    assert_eq!(targets(&white(pieces), "A3"), cells("A1 A2 A4..A16 B3..S3"));
    assert_eq!(targets(&white(pieces), "A17"), cells("A18 A4..A16 B17..S17"));
    assert_eq!(targets(&black(pieces), "C1"), cells("B1 D1..R1 C2..C19"));
    assert_eq!(why(&black(pieces), "C1-A1"), Some(("A5".to_owned(), WhyNot::Corner(read("A1")))));
}

#[test]
fn a6_a_man_between_two_enemies_is_captured() {
    assert_eq!(captured(&black("R=Q17 B=D5 N=C5,E9"), "E9-E5"), cells("D5"));
    assert_eq!(captured(&black("R=Q17 B=D5 N=D4,G6"), "G6-D6"), cells("D5"));
    assert_eq!(captured(&black("R=Q17 B=D5 N=D4,E9"), "E9-E5"), [], "not on one line");
    assert_eq!(captured(&white("R=Q17 B=C5,E9 N=D5"), "E9-E5"), cells("D5"));
    assert_eq!(captured(&black("R=Q17 B=D5,E5 N=C5,F9"), "F9-F5"), [], "two cover each other");
    assert_eq!(captured(&black("R=Q17 B=A9 N=C9"), "C9-B9"), [], "the edge does not help");
}

#[test]
fn a6_a_man_between_an_enemy_and_a_corner_is_captured() {
    for (victim, from, mv) in
        [("A2", "H3", "H3-A3"), ("B1", "C8", "C8-C1"), ("S18", "H17", "H17-S17"), ("R19", "Q8", "Q8-Q19")]
    {
        let board = black(&format!("R=K5 B={victim} N={from}"));
        assert_eq!(captured(&board, mv), cells(victim));
        let board = white(&format!("R=K5 B={from} N={victim},F6"));
        assert_eq!(captured(&board, mv), cells(victim));
    }
    assert_eq!(captured(&black("R=K5 B=A3 N=H4"), "H4-A4"), [], "not beside the corner");
    assert_eq!(captured(&black("R=K5 B=A2 N=H2"), "H2-B2"), [], "the corner is not on that line");
}

#[test]
fn a6_a_man_between_an_enemy_and_the_konakis_is_captured_as_the_option_says() {
    for (hostile, white_empty, white_held, black_empty, black_held) in [
        ("never", false, false, false, false),
        ("defenders-when-empty", true, false, true, true),
        ("when-empty", true, false, true, false),
        ("always", true, true, true, true),
    ] {
        let ruleset = format!("alea throne_hostile:{hostile}");
        let victim = |is_taken: bool| if is_taken { cells("K10") } else { Vec::new() };
        for (king, white_taken, black_taken) in
            [("D4", white_empty, black_empty), ("J10", white_held, black_held)]
        {
            let white_man = placed(&ruleset, Attackers, &format!("R={king} B=K10 N=S10"));
            assert_eq!(captured(&white_man, "S10-L10"), victim(white_taken), "{hostile}, king on {king}");
            let black_man = placed(&ruleset, Defenders, &format!("R={king} B=S10 N=K10,A5"));
            assert_eq!(captured(&black_man, "S10-L10"), victim(black_taken), "{hostile}, king on {king}");
        }
    }
    assert_eq!(ruleset("alea"), ruleset("alea throne_hostile:defenders-when-empty"));
}

#[test]
fn a6_several_men_can_be_captured_by_one_move() {
    let board = black("R=Q17 B=D5,F5,E6 N=C5,G5,E7,E2");
    assert_eq!(captured(&board, "E2-E5"), cells("D5 F5 E6"));
    // A man, the corner's victim and another at once.
    let board = black("R=Q17 B=A2,B3 N=C3,A9");
    assert_eq!(captured(&board, "A9-A3"), cells("A2 B3"));
}

#[test]
fn a6_moving_between_two_enemies_or_an_enemy_and_a_corner_is_safe() {
    for (pieces, mv, to) in [
        ("R=Q17 B=D9 N=C5,E5", "D9-D5", "D5"),
        ("R=Q17 B=H2 N=A3", "H2-A2", "A2"),
        ("R=Q17 B=K15 N=L10", "K15-K10", "K10"),
    ] {
        let game = played(&white(pieces), mv);
        assert_eq!(game.position().get(read(to)), Some(Piece::Defender), "{pieces} {mv}");
    }
    let game = played(&black("R=Q17 B=A3 N=H2"), "H2-A2");
    assert_eq!(game.position().get(read("A2")), Some(Piece::Attacker));
}

#[test]
fn a7_the_king_takes_no_part_in_captures() {
    assert_eq!(captured(&white("R=H5 B=D7 N=D6,S4"), "H5-D5"), [], "by moving");
    assert_eq!(captured(&white("R=D5 B=H7 N=D6,S4"), "H7-D7"), [], "by standing");
    assert_eq!(captured(&white("R=D9 B=H7 N=D6,S4 B=D5"), "H7-D7"), cells("D6"));
    assert_eq!(captured(&white("R=H3 N=A2,S4"), "H3-A3"), [], "not against a corner either");
    // Not he but the konakis under him is the enemy of the black man.
    let pieces = "R=J10 B=S12 N=J11,J2";
    assert_eq!(captured(&white(pieces), "S12-J12"), cells("J11"));
    assert_eq!(captured(&placed("alea throne_hostile:when-empty", Defenders, pieces), "S12-J12"), []);
}

#[test]
fn a8_four_in_the_open() {
    let board = black("R=D4 N=C4,E4,D5,H3");
    assert_eq!(outcome(&board, "H3-D3"), CAPTURED);
    assert_eq!(outcome(&board, "H3-E3"), GOES_ON);
    assert_eq!(outcome(&black("R=D4 N=C4,D5,H3 B=E4"), "H3-D3"), GOES_ON, "a man of his own on a side");
}

#[test]
fn a8_three_at_the_edge() {
    let board = black("R=A9 N=A8,A10,H9");
    assert_eq!(outcome(&board, "H9-B9"), CAPTURED);
    assert_eq!(outcome(&board, "H9-C9"), GOES_ON);
    let field = placed("alea king_capture:surrounded-in-field", Attackers, "R=A9 N=A8,A10,H9 B=P3");
    assert_eq!(outcome(&field, "H9-B9"), GOES_ON);
}

#[test]
fn a8_three_beside_the_konakis_and_four_on_it() {
    let beside = black("R=J11 N=J12,I11,K2");
    assert_eq!(outcome(&beside, "K2-K11"), CAPTURED);
    assert_eq!(outcome(&beside, "K2-K12"), GOES_ON);
    let on_it = black("R=J10 N=J11,I10,J9,K2");
    assert_eq!(outcome(&on_it, "K2-K10"), CAPTURED);
    assert_eq!(outcome(&on_it, "K2-K11"), GOES_ON);
}

#[test]
fn a8_two_beside_a_corner() {
    let board = black("R=A2 N=A3,H2");
    assert_eq!(outcome(&board, "H2-B2"), CAPTURED);
    assert_eq!(outcome(&board, "H2-C2"), GOES_ON);
    let gentle = placed("alea corner_hostile:never", Attackers, "R=A2 N=A3,H2");
    assert_eq!(outcome(&gentle, "H2-B2"), GOES_ON, "only a hostile corner counts as a black man");
}

#[test]
fn a8_only_a_black_move_captures_the_king() {
    let board = white("R=J10 N=J12,I11,K11,S3");
    assert_eq!(outcome(&board, "J10-J11"), GOES_ON);
    assert_eq!(outcome(&board, "J10-J11 S3-S4"), CAPTURED);
    assert_eq!(outcome(&board, "J10-J11 J12-J13"), GOES_ON);
}

/// How it stands after black's move, for each value of `companions`: none, one, any.
fn with_companions(pieces: &str, mv: &str) -> [Option<Outcome>; 3] {
    ["none", "one", "any"]
        .map(|companions| outcome(&placed(&format!("alea companions:{companions}"), Attackers, pieces), mv))
}

const ALONE: [Option<Outcome>; 3] = [CAPTURED, CAPTURED, CAPTURED];
const WITH_ONE: [Option<Outcome>; 3] = [GOES_ON, CAPTURED, CAPTURED];
const WITH_MORE: [Option<Outcome>; 3] = [GOES_ON, GOES_ON, CAPTURED];
const NOT_AT_ALL: [Option<Outcome>; 3] = [GOES_ON, GOES_ON, GOES_ON];

#[test]
fn a9_the_king_and_one_man_enclosed() {
    // Q17 can always move, so that nobody loses for want of a move.
    let pieces = "R=D4 B=D5,Q17 N=D3,C4,E4,C5,E5,H6";
    assert_eq!(with_companions(pieces, "H6-D6"), WITH_ONE);
    assert_eq!(with_companions(pieces, "H6-E6"), NOT_AT_ALL, "a side of the man is open");
    assert_eq!(with_companions("R=D4 B=D5,Q17 N=C4,E4,C5,E5,H6", "H6-D6"), NOT_AT_ALL, "a side of the king");
    assert_eq!(with_companions("R=D4 B=Q17 N=C4,E4,D5,H3", "H3-D3"), ALONE);
    assert_eq!(ruleset("alea"), ruleset("alea companions:one"));
}

#[test]
fn a9_the_king_and_several_men_enclosed() {
    let in_a_row = "R=D4 B=D5,D6,Q17 N=D3,C4,E4,C5,E5,C6,E6,H7";
    assert_eq!(with_companions(in_a_row, "H7-D7"), WITH_MORE);
    let round_the_king = "R=D4 B=D5,E4,Q17 N=A3,C4,C5,D6,E5,E3,F4";
    assert_eq!(with_companions(round_the_king, "A3-D3"), WITH_MORE);
    assert_eq!(with_companions(round_the_king, "A3-C3"), NOT_AT_ALL);
}

#[test]
fn a9_the_edge_encloses_too() {
    assert_eq!(with_companions("R=A9 B=A10,Q17 N=A8,B9,B10,H11", "H11-A11"), WITH_ONE);
    assert_eq!(with_companions("R=A9 B=B9,Q17 N=A8,A10,B8,B10,H9", "H9-C9"), WITH_ONE);
}

#[test]
fn a9_a_free_konakis_beside_the_king_does_not_enclose_him() {
    assert_eq!(with_companions("R=J11 B=J12,Q17 N=I11,K11,I12,K12,H13", "H13-J13"), NOT_AT_ALL);
    // Beside his man it does, unless the man can cross it.
    let his_man = "R=J12 B=J11,Q17 N=I12,K12,I11,K11,H13";
    assert_eq!(with_companions(his_man, "H13-J13"), NOT_AT_ALL, "J11 can go to J9");
    assert_eq!(with_companions(&format!("{his_man},J9"), "H13-J13"), WITH_ONE);
    let only_the_king_crosses = placed("alea throne_pass:king", Attackers, his_man);
    assert_eq!(outcome(&only_the_king_crosses, "H13-J13"), CAPTURED);
}

#[test]
fn a9_a_free_corner_beside_the_king_does_not_enclose_him() {
    assert_eq!(with_companions("R=A2 B=A3,Q17 N=B2,B3,H4", "H4-A4"), NOT_AT_ALL);
    assert_eq!(with_companions("R=A3 B=A2,Q17 N=B2,B3,H4", "H4-A4"), WITH_ONE, "beside his man it does");
}

#[test]
fn a9_blacks_move_must_bring_it_about() {
    // As if white had shut himself in.
    let enclosed = "R=D4 B=D5,Q17 N=D3,C4,E4,C5,E5,D6,S3";
    assert_eq!(with_companions(enclosed, "S3-S4"), NOT_AT_ALL);
    assert_eq!(with_companions(enclosed, "D6-D7 Q17-Q16 D7-D6"), WITH_ONE);
}

#[test]
fn a10_white_wins_on_a_corner_and_nowhere_else() {
    let board = white("R=A9 N=H8");
    assert_eq!(outcome(&board, "A9-A1"), ESCAPED);
    assert_eq!(outcome(&board, "A9-A19"), ESCAPED);
    assert_eq!(outcome(&board, "A9-A2"), GOES_ON);
    assert_eq!(outcome(&board, "A9-S9"), GOES_ON);
    assert_eq!(rules("alea").goals(), Wide::of(cells("A1 S1 A19 S19")));
    assert_eq!(rules("alea-17").goals(), Wide::of(cells("A1 Q1 A17 Q17")));
    let over = played(&board, "A9-A1");
    assert_eq!(over.why_not(read("H8-H9")).map(|illegal| illegal.rule.to_string()).as_deref(), Some("A10"));
}

#[test]
fn a11_gare_au_roi_when_black_could_capture_the_king() {
    for side in Side::ALL {
        let board = placed("alea", side, "R=D4 N=C4,E4,D5,H3,P1");
        assert_eq!(words(&board), "gare-au-roi");
        assert_eq!(threats(&board), "H3-D3");
        let board = placed("alea", side, "R=D4 N=C4,E4,D5,H3,D1");
        assert_eq!(threats(&board), "D1-D3 H3-D3");
        let board = placed("alea", side, "R=D4 N=C4,E4,H3,P1");
        assert_eq!(words(&board), "");
    }
    assert_eq!(words(&placed("alea announce:routes", Attackers, "R=D4 N=C4,E4,D5,H3")), "");
}

#[test]
fn a11_raichi_and_tuichi_towards_corners() {
    assert_eq!(
        (words(&white("R=A9 N=A15")), routes(&white("R=A9 N=A15"))),
        ("raichi".into(), "A9-A1".into())
    );
    assert_eq!(
        (words(&white("R=A9 N=C3")), routes(&white("R=A9 N=C3"))),
        ("tuichi".into(), "A9-A1 A9-A19".into())
    );
    assert_eq!(words(&white("R=B9 N=C3")), "", "not beside the edge");
    let both = black("R=A9 N=A10,H8,H9");
    assert_eq!(words(&both), "raichi");
    let both = black("R=A2 N=A3,H2");
    assert_eq!(
        both.announcements().words().collect::<Vec<_>>(),
        [Announcement::Raichi, Announcement::GareAuRoi]
    );
}

#[test]
fn a11_the_record_marks_what_is_announced() {
    let record = |position: &Position, mv| played(position, mv).moves_played()[0].to_string();
    assert_eq!(record(&black("R=D4 N=C4,E4,D9,H3"), "D9-D5"), "D9-D5+");
    assert_eq!(record(&white("R=B9 N=A15"), "B9-A9"), "B9-A9-");
    assert_eq!(record(&black("R=A2 N=A5,H2"), "A5-A3"), "A5-A3+-");
    assert_eq!(record(&black("R=D4 N=C4,E4,D5,H3"), "H3-D3"), "H3-D3++");
    assert_eq!(record(&white("R=A9 N=H8"), "A9-A19"), "A9-A19--");
    assert_eq!(record(&white("R=B9 N=H8"), "B9-C9"), "B9-C9");
}

/// How many men each side has captured.
fn men_captured(game: &Game) -> [usize; 2] {
    let start = game.first_setup().side;
    Side::ALL.map(|side| {
        let first = usize::from(side != start);
        game.moves_played().iter().skip(first).step_by(2).map(|record| record.captured.len()).sum()
    })
}

#[test]
fn a12_a_finished_round_tells_how_many_men_each_side_captured() {
    let board = white("R=A9 B=C5,E9,H12,P3 N=D5,B7,G12,H15");
    let game = played(&board, "E9-E5 H15-I15 P3-P4 I15-I12 A9-A1");
    assert_eq!(outcome_of(&game), ESCAPED);
    assert_eq!(men_captured(&game), [1, 1]);
    // A captured king is no man.
    let game = played(&black("R=D4 N=C4,E4,D5,H3"), "H3-D3");
    assert_eq!(men_captured(&game), [0, 0]);
    // Two at once count twice, and a move taken back does not count.
    let mut game = played(&white("R=Q17 B=C5,E7,E2 N=D5,E6"), "E2-E5");
    assert_eq!(men_captured(&game), [0, 2]);
    game.undo();
    assert_eq!(men_captured(&game), [0, 0]);
}

#[test]
fn a13_a_king_who_moves_one_cell_takes_part_in_captures() {
    assert_eq!(ruleset("alea-step-king"), ruleset("alea king_move:step king_arms:armed"));
    let board = |pieces| placed("alea-step-king", Defenders, pieces);
    assert_eq!(targets(&board("R=D4 N=D9"), "D4"), cells("C4 E4 D3 D5"));
    assert_eq!(captured(&board("R=D4 B=D7 N=D6,S4"), "D4-D5"), cells("D6"), "by moving");
    assert_eq!(captured(&board("R=D5 B=H7 N=D6,S4"), "H7-D7"), cells("D6"), "by standing");
    assert_eq!(captured(&board("R=B3 N=A2,S4"), "B3-A3"), cells("A2"), "against a corner");
    assert_eq!(targets(&board("R=D4 B=H7 N=S4"), "H7"), cells("A7..G7 I7..S7 H1..H6 H8..H19"));
    assert_eq!(outcome(&board("R=A2 N=S4"), "A2-A1"), ESCAPED);
    assert_eq!(routes(&board("R=A3 N=S4")), "", "one cell short");
}

#[test]
fn a14_no_move_and_repetition_are_as_in_tablut() {
    for (stalemate, winner) in [("loses", Some(Defenders)), ("draw", None)] {
        let ruleset = format!("alea stalemate:{stalemate}");
        // The corner is closed to the man on B1, so two white men shut him in.
        let board = placed(&ruleset, Defenders, "R=J10 B=C1,H2 N=B1");
        assert_eq!(outcome(&board, "H2-B2"), over(winner, Reason::NoMove), "shut in: {stalemate}");
        assert_eq!(outcome(&board, "H2-C2"), GOES_ON);
        let last = placed(&ruleset, Defenders, "R=J10 B=B5,D9 N=C5");
        assert_eq!(
            outcome(&last, "D9-D5"),
            over(winner, Reason::NoMove),
            "the last man is gone: {stalemate}"
        );
    }
    let round = "J10-J9 M10-M11 J9-J10 M11-M10 ";
    for (repetition, second, third) in [
        ("draw", GOES_ON, over(None, Reason::Repetition)),
        ("mover-loses", GOES_ON, over(Some(Defenders), Reason::Repetition)),
        ("mover-wins", GOES_ON, over(Some(Attackers), Reason::Repetition)),
        ("defenders-lose", GOES_ON, over(Some(Attackers), Reason::Repetition)),
        ("draw-at-once", over(None, Reason::Repetition), over(None, Reason::Repetition)),
        ("none", GOES_ON, GOES_ON),
    ] {
        let board = placed(&format!("alea repetition:{repetition}"), Defenders, "R=J10 N=M10");
        assert_eq!(outcome(&board, round), second, "{repetition}");
        if second == GOES_ON {
            assert_eq!(outcome(&board, &round.repeat(2)), third, "{repetition}");
        }
    }
    assert_eq!(ruleset("alea"), ruleset("alea stalemate:loses repetition:draw"));
}
