use tablen_rules::tavli::Ruleset;

use super::{first_steps, men, setup, texts, white_results};

/// Z16, the texts' example: 4, 2 and 1 take men off from 21, 23 and 24, or move them inside the table.
#[test]
fn z16_men_leave_from_their_cells() {
    let before = setup("20x1 21x1 23x1 24x1", "1x15");
    assert_eq!(
        first_steps(&Ruleset::default(), &before, "124"),
        texts([
            "1: 20-21",
            "1: 21-22",
            "1: 23-24",
            "1: 24-off",
            "2: 20-22",
            "2: 21-23",
            "2: 23-off",
            "4: 20-24",
            "4: 21-off",
        ])
    );
    assert!(white_results(&Ruleset::default(), &before, "124").contains(&men("20x1")));
}

/// Z16: only when all remaining men stand on 19–24, checked before every step.
#[test]
fn z16_all_men_must_be_home() {
    let before = setup("18x1 24x2", "1x15");
    assert_eq!(first_steps(&Ruleset::default(), &before, "115"), texts(["1: 18-19", "5: 18-23"]));
    // The numbers can also carry the man from 18 to 22 or 21 and take him off with the 5, leaving others behind.
    assert_eq!(white_results(&Ruleset::default(), &before, "115"), ["24x2", "24x1", ""].map(men).into());
}

/// Z17, the texts' example: 4 thrown and nothing on 21.
#[test]
fn z17_nothing_on_the_cell() {
    let steps = |white: &str| first_steps(&Ruleset::default(), &setup(white, "1x15"), "444");
    assert_eq!(steps("20x1 22x1 24x1"), texts(["4: 20-24"]));
    assert_eq!(steps("19x1 23x1"), texts(["4: 19-23"]));
    assert_eq!(steps("22x1 23x1 24x1"), texts(["4: 22-off"]));
    assert_eq!(steps("23x1 24x1"), texts(["4: 23-off"]));
    assert_eq!(steps("24x2"), texts(["4: 24-off"]));
    // A man on 21 leaves although others stand farther from the exit.
    assert_eq!(steps("20x1 21x1"), texts(["4: 20-24", "4: 21-off"]));
}

/// Z17: a man farther from the exit who cannot move loses the number.
#[test]
fn z17_blocked_farther_away() {
    let before = setup("20x1 22x1", "24x2 1x13");
    assert!(first_steps(&Ruleset::default(), &before, "444").is_empty());
}

/// Z18: a hit man stops bearing off until he is back on 19–24.
#[test]
fn z18_a_hit_man_stops_bearing_off() {
    let hit = setup("m4x1 24x3", "1x15");
    assert_eq!(first_steps(&Ruleset::default(), &hit, "112"), texts(["1: m4-4", "2: m4-5"]));
    let on_the_way = setup("4x1 24x3", "1x15");
    assert_eq!(first_steps(&Ruleset::default(), &on_the_way, "112"), texts(["1: 4-5", "2: 4-6"]));
}
