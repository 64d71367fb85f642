use tablen_rules::tafl::{Goal, KingMove, Preset, Ruleset, Side, ThronePass, ThroneStop};

use super::{Game, cells, destinations, on_seven, start};

fn perft(game: &Game, depth: u32) -> usize {
    let moves = game.moves();
    if depth == 1 {
        return moves.len();
    }
    moves
        .into_iter()
        .map(|(from, to)| {
            let mut next = game.clone();
            next.play(from, to);
            perft(&next, depth - 1)
        })
        .sum()
}

/// T1–T6: known counts of the plain game.
#[test]
fn t4_perft_of_tablut() {
    let ruleset = Preset::Tablut.ruleset();
    let attackers = start(&ruleset, Side::Attackers);
    assert_eq!([1, 2, 3].map(|depth| perft(&attackers, depth)), [80, 4_400, 353_200]);
    let defenders = start(&ruleset, Side::Defenders);
    assert_eq!([1, 2, 3].map(|depth| perft(&defenders, depth)), [56, 4_408, 251_856]);
}

/// A2.
#[test]
fn a2_first_moves_of_alea() {
    let count = |preset: Preset, side| start(&preset.ruleset(), side).moves().len();
    assert_eq!(count(Preset::Alea, Side::Attackers), 588);
    assert_eq!(count(Preset::Alea, Side::Defenders), 184);
    assert_eq!(count(Preset::Alea17, Side::Attackers), 512);
    assert_eq!(count(Preset::Alea17, Side::Defenders), 176);
}

const BESIDE_THE_EMPTY_THRONE: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . B . .
    . . . . . . .
    . . . . . . .
    . . . R . . .";

/// T5: nobody but the king stops on the konakis or passes over it.
#[test]
fn t5_the_throne_stops_men_but_not_the_king() {
    let ruleset = Ruleset { goal: Goal::Corners, ..on_seven(Preset::Tablut) };
    let picture = BESIDE_THE_EMPTY_THRONE;
    assert_eq!(destinations(&ruleset, picture, "E4"), cells("F4 G4 E1 E2 E3 E5 E6 E7"));
    assert_eq!(destinations(&ruleset, picture, "D1"), cells("A1 B1 C1 E1 F1 G1 D2 D3 D4 D5 D6 D7"));
}

/// A5: every piece may cross the empty konakis, only the king may stop there.
#[test]
fn a5_men_cross_the_empty_throne() {
    let ruleset = on_seven(Preset::Alea);
    assert_eq!(
        destinations(&ruleset, BESIDE_THE_EMPTY_THRONE, "E4"),
        cells("A4 B4 C4 F4 G4 E1 E2 E3 E5 E6 E7")
    );
}

/// T18: after the king has left it, nobody enters or crosses the konakis.
#[test]
fn t18_a_throne_for_nobody_stops_the_king_too() {
    let ruleset = Ruleset {
        goal: Goal::Corners,
        throne_stop: ThroneStop::Nobody,
        throne_pass: ThronePass::Nobody,
        ..on_seven(Preset::Tablut)
    };
    assert_eq!(destinations(&ruleset, BESIDE_THE_EMPTY_THRONE, "D1"), cells("A1 B1 C1 E1 F1 G1 D2 D3"));
}

/// A konakis that is a cell like others.
#[test]
fn t5_a_throne_for_everyone_is_a_cell_like_others() {
    let ruleset = Ruleset {
        throne_stop: ThroneStop::Everyone,
        throne_pass: ThronePass::Everyone,
        ..on_seven(Preset::Tablut)
    };
    assert_eq!(
        destinations(&ruleset, BESIDE_THE_EMPTY_THRONE, "E4"),
        cells("A4 B4 C4 D4 F4 G4 E1 E2 E3 E5 E6 E7")
    );
}

/// T14: corners are the king's alone.
#[test]
fn t14_corners_stop_men() {
    let picture = "
        N . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . B . R . .";
    let ruleset = on_seven(Preset::TablutCorners);
    assert_eq!(destinations(&ruleset, picture, "C1"), cells("B1 D1 C2 C3 C4 C5 C6 C7"));
    assert_eq!(destinations(&ruleset, picture, "E1"), cells("D1 F1 G1 E2 E3 E4 E5 E6 E7"));
    // An arrangement can put a man on a corner: he may leave it.
    assert_eq!(destinations(&ruleset, picture, "A7"), cells("B7 C7 D7 E7 F7 A2 A3 A4 A5 A6"));
    let plain = on_seven(Preset::Tablut);
    assert_eq!(destinations(&plain, picture, "C1"), cells("A1 B1 D1 C2 C3 C4 C5 C6 C7"));
}

/// T13.
#[test]
fn t13_ways_of_the_king() {
    let picture = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        B B . . . . .
        R B . . . . .
        . . . . . . .";
    let towards = |king_move| destinations(&Ruleset { king_move, ..on_seven(Preset::Tablut) }, picture, "A2");
    assert_eq!(towards(KingMove::Rook), cells("A1"));
    assert_eq!(towards(KingMove::Step), cells("A1"));
    assert_eq!(towards(KingMove::ChessKing), cells("A1 B1"));

    let alone = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . R . . . . .
        . . . . . . .";
    let towards = |king_move| destinations(&Ruleset { king_move, ..on_seven(Preset::Tablut) }, alone, "B2");
    assert_eq!(towards(KingMove::RookFour), cells("A2 C2 D2 E2 F2 B1 B3 B4 B5 B6"));
    assert_eq!(towards(KingMove::Step), cells("A2 C2 B1 B3"));
    assert_eq!(towards(KingMove::ChessKing), cells("A1 B1 C1 A2 C2 A3 B3 C3"));
    // He steps diagonally between two pieces, as in chess.
    let squeezed = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . N . . . . .
        N R N . . . .
        . N . . . . .";
    let chess_king = on_seven(Preset::TablutChessKing);
    assert_eq!(destinations(&chess_king, squeezed, "B2"), cells("A1 C1 A3 C3"));
}
