//! What a net is told about a position: numbered inputs, each there or not.
//!
//! | inputs on a board of *n* cells | | |
//! |---|---|---|
//! | *n* | an attacker stands on the cell | kept up to date move by move |
//! | *n* | a defender does | |
//! | *n* | the king does | |
//! | *n* | the king could go to the cell if it were his turn | looked at afresh for every position |
//! | 2·([`NEAR`]² − 1) | an attacker, or a defender, stands so many columns and rows away from the king | |
//! | 1 | the defenders are to move | |

use tablen_rules::tafl::{Bits, Cell, Piece, Rows, Rules, Side, State, Symmetry};

use super::super::position_info::PositionInfo;

/// How far around the king pieces are looked at by where they stand seen from him.
const RADIUS: i8 = 3;

/// The width of the square around the king.
pub const NEAR: usize = 2 * RADIUS as usize + 1;

/// Cells of that square without the king's own.
const NEAR_CELLS: usize = NEAR * NEAR - 1;

/// The numbers of the inputs on boards of one size.
///
/// ```
/// use tablen_engine::tafl::net::Inputs;
///
/// assert_eq!(Inputs::new(9).count(), 4 * 81 + 2 * 48 + 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    size: u16,
}

impl Inputs {
    /// For boards of that size.
    pub const fn new(size: u8) -> Inputs {
        Inputs { size: size as u16 }
    }

    /// The size of the board.
    pub const fn size(self) -> u8 {
        self.size as u8
    }

    /// How many inputs there are.
    pub const fn count(self) -> usize {
        self.defenders_to_move() as usize + 1
    }

    #[inline]
    const fn cells(self) -> u16 {
        self.size * self.size
    }

    /// A piece on a cell.
    #[inline]
    pub(super) const fn piece(self, piece: Piece, cell: Cell) -> u16 {
        let plane = match piece {
            Piece::Attacker => 0,
            Piece::Defender => 1,
            Piece::King => 2,
        };
        plane * self.cells() + self.index(cell)
    }

    /// The number of a cell, row by row from A1.
    #[inline]
    const fn index(self, cell: Cell) -> u16 {
        cell.row() as u16 * self.size + cell.column() as u16
    }

    const fn reach(self, cell: Cell) -> u16 {
        3 * self.cells() + self.index(cell)
    }

    /// A man of a side on the square around the king, `column` and `row` counted from its lower left.
    const fn near(self, side: Side, column: u16, row: u16) -> u16 {
        let place = row * NEAR as u16 + column;
        // The king's own cell in the middle has no number.
        let place = if place > NEAR_CELLS as u16 / 2 { place - 1 } else { place };
        let plane = match side {
            Side::Attackers => 0,
            Side::Defenders => NEAR_CELLS as u16,
        };
        4 * self.cells() + plane + place
    }

    const fn defenders_to_move(self) -> u16 {
        4 * self.cells() + 2 * NEAR_CELLS as u16
    }

    /// Calls `visit` with every input about a piece that is there.
    #[inline]
    pub fn visit_pieces<B: Bits>(self, state: &State<B>, mut visit: impl FnMut(u16)) {
        for (cell, piece) in state.pieces() {
            visit(self.piece(piece, cell));
        }
    }

    /// Calls `visit` with every other input that is there.
    #[inline]
    pub fn visit_fresh<B: Bits>(self, state: &State<B>, info: &PositionInfo, mut visit: impl FnMut(u16)) {
        info.reach.visit(|cell| visit(self.reach(cell)));
        let king = state.king();
        for side in Side::ALL {
            self.visit_near(side, &state.rows(side), king, &mut visit);
        }
        if state.side() == Side::Defenders {
            visit(self.defenders_to_move());
        }
    }

    #[inline]
    fn visit_near(self, side: Side, rows: &Rows, king: Cell, visit: &mut impl FnMut(u16)) {
        let radius = RADIUS as u16;
        let king_row = u16::from(king.row());
        let first = king_row.saturating_sub(radius);
        let last = (king_row + radius).min(self.size - 1);
        for row in first..=last {
            let mut men = (rows[usize::from(row)] << RADIUS >> king.column()) & ((1 << NEAR) - 1);
            if row == king_row {
                men &= !(1 << RADIUS);
            }
            while men != 0 {
                visit(self.near(side, men.trailing_zeros() as u16, row + radius - king_row));
                men &= men - 1;
            }
        }
    }

    /// The number that every input has after a symmetry of the board.
    pub fn turned<B: Bits>(self, rules: &Rules<B>, symmetry: Symmetry) -> Vec<u16> {
        let mut turned: Vec<u16> = (0..self.count() as u16).collect();
        let mut set = |from: u16, to: u16| turned[usize::from(from)] = to;
        for cell in Cell::all(self.size()) {
            let to = symmetry.apply(cell);
            for piece in [Piece::Attacker, Piece::Defender, Piece::King] {
                set(self.piece(piece, cell), self.piece(piece, to));
            }
            set(self.reach(cell), self.reach(to));
        }
        // What lies around the king turns as what lies around the middle of the board.
        let middle = rules.throne();
        let around = |cell: Cell| {
            let away = |place: u8, middle: u8| i16::from(place) - i16::from(middle) + i16::from(RADIUS);
            (away(cell.column(), middle.column()) as u16, away(cell.row(), middle.row()) as u16)
        };
        for column in -RADIUS..=RADIUS {
            for row in -RADIUS..=RADIUS {
                let Some(cell) = middle.offset(column, row, self.size()) else { continue };
                if cell == middle {
                    continue;
                }
                let (from, to) = (around(cell), around(symmetry.apply(cell)));
                for side in Side::ALL {
                    set(self.near(side, from.0, from.1), self.near(side, to.0, to.1));
                }
            }
        }
        turned
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tablen_rules::tafl::{Narrow, Preset};

    use super::*;

    fn all<B: Bits>(inputs: Inputs, rules: &Rules<B>, state: &State<B>) -> BTreeSet<u16> {
        let mut there = BTreeSet::new();
        let mut visit = |input| assert!(there.insert(input), "{input} twice");
        inputs.visit_pieces(state, &mut visit);
        inputs.visit_fresh(state, &PositionInfo::new(rules, state), &mut visit);
        there
    }

    #[test]
    fn a_turned_board_has_turned_inputs() {
        let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap();
        let inputs = Inputs::new(rules.size());
        let mut state = rules.start(Side::Attackers);
        let symmetries = rules.symmetries();
        assert_eq!(symmetries.len(), 8);
        let mut luck = 1;
        for _ in 0..60 {
            if rules.outcome(&state).is_some() {
                state = rules.start(Side::Defenders);
            }
            luck = crate::random::splitmix(luck);
            let mv = rules.nth_move(&state, luck % rules.count_moves(&state)).unwrap();
            rules.make(&mut state, mv);
            let here = all(inputs, &rules, &state);
            assert!(here.iter().all(|input| usize::from(*input) < inputs.count()));
            for symmetry in symmetries {
                let mut setup = rules.setup(&state);
                let pieces: Vec<_> = setup.arrangement.pieces().collect();
                for (cell, _) in &pieces {
                    setup.arrangement.set(*cell, None);
                }
                for (cell, piece) in pieces {
                    setup.arrangement.set(symmetry.apply(cell), Some(piece));
                }
                let Ok(turned) = rules.state(&setup) else { continue };
                let numbers = inputs.turned(&rules, *symmetry);
                let expected: BTreeSet<u16> = here.iter().map(|input| numbers[usize::from(*input)]).collect();
                assert_eq!(all(inputs, &rules, &turned), expected);
            }
        }
    }
}
