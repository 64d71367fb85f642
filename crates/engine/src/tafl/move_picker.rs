//! Move ordering: the better the move that is looked at first, the less there is to look at. The move of the transposition table comes first,
//! before any other is even listed; then captures and what surrounds the king; then killers; then quiet moves by their history.

use tablen_rules::tafl::{Bits, CaptureSpots, Move, Rules, Side, State};

use super::history::{History, Previous};
use super::position_info::PositionInfo;

/// A move and when to look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub(super) mv: Move,
    pub(super) points: i32,
    /// It captures nothing and is beside no last cell of the king.
    pub(super) is_quiet: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Known,
    List,
    Listed,
    Done,
}

/// Hands out the moves of a position one after the other. They are listed in the worker's stack of moves from `start` on.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    known: Option<Move>,
    previous: Previous,
    /// Only moves that answer the king's threat to escape.
    only_answers: bool,
    start: usize,
    next: usize,
}

/// Points above every history.
const KING_TAKEN: i32 = 1 << 24;
const CAPTURE: i32 = 1 << 22;
const KILLER: i32 = 1 << 20;
/// A quiet move of the king: he is what the game is about.
const KING: i32 = 512;

impl MovePicker {
    /// For a position whose best move may be known; it must be legal.
    pub(super) fn new(
        known: Option<Move>,
        previous: Previous,
        only_answers: bool,
        start: usize,
    ) -> MovePicker {
        MovePicker { stage: Stage::Known, known, previous, only_answers, start, next: start }
    }

    /// The next move.
    #[inline]
    pub(super) fn next<B: Bits>(
        &mut self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        ply: usize,
        moves: &mut Vec<RankedMove>,
    ) -> Option<RankedMove> {
        loop {
            match self.stage {
                Stage::Known => {
                    self.stage = Stage::List;
                    if let Some(mv) = self.known {
                        let is_quiet = !rules.capture_spots(state).contains(mv.to);
                        return Some(RankedMove { mv, points: 0, is_quiet });
                    }
                }
                Stage::List => {
                    self.stage = Stage::Listed;
                    self.list(rules, state, info, history, ply, moves);
                }
                Stage::Listed => {
                    let listed = &mut moves[self.next..];
                    if listed.is_empty() {
                        self.stage = Stage::Done;
                        continue;
                    }
                    bring_forward(listed, self.next - self.start);
                    self.next += 1;
                    return Some(listed[0]);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Leaves out all quiet moves that have not been handed out: none of them can matter.
    pub(super) fn skip_quiets(&mut self, moves: &mut Vec<RankedMove>) {
        let mut kept = self.next;
        for index in self.next..moves.len() {
            if !moves[index].is_quiet {
                moves.swap(kept, index);
                kept += 1;
            }
        }
        moves.truncate(kept);
        // What is left has to be sorted again from here.
        self.start = self.next;
    }

    fn list<B: Bits>(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        history: &History,
        ply: usize,
        moves: &mut Vec<RankedMove>,
    ) {
        let side = state.side();
        let spots: CaptureSpots<B> = rules.capture_spots(state);
        let missing = if side == Side::Attackers { info.siege.missing() } else { [None; 2] };
        let killers = history.killers(ply);
        let mut rank = |mv: Move| {
            if self.known == Some(mv) {
                return;
            }
            let history = history.points(side, self.previous, mv);
            let is_quiet = !spots.contains(mv.to);
            let points = if missing.contains(&Some(mv.to)) {
                KING_TAKEN
            } else if !is_quiet {
                CAPTURE + history
            } else if killers[0] == Some(mv) {
                KILLER + 1
            } else if killers[1] == Some(mv) {
                KILLER
            } else {
                history + if mv.from == state.king() { KING } else { 0 }
            };
            moves.push(RankedMove { mv, points, is_quiet });
        };
        if self.only_answers {
            info.reach.visit(|cell| rules.visit_moves_to(state, cell, &mut rank));
        } else {
            rules.visit_moves(state, rank);
        }
    }
}

/// How many moves are picked one by one before the rest is sorted: most positions need no more.
const PICKED: usize = 4;

/// Brings the best of the moves to the first place, where `number` have been handed out. Ties are broken by the cells, so that the order
/// never depends on how it was found.
fn bring_forward(moves: &mut [RankedMove], number: usize) {
    let order = |ranked: &RankedMove| (std::cmp::Reverse(ranked.points), ranked.mv);
    if number < PICKED {
        if let Some(best) = (0..moves.len()).min_by_key(|index| order(&moves[*index])) {
            moves.swap(0, best);
        }
    } else if number == PICKED {
        moves.sort_unstable_by_key(order);
    }
}
