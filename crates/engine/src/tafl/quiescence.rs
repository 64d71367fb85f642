//! Quiescence search: looking on until nothing is in the air, that is captures and wins in one.

use tablen_rules::tafl::{Bits, State};

use super::evaluation::Evaluation;
use super::move_ordering::{RankedMove, capture_spots};
use super::position_info::PositionInfo;
use super::search::Search;
use super::value::Value;

/// So many captures in a row are followed.
pub(super) const CAPTURES_IN_A_ROW: u32 = 3;

impl<B: Bits, E: Evaluation<B>> Search<'_, B, E> {
    /// The value of a position in which the side to move may capture or not.
    pub(super) fn quiescence(
        &mut self,
        state: &State<B>,
        info: &PositionInfo,
        ply: usize,
        captures_left: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let rules = self.shared.rules;
        if info.winning_move(rules, state).is_some() {
            return Value::wins_in(ply as u32 + 1);
        }
        let mut best = self.evaluate(state, info);
        if best >= beta || captures_left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let spots = capture_spots(rules, state.side(), info);
        if !(0..usize::from(rules.size())).any(|row| spots[row] & !info.occupied(row) != 0) {
            return best;
        }
        let start = self.worker.moves.len();
        let moves = &mut self.worker.moves;
        rules.visit_moves(state, |mv| {
            if spots.contains(mv.to) {
                moves.push(RankedMove { mv, points: 0 });
            }
        });
        for index in start..self.worker.moves.len() {
            let mut next = *state;
            let made = rules.make(&mut next, self.worker.moves[index].mv);
            // The pattern of cells promises a little more than the rules keep.
            if made.captured.is_empty() && !next.king_captured() {
                continue;
            }
            if !self.count_node() {
                break;
            }
            let value = if rules.decided(&next).is_some() {
                // A capture can complete the enclosure of the king and his company (A9).
                Value::wins_in(ply as u32 + 1)
            } else {
                let info = PositionInfo::new(rules, &next);
                self.worker.evaluation.made(&next, &made);
                let value = -self.quiescence(&next, &info, ply + 1, captures_left - 1, -beta, -alpha);
                self.worker.evaluation.unmade(&made);
                value
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.worker.moves.truncate(start);
        best
    }
}
