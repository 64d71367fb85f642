//! Men anywhere, sensible or not.

use super::{BySide, Cell, Column, Side};

/// How many men each side has (Z2).
pub const MEN: u8 = 15;

/// The men of one side, by place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Men {
    /// Men not yet entered (Z2).
    pub hand: u8,
    /// Men on each cell of the course, cell 1 first.
    pub cells: [u8; 24],
    /// Hit men in each column of the middle row, column 1 first (Z10).
    pub middle: [u8; 12],
    /// Men borne off (Z16).
    pub off: u8,
    /// Whether this side has ever moved a man beyond cell 6 (Z15). It outlives the man's being hit and starting again.
    pub beyond: bool,
}

impl Men {
    /// Fifteen men waiting to enter (Z2).
    pub const START: Men = Men { hand: MEN, cells: [0; 24], middle: [0; 12], off: 0, beyond: false };

    /// How many stand on a cell.
    pub const fn on(&self, cell: Cell) -> u8 {
        self.cells[cell.number() as usize - 1]
    }

    /// How many are in a column of the middle row.
    pub const fn hit(&self, column: Column) -> u8 {
        self.middle[column.number() as usize - 1]
    }

    /// Whether the side has entered all its men and moved one beyond cell 6: its single men on 1–6 can be hit (Z15).
    pub const fn is_exposed(&self) -> bool {
        self.hand == 0 && self.beyond
    }
}

/// Anything that could be meant as a position before a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The men.
    pub men: BySide<Men>,
    /// Whose turn it is.
    pub side: Side,
    /// How many turns have been played (Z20).
    pub turns: u16,
}

impl Setup {
    /// Zeno's position (Z19), before white throws 2, 5 and 6; it can be played by any rules.
    pub fn zeno() -> Setup {
        let mut men = BySide::<Men>::default();
        for (cell, count) in [(6, 7), (9, 1), (10, 2), (19, 2), (20, 2), (23, 1)] {
            men.white.cells[cell - 1] = count;
        }
        for (cell, count) in [(8, 2), (11, 2), (12, 2), (13, 1), (14, 2), (15, 2), (18, 2), (21, 2)] {
            men.black.cells[cell - 1] = count;
        }
        men.white.beyond = true;
        men.black.beyond = true;
        Setup { men, side: Side::White, turns: 0 }
    }
}
