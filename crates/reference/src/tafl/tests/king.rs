use tablen_rules::tafl::{
    Companions, KingCapture, Piece, Preset, Ruleset, Side, ThroneHostility, ThronePass, ThroneStop,
};

use super::{cell, cells, destinations, game, on_seven, play, takes_the_king};

fn with(king_capture: KingCapture) -> Ruleset {
    Ruleset { king_capture, ..on_seven(Preset::TablutCorners) }
}

const OPEN: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . N . . . . .
    N R . . N . .
    . N . . . . .";

/// T8, A8, A15 figure 6: four in the open.
#[test]
fn t8_four_in_the_open() {
    assert!(takes_the_king(&with(KingCapture::Surrounded), OPEN, "E2-C2"));
    assert!(takes_the_king(&with(KingCapture::SurroundedInField), OPEN, "E2-C2"));
    assert!(takes_the_king(&on_seven(Preset::Alea), OPEN, "E2-C2"));
    assert!(!takes_the_king(&with(KingCapture::Surrounded), OPEN, "E2-D2"));
}

/// T8: any attackers' move captures a king who is left surrounded.
#[test]
fn t8_any_move_leaves_him_surrounded() {
    let picture = "
        . . . . . . .
        . . . . . N .
        . . . . . . .
        . . . . . . .
        . N . . . . .
        N R N . . . .
        . N . . . . .";
    assert!(takes_the_king(&with(KingCapture::Surrounded), picture, "F6-F5"));
    assert!(!takes_the_king(&with(KingCapture::Custodial), picture, "F6-F5"));
    assert!(game(&with(KingCapture::Surrounded), picture, Side::Attackers).verdict().is_none());
}

const BESIDE_THE_THRONE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . N R N . .
    . . . . . . .
    . . . N . . .";

/// T8, A8, A15 figure 8: three beside the konakis.
#[test]
fn t8_three_beside_the_throne() {
    for mode in [KingCapture::Surrounded, KingCapture::SurroundedInField, KingCapture::StrongAtThrone] {
        assert!(takes_the_king(&with(mode), BESIDE_THE_THRONE, "D1-D2"), "{mode}");
    }
    assert!(takes_the_king(&on_seven(Preset::Alea), BESIDE_THE_THRONE, "D1-D2"));
    let ordinary = Ruleset {
        throne_stop: ThroneStop::Everyone,
        throne_pass: ThronePass::Everyone,
        ..with(KingCapture::Surrounded)
    };
    assert!(!takes_the_king(&ordinary, BESIDE_THE_THRONE, "D1-D2"));
}

/// T15, A8, A15 figure 7: three at the edge, where the edge helps.
#[test]
fn t15_three_at_the_edge() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . N . . .
        . . . . . . .
        . . N R N . .";
    assert!(takes_the_king(&with(KingCapture::Surrounded), picture, "D3-D2"));
    assert!(takes_the_king(&on_seven(Preset::Alea), picture, "D3-D2"));
    assert!(!takes_the_king(&with(KingCapture::SurroundedInField), picture, "D3-D2"));
}

/// A8, A15 figure 9: two beside a corner, where corners are hostile.
#[test]
fn a8_two_beside_a_corner() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . N . . . . .
        . . . . . . .
        . R N . . . .";
    assert!(takes_the_king(&on_seven(Preset::Alea), picture, "B3-B2"));
    assert!(!takes_the_king(&with(KingCapture::Surrounded), picture, "B3-B2"));
}

/// T18: like a man, between two, by the man who moves.
#[test]
fn t18_between_two() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        N R . . N . .
        . . . . . . .";
    assert!(takes_the_king(&with(KingCapture::Custodial), picture, "E2-C2"));
    assert!(takes_the_king(&with(KingCapture::StrongAtThrone), picture, "E2-C2"));
    assert!(!takes_the_king(&with(KingCapture::Surrounded), picture, "E2-C2"));
}

/// T18: strong on the konakis and beside it.
#[test]
fn t18_strong_at_the_throne() {
    let beside = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . N R . N .
        . . . . . . .
        . . . . . . .";
    assert!(!takes_the_king(&with(KingCapture::StrongAtThrone), beside, "F3-E3"));
    assert!(takes_the_king(&with(KingCapture::Custodial), beside, "F3-E3"));
    let on = "
        . . . . . . .
        . . . . . . .
        . . . N . . .
        . . N R . N .
        . . . . . . .
        . . . . . . .
        . . . N . . .";
    assert!(!takes_the_king(&with(KingCapture::StrongAtThrone), on, "F4-E4"));
    assert!(takes_the_king(&with(KingCapture::Custodial), on, "F4-E4"));
    let four = on.replacen(". . N R . N .", ". . N R N . .", 1);
    assert!(!takes_the_king(&with(KingCapture::StrongAtThrone), &four, "D1-D2"));
    assert!(takes_the_king(&with(KingCapture::StrongAtThrone), &four, "D1-D3"));
}

/// T18: a hostile cell is as good as a second man.
#[test]
fn t18_between_a_man_and_a_hostile_cell() {
    let at_the_throne = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . R . . .
        . . . . . . .
        . . . N . . .";
    let hostile = Ruleset { throne_hostile: ThroneHostility::WhenEmpty, ..with(KingCapture::Custodial) };
    assert!(takes_the_king(&hostile, at_the_throne, "D1-D2"));
    assert!(!takes_the_king(&with(KingCapture::Custodial), at_the_throne, "D1-D2"));
    let at_the_corner = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . R . . N . .";
    assert!(takes_the_king(&on_seven(Preset::Brandubh), at_the_corner, "E1-C1"));
    assert!(!takes_the_king(&with(KingCapture::Custodial), at_the_corner, "E1-C1"));
}

const WITH_ONE_MAN: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . N N . . . .
    N R B . . . N
    . N N . . . .";

fn company(companions: Companions) -> Ruleset {
    Ruleset { companions, ..on_seven(Preset::Alea) }
}

/// A9: with one man, enclosed on all sides.
#[test]
fn a9_enclosed_with_one_man() {
    assert!(takes_the_king(&company(Companions::One), WITH_ONE_MAN, "G2-D2"));
    assert!(takes_the_king(&company(Companions::Any), WITH_ONE_MAN, "G2-D2"));
    assert!(!takes_the_king(&company(Companions::None), WITH_ONE_MAN, "G2-D2"));
    assert!(!takes_the_king(&company(Companions::One), WITH_ONE_MAN, "G2-E2"));
}

/// A9: with more men only under `any`.
#[test]
fn a9_enclosed_with_two_men() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . N . . . .
        . N B N . . .
        N R B . . . N
        . N N . . . .";
    assert!(!takes_the_king(&company(Companions::One), picture, "G2-D2"));
    assert!(takes_the_king(&company(Companions::Any), picture, "G2-D2"));
}

/// A9: the attackers' move must bring it about.
#[test]
fn a9_already_enclosed_before() {
    let picture = WITH_ONE_MAN.replacen("N R B . . . N", "N R B N . . N", 1);
    assert!(!takes_the_king(&company(Companions::One), &picture, "G2-G3"));
}

/// A9: a free konakis beside the king lets him move.
#[test]
fn a9_a_free_throne_beside_the_king() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . N . . . .
        . N B R N . .
        . . N . . . .
        . . . N . . .";
    assert!(!takes_the_king(&company(Companions::One), picture, "D1-D2"));
}

/// A9: a man beside the empty konakis who can cross it has a move.
#[test]
fn a9_a_man_who_can_cross_the_throne() {
    let free = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . N . . . .
        N . R B N . .
        . . N N . . .
        . . . . . . .";
    assert_eq!(destinations(&company(Companions::One), free, "D3"), cells("D5 D6 D7"));
    assert!(!takes_the_king(&company(Companions::One), free, "A3-B3"));
    let blocked = "
        . . . . . . .
        . . . . . . .
        . . . N . . .
        . . N . . . .
        N . R B N . .
        . . N N . . .
        . . . . . . .";
    assert_eq!(destinations(&company(Companions::One), blocked, "D3"), cells(""));
    assert!(takes_the_king(&company(Companions::One), blocked, "A3-B3"));
}

/// A9: the edge and a corner enclose as in A8, but a corner beside the king is his goal.
#[test]
fn a9_at_the_edge() {
    let man_at_the_corner = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . N N . . . .
        . B R . N . .";
    assert!(takes_the_king(&company(Companions::One), man_at_the_corner, "E1-D1"));
    let king_at_the_corner = man_at_the_corner.replacen(". B R . N . .", ". R B . N . .", 1);
    assert!(!takes_the_king(&company(Companions::One), &king_at_the_corner, "E1-D1"));
}

/// A captured king stays on the board, and the turn passes as after any move.
#[test]
fn t9_a_captured_king_stays_on_the_board() {
    let mut game = game(&with(KingCapture::Surrounded), OPEN, Side::Attackers);
    assert!(play(&mut game, "E2-C2").is_empty());
    assert!(game.setup().king_captured);
    assert_eq!(game.setup().side, Side::Defenders);
    assert_eq!(game.setup().arrangement.get(cell("B2")), Some(Piece::King));
    assert!(game.moves().is_empty() && game.routes().is_empty() && game.threats().is_empty());
}
