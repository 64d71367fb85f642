//! Alpha-beta search: the value of a position some moves ahead. It is a principal variation search with a transposition table and late
//! move reductions.

use tablen_rules::tafl::{Bits, Move, Outcome, Repetition, Rules, Side, Stalemate, State};

use super::evaluation::Evaluation;
use super::move_ordering::{KillersAndHistory, RankedMove, bring_forward, rank_moves};
use super::noise::Noise;
use super::position_info::PositionInfo;
use super::quiescence::CAPTURES_IN_A_ROW;
use super::transposition::{Bound, Known, TranspositionTable};
use super::value::Value;
use crate::limits::Watch;

/// No search goes further ahead.
pub(super) const MOST_MOVES_AHEAD: usize = 60;

/// The clock and the switch are looked at every so many nodes: every few milliseconds.
const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// Late move reduction: quiet moves from this place in the order on are looked at less deeply first.
const REDUCED_FROM: usize = 6;
/// From this place on less deeply still.
const REDUCED_MORE_FROM: usize = 24;
/// Only where so much depth is left.
const REDUCED_DEPTH: u32 = 2;

/// Which shortcuts a search takes that could change what it finds. Tests switch them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(test), expect(dead_code, reason = "players always take all"))]
pub(super) enum Shortcuts {
    /// All.
    All,
    /// The transposition table, but only for what has exactly the wanted depth.
    ExactDepth,
    /// Neither transposition table nor reductions.
    None,
}

/// What all threads of a search share. Nothing in it is changed but the transposition table, which any thread may write.
#[derive(Debug)]
pub(super) struct Shared<'e, B: Bits> {
    pub(super) rules: &'e Rules<B>,
    pub(super) transpositions: &'e TranspositionTable,
    pub(super) shortcuts: Shortcuts,
    pub(super) noise: Noise,
    /// The most positions a thread looks at.
    pub(super) most_nodes: Option<u64>,
    pub(super) watch: Watch<'e>,
}

/// What a thread of a search owns. It is kept from one search to the next so that nothing is allocated while searching.
#[derive(Clone, Debug)]
pub(super) struct Worker<E> {
    pub(super) evaluation: E,
    quiets: KillersAndHistory,
    /// The moves of all positions on the way to the present one, one after the other.
    pub(super) moves: Vec<RankedMove>,
    /// The keys of all positions before the present one since the last capture before the search.
    keys: Vec<u64>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    pub(super) is_stopped: bool,
    /// The best first move of the present depth so far.
    pub(super) best: Option<(Move, Value)>,
}

impl<E> Worker<E> {
    pub(super) fn new(evaluation: E, size: u8) -> Worker<E> {
        Worker {
            evaluation,
            quiets: KillersAndHistory::new(size),
            moves: Vec::with_capacity(1 << 13),
            keys: Vec::with_capacity(1 << 10),
            lines: (0..MOST_MOVES_AHEAD + 2).map(|_| Vec::with_capacity(MOST_MOVES_AHEAD + 2)).collect(),
            nodes: 0,
            is_stopped: false,
            best: None,
        }
    }
}

/// One thread's part of a search.
pub(super) struct Search<'s, B: Bits, E> {
    pub(super) shared: &'s Shared<'s, B>,
    pub(super) worker: &'s mut Worker<E>,
}

impl<'s, B: Bits, E: Evaluation<B>> Search<'s, B, E> {
    /// A search from a position after those with the keys of `past`: since the last capture, the oldest first.
    pub(super) fn new(
        shared: &'s Shared<'s, B>,
        worker: &'s mut Worker<E>,
        state: &State<B>,
        past: impl Iterator<Item = u64>,
    ) -> Search<'s, B, E> {
        worker.evaluation.begin(shared.rules, state);
        worker.quiets.begin();
        worker.moves.clear();
        worker.keys.clear();
        worker.keys.extend(past);
        worker.nodes = 0;
        worker.is_stopped = false;
        worker.best = None;
        Search { shared, worker }
    }

    /// The value `depth` moves ahead of the position with which the search begins, and its best line.
    pub(super) fn root(&mut self, state: &State<B>, depth: u32) -> (Value, &[Move]) {
        self.worker.best = None;
        let quiet = self.worker.keys.len();
        let value = self.value(state, depth, 0, quiet, Value::WORST, Value::BEST);
        (value, &self.worker.lines[0])
    }

    /// What a position is worth as it stands.
    #[inline]
    pub(super) fn evaluate(&self, state: &State<B>, info: &PositionInfo) -> Value {
        let value = self.worker.evaluation.evaluate(self.shared.rules, state, info);
        self.shared.noise.on(value, state.key()).uncertain().for_side_to_move(state.side())
    }

    /// Counts a node, unless it is time to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        let Search { shared, worker } = self;
        if shared.most_nodes.is_some_and(|most| worker.nodes >= most) {
            worker.is_stopped = true;
        }
        worker.nodes += 1;
        if worker.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            worker.is_stopped |= shared.watch.is_over();
        }
        !worker.is_stopped
    }

    /// T12: what it is worth to the side to move that a position has come again. `quiet` is the number of moves since the last
    /// capture.
    fn repetition(&self, state: &State<B>, ply: usize, quiet: usize) -> Option<Value> {
        let key = state.key();
        let (mut seen, mut seen_ahead) = (0, 0);
        // The same position with the same side to move is at least four moves back.
        for back in (4..=quiet.min(self.worker.keys.len())).step_by(2) {
            if self.worker.keys[self.worker.keys.len() - back] == key {
                seen += 1;
                seen_ahead += usize::from(back <= ply);
            }
        }
        let winner = match self.shared.rules.ruleset().repetition {
            // What came back once can come back again: no need to look on.
            Repetition::Draw if seen >= 2 || seen_ahead >= 1 => None,
            Repetition::DrawAtOnce if seen >= 1 => None,
            Repetition::None if seen_ahead >= 1 => None,
            Repetition::MoverLoses if seen >= 2 => Some(state.side()),
            Repetition::MoverWins if seen >= 2 => Some(state.side().other()),
            Repetition::DefendersLose if seen >= 2 => Some(Side::Attackers),
            _ => return None,
        };
        Some(outcome_value(winner, state.side(), ply))
    }

    /// The value of a position, `depth` moves ahead.
    fn value(
        &mut self,
        state: &State<B>,
        mut depth: u32,
        ply: usize,
        quiet: usize,
        mut alpha: Value,
        mut beta: Value,
    ) -> Value {
        self.worker.lines[ply].clear();
        if let Some(Outcome { winner, .. }) = self.shared.rules.decided(state) {
            return outcome_value(winner, state.side(), ply);
        }
        if ply > 0 {
            if let Some(value) = self.repetition(state, ply, quiet) {
                return value;
            }
            // Nothing here can be better than a win with the next move, or worse than a loss already there.
            alpha = alpha.max(Value::loses_in(ply as u32));
            beta = beta.min(Value::wins_in(ply as u32 + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let rules = self.shared.rules;
        let info = PositionInfo::new(rules, state);
        if ply > 0
            && depth > 0
            && let Some(mv) = info.winning_move(rules, state)
        {
            self.worker.lines[ply].push(mv);
            return Value::wins_in(ply as u32 + 1);
        }
        if depth == 0 {
            if ply >= MOST_MOVES_AHEAD || !info.must_be_answered(state.side()) {
                return self.quiescence(state, &info, ply, CAPTURES_IN_A_ROW, alpha, beta);
            }
            if let Some(mv) = info.winning_move(rules, state) {
                self.worker.lines[ply].push(mv);
                return Value::wins_in(ply as u32 + 1);
            }
            depth = 1;
        }
        if ply >= MOST_MOVES_AHEAD {
            return self.evaluate(state, &info);
        }

        let is_null_window = beta == alpha.just_above();
        let known = match self.shared.shortcuts {
            Shortcuts::None => None,
            _ => self.shared.transpositions.get(state.key(), ply as u32),
        };
        if let Some(known) = known
            && ply > 0
            && is_null_window
            && (known.depth == depth || known.depth > depth && self.shared.shortcuts == Shortcuts::All)
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
        {
            return known.value;
        }

        let start = self.worker.moves.len();
        let known_move = known.and_then(|known| known.mv);
        rank_moves(rules, state, &info, &self.worker.quiets, ply, known_move, &mut self.worker.moves);
        if self.worker.moves.len() == start {
            let winner = match rules.ruleset().stalemate {
                Stalemate::Loses => Some(state.side().other()),
                Stalemate::Draw => None,
            };
            return outcome_value(winner, state.side(), ply);
        }
        self.worker.keys.push(state.key());
        let value = self.best_of_moves(state, depth, ply, quiet, alpha, beta, start);
        self.worker.keys.pop();
        self.worker.moves.truncate(start);
        value
    }

    /// Looks at the listed moves from `start` on, the most promising first.
    #[expect(clippy::too_many_arguments, reason = "the second half of `value`, with all it knows")]
    fn best_of_moves(
        &mut self,
        state: &State<B>,
        depth: u32,
        ply: usize,
        quiet: usize,
        mut alpha: Value,
        beta: Value,
        start: usize,
    ) -> Value {
        let alpha_before = alpha;
        let count = self.worker.moves.len() - start;
        let mut best = Value::WORST;
        let mut best_move = None;
        for number in 0..count {
            bring_forward(&mut self.worker.moves[start..], number);
            let ranked = self.worker.moves[start + number];
            let mut next = *state;
            let made = self.shared.rules.make(&mut next, ranked.mv);
            if !self.count_node() {
                return best;
            }
            self.worker.evaluation.made(&next, &made);
            let quiet_next = if made.captured.is_empty() { quiet + 1 } else { 0 };
            let reduction = self.reduction(depth, number, ranked, made.captured.is_empty());
            let look = |search: &mut Self, depth: u32, alpha: Value, beta: Value| {
                -search.value(&next, depth, ply + 1, quiet_next, -beta, -alpha)
            };
            let just_above = alpha.just_above();
            let value = if number == 0 {
                look(self, depth - 1, alpha, beta)
            } else {
                // The first move is expected to be the best: for others it is enough to see that they are not better.
                let mut value = look(self, depth - 1 - reduction, alpha, just_above);
                if value > alpha && reduction > 0 && !self.worker.is_stopped {
                    value = look(self, depth - 1, alpha, just_above);
                }
                if value > alpha && value < beta && !self.worker.is_stopped {
                    value = look(self, depth - 1, alpha, beta);
                }
                value
            };
            self.worker.evaluation.unmade(&made);
            if self.worker.is_stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || ply == 0 {
                    best_move = Some(ranked.mv);
                    self.extend_line(ply, ranked.mv);
                }
                if ply == 0 {
                    self.worker.best = Some((ranked.mv, value));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if made.captured.is_empty() {
                    let tried = &self.worker.moves[start..start + number];
                    self.worker.quiets.reward(state.side(), ply, ranked.mv, depth, tried);
                }
                break;
            }
        }
        if self.shared.shortcuts != Shortcuts::None {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > alpha_before {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.shared.transpositions.put(
                state.key(),
                ply as u32,
                Known { mv: best_move, value: best, depth, bound },
            );
        }
        best
    }

    /// Late move reduction: how much less deeply a late, quiet move is looked at first.
    fn reduction(&self, depth: u32, number: usize, ranked: RankedMove, captures_nothing: bool) -> u32 {
        let is_reduced = self.shared.shortcuts == Shortcuts::All
            && depth >= REDUCED_DEPTH
            && number >= REDUCED_FROM
            && captures_nothing
            && ranked.is_quiet();
        if !is_reduced {
            0
        } else if number >= REDUCED_MORE_FROM && depth > REDUCED_DEPTH {
            2
        } else {
            1
        }
    }

    /// A move and the principal variation after it become the one here.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.worker.lines.split_at_mut(ply + 1);
        if let (Some(here), Some(after)) = (here.last_mut(), after.first()) {
            here.clear();
            here.push(mv);
            here.extend_from_slice(after);
        }
    }
}

/// What an outcome is worth to the side to move, `ply` moves into the search.
fn outcome_value(winner: Option<Side>, to_move: Side, ply: usize) -> Value {
    match winner {
        None => Value::DRAW,
        Some(side) if side == to_move => Value::wins_in(ply as u32),
        Some(_) => Value::loses_in(ply as u32),
    }
}
