//! One side's men as the evaluation looks at them.

use tablen_rules::tavli::{Cell, Column, EnteringHits, Packed, Phase1Blots, Reentry, Ruleset};

/// How far a side has come. Each stage has its own weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Men are still in hand.
    Entering,
    /// Men are on the way or in the middle row.
    Course,
    /// All men are in the last table or off.
    Home,
}

/// The cells 1 to 6.
const FIRST_TABLE: u32 = 0b111_1110;
/// The cells before the last table, and the hand.
const BEFORE_HOME: u32 = (1 << 19) - 1;

/// The men of a side, with sets of cells as bits: bit p for cell p.
#[derive(Clone, Copy, Debug)]
pub(super) struct Camp {
    pub packed: Packed,
    /// How many men are on each cell: four bits for each, cell 1 above the lowest four.
    line: u128,
    pub occupied: u32,
    /// Where the enemy cannot land.
    pub held: u32,
    /// Single men that can be hit.
    pub exposed: u32,
    /// From where men come to the course out of the middle row: bit p means that a 1 brings one to cell p + 1.
    pub waiting: u32,
    pub stage: Stage,
}

/// The lowest bit of every four.
const LOWEST: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;

/// All places of a kind in one word, four bits for each. Written out, and not a loop, so that the compiler sees that the
/// word is the one the men are packed in.
macro_rules! line {
    ($kind:ident, $count:expr, $($number:literal)*) => {
        0 $(| match $kind::new($number) {
            Some(place) => ($count(place) as u128) << (4 * $number),
            None => 0,
        })*
    };
}

impl Camp {
    pub fn new(ruleset: Ruleset, packed: Packed) -> Camp {
        let on = |cell| packed.on(cell);
        let hit = |column| packed.hit(column);
        let line: u128 = line!(Cell, on, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24);
        let middle: u128 = line!(Column, hit, 1 2 3 4 5 6 7 8 9 10 11 12);
        let occupied = compact(line | line >> 1 | line >> 2 | line >> 3);
        let crowded = compact(line >> 1 | line >> 2 | line >> 3);
        let singles = occupied & !crowded;
        let mut waiting = 0;
        if middle != 0 {
            waiting = compact(middle | middle >> 1 | middle >> 2 | middle >> 3);
            if ruleset.reentry == Reentry::Inclusive {
                waiting >>= 1;
            }
        }
        let immune = if ruleset.phase1_blots == Phase1Blots::Immune && !packed.is_exposed() {
            singles & FIRST_TABLE
        } else {
            0
        };
        let stage = if packed.hand() > 0 {
            Stage::Entering
        } else if waiting != 0 || occupied & BEFORE_HOME != 0 {
            Stage::Course
        } else {
            Stage::Home
        };
        Camp { packed, line, occupied, held: crowded | immune, exposed: singles & !immune, waiting, stage }
    }

    /// How many men are on a cell.
    #[inline]
    pub const fn on(&self, cell: u32) -> i32 {
        (self.line >> (4 * cell)) as i32 & 15
    }

    /// From where men can hit: the cells, or what must move first (Z12, Z13).
    pub fn shooters(&self, ruleset: Ruleset) -> u32 {
        if self.waiting != 0 {
            self.waiting
        } else if self.stage == Stage::Entering {
            // Bit 0 is the hand; men on the board hardly move yet.
            u32::from(ruleset.entering_hits == EnteringHits::Yes)
        } else {
            self.occupied
        }
    }

    /// The cells that keep an entering enemy out.
    pub fn keeps_out(&self, ruleset: Ruleset) -> u32 {
        let held = if ruleset.entering_hits == EnteringHits::Yes { self.held } else { self.occupied };
        held & FIRST_TABLE
    }
}

/// The lowest bit of every four, side by side.
#[inline]
const fn compact(line: u128) -> u32 {
    const fn half(mut word: u64) -> u32 {
        // Neighbours are brought together, then pairs of them, and so on.
        word = (word | word >> 3) & 0x0303_0303_0303_0303;
        word = (word | word >> 6) & 0x000f_000f_000f_000f;
        word = (word | word >> 12) & 0x0000_00ff_0000_00ff;
        (word | word >> 24) as u32 & 0xffff
    }
    let line = line & LOWEST;
    half(line as u64) | half((line >> 64) as u64) << 16
}

/// The cells of a set, from the first.
#[inline]
pub(super) fn cells(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Men;

    use super::*;

    #[test]
    fn sets_of_cells_agree_with_the_men() {
        let mut men = Men { hand: 0, beyond: true, ..Men::default() };
        for (cell, count) in [(1, 1), (6, 2), (7, 1), (15, 3), (16, 1), (17, 2), (24, 5)] {
            men.cells[cell - 1] = count;
        }
        men.middle[3] = 2;
        men.middle[11] = 1;
        let packed = Packed::new(&men).expect("no place has more than fifteen");
        let camp = Camp::new(Ruleset::default(), packed);
        assert_eq!(Vec::from_iter(cells(camp.occupied)), [1, 6, 7, 15, 16, 17, 24]);
        assert_eq!(Vec::from_iter(cells(camp.held)), [6, 15, 17, 24]);
        assert_eq!(Vec::from_iter(cells(camp.exposed)), [1, 7, 16]);
        assert_eq!(Vec::from_iter(cells(camp.waiting)), [3, 11]);
        assert_eq!((camp.on(15), camp.on(24), camp.on(2)), (3, 5, 0));
        assert_eq!(camp.stage, Stage::Course);
        let exclusive = Ruleset { reentry: Reentry::Exclusive, ..Ruleset::default() };
        assert_eq!(Vec::from_iter(cells(Camp::new(exclusive, packed).waiting)), [4, 12]);
    }

    #[test]
    fn single_men_at_home_hold_their_cells_before_the_first_step_beyond() {
        let mut men = Men { hand: 13, ..Men::default() };
        men.cells[2] = 1;
        men.cells[3] = 1;
        let packed = Packed::new(&men).expect("no place has more than fifteen");
        let camp = Camp::new(Ruleset::default(), packed);
        assert_eq!((camp.held, camp.exposed), (0b11000, 0));
        let hittable = Ruleset { phase1_blots: Phase1Blots::Hittable, ..Ruleset::default() };
        assert_eq!(Camp::new(hittable, packed).exposed, 0b11000);
        assert_eq!(camp.stage, Stage::Entering);
    }
}
