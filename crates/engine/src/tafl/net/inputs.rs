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

use tablen_rules::tafl::{Bits, Cell, Piece, Rules, Side, State, Symmetry};

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

    /// The first number of a side's men on the square around the king; the others follow row by row from its lower left, without the king's own
    /// cell in the middle.
    const fn first_near(self, side: Side) -> u16 {
        let plane = match side {
            Side::Attackers => 0,
            Side::Defenders => NEAR_CELLS as u16,
        };
        4 * self.cells() + plane
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
            let first = self.first_near(side);
            // All rows as one word: a loop for each would begin and end where nobody can predict it.
            let mut men = men_around(state, side, king, self.size);
            while men != 0 {
                visit(first + men.trailing_zeros() as u16);
                men &= men - 1;
            }
        }
        if state.side() == Side::Defenders {
            visit(self.defenders_to_move());
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
            let place = away(cell.row(), middle.row()) as usize * NEAR + away(cell.column(), middle.column()) as usize;
            (place - usize::from(place > NEAR_CELLS / 2)) as u16
        };
        for column in -RADIUS..=RADIUS {
            for row in -RADIUS..=RADIUS {
                let Some(cell) = middle.offset(column, row, self.size()) else { continue };
                if cell == middle {
                    continue;
                }
                let (from, to) = (around(cell), around(symmetry.apply(cell)));
                for side in Side::ALL {
                    set(self.first_near(side) + from, self.first_near(side) + to);
                }
            }
        }
        turned
    }
}

/// A side's men on the square around the king, a bit for each cell of it but his own, row by row from its lower left.
#[inline]
fn men_around<B: Bits>(state: &State<B>, side: Side, king: Cell, size: u16) -> u64 {
    let radius = u16::from(RADIUS.unsigned_abs());
    let king_row = u16::from(king.row());
    let mut square = 0;
    for row in king_row.saturating_sub(radius)..=(king_row + radius).min(size - 1) {
        let men = (state.row_of(side, row as u8) << radius >> king.column()) & ((1 << NEAR) - 1);
        square |= u64::from(men) << (NEAR * usize::from(row + radius - king_row));
    }
    let before = square & ((1 << (NEAR_CELLS / 2)) - 1);
    let after = square >> (NEAR_CELLS / 2 + 1) << (NEAR_CELLS / 2);
    before | after
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
