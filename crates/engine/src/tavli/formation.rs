//! One side's men as the linear evaluation looks at them.

use tablen_rules::tavli::{CellSet, EnteringHits, Packed, Ruleset};

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

impl Stage {
    pub const ALL: [Stage; 3] = [Stage::Entering, Stage::Course, Stage::Home];

    pub const fn name(self) -> &'static str {
        match self {
            Stage::Entering => "entering",
            Stage::Course => "course",
            Stage::Home => "home",
        }
    }
}

/// The men of a side, with sets of cells as bits: bit p for cell p.
#[derive(Clone, Copy, Debug)]
pub(super) struct Formation {
    pub packed: Packed,
    pub occupied: CellSet,
    /// Where the enemy cannot land.
    pub held: u32,
    /// Single men that can be hit.
    pub blots: u32,
    /// From where men come to the course out of the middle row: bit p means that a 1 brings one to cell p + 1.
    pub reentry: u32,
    pub stage: Stage,
}

impl Formation {
    #[inline]
    pub fn new(ruleset: &Ruleset, packed: Packed) -> Formation {
        let reentry = if packed.is_hit() { ruleset.reentry_origins(packed).bits() } else { 0 };
        let stage = if packed.hand() > 0 {
            Stage::Entering
        } else if packed.is_home() {
            Stage::Home
        } else {
            Stage::Course
        };
        let (occupied, held) = (packed.occupied(), ruleset.held(packed).bits());
        Formation { packed, occupied, held, blots: occupied.bits() & !held, reentry, stage }
    }

    /// From where men can hit: the cells, or what must move first (Z12, Z13).
    pub fn shooters(&self, ruleset: &Ruleset) -> u32 {
        if self.packed.is_hit() {
            self.reentry
        } else if self.stage == Stage::Entering {
            // Bit 0 is the hand; men on the board hardly move yet.
            u32::from(ruleset.entering_hits == EnteringHits::Yes)
        } else {
            self.occupied.bits()
        }
    }
}

/// From before cell 1 until a man is off.
pub(super) const COURSE: u32 = 25;

/// The numbers of the bits that are set, the lowest first.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Men;

    use super::*;

    #[test]
    fn stages_follow_each_other() {
        let rules = Ruleset::default();
        let stage = |men: &Men| Packed::new(men).map(|packed| Formation::new(&rules, packed).stage);
        let mut men = Men { hand: 1, beyond: true, ..Men::default() };
        men.cells[20] = 14;
        assert_eq!(stage(&men), Some(Stage::Entering));
        men.hand = 0;
        men.middle[2] = 1;
        assert_eq!(stage(&men), Some(Stage::Course));
        men.middle[2] = 0;
        men.off = 1;
        assert_eq!(stage(&men), Some(Stage::Home));
        men.cells[17] = 1;
        men.off = 0;
        assert_eq!(stage(&men), Some(Stage::Course));
    }
}
