//! Alpha-beta search: the value of a position some moves ahead. It is a principal variation search with a transposition table, null
//! moves, late move reductions and pruning.
//!
//! Two things of tafl stand for what a check is in chess. A king with a free way to a goal (raichi) must be answered by the attackers: only
//! moves that stop on his ways are listed, and with two ways (tuichi) nothing helps. And a king whose last free side an attacker can take must
//! be saved by the defenders. Neither position is judged as it stands, nor is a turn passed there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tablen_rules::tafl::{Bases, Bits, Cell, Move, Outcome, Repetition, Rules, Side, Stalemate, State};

use super::correction::Corrections;
use super::evaluation::Evaluation;
use super::history::{History, Previous};
use super::lapses::Errors;
use super::move_picker::{MoveKind, MovePicker, RankedMove, is_legal};
use super::noise::Noise;
use super::position_info::{PositionInfo, Seen};
use super::pruning::{Singular, Tried};
use super::root::{RootMove, root_moves};
use super::transposition::{Bound, Known, TranspositionTable};
use super::tunables::Tunables;
use super::value::Value;
use crate::limits::Watch;

/// No search goes further ahead.
pub(super) const MOST_PLIES: usize = 100;

/// The clock and the switch are looked at every so many nodes: every few milliseconds even on the largest boards and slow machines.
const NODES_BETWEEN_LOOKS: u64 = 256;

/// Which shortcuts a search takes that could change what it finds. Tests switch them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(test), expect(dead_code, reason = "players always take all"))]
pub(super) enum Shortcuts {
    /// All.
    All,
    /// The transposition table, but only for what has exactly the wanted depth.
    ExactDepth,
    /// None: every move to the full depth.
    None,
}

impl Shortcuts {
    /// How many captures in a row a quiescence search follows.
    pub(super) const fn captures_followed(self, tunables: &Tunables) -> i32 {
        match self {
            Shortcuts::All => tunables.captures_followed,
            Shortcuts::ExactDepth | Shortcuts::None => 2,
        }
    }

    /// How many threats in a line are answered beyond the depth.
    pub(super) const fn threats_answered(self, tunables: &Tunables) -> i32 {
        match self {
            Shortcuts::All => tunables.threats_answered,
            // Without bounds to cut them off more would never end.
            Shortcuts::ExactDepth | Shortcuts::None => 1,
        }
    }
}

/// What all threads of a search share. Nothing in it is changed but the transposition table, which any thread may write, and the switch
/// and the sum beside it.
#[derive(Debug)]
pub(super) struct Shared<'e, B: Bits> {
    pub(super) rules: &'e Rules<B>,
    pub(super) transpositions: &'e TranspositionTable,
    pub(super) shortcuts: Shortcuts,
    pub(super) tunables: Tunables,
    pub(super) noise: Noise,
    pub(super) errors: Errors,
    /// The most positions a thread looks at.
    pub(super) most_nodes: Option<u64>,
    pub(super) watch: Watch<'e>,
    /// Ends all threads: the first one has finished.
    pub(super) halt: &'e AtomicBool,
    /// What the other threads have looked at, as far as they have told.
    pub(super) nodes_beside: &'e AtomicU64,
}

/// What a thread of a search owns. It is kept from one search to the next so that nothing is allocated while searching.
#[derive(Clone, Debug)]
pub(super) struct Worker<E> {
    pub(super) evaluation: E,
    pub(super) history: History,
    pub(super) corrections: Corrections,
    /// The moves of all positions on the way to the present one, one after the other.
    pub(super) moves: Vec<RankedMove>,
    /// The keys of all positions before the present one since the last capture before the search.
    pub(super) keys: Vec<u64>,
    /// What is kept of each position on the way to the present one.
    pub(super) plies: Vec<Ply>,
    /// The principal variation from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    /// The first moves, the best first.
    pub(super) root_moves: Vec<RootMove>,
    pub(super) nodes: u64,
    /// It is not the thread that decides.
    pub(super) is_beside: bool,
    pub(super) is_stopped: bool,
}

/// What is kept of a position on the way to the present one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// What it was judged to be worth to its side to move before any correction, if it was judged.
    pub(super) judged_as_it_stands: Option<i32>,
    /// The same, corrected.
    pub(super) judged: Option<i32>,
    /// Where the piece went that moved; nothing for a null move.
    pub(super) moved: Option<(Side, Cell)>,
    /// A move that is left out: the search is about all others.
    pub(super) excluded: Option<Move>,
}

impl<E> Worker<E> {
    pub(super) fn new(evaluation: E, size: u8) -> Worker<E> {
        Worker {
            evaluation,
            history: History::new(size),
            corrections: Corrections::new(),
            moves: Vec::with_capacity(1 << 13),
            keys: Vec::with_capacity(1 << 10),
            plies: vec![Ply::default(); MOST_PLIES + 2],
            lines: (0..MOST_PLIES + 2).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect(),
            root_moves: Vec::new(),
            nodes: 0,
            is_beside: false,
            is_stopped: false,
        }
    }
}

/// One thread's part of a search.
pub(super) struct Search<'s, B: Bits, E> {
    pub(super) shared: &'s Shared<'s, B>,
    pub(super) worker: &'s mut Worker<E>,
}

/// Where in the tree a position stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Moves since the root.
    pub(super) ply: usize,
    /// Moves since the last capture, those of the game before the search included.
    pub(super) quiet: usize,
    /// Moves ahead that are left to look at.
    pub(super) depth: i32,
    /// How many threats on the way were answered beyond the depth.
    pub(super) threats: i32,
    /// An ordinary move is expected to be too good for the opponent to allow the position.
    pub(super) is_cut: bool,
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
        worker.history.begin();
        worker.moves.clear();
        worker.keys.clear();
        worker.keys.extend(past);
        worker.plies.fill(Ply::default());
        worker.nodes = 0;
        worker.is_stopped = false;
        root_moves(shared, state, &mut worker.root_moves);
        Search { shared, worker }
    }

    /// What a position is worth as it stands.
    #[inline]
    pub(super) fn evaluate(&mut self, state: &State<B>, info: &PositionInfo) -> Value {
        let value = self.worker.evaluation.evaluate(self.shared.rules, state, info);
        self.shared.noise.on(value, state.key()).for_side_to_move(state.side()).uncertain()
    }

    /// What a position that was judged as it stands is worth by what searches have found where men stand alike. Who errs on purpose goes
    /// on erring.
    #[inline]
    pub(super) fn corrected(&self, state: &State<B>, judged: i32) -> Value {
        if self.shared.shortcuts != Shortcuts::All || !self.shared.noise.is_none() {
            return Value::points(judged);
        }
        Value::points(judged + self.worker.corrections.of(state) * self.shared.tunables.correction_share / 64)
            .uncertain()
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
            worker.is_stopped |= shared.halt.load(Ordering::Relaxed) || shared.watch.is_over();
            if worker.is_beside {
                shared.nodes_beside.fetch_add(NODES_BETWEEN_LOOKS, Ordering::Relaxed);
            }
        }
        !worker.is_stopped
    }

    /// What all threads have looked at.
    pub(super) fn all_nodes(&self) -> u64 {
        self.worker.nodes + self.shared.nodes_beside.load(Ordering::Relaxed)
    }

    /// T12: what it is worth to the side to move that a position has come again. `quiet` is the number of moves since the last
    /// capture.
    fn repetition(&self, state: &State<B>, ply: usize, quiet: usize) -> Option<Value> {
        let key = state.key();
        let keys = &self.worker.keys;
        let (mut seen, mut seen_ahead) = (0, 0);
        // The same position with the same side to move is at least four moves back.
        for back in (4..=quiet.min(keys.len())).step_by(2) {
            if keys[keys.len() - back] == key {
                seen += 1;
                seen_ahead += usize::from(back <= ply);
            }
        }
        if seen == 0 {
            return None;
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

    /// The value of the position after a move, to the side that made it.
    #[inline]
    pub(super) fn look(&mut self, next: &Seen<'_, B>, node: Node, alpha: Value, beta: Value) -> Value {
        -self.value(next, node, -beta, -alpha)
    }

    /// The value of a position, `node.depth` moves ahead.
    pub(super) fn value(
        &mut self,
        seen: &Seen<'_, B>,
        node: Node,
        mut alpha: Value,
        mut beta: Value,
    ) -> Value {
        let Seen { state, ref info, is_critical } = *seen;
        let Node { ply, quiet, mut depth, mut threats, .. } = node;
        self.worker.lines[ply].clear();
        let rules = self.shared.rules;
        if let Some(Outcome { winner, .. }) = rules.decided(state) {
            return outcome_value(winner, state.side(), ply);
        }
        if let Some(value) = self.repetition(state, ply, quiet) {
            return value;
        }
        // Nothing here can be better than a win with the next move, or worse than a loss already there.
        alpha = alpha.max(Value::loses_in(ply as u32));
        beta = beta.min(Value::wins_in(ply as u32 + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.worker.plies[ply].excluded;
        let is_pv = beta > alpha.just_above();
        let known = match self.shared.shortcuts {
            Shortcuts::None => None,
            // At the end of a line a look at the board costs less than one into the table.
            _ if excluded.is_some() || depth <= 0 => None,
            _ => self.shared.transpositions.get(state.key(), ply as u32),
        };
        if let Some(known) = known
            && !is_pv
            && (known.depth == depth || known.depth > depth && self.shared.shortcuts == Shortcuts::All)
            && match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= beta,
                Bound::AtMost => known.value <= alpha,
            }
        {
            return known.value;
        }

        if let Some(mv) = info.winning_move(rules, state)
            && !(ply == 1 && self.shared.errors.is_blind(state.key()))
        {
            self.worker.lines[ply].push(mv);
            return Value::wins_in(ply as u32 + 1);
        }
        if depth <= 0
            && !(is_critical
                && threats < self.shared.shortcuts.threats_answered(&self.shared.tunables)
                && ply < MOST_PLIES)
        {
            let captures = self.shared.shortcuts.captures_followed(&self.shared.tunables);
            let judged = known.and_then(|known| known.judged);
            return self.quiescence(state, info, judged, ply, captures, alpha, beta);
        }
        if depth <= 0 {
            depth = 1;
            threats += 1;
        }
        if ply >= MOST_PLIES {
            return self.evaluate(state, info);
        }

        let takes_shortcuts = self.shared.shortcuts == Shortcuts::All;
        let judged_as_it_stands = if is_critical || !takes_shortcuts {
            None
        } else {
            let known = known.and_then(|known| known.judged);
            Some(known.unwrap_or_else(|| self.evaluate(state, info).0.0))
        };
        let judged = judged_as_it_stands.map(|judged| self.corrected(state, judged).0.0);
        self.worker.plies[ply].judged_as_it_stands = judged_as_it_stands;
        self.worker.plies[ply].judged = judged;
        let is_improving = ply >= 2
            && match (judged, self.worker.plies[ply - 2].judged) {
                (Some(now), Some(before)) => now > before,
                _ => true,
            };
        if let Some(judged) = judged
            && !is_pv
            && excluded.is_none()
            && !beta.is_certain()
            && let Some(value) = self.prune_node(seen, node, judged, is_improving, beta)
        {
            return value;
        }

        let known_move = known
            .and_then(|known| known.mv)
            .filter(|mv| Some(*mv) != excluded && is_legal(rules, state, *mv));
        // Without a move to begin with, a shallower search finds one for the next visit at less cost.
        if takes_shortcuts
            && known_move.is_none()
            && depth >= self.shared.tunables.internal_reduction_depth
            && excluded.is_none()
        {
            depth -= 1;
        }
        let extension = match (known, known_move) {
            (Some(known), Some(mv)) if takes_shortcuts && excluded.is_none() => {
                let node = Node { depth, ..node };
                match self.singular_extension(seen, node, known, mv, beta) {
                    Singular::Extend(plies) => plies,
                    Singular::Cut(value) => return value,
                }
            }
            _ => 0,
        };

        let start = self.worker.moves.len();
        self.worker.keys.push(state.key());
        let node = Node { depth, threats, ..node };
        let value = self.best_of_moves(seen, node, judged, is_improving, known_move, extension, alpha, beta);
        self.worker.keys.pop();
        self.worker.moves.truncate(start);
        value
    }

    /// Looks at the moves of a position, the most promising first.
    #[expect(clippy::too_many_arguments, reason = "the second half of `value`, with all it knows")]
    fn best_of_moves(
        &mut self,
        seen: &Seen<'_, B>,
        node: Node,
        judged: Option<i32>,
        is_improving: bool,
        known_move: Option<Move>,
        extension: i32,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let Seen { state, ref info, .. } = *seen;
        let Node { ply, quiet, depth, threats, is_cut } = node;
        let rules = self.shared.rules;
        let side = state.side();
        let takes_shortcuts = self.shared.shortcuts == Shortcuts::All;
        let is_pv = beta > alpha.just_above();
        let excluded = self.worker.plies[ply].excluded;
        let previous: Previous = [ply.checked_sub(1), ply.checked_sub(2)]
            .map(|before| before.and_then(|before| self.worker.plies[before].moved));
        let only_answers = info.must_be_answered(side) && rules.ruleset().bases != Bases::ClosedWhileHeld;
        let start = self.worker.moves.len();
        let killers = self.worker.history.killers(ply);
        let mut picker = MovePicker::new(rules, state, known_move, killers, previous, only_answers, start);
        let alpha_before = alpha;
        let (mut best, mut best_move, mut best_is_quiet) = (Value::WORST, None, true);
        let mut number = 0;
        let mut quiets_tried = 0;
        let mut overlooked = 0;
        let mut tried = Tried::default();
        let tunables = &self.shared.tunables;
        // Late move pruning, and futility: quiet moves cannot make up for what is missing.
        let most_quiets = tunables.quiets_tried(depth, is_improving);
        let is_futile = |alpha: Value| {
            depth <= tunables.futility_depth
                && judged.is_some_and(|judged| {
                    judged + tunables.futility_margin + tunables.futility_slope * depth <= alpha.0.0
                })
        };
        loop {
            if takes_shortcuts
                && !is_pv
                && judged.is_some()
                && number > 0
                && !best.is_certain()
                && (quiets_tried >= most_quiets || is_futile(alpha))
            {
                picker.skip_quiets(state, info, &mut self.worker.moves);
            }
            let Some(ranked) = picker.next(rules, state, info, &self.worker.history, &mut self.worker.moves)
            else {
                break;
            };
            if Some(ranked.mv) == excluded {
                continue;
            }
            if ply == 1 && self.shared.errors.overlooks(state.key(), ranked.mv) {
                overlooked += 1;
                continue;
            }
            let mut next = *state;
            let made = rules.make(&mut next, ranked.mv);
            if depth > 1 {
                self.shared.transpositions.prefetch(next.key());
            }
            let next = Seen::new(rules, &next);
            let threatens = next.is_critical;
            if ranked.kind == MoveKind::Threat && !threatens {
                continue;
            }
            if !self.count_node() {
                return best;
            }
            self.worker.evaluation.made(next.state, &made);
            self.worker.plies[ply].moved = Some((side, ranked.mv.to));
            let is_quiet = made.captured.is_empty();
            let extension = if known_move == Some(ranked.mv) { extension } else { 0 };
            let below = Node {
                ply: ply + 1,
                quiet: if is_quiet { quiet + 1 } else { 0 },
                depth: depth - 1 + extension,
                threats,
                is_cut: !is_cut,
            };
            let just_above = alpha.just_above();
            let value = if number == 0 {
                self.look(&next, Node { is_cut: !is_pv && !is_cut, ..below }, alpha, beta)
            } else {
                // The first move is expected to be the best: for others it is enough to see that they are not better.
                let mut reduction = 0;
                if takes_shortcuts && depth >= 2 && is_quiet && number >= 2 {
                    reduction = self.shared.tunables.reduction(depth, number) - i32::from(is_pv)
                        + i32::from(is_cut)
                        - i32::from(is_improving)
                        - i32::from(judged.is_none())
                        - i32::from(threatens)
                        - ranked.points().clamp(
                            -2 * self.shared.tunables.reduction_history,
                            2 * self.shared.tunables.reduction_history,
                        ) / self.shared.tunables.reduction_history;
                    reduction = reduction.clamp(0, depth - 1);
                }
                let reduced = Node { depth: below.depth - reduction, is_cut: true, ..below };
                let mut value = self.look(&next, reduced, alpha, just_above);
                if value > alpha && reduction > 0 && !self.worker.is_stopped {
                    value = self.look(&next, below, alpha, just_above);
                }
                if value > alpha && value < beta && !self.worker.is_stopped {
                    value = self.look(&next, Node { is_cut: false, ..below }, alpha, beta);
                }
                value
            };
            self.worker.evaluation.unmade(&made);
            if self.worker.is_stopped {
                return best;
            }
            number += 1;
            quiets_tried += i32::from(is_quiet);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(ranked.mv);
                    best_is_quiet = is_quiet;
                    self.extend_line(ply, ranked.mv);
                    alpha = value;
                    if alpha >= beta {
                        if is_quiet {
                            self.worker.history.reward(side, ply, previous, depth, ranked.mv, tried.moves());
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                tried.add(ranked.mv);
            }
        }
        if number == 0 {
            // Moves left out do not make a stalemate.
            return if excluded.is_some() {
                alpha
            } else if overlooked > 0 {
                // Nothing seems to come: it is as it stands.
                self.evaluate(state, info)
            } else if only_answers && rules.has_move(state) {
                // Whatever is played, the king escapes.
                Value::loses_in(ply as u32 + 2)
            } else {
                let winner = match rules.ruleset().stalemate {
                    Stalemate::Loses => Some(side.other()),
                    Stalemate::Draw => None,
                };
                outcome_value(winner, side, ply)
            };
        }
        if takes_shortcuts_or_table(self.shared.shortcuts) && excluded.is_none() {
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
                Known {
                    mv: best_move,
                    value: best,
                    depth,
                    bound,
                    judged: self.worker.plies[ply].judged_as_it_stands,
                },
            );
            // What captures bring is no error of a glance, and a bound tells only on one side.
            if let Some(judged) = judged
                && !best.is_certain()
                && best_is_quiet
                && match bound {
                    Bound::Exact => true,
                    Bound::AtLeast => best.0.0 > judged,
                    Bound::AtMost => best.0.0 < judged,
                }
            {
                self.worker.corrections.learn(state, depth, best.0.0 - judged);
            }
        }
        best
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

const fn takes_shortcuts_or_table(shortcuts: Shortcuts) -> bool {
    !matches!(shortcuts, Shortcuts::None)
}

/// What an outcome is worth to the side to move, `ply` moves into the search.
pub(super) fn outcome_value(winner: Option<Side>, to_move: Side, ply: usize) -> Value {
    match winner {
        None => Value::DRAW,
        Some(side) if side == to_move => Value::wins_in(ply as u32),
        Some(_) => Value::loses_in(ply as u32),
    }
}
