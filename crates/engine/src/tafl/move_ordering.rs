//! Move ordering: the better the move that is looked at first, the less there is to look at. The move of the transposition table comes first,
//! then what wins or captures, then killers, then moves by their history.

use tablen_rules::tafl::{Bits, BySide, Cell, Move, Rows, Rules, Side, State};

use super::position_info::PositionInfo;
use super::search::MOST_MOVES_AHEAD;

/// What puts a move before others, in points of order.
mod points {
    /// The move that the transposition table names.
    pub(super) const KNOWN: i32 = 1 << 24;
    /// The king's way to a goal, or the last cell beside him.
    pub(super) const DECISIVE: i32 = 1 << 23;
    /// Captures something, or seems to.
    pub(super) const CAPTURE: i32 = 1 << 22;
    /// A killer: it cut off a sibling.
    pub(super) const KILLER: i32 = 1 << 21;
    /// The most that history can count.
    pub(super) const MOST_HISTORY: i32 = 1 << 20;
    /// A king's move among quiet ones.
    pub(super) const KING: i32 = 64;
}

/// A move and when to look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub(super) mv: Move,
    pub(super) points: i32,
}

impl RankedMove {
    /// Whether nothing speaks for it but history.
    pub(super) const fn is_quiet(self) -> bool {
        self.points < points::KILLER
    }
}

/// What earlier parts of the search tell about quiet moves: the killers of each ply, and the history of every move.
#[derive(Clone, Debug)]
pub(super) struct KillersAndHistory {
    killers: Vec<[Option<Move>; 2]>,
    /// For each side, how often a move from a cell to a cell was good.
    history: BySide<Vec<i32>>,
    size: usize,
}

impl KillersAndHistory {
    pub(super) fn new(size: u8) -> KillersAndHistory {
        let size = usize::from(size);
        let moves = size.pow(4);
        KillersAndHistory {
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
    pub(super) fn reward(&mut self, side: Side, ply: usize, mv: Move, depth: u32, in_vain: &[RankedMove]) {
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

/// The cells on which a piece of the side to move would capture a man, give or take special cases: it orders moves, no more.
pub(super) fn capture_spots<B: Bits>(rules: &Rules<B>, side: Side, info: &PositionInfo) -> Rows {
    let mut partners = info.pieces[side];
    let mut victims = info.pieces[side.other()];
    match side {
        Side::Defenders if !rules.king_is_partner() => partners.remove(info.king),
        Side::Defenders => {}
        Side::Attackers => victims.remove(info.king),
    }
    partners.add(rules.hostile_rows(side.other()));
    // Cells inside a camp with camp on all sides capture nothing, but count here: too many candidates cost less than a look.
    partners.add(rules.camp_rows());
    let size = usize::from(rules.size());
    let mut spots = Rows::EMPTY;
    for row in 0..size {
        spots[row] |= victims[row] >> 1 & partners[row] >> 2 | victims[row] << 1 & partners[row] << 2;
    }
    for row in 2..size {
        spots[row - 2] |= victims[row - 1] & partners[row];
        spots[row] |= victims[row - 1] & partners[row - 2];
    }
    spots
}

/// Puts every move with its points at the end of `moves`.
pub(super) fn rank_moves<B: Bits>(
    rules: &Rules<B>,
    state: &State<B>,
    info: &PositionInfo,
    quiets: &KillersAndHistory,
    ply: usize,
    known: Option<Move>,
    moves: &mut Vec<RankedMove>,
) {
    let side = state.side();
    let spots = capture_spots(rules, side, info);
    let decisive = match side {
        Side::Defenders => *rules.goal_rows(),
        Side::Attackers => info.siege.missing().into_iter().flatten().collect(),
    };
    let blocking = if info.must_be_answered(side) { info.reach.cells } else { Rows::EMPTY };
    rules.visit_moves(state, |mv| {
        let is_king = mv.from == info.king;
        let points = if known == Some(mv) {
            points::KNOWN
        } else if decisive.contains(mv.to) && (is_king || side == Side::Attackers) {
            points::DECISIVE
        } else if spots.contains(mv.to) {
            points::CAPTURE
        } else {
            let answer = if blocking.contains(mv.to) { points::MOST_HISTORY / 2 } else { 0 };
            quiets.quiet_points(side, ply, mv) + answer + if is_king { points::KING } else { 0 }
        };
        moves.push(RankedMove { mv, points });
    });
}

/// How many moves are picked one by one before the rest is sorted: most positions need no more.
const PICKED: usize = 4;

/// Brings the best of the moves from `next` on to `next`. Ties are broken by the cells, so that the order never depends on how
/// it was found.
pub(super) fn bring_forward(moves: &mut [RankedMove], next: usize) {
    let order = |ranked: &RankedMove| (std::cmp::Reverse(ranked.points), ranked.mv);
    if next < PICKED {
        let best = (next..moves.len()).min_by_key(|index| order(&moves[*index]));
        if let Some(best) = best {
            moves.swap(next, best);
        }
    } else if next == PICKED {
        moves[next..].sort_unstable_by_key(order);
    }
}
