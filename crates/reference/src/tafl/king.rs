//! Capture of the king (T8, T15, T18, A8, A9).

use tablen_rules::tafl::{Arrangement, Cell, Companions, KingCapture, Piece, Ruleset, Side};

use super::{
    ground,
    movement::{self, ORTHOGONALS},
};

/// Where the king stands.
pub(super) fn cell(arrangement: &Arrangement) -> Option<Cell> {
    arrangement.pieces().find(|(_, piece)| *piece == Piece::King).map(|(cell, _)| cell)
}

/// Whether the attacker who has just arrived on `to` has captured the king. `after` is the board without the men
/// whom the move captured.
pub(super) fn is_captured(ruleset: &Ruleset, before: &Arrangement, after: &Arrangement, to: Cell) -> bool {
    let Some(king) = cell(after) else { return false };
    let captured_alone = match ruleset.king_capture {
        KingCapture::Surrounded | KingCapture::SurroundedInField => is_surrounded(ruleset, after, king),
        KingCapture::StrongAtThrone if is_at_throne(ruleset, king) => is_surrounded(ruleset, after, king),
        KingCapture::StrongAtThrone | KingCapture::Custodial => is_between_two(ruleset, after, king, to),
    };
    captured_alone || (is_enclosed_in_company(ruleset, after) && !is_enclosed_in_company(ruleset, before))
}

/// T18: on the konakis or beside it.
fn is_at_throne(ruleset: &Ruleset, king: Cell) -> bool {
    ground::is_throne(ruleset, king)
        || king
            .neighbours(ruleset.board.layout().size())
            .any(|neighbour| ground::is_throne(ruleset, neighbour))
}

/// T8, T15, A8: all four sides are held.
fn is_surrounded(ruleset: &Ruleset, arrangement: &Arrangement, king: Cell) -> bool {
    sides(arrangement, king).into_iter().all(|side| is_held(ruleset, arrangement, side))
}

/// What lies on the four sides of a cell; nothing where the board ends.
fn sides(arrangement: &Arrangement, cell: Cell) -> [Option<Cell>; 4] {
    ORTHOGONALS.map(|(columns, rows)| cell.offset(columns, rows, arrangement.size()))
}

fn is_held(ruleset: &Ruleset, arrangement: &Arrangement, side: Option<Cell>) -> bool {
    match side {
        None => ruleset.king_capture != KingCapture::SurroundedInField,
        Some(cell) => arrangement.get(cell) == Some(Piece::Attacker) || ground::holds_the_king(ruleset, cell),
    }
}

/// T18: like a man, between the attacker on `to` and another attacker or a hostile cell.
fn is_between_two(ruleset: &Ruleset, arrangement: &Arrangement, king: Cell, to: Cell) -> bool {
    let size = arrangement.size();
    ORTHOGONALS.into_iter().any(|(columns, rows)| {
        to.offset(columns, rows, size) == Some(king)
            && king.offset(columns, rows, size).is_some_and(|beyond| {
                arrangement.get(beyond) == Some(Piece::Attacker)
                    || ground::is_hostile_to(ruleset, arrangement, beyond, Side::Defenders)
            })
    })
}

/// A9: the king and the men joined to him are held on every outer side, and none of them can move.
fn is_enclosed_in_company(ruleset: &Ruleset, arrangement: &Arrangement) -> bool {
    let group = kings_group(arrangement);
    let size_fits = match ruleset.companions {
        Companions::None => false,
        Companions::One => group.len() == 2,
        Companions::Any => group.len() >= 2,
    };
    size_fits
        && group.iter().all(|member| {
            sides(arrangement, *member).into_iter().all(|side| {
                side.is_some_and(|cell| group.contains(&cell)) || is_held(ruleset, arrangement, side)
            })
        })
        && group.iter().all(|member| movement::destinations(ruleset, arrangement, *member).is_empty())
}

/// The king and every man joined to him side by side.
fn kings_group(arrangement: &Arrangement) -> Vec<Cell> {
    let mut group: Vec<Cell> = cell(arrangement).into_iter().collect();
    let mut next = 0;
    while next < group.len() {
        for neighbour in group[next].neighbours(arrangement.size()) {
            if arrangement.get(neighbour) == Some(Piece::Defender) && !group.contains(&neighbour) {
                group.push(neighbour);
            }
        }
        next += 1;
    }
    group
}
