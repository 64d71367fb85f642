//! Sets of cells, and what a side's men mean on them.

use super::packed::{
    CELLS, FIRST_TABLE, LAST_TABLE, Packed, crowded, each_lowest, occupied, occupied_columns,
};
use super::{Cell, EnteringHits, Phase1Blots, Reentry, Ruleset};

/// A set of cells in one word: bit *p* for cell *p*. Bit 0 stands for the place before cell 1, from which men enter.
///
/// ```
/// use tablen_rules::tavli::{Cell, Men, Packed, Ruleset};
///
/// let mut men = Men { hand: 12, ..Men::default() };
/// men.cells[2] = 2;
/// men.cells[4] = 1;
/// let men = Packed::new(&men).unwrap();
/// assert_eq!(men.occupied().cells().map(Cell::number).collect::<Vec<_>>(), [3, 5]);
/// assert_eq!(men.blocks().bits(), 0b1000);
/// // Z15: single men at home cannot be hit before the side has moved beyond cell 6.
/// assert!(Ruleset::default().blots(men).is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u32);

impl CellSet {
    /// The cells 1 to 6.
    pub const FIRST_TABLE: CellSet = CellSet(0b111_1110);

    /// The set with these bits.
    #[inline]
    pub const fn new(bits: u32) -> CellSet {
        CellSet(bits)
    }

    /// The places whose lowest of four bits is set in a line.
    #[inline]
    const fn of_line(line: u128) -> CellSet {
        CellSet(each_lowest(line))
    }

    /// Bit *p* for cell *p*.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Those that are in another set too.
    #[inline]
    #[must_use]
    pub const fn and(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }

    /// The cells from the first to the last.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = Cell::new(left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(cell)
        })
    }
}

impl Packed {
    /// The cells with men.
    #[inline]
    pub const fn occupied(self) -> CellSet {
        CellSet::of_line(occupied(self.line) & CELLS)
    }

    /// The cells with two men or more (Z9).
    #[inline]
    pub const fn blocks(self) -> CellSet {
        CellSet::of_line(crowded(self.line) & CELLS)
    }

    /// Whether men are in the middle row (Z10).
    #[inline]
    pub const fn is_hit(self) -> bool {
        self.middle != 0
    }

    /// Whether all men are in the last table or off (Z16).
    #[inline]
    pub const fn is_home(self) -> bool {
        self.hand() == 0 && self.middle == 0 && occupied(self.line) & CELLS & !LAST_TABLE == 0
    }

    /// The lowest bit of every cell where the enemy cannot land: two men or more, or a single man who is immune (Z9, Z15).
    #[inline]
    pub(super) const fn held_line(self, ruleset: &Ruleset) -> u128 {
        let immune = match ruleset.phase1_blots {
            Phase1Blots::Immune if !self.is_exposed() => occupied(self.line) & FIRST_TABLE,
            _ => 0,
        };
        crowded(self.line) & CELLS | immune
    }
}

impl Ruleset {
    /// The cells of these men on which the enemy cannot land (Z9, Z15).
    #[inline]
    pub const fn held(&self, men: Packed) -> CellSet {
        CellSet::of_line(men.held_line(self))
    }

    /// The cells on which one of these men is alone and can be hit (Z9, Z15).
    #[inline]
    pub const fn blots(&self, men: Packed) -> CellSet {
        CellSet::of_line(occupied(men.line) & CELLS & !men.held_line(self))
    }

    /// The cells of the first table where these men keep an entering enemy out (Z13, Z15).
    #[inline]
    pub fn keeps_out(&self, men: Packed) -> CellSet {
        let cells = if self.entering_hits == EnteringHits::Yes { self.held(men) } else { men.occupied() };
        cells.and(CellSet::FIRST_TABLE)
    }

    /// From where these men in the middle row count when they come back: a die *d* takes a man to the cell *d* beyond (Z11).
    #[inline]
    pub fn reentry_origins(&self, men: Packed) -> CellSet {
        // Column 1 is the lowest bit.
        let columns = each_lowest(occupied_columns(men.middle) as u128);
        CellSet(match self.reentry {
            Reentry::Inclusive => columns,
            Reentry::Exclusive => columns << 1,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Men;
    use super::*;

    fn numbers(set: CellSet) -> Vec<u8> {
        set.cells().map(Cell::number).collect()
    }

    #[test]
    fn sets_of_cells_agree_with_the_men() {
        let mut men = Men { hand: 0, beyond: true, ..Men::default() };
        for (cell, count) in [(1, 1), (6, 2), (7, 1), (15, 3), (16, 1), (17, 2), (24, 5)] {
            men.cells[cell - 1] = count;
        }
        men.middle[3] = 2;
        men.middle[11] = 1;
        let men = Packed::new(&men).expect("no place has more than fifteen");
        let rules = Ruleset::default();
        assert_eq!(numbers(men.occupied()), [1, 6, 7, 15, 16, 17, 24]);
        assert_eq!(numbers(men.blocks()), [6, 15, 17, 24]);
        assert_eq!(numbers(rules.held(men)), [6, 15, 17, 24]);
        assert_eq!(numbers(rules.blots(men)), [1, 7, 16]);
        assert_eq!(numbers(rules.reentry_origins(men)), [3, 11]);
        let exclusive = Ruleset { reentry: Reentry::Exclusive, ..rules };
        assert_eq!(numbers(exclusive.reentry_origins(men)), [4, 12]);
        assert!(men.is_hit() && !men.is_home());
    }

    #[test]
    fn single_men_at_home_hold_their_cells_before_the_first_step_beyond() {
        let mut men = Men { hand: 13, ..Men::default() };
        men.cells[2] = 1;
        men.cells[3] = 1;
        let men = Packed::new(&men).expect("no place has more than fifteen");
        let immune = Ruleset::default();
        assert_eq!((immune.held(men).bits(), immune.blots(men).bits()), (0b11000, 0));
        let hittable = Ruleset { phase1_blots: Phase1Blots::Hittable, ..immune };
        assert_eq!((hittable.held(men).bits(), hittable.blots(men).bits()), (0, 0b11000));
        let no_hits = Ruleset { entering_hits: EnteringHits::No, ..hittable };
        assert_eq!((hittable.keeps_out(men).bits(), no_hits.keeps_out(men).bits()), (0, 0b11000));
    }

    #[test]
    fn men_in_the_last_table_or_off_are_home() {
        let mut men = Men { off: 13, beyond: true, ..Men::default() };
        men.cells[18] = 2;
        assert!(Packed::new(&men).is_some_and(Packed::is_home));
        men.cells[17] = 1;
        men.off = 12;
        assert!(!Packed::new(&men).is_some_and(Packed::is_home));
    }
}
