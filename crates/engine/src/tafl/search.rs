//! Alpha-beta: the value of a position some moves ahead.

use std::time::Instant;

use tablen_rules::tafl::{Bits, Move, Outcome, Repetition, Side, Stalemate, State};

use super::evaluate::Evaluator;
use super::order::{Memory, Ranked, bring_forward};
use super::quiet::CAPTURES_IN_A_ROW;
use super::table::{Bound, Known, Table};
use super::value::ForMover;
use crate::{Limits, Stop};

/// No search goes further ahead.
pub(super) const MOST_MOVES_AHEAD: usize = 60;

/// The clock and the switch are looked at every so many nodes: every few milliseconds.
const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// Quiet moves from this place in the order on are looked at less deeply first.
const REDUCED_FROM: usize = 6;
/// From this place on less deeply still.
const REDUCED_MORE_FROM: usize = 24;
/// Only where so much depth is left.
const REDUCED_DEPTH: u32 = 2;

/// Which means a search uses that could change what it finds. Tests switch them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(test), expect(dead_code, reason = "players always use all"))]
pub(super) enum Means {
    /// All.
    Full,
    /// The table, but only for what has exactly the wanted depth.
    Exact,
    /// Neither table nor reductions.
    Plain,
}

/// The memory of searches, kept from one to the next so that nothing is allocated while searching.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub(super) table: Table,
    pub(super) memory: Memory,
    /// The moves of all positions on the way to the present one, one after the other.
    moves: Vec<Ranked>,
    /// The keys of all positions before the present one since the last capture before the search.
    keys: Vec<u64>,
    /// The best line from each depth on.
    lines: Vec<Vec<Move>>,
}

impl Store {
    pub(super) fn new(entries: usize, size: u8) -> Store {
        Store {
            table: Table::new(entries),
            memory: Memory::new(size),
            moves: Vec::with_capacity(1 << 13),
            keys: Vec::with_capacity(1 << 10),
            lines: (0..MOST_MOVES_AHEAD + 2).map(|_| Vec::with_capacity(MOST_MOVES_AHEAD + 2)).collect(),
        }
    }
}

/// One search.
pub(super) struct Search<'e, B: Bits> {
    pub(super) evaluator: &'e Evaluator<B>,
    table: &'e mut Table,
    memory: &'e mut Memory,
    pub(super) moves: &'e mut Vec<Ranked>,
    keys: &'e mut Vec<u64>,
    lines: &'e mut Vec<Vec<Move>>,
    means: Means,
    limits: Limits,
    stop: &'e Stop,
    pub(super) nodes: u64,
    pub(super) is_stopped: bool,
    /// The best first move of the present depth so far.
    pub(super) best: Option<(Move, ForMover)>,
}

impl<'e, B: Bits> Search<'e, B> {
    /// A search after these positions, the last capture's first and without the present one.
    pub(super) fn new(
        evaluator: &'e Evaluator<B>,
        store: &'e mut Store,
        past: &[u64],
        means: Means,
        limits: &Limits,
        stop: &'e Stop,
    ) -> Search<'e, B> {
        store.table.begin();
        store.memory.begin();
        store.moves.clear();
        store.keys.clear();
        store.keys.extend_from_slice(past);
        Search {
            evaluator,
            table: &mut store.table,
            memory: &mut store.memory,
            moves: &mut store.moves,
            keys: &mut store.keys,
            lines: &mut store.lines,
            means,
            limits: *limits,
            stop,
            nodes: 0,
            is_stopped: false,
            best: None,
        }
    }

    /// The value `depth` moves ahead of the position with which the search begins, and its best line.
    pub(super) fn root(&mut self, state: &State<B>, depth: u32) -> (ForMover, &[Move]) {
        self.best = None;
        let quiet = self.keys.len();
        let value = self.value(state, depth, 0, quiet, ForMover::WORST, ForMover::BEST);
        (value, &self.lines[0])
    }

    /// Counts a node, unless it is time to stop.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.is_stopped = true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            let is_late = self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.is_stopped |= is_late || self.stop.is_stopped();
        }
        !self.is_stopped
    }

    /// T12: what it is worth to the mover that a position has come again. `quiet` is the number of moves since the last
    /// capture.
    fn repetition(&self, state: &State<B>, ply: usize, quiet: usize) -> Option<ForMover> {
        let key = state.key();
        let (mut seen, mut seen_ahead) = (0, 0);
        // The same position with the same side to move is at least four moves back.
        for back in (4..=quiet.min(self.keys.len())).step_by(2) {
            if self.keys[self.keys.len() - back] == key {
                seen += 1;
                seen_ahead += usize::from(back <= ply);
            }
        }
        let winner = match self.evaluator.rules.ruleset().repetition {
            // Whoever can come back once can come back again: no need to look on.
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

    /// The value of a position for its mover, `depth` moves ahead.
    fn value(
        &mut self,
        state: &State<B>,
        mut depth: u32,
        ply: usize,
        quiet: usize,
        mut alpha: ForMover,
        mut beta: ForMover,
    ) -> ForMover {
        self.lines[ply].clear();
        if let Some(Outcome { winner, .. }) = self.evaluator.rules.decided(state) {
            return outcome_value(winner, state.side(), ply);
        }
        if ply > 0 {
            if let Some(value) = self.repetition(state, ply, quiet) {
                return value;
            }
            // Nothing here can be better than a win with the next move, or worse than a loss already there.
            alpha = alpha.max(ForMover::loses_in(ply as u32));
            beta = beta.min(ForMover::wins_in(ply as u32 + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let evaluator = self.evaluator;
        let view = evaluator.view(state);
        if ply > 0
            && depth > 0
            && let Some(mv) = evaluator.winning_move(state, &view)
        {
            self.lines[ply].push(mv);
            return ForMover::wins_in(ply as u32 + 1);
        }
        if depth == 0 {
            if ply >= MOST_MOVES_AHEAD || !Self::must_be_answered(state, &view) {
                return self.quiet_value(state, &view, ply, CAPTURES_IN_A_ROW, alpha, beta);
            }
            if let Some(mv) = evaluator.winning_move(state, &view) {
                self.lines[ply].push(mv);
                return ForMover::wins_in(ply as u32 + 1);
            }
            depth = 1;
        }
        if ply >= MOST_MOVES_AHEAD {
            return evaluator.evaluate(state, &view);
        }

        let is_narrow = beta.0 - alpha.0 == 1;
        let known = if self.means == Means::Plain { None } else { self.table.get(state.key(), ply as u32) };
        if let Some(known) = known
            && ply > 0
            && is_narrow
            && (known.depth == depth || known.depth > depth && self.means == Means::Full)
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
        {
            return known.value;
        }

        let start = self.moves.len();
        let known_move = known.and_then(|known| known.mv);
        evaluator.rank_moves(state, &view, self.memory, ply, known_move, self.moves);
        if self.moves.len() == start {
            let winner = match evaluator.rules.ruleset().stalemate {
                Stalemate::Loses => Some(state.side().other()),
                Stalemate::Draw => None,
            };
            return outcome_value(winner, state.side(), ply);
        }
        self.keys.push(state.key());
        let value = self.best_of_moves(state, depth, ply, quiet, alpha, beta, start);
        self.keys.pop();
        self.moves.truncate(start);
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
        mut alpha: ForMover,
        beta: ForMover,
        start: usize,
    ) -> ForMover {
        let alpha_before = alpha;
        let count = self.moves.len() - start;
        let mut best = ForMover::WORST;
        let mut best_move = None;
        for number in 0..count {
            bring_forward(&mut self.moves[start..], number);
            let ranked = self.moves[start + number];
            let mut next = *state;
            let made = self.evaluator.rules.make(&mut next, ranked.mv);
            if !self.count_node() {
                return best;
            }
            let quiet_next = if made.captured.is_empty() { quiet + 1 } else { 0 };
            let reduction = self.reduction(depth, number, ranked, made.captured.is_empty());
            let look = |search: &mut Self, depth: u32, alpha: ForMover, beta: ForMover| {
                -search.value(&next, depth, ply + 1, quiet_next, -beta, -alpha)
            };
            let just_above = ForMover(alpha.0 + 1);
            let value = if number == 0 {
                look(self, depth - 1, alpha, beta)
            } else {
                // The first move is expected to be the best: for others it is enough to see that they are not better.
                let mut value = look(self, depth - 1 - reduction, alpha, just_above);
                if value > alpha && reduction > 0 && !self.is_stopped {
                    value = look(self, depth - 1, alpha, just_above);
                }
                if value > alpha && value < beta && !self.is_stopped {
                    value = look(self, depth - 1, alpha, beta);
                }
                value
            };
            if self.is_stopped {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || ply == 0 {
                    best_move = Some(ranked.mv);
                    self.extend_line(ply, ranked.mv);
                }
                if ply == 0 {
                    self.best = Some((ranked.mv, value));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                if made.captured.is_empty() {
                    let tried = &self.moves[start..start + number];
                    self.memory.reward(state.side(), ply, ranked.mv, depth, tried);
                }
                break;
            }
        }
        if self.means != Means::Plain {
            let bound = if best >= beta {
                Bound::AtLeast
            } else if best > alpha_before {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.table.put(state.key(), ply as u32, Known { mv: best_move, value: best, depth, bound });
        }
        best
    }

    /// How much less deeply a late, quiet move is looked at first.
    fn reduction(&self, depth: u32, number: usize, ranked: Ranked, captures_nothing: bool) -> u32 {
        let is_reduced = self.means == Means::Full
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

    /// A move and the best line after it become the best line here.
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        if let (Some(here), Some(after)) = (here.last_mut(), after.first()) {
            here.clear();
            here.push(mv);
            here.extend_from_slice(after);
        }
    }
}

/// What an outcome is worth to the mover, `ply` moves into the search.
fn outcome_value(winner: Option<Side>, mover: Side, ply: usize) -> ForMover {
    match winner {
        None => ForMover::DRAW,
        Some(side) if side == mover => ForMover::wins_in(ply as u32),
        Some(_) => ForMover::loses_in(ply as u32),
    }
}
