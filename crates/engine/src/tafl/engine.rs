//! Thinking: iterative deepening, one search after the other, each a move deeper, on one thread or several.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tablen_rules::tafl::{Bits, Game, Move, Rules, Status};

use super::classic::Classic;
use super::deepening::Deepening;
use super::evaluation::Evaluation;
use super::lapses::Errors;
use super::noise::Noise;
use super::root::RootMove;
use super::search::{MOST_PLIES, Search, Shared, Shortcuts, Worker};
use super::transposition::TranspositionTable;
use super::tunables::Tunables;
use super::value::{Scale, Value};
use crate::limits::Watch;
use crate::{ForLight, Limits, Signals};

/// A player that thinks about positions of one ruleset, by the evaluation it is given.
///
/// What it has found out about positions is kept for the next thought of the same game. A new engine, or one told to
/// [`forget`](Engine::forget), always answers the same to the same game and limit of nodes, on one thread.
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
    /// One for each thread, the one that decides first.
    pub(super) workers: Vec<Worker<E>>,
    pub(super) shortcuts: Shortcuts,
    tunables: Tunables,
}

/// What came of thinking, or has come of it so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play.
    pub mv: Move,
    /// What the position is worth to the side to move, if it plays this move.
    pub value: Value,
    /// What the points of that value mean to the same side.
    pub scale: Scale,
    /// The principal variation: what is expected to be played, this move first.
    pub line: Vec<Move>,
    /// How many moves ahead everything has been looked at.
    pub depth: u32,
    /// How many positions have been looked at, by all threads together.
    pub nodes: u64,
}

impl Thought {
    pub(super) fn of(root: &RootMove, scale: Scale, depth: i32, nodes: u64) -> Thought {
        Thought { mv: root.mv, value: root.value, scale, line: root.line.clone(), depth: depth as u32, nodes }
    }

    /// How likely the side to move wins with it, from 0 to 1, a draw counting half.
    pub fn chance(&self) -> f64 {
        self.scale.chance(self.value)
    }
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
            workers: vec![Worker::new(evaluation, rules.size())],
            shortcuts: Shortcuts::All,
            tunables: Tunables::USUAL,
            rules,
        }
    }

    /// The rules it knows.
    pub fn rules(&self) -> &Arc<Rules<B>> {
        &self.rules
    }

    /// What the points of its evaluation mean.
    pub fn scale(&self) -> ForLight<Scale> {
        self.workers[0].evaluation.scale()
    }

    /// Searches by other numbers than the usual ones.
    pub fn set_tunables(&mut self, tunables: Tunables) {
        self.tunables = tunables;
    }

    /// How many threads think, at least one. With more than one, answers are no longer always the same.
    pub fn set_threads(&mut self, threads: usize) {
        let worker = self.workers[0].clone();
        self.workers.resize(threads.max(1), Worker { is_beside: true, ..worker });
    }

    /// Room for at most so many positions in the transposition table, sixteen bytes each. What is known is forgotten.
    pub fn set_table_entries(&mut self, entries: usize) {
        self.transpositions = TranspositionTable::new(entries);
    }

    /// Gives its transposition table away; the least possible takes its place.
    pub fn take_table(&mut self) -> TranspositionTable {
        mem::replace(&mut self.transpositions, TranspositionTable::new(0))
    }

    /// Takes over a transposition table. What is in it may be about other rules: it is forgotten.
    pub fn set_table(&mut self, mut table: TranspositionTable) {
        table.begin_anew();
        self.transpositions = table;
    }

    /// How many of a thousand places of the transposition table the last thought has filled.
    pub fn permille_used(&self) -> u32 {
        self.transpositions.permille_used()
    }

    /// Forgets what was found out: the next thought is about another game, or should not depend on earlier ones.
    pub fn forget(&mut self) {
        self.transpositions.forget();
        for worker in &mut self.workers {
            worker.history.forget();
            worker.corrections.forget();
        }
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
        self.think_with(Noise::default(), Errors::default(), game, limits, signals.into(), progress)
    }

    /// As [`Engine::think`], for the best `lines` first moves, the best first.
    pub fn analyse<'c>(
        &mut self,
        game: &Game<B>,
        limits: &Limits,
        lines: usize,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        self.lines_with(Noise::default(), Errors::default(), game, limits, lines, signals.into(), progress)
    }

    /// Thinks with errors of judgement.
    pub(super) fn think_with(
        &mut self,
        noise: Noise,
        errors: Errors,
        game: &Game<B>,
        limits: &Limits,
        signals: Signals<'_>,
        progress: &mut dyn FnMut(&Thought),
    ) -> Option<Thought> {
        let mut tell = |thoughts: &[Thought]| thoughts.first().into_iter().for_each(&mut *progress);
        self.lines_with(noise, errors, game, limits, 1, signals, &mut tell).into_iter().next()
    }

    #[expect(clippy::too_many_arguments, reason = "the question, and how it is answered")]
    fn lines_with(
        &mut self,
        noise: Noise,
        errors: Errors,
        game: &Game<B>,
        limits: &Limits,
        lines: usize,
        signals: Signals<'_>,
        progress: &mut dyn FnMut(&[Thought]),
    ) -> Vec<Thought> {
        let Status::ToMove(_) = game.status() else { return Vec::new() };
        let state = *game.position().state();
        self.transpositions.begin();
        let (halt, nodes_beside) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            rules: &self.rules,
            transpositions: &self.transpositions,
            shortcuts: self.shortcuts,
            tunables: self.tunables,
            noise,
            errors,
            most_nodes: limits.nodes,
            watch: Watch::new(limits, signals),
            halt: &halt,
            nodes_beside: &nodes_beside,
        };
        let Some((first, others)) = self.workers.split_first_mut() else { return Vec::new() };
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MOST_PLIES as u32) as i32;
        let deepening = Deepening { shared: &shared, state: &state, lines: lines.max(1), deepest };
        if others.is_empty() {
            let search = Search::new(&shared, first, &state, game.keys_since_capture());
            return deepening.run(search, progress);
        }
        // Each thread deepens for itself; what one finds the others read in the transposition table.
        std::thread::scope(|scope| {
            for (number, worker) in others.iter_mut().enumerate() {
                let shared = &shared;
                let state = &state;
                scope.spawn(move || {
                    let search = Search::new(shared, worker, state, game.keys_since_capture());
                    // Not all at the same depth at the same time.
                    Deepening { shared, state, lines: 1, deepest: MOST_PLIES as i32 }
                        .run_beside(search, 1 + number as i32 % 2);
                });
            }
            let search = Search::new(&shared, first, &state, game.keys_since_capture());
            let thoughts = deepening.run(search, progress);
            halt.store(true, Ordering::Relaxed);
            thoughts
        })
    }
}
