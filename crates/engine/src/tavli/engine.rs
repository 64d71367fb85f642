//! Choosing a turn.

use tablen_rules::tavli::{Position, Results, Roll, Side, Turn};

use super::best::{Best, Candidate};
use super::budget::Budget;
use super::evaluation::Evaluation;
use super::lookahead::{self, Lookahead};
use super::random::Random;
use super::sight::Sight;
use super::value::{MoverValue, WhiteValue};
use crate::{Limits, Stop};

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
    pub mover: Side,
    /// What it is worth to the mover.
    pub value: MoverValue,
    /// The best turns with their values, the best first: the first is `turn`.
    pub candidates: Vec<(Turn, MoverValue)>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Thought {
    /// What the position is worth to white.
    pub const fn white_value(&self) -> WhiteValue {
        self.value.for_white(self.mover)
    }
}

/// How far thinking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many turns ahead it looks: 1 for the results of the throw, 2 for the enemy's answers to them.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
    /// What the best turn so far is worth to the mover.
    pub value: MoverValue,
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
    results: Results,
    replies: Results,
    best: Best,
    values: Vec<MoverValue>,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with empty buffers; they grow with use and are used again.
    pub fn new() -> Engine {
        Engine {
            results: Results::new(),
            replies: Results::new(),
            best: Best::new(KEPT),
            values: Vec::with_capacity(KEPT),
        }
    }

    /// The best turn with a throw; nothing if the game is over. Even when stopped at once it answers, with the best of the
    /// few results it has seen.
    pub fn think(
        &mut self,
        position: &Position,
        roll: Roll,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Thought> {
        let mut budget = Budget::new(limits, stop);
        self.choose(position, roll, &Sight::CLEAR, Random::new(0), &mut budget, report)
    }

    /// The best turn as somebody sees it.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        roll: Roll,
        sight: &Sight,
        mut random: Random,
        budget: &mut Budget<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Thought> {
        position.results_into(roll, &mut self.results);
        self.best.clear();
        self.glance(position, sight, &mut random, budget);
        let first = self.best.list().first()?;
        report(&Report { depth: 1, nodes: budget.nodes(), value: first.value });
        if let Some(lookahead) = &sight.lookahead
            && first.value != MoverValue::WON
            && budget.allows_depth(2)
        {
            self.look_ahead(lookahead, budget, report);
        }
        self.thought(position, roll, budget.nodes())
    }

    /// Values every result, or as many as may be looked at, evenly spread.
    fn glance(&mut self, position: &Position, sight: &Sight, random: &mut Random, budget: &mut Budget<'_>) {
        let mut evaluation = Evaluation::new(position.ruleset(), position.side(), position.packed());
        let most = usize::try_from(budget.left()).unwrap_or(usize::MAX).max(1);
        let stride = self.results.len().div_ceil(most).max(1);
        for (index, men) in self.results.packed().enumerate().step_by(stride) {
            let value = sight.blurred(evaluation.value(&men), random);
            self.best.offer(Candidate { index, value });
            budget.spend();
            if budget.is_spent() {
                break;
            }
        }
    }

    /// Values the best few again by the enemy's answers, as many as there is time for.
    fn look_ahead(
        &mut self,
        lookahead: &Lookahead,
        budget: &mut Budget<'_>,
        report: &mut dyn FnMut(&Report),
    ) {
        let Engine { results, replies, best, values } = self;
        let list = best.list();
        let Some(enough) = list.first().map(|first| first.value.0 - lookahead.margin) else { return };
        let promising =
            list.iter().filter(|candidate| candidate.value.0 >= enough).take(lookahead.candidates);
        if promising.clone().count() < 2 {
            return;
        }
        values.clear();
        for candidate in promising {
            let Some(after) = results.position(candidate.index) else { break };
            let Some(value) = lookahead::value(&after, lookahead, replies, budget) else { break };
            values.push(value);
            let value = values.iter().copied().max().unwrap_or(value);
            report(&Report { depth: 2, nodes: budget.nodes(), value });
        }
        // One value alone decides nothing.
        if values.len() > 1 {
            best.revalue(values);
        }
    }

    fn thought(&self, position: &Position, roll: Roll, nodes: u64) -> Option<Thought> {
        let mut candidates = Vec::with_capacity(NAMED);
        for candidate in self.best.list().iter().take(NAMED) {
            let after = self.results.position(candidate.index)?;
            candidates.push((position.turn_to(roll, &after)?, candidate.value));
        }
        let (turn, value): (Turn, MoverValue) = candidates.first().cloned()?;
        Some(Thought { turn, mover: position.side(), value, candidates, nodes })
    }
}
