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
    /// How many men are on each cell; those in hand are on 0 and those off on 25.
    pub counts: [u8; 26],
    pub occupied: u32,
    /// Where the enemy cannot land.
    pub held: u32,
    /// Single men that can be hit.
    pub exposed: u32,
    /// From where men come to the course out of the middle row: bit p means that a 1 brings one to cell p + 1.
    pub waiting: u32,
    pub stage: Stage,
}

impl Camp {
    pub fn new(ruleset: Ruleset, packed: Packed) -> Camp {
        let mut counts = [0; 26];
        let (mut occupied, mut singles) = (0u32, 0u32);
        counts[0] = packed.hand();
        counts[25] = packed.off();
        for cell in Cell::all() {
            let number = cell.number();
            let count = packed.on(cell);
            counts[usize::from(number)] = count;
            occupied |= u32::from(count > 0) << number;
            singles |= u32::from(count == 1) << number;
        }
        let mut waiting = 0;
        for column in Column::all() {
            waiting |= u32::from(packed.hit(column) > 0) << (column.number() - 1);
        }
        if ruleset.reentry == Reentry::Exclusive {
            waiting <<= 1;
        }
        let immune = if ruleset.phase1_blots == Phase1Blots::Immune && !packed.is_exposed() {
            singles & FIRST_TABLE
        } else {
            0
        };
        let stage = if counts[0] > 0 {
            Stage::Entering
        } else if waiting != 0 || occupied & BEFORE_HOME != 0 {
            Stage::Course
        } else {
            Stage::Home
        };
        let held = occupied & !singles | immune;
        Camp { packed, counts, occupied, held, exposed: singles & !immune, waiting, stage }
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
