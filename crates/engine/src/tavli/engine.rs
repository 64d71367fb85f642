//! Choosing a turn.

use tablen_rules::tavli::{Position, Results, Roll, Side, Turn};

use super::budget::Budget;
use super::candidates::{Candidate, Candidates};
use super::evaluator::Batch;
use super::levels::Settings;
use super::lookahead::{self, Lookahead};
use super::random::Random;
use super::value::{LogOdds, Value};
use crate::{ForLight, Limits, Signals};

/// How many results are kept to look ahead from. A [`Lookahead`] that wants more gets these.
const KEPT: usize = 24;
/// How many candidates a thought names.
const NAMED: usize = 5;

/// A turn chosen, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// What to play.
    pub turn: Turn,
    /// Whose turn it is.
    pub side: Side,
    /// What the position is worth to that side, if it plays this turn.
    pub value: Value,
    /// The best turns with their values, the best first: the first is `turn`.
    pub candidates: Vec<(Turn, Value)>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Thought {
    /// What the position is worth to white.
    pub fn for_white(&self) -> ForLight<LogOdds> {
        self.value.for_light(self.side)
    }
}

/// How far thinking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many turns ahead it looks: 1 for the results of the throw, 2 for the enemy's answers to them.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// What the best turn so far is worth to the side whose turn it is.
    pub value: Value,
}

/// Chooses turns as well as it can.
///
/// ```
/// use tablen_engine::tavli::Engine;
/// use tablen_engine::{Limits, Stop};
/// use tablen_rules::tavli::Position;
///
/// let mut engine = Engine::new();
/// let zeno = Position::zeno();
/// let thought = engine.think(&zeno, "256".parse()?, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
/// // Zeno had no choice.
/// assert_eq!(thought.turn.to_string(), "256: 20-22 19-24 10-16");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    settings: Settings,
    buffers: Buffers,
}

/// What a thread owns while it thinks: buffers that grow with use and are used again.
#[derive(Clone, Debug)]
struct Buffers {
    results: Results,
    replies: Results,
    batch: Batch,
    candidates: Candidates,
    values: Vec<Value>,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine as strong as it gets.
    pub fn new() -> Engine {
        Engine::with_settings(Settings::full())
    }

    /// An engine with settings of one's own. How many nodes it looks at is said when it thinks.
    pub fn with_settings(settings: Settings) -> Engine {
        let buffers = Buffers {
            results: Results::new(),
            replies: Results::new(),
            batch: Batch::default(),
            candidates: Candidates::new(KEPT),
            values: Vec::with_capacity(KEPT),
        };
        Engine { settings, buffers }
    }

    /// The best turn with a throw; nothing if the game is over. Even when stopped at once it answers, with the best of the
    /// few results it has seen. `progress` is told how far it is.
    pub fn think<'c>(
        &mut self,
        position: &Position,
        roll: Roll,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Option<Thought> {
        let mut budget = Budget::new(limits, signals.into());
        self.choose(position, roll, Random::new(0), &mut budget, progress)
    }

    /// The best turn, with the errors of judgement that the settings ask for.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        roll: Roll,
        mut random: Random,
        budget: &mut Budget<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Option<Thought> {
        position.results_into(roll, &mut self.buffers.results);
        self.buffers.candidates.clear();
        self.glance(position, &mut random, budget);
        let first = self.buffers.candidates.list().first()?;
        progress(&Progress { depth: 1, nodes: budget.nodes(), value: first.value });
        if let Some(lookahead) = self.settings.lookahead
            && first.value != Value::WON
            && budget.allows_depth(2)
        {
            self.look_ahead(&lookahead, budget, progress);
        }
        self.thought(position, roll, budget.nodes())
    }

    /// Values every result, or as many as may be looked at, evenly spread.
    fn glance(&mut self, position: &Position, random: &mut Random, budget: &mut Budget<'_>) {
        let Engine { settings, buffers: Buffers { results, batch, candidates, .. } } = self;
        let most = usize::try_from(budget.left()).unwrap_or(usize::MAX).max(1);
        let stride = results.len().div_ceil(most).max(1);
        let mut indexes = (0..results.len()).step_by(stride);
        let mut left = results.packed().step_by(stride);
        let (ruleset, side) = (position.ruleset(), position.side());
        loop {
            let most = budget.left().max(1);
            let values = batch.evaluate(&*settings.evaluator, &ruleset, side, &mut left, most);
            if values.is_empty() {
                return;
            }
            for (value, index) in values.iter().zip(&mut indexes) {
                candidates.offer(Candidate { index, value: settings.misjudged(*value, random) });
                budget.spend();
                if budget.is_spent() {
                    return;
                }
            }
        }
    }

    /// Values the best few again by the enemy's answers, as many as there is time for.
    fn look_ahead(
        &mut self,
        lookahead: &Lookahead,
        budget: &mut Budget<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) {
        let Engine { settings, buffers: Buffers { results, replies, batch, candidates, values } } = self;
        let list = candidates.list();
        let Some(enough) = list.first().map(|first| first.value.0.0 - lookahead.margin) else { return };
        let promising =
            list.iter().filter(|candidate| candidate.value.0.0 >= enough).take(lookahead.candidates);
        if promising.clone().count() < 2 {
            return;
        }
        values.clear();
        for candidate in promising {
            let Some(after) = results.position(candidate.index) else { break };
            let evaluator = &*settings.evaluator;
            let value = lookahead::value(&after, evaluator, lookahead, replies, batch, budget);
            let Some(value) = value else { break };
            values.push(value);
            let value = values.iter().copied().max().unwrap_or(value);
            progress(&Progress { depth: 2, nodes: budget.nodes(), value });
        }
        // One value alone decides nothing.
        if values.len() > 1 {
            candidates.revalue(values);
        }
    }

    fn thought(&self, position: &Position, roll: Roll, nodes: u64) -> Option<Thought> {
        let mut candidates = Vec::with_capacity(NAMED);
        for candidate in self.buffers.candidates.list().iter().take(NAMED) {
            let after = self.buffers.results.position(candidate.index)?;
            candidates.push((position.turn_to(roll, &after)?, candidate.value));
        }
        let (turn, value): (Turn, Value) = candidates.first().cloned()?;
        Some(Thought { turn, side: position.side(), value, candidates, nodes })
    }
}
