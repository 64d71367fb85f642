use tablen_rules::tavli::{Men, Reentry, Ruleset};

use super::{board_after, first_steps, men, roll, setup, step, texts};
use crate::tavli::{next_steps, results};

/// Z8, Z9: empty, own colour, one enemy; two enemies block.
#[test]
fn z9_where_a_man_may_land() {
    let setup = setup("7x2 9x1", "8x1 10x2 11x1 1x11");
    assert_eq!(
        first_steps(&Ruleset::default(), &setup, "124"),
        texts(["1: 7-8*", "2: 7-9", "2: 9-11*", "4: 7-11*", "4: 9-13"])
    );
}

/// Z10: a hit man goes to the middle row of its column.
#[test]
fn z10_hit_men_go_to_the_middle_row() {
    for (cell, column) in [(4, 4), (12, 12), (13, 12), (21, 4), (24, 1)] {
        let from = cell - 2;
        let before = setup(&format!("{from}x15"), &format!("{cell}x1 1x13 23x1"));
        let hit = step(&format!("2: {from}-{cell}*"));
        assert!(next_steps(&Ruleset::default(), &before, roll("255"), &[]).contains(&hit), "{hit}");
        let after = board_after(&before, "255", &[hit]);
        assert_eq!(after.white.cells, men(&format!("{from}x14 {cell}x1")).cells, "{hit}");
        assert_eq!(after.black, men(&format!("1x13 23x1 m{column}x1")), "{hit}");
    }
}

/// Z5: a man may hit on the way and go on.
#[test]
fn z5_hitting_on_the_way() {
    let before = setup("7x1", "8x1 10x1 1x13");
    let after = results(&Ruleset::default(), &before, roll("126"));
    let both_hit = Men { beyond: true, ..men("1x13 m8x1 m10x1") };
    assert!(after.iter().any(|after| after.men.black == both_hit && after.men.white == men("16x1")));
}

/// Z11, the texts' example: from column 4, a 2 gives 5, a 6 gives 9, a 1 gives 4.
#[test]
fn z11_reentry() {
    let setup = setup("m4x1 20x14", "1x15");
    let inclusive = Ruleset::default();
    assert_eq!(first_steps(&inclusive, &setup, "126"), texts(["1: m4-4", "2: m4-5", "6: m4-9"]));
    let exclusive = Ruleset { reentry: Reentry::Exclusive, ..inclusive };
    assert_eq!(first_steps(&exclusive, &setup, "126"), texts(["1: m4-5", "2: m4-6", "6: m4-10"]));
}

/// Z12: nobody else moves before every hit man is back; what cannot be played is lost.
#[test]
fn z12_hit_men_come_first() {
    let ruleset = Ruleset::default();
    let two = setup("m4x1 m9x1 7x13", "9x2 1x13");
    assert_eq!(
        first_steps(&ruleset, &two, "236"),
        texts(["2: m4-5", "2: m9-10", "3: m4-6", "3: m9-11", "6: m9-14"])
    );
    let shut_out = setup("m4x1 7x14", "5x2 6x2 9x2 1x9");
    assert_eq!(results(&ruleset, &shut_out, roll("236")).len(), 1);
    assert!(first_steps(&ruleset, &shut_out, "236").is_empty());
}

/// Z15: coming back beyond 6 counts as having moved beyond.
#[test]
fn z15_reentry_beyond_six_counts() {
    let mut before = setup("m4x1 1x14", "2x15");
    before.men.white.beyond = false;
    assert!(board_after(&before, "116", &[step("6: m4-9")]).white.beyond);
    assert!(!board_after(&before, "116", &[step("1: m4-4")]).white.beyond);
}
