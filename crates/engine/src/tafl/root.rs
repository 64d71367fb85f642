//! The first moves of a search: what is known of each.

use std::cmp::Reverse;

use tablen_rules::tafl::{Bits, Move, State};

use super::evaluation::Evaluation;
use super::position_info::Seen;
use super::search::{Node, Ply, Search, Shared, Shortcuts};
use super::value::Value;

/// A first move and what came of looking at it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// What it is worth, by the last look that told more than a bound.
    pub(super) value: Value,
    /// How many moves ahead that look went; 0 before the first.
    pub(super) depth: i32,
    /// The last look showed only that it is worth no more than this.
    pub(super) at_most: Option<Value>,
    /// The line expected after it, itself first.
    pub(super) line: Vec<Move>,
    /// How many positions were looked at below it.
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: Value::WORST, depth: 0, at_most: None, line: vec![mv], nodes: 0 }
    }

    /// It was looked at; with `tells` its value means something, otherwise it is only not better than another move.
    pub(super) fn searched(&mut self, depth: i32, value: Value, tells: bool, line: &[Move]) {
        if tells {
            self.value = value;
            self.depth = depth;
            self.at_most = None;
            self.line.truncate(1);
            self.line.extend_from_slice(line);
        } else {
            self.at_most = Some(value);
        }
    }
}

/// All first moves: those that win before those that take something, these before the others, and else by their cells, because a search may
/// end before it has looked at all of them. Those a player forgets are left out.
pub(super) fn root_moves<B: Bits>(shared: &Shared<'_, B>, state: &State<B>, root_moves: &mut Vec<RootMove>) {
    root_moves.clear();
    shared.rules.visit_moves(state, |mv| root_moves.push(RootMove::new(mv)));
    root_moves.sort_by_cached_key(|root| {
        let mut next = *state;
        let made = shared.rules.make(&mut next, root.mv);
        (shared.rules.decided(&next).is_none(), Reverse(made.captured.len()), root.mv)
    });
    if !shared.errors.is_none() {
        // One is always thought of.
        let is_blind = shared.errors.is_blind(state.key());
        let wins = |mv: Move| {
            let mut next = *state;
            shared.rules.make(&mut next, mv);
            shared.rules.decided(&next).is_some()
        };
        let is_remembered =
            |root: &RootMove| !(shared.errors.forgets(state.key(), root.mv) || is_blind && wins(root.mv));
        if root_moves.iter().any(is_remembered) {
            root_moves.retain(is_remembered);
        }
    }
}

impl<B: Bits, E: Evaluation<B>> Search<'_, B, E> {
    /// Looks at the first moves from number `from` on, `depth` moves ahead, between two bounds. They are put in order, the best first.
    pub(super) fn root(
        &mut self,
        state: &State<B>,
        depth: i32,
        from: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let quiet = self.worker.keys.len();
        self.worker.keys.push(state.key());
        self.worker.plies[0] = Ply::default();
        let seen = Seen::new(self.shared.rules, state);
        if !seen.is_critical {
            let judged = self.evaluate(state, &seen.info).0.0;
            self.worker.plies[0].judged = Some(self.corrected(state, judged).0.0);
        }
        let mut best = Value::WORST;
        for number in from..self.worker.root_moves.len() {
            let mv = self.worker.root_moves[number].mv;
            let nodes_before = self.worker.nodes;
            let mut next = *state;
            let made = self.shared.rules.make(&mut next, mv);
            if !self.count_node() {
                break;
            }
            let next = Seen::new(self.shared.rules, &next);
            self.worker.evaluation.made(next.state, &made);
            self.worker.plies[0].moved = Some((state.side(), mv.to));
            let is_quiet = made.captured.is_empty();
            let greed = self.shared.errors.lapses.greed * made.captured.len() as i32;
            // What seems better than it is has to be so much better.
            let (low, high) = (alpha.greedily(-greed), beta.greedily(-greed));
            let below = Node {
                ply: 1,
                quiet: if is_quiet { quiet + 1 } else { 0 },
                depth: depth - 1,
                threats: 0,
                is_cut: true,
            };
            let value = if number == from {
                self.look(&next, Node { is_cut: false, ..below }, low, high)
            } else {
                let mut reduction = 0;
                if self.shared.shortcuts == Shortcuts::All && depth >= 3 && is_quiet && number > from + 3 {
                    reduction =
                        (self.shared.tunables.reduction(depth, number - from) - 1).clamp(0, depth - 2);
                }
                let mut value =
                    self.look(&next, Node { depth: below.depth - reduction, ..below }, low, low.just_above());
                if value > low && reduction > 0 && !self.worker.is_stopped {
                    value = self.look(&next, below, low, low.just_above());
                }
                if value > low && value < high && !self.worker.is_stopped {
                    value = self.look(&next, Node { is_cut: false, ..below }, low, high);
                }
                value
            };
            let value = value.greedily(greed);
            self.worker.evaluation.unmade(&made);
            if self.worker.is_stopped {
                break;
            }
            let line = &self.worker.lines[1];
            let root_move = &mut self.worker.root_moves[number];
            root_move.nodes += self.worker.nodes - nodes_before;
            root_move.searched(depth, value, value > alpha, line);
            best = best.max(value);
            if value > alpha {
                alpha = value;
                // The new best goes first; the others keep their order.
                self.worker.root_moves[from..=number].rotate_right(1);
            }
            if alpha >= beta {
                break;
            }
        }
        self.worker.keys.pop();
        best
    }
}
