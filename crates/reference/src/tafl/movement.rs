//! Where pieces can go (T4, T5, T13, T14, T16, T18, A4, A5, A13).

use tablen_rules::tafl::{Arrangement, Bases, Cell, KingMove, Piece, Ruleset, Side, ThronePass, ThroneStop};

use super::ground;

/// Along rows and columns, as (columns, rows).
pub(super) const ORTHOGONALS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Every move of a side's pieces, sorted, no matter whose turn it is.
pub(super) fn moves(ruleset: &Ruleset, arrangement: &Arrangement, side: Side) -> Vec<(Cell, Cell)> {
    let mut moves = Vec::new();
    for (from, piece) in arrangement.pieces() {
        if piece.side() == side {
            moves.extend(destinations(ruleset, arrangement, from).into_iter().map(|to| (from, to)));
        }
    }
    moves.sort_unstable();
    moves
}

/// Every cell to which the piece on `from` can move.
pub(super) fn destinations(ruleset: &Ruleset, arrangement: &Arrangement, from: Cell) -> Vec<Cell> {
    let Some(piece) = arrangement.get(from) else {
        return Vec::new();
    };
    directions(ruleset, piece)
        .into_iter()
        .flat_map(|direction| destinations_towards(ruleset, arrangement, from, direction))
        .collect()
}

/// The directions in which a piece moves (T4, T13).
pub(super) fn directions(ruleset: &Ruleset, piece: Piece) -> Vec<(i8, i8)> {
    let mut directions = ORTHOGONALS.to_vec();
    if piece == Piece::King && ruleset.king_move == KingMove::ChessKing {
        directions.extend(DIAGONALS);
    }
    directions
}

/// Every cell to which the piece on `from` can move in one direction, the nearest first.
pub(super) fn destinations_towards(
    ruleset: &Ruleset,
    arrangement: &Arrangement,
    from: Cell,
    (columns, rows): (i8, i8),
) -> Vec<Cell> {
    let mut destinations = Vec::new();
    let Some(piece) = arrangement.get(from) else {
        return destinations;
    };
    let mut cell = from;
    for _ in 0..reach(ruleset, piece) {
        let Some(next) = cell.offset(columns, rows, arrangement.size()) else {
            break;
        };
        if arrangement.get(next).is_some() {
            break;
        }
        if may_stop(ruleset, arrangement, piece, from, next) {
            destinations.push(next);
        }
        if !may_pass(ruleset, arrangement, piece, from, next) {
            break;
        }
        cell = next;
    }
    destinations
}

/// How many cells a piece can go (T4, T13, A13).
fn reach(ruleset: &Ruleset, piece: Piece) -> u8 {
    match (piece, ruleset.king_move) {
        (Piece::Attacker | Piece::Defender, _) | (Piece::King, KingMove::Rook) => u8::MAX,
        (Piece::King, KingMove::RookFour) => 4,
        (Piece::King, KingMove::ChessKing | KingMove::Step) => 1,
    }
}

/// Whether a piece that comes from `from` may end its move on this empty cell.
fn may_stop(ruleset: &Ruleset, arrangement: &Arrangement, piece: Piece, from: Cell, cell: Cell) -> bool {
    let throne_allows = !ground::is_throne(ruleset, cell)
        || match ruleset.throne_stop {
            ThroneStop::King => piece == Piece::King,
            ThroneStop::Nobody => false,
            ThroneStop::Everyone => true,
        };
    let base_allows = !ground::is_base(ruleset, cell)
        || match ruleset.bases {
            Bases::NoStop => piece != Piece::King,
            _ => base_lets_through(ruleset, arrangement, piece, from, cell),
        };
    throne_allows && base_allows && corner_allows(ruleset, piece, cell)
}

/// Whether a piece that comes from `from` may go on over this empty cell.
fn may_pass(ruleset: &Ruleset, arrangement: &Arrangement, piece: Piece, from: Cell, cell: Cell) -> bool {
    let throne_allows = !ground::is_throne(ruleset, cell)
        || match ruleset.throne_pass {
            ThronePass::King => piece == Piece::King,
            ThronePass::Everyone => true,
            ThronePass::Nobody => false,
        };
    let base_allows =
        !ground::is_base(ruleset, cell) || base_lets_through(ruleset, arrangement, piece, from, cell);
    throne_allows && base_allows && corner_allows(ruleset, piece, cell)
}

/// T14, A5: corners that are the king's stop everyone else.
fn corner_allows(ruleset: &Ruleset, piece: Piece, cell: Cell) -> bool {
    piece == Piece::King || !ground::is_kings_corner(ruleset, cell)
}

/// T16, T18: whether the base `cell` is open to a piece that comes from `from`.
fn base_lets_through(
    ruleset: &Ruleset,
    arrangement: &Arrangement,
    piece: Piece,
    from: Cell,
    cell: Cell,
) -> bool {
    match ruleset.bases {
        Bases::Open | Bases::NoStop => true,
        Bases::Closed => piece != Piece::King,
        Bases::ClosedWhileHeld => {
            piece != Piece::King
                || ground::base_group(ruleset, cell)
                    .iter()
                    .all(|base| arrangement.get(*base) != Some(Piece::Attacker))
        }
        Bases::Camps => piece == Piece::Attacker && ground::base_group(ruleset, cell).contains(&from),
    }
}
