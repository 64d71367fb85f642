//! Random games, as fast as can be.

use std::hint::select_unpredictable;

use super::movement::Terrain;
use super::{Bases, Bits, BySide, Cell, KingMove, Made, Move, Rules, Side, State, ThronePass, ThroneStop};

/// A game played by drawing moves, each legal move as likely as any other.
///
/// Listing all moves to play one of them is a waste. A walk draws one of its pieces and one of the cells in line with it, and
/// draws again if the way is not free: most draws are cheap, and those that are kept are uniform. Random numbers are
/// handed in, so the same numbers walk the same way.
///
/// ```
/// use tablen_rules::tafl::{Narrow, Preset, Rules, Side, Walk};
///
/// let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset())?;
/// let mut walk = Walk::new(&rules, rules.start(Side::Attackers));
/// let mut seed = 1u64;
/// let mut numbers = || {
///     seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
///     seed ^ seed >> 29
/// };
/// while rules.decided(walk.state()).is_none() && walk.step(&mut numbers).is_some() {}
/// assert!(rules.outcome(walk.state()).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'r, B: Bits> {
    rules: &'r Rules<B>,
    hops: &'r Hops,
    state: State<B>,
    /// Where the pieces of each side stand, in no order.
    cells: BySide<Vec<Stand>>,
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug)]
struct Stand {
    cell: Cell,
    /// Where the piece's hops from there begin in the table: those of the king are not those of a man.
    hops: u16,
}

/// Every cell's cells in line with it, and what must be free to get there.
///
/// A piece has as many cells in line with it wherever it stands, so a number below pieces × cells draws each pair alike.
#[derive(Clone, Debug)]
pub(super) struct Hops {
    size: u8,
    /// How many a cell has.
    options: u8,
    /// For each cell of the board, the others of its row, then those of its column: first for men, then for the king.
    table: Vec<Hop>,
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    /// The cells from the piece to the target, as bits of the line; above them, from [`LINE`] on, the number of the line.
    way: u32,
    to: Stand,
}

/// Lines have fewer bits than this, and there are fewer of them than the bits left over can count.
const LINE: u32 = 26;

/// The way to a cell that cannot be reached: it holds the piece's own cell, which is never free.
const NO_WAY: u32 = (1 << LINE) - 1;

impl Hops {
    /// The hops of a ruleset; nothing where pieces of a kind do not all move alike, or not along lines.
    pub(super) fn new<B: Bits>(rules: &Rules<B>) -> Option<Hops> {
        let ruleset = rules.ruleset();
        if ruleset.king_move == KingMove::ChessKing
            || matches!(ruleset.bases, Bases::Camps | Bases::ClosedWhileHeld)
            || (ruleset.throne_stop == ThroneStop::King && ruleset.throne_pass == ThronePass::Nobody)
        {
            return None;
        }
        let king_range = match ruleset.king_move {
            KingMove::RookFour => 4,
            KingMove::Step => 1,
            KingMove::Rook | KingMove::ChessKing => rules.size(),
        };
        let mut hops = Hops { size: rules.size(), options: 2 * (rules.size() - 1), table: Vec::new() };
        // Men of both sides move alike where there are no camps.
        hops.add(&rules.attacker_terrain, rules.size(), false);
        hops.add(&rules.king_terrain, king_range, true);
        Some(hops)
    }

    fn add<B: Bits>(&mut self, terrain: &Terrain<B>, range: u8, is_king: bool) {
        for from in Cell::all(self.size) {
            for to in (0..self.size).map(|column| Cell::at(column, from.row())).filter(|to| *to != from) {
                let line = B::line_index(from.row(), false);
                self.push(terrain, range, line, [from.column(), to.column()], self.stand(to, is_king));
            }
            for to in (0..self.size).map(|row| Cell::at(from.column(), row)).filter(|to| *to != from) {
                let line = B::line_index(from.column(), true);
                self.push(terrain, range, line, [from.row(), to.row()], self.stand(to, is_king));
            }
        }
    }

    /// Adds the hop from one place of a line to another.
    fn push<B: Bits>(
        &mut self,
        terrain: &Terrain<B>,
        range: u8,
        line: usize,
        [from, to]: [u8; 2],
        stand: Stand,
    ) {
        let (low, high) = (from.min(to), from.max(to));
        let way = ((2u32 << high) - (2 << low)) << u8::from(to > from);
        let is_open = B::line(&terrain.walls, line) & way == 0
            && B::line(&terrain.bans, line) & 2 << to == 0
            && high - low <= range;
        let way = if is_open { way } else { NO_WAY };
        self.table.push(Hop { way: way | (line as u32) << LINE, to: stand });
    }

    #[inline]
    fn stand(&self, cell: Cell, is_king: bool) -> Stand {
        let [row, column, size] = [cell.row(), cell.column(), self.size].map(u16::from);
        let king_hops = if is_king { size * size } else { 0 };
        Stand { cell, hops: (king_hops + row * size + column) * u16::from(self.options) }
    }
}

/// A piece and where it might go.
#[derive(Clone, Copy)]
struct Draw<'r> {
    /// Negative if the way is not free.
    blocked: i32,
    index: usize,
    hop: &'r Hop,
}

impl<'r> Draw<'r> {
    /// This one if its way is free, or else the other.
    #[inline(always)]
    fn or(self, other: Draw<'r>) -> Draw<'r> {
        let is_free = self.blocked >= 0;
        Draw {
            // A number and not a condition, or else the compiler would make branches of it.
            blocked: self.blocked & other.blocked,
            index: select_unpredictable(is_free, self.index, other.index),
            hop: select_unpredictable(is_free, self.hop, other.hop),
        }
    }
}

/// After so many rounds of draws in vain the moves are counted instead: there may be few, or none.
const ROUNDS: u32 = 8;

impl<'r, B: Bits> Walk<'r, B> {
    /// A walk from a state.
    pub fn new(rules: &'r Rules<B>, state: State<B>) -> Walk<'r, B> {
        static NO_HOPS: Hops = Hops { size: 0, options: 0, table: Vec::new() };
        let mut walk = Walk {
            rules,
            hops: rules.hops.get_or_init(|| Hops::new(rules)).as_ref().unwrap_or(&NO_HOPS),
            state,
            cells: BySide::default(),
        };
        walk.restart(state);
        walk
    }

    /// Begins again from another state, using the same memory.
    pub fn restart(&mut self, state: State<B>) {
        self.state = state;
        for side in Side::ALL {
            let cells = &mut self.cells[side];
            cells.clear();
            for row in 0..self.rules.size() {
                let mut line = B::row(&state.lines[side], row);
                while line != 0 {
                    let cell = Cell::at(line.trailing_zeros() as u8 - 1, row);
                    cells.push(self.hops.stand(cell, cell == state.king));
                    line &= line - 1;
                }
            }
        }
    }

    /// Where the walk has come to.
    #[inline]
    pub const fn state(&self) -> &State<B> {
        &self.state
    }

    /// Plays one of the legal moves, or finds that there is none. Whether the king has decided the game is not looked at.
    #[inline]
    pub fn step(&mut self, numbers: &mut impl FnMut() -> u64) -> Option<Made<B>> {
        match self.state.side {
            Side::Attackers => self.step_of(Side::Attackers, numbers),
            Side::Defenders => self.step_of(Side::Defenders, numbers),
        }
    }

    #[inline(always)]
    fn step_of(&mut self, side: Side, numbers: &mut impl FnMut() -> u64) -> Option<Made<B>> {
        let (index, to) = match self.draw(side, numbers) {
            Some(drawn) => drawn,
            None => self.choose(numbers)?,
        };
        let stand = self.cells[side].get_mut(index)?;
        let mv = Move::new(stand.cell, to.cell);
        *stand = to;
        let made = self.rules.make_of(side, &mut self.state, mv);
        if !made.captured.is_empty() {
            self.forget(side.other(), made.captured);
        }
        Some(made)
    }

    /// Takes captured pieces off the list: seldom, and so apart from the rest.
    #[cold]
    fn forget(&mut self, side: Side, captured: B) {
        self.cells[side].retain(|stand| !captured.contains(stand.cell));
    }

    /// Draws pieces and cells until a way is free; gives up after a while.
    #[inline(always)]
    fn draw(&self, side: Side, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Stand)> {
        let cells = self.cells[side].as_slice();
        let table = self.hops.table.as_slice();
        let options = u64::from(self.hops.options);
        // The upper half of the product is below the number of pieces, the lower half as random as before.
        let draw = |number: u32| {
            let product = u64::from(number) * cells.len() as u64;
            let index = (product >> 32) as usize;
            let option = (((product & 0xffff_ffff) * options) >> 32) as usize;
            let hop = table.get(usize::from(cells.get(index)?.hops) + option)?;
            let line = (hop.way >> LINE) as usize;
            let in_the_way =
                B::line(&self.state.lines.attackers, line) | B::line(&self.state.lines.defenders, line);
            Some(Draw { blocked: -((in_the_way & hop.way) as i32), index, hop })
        };
        for _ in 0..ROUNDS {
            let numbers = [numbers(), numbers()];
            // Four draws before the first branch: none here can be foreseen, but that one of four is kept mostly can.
            let one = draw(numbers[0] as u32)?.or(draw((numbers[0] >> 32) as u32)?);
            let two = draw(numbers[1] as u32)?.or(draw((numbers[1] >> 32) as u32)?);
            let Draw { blocked, index, hop } = one.or(two);
            if blocked >= 0 {
                return Some((index, hop.to));
            }
        }
        None
    }

    /// Counts the moves and takes one: the slow way, which also finds out that there is none.
    #[cold]
    fn choose(&self, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Stand)> {
        let count = self.rules.count_moves(&self.state);
        let nth = ((u128::from(numbers()) * u128::from(count)) >> 64) as u64;
        let mv = self.rules.nth_move(&self.state, nth)?;
        let index = self.cells[self.state.side].iter().position(|stand| stand.cell == mv.from)?;
        Some((index, self.hops.stand(mv.to, mv.from == self.state.king)))
    }
}
