//! The men of one side in a few machine words.

use std::fmt;

use super::{Cell, Column, Men};

/// One in every four bits: the lowest bit of each place of a line.
const LOWEST: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// A place of the line holds its men in four bits, enough for all fifteen.
pub(super) const BITS: u32 = 4;
/// One man in hand. Cell p is `HAND << 4p`.
pub(super) const HAND: u128 = 1;
/// One man borne off.
pub(super) const OFF: u128 = 1 << (25 * BITS);
/// The side has moved a man beyond cell 6 (Z15).
pub(super) const BEYOND: u128 = 1 << (28 * BITS);
/// The 24 cells.
pub(super) const CELLS: u128 = cells(1, 24);
/// Cells 1 to 6.
pub(super) const FIRST_TABLE: u128 = cells(1, Cell::GATE.number());
/// Cells 7 to 24.
pub(super) const BEYOND_GATE: u128 = CELLS & !FIRST_TABLE;
/// Cells 19 to 24.
pub(super) const LAST_TABLE: u128 = cells(Cell::HOME.number(), 24);

/// The lowest bits of a run of cells.
const fn cells(first: u8, last: u8) -> u128 {
    let mut mask = 0;
    let mut cell = first;
    while cell <= last {
        mask |= 1 << (cell as u32 * BITS);
        cell += 1;
    }
    mask
}

/// One man on the cell with that number.
#[inline]
pub(super) const fn on(cell: u32) -> u128 {
    1 << (cell * BITS)
}

/// The lowest bit of every place of a line that has men.
#[inline]
pub(super) const fn occupied(line: u128) -> u128 {
    let pairs = line | line >> 1;
    (pairs | pairs >> 2) & LOWEST
}

/// The lowest bit of every place of a line that has two men or more.
#[inline]
pub(super) const fn crowded(line: u128) -> u128 {
    occupied(line & !LOWEST)
}

/// The same as [`occupied`] for the middle row.
#[inline]
pub(super) const fn occupied_columns(middle: u64) -> u64 {
    let pairs = middle | middle >> 1;
    (pairs | pairs >> 2) & LOWEST as u64
}

/// The lowest bit of every four, side by side.
#[inline]
pub(super) const fn each_lowest(line: u128) -> u32 {
    const fn half(mut word: u64) -> u32 {
        // Neighbours are brought together, then pairs of them, and so on.
        word = (word | word >> 3) & 0x0303_0303_0303_0303;
        word = (word | word >> 6) & 0x000f_000f_000f_000f;
        word = (word | word >> 12) & 0x0000_00ff_0000_00ff;
        (word | word >> 24) as u32 & 0xffff
    }
    let line = line & LOWEST;
    half(line as u64) | half((line >> 64) as u64) << 16
}

/// The men of one side as the rules keep them: four bits for each place.
///
/// It says the same as [`Men`] and costs two words to copy and compare.
///
/// ```
/// use tablen_rules::tavli::{Men, Packed};
///
/// let packed = Packed::new(&Men::START).unwrap();
/// assert_eq!(packed.hand(), 15);
/// assert_eq!(packed.men(), Men::START);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed {
    /// Hand, cells 1 to 24 and borne off, four bits each from the lowest; then [`BEYOND`].
    pub(super) line: u128,
    /// Columns 1 to 12 of the middle row, four bits each from the lowest.
    pub(super) middle: u64,
}

impl Packed {
    /// Packs men, if no place has more than fifteen.
    pub fn new(men: &Men) -> Option<Packed> {
        let counts = [men.hand].into_iter().chain(men.cells).chain([men.off]).chain(men.middle);
        if counts.into_iter().any(|count| count > 15) {
            return None;
        }
        let line = |(place, count): (u32, u8)| u128::from(count) << (place * BITS);
        let middle = |(column, count): (u32, &u8)| u64::from(*count) << (column * BITS);
        Some(Packed {
            line: line((0, men.hand))
                | (1..).zip(men.cells).map(line).fold(0, |all, cell| all | cell)
                | line((25, men.off))
                | if men.beyond { BEYOND } else { 0 },
            middle: (0..).zip(&men.middle).map(middle).fold(0, |all, column| all | column),
        })
    }

    /// The same men by place.
    pub fn men(self) -> Men {
        let mut men = Men { hand: self.hand(), off: self.off(), beyond: self.beyond(), ..Men::default() };
        for (count, cell) in men.cells.iter_mut().zip(Cell::all()) {
            *count = self.on(cell);
        }
        for (count, column) in men.middle.iter_mut().zip(Column::all()) {
            *count = self.hit(column);
        }
        men
    }

    /// How many have not yet entered.
    #[inline]
    pub const fn hand(self) -> u8 {
        (self.line & 15) as u8
    }

    /// How many stand on a cell.
    #[inline]
    pub const fn on(self, cell: Cell) -> u8 {
        (self.line >> (cell.number() as u32 * BITS) & 15) as u8
    }

    /// How many are in a column of the middle row.
    #[inline]
    pub const fn hit(self, column: Column) -> u8 {
        (self.middle >> ((column.number() as u32 - 1) * BITS) & 15) as u8
    }

    /// How many are borne off.
    #[inline]
    pub const fn off(self) -> u8 {
        (self.line >> (25 * BITS) & 15) as u8
    }

    /// Whether a man has ever been moved beyond cell 6 (Z15).
    #[inline]
    pub const fn beyond(self) -> bool {
        self.line & BEYOND != 0
    }

    /// Whether single men on 1–6 can be hit (Z15): all men entered and one moved beyond 6.
    #[inline]
    pub const fn is_exposed(self) -> bool {
        self.hand() == 0 && self.beyond()
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_every_place() {
        let mut men = Men { hand: 15, off: 9, beyond: true, ..Men::default() };
        for (index, count) in men.cells.iter_mut().enumerate() {
            *count = (index as u8 * 7) % 16;
        }
        for (index, count) in men.middle.iter_mut().enumerate() {
            *count = (index as u8 * 5) % 16;
        }
        assert_eq!(Packed::new(&men).unwrap().men(), men);
        men.cells[3] = 16;
        assert_eq!(Packed::new(&men), None);
    }

    #[test]
    fn masks_see_each_place_alone() {
        for place in 0..32 {
            for count in 0..16u128 {
                let line = count << (place * BITS);
                assert_eq!(occupied(line), if count > 0 { 1 << (place * BITS) } else { 0 });
                assert_eq!(crowded(line), if count > 1 { 1 << (place * BITS) } else { 0 });
            }
        }
    }
}
