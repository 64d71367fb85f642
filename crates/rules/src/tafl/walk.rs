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
    state: State<B>,
    /// Where the pieces of each side stand, in no order.
    cells: BySide<Vec<Cell>>,
    is_simple: bool,
    king_range: u8,
}

/// After so many draws in vain the moves are counted instead: there may be few, or none.
const DRAWS: u32 = 32;

impl<'r, B: Bits> Walk<'r, B> {
    /// A walk from a state.
    pub fn new(rules: &'r Rules<B>, state: State<B>) -> Walk<'r, B> {
        let ruleset = rules.ruleset();
        let is_simple = ruleset.king_move != KingMove::ChessKing
            && !matches!(ruleset.bases, Bases::Camps | Bases::ClosedWhileHeld)
            && !(ruleset.throne_stop == ThroneStop::King && ruleset.throne_pass == ThronePass::Nobody);
        let king_range = match ruleset.king_move {
            KingMove::Rook => rules.size(),
            KingMove::RookFour => 4,
            KingMove::ChessKing | KingMove::Step => 1,
        };
        let mut walk = Walk { rules, state, cells: BySide::default(), is_simple, king_range };
        walk.restart(state);
        walk
    }

    /// Begins again from another state, using the same memory.
    pub fn restart(&mut self, state: State<B>) {
        self.state = state;
        for side in Side::ALL {
            self.cells[side].clear();
            self.cells[side].extend(state.pieces_of(side).cells());
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
        self.cells[side][index] = mv.to;
        if !made.captured.is_empty() {
            self.cells[side.other()].retain(|cell| !made.captured.contains(*cell));
        }
        Some(made)
    }

    /// Draws pieces and cells until a way is free; gives up after a while.
    #[inline]
    fn draw(&self, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Move)> {
        if !self.is_simple {
            return None;
        }
        let cells = &self.cells[self.state.side];
        let men = match self.state.side {
            Side::Attackers => &self.rules.attacker_terrain,
            Side::Defenders => &self.rules.defender_terrain,
        };
        for _ in 0..DRAWS / 4 {
            // Four draws at a time without a branch between them: most of the time one of them is legal.
            let (one, two) = (numbers(), numbers());
            let draws = [one as u32, (one >> 32) as u32, two as u32, (two >> 32) as u32];
            let drawn = draws.map(|number| self.try_draw(cells, men, number));
            if let Some((index, mv, _)) = drawn.into_iter().find(|(_, _, is_free)| *is_free) {
                return Some((index, mv));
            }
        }
        None
    }

    /// The piece and the cell that a number stands for, and whether the way between them is free.
    #[inline]
    fn try_draw(&self, cells: &[Cell], men: &Terrain<B>, number: u32) -> (usize, Move, bool) {
        let others = u64::from(self.rules.size()) - 1;
        let product = u64::from(number) * cells.len() as u64;
        let index = (product >> 32) as usize;
        let option = (((product & 0xffff_ffff) * (2 * others)) >> 32) as u8;
        let from = cells[index];
        let is_king = from == self.state.king;
        let terrain = if is_king { &self.rules.king_terrain } else { men };

        let is_across = option < others as u8;
        let (place, line, bans) = if is_across {
            let row = from.row();
            (from.column(), self.state.row(row) | B::row(&terrain.walls, row), B::row(&terrain.bans, row))
        } else {
            let column = from.column();
            (
                from.row(),
                self.state.column(column) | B::column(&terrain.walls, column),
                B::column(&terrain.bans, column),
            )
        };
        let other = if is_across { option } else { option - others as u8 };
        let target = other + u8::from(other >= place);
        let (low, high) = (place.min(target), place.max(target));
        // The cells after the piece up to the target.
        let way = ((2u32 << high) - (2 << low)) << u8::from(target > place);
        let is_near = !is_king || high - low <= self.king_range;
        let is_free = line & way == 0 && bans & 2 << target == 0 && is_near;
        let to = if is_across { Cell::at(target, from.row()) } else { Cell::at(from.column(), target) };
        (index, Move::new(from, to), is_free)
    }

    /// Counts the moves and takes one: the slow way, which also finds out that there is none.
    fn choose(&self, numbers: &mut impl FnMut() -> u64) -> Option<(usize, Move)> {
        let count = self.rules.count_moves(&self.state);
        let nth = ((u128::from(numbers()) * u128::from(count)) >> 64) as u64;
        let mv = self.rules.nth_move(&self.state, nth)?;
        let index = self.cells[self.state.side].iter().position(|cell| *cell == mv.from)?;
        Some((index, mv))
    }
}
