//! Pieces as rows of bits: what the evaluation and the ordering of moves work on.
//!
//! A [`State`] is made for playing moves. Questions about the whole board, such as where the king gets to in two moves or which
//! cells would capture something, are answered for all cells of a row at once with one word a row.

use tablen_rules::tafl::{Bits, BySide, Cell, MAX_SIZE, Move, Side, State};

/// One word for each row, one bit for each column.
pub(super) type Rows = [u32; MAX_SIZE as usize];

/// No cells.
pub(super) const NO_CELLS: Rows = [0; MAX_SIZE as usize];

/// The pieces of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The king counts among the defenders.
    pub(super) pieces: BySide<Rows>,
    pub(super) king: Cell,
}

impl Grid {
    #[inline]
    pub(super) fn new<B: Bits>(state: &State<B>) -> Grid {
        Grid {
            pieces: BySide {
                attackers: rows_of(state.pieces_of(Side::Attackers).cells()),
                defenders: rows_of(state.pieces_of(Side::Defenders).cells()),
            },
            king: state.king(),
        }
    }

    /// The occupied cells of a row.
    #[inline]
    pub(super) fn occupied(&self, row: usize) -> u32 {
        self.pieces.attackers[row] | self.pieces.defenders[row]
    }

    /// Whether the first piece in some direction from a cell is an attacker: if not, no attacker can get there.
    pub(super) fn attacker_has_line_to(&self, cell: Cell, size: u8) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(columns, rows)| {
            let mut beyond = cell.offset(columns, rows, size);
            while let Some(at) = beyond {
                if has(&self.pieces.attackers, at) {
                    return true;
                }
                if has(&self.pieces.defenders, at) {
                    return false;
                }
                beyond = at.offset(columns, rows, size);
            }
            false
        })
    }
}

/// The cells as rows.
#[inline]
pub(super) fn rows_of(cells: impl Iterator<Item = Cell>) -> Rows {
    let mut rows = NO_CELLS;
    for cell in cells {
        rows[usize::from(cell.row())] |= 1 << cell.column();
    }
    rows
}

/// Whether a cell is among them.
#[inline]
pub(super) fn has(rows: &Rows, cell: Cell) -> bool {
    rows[usize::from(cell.row())] >> cell.column() & 1 != 0
}

/// How many cells two sets have in common.
#[inline]
pub(super) fn count_common(one: &Rows, other: &Rows, size: usize) -> u32 {
    (0..size).map(|row| (one[row] & other[row]).count_ones()).sum()
}

/// Whether two sets have a cell in common.
#[inline]
pub(super) fn meet(one: &Rows, other: &Rows, size: usize) -> bool {
    (0..size).any(|row| one[row] & other[row] != 0)
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

/// Every cell in line with a seed, over free cells only; the seeds too.
#[inline]
pub(super) fn slide_all(free: &Rows, seeds: &Rows, size: usize) -> Rows {
    let mut reached = NO_CELLS;
    for row in 0..size {
        if seeds[row] != 0 {
            reached[row] = fill_row(free[row], seeds[row]);
        }
    }
    let mut from_below = 0;
    for row in 0..size {
        from_below = from_below & free[row] | seeds[row];
        reached[row] |= from_below;
    }
    let mut from_above = 0;
    for row in (0..size).rev() {
        from_above = from_above & free[row] | seeds[row];
        reached[row] |= from_above;
    }
    reached
}

/// Every cell at most `range` steps from a seed in one line, over free cells only; the seeds too.
pub(super) fn step_all(free: &Rows, seeds: &Rows, size: usize, range: u32, diagonal: bool) -> Rows {
    let mut reached = *seeds;
    let (mut across, mut up, mut down) = (*seeds, *seeds, *seeds);
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
            let above = if row + 1 < size { seeds[row + 1] } else { 0 };
            let below = if row > 0 { seeds[row - 1] } else { 0 };
            let beside = above | below;
            reached[row] |= (beside << 1 | beside >> 1) & free[row];
        }
    }
    reached
}

/// Everything joined to the seeds by open cells, by whatever way.
pub(super) fn flood(open: &Rows, seeds: &Rows, size: usize) -> Rows {
    let mut reached = *seeds;
    loop {
        let before = reached;
        let mut carried = 0;
        for row in 0..size {
            carried = (carried | reached[row]) & open[row];
            carried = if carried == 0 { 0 } else { fill_row(open[row], carried) };
            reached[row] |= carried;
        }
        carried = 0;
        for row in (0..size).rev() {
            carried = (carried | reached[row]) & open[row];
            carried = if carried == 0 { 0 } else { fill_row(open[row], carried) };
            reached[row] |= carried;
        }
        if reached == before {
            return reached;
        }
    }
}

/// The cells from which a piece would capture a victim with one of the partners beyond it.
#[inline]
pub(super) fn capture_spots(victims: &Rows, partners: &Rows, size: usize) -> Rows {
    let mut spots = NO_CELLS;
    for row in 0..size {
        spots[row] |= victims[row] >> 1 & partners[row] >> 2 | victims[row] << 1 & partners[row] << 2;
    }
    for row in 2..size {
        spots[row - 2] |= victims[row - 1] & partners[row];
        spots[row] |= victims[row - 1] & partners[row - 2];
    }
    spots
}

/// The move of the king to a cell of a set, the first there is.
pub(super) fn king_move_into(king: Cell, reach: &Rows, wanted: &Rows, size: usize) -> Option<Move> {
    (0..size).find_map(|row| {
        let both = reach[row] & wanted[row];
        let column = u8::try_from(both.trailing_zeros()).ok()?;
        let to = if both == 0 { None } else { Cell::new(column, u8::try_from(row).ok()?) };
        to.map(|to| Move::new(king, to))
    })
}
