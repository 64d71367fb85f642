//! The weights of tavli's linear evaluation, learned by self-play.
//!
//! TD(λ) on the log odds: after every game each position of it is moved towards what came of it, which is a mean of the later positions'
//! own values and of the result. Steps are scaled by each weight's own past (Adagrad). The weights that come out are the mean over the last
//! two fifths of all games, because the last ones alone still tremble.
//!
//! Games are played in rounds of a fixed number with the same weights, on any number of threads, and learned from in the order of their
//! numbers: so what comes out depends on the settings alone. A training can be written down between two rounds and taken up again; the
//! result is the same.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;
use tablen_engine::tavli::{Evaluator, Linear, LogOdds, Value, Weights};
use tablen_rules::option::Options;
use tablen_rules::tavli::{BySide, Die, Outcome, Packed, Position, Results, Roll, Ruleset, Side, Status};
use tablen_rules::words::{Explain, Message, explained};

/// Games that are played with the same weights.
pub const ROUND: u64 = 16;
/// λ: how much of a position's target comes from what is farther away than the next position.
const LAMBDA: f64 = 0.7;
/// The first step of every weight, in units of log odds.
const STEP: f64 = 0.05;
/// One turn of so many is random.
const RANDOM_TURN: u64 = 60;
/// One game of so many has random options.
const RANDOM_OPTIONS: u64 = 5;
/// The mean is taken over the games from this share of all on: the last two fifths.
const MEAN_FROM: (u64, u64) = (3, 5);
/// Of the results of a throw at most about so many are looked at, evenly spread. Three alike can have 200,000.
const RESULTS: usize = 2_000;
/// Weights are whole numbers of these.
const MILLION: f64 = 1e6;

/// What is trained. The same settings always lead to the same weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many games, rounded up to whole rounds.
    pub games: u64,
    /// What dice, random turns and options follow from.
    pub seed: u64,
}

impl Settings {
    const fn rounds(&self) -> u64 {
        self.games.div_ceil(ROUND)
    }
}

/// A training under way.
///
/// ```
/// use tablen_lab::train::tavli::{Settings, Training};
///
/// let mut training = Training::new(Settings { games: 32, seed: 1 });
/// training.round(2);
/// let written = training.to_text();
/// training.round(1);
/// assert!(training.is_complete());
/// let mut again: Training = written.parse()?;
/// again.round(1);
/// assert_eq!(again.weights(), training.weights());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    settings: Settings,
    rounds: u64,
    /// In units of log odds, in the order of [`Weights::numbers`].
    weights: Vec<f64>,
    /// The sum of the squares of each weight's gradients.
    squares: Vec<f64>,
    /// The most often each weight was used at once: some are used once, others a thousand times, and a step must not matter more for that.
    scales: Vec<f64>,
    /// The sum of the weights after each round that counts for the mean, and how many these are.
    sums: Vec<f64>,
    summed: u64,
    /// How far values were from their targets in the last round, as a mean of squares.
    error: f64,
}

/// A position of a game: the weights it uses, and how often, for the side that throws next.
struct Sample {
    features: Vec<(u16, i16)>,
    side: Side,
}

/// A game to learn from.
struct Played {
    samples: Vec<Sample>,
    winner: Option<Side>,
}

impl Training {
    /// A training that begins with nothing.
    pub fn new(settings: Settings) -> Training {
        let none = vec![0.0; Weights::LEN];
        Training {
            settings,
            rounds: 0,
            weights: none.clone(),
            squares: none.clone(),
            scales: none.clone(),
            sums: none,
            summed: 0,
            error: 0.0,
        }
    }

    /// What is trained.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many games have been learned from.
    pub const fn games(&self) -> u64 {
        self.rounds * ROUND
    }

    /// Whether all games have been played.
    pub const fn is_complete(&self) -> bool {
        self.rounds >= self.settings.rounds()
    }

    /// How far values were from what came of them in the last round: the root of the mean of squares, in chances of winning.
    pub fn error(&self) -> f64 {
        self.error.sqrt()
    }

    /// The weights learned so far: their mean, once enough has been played to take one.
    pub fn weights(&self) -> Weights {
        if self.summed == 0 {
            return whole(&self.weights);
        }
        let mean: Vec<f64> = self.sums.iter().map(|sum| sum / self.summed as f64).collect();
        whole(&mean)
    }

    /// Plays a round on so many threads and learns from it.
    pub fn round(&mut self, threads: usize) {
        let linear: Arc<dyn Evaluator> = Arc::new(Linear::new(whole(&self.weights)));
        let first = self.games();
        let next = AtomicU64::new(0);
        let mut played: Vec<(u64, Played)> = std::thread::scope(|scope| {
            let work = || {
                let mut games = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= ROUND {
                        return games;
                    }
                    games.push((number, play(&*linear, self.settings.seed, first + number)));
                }
            };
            let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        played.sort_by_key(|(number, _)| *number);
        let (mut error, mut positions) = (0.0, 0);
        for (_, game) in &played {
            error += self.learn(game);
            positions += game.samples.len();
        }
        self.error = error / positions.max(1) as f64;
        self.rounds += 1;
        let (share, of) = MEAN_FROM;
        if self.rounds * of > self.settings.rounds() * share {
            for (sum, weight) in self.sums.iter_mut().zip(&self.weights) {
                *sum += weight;
            }
            self.summed += 1;
        }
    }

    /// Moves every position's value towards what came of it, and returns the sum of the squares of how far off they were.
    fn learn(&mut self, game: &Played) -> f64 {
        let chance_of_white = |side: Side, chance: f64| match side {
            Side::White => chance,
            Side::Black => 1.0 - chance,
        };
        let mut target = match game.winner {
            Some(side) => chance_of_white(side, 1.0),
            None => 0.5,
        };
        let mut errors = 0.0;
        for sample in game.samples.iter().rev() {
            let odds: f64 = sample
                .features
                .iter()
                .map(|(number, times)| self.weights[usize::from(*number)] * f64::from(*times))
                .sum();
            let chance = LogOdds((odds * MILLION).clamp(-3e7, 3e7) as i32).chance();
            let error = chance_of_white(sample.side, target) - chance;
            errors += error * error;
            for (number, times) in &sample.features {
                let number = usize::from(*number);
                let gradient = error * f64::from(*times);
                self.squares[number] += gradient * gradient;
                self.scales[number] = self.scales[number].max(f64::from(times.abs()));
                if self.squares[number] > 0.0 {
                    self.weights[number] +=
                        STEP * gradient / (self.squares[number].sqrt() * self.scales[number]);
                }
            }
            target = (1.0 - LAMBDA) * chance_of_white(sample.side, chance) + LAMBDA * target;
        }
        errors
    }
}

fn whole(weights: &[f64]) -> Weights {
    let numbers: Vec<i32> = weights.iter().map(|weight| (weight * MILLION) as i32).collect();
    Weights::from_numbers(&numbers)
}

/// Plays a game against itself. Everything random in it follows from the seed and its number.
fn play(evaluator: &dyn Evaluator, seed: u64, number: u64) -> Played {
    let mut luck = Rng::with_seed(Rng::with_seed(seed).u64(..) ^ Rng::with_seed(number).u64(..));
    let mut ruleset = Ruleset::default();
    if luck.u64(..RANDOM_OPTIONS) == 0 {
        for option in Ruleset::options() {
            // Every listed value can be set.
            let _ = option.set(&mut ruleset, option.values[luck.usize(..option.values.len())]);
        }
    }
    let mut position = Position::start(ruleset, Side::ALL[luck.usize(..2)]);
    let (mut results, mut values, mut men) = (Results::new(), Vec::new(), Vec::new());
    let mut samples = Vec::new();
    loop {
        if let Status::Over(outcome) = position.status() {
            let winner = match outcome {
                Outcome::BorneOff(side) => Some(side),
                Outcome::TurnLimit => None,
            };
            return Played { samples, winner };
        }
        samples.push(sample(&position));
        let roll = Roll::new([0; 3].map(|_| Die::ALL[luck.usize(..6)]));
        position.results_into(roll, &mut results);
        let chosen = if luck.u64(..RANDOM_TURN) == 0 {
            luck.usize(..results.len())
        } else {
            best(evaluator, &position, &results, &mut men, &mut values)
        };
        match results.position(chosen) {
            Some(after) => position = after,
            None => return Played { samples, winner: None },
        }
    }
}

fn sample(position: &Position) -> Sample {
    let mut features = Vec::new();
    let mut count = |number: usize, times: i32| features.push((number as u16, times as i16));
    Linear::features(&position.ruleset(), position.side(), position.packed(), &mut count);
    Sample { features, side: position.side() }
}

/// The number of the result that is worth least to the enemy, who throws next; one that wins at once before all.
fn best(
    evaluator: &dyn Evaluator,
    position: &Position,
    results: &Results,
    men: &mut Vec<BySide<Packed>>,
    values: &mut Vec<Value>,
) -> usize {
    let (ruleset, side) = (position.ruleset(), position.side());
    let stride = results.len().div_ceil(RESULTS).max(1);
    men.clear();
    men.extend(results.packed().step_by(stride));
    values.clear();
    evaluator.evaluate(&ruleset, side.other(), men, values);
    let wins = |men: &BySide<Packed>| men[side].off() == tablen_rules::tavli::MEN;
    let least =
        men.iter().zip(values.iter()).enumerate().min_by_key(|(_, (men, value))| (!wins(men), **value));
    least.map_or(0, |(index, _)| index * stride)
}

/// The first line of a training's text.
const TITLE: &str = "tablen tavli training 1";

impl Training {
    /// All of it, to be taken up again: numbers are written as their bits, so that nothing is lost.
    pub fn to_text(&self) -> String {
        let Settings { games, seed } = self.settings;
        let mut text = format!(
            "{TITLE}\ngames {games}\nseed {seed}\nrounds {}\nsummed {}\nerror {:x}\n",
            self.rounds,
            self.summed,
            self.error.to_bits()
        );
        for number in 0..Weights::LEN {
            let columns = [&self.weights, &self.squares, &self.scales, &self.sums];
            let [weight, square, scale, sum] = columns.map(|column| column[number].to_bits());
            // Writing to a string does not fail.
            let _ = writeln!(text, "{weight:x} {square:x} {scale:x} {sum:x}");
        }
        text
    }
}

/// A text that is no training: this line, counted from 1, is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotATraining(pub usize);

impl Explain for NotATraining {
    fn message(&self) -> Message {
        message!("train.error.checkpoint").with("line", self.0 as u64)
    }
}
explained!(NotATraining);

impl FromStr for Training {
    type Err = NotATraining;

    fn from_str(text: &str) -> Result<Training, NotATraining> {
        let mut lines = (1..).zip(text.lines());
        let mut last = 0;
        let mut next = || {
            let line = lines.next();
            last = line.map_or(last + 1, |(number, _)| number);
            line.map(|(_, line)| line).ok_or(NotATraining(last)).map(|line| (last, line))
        };
        let (number, title) = next()?;
        if title != TITLE {
            return Err(NotATraining(number));
        }
        let mut named = |name: &str, radix: u32| {
            let (number, line) = next()?;
            let value = line.strip_prefix(name).map(str::trim);
            value.and_then(|value| u64::from_str_radix(value, radix).ok()).ok_or(NotATraining(number))
        };
        let settings = Settings { games: named("games", 10)?, seed: named("seed", 10)? };
        let (rounds, summed) = (named("rounds", 10)?, named("summed", 10)?);
        let error = f64::from_bits(named("error", 16)?);
        let mut training = Training { rounds, summed, error, ..Training::new(settings) };
        for place in 0..Weights::LEN {
            let (number, line) = next()?;
            let bits = line.split(' ').map(|word| u64::from_str_radix(word, 16).map(f64::from_bits).ok());
            let numbers: Option<Vec<f64>> = bits.collect();
            let Some([weight, square, scale, sum]) = numbers.as_deref() else {
                return Err(NotATraining(number));
            };
            training.weights[place] = *weight;
            training.squares[place] = *square;
            training.scales[place] = *scale;
            training.sums[place] = *sum;
        }
        Ok(training)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_depends_on_its_settings_alone() {
        let settings = Settings { games: 40, seed: 5 };
        let mut one = Training::new(settings);
        let mut other = Training::new(settings);
        while !one.is_complete() {
            one.round(1);
            other.round(3);
            // Killed and taken up again.
            other = other.to_text().parse().expect("what was written can be read");
        }
        assert_eq!(one, other);
        assert_eq!(one.games(), 48, "whole rounds");
        let mut another = Training::new(Settings { seed: 6, ..settings });
        another.round(1);
        another.round(1);
        another.round(1);
        assert_ne!(another.weights(), one.weights());
    }

    #[test]
    fn it_learns_that_men_off_are_good() {
        let mut training = Training::new(Settings { games: 96, seed: 1 });
        training.round(2);
        let first = training.error();
        while !training.is_complete() {
            training.round(2);
        }
        assert!(training.error() < first, "{} after {first}", training.error());
        let weights = training.weights().to_string();
        let off = weights.lines().find_map(|line| line.strip_prefix("home home off ")).expect("a line");
        assert!(off.parse::<i32>().is_ok_and(|weight| weight > 0), "{off}");
    }

    #[test]
    fn a_damaged_checkpoint_says_where() {
        let text = Training::new(Settings { games: 16, seed: 1 }).to_text();
        assert_eq!("".parse::<Training>(), Err(NotATraining(1)));
        assert_eq!(text.replace("seed 1", "seed x").parse::<Training>(), Err(NotATraining(3)));
        let cut: String = text.lines().take(100).map(|line| format!("{line}\n")).collect();
        assert_eq!(cut.parse::<Training>(), Err(NotATraining(101)));
    }
}
