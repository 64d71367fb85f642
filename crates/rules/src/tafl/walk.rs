//! Random games, as fast as can be.

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
    /// Where the hops from there begin in the tables.
    hops: u32,
}

/// Every cell's cells in line with it, and what must be free to get there.
///
/// A piece has as many cells in line with it wherever it stands, so a number below pieces × cells draws each pair alike.
#[derive(Clone, Debug)]
pub(super) struct Hops {
    size: u32,
    /// How many a cell has.
    options: u32,
    /// For each cell of the board, the others of its row, then those of its column.
    men: Vec<Hop>,
    king: Vec<Hop>,
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    /// The cells from the piece to the target, as bits of the line.
    way: u32,
    /// Which line.
    line: u8,
    to: Cell,
}

/// The way to a cell that may not be stopped on or is out of range: it holds bits outside the board, which are never free.
const NO_WAY: u32 = u32::MAX;

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
        let hops = |terrain: &Terrain<B>, range: u8| {
            Cell::all(rules.size())
                .flat_map(|from| [(from, false), (from, true)])
                .flat_map(|(from, is_column)| hops_along(rules, terrain, range, from, is_column))
                .collect()
        };
        Some(Hops {
            size: u32::from(rules.size()),
            options: 2 * (u32::from(rules.size()) - 1),
            // Men of both sides move alike where there are no camps.
            men: hops(&rules.attacker_terrain, rules.size()),
            king: hops(&rules.king_terrain, king_range),
        })
    }
}

impl Hops {
    #[inline]
    fn stand(&self, cell: Cell) -> Stand {
        let number = u32::from(cell.row()) * self.size + u32::from(cell.column());
        Stand { cell, hops: number * self.options }
    }
}

fn hops_along<B: Bits>(
    rules: &Rules<B>,
    terrain: &Terrain<B>,
    range: u8,
    from: Cell,
    is_column: bool,
) -> impl Iterator<Item = Hop> {
    let (line, place) = if is_column { (from.column(), from.row()) } else { (from.row(), from.column()) };
    let line = B::line_index(line, is_column);
    let bans = B::line(&terrain.bans, line);
    (0..rules.size()).filter(move |target| *target != place).map(move |target| {
        let (low, high) = (place.min(target), place.max(target));
        let way = ((2u32 << high) - (2 << low)) << u8::from(target > place);
        let is_banned = bans & 2 << target != 0 || high - low > range;
        let to = if is_column { Cell::at(from.column(), target) } else { Cell::at(target, from.row()) };
        Hop { way: if is_banned { NO_WAY } else { way }, line: line as u8, to }
    })
}

/// After so many draws in vain the moves are counted instead: there may be few, or none.
const DRAWS: u32 = 32;

impl<'r, B: Bits> Walk<'r, B> {
    /// A walk from a state.
    pub fn new(rules: &'r Rules<B>, state: State<B>) -> Walk<'r, B> {
        static NO_HOPS: Hops = Hops { size: 0, options: 0, men: Vec::new(), king: Vec::new() };
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
            self.cells[side].clear();
            let hops = self.hops;
            self.cells[side].extend(state.pieces_of(side).cells().map(|cell| hops.stand(cell)));
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
        let (index, mv) = match self.draw(numbers) {
            Some(drawn) => drawn,
            None => self.choose(numbers)?,
        };
        let side = self.state.side;
        let made = self.rules.make(&mut self.state, mv);
        self.cells[side][index] = self.hops.stand(mv.to);
        if !made.captured.is_empty() {
            self.cells[side.other()].retain(|stand| !made.captured.contains(stand.cell));
        }
        Some(made)
    }

    /// Draws pieces and cells until a way is free; gives up after a while.
    #[inline]
    fn draw(&self, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Move)> {
        let cells = match self.state.side {
            Side::Attackers => &self.cells.attackers,
            Side::Defenders => &self.cells.defenders,
        };
        let options = u64::from(self.hops.options);
        // The upper half of the product is below the number of pieces, the lower half as random as before.
        let draw = |number: u32| {
            let product = u64::from(number) * cells.len() as u64;
            let index = (product >> 32) as usize;
            let option = (((product & 0xffff_ffff) * options) >> 32) as usize;
            let Stand { cell: from, hops } = *cells.get(index)?;
            let number = hops as usize + option;
            let is_king = from == self.state.king;
            let hop = if is_king { self.hops.king.get(number)? } else { self.hops.men.get(number)? };
            let terrain = if is_king { &self.rules.king_terrain } else { &self.rules.attacker_terrain };
            let line = usize::from(hop.line);
            let in_the_way = B::line(&self.state.lines.attackers, line)
                | B::line(&self.state.lines.defenders, line)
                | B::line(&terrain.walls, line);
            Some((in_the_way & hop.way == 0, index, from, hop.to))
        };
        for _ in 0..DRAWS / 2 {
            let number = numbers();
            // Two draws before the first branch: none here can be foreseen.
            let one = draw(number as u32)?;
            let two = draw((number >> 32) as u32)?;
            if one.0 | two.0 {
                let (_, index, from, to) = if one.0 { one } else { two };
                return Some((index, Move::new(from, to)));
            }
        }
        None
    }

    /// Counts the moves and takes one: the slow way, which also finds out that there is none.
    fn choose(&self, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Move)> {
        let count = self.rules.count_moves(&self.state);
        let nth = ((u128::from(numbers()) * u128::from(count)) >> 64) as u64;
        let mv = self.rules.nth_move(&self.state, nth)?;
        let index = self.cells[self.state.side].iter().position(|stand| stand.cell == mv.from)?;
        Some((index, mv))
    }
}
