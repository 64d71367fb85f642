//! Learning from examples that are all there before it begins: many small steps, each along the mean gradient of a batch.
//!
//! Every epoch visits all examples once in an order of its own. What comes out depends on the examples and settings alone; a course can be
//! written down after an epoch and taken up again.

use fastrand::Rng;

use super::checkpoint::{self, OtherTraining};
use super::examples::{Example, Examples, Split};
use super::network::{Adam, Network};

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

impl Settings {
    /// For a net of tafl, which begins with nothing.
    pub const TAFL: Settings = Settings { epochs: 40, batch: 4_096, rates: (0.002, 0.000_05), seed: 1 };

    /// For a net of tafl that goes on from one that plays well: its steps are short, so that nothing of it is lost.
    pub const TAFL_FURTHER: Settings =
        Settings { epochs: 12, batch: 4_096, rates: (0.000_6, 0.000_02), seed: 1 };

    /// For a net of tavli, which begins with one that plays well: its steps are short, so that nothing of it is lost.
    pub const TAVLI: Settings = Settings { epochs: 12, batch: 1_024, rates: (0.000_4, 0.000_01), seed: 1 };
}

/// How far off a net is: means of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// On the examples it learned from in the last epoch, while it did.
    pub training: f64,
    /// On those held out.
    pub held_out: f64,
}

/// A net of either game on its way through the epochs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Course<const HIDDEN: usize> {
    pub settings: Settings,
    pub network: Network<HIDDEN>,
    adam: Adam<HIDDEN>,
    /// Epochs that are over.
    pub epochs: u32,
}

impl<const HIDDEN: usize> Course<HIDDEN> {
    /// A course that begins with a net of that shape.
    pub fn new(settings: Settings, network: Network<HIDDEN>, inputs: usize, outputs: usize) -> Self {
        Course { settings, network, adam: Adam::new(inputs, outputs), epochs: 0 }
    }

    /// Whether it is at its end.
    pub const fn is_complete(&self) -> bool {
        self.epochs >= self.settings.epochs
    }

    /// Visits every example once. `show` puts the inputs of an example into a list, as the net is to see them this time. `progress` is told
    /// the share of examples that has been visited, and says whether to go on; if not, the epoch does not count and nothing is returned.
    pub fn epoch(
        &mut self,
        examples: &Split,
        mut show: impl FnMut(&mut Rng, &[u16], &mut Vec<u16>),
        mut progress: impl FnMut(f64) -> bool,
    ) -> Option<Errors> {
        let began = (self.network.clone(), self.adam.clone());
        let training = &examples.training;
        let mut luck =
            Rng::with_seed(self.settings.seed ^ Rng::with_seed(u64::from(self.epochs) + 1).u64(..));
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        luck.shuffle(&mut order);
        let mut gradient = self.network.clone();
        let mut errors = 0.0;
        let mut inputs = Vec::new();
        for (number, batch) in order.chunks(self.settings.batch.max(1)).enumerate() {
            let share = (number * self.settings.batch) as f64 / training.len() as f64;
            if !progress(share) {
                (self.network, self.adam) = began;
                return None;
            }
            gradient.clear();
            for index in batch {
                let example = training.get(*index as usize);
                inputs.clear();
                show(&mut luck, example.inputs, &mut inputs);
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

    /// The length of steps, falling along a cosine.
    fn rate(&self, share_of_epoch: f64) -> f32 {
        let (first, last) = self.settings.rates;
        let share = (f64::from(self.epochs) + share_of_epoch) / f64::from(self.settings.epochs.max(1));
        last + (first - last) * (0.5 + 0.5 * (std::f64::consts::PI * share.min(1.0)).cos()) as f32
    }

    /// How far off the net is on examples: the mean of squares.
    pub fn error_on(&self, examples: &Examples) -> f64 {
        let errors = (0..examples.len()).map(|number| f64::from(self.network.error(&examples.get(number))));
        errors.sum::<f64>() / examples.len().max(1) as f64
    }

    /// What the settings are, as a part of what a checkpoint is compared with.
    pub fn signature(&self) -> String {
        let Settings { epochs, batch, rates, seed } = self.settings;
        format!("{epochs} {batch} {} {} {seed}", rates.0, rates.1)
    }

    /// All of it behind a head by which it is recognised, to be taken up again.
    pub fn to_bytes(&self, head: &str) -> Vec<u8> {
        let mut bytes = head.as_bytes().to_vec();
        bytes.extend(self.epochs.to_le_bytes());
        checkpoint::write(&self.network, &self.adam, &mut bytes);
        bytes
    }

    /// Goes on with what was written behind the same head.
    pub fn take_up(&mut self, head: &str, bytes: &[u8]) -> Result<(), OtherTraining> {
        let rest = bytes.strip_prefix(head.as_bytes()).ok_or(OtherTraining)?;
        let (epochs, rest) = rest.split_first_chunk().ok_or(OtherTraining)?;
        let mut taken = self.clone();
        checkpoint::read(&mut taken.network, &mut taken.adam, rest)?;
        taken.epochs = u32::from_le_bytes(*epochs);
        *self = taken;
        Ok(())
    }
}
