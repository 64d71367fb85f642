//! Cells by column and row, the same on every board size.

use std::fmt;

/// The smallest board.
pub const MIN_SIZE: u8 = 7;
/// The largest board.
pub const MAX_SIZE: u8 = 19;

/// A cell: column A–S, row 1–19 (T1, A1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column in the lowest five bits, the row in the next five: one word compares and copies faster than two, and is
    /// an index for tables.
    place: u16,
}

impl Cell {
    /// More than the [`Cell::place`] of any cell.
    pub const PLACES: usize = (MAX_SIZE as usize) << 5;

    /// The cell in that column and row, both counted from 0, if the largest board has it.
    pub const fn new(column: u8, row: u8) -> Option<Cell> {
        if column < MAX_SIZE && row < MAX_SIZE { Some(Cell::at(column, row)) } else { None }
    }

    /// As [`Cell::new`] for numbers known to be in range.
    #[inline]
    pub(crate) const fn at(column: u8, row: u8) -> Cell {
        debug_assert!(column < MAX_SIZE && row < MAX_SIZE);
        Cell { place: (row as u16) << 5 | column as u16 }
    }

    /// The column, counted from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.place & 0b11111) as u8
    }

    /// The row, counted from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.place >> 5) as u8
    }

    /// A number below [`Cell::PLACES`] for tables, not consecutive.
    #[inline]
    pub const fn place(self) -> usize {
        self.place as usize
    }

    /// Whether a board of that size has the cell.
    pub const fn is_on(self, size: u8) -> bool {
        self.column() < size && self.row() < size
    }

    /// Whether it is on the outermost line of a board of that size.
    pub const fn is_on_edge(self, size: u8) -> bool {
        self.column() == 0 || self.row() == 0 || self.column() + 1 == size || self.row() + 1 == size
    }

    /// Every cell of a board of that size, row by row from A1. Of a board that is too large, those that have a name.
    pub fn all(size: u8) -> impl Iterator<Item = Cell> + Clone {
        let size = if size < MAX_SIZE { size } else { MAX_SIZE };
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::at(column, row)))
    }

    /// The cell `columns` to the right and `rows` up, if a board of that size has it.
    pub fn offset(self, columns: i8, rows: i8, size: u8) -> Option<Cell> {
        let column = self.column().checked_add_signed(columns)?;
        let row = self.row().checked_add_signed(rows)?;
        (column < size && row < size).then_some(Cell::new(column, row)?)
    }

    /// The up to four cells that share a side with it on a board of that size.
    pub fn neighbours(self, size: u8) -> impl Iterator<Item = Cell> {
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .filter_map(move |(columns, rows)| self.offset(columns, rows, size))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", char::from(b'A' + self.column()), self.row() + 1))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
