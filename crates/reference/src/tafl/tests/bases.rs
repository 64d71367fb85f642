use tablen_rules::tafl::{Preset, Side};

use super::{captures, cells, destinations, start, takes_the_king};

/// T16: the king on C2, the base E2 empty and one attacker of its group left.
const HELD: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . N R . . . . . .
    . . . N . . . . .";
const LEFT: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . N
    . N R . . . . . .
    . . . . . . . . .";

#[test]
fn t16_bases_and_the_king() {
    let column = "C1 C3 C4 C5 C6 C7 C8 C9";
    for (preset, picture, row) in [
        (Preset::TablutFreeEdge, HELD, "D2 E2 F2 G2 H2 I2"),
        (Preset::TablutBasesNoStop, HELD, "D2 F2 G2 H2 I2"),
        (Preset::TablutBasesNoStop, LEFT, "D2 F2 G2 H2 I2"),
        (Preset::TablutBasesClosed, HELD, "D2"),
        (Preset::TablutBasesClosed, LEFT, "D2"),
        (Preset::TablutBasesHeld, HELD, "D2"),
        (Preset::TablutBasesHeld, LEFT, "D2 E2 F2 G2 H2 I2"),
    ] {
        assert_eq!(
            destinations(&preset.ruleset(), picture, "C2"),
            cells(&format!("{column} {row}")),
            "{preset}"
        );
    }
}

/// T16: the bases are closed to the king only.
#[test]
fn t16_men_pass_over_bases() {
    let picture = HELD.replacen("N R", "R N", 1);
    assert_eq!(
        destinations(&Preset::TablutBasesClosed.ruleset(), &picture, "C2"),
        cells("C1 C3 C4 C5 C6 C7 C8 C9 D2 E2 F2 G2 H2 I2")
    );
}

/// T16: a king whom an arrangement put on a closed base may leave it.
#[test]
fn t16_the_king_leaves_a_closed_base() {
    let picture = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . R . . . . . . .
        . . . . . . . . .
        . . . . N . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(
        destinations(&Preset::TablutBasesClosed.ruleset(), picture, "B5"),
        cells("C5 D5 E5 F5 G5 B1 B2 B3 B4 B6 B7 B8 B9")
    );
}

const CAMP: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    N . B . R . . . .
    N . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

/// T18: an attacker in its camp moves within it and out of it; nobody comes in.
#[test]
fn t18_camps_let_nobody_in() {
    let ruleset = Preset::Ashton.ruleset();
    assert_eq!(destinations(&ruleset, CAMP, "A4"), cells("A5 A6 A7 A8 A9 B4"));
    assert_eq!(destinations(&ruleset, CAMP, "A3"), cells("A1 A2 B3 C3 D3 E3 F3 G3 H3 I3"));
    assert_eq!(destinations(&ruleset, CAMP, "C4"), cells("B4 D4 C1 C2 C3 C5 C6 C7 C8 C9"));
    assert_eq!(destinations(&ruleset, CAMP, "E4"), cells("D4 F4 G4 H4 E3"));
    let another_camp = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        N . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . R . . . . . .";
    assert_eq!(
        destinations(&ruleset, another_camp, "A4"),
        cells("B4 C4 D4 E4 F4 G4 H4 A1 A2 A3 A5 A6 A7 A8 A9")
    );
    assert_eq!(start(&ruleset, Side::Defenders).moves().len(), 56);
}

/// T18: a camp cell captures attackers unless camp cells surround it.
#[test]
fn t18_attackers_against_camps() {
    let ruleset = Preset::Ashton.ruleset();
    let outside = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . B . . . . .
        . . N . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(captures(&ruleset, outside, "D6-D5"), cells("C5"));
    let inside = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . B . . . . . .
        . N . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(captures(&ruleset, inside, "C6-C5"), cells(""));
    // Even with an attacker on the camp cell.
    let held = outside.replacen(". . N . . . . . .", ". N N . . . . . .", 1);
    assert_eq!(captures(&ruleset, &held, "D6-D5"), cells("C5"));
}

/// T18: defenders and the king against camps and the konakis.
#[test]
fn t18_defenders_against_camps_and_throne() {
    let ruleset = Preset::Ashton.ruleset();
    let camp = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . N . . . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(captures(&ruleset, camp, "D6-D5"), cells("C5"));
    let king_at_camp = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . N . . . . .
        . . R . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert!(takes_the_king(&ruleset, king_at_camp, "D6-D5"));
    let throne = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . R . . . .
        . . . . B . . . .
        . . . N . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    assert_eq!(captures(&ruleset, throne, "D3-E3"), cells("E4"));
}
