//! Sets of cells as machine words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not};

use super::Cell;

/// A set of cells of boards up to a certain size, as a few machine words.
///
/// There are two: [`Narrow`] for boards up to 11×11 and [`Wide`] for all. Everything that works with one works with
/// the other and gives the same answers; the narrow one is faster.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
{
    /// The largest board it can hold.
    const SIDE: u8;

    /// One word for each row or column of that board.
    type Lines: Copy + Eq + Debug + Default + Send + Sync + Index<usize, Output = u32> + IndexMut<usize>;

    /// Whether the cell is in the set.
    fn contains(self, cell: Cell) -> bool;
    /// Adds a cell.
    fn insert(&mut self, cell: Cell);
    /// Takes a cell out.
    fn remove(&mut self, cell: Cell);
    /// Takes out the first cell and returns it.
    fn pop(&mut self) -> Option<Cell>;
    /// How many cells there are.
    fn len(self) -> u32;

    /// Whether there is none.
    fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The cells, row by row from A1.
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// The set of these cells.
    fn of(cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Self::default();
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

/// Iterates over the cells of a set.
#[derive(Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.0.pop()
    }
}

/// Boards up to 11×11: a pair of 64-bit words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Narrow(u128);

/// Boards up to 19×19: six 64-bit words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; 6]);

#[inline]
const fn index(cell: Cell, side: u8) -> usize {
    cell.row() as usize * side as usize + cell.column() as usize
}

#[inline]
const fn cell_at(index: u32, side: u8) -> Cell {
    Cell::wrapping((index % side as u32) as u8, (index / side as u32) as u8)
}

impl Bits for Narrow {
    const SIDE: u8 = 11;
    type Lines = [u32; 11];

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        self.0 >> (index(cell, Self::SIDE) & 127) & 1 != 0
    }

    #[inline]
    fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << (index(cell, Self::SIDE) & 127);
    }

    #[inline]
    fn remove(&mut self, cell: Cell) {
        self.0 &= !(1 << (index(cell, Self::SIDE) & 127));
    }

    #[inline]
    fn pop(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        let first = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(cell_at(first, Self::SIDE))
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.count_ones()
    }
}

impl Bits for Wide {
    const SIDE: u8 = 19;
    type Lines = [u32; 19];

    #[inline]
    fn contains(self, cell: Cell) -> bool {
        let index = index(cell, Self::SIDE);
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    fn insert(&mut self, cell: Cell) {
        let index = index(cell, Self::SIDE);
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    fn remove(&mut self, cell: Cell) {
        let index = index(cell, Self::SIDE);
        self.0[index / 64] &= !(1 << (index % 64));
    }

    #[inline]
    fn pop(&mut self) -> Option<Cell> {
        for (place, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let first = place as u32 * 64 + word.trailing_zeros();
                *word &= *word - 1;
                return Some(cell_at(first, Self::SIDE));
            }
        }
        None
    }

    #[inline]
    fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl BitAnd for Narrow {
    type Output = Narrow;
    #[inline]
    fn bitand(self, other: Narrow) -> Narrow {
        Narrow(self.0 & other.0)
    }
}

impl BitOr for Narrow {
    type Output = Narrow;
    #[inline]
    fn bitor(self, other: Narrow) -> Narrow {
        Narrow(self.0 | other.0)
    }
}

impl Not for Narrow {
    type Output = Narrow;
    #[inline]
    fn not(self) -> Narrow {
        Narrow(!self.0)
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_set_behaves<B: Bits>() {
        let all: Vec<Cell> = Cell::all(B::SIDE).collect();
        let odd: Vec<Cell> =
            all.iter().copied().filter(|cell| (cell.row() + cell.column()) % 2 == 1).collect();
        let mut set = B::of(odd.iter().copied());
        assert_eq!(set.cells().collect::<Vec<_>>(), odd);
        assert_eq!(set.len() as usize, odd.len());
        for cell in &all {
            assert_eq!(set.contains(*cell), odd.contains(cell));
            assert_eq!((!set).contains(*cell), !odd.contains(cell));
        }
        for cell in odd {
            set.remove(cell);
            assert!(!set.contains(cell));
        }
        assert!(set.is_empty());
    }

    #[test]
    fn narrow_is_a_set_of_cells() {
        a_set_behaves::<Narrow>();
    }

    #[test]
    fn wide_is_a_set_of_cells() {
        a_set_behaves::<Wide>();
    }
}
