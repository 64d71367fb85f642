//! Captures of men, between two enemies (T6, T7, T18, A6, A7).

use tablen_rules::tafl::{Arrangement, Cell, KingArms, Piece, Ruleset, Side};

use super::{ground, movement::ORTHOGONALS};

/// The cells of the men whom the piece that has just arrived on `to` captures, sorted. They are still on the board.
pub(super) fn captured(ruleset: &Ruleset, arrangement: &Arrangement, to: Cell) -> Vec<Cell> {
    let mut captured = Vec::new();
    let Some(mover) = arrangement.get(to) else {
        return captured;
    };
    if mover == Piece::King && !matches!(ruleset.king_arms, KingArms::Armed | KingArms::Hammer) {
        return captured;
    }
    let enemy = match mover.side() {
        Side::Attackers => Piece::Defender,
        Side::Defenders => Piece::Attacker,
    };
    let size = arrangement.size();
    for (columns, rows) in ORTHOGONALS {
        let Some(victim) = to.offset(columns, rows, size) else {
            continue;
        };
        let Some(beyond) = victim.offset(columns, rows, size) else {
            continue;
        };
        if arrangement.get(victim) == Some(enemy)
            && (is_partner(ruleset, arrangement, beyond, mover.side())
                || ground::is_hostile_to(ruleset, arrangement, beyond, enemy.side()))
        {
            captured.push(victim);
        }
    }
    captured.sort_unstable();
    captured
}

/// Whether a piece of that side stands there with which others can capture (T7, A7).
fn is_partner(ruleset: &Ruleset, arrangement: &Arrangement, cell: Cell, side: Side) -> bool {
    match arrangement.get(cell) {
        None => false,
        Some(Piece::King) => {
            side == Side::Defenders && matches!(ruleset.king_arms, KingArms::Armed | KingArms::Anvil)
        }
        Some(man) => man.side() == side,
    }
}
