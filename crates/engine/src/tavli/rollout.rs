//! Rollouts: what comes of a position when both sides play it many times by the evaluation.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tablen_rules::tavli::{Die, Outcome, Position, Results, Roll, Side, Status};

use super::budget::Budget;
use super::ends::exact_chance;
use super::evaluator::{Batch, Evaluator};
use super::lookahead::{Looker, ORDERED_THROWS, best, mean_chance};
use super::random::Random;
use super::value::Value;
use crate::{Limits, Signals};

/// How a position is rolled out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    /// How often at most, rounded up to whole sets: in each set of 216 every first throw comes once.
    pub trials: u32,
    /// After so many turns the evaluation is asked; without it games are played to their end.
    pub turns: Option<u32>,
    /// It is enough when the standard error is not larger than this.
    pub enough: Option<f64>,
    /// What the dice follow from.
    pub seed: u64,
    /// How many threads play. The answer does not depend on it.
    pub threads: usize,
}

impl Rollout {
    /// Seven turns, some thousand games at most, until the chance is known to half a percent.
    pub const USUAL: Rollout =
        Rollout { trials: 1_296, turns: Some(7), enough: Some(0.005), seed: 1, threads: 1 };
}

/// What came of a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RolledOut {
    /// The chance of winning of the side that throws next.
    pub chance: f64,
    /// How far off that may be: the standard error.
    pub standard_error: f64,
    /// How many games were played.
    pub trials: u32,
}

/// All ordered throws.
const SET: u32 = ORDERED_THROWS;

/// Of the results of a throw at most about so many are valued to tell how lucky it was.
const REPLIES_OF_LUCK: usize = 48;
/// Of the results of a throw that is played, at most about so many.
const REPLIES: usize = 1_000;

/// Rolls a position out: every trial plays it on with dice of its own. What luck brought in a trial, as the evaluation sees it, is taken off
/// its result: the mean stays the same, and is known much sooner. `progress` is told after every set. Nothing if it is stopped before
/// the first set is over.
///
/// ```
/// use tablen_engine::Stop;
/// use tablen_engine::tavli::{EvaluatorKind, Rollout, roll_out};
/// use tablen_rules::tavli::{Position, Ruleset};
///
/// // White needs one man off, black all: whatever is thrown, white wins.
/// let text = "white 24:1 off:14 beyond; black 1:15; white to roll";
/// let position = Position::new(Ruleset::default(), text.parse()?)?;
/// let evaluator = EvaluatorKind::Linear.evaluator();
/// let found = roll_out(&*evaluator, &position, &Rollout::USUAL, &Stop::new(), &mut |_| {}).unwrap();
/// assert_eq!((found.chance, found.trials), (1.0, 216));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn roll_out<'c>(
    evaluator: &dyn Evaluator,
    position: &Position,
    rollout: &Rollout,
    signals: impl Into<Signals<'c>>,
    progress: &mut dyn FnMut(&RolledOut),
) -> Option<RolledOut> {
    let mut tell = |played: &Trials| {
        if let Some(so_far) = played.rolled_out().filter(|_| played.begun.is_empty()) {
            progress(&so_far);
        }
    };
    roll_on(evaluator, position, rollout, &mut Trials::default(), signals, &mut tell)
}

/// The trials of a rollout so far: all that is needed to go on with it.
///
/// ```
/// use tablen_engine::tavli::Trials;
///
/// let trials = Trials { sets: 2, sum: 216.0, squares: 120.5, begun: [(7, 0.25)].into() };
/// assert_eq!(trials.rolled_out().unwrap().chance, 0.5);
/// assert_eq!(trials.to_string().parse(), Ok(trials));
/// assert!("two sets".parse::<Trials>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trials {
    /// Whole sets of 216 games.
    pub sets: u32,
    /// The sum of what came of each, to the side that throws first.
    pub sum: f64,
    /// The sum of its squares.
    pub squares: f64,
    /// What came of the games of a set that is not over, by their numbers in it. They count when it is: so a set is added up in the same
    /// order, however often it was broken off.
    pub begun: BTreeMap<u32, f64>,
}

impl Trials {
    /// How many games were played.
    pub fn games(&self) -> u64 {
        u64::from(self.sets) * u64::from(SET) + self.begun.len() as u64
    }

    /// What they say; nothing before the first set.
    pub fn rolled_out(&self) -> Option<RolledOut> {
        let trials = self.sets.checked_mul(SET).filter(|trials| *trials > 0)?;
        let mean = self.sum / f64::from(trials);
        let variance = (self.squares / f64::from(trials) - mean * mean).max(0.0);
        let standard_error = (variance / f64::from(trials - 1)).sqrt();
        // With luck taken off a mean can lie a little beyond what a chance can be.
        Some(RolledOut { chance: mean.clamp(0.0, 1.0), standard_error, trials })
    }
}

/// Written so that reading gives the very same numbers.
impl fmt::Display for Trials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.sets, self.sum, self.squares)?;
        self.begun.iter().try_for_each(|(number, value)| write!(f, " {number}:{value}"))
    }
}

/// A text that says of no trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotTrials;

impl FromStr for Trials {
    type Err = NotTrials;

    fn from_str(text: &str) -> Result<Trials, NotTrials> {
        let mut words = text.split(' ');
        let mut number =
            || words.next().and_then(|word| word.parse::<f64>().ok()).filter(|number| number.is_finite());
        let (sets, sum, squares) =
            (number().ok_or(NotTrials)?, number().ok_or(NotTrials)?, number().ok_or(NotTrials)?);
        let most = f64::from(u32::MAX / SET);
        let is_whole = sets.fract() == 0.0 && (0.0..=most).contains(&sets);
        if !is_whole {
            return Err(NotTrials);
        }
        let begun = words.map(|word| {
            let (number, value) = word.split_once(':')?;
            let number = number.parse().ok().filter(|number| *number < SET)?;
            Some((number, value.parse().ok().filter(|value: &f64| value.is_finite())?))
        });
        let begun = begun.collect::<Option<_>>().ok_or(NotTrials)?;
        Ok(Trials { sets: sets as u32, sum, squares, begun })
    }
}

/// As [`roll_out`], beginning with trials that were played before and adding to them: games are numbered, so a rollout that was broken off
/// ends as if it had not been. `progress` is told all trials after every game; what it has been told is not lost.
pub fn roll_on<'c>(
    evaluator: &dyn Evaluator,
    position: &Position,
    rollout: &Rollout,
    played: &mut Trials,
    signals: impl Into<Signals<'c>>,
    progress: &mut dyn FnMut(&Trials),
) -> Option<RolledOut> {
    let signals = signals.into();
    let most = rollout.trials.div_ceil(SET).max(1);
    loop {
        let so_far = played.rolled_out();
        let is_enough =
            |found: &RolledOut| rollout.enough.is_some_and(|enough| found.standard_error <= enough);
        if played.sets >= most || so_far.is_some_and(|found| is_enough(&found)) {
            return so_far;
        }
        play_set(evaluator, position, rollout, played, signals, progress)?;
        for value in std::mem::take(&mut played.begun).into_values() {
            played.sum += value;
            played.squares += value * value;
        }
        played.sets += 1;
        progress(played);
    }
}

/// Plays what is left of a set on several threads. Nothing if it is stopped.
fn play_set(
    evaluator: &dyn Evaluator,
    position: &Position,
    rollout: &Rollout,
    played: &mut Trials,
    signals: Signals<'_>,
    progress: &mut dyn FnMut(&Trials),
) -> Option<()> {
    let set = played.sets;
    let left: Vec<u32> = (0..SET).filter(|number| !played.begun.contains_key(number)).collect();
    let next = AtomicUsize::new(0);
    let (sender, values) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..rollout.threads.max(1) {
            let (next, left, sender) = (&next, &left, sender.clone());
            scope.spawn(move || {
                let mut trial = Trial::default();
                while let Some(number) = left.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
                    if signals.stop.is_stopped() {
                        return;
                    }
                    let seed =
                        rollout.seed ^ u64::from(set * SET + number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let random = Random::new(seed);
                    if let Some(value) = trial.play(evaluator, position, rollout, number, random, signals) {
                        // Somebody listens until all have been heard.
                        let _ = sender.send((number, value));
                    }
                }
            });
        }
        drop(sender);
        for (number, value) in values {
            played.begun.insert(number, value);
            progress(played);
        }
    });
    (played.begun.len() == SET as usize).then_some(())
}

/// Buffers of a thread that are used again and again.
#[derive(Default)]
struct Trial {
    looker: Looker,
    results: Results,
    batch: Batch,
}

impl Trial {
    /// What comes of one trial for the side that throws first, without what luck brought; nothing if it is stopped.
    fn play(
        &mut self,
        evaluator: &dyn Evaluator,
        start: &Position,
        rollout: &Rollout,
        first: u32,
        mut random: Random,
        signals: Signals<'_>,
    ) -> Option<f64> {
        let side = start.side();
        let limits = Limits::default();
        let mut budget = Budget::new(&limits, signals);
        let mut position = *start;
        let mut luck = 0.0;
        let mut turns = 0;
        loop {
            let seen_by_first = |of: Side, chance: f64| if of == side { chance } else { 1.0 - chance };
            if let Status::Over(outcome) = position.status() {
                let result = match outcome {
                    Outcome::BorneOff(winner) => seen_by_first(winner, 1.0),
                    Outcome::TurnLimit => 0.5,
                };
                return Some(result - luck);
            }
            let mover = position.side();
            if let Some(exact) = exact_chance(&position) {
                return Some(seen_by_first(mover, exact) - luck);
            }
            if rollout.turns.is_some_and(|most| turns >= most) {
                let mut values: Vec<Value> = Vec::with_capacity(1);
                evaluator.evaluate(&position.ruleset(), mover, &[*position.packed()], &mut values);
                let chance = values.first().map_or(0.5, |value| value.chance());
                return Some(seen_by_first(mover, chance) - luck);
            }
            let roll =
                if turns == 0 { ordered(first) } else { ordered((random.word() % u64::from(SET)) as u32) };
            // How lucky a throw is must be told by the same rule for all throws, so that it is nothing in the mean.
            let throws = self.looker.throws(&position, evaluator, REPLIES_OF_LUCK, &mut budget)?;
            let mean = mean_chance(&throws);
            let of_roll = throws.iter().find(|(other, _)| *other == roll)?.1.chance();
            luck += if mover == side { of_roll - mean } else { mean - of_roll };
            let (index, _) =
                best(&position, roll, evaluator, REPLIES, &mut self.results, &mut self.batch, &mut budget)?;
            position = self.results.position(index)?;
            turns += 1;
        }
    }
}

/// One of the 216 ordered throws.
fn ordered(number: u32) -> Roll {
    let die = |number: u32| Die::ALL[(number % 6) as usize];
    Roll::new([die(number), die(number / 6), die(number / 36)])
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Ruleset;

    use super::*;
    use crate::Stop;
    use crate::tavli::EvaluatorKind;

    #[test]
    fn threads_make_no_difference_and_every_first_throw_comes_as_often_as_it_should() {
        let mut counted = std::collections::HashMap::new();
        (0..SET).for_each(|number| *counted.entry(ordered(number)).or_insert(0) += 1);
        assert!(Roll::all().all(|roll| counted[&roll] == u32::from(roll.weight())));

        let text = "white 20:2 22:1 off:12 beyond; black 21:2 23:1 off:12 beyond; black to roll";
        let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
        let evaluator = EvaluatorKind::Linear.evaluator();
        let play = |threads, turns, enough| {
            let rollout = Rollout { trials: 432, turns, enough, seed: 7, threads };
            roll_out(&*evaluator, &position, &rollout, &Stop::new(), &mut |_| {}).unwrap()
        };
        let to_the_end = play(1, None, None);
        assert_eq!(to_the_end, play(3, None, None));
        assert_eq!(to_the_end.trials, 432);
        assert!(to_the_end.standard_error < 0.02, "{to_the_end:?}");
        // The side to throw has fewer pips and the throw.
        assert!(to_the_end.chance > 0.5 && to_the_end.chance < 1.0, "{to_the_end:?}");
        assert_eq!(play(1, Some(2), Some(1.0)).trials, 216);
    }

    #[test]
    fn a_rollout_that_was_broken_off_ends_as_if_it_had_not_been() {
        let text = "white 20:2 22:1 off:12 beyond; black 21:2 23:1 off:12 beyond; black to roll";
        let position = Position::new(Ruleset::default(), text.parse().unwrap()).unwrap();
        let evaluator = EvaluatorKind::Linear.evaluator();
        let rollout = Rollout { trials: 648, turns: Some(3), enough: None, seed: 7, threads: 1 };
        let whole = roll_out(&*evaluator, &position, &rollout, &Stop::new(), &mut |_| {});
        let mut played = Trials::default();
        // Broken off in the middle of the first set, and in that of the second.
        for (most, end_of_set) in [(100, 216), (300, 432)] {
            let (stop, mut written) = (Stop::new(), String::new());
            let mut break_off = |so_far: &Trials| {
                written = so_far.to_string();
                if so_far.games() >= most {
                    stop.stop();
                }
            };
            let broken = roll_on(&*evaluator, &position, &rollout, &mut played, &stop, &mut break_off);
            assert_eq!(broken, None);
            played = written.parse().unwrap();
            // How many more are played before the stop is seen depends on the machine.
            assert!((most..end_of_set).contains(&played.games()), "{written}");
        }
        let mut told = 0;
        let found = roll_on(&*evaluator, &position, &rollout, &mut played, &Stop::new(), &mut |so_far| {
            told = so_far.sets
        });
        assert_eq!((found, told), (whole, 3));
        // Nothing is played when there is enough.
        let more =
            roll_on(&*evaluator, &position, &rollout, &mut played, &Stop::new(), &mut |_| panic!("played"));
        assert_eq!(more, whole);
    }

    #[test]
    fn a_rollout_that_is_stopped_says_nothing() {
        let stop = Stop::new();
        stop.stop();
        let evaluator = EvaluatorKind::Linear.evaluator();
        let start = Position::start(Ruleset::default(), Side::White);
        assert_eq!(roll_out(&*evaluator, &start, &Rollout::USUAL, &stop, &mut |_| {}), None);
    }
}
