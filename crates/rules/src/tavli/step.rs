//! One man moved by one die.

use std::fmt;

use super::{Die, Place};

/// One man moved by one die (Z5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// The number played.
    pub die: Die,
    /// Where the man comes from.
    pub from: Place,
    /// Where it goes.
    pub to: Place,
    /// Whether it hits a man there (Z9).
    pub hits: bool,
}

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.die)
    }
}

impl Step {
    /// Where a man that is hit goes: to the column of the middle row that its cell belongs to (Z10). Nothing if none is hit.
    pub fn hit_goes_to(&self) -> Option<Place> {
        match self.to {
            Place::Cell(cell) if self.hits => Some(Place::Middle(cell.column())),
            _ => None,
        }
    }
}
