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
//! | [`RULE_INPUTS`], if the net [knows of rules](Inputs::knows_rules) | an option of the rules has this value | the same for all of a game |

use tablen_rules::option::Options as _;
use tablen_rules::tafl::{Bits, Cell, Piece, Rules, Ruleset, Side, State, Symmetry};

use super::super::position_info::PositionInfo;

/// How far around the king pieces are looked at by where they stand seen from him.
const RADIUS: i8 = 3;

/// The width of the square around the king.
pub const NEAR: usize = 2 * RADIUS as usize + 1;

/// Cells of that square without the king's own.
const NEAR_CELLS: usize = NEAR * NEAR - 1;

/// The options that decide where pieces go, what is captured and what wins, each with how many values it has. What a net knows of rules is a
/// number for each value, in this order: files of nets depend on it.
const RULES_TOLD: [(&str, u16); 10] = [
    ("king_move", 4),
    ("king_arms", 4),
    ("king_capture", 4),
    ("goal", 3),
    ("corner_hostile", 2),
    ("throne_stop", 3),
    ("throne_pass", 3),
    ("throne_hostile", 4),
    ("bases", 5),
    ("companions", 3),
];

/// How many inputs tell of the rules.
pub const RULE_INPUTS: usize = {
    let mut count = 0;
    let mut number = 0;
    while number < RULES_TOLD.len() {
        count += RULES_TOLD[number].1 as usize;
        number += 1;
    }
    count
};

/// The numbers of the inputs on boards of one size.
///
/// ```
/// use tablen_engine::tafl::net::{Inputs, RULE_INPUTS};
///
/// assert_eq!(Inputs::new(9).count(), 4 * 81 + 2 * 48 + 1);
/// assert_eq!(Inputs::with_rules(9).count(), Inputs::new(9).count() + RULE_INPUTS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    size: u16,
    knows_rules: bool,
}

impl Inputs {
    /// For boards of that size, and a net that knows its rules by having learned from no others.
    pub const fn new(size: u8) -> Inputs {
        Inputs { size: size as u16, knows_rules: false }
    }

    /// For boards of that size, and a net that is told the rules.
    pub const fn with_rules(size: u8) -> Inputs {
        Inputs { knows_rules: true, ..Inputs::new(size) }
    }

    /// Those for boards of that size that are so many; nothing if none are.
    pub fn counted(size: u8, count: usize) -> Option<Inputs> {
        [Inputs::new(size), Inputs::with_rules(size)].into_iter().find(|inputs| inputs.count() == count)
    }

    /// The size of the board.
    pub const fn size(self) -> u8 {
        self.size as u8
    }

    /// Whether the net is told the rules.
    pub const fn knows_rules(self) -> bool {
        self.knows_rules
    }

    /// How many inputs there are.
    pub const fn count(self) -> usize {
        let told = if self.knows_rules { RULE_INPUTS } else { 0 };
        self.first_of_rules() as usize + told
    }

    const fn first_of_rules(self) -> u16 {
        self.defenders_to_move() + 1
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

    /// Calls `visit` with every input about the rules that is there: none if the net is not told them.
    pub fn visit_rules(self, ruleset: &Ruleset, mut visit: impl FnMut(u16)) {
        if !self.knows_rules {
            return;
        }
        let mut first = self.first_of_rules();
        for (key, count) in RULES_TOLD {
            let option = Ruleset::options().iter().find(|option| option.key == key);
            let value = option.and_then(|option| {
                let chosen = option.get(ruleset);
                option.values.iter().position(|value| *value == chosen)
            });
            if let Some(value) = value {
                visit(first + value as u16);
            }
            first += count;
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
            let place = away(cell.row(), middle.row()) as usize * NEAR
                + away(cell.column(), middle.column()) as usize;
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

    #[test]
    fn every_option_that_changes_how_a_game_goes_is_told() {
        let untold = ["board", "first", "announce", "stalemate", "repetition"];
        let told: Vec<(&str, u16)> = Ruleset::options()
            .iter()
            .filter(|option| !untold.contains(&option.key))
            .map(|option| (option.key, option.values.len() as u16))
            .collect();
        assert_eq!(told, RULES_TOLD);
        let inputs = Inputs::with_rules(9);
        let of = |ruleset: &Ruleset| {
            let mut there = Vec::new();
            inputs.visit_rules(ruleset, |input| there.push(input));
            there
        };
        let usual = of(&Preset::Tablut.ruleset());
        assert_eq!(usual.len(), RULES_TOLD.len());
        for option in Ruleset::options().iter().filter(|option| !untold.contains(&option.key)) {
            let mut seen = BTreeSet::new();
            for value in option.values {
                let mut ruleset = Preset::Tablut.ruleset();
                option.set(&mut ruleset, value).unwrap();
                let there = of(&ruleset);
                assert!(
                    there
                        .iter()
                        .all(|input| (Inputs::new(9).count()..inputs.count()).contains(&usize::from(*input)))
                );
                assert!(
                    there.iter().filter(|input| !usual.contains(input)).count() <= 1,
                    "{} {value}",
                    option.key
                );
                seen.insert(there);
            }
            assert_eq!(seen.len(), option.values.len(), "{}", option.key);
        }
        Inputs::new(9).visit_rules(&Preset::Tablut.ruleset(), |input| {
            panic!("{input} is told to a net of its own rules")
        });
    }

    fn all<B: Bits>(inputs: Inputs, rules: &Rules<B>, state: &State<B>) -> BTreeSet<u16> {
        let mut there = BTreeSet::new();
        let mut visit = |input| assert!(there.insert(input), "{input} twice");
        inputs.visit_rules(rules.ruleset(), &mut visit);
        inputs.visit_pieces(state, &mut visit);
        inputs.visit_fresh(state, &PositionInfo::new(rules, state), &mut visit);
        there
    }

    #[test]
    fn a_turned_board_has_turned_inputs() {
        let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap();
        let inputs = Inputs::with_rules(rules.size());
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
