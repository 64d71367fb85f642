//! Sets of cells with a word for each row, for questions about the whole board.

use std::ops::{Index, IndexMut};

use super::{Cell, MAX_SIZE};

/// A set of cells: one word for each row, bit *c* for column *c*.
///
/// [`Bits`](super::Bits) is made for single cells. Where the king gets to in two moves, or what a side surrounds, is answered for all
/// cells of a row at once. Methods that take a `size` look at so many rows only; the rows beyond the board are empty.
///
/// ```
/// use tablen_rules::tafl::{Narrow, Preset, Rows, Rules, Side};
///
/// let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset())?;
/// let start = rules.start(Side::Attackers);
/// let defenders = start.rows(Side::Defenders);
/// assert_eq!(defenders[4], 0b0_0111_1100);
/// assert!(defenders.contains(start.king()));
/// assert!(!defenders.meets(&start.rows(Side::Attackers), 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rows(pub(super) [u32; MAX_SIZE as usize]);

impl Index<usize> for Rows {
    type Output = u32;

    #[inline]
    fn index(&self, row: usize) -> &u32 {
        &self.0[row]
    }
}

impl IndexMut<usize> for Rows {
    #[inline]
    fn index_mut(&mut self, row: usize) -> &mut u32 {
        &mut self.0[row]
    }
}

impl FromIterator<Cell> for Rows {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Rows {
        let mut rows = Rows::EMPTY;
        for cell in cells {
            rows.insert(cell);
        }
        rows
    }
}

impl Rows {
    /// No cells.
    pub const EMPTY: Rows = Rows([0; MAX_SIZE as usize]);

    /// Whether a cell is among them.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self[usize::from(cell.row())] >> cell.column() & 1 != 0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self[usize::from(cell.row())] |= 1 << cell.column();
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self[usize::from(cell.row())] &= !(1 << cell.column());
    }

    /// Adds all cells of another set.
    #[inline]
    pub fn add(&mut self, other: &Rows) {
        for (row, more) in self.0.iter_mut().zip(&other.0) {
            *row |= more;
        }
    }

    /// How many cells there are.
    #[inline]
    pub fn count(&self, size: usize) -> u32 {
        self.0.iter().take(size).map(|row| row.count_ones()).sum()
    }

    /// How many cells two sets have in common.
    #[inline]
    pub fn count_common(&self, other: &Rows, size: usize) -> u32 {
        (0..size).map(|row| (self[row] & other[row]).count_ones()).sum()
    }

    /// Whether two sets have a cell in common.
    #[inline]
    pub fn meets(&self, other: &Rows, size: usize) -> bool {
        (0..size).any(|row| self[row] & other[row] != 0)
    }

    /// The first cell that two sets have in common, row by row from A1.
    pub fn first_common(&self, other: &Rows, size: usize) -> Option<Cell> {
        (0..size).find_map(|row| {
            let both = self[row] & other[row];
            let column = u8::try_from(both.trailing_zeros()).ok()?;
            if both == 0 { None } else { Cell::new(column, u8::try_from(row).ok()?) }
        })
    }

    /// Every cell in line with one of these over free cells only, these among them. These must be free themselves.
    #[inline]
    pub fn slide(&self, free: &Rows, size: usize) -> Rows {
        let mut reached = Rows::EMPTY;
        for row in 0..size {
            if self[row] != 0 {
                reached[row] = fill_row(free[row], self[row]);
            }
        }
        let mut from_below = 0;
        for row in 0..size {
            from_below = from_below & free[row] | self[row];
            reached[row] |= from_below;
        }
        let mut from_above = 0;
        for row in (0..size).rev() {
            from_above = from_above & free[row] | self[row];
            reached[row] |= from_above;
        }
        reached
    }

    /// Every cell at most `range` steps along a line from one of these, over free cells only, these among them; with `diagonal` also
    /// one step across a corner.
    pub fn step(&self, free: &Rows, size: usize, range: u32, diagonal: bool) -> Rows {
        let mut reached = *self;
        let (mut across, mut up, mut down) = (*self, *self, *self);
        for _ in 0..range {
            for row in 0..size {
                across[row] |= (across[row] << 1 | across[row] >> 1) & free[row];
            }
            for row in (1..size).rev() {
                up[row] |= up[row - 1] & free[row];
            }
            for row in 1..size {
                down[row - 1] |= down[row] & free[row - 1];
            }
        }
        for row in 0..size {
            reached[row] |= across[row] | up[row] | down[row];
            if diagonal {
                let above = if row + 1 < size { self[row + 1] } else { 0 };
                let below = if row > 0 { self[row - 1] } else { 0 };
                let beside = above | below;
                reached[row] |= (beside << 1 | beside >> 1) & free[row];
            }
        }
        reached
    }

    /// Whether some way over open cells joins one of these to one of `others`. Quickest from the side that has less room.
    pub fn is_joined(&self, others: &Rows, open: &Rows, size: usize) -> bool {
        let mut reached = *self;
        loop {
            if reached.meets(others, size) {
                return true;
            }
            if !reached.spread(open, size) {
                return false;
            }
        }
    }

    /// Spreads over open cells along every row, upwards and back; says whether there is more than before.
    #[inline]
    fn spread(&mut self, open: &Rows, size: usize) -> bool {
        let mut is_more = false;
        let mut carried = 0;
        let mut sweep = |row: usize| {
            carried = (carried | self[row]) & open[row];
            if carried != 0 {
                carried = fill_row(open[row], carried);
                is_more |= carried & !self[row] != 0;
                self[row] |= carried;
            }
        };
        (0..size).for_each(&mut sweep);
        (0..size).rev().for_each(&mut sweep);
        is_more
    }
}

/// The runs of free cells of one row that hold a seed; seeds are free cells.
#[inline]
fn fill_row(free: u32, seeds: u32) -> u32 {
    // Upwards: the sum carries from the lowest seed through the rest of its run.
    let up = free & !free.wrapping_add(seeds) | seeds;
    // Downwards nothing carries, so the run is filled in doubling steps.
    let mut down = up;
    let mut run = free;
    for shift in [1, 2, 4, 8, 16] {
        down |= run & down >> shift;
        run &= run >> shift;
    }
    down
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(picture: &str) -> Rows {
        let lines: Vec<&str> = picture.split_whitespace().collect();
        let cells = lines.iter().rev().zip(0..).flat_map(|(line, row)| {
            line.chars()
                .zip(0..)
                .filter(|(c, _)| *c == 'x')
                .filter_map(move |(_, column)| Cell::new(column, row))
        });
        cells.collect()
    }

    #[test]
    fn sliding_and_stepping_stop_at_what_is_not_free() {
        let free = rows("xxx.x xxxxx x.xxx xxxxx xxxxx");
        let seed = rows("..... ..... ..x.. ..... .....");
        assert_eq!(seed.slide(&free, 5), rows("..x.. ..x.. ..xxx ..x.. ..x.."));
        assert_eq!(seed.step(&free, 5, 1, false), rows("..... ..x.. ..xx. ..x.. ....."));
        assert_eq!(seed.step(&free, 5, 1, true), rows("..... .xxx. ..xx. .xxx. ....."));
    }

    #[test]
    fn cells_are_joined_where_steps_lead_from_one_to_the_other() {
        let (size, mut luck) = (11, 1u64);
        let mut number = || {
            luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            luck >> 33
        };
        let mut joined = [0; 2];
        for _ in 0..2_000 {
            let mut open = Rows::EMPTY;
            for cell in Cell::all(size) {
                if number() % 100 < 62 {
                    open.insert(cell);
                }
            }
            let mut somewhere = || {
                let cell = Cell::new((number() % 11) as u8, (number() % 11) as u8).unwrap();
                open.insert(cell);
                [cell].into_iter().collect::<Rows>()
            };
            let (one, other) = (somewhere(), somewhere());
            let mut reached = one;
            for _ in 0..121 {
                reached = reached.step(&open, 11, 1, false);
            }
            let expected = reached.meets(&other, 11);
            assert_eq!(one.is_joined(&other, &open, 11), expected);
            assert_eq!(other.is_joined(&one, &open, 11), expected);
            joined[usize::from(expected)] += 1;
        }
        assert!(joined.into_iter().all(|count| count > 300), "{joined:?}");
    }

    #[test]
    fn cells_in_common_are_counted_and_found() {
        let one = rows("x.x .x. ..x");
        let other = rows("x.. .x. xx.");
        assert_eq!((one.count(3), one.count_common(&other, 3), one.meets(&other, 3)), (4, 2, true));
        assert_eq!(one.first_common(&other, 3), Cell::new(1, 1));
        assert_eq!(one.first_common(&Rows::EMPTY, 3), None);
    }
}
