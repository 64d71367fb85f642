//! Where a man can be: no magic numbers.

use std::fmt;

/// A cell of the course, 1 to 24 (Z1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The last cell of the first table (Z1).
    pub const GATE: Cell = Cell(6);
    /// The first cell of the last table, from which men are borne off (Z16).
    pub const HOME: Cell = Cell(19);
    /// The last cell.
    pub const LAST: Cell = Cell(24);

    /// The cell with that number, if it is 1 to 24.
    pub const fn new(number: u8) -> Option<Cell> {
        if number >= 1 && number <= 24 { Some(Cell(number)) } else { None }
    }

    /// The 24 cells in the order of travel.
    pub fn all() -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (1..=24).map(Cell)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The column it stands in: c = p for p ≤ 12, else 25 − p (Z1).
    pub const fn column(self) -> Column {
        Column(if self.0 <= 12 { self.0 } else { 25 - self.0 })
    }
}

/// A column of the board, 1 at the right to 12 at the left; the middle row has one cell in each (Z1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(u8);

impl Column {
    /// The column with that number, if it is 1 to 12.
    pub const fn new(number: u8) -> Option<Column> {
        if number >= 1 && number <= 12 { Some(Column(number)) } else { None }
    }

    /// The 12 columns from right to left.
    pub fn all() -> impl DoubleEndedIterator<Item = Column> + ExactSizeIterator {
        (1..=12).map(Column)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// Where a man can be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Not yet entered (Z2).
    Hand,
    /// Hit, in the middle row (Z10).
    Middle(Column),
    /// On the course.
    Cell(Cell),
    /// Borne off (Z16).
    Off,
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({})", self.0)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// As in the notation of turns: `hand`, `m4` for the middle row, `17`, `off`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand => f.write_str("hand"),
            Place::Middle(column) => write!(f, "m{column}"),
            Place::Cell(cell) => write!(f, "{cell}"),
            Place::Off => f.write_str("off"),
        }
    }
}
