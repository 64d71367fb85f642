//! T17: any sensible combination can be agreed on. Others, and boards that make no sense, are refused with
//! every reason.

use crate::support;

use std::sync::Arc;

use support::tafl::*;
use tablen_rules::option::Options;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{
    Arrangement, Bases, Board, Cell, Companions, CornerHostility, Goal, KingCapture, Layout, Narrow, Piece,
    Position, Rules, Ruleset, RulesetFault, Setup, SetupFault, Side, ThroneHostility, ThronePass, ThroneStop,
    Wide,
};

/// Tablut, or another board, with every combination of the options that could disagree.
fn combinations(start: &Ruleset) -> Vec<Ruleset> {
    let indifferent = ["board", "first", "announce", "stalemate", "repetition"];
    let options = Ruleset::options().iter().filter(|option| !indifferent.contains(&option.key));
    options.fold(vec![start.clone()], |rulesets, option| {
        let with = |ruleset: &Ruleset, value: &str| {
            let mut changed = ruleset.clone();
            option.set(&mut changed, value).expect("a listed value");
            changed
        };
        rulesets.iter().flat_map(|ruleset| option.values.iter().map(|value| with(ruleset, value))).collect()
    })
}

/// What the rules' decisions refuse, said once more.
fn is_refused(ruleset: &Ruleset, fault: &RulesetFault) -> bool {
    match fault {
        RulesetFault::CornersWithoutGoal => {
            ruleset.corner_hostile == CornerHostility::Hostile && ruleset.goal != Goal::Corners
        }
        RulesetFault::ScatteredBases { .. } => {
            ruleset.bases != Bases::Open && ruleset.board != Board::Tablut9
        }
        RulesetFault::CompanionsOfWeakKing => {
            ruleset.companions != Companions::None
                && [KingCapture::StrongAtThrone, KingCapture::Custodial].contains(&ruleset.king_capture)
        }
        RulesetFault::ThroneStopWithoutPass => {
            ruleset.throne_stop == ThroneStop::Everyone && ruleset.throne_pass != ThronePass::Everyone
        }
        RulesetFault::HostileOpenThrone => {
            ruleset.throne_stop == ThroneStop::Everyone && ruleset.throne_hostile != ThroneHostility::Never
        }
        _ => false,
    }
}

const COMBINATION_FAULTS: [RulesetFault; 5] = [
    RulesetFault::CornersWithoutGoal,
    RulesetFault::ScatteredBases { cell: Cell::new(2, 0).expect("on every board") },
    RulesetFault::CompanionsOfWeakKing,
    RulesetFault::ThroneStopWithoutPass,
    RulesetFault::HostileOpenThrone,
];

#[test]
fn t17_every_combination_is_sensible_or_refused_with_every_reason() {
    let all = combinations(&ruleset("tablut"));
    assert_eq!(all.len(), 4 * 4 * 4 * 3 * 2 * 3 * 3 * 4 * 5 * 3);
    for ruleset in &all {
        let expected: Vec<_> =
            COMBINATION_FAULTS.into_iter().filter(|fault| is_refused(ruleset, fault)).collect();
        assert_eq!(ruleset.faults(), expected, "{ruleset}");
    }
}

#[test]
fn t17_sensible_combinations_can_be_played_and_others_cannot() {
    // Building every one takes long. The stride shares no factor with the numbers of values, so all are met.
    for ruleset in combinations(&ruleset("tablut")).iter().step_by(211) {
        match Rules::<Narrow>::new(ruleset) {
            Ok(rules) => {
                assert_eq!(ruleset.faults(), []);
                for side in Side::ALL {
                    assert!(rules.has_move(&rules.start(side)), "{ruleset}");
                }
            }
            Err(faults) => assert_eq!(faults.0, ruleset.faults()),
        }
    }
}

#[test]
fn t17_scattered_bases_mean_nothing() {
    for bases in ["no-stop", "closed", "closed-while-held", "camps"] {
        for preset in ["alea", "alea-17", "alea-step-king"] {
            let faults = ruleset(&format!("{preset} bases:{bases}")).faults();
            assert!(
                matches!(faults[..], [RulesetFault::ScatteredBases { .. }]),
                "{preset} {bases}: {faults:?}"
            );
        }
        for preset in ["tablut", "brandubh", "hnefatafl"] {
            assert_eq!(ruleset(&format!("{preset} bases:{bases}")).faults(), [], "{preset} {bases}");
        }
    }
}

/// A board of one's own with these pieces.
fn own_board(start: Arrangement) -> Ruleset {
    Ruleset { board: Board::Custom(Arc::new(Layout::new(start))), ..ruleset("tablut") }
}

#[test]
fn t17_the_size_of_a_board_is_odd_and_between_7_and_19() {
    for size in 1..=21 {
        let mut start = Arrangement::empty(size);
        start.set(Cell::new(size / 2, size / 2).unwrap(), Some(Piece::King));
        let faults = own_board(start).faults();
        let is_sensible = (7..=19).contains(&size) && size % 2 == 1;
        let expected = if is_sensible { vec![] } else { vec![RulesetFault::Size { size }] };
        assert_eq!(faults, expected);
    }
}

#[test]
fn t17_narrow_words_hold_no_wide_board() {
    let faults = Rules::<Narrow>::new(&ruleset("alea")).unwrap_err();
    assert_eq!(faults.0, [RulesetFault::TooWide { size: 19, most: 11 }]);
    assert!(Rules::<Narrow>::new(&ruleset("hnefatafl")).is_ok());
    assert!(Rules::<Wide>::new(&ruleset("alea")).is_ok());
}

#[test]
fn t17_a_start_must_be_a_position() {
    let without_king = own_board(Arrangement::empty(9));
    assert_eq!(Rules::<Wide>::new(&without_king).unwrap_err().0, [RulesetFault::Start(SetupFault::NoKing)]);
}

#[test]
fn t17_special_cells_are_on_the_board() {
    let mut layout = ruleset("tablut").board.layout().clone();
    layout.corners.insert(read("J1"));
    layout.bases.insert(read("A10"));
    let faults = Ruleset { board: Board::of(layout), ..ruleset("tablut") }.faults();
    assert_eq!(
        faults,
        [
            RulesetFault::SpecialCellOffBoard { cell: read("J1") },
            RulesetFault::SpecialCellOffBoard { cell: read("A10") }
        ]
    );
}

/// Everything that can be wrong with a combination.
const NONSENSE: &str =
    "alea goal:edge bases:closed king_capture:custodial throne_stop:everyone throne_pass:king";

#[test]
fn t17_all_faults_of_a_combination_are_reported_at_once() {
    let Err(faults) = Rules::<Narrow>::new(&ruleset(NONSENSE)) else { panic!("it makes no sense") };
    let [
        RulesetFault::CornersWithoutGoal,
        RulesetFault::ScatteredBases { .. },
        RulesetFault::CompanionsOfWeakKing,
        RulesetFault::ThroneStopWithoutPass,
        RulesetFault::HostileOpenThrone,
        RulesetFault::TooWide { size: 19, most: 11 },
    ] = faults.0[..]
    else {
        panic!("{faults:?}")
    };
}

#[test]
fn t14_corners_that_cannot_be_a_goal_are_refused() {
    let mut layout = Layout::new(read("/3t3/7/7/t2K2t/3T3/7/3t3/"));
    layout.corners.clear();
    let ruleset = Ruleset { board: Board::of(layout.clone()), goal: Goal::Corners, ..Ruleset::default() };
    assert_eq!(ruleset.faults(), [RulesetFault::NoCorners]);
    layout.corners.insert(layout.throne());
    let ruleset = Ruleset { board: Board::of(layout), ..ruleset };
    assert_eq!(
        ruleset.faults(),
        [RulesetFault::CornerOnThrone, RulesetFault::StartsOnGoal { cell: read("D4") }]
    );
    let on_the_edge = Layout::new(read("/3K3/7/7/t5t/3T3/7/3t3/"));
    let ruleset = Ruleset { board: Board::of(on_the_edge), ..Ruleset::default() };
    assert_eq!(ruleset.faults(), [RulesetFault::StartsOnGoal { cell: read("D1") }]);
}

#[test]
fn t17_faults_of_the_start_are_reported_with_those_of_the_combination() {
    let ruleset = Ruleset { corner_hostile: CornerHostility::Hostile, ..own_board(Arrangement::empty(9)) };
    let faults = Rules::<Wide>::new(&ruleset).unwrap_err().0;
    assert_eq!(faults, [RulesetFault::CornersWithoutGoal, RulesetFault::Start(SetupFault::NoKing)]);
}

/// Everything that is wrong with a drawn setup.
fn setup_faults(ruleset: &str, side: Side, king_captured: bool, picture: &str) -> Vec<SetupFault> {
    let setup = Setup { arrangement: Arrangement::drawn(picture), side, king_captured };
    Position::new(&rules(ruleset), &setup).err().map_or(Vec::new(), |faults| faults.0)
}

#[test]
fn t17_all_faults_of_a_setup_are_reported_at_once() {
    let picture = "
        N . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . B . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .
        . . R . . . . . B";
    let (extra_king, throne) =
        (SetupFault::AnotherKing { cell: read("C2") }, SetupFault::ManOnThrone { cell: read("E5") });
    let corner = |cell| SetupFault::ManOnCorner { cell: read(cell) };
    assert_eq!(
        setup_faults("tablut-corners", Attackers, false, picture),
        [corner("I1"), extra_king.clone(), throne.clone(), corner("A9")]
    );
    assert_eq!(setup_faults("tablut", Attackers, false, picture), [extra_king.clone(), throne]);
    let open = "tablut throne_stop:everyone throne_pass:everyone";
    assert_eq!(setup_faults(open, Attackers, false, picture), [extra_king]);
}

#[test]
fn t17_a_setup_needs_a_king_and_the_right_size() {
    let no_king = ". . . . . . .\n".repeat(7);
    assert_eq!(setup_faults("brandubh", Attackers, false, &no_king), [SetupFault::NoKing]);
    assert_eq!(
        setup_faults("tablut", Attackers, false, &no_king),
        [SetupFault::WrongSize { size: 7, expected: 9 }]
    );
}

const HELD: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . N . . . . . .
    . N R N . . . . .
    . . N . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn t17_a_king_said_to_be_captured_must_be_held() {
    let free = [SetupFault::KingIsFree { king: read("C6") }];
    assert_eq!(setup_faults("tablut", Defenders, true, HELD), []);
    assert_eq!(setup_faults("tablut", Attackers, true, HELD), free, "the attackers have just moved");
    assert_eq!(setup_faults("tablut", Defenders, true, &HELD.replace("N R N", ". R N")), free);
    assert_eq!(setup_faults("tablut", Defenders, false, HELD), [], "he may have walked there");
}

#[test]
fn t17_a_free_king_said_to_be_captured_is_reported_with_other_faults() {
    let faults = setup_faults(
        "tablut",
        Defenders,
        true,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . N . . . . . .
        . . R N . . . . .
        . . N . B . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    assert_eq!(
        faults,
        [SetupFault::ManOnThrone { cell: read("E5") }, SetupFault::KingIsFree { king: read("C6") }]
    );
}
