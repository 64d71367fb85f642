//! Thinking: one search after the other, each a move deeper.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Move, Rules, Side, State, Status};

use super::evaluate::{Evaluator, Noise};
use super::search::{MOST_MOVES_AHEAD, Means, Search, Store};
use super::value::{ForMover, Prospect};
use crate::{Limits, Stop};

/// A player that thinks about positions of one ruleset.
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
pub struct Engine<B: Bits> {
    pub(super) evaluator: Evaluator<B>,
    store: Store,
    pub(super) means: Means,
}

/// What came of thinking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move to play.
    pub mv: Move,
    /// What it is worth to the player who plays it.
    pub value: ForMover,
    /// What is expected to be played, this move first.
    pub line: Vec<Move>,
    /// How many moves ahead everything has been looked at.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
}

/// How far thinking has come: what would be answered now.
pub type Report = Thought;

impl<B: Bits> Engine<B> {
    /// An engine whose table has room for at most so many positions, sixteen bytes each or a little more.
    pub fn new(rules: Arc<Rules<B>>, table_entries: usize) -> Engine<B> {
        Engine {
            store: Store::new(table_entries, rules.size()),
            evaluator: Evaluator::new(rules),
            means: Means::Full,
        }
    }

    /// The rules it knows.
    pub fn rules(&self) -> &Arc<Rules<B>> {
        &self.evaluator.rules
    }

    /// Thinks about a game of its rules until a limit is reached, it is stopped or the outcome is certain. `report` hears of
    /// every finished depth. There is an answer, if only the first that comes to mind, unless the game is over.
    pub fn think(
        &mut self,
        game: &Game<B>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Thought> {
        self.think_with(Noise::default(), game, limits, stop, report)
    }

    /// Thinks with errors of judgement.
    pub(super) fn think_with(
        &mut self,
        noise: Noise,
        game: &Game<B>,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Thought> {
        let Status::ToMove(_) = game.status() else { return None };
        self.evaluator.noise = noise;
        let state = *game.position().state();
        let past = quiet_past(game);
        let first = self.evaluator.rules.nth_move(&state, 0)?;
        let mut thought = Thought { mv: first, value: ForMover::DRAW, line: vec![first], depth: 0, nodes: 0 };
        let mut search = Search::new(&self.evaluator, &mut self.store, &past, self.means, limits, stop);
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, MOST_MOVES_AHEAD as u32);
        for depth in 1..=deepest {
            let (value, line) = search.root(&state, depth);
            let line = line.to_vec();
            thought.nodes = search.nodes;
            // The move that was best before is looked at first, so whatever has been found since is at least as good.
            if let Some((mv, best)) = search.best {
                thought.mv = mv;
                thought.value = if search.is_stopped { best } else { value };
                thought.line = if line.first() == Some(&mv) { line } else { vec![mv] };
            }
            if search.is_stopped {
                break;
            }
            thought.depth = depth;
            report(&thought);
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
}

/// The keys of the positions since the last capture, the present one left out.
fn quiet_past<B: Bits>(game: &Game<B>) -> Vec<u64> {
    let mut earlier = game.clone();
    let men = |state: &State<B>| Side::ALL.map(|side| state.pieces_of(side).len());
    let now = men(game.position().state());
    let mut keys = Vec::new();
    while earlier.undo().is_some() && men(earlier.position().state()) == now {
        keys.push(earlier.position().key());
    }
    keys.reverse();
    keys
}
