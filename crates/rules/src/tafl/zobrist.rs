//! Random numbers for hashing, fixed for ever: keys may be stored.

use super::{Cell, MAX_SIZE, Piece};
use crate::splitmix::splitmix;

/// Whose turn it is. The number after the last, `u64::MAX`, would be 0 and change no key.
pub(super) const DEFENDERS_TO_MOVE: u64 = splitmix(u64::MAX - 2);
/// The king has been captured.
pub(super) const KING_CAPTURED: u64 = splitmix(u64::MAX - 1);

static PIECES: [[u64; Cell::PLACES]; 3] = {
    let mut keys = [[0; Cell::PLACES]; 3];
    let mut number = 0;
    let mut piece = 0;
    while piece < 3 {
        let mut row = 0;
        while row < MAX_SIZE {
            let mut column = 0;
            while column < MAX_SIZE {
                keys[piece][Cell::at(column, row).place()] = splitmix(number);
                number += 1;
                column += 1;
            }
            row += 1;
        }
        piece += 1;
    }
    keys
};

/// A piece on a cell. The same on every board, so that narrow and wide states have equal keys.
#[inline]
pub(super) fn piece(piece: Piece, cell: Cell) -> u64 {
    PIECES[piece as usize][cell.place()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_that_is_part_of_a_position_changes_its_key() {
        let mut numbers: Vec<u64> = Cell::all(MAX_SIZE)
            .flat_map(|cell| Piece::ALL.map(|kind| piece(kind, cell)))
            .chain([DEFENDERS_TO_MOVE, KING_CAPTURED, 0])
            .collect();
        let all = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), all);
    }
}
