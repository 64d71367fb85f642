//! Thinking: iterative deepening, one search after the other, each a move deeper.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Move, Rules, Status};

use super::classic::Classic;
use super::evaluation::Evaluation;
use super::noise::Noise;
use super::position_info::PositionInfo;
use super::search::{MOST_MOVES_AHEAD, Search, Shared, Shortcuts, Worker};
use super::transposition::TranspositionTable;
use super::value::{Prospect, Value};
use crate::limits::Watch;
use crate::{Limits, Signals};

/// A player that thinks about positions of one ruleset, by the evaluation it is given.
///
/// For the same game and limit of nodes it always answers the same: nothing is carried over from one thought to the next.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, tafl::{Engine, Prospect}};
/// use tablen_rules::tafl::{Game, Narrow, Position, Preset, Rules};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let raichi = Position::new(&rules, &"/9/9/9/4t4/t3K4/9/4t4/9/9/ defenders".parse()?)?;
/// let mut engine = Engine::new(rules, 1 << 12);
/// let thought = engine.think(&Game::from_position(raichi), &Limits::depth(3), &Stop::new(), &mut |_| {});
/// let thought = thought.expect("the game is not over");
/// assert_eq!(thought.mv.to_string(), "E5-I5");
/// assert_eq!(thought.value.prospect(), Prospect::WinsIn(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine<B: Bits, E = Classic> {
    pub(super) rules: Arc<Rules<B>>,
    transpositions: TranspositionTable,
    pub(super) worker: Worker<E>,
    pub(super) shortcuts: Shortcuts,
}

/// What came of thinking, or has come of it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play.
    pub mv: Move,
    /// What the position is worth to the side to move, if it plays this move.
    pub value: Value,
    /// The principal variation: what is expected to be played, this move first.
    pub line: Vec<Move>,
    /// How many moves ahead everything has been looked at.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
}

impl<B: Bits> Engine<B> {
    /// An engine with the usual evaluation, whose transposition table has room for at most so many positions, sixteen bytes each.
    pub fn new(rules: Arc<Rules<B>>, table_entries: usize) -> Engine<B> {
        let evaluation = Classic::new(&rules);
        Engine::with_evaluation(rules, table_entries, evaluation)
    }
}

impl<B: Bits, E: Evaluation<B>> Engine<B, E> {
    /// An engine with an evaluation of one's own.
    pub fn with_evaluation(rules: Arc<Rules<B>>, table_entries: usize, evaluation: E) -> Engine<B, E> {
        Engine {
            transpositions: TranspositionTable::new(table_entries),
            worker: Worker::new(evaluation, rules.size()),
            shortcuts: Shortcuts::All,
            rules,
        }
    }

    /// The rules it knows.
    pub fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// Thinks about a game of its rules until a limit is reached, it is stopped or the outcome is certain. `progress` is told the
    /// thought of every finished depth. There is an answer, if only the first that comes to mind, unless the game is over.
    pub fn think<'c>(
        &mut self,
        game: &Game<B>,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        self.think_with(Noise::default(), game, limits, signals.into(), progress)
    }

    /// Thinks with errors of judgement.
    pub(super) fn think_with(
        &mut self,
        noise: Noise,
        game: &Game<B>,
        limits: &Limits,
        signals: Signals<'_>,
        progress: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let Status::ToMove(_) = game.status() else { return None };
        let state = *game.position().state();
        let first = self.rules.nth_move(&state, 0)?;
        let mut thought = Thought { mv: first, value: Value::DRAW, line: vec![first], depth: 0, nodes: 0 };
        self.transpositions.begin();
        let shared = Shared {
            rules: &self.rules,
            transpositions: &self.transpositions,
            shortcuts: self.shortcuts,
            noise,
            most_nodes: limits.nodes,
            watch: Watch::new(limits, signals),
        };
        let mut search = Search::new(&shared, &mut self.worker, &state, game.keys_since_capture());
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MOST_MOVES_AHEAD as u32);
        for depth in 1..=deepest {
            let (value, line) = search.root(&state, depth);
            let line = line.to_vec();
            thought.nodes = search.worker.nodes;
            let is_stopped = search.worker.is_stopped;
            // The move that was best before is looked at first, so what has been found since is at least as good.
            if let Some((mv, best)) = search.worker.best {
                thought.mv = mv;
                thought.value = if is_stopped { best } else { value };
                thought.line = if line.first() == Some(&mv) { line } else { vec![mv] };
            }
            if is_stopped {
                break;
            }
            thought.depth = depth;
            progress(&thought);
            let is_settled = match thought.value.prospect() {
                Prospect::Points(_) => false,
                Prospect::WinsIn(moves) | Prospect::LosesIn(moves) => moves <= depth,
            };
            if is_settled {
                break;
            }
        }
        Some(thought)
    }

    /// The move after which the position looks best at a glance: no threat is noticed, and a win only with `sees_wins`.
    pub(super) fn glance(&mut self, noise: Noise, game: &Game<B>, sees_wins: bool) -> Option<Thought> {
        let Status::ToMove(_) = game.status() else { return None };
        let state = *game.position().state();
        let (rules, evaluation) = (&self.rules, &mut self.worker.evaluation);
        evaluation.begin(rules, &state);
        let mut best: Option<Thought> = None;
        let mut nodes = 0;
        rules.visit_moves(&state, |mv| {
            let mut next = state;
            let made = rules.make(&mut next, mv);
            let wins = || rules.decided(&next).is_some_and(|end| end.winner == Some(state.side()));
            let value = if sees_wins && wins() {
                Value::wins_in(1)
            } else {
                evaluation.made(&next, &made);
                let points = evaluation.evaluate(rules, &next, &PositionInfo::new(rules, &next));
                evaluation.unmade(&made);
                -noise.on(points, next.key()).uncertain().for_side_to_move(next.side())
            };
            nodes += 1;
            if best.as_ref().is_none_or(|best| value > best.value) {
                best = Some(Thought { mv, value, line: vec![mv], depth: 0, nodes: 0 });
            }
        });
        best.map(|best| Thought { nodes, ..best })
    }
}
