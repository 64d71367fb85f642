//! The variants of Tablut's text: T13–T16, and of T18 the presets and the weak king.

use crate::support;

use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Bits, Board, Cell, Position, Preset};

#[test]
fn t13_how_the_king_moves() {
    let picture = "
        . . . . . . . . .
        . N . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . N . . . . . .
        . R . . . . . B .
        . . . . . . . . .
        . . . . . . . . .";
    for (king_move, preset, reach) in [
        ("rook", "tablut", "A3 C3..G3 B1 B2 B4..B7"),
        ("chess-king", "tablut-chess-king", "A3 C3 B2 B4 A2 A4 C2"),
        ("step", "tablut-step-king", "A3 C3 B2 B4"),
        ("rook-4", "tablut-rook-4", "A3 C3..F3 B1 B2 B4..B7"),
    ] {
        assert_eq!(ruleset(&format!("tablut king_move:{king_move}")), ruleset(preset));
        let board = drawn(preset, Defenders, picture);
        assert_eq!(targets(&board, "B3"), cells(reach), "{preset}");
        assert_eq!(targets(&board, "H3"), cells("C3..G3 I3 H1 H2 H4..H9"), "{preset}: men move like rooks");
    }
}

#[test]
fn t13_the_konakis_and_other_pieces_stop_every_king_alike() {
    for (king_move, reach) in
        [("rook", "D4 D5 D6"), ("rook-4", "D4 D5 D6"), ("step", "D4"), ("chess-king", "C4 D4 E4")]
    {
        let board = placed(&format!("tablut king_move:{king_move}"), Defenders, "R=D3 N=D7,C3,E3,D2,C2,E2");
        assert_eq!(targets(&board, "D3"), cells(reach), "{king_move}");
        let at_konakis = format!("tablut king_move:{king_move} throne_stop:nobody throne_pass:nobody");
        let board = placed(&at_konakis, Defenders, "R=E4 N=D4,F4,E3,D3,F3,D5,F5");
        assert_eq!(targets(&board, "E4"), [], "{king_move}");
    }
}

#[test]
fn t13_the_chess_king_steps_diagonally_between_two_pieces() {
    let board = placed("tablut-chess-king", Defenders, "R=C3 N=C4,D3");
    assert!(targets(&board, "C3").contains(&read("D4")));
    assert!(!targets(&placed("tablut-chess-king", Defenders, "R=C3 N=D4"), "C3").contains(&read("D4")));
}

#[test]
fn t13_the_chess_king_captures_and_escapes_diagonally() {
    let board = placed("tablut-chess-king", Defenders, "R=C3 N=D5 B=D6");
    assert_eq!(captured(&board, "C3-D4"), cells("D5"));
    let near_edge = placed("tablut-chess-king", Defenders, "R=B5 N=I9");
    assert_eq!(outcome(&near_edge, "B5-A6"), ESCAPED);
    assert_eq!(routes(&near_edge), "B5-A4 B5-A5 B5-A6", "diagonals are directions too");
    assert_eq!(routes(&placed("tablut-step-king", Defenders, "R=B5 N=I9")), "B5-A5");
    assert_eq!(routes(&placed("tablut-step-king", Defenders, "R=C5 N=I9")), "");
}

#[test]
fn t13_first_moves_of_the_chess_king() {
    let moves = |preset| Position::start(&rules(preset), Defenders).moves().len();
    assert_eq!(moves("tablut-chess-king"), 56 + 4);
    assert_eq!(moves("tablut-step-king"), 56);
    assert_eq!(moves("tablut-rook-4"), 56);
}

#[test]
fn t14_where_the_king_must_get() {
    for (goal, preset, goals) in [
        ("edge", "tablut", 32),
        ("edge-without-bases", "tablut-free-edge", 32 - 12),
        ("corners", "tablut-corners", 4),
    ] {
        assert_eq!(ruleset(&format!("tablut goal:{goal}")), ruleset(preset));
        assert_eq!(rules(preset).goals().len(), goals, "{preset}");
    }
    for (preset, base, free) in [
        ("tablut", ESCAPED, ESCAPED),
        ("tablut-free-edge", GOES_ON, ESCAPED),
        ("tablut-corners", GOES_ON, GOES_ON),
    ] {
        for cell in Cell::all(9).filter(|cell| cell.is_on_edge(9)) {
            let Some(inside) = cell.neighbours(9).find(|cell| !cell.is_on_edge(9)) else {
                continue;
            };
            let board = placed(preset, Defenders, &format!("R={inside} N=C3"));
            let is_base = ruleset(preset).board.layout().bases.contains(&cell);
            let expected = if is_base { base } else { free };
            assert_eq!(outcome(&board, &format!("{inside}-{cell}")), expected, "{preset}: {cell}");
        }
    }
}

#[test]
fn t14_corners_are_goals_of_the_king_on_a_base_and_of_the_king_who_must_reach_them() {
    for (preset, short_of_it) in [("tablut-free-edge", ESCAPED), ("tablut-corners", GOES_ON)] {
        let board = placed(preset, Defenders, "R=A4 N=C3");
        assert_eq!(outcome(&board, "A4-A1"), ESCAPED, "{preset}");
        assert_eq!(outcome(&board, "A4-A2"), short_of_it, "{preset}");
        assert_eq!(outcome(&board, "A4-A5"), GOES_ON, "{preset}");
    }
}

#[test]
fn t14_corners_that_are_the_goal_are_the_kings_alone() {
    let pieces = "R=E5 N=A3 B=C1";
    for (preset, muscovite, swede) in [
        ("tablut", "A1 A2 A4..A9 B3..I3", "A1 B1 D1..I1 C2..C9"),
        ("tablut-free-edge", "A1 A2 A4..A9 B3..I3", "A1 B1 D1..I1 C2..C9"),
        ("tablut-corners", "A2 A4..A8 B3..I3", "B1 D1..H1 C2..C9"),
    ] {
        assert_eq!(targets(&placed(preset, Attackers, pieces), "A3"), cells(muscovite), "{preset}");
        assert_eq!(targets(&placed(preset, Defenders, pieces), "C1"), cells(swede), "{preset}");
    }
    // In each group the two outer men lose the way to a corner's cell.
    assert_eq!(Position::start(&rules("tablut-corners"), Attackers).moves().len(), 4 * (5 + 5 + 8));
}

#[test]
fn t14_tabluts_corners_help_no_capture() {
    let board = placed("tablut-corners", Attackers, "R=E5 N=H1,A8 B=B1,A2");
    assert_eq!(captured(&board, "H1-C1"), []);
    assert_eq!(captured(&board, "A8-A3"), []);
    let hostile = placed("tablut-corners corner_hostile:hostile", Attackers, "R=E5 N=H1,A8 B=B1,A2");
    assert_eq!(captured(&hostile, "H1-C1"), cells("B1"));
    assert_eq!(captured(&hostile, "A8-A3"), cells("A2"));
}

#[test]
fn t14_routes_lead_to_the_goal() {
    let pieces = "R=C4 N=C9";
    assert_eq!(routes(&placed("tablut", Attackers, pieces)), "C4-A4 C4-C1 C4-I4");
    assert_eq!(routes(&placed("tablut-free-edge", Attackers, pieces)), "C4-C1");
    assert_eq!(routes(&placed("tablut-corners", Attackers, pieces)), "");
    // On the edge every goal cell of a direction is one route, and the nearest is named.
    assert_eq!(routes(&placed("tablut-free-edge", Attackers, "R=A4 N=B4")), "A4-A3 A4-A7");
    assert_eq!(words(&placed("tablut-free-edge", Attackers, "R=A4 N=B4,A5")), "raichi");
    assert_eq!(routes(&placed("tablut-corners", Attackers, "R=A4 N=B4")), "A4-A1 A4-A9");
}

#[test]
fn t15_on_the_edge_three_capture_the_king() {
    for preset in ["tablut-free-edge", "tablut-corners"] {
        let board = placed(preset, Attackers, "R=A5 N=A4,A6,B9");
        assert_eq!(outcome(&board, "B9-B5"), CAPTURED, "{preset}");
        assert_eq!(outcome(&board, "B9-B6"), GOES_ON, "{preset}: two are not enough");
        let ruleset = format!("{preset} king_capture:surrounded-in-field");
        let in_field = placed(&ruleset, Attackers, "R=A5 N=A4,A6,B9 B=H8");
        assert_eq!(outcome(&in_field, "B9-B5"), GOES_ON, "{preset}");
    }
    let field = "R=C4 N=C3,B4,D4,C9";
    let in_field = "tablut-corners king_capture:surrounded-in-field";
    assert_eq!(
        outcome(&placed(in_field, Attackers, field), "C9-C5"),
        CAPTURED,
        "elsewhere it changes nothing"
    );
    assert_eq!(outcome(&placed(in_field, Attackers, "R=E4 N=D4,F4,E1"), "E1-E3"), CAPTURED);
}

#[test]
fn t15_one_of_the_three_cannot_be_a_man_of_the_king() {
    assert_eq!(outcome(&placed("tablut-free-edge", Attackers, "R=A5 N=A4,B9 B=A6"), "B9-B5"), GOES_ON);
}

#[test]
fn t15_beside_a_corner_the_third_cell_can_be_held_by_nobody() {
    let pieces = "R=B1 N=C1,B9";
    assert_eq!(outcome(&placed("tablut-corners", Attackers, pieces), "B9-B2"), GOES_ON);
    assert_eq!(
        outcome(&placed("tablut-corners corner_hostile:hostile", Attackers, pieces), "B9-B2"),
        CAPTURED
    );
}

#[test]
fn t16_what_the_bases_are_to_the_king() {
    let lines = "C1 C3..C9 A2 B2 D2";
    for (bases, held, empty) in [
        ("open", "E2 F2..I2", "E2 F2..I2"),
        ("no-stop", "F2..I2", "F2..I2"),
        ("closed", "", ""),
        ("closed-while-held", "", "E2 F2..I2"),
    ] {
        let ruleset = format!("tablut goal:corners bases:{bases}");
        // The group of E2 is D1, E1, F1, E2; A5 belongs to another.
        for (muscovite, beyond) in [("F1", held), ("E1", held), ("A5", empty), ("H5", empty)] {
            let board = placed(&ruleset, Defenders, &format!("R=C2 N={muscovite}"));
            let reach = cells(&format!("{lines} {beyond}"));
            assert_eq!(targets(&board, "C2"), reach, "{bases}, Muscovite on {muscovite}");
        }
    }
}

#[test]
fn t16_a_swede_on_a_base_does_not_hold_it() {
    let board = placed("tablut-bases-held", Defenders, "R=C2 N=A5 B=F1");
    assert!(targets(&board, "C2").contains(&read("E2")));
}

#[test]
fn t16_bases_close_and_open_as_muscovites_come_and_go() {
    let board = placed("tablut-bases-held", Attackers, "R=C2 N=F1,I8 B=D9");
    assert!(!played(&board, "I8-I7").position().moves().contains(&read("C2-E2")));
    assert!(played(&board, "F1-F4").position().moves().contains(&read("C2-E2")));
    assert!(!played(&board, "F1-F4 D9-D8 F4-F1").position().moves().contains(&read("C2-E2")));
}

#[test]
fn t16_bases_are_cells_like_others_to_men() {
    for preset in ["tablut-bases-no-stop", "tablut-bases-closed", "tablut-bases-held"] {
        let pieces = "R=G7 N=C2,E1 B=D5";
        assert_eq!(
            targets(&placed(preset, Attackers, pieces), "C2"),
            cells("A2 B2 D2..I2 C1 C3..C9"),
            "{preset}"
        );
        assert_eq!(
            targets(&placed(preset, Defenders, pieces), "D5"),
            cells("A5..C5 D1..D4 D6..D9"),
            "{preset}"
        );
    }
}

#[test]
fn t16_a_king_on_a_closed_base_may_leave_it() {
    for (preset, inside) in [
        ("tablut-bases-no-stop", ""),
        ("tablut-bases-closed", ""),
        ("tablut-bases-held", ""),
        ("tablut-free-edge", "E1"),
    ] {
        let board = placed(preset, Defenders, "R=E2 N=F1,E6");
        let reach = cells(&format!("A2..D2 F2..I2 E3..E5 {inside}"));
        assert_eq!(targets(&board, "E2"), reach, "{preset}");
    }
}

#[test]
fn t16_the_presets_are_the_goal_without_bases_made_sharper() {
    for (preset, bases) in [
        ("tablut-bases-no-stop", "no-stop"),
        ("tablut-bases-closed", "closed"),
        ("tablut-bases-held", "closed-while-held"),
    ] {
        assert_eq!(ruleset(preset), ruleset(&format!("tablut-free-edge bases:{bases}")));
    }
}

#[test]
fn t16_t13_a_diagonal_step_stops_on_no_closed_base() {
    let reach = |bases: &str| {
        let board = placed(&format!("tablut-chess-king bases:{bases}"), Defenders, "R=D3 N=F1");
        targets(&board, "D3").contains(&read("E2"))
    };
    assert!(reach("open"));
    assert!(!reach("no-stop"));
    assert!(!reach("closed"));
    assert!(!reach("closed-while-held"));
}

#[test]
fn t16_routes_need_open_bases() {
    let routes_of =
        |bases: &str, pieces: &str| routes(&placed(&format!("tablut bases:{bases}"), Attackers, pieces));
    let pieces = "R=C4 N=C9,A5,I8 B=C2";
    assert_eq!(routes_of("open", pieces), "C4-A4 C4-I4");
    assert_eq!(routes_of("no-stop", pieces), "");
    assert_eq!(routes_of("closed", pieces), "");
    assert_eq!(
        routes_of("closed-while-held", pieces),
        "C4-I4",
        "the right group is empty, the left one held"
    );
}

#[test]
fn t18_there_is_a_preset_for_each_variant() {
    for name in [
        "tablut",
        "tablut-chess-king",
        "tablut-step-king",
        "tablut-rook-4",
        "tablut-free-edge",
        "tablut-corners",
        "tablut-bases-no-stop",
        "tablut-bases-closed",
        "tablut-bases-held",
        "weak-king",
        "ashton",
    ] {
        let preset = Preset::from_name(name).unwrap_or_else(|| panic!("no preset {name}"));
        assert_eq!(preset.ruleset().board, Board::Tablut9, "{name}");
        assert_eq!(preset.ruleset().faults(), [], "{name}");
    }
}

#[test]
fn t18_the_weak_king_away_from_the_konakis_is_captured_between_two() {
    let board = placed("weak-king", Attackers, "R=C4 N=B4,H4");
    assert_eq!(outcome(&board, "H4-D4"), CAPTURED);
    assert_eq!(outcome(&board, "H4-E4"), GOES_ON);
    assert_eq!(outcome(&placed("weak-king", Attackers, "R=C4 N=C3,C9"), "C9-C5"), CAPTURED);
    assert_eq!(outcome(&placed("weak-king", Attackers, "R=C4 N=C3,H4"), "H4-D4"), GOES_ON, "not on one line");
    assert_eq!(outcome(&placed("tablut", Attackers, "R=C4 N=B4,H4"), "H4-D4"), GOES_ON);
}

#[test]
fn t18_the_weak_king_may_walk_between_two_and_is_safe_from_others_moves() {
    let board = placed("weak-king", Defenders, "R=C2 N=B4,D4,I9");
    assert_eq!(outcome(&board, "C2-C4"), GOES_ON);
    assert_eq!(outcome(&board, "C2-C4 I9-I8"), GOES_ON, "the man that moves must be one of the two");
    assert_eq!(
        outcome(&placed("weak-king", Defenders, "R=C2 N=B4,D4 B=I8"), "C2-C4 D4-D5 I8-I7 D5-D4"),
        CAPTURED
    );
}

#[test]
fn t18_the_weak_king_is_strong_at_the_konakis() {
    let beside = placed("weak-king", Attackers, "R=E4 N=D4,H4,E1");
    assert_eq!(outcome(&beside, "H4-F4"), GOES_ON, "between two, beside the konakis");
    assert_eq!(outcome(&placed("weak-king", Attackers, "R=E4 N=D4,H4,E3"), "H4-F4"), CAPTURED);
    assert_eq!(outcome(&placed("weak-king", Attackers, "R=E5 N=D5,I5,E6"), "I5-F5"), GOES_ON);
    assert_eq!(outcome(&placed("weak-king", Attackers, "R=E5 N=D5,I5,E6,E4"), "I5-F5"), CAPTURED);
}

#[test]
fn t18_the_weak_kings_konakis_can_be_slid_over_and_helps_nobody() {
    let board = placed("weak-king", Attackers, "R=C2 N=A5 B=D3");
    assert_eq!(targets(&board, "A5"), cells("B5..D5 F5..I5 A1..A4 A6..A9"));
    let board = placed("weak-king", Attackers, "R=C2 N=A5,I5 B=D5");
    assert_eq!(captured(&board, "A5-C5"), []);
}

#[test]
fn t18_a_custodial_king_is_captured_between_two_even_on_the_konakis() {
    let custodial = "tablut king_capture:custodial";
    assert_eq!(outcome(&placed(custodial, Attackers, "R=E5 N=D5,I5"), "I5-F5"), CAPTURED);
    assert_eq!(outcome(&placed(custodial, Attackers, "R=E4 N=D4,I4"), "I4-F4"), CAPTURED);
    assert_eq!(outcome(&placed(custodial, Attackers, "R=C4 N=B4,I4"), "I4-D4"), CAPTURED);
    assert_eq!(
        outcome(&placed(custodial, Attackers, "R=E4 N=E1"), "E1-E3"),
        GOES_ON,
        "the konakis is not hostile"
    );
    let hostile = format!("{custodial} throne_hostile:when-empty");
    assert_eq!(outcome(&placed(&hostile, Attackers, "R=E4 N=E1"), "E1-E3"), CAPTURED);
}

#[test]
fn t18_a_custodial_king_is_captured_against_a_hostile_corner_but_not_against_the_edge() {
    let pieces = "R=B1 N=H1,B9";
    let never = "tablut-corners king_capture:custodial";
    let hostile = "tablut-corners king_capture:custodial corner_hostile:hostile";
    assert_eq!(outcome(&placed(never, Attackers, pieces), "H1-C1"), GOES_ON);
    assert_eq!(outcome(&placed(hostile, Attackers, pieces), "H1-C1"), CAPTURED);
    assert_eq!(outcome(&placed(hostile, Attackers, pieces), "B9-B2"), GOES_ON);
}

#[test]
fn t18_the_konakis_helps_to_capture_men_as_the_option_says() {
    // A Swede on D5 and a Muscovite comes to C5; a Muscovite on D5 and a Swede comes to C5.
    for (hostile, swede_empty, swede_king, muscovite_empty, muscovite_king) in [
        ("never", "", "", "", ""),
        ("defenders-when-empty", "D5", "", "D5", "D5"),
        ("when-empty", "D5", "", "D5", ""),
        ("always", "D5", "D5", "D5", "D5"),
    ] {
        // An unarmed king, so that only the cell itself can help.
        let ruleset = format!("tablut king_arms:unarmed throne_hostile:{hostile}");
        let victim_swede = |king: &str| placed(&ruleset, Attackers, &format!("R={king} N=C9 B=D5"));
        let victim_muscovite = |king: &str| placed(&ruleset, Defenders, &format!("R={king} N=D5,I9 B=C9"));
        assert_eq!(captured(&victim_swede("G7"), "C9-C5"), cells(swede_empty), "{hostile}");
        assert_eq!(captured(&victim_swede("E5"), "C9-C5"), cells(swede_king), "{hostile}");
        assert_eq!(captured(&victim_muscovite("G7"), "C9-C5"), cells(muscovite_empty), "{hostile}");
        assert_eq!(captured(&victim_muscovite("E5"), "C9-C5"), cells(muscovite_king), "{hostile}");
    }
}
