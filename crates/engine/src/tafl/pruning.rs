//! Shortcuts that concern a whole position: pruning before any move is looked at, and singular extensions.

use tablen_rules::tafl::{Bits, Move};

use super::evaluation::Evaluation;
use super::position_info::Seen;
use super::search::{MOST_PLIES, Node, Search};
use super::transposition::{Bound, Known};
use super::value::Value;

/// What is found out about a known move.
pub(super) enum Singular {
    /// To be looked at so much more deeply.
    Extend(i32),
    /// The position is too good to be allowed anyway.
    Cut(Value),
}

/// The quiet moves tried so far in a position. Late ones are not remembered: they were hardly looked at.
#[derive(Default)]
pub(super) struct Tried {
    moves: [Option<Move>; 32],
    count: usize,
}

impl Tried {
    pub(super) fn add(&mut self, mv: Move) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some(mv);
            self.count += 1;
        }
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().flatten().copied()
    }
}

impl<B: Bits, E: Evaluation<B>> Search<'_, B, E> {
    /// Values that need no look at single moves: the position is so good for its side that one of them will do.
    pub(super) fn prune_node(
        &mut self,
        seen: &Seen<'_, B>,
        Node { ply, quiet, depth, threats, is_cut }: Node,
        judged: i32,
        is_improving: bool,
        beta: Value,
    ) -> Option<Value> {
        let state = seen.state;
        // Reverse futility: far above the bound with little depth left.
        if depth <= self.shared.tunables.reverse_futility_depth
            && judged - self.shared.tunables.reverse_futility_margin * (depth - i32::from(is_improving))
                >= beta.0.0
        {
            return Some(Value::points(judged));
        }
        // Null move: if passing is good enough, a move is. Sieges are where it is not so: there the side to move may be glad to stand
        // still, so it is not tried by a side with few moves, and what it says deep in the tree is verified by a search with moves.
        if depth >= self.shared.tunables.null_move_depth
            && is_cut
            && judged >= beta.0.0
            && self.worker.plies[ply - 1].moved.is_some()
            && self.shared.rules.count_moves(state) > self.shared.tunables.null_move_mobility as u64
        {
            let reduction = self.shared.tunables.null_move_reduction
                + depth / 4
                + ((judged - beta.0.0) / self.shared.tunables.null_move_margin).min(3);
            let passed = self.shared.rules.pass(state);
            self.worker.keys.push(state.key());
            self.worker.plies[ply].moved = None;
            // A turn that is passed cannot repeat what was before.
            let below = Node { ply: ply + 1, quiet: 0, depth: depth - reduction, threats, is_cut: false };
            let value =
                self.look(&Seen::new(self.shared.rules, &passed), below, Value::points(beta.0.0 - 1), beta);
            self.worker.keys.pop();
            if self.worker.is_stopped {
                return Some(Value::DRAW);
            }
            if value >= beta {
                // A win that needs a passed turn is none.
                let value = if value.is_certain() { beta } else { value };
                if depth < self.shared.tunables.null_move_verified_depth {
                    return Some(value);
                }
                let verifying = Node { ply, quiet, depth: depth - reduction, threats, is_cut: false };
                if self.value(seen, verifying, Value::points(beta.0.0 - 1), beta) >= beta {
                    return Some(value);
                }
            }
        }
        None
    }

    /// Whether the known move is so much better than all others that it is looked at more deeply.
    pub(super) fn singular_extension(
        &mut self,
        seen: &Seen<'_, B>,
        node: Node,
        known: Known,
        mv: Move,
        beta: Value,
    ) -> Singular {
        if node.depth < self.shared.tunables.singular_depth
            || known.depth < node.depth - 3
            || known.bound == Bound::AtMost
            || known.value.is_certain()
            || node.ply + 1 >= MOST_PLIES
        {
            return Singular::Extend(0);
        }
        let bound = Value::points(known.value.0.0 - self.shared.tunables.singular_margin * node.depth);
        self.worker.plies[node.ply].excluded = Some(mv);
        let half = Node { depth: (node.depth - 1) / 2, ..node };
        let value = self.value(seen, half, Value::points(bound.0.0 - 1), bound);
        self.worker.plies[node.ply].excluded = None;
        if value < bound {
            Singular::Extend(1)
        } else if bound >= beta && !self.worker.is_stopped {
            // Another move is above the bound too: several are.
            Singular::Cut(bound)
        } else {
            Singular::Extend(0)
        }
    }
}
