//! Learning: many small steps, each along the mean gradient of a batch of examples.
//!
//! Every epoch all examples are visited once in an order of its own, each as one of the board's symmetries shows it. What comes out depends
//! on the examples and settings alone; a training can be written down after an epoch and taken up again.

use fastrand::Rng;
use tablen_engine::tafl::net::{Inputs, Plain};
use tablen_rules::tafl::{Bits, Rules};
use tablen_rules::words::{Explain, Message, explained};

use super::examples::{Example, Examples, Split};
use super::network::{Adam, HIDDEN, Network};

/// Buckets of pieces left, each with outputs of its own.
pub const BUCKETS: usize = 4;

/// How a net is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often every example is visited.
    pub epochs: u32,
    /// Examples of a step.
    pub batch: usize,
    /// The length of the first steps, and of the last.
    pub rates: (f32, f32),
    /// What order and beginning follow from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { epochs: 40, batch: 4_096, rates: (0.002, 0.000_05), seed: 1 }
    }
}

/// A training under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    settings: Settings,
    network: Network,
    adam: Adam,
    /// Epochs that are over.
    epochs: u32,
    /// The new number of every input, for each symmetry.
    turned: Vec<Vec<u16>>,
    size: u8,
}

/// How far off a net is: means of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// On the examples it learned from in the last epoch, while it did.
    pub training: f64,
    /// On those held out.
    pub held_out: f64,
}

impl Training {
    /// A training that begins with small random numbers.
    pub fn new<B: Bits>(settings: Settings, rules: &Rules<B>) -> Training {
        let inputs = Inputs::new(rules.size());
        let mut luck = Rng::with_seed(settings.seed);
        Training {
            settings,
            network: Network::random(inputs.count(), 2 * BUCKETS, &mut luck),
            adam: Adam::new(inputs.count(), 2 * BUCKETS),
            epochs: 0,
            turned: rules.symmetries().iter().map(|symmetry| inputs.turned(rules, *symmetry)).collect(),
            size: rules.size(),
        }
    }

    /// Epochs that are over.
    pub const fn epochs(&self) -> u32 {
        self.epochs
    }

    /// Whether it is at its end.
    pub const fn is_complete(&self) -> bool {
        self.epochs >= self.settings.epochs
    }

    /// Visits every example once. `progress` is told the share of them that has been visited, and says whether to go on; if not, the
    /// epoch does not count and nothing is returned.
    pub fn epoch(&mut self, examples: &Split, mut progress: impl FnMut(f64) -> bool) -> Option<Errors> {
        let began = self.clone_numbers();
        let training = &examples.training;
        let mut luck =
            Rng::with_seed(self.settings.seed ^ Rng::with_seed(u64::from(self.epochs) + 1).u64(..));
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        luck.shuffle(&mut order);
        let mut gradient = Network::zero(Inputs::new(self.size).count(), 2 * BUCKETS);
        let mut errors = 0.0;
        let mut inputs = Vec::new();
        for (number, batch) in order.chunks(self.settings.batch).enumerate() {
            let share = (number * self.settings.batch) as f64 / training.len() as f64;
            if !progress(share) {
                (self.network, self.adam) = began;
                return None;
            }
            gradient.clear();
            for index in batch {
                let example = training.get(*index as usize);
                let turned = &self.turned[luck.usize(..self.turned.len())];
                inputs.clear();
                inputs.extend(example.inputs.iter().map(|input| turned[usize::from(*input)]));
                let example = Example { inputs: &inputs, ..example };
                errors += f64::from(self.network.learn(&example, &mut gradient));
            }
            let rate = self.rate(share);
            self.adam.step(&mut self.network, &mut gradient, batch.len(), rate);
        }
        self.epochs += 1;
        Some(Errors {
            training: errors / training.len().max(1) as f64,
            held_out: self.error_on(&examples.held_out),
        })
    }

    fn clone_numbers(&self) -> (Network, Adam) {
        (self.network.clone(), self.adam.clone())
    }

    /// The length of steps, falling along a cosine.
    fn rate(&self, share_of_epoch: f64) -> f32 {
        let (first, last) = self.settings.rates;
        let share = (f64::from(self.epochs) + share_of_epoch) / f64::from(self.settings.epochs.max(1));
        last + (first - last) * (0.5 + 0.5 * (std::f64::consts::PI * share.min(1.0)).cos()) as f32
    }

    fn error_on(&self, examples: &Examples) -> f64 {
        let errors = (0..examples.len()).map(|number| f64::from(self.network.error(&examples.get(number))));
        errors.sum::<f64>() / examples.len().max(1) as f64
    }

    /// The net in whole numbers. One unit of log odds is worth so many points.
    pub fn net(&self, points: u16) -> Plain {
        self.network.quantised(self.size, points)
    }
}

/// How the bytes of a training begin.
const TITLE: &[u8] = b"tablen tafl training 1\n";

/// Bytes that are no training, or not one with the same settings and hidden neurons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherTraining;

impl Explain for OtherTraining {
    fn message(&self) -> Message {
        message!("train.error.other-net")
    }
}
explained!(OtherTraining);

impl Training {
    /// What its settings are, for a checkpoint to be compared with.
    fn signature(&self) -> Vec<u8> {
        let Settings { epochs, batch, rates, seed } = self.settings;
        format!("{HIDDEN} {BUCKETS} {} {epochs} {batch} {} {} {seed}\n", self.size, rates.0, rates.1)
            .into_bytes()
    }

    /// All of it, to be taken up again.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [TITLE, &self.signature()].concat();
        bytes.extend(self.epochs.to_le_bytes());
        bytes.extend(self.adam.steps.to_le_bytes());
        for network in [&self.network, &self.adam.means, &self.adam.squares] {
            bytes.extend(network.numbers().flat_map(f32::to_le_bytes));
        }
        bytes
    }

    /// Goes on with what was written by a training with the same settings.
    pub fn take_up(&mut self, bytes: &[u8]) -> Result<(), OtherTraining> {
        let head = [TITLE, &self.signature()].concat();
        let rest = bytes.strip_prefix(head.as_slice()).ok_or(OtherTraining)?;
        let (words, []) = rest.as_chunks::<4>() else { return Err(OtherTraining) };
        let ([epochs, steps], numbers) = words
            .split_at_checked(2)
            .and_then(|(counts, numbers)| Some((counts.first_chunk::<2>()?, numbers)))
            .ok_or(OtherTraining)?;
        let mut numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut taken = self.clone();
        let Adam { means, squares, .. } = &mut taken.adam;
        for network in [&mut taken.network, means, squares] {
            if !network.set_numbers(&mut numbers) {
                return Err(OtherTraining);
            }
        }
        if numbers.next().is_some() {
            return Err(OtherTraining);
        }
        taken.epochs = u32::from_le_bytes(*epochs);
        taken.adam.steps = u32::from_le_bytes(*steps);
        *self = taken;
        Ok(())
    }
}
