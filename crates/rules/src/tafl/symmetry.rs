//! Reflections and rotations that leave a board as it is.

use std::collections::BTreeSet;

use super::{Bits, Cell, Layout, Rules, State};

/// One of the eight reflections and rotations of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    size: u8,
    swap: bool,
    mirror_columns: bool,
    mirror_rows: bool,
}

impl Symmetry {
    /// The symmetries under which a board's corners and bases stay where they are; the identity is the first.
    pub fn all_of(layout: &Layout) -> Vec<Symmetry> {
        let bits = [false, true];
        bits.into_iter()
            .flat_map(|swap| bits.map(|columns| (swap, columns)))
            .flat_map(|(swap, columns)| bits.map(|rows| (swap, columns, rows)))
            .map(|(swap, mirror_columns, mirror_rows)| Symmetry {
                size: layout.size(),
                swap,
                mirror_columns,
                mirror_rows,
            })
            .filter(|symmetry| {
                let keeps =
                    |cells: &BTreeSet<Cell>| cells.iter().all(|cell| cells.contains(&symmetry.apply(*cell)));
                keeps(&layout.corners) && keeps(&layout.bases)
            })
            .collect()
    }

    /// Where a cell goes.
    pub fn apply(self, cell: Cell) -> Cell {
        let (column, row) = if self.swap { (cell.row(), cell.column()) } else { (cell.column(), cell.row()) };
        let mirrored =
            |place: u8, mirror: bool| if mirror { self.size.saturating_sub(1 + place) } else { place };
        // A cell that the board does not have stays where it is.
        Cell::new(mirrored(column, self.mirror_columns), mirrored(row, self.mirror_rows)).unwrap_or(cell)
    }
}

impl<B: Bits> Rules<B> {
    /// The symmetries of the board under which the rules stay the same; the identity is the first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// A key that is the same for all states that a symmetry of the board turns into each other.
    pub fn canonical_key(&self, state: &State<B>) -> u64 {
        self.symmetries
            .iter()
            .map(|symmetry| state.key_under(|cell| symmetry.apply(cell)))
            .min()
            .unwrap_or_else(|| state.key())
    }
}
