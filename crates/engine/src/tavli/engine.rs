//! Choosing a turn.

use tablen_rules::tavli::{Play, Position, Results, Roll, Side, Status, Turn};

use super::budget::Budget;
use super::candidates::{Candidate, Candidates};
use super::ends::exact_chance;
use super::evaluator::Batch;
use super::levels::Settings;
use super::lookahead::{Lookahead, Looker, Turns, mean_chance};
use super::random::Random;
use super::value::{LogOdds, Value};
use crate::{ForLight, Limits, Signals};

/// How many results are kept to look ahead from. A [`Lookahead`] that wants more gets these.
const KEPT: usize = 24;
/// How many candidates a thought names.
const NAMED: usize = 5;

/// Of the results of a throw at most about so many are valued to tell what the throw is worth.
const REPLIES_OF_THROWS: usize = 4_000;

/// How many turns ahead are looked at, as it is told.
const fn depth_of(turns: Turns) -> u32 {
    match turns {
        Turns::One => 2,
        Turns::Two => 3,
    }
}

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

/// What the turns of a throw are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assessment {
    /// The best turns with their values, the best first.
    pub plays: Vec<(Turn, Value)>,
    /// What the turn that was played is worth, if one was named.
    pub played: Option<Value>,
    /// How many distinct results the throw has.
    pub choices: usize,
    /// How many turns ahead they were looked at, as in [`Progress::depth`].
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// How far thinking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many turns ahead it looks: 1 for the results of the throw, 2 for the enemy's answers to them, 3 for the own answers to those.
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
    looker: Looker,
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
            looker: Looker::default(),
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
        self.think_of_rest(&position.roll(roll).ok()?, limits, signals, progress)
    }

    /// The best turn among those that begin with the steps of a turn under way; otherwise as [`Engine::think`].
    ///
    /// ```
    /// use tablen_engine::tavli::Engine;
    /// use tablen_engine::{Limits, Stop};
    /// use tablen_rules::tavli::{Cell, Die, Place, Position};
    ///
    /// let mut play = Position::zeno().roll("256".parse()?)?;
    /// play.step(Place::Cell(Cell::new(10).unwrap()), Die::new(6).unwrap())?;
    /// let mut engine = Engine::new();
    /// let thought = engine.think_of_rest(&play, &Limits::default(), &Stop::new(), &mut |_| {}).unwrap();
    /// assert_eq!(thought.turn.to_string(), "256: 10-16 20-22 19-24");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think_of_rest<'c>(
        &mut self,
        play: &Play,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Option<Thought> {
        let mut budget = Budget::new(limits, signals.into());
        self.choose(play, Random::new(0), &mut budget, progress)
    }

    /// What the best `plays` turns with a throw are worth, and what a turn is worth that was played and led to the position `played`; nothing
    /// if the game is over. With no time to look ahead from all of them, they are valued at a glance.
    pub fn assess<'c>(
        &mut self,
        position: &Position,
        roll: Roll,
        played: Option<&Position>,
        plays: usize,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
    ) -> Option<Assessment> {
        position.results_into(roll, &mut self.buffers.results);
        let turn_to = |after: &Position| position.turn_to(roll, after);
        self.assess_results(position, &turn_to, played, plays, Budget::new(limits, signals.into()))
    }

    /// What the best `plays` turns are worth that begin with the steps of a turn under way, as in [`Engine::assess`].
    pub fn assess_rest<'c>(
        &mut self,
        play: &Play,
        plays: usize,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
    ) -> Option<Assessment> {
        play.results_into(&mut self.buffers.results);
        let turn_to = |after: &Position| play.turn_to(after);
        self.assess_results(play.position(), &turn_to, None, plays, Budget::new(limits, signals.into()))
    }

    /// What the best of the results that have been found are worth; `turn_to` names the turn to one of them.
    fn assess_results(
        &mut self,
        position: &Position,
        turn_to: &dyn Fn(&Position) -> Option<Turn>,
        played: Option<&Position>,
        plays: usize,
        mut budget: Budget<'_>,
    ) -> Option<Assessment> {
        let plays = plays.clamp(1, KEPT);
        self.buffers.candidates.clear();
        self.glance(position, &mut Random::new(0), &mut budget);
        let Engine { settings, buffers: Buffers { results, looker, candidates, batch, .. } } = self;
        let mut list: Vec<Candidate> = candidates.list().to_vec();
        let first = *list.first()?;
        let played = played.and_then(|played| results.packed().position(|men| men == *played.packed()));
        if let Some(index) = played.filter(|index| list.iter().all(|candidate| candidate.index != *index)) {
            let (ruleset, side) = (position.ruleset(), position.side());
            let mut alone = results.packed().skip(index).take(1);
            let (_, values) = batch.evaluate(&*settings.evaluator, &ruleset, side, &mut alone, 1);
            list.extend(values.iter().map(|value| Candidate { index, value: *value }));
        }
        let mut depth = 1;
        if let Some(lookahead) = settings.lookahead
            && first.value != Value::WON
            && list.len() > 1
            && budget.allows_depth(2)
        {
            let turns = if budget.allows_depth(3) { lookahead.turns } else { Turns::One };
            let enough = first.value.0.0 - lookahead.margin;
            let wanted = lookahead.candidates.max(plays);
            let mut promising: Vec<Candidate> = list
                .iter()
                .enumerate()
                .filter(|(number, candidate)| {
                    *number < wanted && (candidate.value.0.0 >= enough || *number < plays)
                        || Some(candidate.index) == played
                })
                .map(|(_, candidate)| *candidate)
                .collect();
            let lookahead = Lookahead { turns, ..lookahead };
            let looked = promising.iter_mut().try_for_each(|candidate| {
                let after = results.position(candidate.index)?;
                candidate.value = looker.value(&after, &*settings.evaluator, &lookahead, &mut budget)?;
                Some(())
            });
            if looked.is_some() {
                promising.sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
                list = promising;
                depth = depth_of(turns);
            }
        }
        let played = list.iter().find(|candidate| Some(candidate.index) == played);
        let played = played.map(|candidate| candidate.value);
        let mut named = Vec::with_capacity(plays);
        for candidate in list.iter().take(plays) {
            let after = results.position(candidate.index)?;
            named.push((turn_to(&after)?, candidate.value));
        }
        Some(Assessment { plays: named, played, choices: results.len(), depth, nodes: budget.nodes() })
    }

    /// What every throw is worth in a position to the side that throws, with the best turn at a glance. Nothing if the game is over or there
    /// was no time for all.
    pub fn throws<'c>(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: impl Into<Signals<'c>>,
    ) -> Option<Vec<(Roll, Value)>> {
        let mut budget = Budget::new(limits, signals.into());
        self.buffers.looker.throws(position, &*self.settings.evaluator, REPLIES_OF_THROWS, &mut budget)
    }

    /// The chance of winning of the side that throws next, looked at one turn ahead: every throw answered by the best turn at a glance, all
    /// throws weighed by how often they come. Ends that are known exactly are exact. Of a throw's results at most about `replies` are
    /// valued, as in [`Lookahead::replies`]. Nothing if the game is over or it is stopped.
    ///
    /// ```
    /// use tablen_engine::Stop;
    /// use tablen_engine::tavli::{Engine, Lookahead};
    /// use tablen_rules::tavli::{Position, Ruleset, Side};
    ///
    /// let start = Position::start(Ruleset::default(), Side::White);
    /// let replies = Lookahead::FULL.replies;
    /// let chance = Engine::new().chance_before_throw(&start, replies, &Stop::new()).unwrap();
    /// assert!(chance > 0.7 && chance < 0.8, "who begins wins three games of four: {chance}");
    /// ```
    pub fn chance_before_throw<'c>(
        &mut self,
        position: &Position,
        replies: usize,
        signals: impl Into<Signals<'c>>,
    ) -> Option<f64> {
        if let Status::Over(_) = position.status() {
            return None;
        }
        if let Some(exact) = exact_chance(position) {
            return Some(exact);
        }
        let limits = Limits::default();
        let mut budget = Budget::new(&limits, signals.into());
        let Engine { settings, buffers } = self;
        let throws = buffers.looker.throws(position, &*settings.evaluator, replies, &mut budget)?;
        Some(mean_chance(&throws))
    }

    /// The best way to go on with a turn, with the errors of judgement that the settings ask for.
    pub(super) fn choose(
        &mut self,
        play: &Play,
        mut random: Random,
        budget: &mut Budget<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Option<Thought> {
        play.results_into(&mut self.buffers.results);
        self.buffers.candidates.clear();
        self.glance(play.position(), &mut random, budget);
        let first = self.buffers.candidates.list().first()?;
        progress(&Progress { depth: 1, nodes: budget.nodes(), value: first.value });
        if let Some(lookahead) = self.settings.lookahead
            && first.value != Value::WON
            && budget.allows_depth(2)
        {
            let turns = if budget.allows_depth(3) { lookahead.turns } else { Turns::One };
            self.look_ahead(&Lookahead { turns, ..lookahead }, budget, progress);
        }
        self.thought(play, budget.nodes())
    }

    /// Values every result, or as many as may be looked at, evenly spread.
    fn glance(&mut self, position: &Position, random: &mut Random, budget: &mut Budget<'_>) {
        let Engine { settings, buffers: Buffers { results, batch, candidates, .. } } = self;
        let most = usize::try_from(budget.left()).unwrap_or(usize::MAX).max(1);
        let stride = results.len().div_ceil(most).max(1);
        let mut indexes = (0..results.len()).step_by(stride);
        let mut left = results.packed().step_by(stride);
        let (ruleset, side) = (position.ruleset(), position.side());
        let habits = settings.habits_now(random);
        loop {
            let most = budget.left().max(1);
            let (men, values) = batch.evaluate(&*settings.evaluator, &ruleset, side, &mut left, most);
            if values.is_empty() {
                return;
            }
            for ((men, value), index) in men.iter().zip(values).zip(&mut indexes) {
                let error = habits.map_or(0, |habits| habits.error(&ruleset, side, men));
                candidates.offer(Candidate { index, value: settings.misjudged(*value, error, random) });
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
        let Engine { settings, buffers: Buffers { results, looker, candidates, values, .. } } = self;
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
            let value = looker.value(&after, evaluator, lookahead, budget);
            let Some(value) = value else { break };
            values.push(value);
            let value = values.iter().copied().max().unwrap_or(value);
            progress(&Progress { depth: depth_of(lookahead.turns), nodes: budget.nodes(), value });
        }
        // One value alone decides nothing.
        if values.len() > 1 {
            candidates.revalue(values);
        }
    }

    fn thought(&self, play: &Play, nodes: u64) -> Option<Thought> {
        let mut candidates = Vec::with_capacity(NAMED);
        for candidate in self.buffers.candidates.list().iter().take(NAMED) {
            let after = self.buffers.results.position(candidate.index)?;
            candidates.push((play.turn_to(&after)?, candidate.value));
        }
        let (turn, value): (Turn, Value) = candidates.first().cloned()?;
        Some(Thought { turn, side: play.position().side(), value, candidates, nodes })
    }
}
