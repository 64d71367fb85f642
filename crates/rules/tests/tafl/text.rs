//! Text forms of tafl: what is printed can be read back, and what cannot be read says where and why.

use std::collections::HashSet;
use std::sync::Arc;

use tablen_rules::option::{OptionError, Options};
use tablen_rules::rule::{Book, RuleId};
use tablen_rules::tafl::otn::{self, OtnError};
use tablen_rules::tafl::{
    Arrangement, Board, Cell, Goal, Layout, Marks, Move, MoveRecord, NotationError, Preset, Repetition,
    Rules, Ruleset, RulesetError, RulesetFault, Setup, Side, Wide,
};
use tablen_rules::tavli;
use tablen_rules::text::Located;

const START: &str = "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

fn fails<T: std::str::FromStr<Err = Located<NotationError>>>(text: &str, at: usize, error: NotationError) {
    match text.parse::<T>() {
        Ok(_) => panic!("{text:?} was read"),
        Err(found) => assert_eq!(found, Located::new(at, error), "{text:?}"),
    }
}

#[test]
fn t2_the_start_in_opentafl_rows() {
    assert_eq!(Board::Tablut9.layout().start.to_string(), START);
    assert_eq!(START.parse::<Arrangement>().unwrap(), Board::Tablut9.layout().start);
}

#[test]
fn boards_that_cannot_be_read() {
    fails::<Arrangement>("", 0, NotationError::Slash(None));
    fails::<Arrangement>("3/", 0, NotationError::Slash(Some('3')));
    fails::<Arrangement>("/", 1, NotationError::Piece(None));
    fails::<Arrangement>("/2t/3/3", 7, NotationError::Slash(None));
    fails::<Arrangement>("/2x/3/3/", 2, NotationError::Piece(Some('x')));
    fails::<Arrangement>("/2t/4/3/", 4, NotationError::RowLength { row: 2, cells: 4, expected: 3 });
    fails::<Arrangement>("/2t/3/", 6, NotationError::RowCount { rows: 2, expected: 3 });
    fails::<Arrangement>("/2t/3/3/3/", 8, NotationError::RowCount { rows: 4, expected: 3 });
    fails::<Arrangement>("/20/", 1, NotationError::BoardSize(20));
    fails::<Arrangement>("/99999999999999999999999/", 1, NotationError::BoardSize(usize::MAX));
    fails::<Arrangement>("//", 1, NotationError::BoardSize(0));
    fails::<Arrangement>("/é/", 1, NotationError::Piece(Some('é')));
}

#[test]
fn positions_that_cannot_be_read() {
    fails::<Setup>(START, START.len(), NotationError::Side(String::new()));
    fails::<Setup>("/1/ whites", 4, NotationError::Side("whites".to_owned()));
    fails::<Setup>("/1/ attackers dead", 14, NotationError::Captured("dead".to_owned()));
    fails::<Setup>("/1/ attackers captured x", 23, NotationError::Captured("x".to_owned()));
}

#[test]
fn cells_and_moves() {
    assert_eq!("e5".parse::<Cell>().unwrap().to_string(), "E5");
    assert_eq!("S19".parse::<Cell>().unwrap(), Cell::new(18, 18).unwrap());
    fails::<Cell>("T1", 0, NotationError::Column(Some('T')));
    fails::<Cell>("E", 1, NotationError::Row(None));
    fails::<Cell>("E0", 1, NotationError::Row(Some('0')));
    fails::<Cell>("E20", 1, NotationError::Row(Some('2')));
    fails::<Cell>("E5x", 2, NotationError::Row(Some('x')));
    fails::<Move>("E4H4", 2, NotationError::Dash(Some('H')));
    fails::<Move>("E4^H4", 2, NotationError::Jump('^'));
    fails::<Move>("E4-H4-", 5, NotationError::Row(Some('-')));
}

#[test]
fn recorded_moves() {
    for text in ["E4-H4", "E4-H4xH5/G4", "E4-H4+", "E4-H4-", "E4-H4+-", "E4-H4xH5++", "E4-A4--"] {
        assert_eq!(text.parse::<MoveRecord>().unwrap().to_string(), text);
    }
    let king = "Ke5-e7--".parse::<MoveRecord>().unwrap();
    assert_eq!((king.mv.to_string(), king.marks), ("E5-E7".to_owned(), Marks::Escaped));
    // K is a column too.
    assert_eq!("K5-K7".parse::<MoveRecord>().unwrap().mv.to_string(), "K5-K7");
    fails::<MoveRecord>("E4-H4x", 6, NotationError::Column(None));
    fails::<MoveRecord>("E4-H4xH5/", 9, NotationError::Column(None));
    fails::<MoveRecord>("E4-H4+++", 5, NotationError::Marks(Some('+')));
}

#[test]
fn every_preset_reads_back_from_its_own_form_and_from_opentafls() {
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        assert_eq!(ruleset.to_string().parse::<Ruleset>().unwrap(), ruleset, "{preset}");
        let written = otn::write(&ruleset);
        let read =
            otn::read(&written.text).unwrap_or_else(|error| panic!("{preset}: {error}: {}", written.text));
        assert_eq!(read.ruleset, ruleset, "{preset}: {}", written.text);
        assert_eq!(read.left_out, [] as [&str; 0], "{preset}");
    }
}

#[test]
fn every_value_of_every_option_reads_back_from_both_forms() {
    for preset in [Preset::Tablut, Preset::Alea, Preset::Ashton] {
        for option in Ruleset::options() {
            for value in option.values {
                let mut ruleset = preset.ruleset();
                option.set(&mut ruleset, value).unwrap();
                if !ruleset.faults().is_empty() {
                    continue;
                }
                assert_eq!(
                    ruleset.to_string().parse::<Ruleset>().unwrap(),
                    ruleset,
                    "{}:{value}",
                    option.key
                );
                let written = otn::write(&ruleset).text;
                let read = otn::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
                assert_eq!(read.ruleset, ruleset, "{}:{value}: {written}", option.key);
            }
        }
    }
}

#[test]
fn a_board_of_ones_own_reads_back() {
    let mut layout = Layout::new("/3t3/7/7/t2K2t/3T3/7/3t3/".parse().unwrap());
    layout.bases = ["A1".parse().unwrap()].into();
    layout.corners.insert("B2".parse().unwrap());
    let ruleset = Ruleset { board: Board::of(layout), goal: Goal::Corners, ..Ruleset::default() };
    assert_eq!(ruleset.to_string().parse::<Ruleset>().unwrap(), ruleset);
    let written = otn::write(&ruleset).text;
    assert_eq!(otn::read(&written).unwrap().ruleset, ruleset, "{written}");
}

#[test]
fn special_cells_that_mean_nothing_read_back_too() {
    let mut layout = Board::Tablut9.layout().clone();
    layout.corners.insert("B2".parse().unwrap());
    layout.bases.clear();
    let ruleset = Ruleset { board: Board::of(layout), ..Ruleset::default() };
    let written = otn::write(&ruleset);
    assert_eq!(written.extensions, ["x-corner_cells", "x-base_cells", "x-first"]);
    assert_eq!(otn::read(&written.text).unwrap().ruleset, ruleset, "{}", written.text);
}

#[test]
fn a_drawn_row_that_is_far_too_long_is_cut() {
    let drawn = Arrangement::drawn(&format!("{}N", ".".repeat(256)));
    assert_eq!((drawn.size(), drawn.pieces().count()), (1, 0));
}

#[test]
fn rulesets_by_preset_and_change() {
    let ruleset: Ruleset = "preset:alea board:17 companions:any".parse().unwrap();
    assert_eq!(ruleset.board, Board::Alea17);
    assert_eq!(ruleset.companions.name(), "any");

    let error = |text: &str| text.parse::<Ruleset>().unwrap_err();
    let option = |at, error| Located::new(at, RulesetError::Option(error));
    assert_eq!(error("goal"), option(0, OptionError::NotAPair { word: "goal".to_owned() }));
    assert_eq!(error("goal:edge goal:edge"), option(10, OptionError::Repeated { key: "goal".to_owned() }));
    assert_eq!(error("goal:edge preset:alea"), option(10, OptionError::PresetNotFirst));
    for (text, key, value, known) in [
        ("goal:moon", "goal", "moon", Goal::NAMES),
        ("preset:moon", "preset", "moon", Preset::NAMES),
        ("book:zeno", "book", "zeno", &["tablut", "alea"]),
    ] {
        assert_eq!(error(text), option(key.len() + 1, OptionError::unknown_value(key, value, known)));
    }
    let colour = error("colour:red");
    assert_eq!(colour.at, 0);
    assert!(matches!(colour.error, RulesetError::Option(OptionError::UnknownKey { .. })));
    assert_eq!(error("start:/3x/"), Located::new(8, RulesetError::Board(NotationError::Piece(Some('x')))));
}

#[test]
fn a_ruleset_has_one_board() {
    let read = |text: &str| text.parse::<Ruleset>();
    let brandubh = Board::Brandubh7.layout().start.to_string();
    for text in ["board:custom", "preset:alea board:custom", "board:custom corner_cells:A1"] {
        assert_eq!(read(text).unwrap_err().error, RulesetError::NoStart, "{text}");
    }
    for text in [
        format!("board:19 start:{brandubh}"),
        format!("board:9 start:{}", START.replacen("ttt", "t1t", 1)),
        format!("start:{brandubh} board:19"),
    ] {
        let error = read(&text).unwrap_err().error;
        assert!(matches!(error, RulesetError::AnotherBoard { .. }), "{text}: {error}");
    }
    for text in [
        format!("board:custom start:{brandubh}"),
        format!("board:7 start:{brandubh}"),
        format!("preset:alea start:{brandubh}"),
    ] {
        assert_eq!(read(&text).unwrap().board, Board::Brandubh7, "{text}");
    }
}

#[test]
fn a_named_board_is_the_same_under_no_name() {
    let ruleset =
        Ruleset { board: Board::Custom(Arc::new(Board::Tablut9.layout().clone())), ..Ruleset::default() };
    assert_eq!(ruleset, Ruleset::default());
    assert_eq!(ruleset.to_string(), Ruleset::default().to_string());
    assert_eq!(HashSet::from([ruleset, Ruleset::default()]).len(), 1);
}

#[test]
fn a_book_of_another_game_is_a_fault() {
    let ruleset = Ruleset { book: Book::Zeno, ..Ruleset::default() };
    assert_eq!(ruleset.faults(), [RulesetFault::Book(Book::Zeno)]);
    assert!(Rules::<Wide>::new(&ruleset).is_err());
}

#[test]
fn rule_ids_have_one_form() {
    assert_eq!("T8".parse(), Ok(RuleId::new(Book::Tablut, 8)));
    for text in ["Z+15", "T0008", "T08", "T", "T0", "T19", "t8", "Z15 "] {
        assert!(text.parse::<RuleId>().is_err(), "{text}");
    }
}

#[test]
fn opentafls_own_examples() {
    let tablut = otn::read(
        "dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK linc:y \
         start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    )
    .unwrap();
    assert_eq!(tablut.ruleset.first_side(), Some(Side::Attackers));
    assert_eq!(tablut.ruleset.throne_hostile.name(), "when-empty");
    assert_eq!(tablut.left_out, ["surf:y", "linc:y"]);

    // Forts that are hostile to the king alone and cannot be entered again are no rule of ours.
    let foteviken = otn::read(
        "dim:9 name:Foteviken_Tablut esc:e atkf:y nj:n cor: afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, \
         cenp:tcnkTCNK aforp:tcnkTCNK cens: cenh: cenhe:K aforh:K cenre: aforre: \
         start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
    );
    assert_eq!(
        foteviken.unwrap_err().error,
        OtnError::NotExpressible { key: "aforh".to_owned(), value: "K".to_owned() }
    );

    let alea = otn::read(
        "dim:19 name:Alea_Evangelii atkf:y tfr:w \
         cor:a1,a2,b1,b2,a18,b18,a19,b19,r1,r2,s1,s2,r18,r19,s18,s19, cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK \
         start:/2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/4T2T1T1T2T4/3t2T1TKT1T2t3/\
         4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2/",
    )
    .unwrap();
    assert_eq!(alea.ruleset.board.layout().corners.len(), 16);
    assert_eq!(alea.ruleset.board.layout().start, Board::Alea19.layout().start);
    assert_eq!(alea.ruleset.repetition, Repetition::MoverWins);
}

#[test]
fn rules_strings_that_cannot_be_read() {
    let error = |text: &str| otn::read(text).unwrap_err();
    assert_eq!(error("dim:9"), Located::new(5, OtnError::Missing("start")));
    assert_eq!(error("start:/1/"), Located::new(9, OtnError::Missing("dim")));
    assert_eq!(error("dim:9 start:/1/"), Located::new(4, OtnError::Dimension { dim: 9, rows: 1 }));
    assert_eq!(error("dim:9 foo:1"), Located::new(6, OtnError::UnknownKey("foo".to_owned())));
    assert!(matches!(error("dim:nine start:/1/").error, OtnError::Malformed { .. }));
    for (words, key) in [
        ("kj:j cor: esc:e", "kj"),
        ("spd:2", "spd"),
        ("esc:e", "cor"),
        ("cor:", "cor"),
        ("corh:t", "corh"),
        ("cors:tK", "cors"),
        ("cen:a1", "cen"),
        ("cens:t", "cens"),
        ("cenp:t", "cenp"),
        ("cenh: cenhe:tT", "cenhe"),
        ("dfor:a1", "dfor"),
        ("corre:", "corre"),
        ("corre:tTK", "corre"),
        ("cens:tTK cenre:K", "cenre"),
        ("cens:tTK cenre:", "cenre"),
    ] {
        let text = format!("dim:9 {words} start:{START}");
        match error(&text).error {
            OtnError::NotExpressible { key: found, .. } => assert_eq!(found, key, "{text}"),
            other => panic!("{text}: {other}"),
        }
    }
}

#[test]
fn nothing_of_a_rules_string_is_dropped() {
    let read = |words: &str| otn::read(&format!("dim:9 {words} start:{START}"));
    assert_eq!(read("corre:K").unwrap().ruleset, read("").unwrap().ruleset);
    assert_eq!(read("cens:tTK cenre:tTK").unwrap().ruleset.throne_stop.name(), "everyone");
    assert_eq!(read("cens:K cenre:").unwrap().ruleset.throne_stop.name(), "nobody");
    // Lists are looked at also where they have no effect.
    assert!(matches!(read("cen: cens:z").unwrap_err().error, OtnError::Malformed { .. }));
    assert!(matches!(read("dforh:z").unwrap_err().error, OtnError::Malformed { .. }));
    for key in ["x-board", "corhe"] {
        let value = if key == "corhe" { "K" } else { "7" };
        let error = read(&format!("{key}:{value}")).unwrap_err();
        assert_eq!(error, Located::new(6, OtnError::UnknownKey(key.to_owned())));
    }
}

#[test]
fn places_are_told_in_characters() {
    fn place<E: tablen_rules::words::Explain>(error: Located<E>) -> (usize, String) {
        (error.at, error.to_string().split(':').next().unwrap_or_default().to_owned())
    }
    let told = |at, column: usize| (at, format!("Character {column}"));
    assert_eq!(place(otn::read("dim:9 name:Hnéfatafl foo:bar").unwrap_err()), told(22, 22));
    // The spaces between words may be of any kind.
    let wide = '\u{3000}';
    assert_eq!(place(format!("goal:edge{wide}goal:moon").parse::<Ruleset>().unwrap_err()), told(12, 11));
    assert_eq!(place(format!("{wide}start:/3x/").parse::<Ruleset>().unwrap_err()), told(11, 10));
    assert_eq!(place(format!("{wide}/1/ whites").parse::<Setup>().unwrap_err()), told(7, 6));
    assert_eq!(place(format!("{wide}257").parse::<tavli::Roll>().unwrap_err()), told(5, 4));
    assert_eq!(place(format!("{wide}gate:shut").parse::<tavli::Ruleset>().unwrap_err()), told(8, 7));
}

#[test]
fn starti_lists_the_rows_from_the_top() {
    let upright = otn::read("dim:7 start:/t6/7/7/3K3/7/7/7/").unwrap().ruleset;
    let reversed = otn::read("dim:7 starti:/7/7/7/3K3/7/7/t6/").unwrap().ruleset;
    assert_eq!(upright.board, reversed.board);
}
