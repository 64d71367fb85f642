use tablen_rules::tafl::{KingArms, Preset, Ruleset, ThroneHostility};

use super::{captures, cells, on_seven};

/// T6, A15 figure 1: between two men.
#[test]
fn t6_a_man_between_two_is_captured() {
    let picture = "
        . . . . . . .
        . . . N . . .
        . . . . . . .
        . . . . . . .
        . . . . R . .
        . N B . . . .
        . . . . . . .";
    // The konakis is in the way of the man on D6 in Tablut, not in Alea.
    assert_eq!(captures(&on_seven(Preset::Alea), picture, "D6-D2"), cells("C2"));
}

/// T6, A15 figure 5: moving between two enemies is safe.
#[test]
fn t6_moving_between_two_is_safe() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . R . .
        . N . N . . .
        . . B . . . .";
    assert_eq!(captures(&on_seven(Preset::Tablut), picture, "C1-C2"), cells(""));
    // The other captor must move up again.
    let picture = "
        . . . . . . .
        . . . . . . .
        N . . . . . .
        . . . . . . .
        . . . . R . .
        . N B N . . .
        . . . . . . .";
    assert_eq!(captures(&on_seven(Preset::Tablut), picture, "A5-A4"), cells(""));
}

/// T6: one move can capture up to three men; A15 figure 3: two.
#[test]
fn t6_one_move_captures_three() {
    let picture = "
        . . . . . . .
        . . . . B . .
        . . . . N . .
        B . . . . N B
        . . . . N . .
        . R . . B . .
        . . . . . . .";
    // Over the konakis.
    assert_eq!(captures(&on_seven(Preset::Alea), picture, "A4-E4"), cells("E3 E5 F4"));
}

const ATTACKER_AND_KING: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . R N . . B .
    . . . . . . .";
const KING_TO_ATTACKER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . R . . . . .
    . . N B . . .
    . . . . . . .";

/// T7, A7, A15 figure 4: the king's part in captures.
#[test]
fn t7_the_kings_arms() {
    let with = |king_arms| Ruleset { king_arms, ..on_seven(Preset::Tablut) };
    for (arms, as_partner, as_mover) in [
        (KingArms::Armed, "C2", "C2"),
        (KingArms::Unarmed, "", ""),
        (KingArms::Anvil, "C2", ""),
        (KingArms::Hammer, "", "C2"),
    ] {
        assert_eq!(captures(&with(arms), ATTACKER_AND_KING, "F2-D2"), cells(as_partner), "{arms}");
        assert_eq!(captures(&with(arms), KING_TO_ATTACKER, "B3-B2"), cells(as_mover), "{arms}");
    }
}

/// A6, A15 figure 2: against a corner. T6: neither the corner nor the edge helps in Tablut.
#[test]
fn a6_against_a_corner() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . R . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . B . N . . .";
    assert_eq!(captures(&on_seven(Preset::Alea), picture, "D1-C1"), cells("B1"));
    assert_eq!(captures(&on_seven(Preset::Tablut), picture, "D1-C1"), cells(""));
    assert_eq!(captures(&on_seven(Preset::TablutCorners), picture, "D1-C1"), cells(""));
    let at_the_edge = "
        . . . . . . .
        . . . . . . .
        . . R . . . .
        . . . . . . .
        B . . . . . .
        . . N . . . .
        . . . . . . .";
    assert_eq!(captures(&on_seven(Preset::Alea), at_the_edge, "C2-A2"), cells(""));
}

/// A6: the konakis, empty and with the king on it, against both sides.
#[test]
fn a6_against_the_throne() {
    let defender_and_empty = "
        . R . . . . .
        . . . . . . .
        . . . . . . .
        N . B . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let defender_and_king = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        N . B R . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let attacker_and_empty = "
        . R . . . . .
        . . . . . . .
        . . . . . . .
        B . N . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    let attacker_and_king = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        B . N R . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    for (throne_hostile, expected) in [
        (ThroneHostility::Never, [false, false, false, false]),
        (ThroneHostility::DefendersWhenEmpty, [true, false, true, true]),
        (ThroneHostility::WhenEmpty, [true, false, true, false]),
        (ThroneHostility::Always, [true, true, true, true]),
    ] {
        let ruleset = Ruleset { throne_hostile, ..on_seven(Preset::Alea) };
        let found = [defender_and_empty, defender_and_king, attacker_and_empty, attacker_and_king]
            .map(|picture| captures(&ruleset, picture, "A4-B4") == cells("C4"));
        assert_eq!(found, expected, "{throne_hostile}");
    }
}
