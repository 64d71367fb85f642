//! Quiescence search: looking on until nothing is in the air, that is captures and wins in one.

use tablen_rules::tafl::{Bits, State};

use super::evaluation::Evaluation;
use super::move_picker::{MoveKind, RankedMove};
use super::position_info::PositionInfo;
use super::search::{MOST_PLIES, Search};
use super::value::Value;

impl<B: Bits, E: Evaluation<B>> Search<'_, B, E> {
    /// The value of a position in which the side to move, which cannot win at once, may capture or not. What it was judged to be worth may be
    /// known.
    #[expect(clippy::too_many_arguments, reason = "all that a position of a search comes with")]
    pub(super) fn quiescence(
        &mut self,
        state: &State<B>,
        info: &PositionInfo,
        judged: Option<i32>,
        ply: usize,
        captures_left: i32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let rules = self.shared.rules;
        let judged = judged.unwrap_or_else(|| self.evaluate(state, info).0.0);
        let mut best = self.corrected(state, judged);
        if best >= beta || captures_left <= 0 || ply >= MOST_PLIES {
            return best;
        }
        alpha = alpha.max(best);
        let spots = rules.capture_spots(state);
        if spots.is_empty() {
            return best;
        }
        let start = self.worker.moves.len();
        let moves = &mut self.worker.moves;
        spots.visit(rules.size(), |cell| {
            rules.visit_moves_to(state, cell, |mv| moves.push(RankedMove::new(mv, 0, MoveKind::Capture)));
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
                if info.winning_move(rules, &next).is_some() {
                    Value::loses_in(ply as u32 + 2)
                } else {
                    self.worker.evaluation.made(&next, &made);
                    let value =
                        -self.quiescence(&next, &info, None, ply + 1, captures_left - 1, -beta, -alpha);
                    self.worker.evaluation.unmade(&made);
                    value
                }
            };
            if self.worker.is_stopped {
                break;
            }
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
