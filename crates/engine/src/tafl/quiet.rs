//! Looking on until nothing is in the air: captures, and wins in one.

use tablen_rules::tafl::{Bits, Side, State};

use super::evaluate::View;
use super::grid::has;
use super::order::Ranked;
use super::search::Search;
use super::value::ForMover;

/// So many captures in a row are followed.
pub(super) const CAPTURES_IN_A_ROW: u32 = 3;

impl<B: Bits> Search<'_, B> {
    /// The value of a position in which the mover may capture or leave it.
    pub(super) fn quiet_value(
        &mut self,
        state: &State<B>,
        view: &View,
        ply: usize,
        captures_left: u32,
        mut alpha: ForMover,
        beta: ForMover,
    ) -> ForMover {
        if self.evaluator.winning_move(state, view).is_some() {
            return ForMover::wins_in(ply as u32 + 1);
        }
        let mut best = self.evaluator.evaluate(state, view);
        if best >= beta || captures_left == 0 {
            return best;
        }
        alpha = alpha.max(best);
        let side = state.side();
        let spots = self.evaluator.capture_spots(side, view);
        let size = self.evaluator.ground.size;
        if !(0..size).any(|row| spots[row] & !view.grid.occupied(row) != 0) {
            return best;
        }
        let start = self.moves.len();
        let moves = &mut self.moves;
        self.evaluator.rules.visit_moves(state, |mv| {
            if has(&spots, mv.to) {
                moves.push(Ranked { mv, points: 0 });
            }
        });
        for index in start..self.moves.len() {
            let mut next = *state;
            let made = self.evaluator.rules.make(&mut next, self.moves[index].mv);
            // The pattern of cells promises a little more than the rules keep.
            if made.captured.is_empty() && !next.king_captured() {
                continue;
            }
            if !self.count_node() {
                break;
            }
            let value = if self.evaluator.rules.decided(&next).is_some() {
                // A capture can complete the enclosure of the king and his company (A9).
                ForMover::wins_in(ply as u32 + 1)
            } else {
                let view = self.evaluator.view(&next);
                -self.quiet_value(&next, &view, ply + 1, captures_left - 1, -beta, -alpha)
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }

    /// Whether a position must not be judged as it is: the king is about to escape and the attackers have to answer.
    pub(super) fn must_be_answered(state: &State<B>, view: &View) -> bool {
        state.side() == Side::Attackers && view.reach.routes > 0
    }
}
