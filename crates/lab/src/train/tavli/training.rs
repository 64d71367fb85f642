//! Learning from games.

use std::sync::Arc;

use fastrand::Rng;
use tablen_engine::tavli::net::{INPUTS, OUTPUTS, Parameters, Plain};
use tablen_engine::tavli::{Evaluator, Linear, Net};

use super::plain::{self, HIDDEN};
use super::self_play;
use crate::fingerprint::fingerprint;
use crate::train::OtherTraining;
use crate::train::checkpoint;
use crate::train::examples::Examples;
use crate::train::network::{Adam, Network};

/// Games that are played with the same net.
pub const ROUND: u64 = 256;
/// So many of the first rounds are played by the linear evaluation.
const LINEAR_ROUNDS: u64 = 16;
/// How often the positions of a round are visited.
const VISITS: usize = 3;
/// Examples of a step.
const BATCH: usize = 512;
/// The length of the first steps, and of the last, of a net that begins with nothing.
const RATES: (f32, f32) = (0.001, 0.000_02);
/// The same for a net that goes on from another.
const LATER_RATES: (f32, f32) = (0.000_3, 0.000_02);

/// What is trained. The same settings always lead to the same net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many games.
    pub games: u64,
    /// What dice, random turns, options and the net's beginning follow from.
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
/// let settings = Settings { games: 4, seed: 1 };
/// let mut training = Training::new(settings);
/// training.round(1);
/// assert!(training.is_complete());
/// let mut again = Training::new(settings);
/// again.take_up(&training.to_bytes())?;
/// assert_eq!(again.net(), training.net());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    settings: Settings,
    /// What tells the net it goes on from from others; 0 if it begins with nothing.
    origin: u64,
    network: Network<HIDDEN>,
    adam: Adam<HIDDEN>,
    /// Rounds that are over.
    rounds: u64,
    /// How far off the net was in the last round, as a mean of squares.
    error: f64,
}

impl Training {
    /// A training that begins with small random numbers.
    pub fn new(settings: Settings) -> Training {
        let mut luck = Rng::with_seed(settings.seed);
        Training {
            settings,
            origin: 0,
            network: Network::random(INPUTS, OUTPUTS, &mut luck),
            adam: Adam::new(INPUTS, OUTPUTS),
            rounds: 0,
            error: 0.0,
        }
    }

    /// A training that goes on from a net: the next generation. Nothing if the net has another shape.
    pub fn from_net(settings: Settings, net: &Plain) -> Option<Training> {
        let network = plain::network(net)?;
        Some(Training { network, origin: fingerprint(&net.to_bytes()), ..Training::new(settings) })
    }

    /// What is trained.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How many games have been learned from.
    pub fn games(&self) -> u64 {
        (self.rounds * ROUND).min(self.settings.games)
    }

    /// Whether all games have been played.
    pub const fn is_complete(&self) -> bool {
        self.rounds >= self.settings.rounds()
    }

    /// How far off the net was in the last round: the root of the mean of squares, in chances of winning.
    pub fn error(&self) -> f64 {
        self.error.sqrt()
    }

    /// Plays a round on so many threads and learns from it.
    pub fn round(&mut self, threads: usize) {
        let evaluator: Arc<dyn Evaluator> = if self.origin == 0 && self.rounds < LINEAR_ROUNDS {
            Arc::new(Linear::trained())
        } else {
            Arc::new(Net::new(Parameters::new(&self.net())))
        };
        let games = ROUND.min(self.settings.games - self.games());
        let examples = self_play::play(&*evaluator, self.settings.seed, self.games(), games, threads);
        self.learn(&examples);
        self.rounds += 1;
    }

    fn learn(&mut self, examples: &Examples) {
        let mut luck = Rng::with_seed(self.settings.seed ^ Rng::with_seed(self.rounds + 1).u64(..));
        let mut gradient = Network::zero(INPUTS, OUTPUTS);
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        let mut errors = 0.0;
        for _ in 0..VISITS {
            luck.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                gradient.clear();
                for index in batch {
                    let example = examples.get(*index as usize);
                    errors += f64::from(self.network.learn(&example, &mut gradient));
                }
                let rate = self.rate();
                self.adam.step(&mut self.network, &mut gradient, batch.len(), rate);
            }
        }
        self.error = errors / (examples.len() * VISITS).max(1) as f64;
    }

    /// The length of steps, falling along a cosine.
    fn rate(&self) -> f32 {
        let (first, last) = if self.origin == 0 { RATES } else { LATER_RATES };
        let share = self.rounds as f32 / self.settings.rounds().max(1) as f32;
        last + (first - last) * (0.5 + 0.5 * (std::f32::consts::PI * share.min(1.0)).cos())
    }

    /// The net in whole numbers.
    pub fn net(&self) -> Plain {
        plain::quantised(&self.network)
    }
}

/// How the bytes of a training begin.
const TITLE: &str = "tablen tavli training 2";

impl Training {
    /// What its settings are, for a checkpoint to be compared with.
    fn signature(&self) -> Vec<u8> {
        let Settings { games, seed } = self.settings;
        format!("{TITLE}\n{INPUTS} {HIDDEN} {OUTPUTS} {games} {seed} {:x}\n", self.origin).into_bytes()
    }

    /// All of it, to be taken up again.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.signature();
        bytes.extend(self.rounds.to_le_bytes());
        bytes.extend(self.error.to_le_bytes());
        checkpoint::write(&self.network, &self.adam, &mut bytes);
        bytes
    }

    /// Goes on with what was written by a training with the same settings.
    pub fn take_up(&mut self, bytes: &[u8]) -> Result<(), OtherTraining> {
        let rest = bytes.strip_prefix(self.signature().as_slice()).ok_or(OtherTraining)?;
        let (rounds, rest) = rest.split_first_chunk().ok_or(OtherTraining)?;
        let (error, rest) = rest.split_first_chunk().ok_or(OtherTraining)?;
        let mut taken = self.clone();
        checkpoint::read(&mut taken.network, &mut taken.adam, rest)?;
        taken.rounds = u64::from_le_bytes(*rounds);
        taken.error = f64::from_le_bytes(*error);
        *self = taken;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tablen_engine::tavli::net::Numbers;
    use tablen_rules::tavli::{Position, Ruleset, Side};

    use super::*;

    #[test]
    fn a_training_depends_on_its_settings_alone() {
        let settings = Settings { games: ROUND + 20, seed: 5 };
        let mut one = Training::new(settings);
        let mut other = Training::new(settings);
        while !one.is_complete() {
            one.round(1);
            other.round(3);
            // Killed and taken up again.
            let mut again = Training::new(settings);
            again.take_up(&other.to_bytes()).expect("what was written can be read");
            other = again;
        }
        assert_eq!(one, other);
        assert_eq!(one.games(), settings.games);
        assert!(one.error() < 0.2, "{}", one.error());
    }

    #[test]
    fn what_another_training_wrote_is_refused() {
        let mut training = Training::new(Settings { games: 10, seed: 1 });
        let bytes = training.to_bytes();
        assert_eq!(training.take_up(&bytes), Ok(()));
        for damaged in [&bytes[..20], &bytes[..bytes.len() - 4], &[&bytes[..], &[0; 4]].concat()] {
            assert_eq!(training.take_up(damaged), Err(OtherTraining));
        }
        let other = Training::new(Settings { games: 10, seed: 2 });
        assert_eq!(training.take_up(&other.to_bytes()), Err(OtherTraining));
    }

    #[test]
    fn a_smaller_net_grows_and_says_the_same() {
        let whole = Training::new(Settings { games: 1, seed: 4 }).net();
        let half = |numbers: &[i16]| -> Vec<i16> {
            numbers.chunks_exact(HIDDEN).flat_map(|row| row[..HIDDEN / 2].to_vec()).collect()
        };
        let numbers = Numbers {
            rows: half(&whole.numbers.rows),
            bias: half(&whole.numbers.bias),
            outputs: half(&whole.numbers.outputs),
            output_bias: whole.numbers.output_bias,
        };
        let small = Plain { hidden: HIDDEN / 2, numbers };
        let grown = Training::from_net(Settings { games: 1, seed: 9 }, &small).expect("smaller").net();
        assert_eq!(grown.hidden, HIDDEN);
        let start = Position::start(Ruleset::default(), Side::White);
        let said = [small.clone(), grown].map(|net| {
            let mut values = Vec::new();
            let net = Net::new(Parameters::new(&net));
            net.evaluate(&start.ruleset(), start.side(), &[*start.packed()], &mut values);
            values
        });
        assert_eq!(said[0], said[1]);
        let mut cut = small;
        cut.numbers.rows.pop();
        assert!(Training::from_net(Settings { games: 1, seed: 9 }, &cut).is_none(), "of no shape at all");
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let mut training = Training::new(Settings { games: 40, seed: 3 });
        training.round(1);
        let net = Net::new(Parameters::new(&training.net()));
        let next =
            Training::from_net(Settings { games: 1, seed: 9 }, &training.net()).expect("the same shape");
        assert_eq!(next.net(), training.net());
        assert_eq!(training.take_up(&next.to_bytes()), Err(OtherTraining));
        let played = self_play::play(&Linear::trained(), 1, 0, 3, 1);
        assert!(played.len() > 50);
        let mut examples = Examples::default();
        let start = Position::start(Ruleset::default(), Side::White);
        self_play::add(&mut examples, &start, 0.5);
        let mut values = Vec::new();
        net.evaluate(&start.ruleset(), start.side(), &[*start.packed()], &mut values);
        let error = training.network.error(&examples.get(0)).sqrt();
        let whole = (values[0].chance() as f32 - 0.5).abs();
        assert!((error - whole).abs() < 0.005, "{error} {whole}");
    }
}
