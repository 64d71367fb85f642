//! Boards: their size, the pieces at the start and the cells that are not like others.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use super::{Arrangement, Cell, Piece};

/// A board with everything on it that is not a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The pieces at the start.
    pub start: Arrangement,
    /// The cells that count as corners: the four of the board unless said otherwise.
    pub corners: BTreeSet<Cell>,
    /// The bases: the attackers' starting cells unless said otherwise (T16).
    pub bases: BTreeSet<Cell>,
}

impl Layout {
    /// The board on which these pieces start, with the four corners and the attackers' cells as bases.
    pub fn new(start: Arrangement) -> Layout {
        let far = start.size().saturating_sub(1);
        let corners = [(0, 0), (far, 0), (0, far), (far, far)]
            .into_iter()
            .filter_map(|(column, row)| Cell::new(column, row))
            .collect();
        let bases =
            start.pieces().filter_map(|(cell, piece)| (piece == Piece::Attacker).then_some(cell)).collect();
        Layout { start, corners, bases }
    }

    /// The number of rows and of columns.
    pub const fn size(&self) -> u8 {
        self.start.size()
    }

    /// The cell in the middle, the konakis (T1, A1).
    pub const fn throne(&self) -> Cell {
        let middle = self.size() / 2;
        // A board that is too large is refused elsewhere; here it only must have some centre.
        let middle = if middle < super::MAX_SIZE { middle } else { 0 };
        Cell::at(middle, middle)
    }

    /// The bases in groups: base cells that share a side belong to the same group (T16).
    pub fn base_groups(&self) -> Vec<Vec<Cell>> {
        let mut left: Vec<Cell> = self.bases.iter().copied().collect();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let mut group = vec![first];
            let mut next = 0;
            while next < group.len() {
                let cell = group[next];
                next += 1;
                left.retain(|base| {
                    let beside = cell.neighbours(self.size()).any(|neighbour| neighbour == *base);
                    if beside {
                        group.push(*base);
                    }
                    !beside
                });
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups.sort_unstable();
        groups
    }
}

/// The board of a ruleset: one of ours, or any other. Boards with the same layout are equal.
#[derive(Clone, Debug)]
pub enum Board {
    /// Tablut's 9×9 (T1, T2).
    Tablut9,
    /// Alea Evangelii's full board, 19×19 (A1, A2).
    Alea19,
    /// Alea Evangelii as printed, 17×17 (A1, A2).
    Alea17,
    /// Brandubh's 7×7.
    Brandubh7,
    /// Hnefatafl's 11×11.
    Hnefatafl11,
    /// A board of one's own.
    Custom(Arc<Layout>),
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        std::ptr::eq(self.layout(), other.layout()) || self.layout() == other.layout()
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.layout().hash(state);
    }
}

impl Board {
    /// The boards that have a name.
    pub const NAMED: [Board; 5] =
        [Board::Tablut9, Board::Alea19, Board::Alea17, Board::Brandubh7, Board::Hnefatafl11];

    /// The names of [`Board::NAMED`], in the same order: a board is named by its size.
    pub const NAMES: [&'static str; 5] = ["9", "19", "17", "7", "11"];

    /// The name used in text forms; a board of one's own has none.
    pub fn name(&self) -> Option<&'static str> {
        Board::NAMED.iter().position(|board| board == self).map(|index| Board::NAMES[index])
    }

    /// The board with that name.
    pub fn from_name(name: &str) -> Option<Board> {
        Board::NAMES.iter().position(|known| *known == name).map(|index| Board::NAMED[index].clone())
    }

    /// Its cells and pieces.
    pub fn layout(&self) -> &Layout {
        match self {
            Board::Tablut9 => &TABLUT_9,
            Board::Alea19 => &ALEA_19,
            Board::Alea17 => &ALEA_17,
            Board::Brandubh7 => &BRANDUBH_7,
            Board::Hnefatafl11 => &HNEFATAFL_11,
            Board::Custom(layout) => layout,
        }
    }
}

/// T2.
static TABLUT_9: LazyLock<Layout> = LazyLock::new(|| {
    Layout::new(Arrangement::drawn(
        "
        . . . N N N . . .
        . . . . N . . . .
        . . . . B . . . .
        N . . . B . . . N
        N N B B R B B N N
        N . . . B . . . N
        . . . . B . . . .
        . . . . N . . . .
        . . . N N N . . .",
    ))
});

/// A2.
static ALEA_19: LazyLock<Layout> = LazyLock::new(|| {
    Layout::new(Arrangement::drawn(
        "
        . . N . . N . . . . . . . N . . N . .
        . . . . . . . . . . . . . . . . . . .
        N . . . . N . . . . . . . N . . . . N
        . . . . . . . N . N . N . . . . . . .
        . . . . . . N . B . B . N . . . . . .
        N . N . . N . . . . . . . N . . N . N
        . . . . N . . . . B . . . . N . . . .
        . . . N . . . . B . B . . . . N . . .
        . . . . B . . B . B . B . . B . . . .
        . . . N . . B . B R B . B . . N . . .
        . . . . B . . B . B . B . . B . . . .
        . . . N . . . . B . B . . . . N . . .
        . . . . N . . . . B . . . . N . . . .
        N . N . . N . . . . . . . N . . N . N
        . . . . . . N . B . B . N . . . . . .
        . . . . . . . N . N . N . . . . . . .
        N . . . . N . . . . . . . N . . . . N
        . . . . . . . . . . . . . . . . . . .
        . . N . . N . . . . . . . N . . N . .",
    ))
});

/// A1, A2: the same without the empty second and eighteenth lines.
static ALEA_17: LazyLock<Layout> = LazyLock::new(|| {
    Layout::new(Arrangement::drawn(
        "
        . N . . N . . . . . . . N . . N .
        N . . . N . . . . . . . N . . . N
        . . . . . . N . N . N . . . . . .
        . . . . . N . B . B . N . . . . .
        N N . . N . . . . . . . N . . N N
        . . . N . . . . B . . . . N . . .
        . . N . . . . B . B . . . . N . .
        . . . B . . B . B . B . . B . . .
        . . N . . B . B R B . B . . N . .
        . . . B . . B . B . B . . B . . .
        . . N . . . . B . B . . . . N . .
        . . . N . . . . B . . . . N . . .
        N N . . N . . . . . . . N . . N N
        . . . . . N . B . B . N . . . . .
        . . . . . . N . N . N . . . . . .
        N . . . N . . . . . . . N . . . N
        . N . . N . . . . . . . N . . N .",
    ))
});

static BRANDUBH_7: LazyLock<Layout> = LazyLock::new(|| {
    Layout::new(Arrangement::drawn(
        "
        . . . N . . .
        . . . N . . .
        . . . B . . .
        N N B R B N N
        . . . B . . .
        . . . N . . .
        . . . N . . .",
    ))
});

static HNEFATAFL_11: LazyLock<Layout> = LazyLock::new(|| {
    Layout::new(Arrangement::drawn(
        "
        . . . N N N N N . . .
        . . . . . N . . . . .
        . . . . . . . . . . .
        N . . . . B . . . . N
        N . . . B B B . . . N
        N N . B B R B B . N N
        N . . . B B B . . . N
        N . . . . B . . . . N
        . . . . . . . . . . .
        . . . . . N . . . . .
        . . . N N N N N . . .",
    ))
});
