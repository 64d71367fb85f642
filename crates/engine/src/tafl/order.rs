//! Which moves to look at first: the better the order, the less there is to look at.

use tablen_rules::tafl::{Bits, BySide, Cell, Move, Side, State};

use super::evaluate::{Evaluator, View};
use super::grid::{NO_CELLS, Rows, capture_spots, has};
use super::search::MOST_MOVES_AHEAD;

/// What puts a move before others, in points of order.
mod points {
    /// The move that was best before.
    pub(super) const KNOWN: i32 = 1 << 24;
    /// The king's way to a goal, or the last cell beside him.
    pub(super) const DECISIVE: i32 = 1 << 23;
    /// Captures something, or seems to.
    pub(super) const CAPTURE: i32 = 1 << 22;
    /// Cut off a sibling.
    pub(super) const KILLER: i32 = 1 << 21;
    /// The most that history can count.
    pub(super) const MOST_HISTORY: i32 = 1 << 20;
    /// A king's move among quiet ones.
    pub(super) const KING: i32 = 64;
}

/// A move and when to look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) mv: Move,
    pub(super) points: i32,
}

impl Ranked {
    /// Whether nothing speaks for it but history.
    pub(super) const fn is_quiet(self) -> bool {
        self.points < points::KILLER
    }
}

/// What earlier parts of the search tell about moves.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    killers: Vec<[Option<Move>; 2]>,
    /// For each side, how often a move from a cell to a cell was good.
    history: BySide<Vec<i32>>,
    size: usize,
}

impl Memory {
    pub(super) fn new(size: u8) -> Memory {
        let size = usize::from(size);
        let moves = size.pow(4);
        Memory {
            killers: vec![[None; 2]; MOST_MOVES_AHEAD + 1],
            history: BySide { attackers: vec![0; moves], defenders: vec![0; moves] },
            size,
        }
    }

    /// Forgets everything before a new search.
    pub(super) fn begin(&mut self) {
        self.killers.fill([None; 2]);
        for side in Side::ALL {
            self.history[side].fill(0);
        }
    }

    fn index(&self, mv: Move) -> usize {
        let number = |cell: Cell| usize::from(cell.row()) * self.size + usize::from(cell.column());
        number(mv.from) * self.size * self.size + number(mv.to)
    }

    /// A quiet move was good enough to end the look at a position; those tried before were not.
    pub(super) fn reward(&mut self, side: Side, ply: usize, mv: Move, depth: u32, in_vain: &[Ranked]) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let gain = (depth * depth).min(400) as i32;
        let index = self.index(mv);
        let history = &mut self.history[side];
        // What is high already rises less, so that it never passes the limit.
        history[index] += gain * 32
            - (i64::from(history[index]) * i64::from(gain * 32) / i64::from(points::MOST_HISTORY)) as i32;
        for ranked in in_vain.iter().filter(|ranked| ranked.is_quiet()) {
            let index = self.index(ranked.mv);
            self.history[side][index] -= self.history[side][index] / 16;
        }
    }

    /// Points for a move.
    #[inline]
    fn quiet_points(&self, side: Side, ply: usize, mv: Move) -> i32 {
        match self.killers.get(ply) {
            Some(killers) if killers[0] == Some(mv) => points::KILLER + 1,
            Some(killers) if killers[1] == Some(mv) => points::KILLER,
            _ => self.history[side][self.index(mv)],
        }
    }
}

impl<B: Bits> Evaluator<B> {
    /// The cells on which a piece of the side to move would capture a man, give or take special cases.
    pub(super) fn capture_spots(&self, side: Side, view: &View) -> Rows {
        let ground = &self.ground;
        let mut partners = view.grid.pieces[side];
        let mut victims = view.grid.pieces[side.other()];
        let king = view.grid.king;
        match side {
            Side::Defenders if !ground.king_is_partner => {
                partners[usize::from(king.row())] &= !(1 << king.column())
            }
            Side::Defenders => {}
            Side::Attackers => victims[usize::from(king.row())] &= !(1 << king.column()),
        }
        for (partners, hostile) in partners.iter_mut().zip(&ground.hostile[side.other()]) {
            *partners |= hostile;
        }
        capture_spots(&victims, &partners, ground.size)
    }

    /// Puts every move with its points at the end of `moves`.
    pub(super) fn rank_moves(
        &self,
        state: &State<B>,
        view: &View,
        memory: &Memory,
        ply: usize,
        known: Option<Move>,
        moves: &mut Vec<Ranked>,
    ) {
        let side = state.side();
        let spots = self.capture_spots(side, view);
        let decisive = match side {
            Side::Defenders => self.ground.goals,
            Side::Attackers => super::grid::rows_of(view.siege.missing().into_iter().flatten()),
        };
        let blocking =
            if side == Side::Attackers && view.reach.routes > 0 { view.reach.cells } else { NO_CELLS };
        self.rules.visit_moves(state, |mv| {
            let is_king = mv.from == view.grid.king;
            let points = if known == Some(mv) {
                points::KNOWN
            } else if has(&decisive, mv.to) && (is_king || side == Side::Attackers) {
                points::DECISIVE
            } else if has(&spots, mv.to) {
                points::CAPTURE
            } else {
                let answer = if has(&blocking, mv.to) { points::MOST_HISTORY / 2 } else { 0 };
                memory.quiet_points(side, ply, mv) + answer + if is_king { points::KING } else { 0 }
            };
            moves.push(Ranked { mv, points });
        });
    }
}

/// How many moves are picked one by one before the rest is sorted: most positions need no more.
const PICKED: usize = 4;

/// Brings the best of the moves from `next` on to `next`. Ties are broken by the cells, so that the order never depends on how
/// it was found.
pub(super) fn bring_forward(moves: &mut [Ranked], next: usize) {
    let order = |ranked: &Ranked| (std::cmp::Reverse(ranked.points), ranked.mv);
    if next < PICKED {
        let best = (next..moves.len()).min_by_key(|index| order(&moves[*index]));
        if let Some(best) = best {
            moves.swap(next, best);
        }
    } else if next == PICKED {
        moves[next..].sort_unstable_by_key(order);
    }
}
