//! Sets of cells as machine words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not};

use super::{Cell, Rows};

/// Cells a line: the form in which moves are looked for. The name is not exported, so that nobody else can implement [`Bits`]
/// and this can change.
pub trait Lined: Sized {
    /// The same cells a line: one word for each row, then one for each column.
    ///
    /// Bit i + 1 of a line is its i-th cell, so that bit 0 can stand for what lies before the first.
    type Lines: Copy + Eq + Debug + Send + Sync;

    /// No cells.
    const NO_LINES: Self::Lines;

    /// Where the line of a row stands, or of a column.
    fn line_index(number: u8, is_column: bool) -> usize;
    /// The line that stands there.
    fn line(lines: &Self::Lines, index: usize) -> u32;

    /// Where the lines of a cell's row and of its column stand.
    fn lines_of(cell: Cell) -> [usize; 2];
    /// A cell as a bit of the line that stands there; nothing if it is not in that line.
    fn line_of_cell(cell: Cell, index: usize) -> u32;

    /// The line of a row.
    #[inline]
    fn row(lines: &Self::Lines, row: u8) -> u32 {
        Self::line(lines, Self::line_index(row, false))
    }

    /// The line of a column.
    #[inline]
    fn column(lines: &Self::Lines, column: u8) -> u32 {
        Self::line(lines, Self::line_index(column, true))
    }

    /// Whether the lines have a cell.
    #[inline]
    fn has(lines: &Self::Lines, cell: Cell) -> bool {
        let [row, _] = Self::lines_of(cell);
        Self::line(lines, row) >> cell.column() & 0b10 != 0
    }

    /// The same cells without the columns' lines.
    fn rows(lines: &Self::Lines) -> Rows;
    /// The same cells as a set.
    fn of_lines(lines: &Self::Lines) -> Self;
    /// Adds a cell to both its lines, or takes it out.
    fn flip(lines: &mut Self::Lines, cell: Cell);
    /// Everything that is not a cell of a board of that size.
    fn outside(size: u8) -> Self::Lines;
    /// How many moves all of `men` together have along all lines, passing over no cell of `blockers` and stopping on none
    /// of `bans`.
    fn count_slides(men: &Self::Lines, blockers: [&Self::Lines; 3], bans: &Self::Lines) -> u32;
    /// The cells in each line beside one of `men` with a partner, or a hostile cell, on its other side: `hostile` are those that
    /// always are and those that are while empty. Only free cells within `board` count.
    fn flanks(
        men: &Self::Lines,
        partners: &Self::Lines,
        hostile: [&Self::Lines; 2],
        occupied: [&Self::Lines; 2],
        board: u32,
    ) -> Self::Lines;
}

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
    + Lined
{
    /// The largest board it can hold.
    const SIDE: u8;

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
pub struct Narrow([u64; 2]);

/// Boards up to 19×19: six 64-bit words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wide([u64; 6]);

#[inline]
const fn index(cell: Cell, side: u8) -> usize {
    cell.row() as usize * side as usize + cell.column() as usize
}

#[inline]
const fn cell_at(index: u32, side: u8) -> Cell {
    Cell::at((index % side as u32) as u8, (index / side as u32) as u8)
}

/// The lines of a board as words of a type: `$side` rows, `$side` columns and unused ones that round their number up, so that
/// the loop over all of them becomes a few vector instructions.
macro_rules! lines {
    ($word:ty, $side:literal, $count:literal) => {
        type Lines = [$word; $count];
        const NO_LINES: [$word; $count] = [0; $count];

        #[inline]
        fn line_index(number: u8, is_column: bool) -> usize {
            usize::from(number) + if is_column { $side } else { 0 }
        }

        #[inline]
        fn line(lines: &[$word; $count], index: usize) -> u32 {
            u32::from(lines[index])
        }

        #[inline]
        fn lines_of(cell: Cell) -> [usize; 2] {
            [cell.place() >> 5, $side + (cell.place() & 0b11111)]
        }

        #[inline]
        fn line_of_cell(cell: Cell, index: usize) -> u32 {
            let in_row = u32::from(usize::from(cell.row()) == index) << 1 << cell.column();
            let in_column = u32::from(usize::from(cell.column()) + $side == index) << 1 << cell.row();
            in_row | in_column
        }

        #[inline]
        fn flip(lines: &mut [$word; $count], cell: Cell) {
            // Shifted as 32 bits, which the processor can without more ado.
            let [row, column] = Self::lines_of(cell);
            lines[row] ^= (2u32 << cell.column()) as $word;
            lines[column] ^= (2u32 << cell.row()) as $word;
        }

        fn outside(size: u8) -> [$word; $count] {
            let mut lines = [<$word>::MAX; $count];
            for cell in Cell::all(size) {
                Self::flip(&mut lines, cell);
            }
            for line in 0..usize::from(size) {
                lines[line] = !(((1 << size) - 1) << 1);
                lines[$side + line] = lines[line];
            }
            lines
        }

        #[inline]
        fn flanks(
            men: &[$word; $count],
            partners: &[$word; $count],
            hostile: [&[$word; $count]; 2],
            occupied: [&[$word; $count]; 2],
            board: u32,
        ) -> [$word; $count] {
            let board = board as $word;
            let mut spots = [0; $count];
            for line in 0..$count {
                let free = !(occupied[0][line] | occupied[1][line]);
                let partner = partners[line] | hostile[0][line] | (hostile[1][line] & free);
                let beside = (men[line] >> 1 & partner >> 2) | (men[line] << 1 & partner << 2);
                spots[line] = beside & free & board;
            }
            spots
        }

        #[inline]
        fn count_slides(
            men: &[$word; $count],
            blockers: [&[$word; $count]; 3],
            bans: &[$word; $count],
        ) -> u32 {
            let mut moves: $word = 0;
            for line in 0..$count {
                let free = !(blockers[0][line] | blockers[1][line] | blockers[2][line]);
                // Upwards: adding the first free cell beyond a man to the run of free cells it begins carries through
                // the whole run. Each run begins beside at most one man, so the sums do not meet.
                let up = free & !free.wrapping_add(men[line] << 1 & free);
                // Downwards nothing carries, so the run is filled in doubling steps.
                let mut down = men[line] >> 1 & free;
                let mut run = free;
                down |= run & down >> 1;
                run &= run >> 1;
                down |= run & down >> 2;
                run &= run >> 2;
                down |= run & down >> 4;
                run &= run >> 4;
                down |= run & down >> 8;
                run &= run >> 8;
                // One step more for lines of more than sixteen cells.
                down |= run & down >> (<$word>::BITS / 2);
                moves += ((up & !bans[line]).count_ones() + (down & !bans[line]).count_ones()) as $word;
            }
            u32::from(moves)
        }
    };
}

/// A set of cells as an array of 64-bit words.
macro_rules! words {
    ($name:ident, $line:ty, $side:literal, $lines:literal) => {
        impl Lined for $name {
            lines!($line, $side, $lines);

            #[inline]
            fn rows(lines: &Self::Lines) -> Rows {
                let mut rows = Rows::EMPTY;
                for (row, line) in rows.0.iter_mut().zip(&lines[..$side]) {
                    *row = u32::from(*line) >> 1;
                }
                rows
            }

            #[inline]
            fn of_lines(lines: &Self::Lines) -> Self {
                let mut set = Self::default();
                for (row, line) in lines[..$side].iter().enumerate() {
                    let (word, shift) = (row * $side / 64, row * $side % 64);
                    let line = u64::from(*line) >> 1;
                    set.0[word] |= line << shift;
                    if shift + $side > 64 {
                        set.0[word + 1] |= line >> (64 - shift);
                    }
                }
                set
            }
        }

        impl Bits for $name {
            const SIDE: u8 = $side;

            #[inline]
            fn contains(self, cell: Cell) -> bool {
                let index = index(cell, $side);
                self.0[index / 64] >> (index % 64) & 1 != 0
            }

            #[inline]
            fn insert(&mut self, cell: Cell) {
                let index = index(cell, $side);
                self.0[index / 64] |= 1 << (index % 64);
            }

            #[inline]
            fn remove(&mut self, cell: Cell) {
                let index = index(cell, $side);
                self.0[index / 64] &= !(1 << (index % 64));
            }

            #[inline]
            fn pop(&mut self) -> Option<Cell> {
                for (place, word) in self.0.iter_mut().enumerate() {
                    if *word != 0 {
                        let first = place as u32 * 64 + word.trailing_zeros();
                        *word &= *word - 1;
                        return Some(cell_at(first, $side));
                    }
                }
                None
            }

            #[inline]
            fn len(self) -> u32 {
                self.0.iter().map(|word| word.count_ones()).sum()
            }
        }

        impl BitAnd for $name {
            type Output = $name;
            #[inline]
            fn bitand(self, other: $name) -> $name {
                $name(std::array::from_fn(|word| self.0[word] & other.0[word]))
            }
        }

        impl BitOr for $name {
            type Output = $name;
            #[inline]
            fn bitor(self, other: $name) -> $name {
                $name(std::array::from_fn(|word| self.0[word] | other.0[word]))
            }
        }

        impl Not for $name {
            type Output = $name;
            #[inline]
            fn not(self) -> $name {
                $name(self.0.map(|word| !word))
            }
        }
    };
}

words!(Narrow, u16, 11, 24);
words!(Wide, u32, 19, 40);

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
