//! Learning: many small steps, each along the mean gradient of a batch of examples.
//!
//! Every epoch all examples are visited once in an order of its own, each as one of the board's symmetries shows it. What comes out depends
//! on the examples and settings alone; a training can be written down after an epoch and taken up again.

use fastrand::Rng;
use tablen_engine::tafl::net::{CLIP, Inputs, MOST_OUTPUT_WEIGHT, OUTPUT_UNIT, Plain};
use tablen_rules::tafl::{Bits, Rules};

use super::examples::Split;
use crate::train::OtherTraining;
use crate::train::checkpoint;
use crate::train::examples::{Example, Examples};
use crate::train::network::{Adam, HIDDEN, Network, Units};

/// Buckets of pieces left, each with outputs of its own.
pub const BUCKETS: usize = 4;

const UNITS: Units = Units {
    first_layer: CLIP as f32,
    output: OUTPUT_UNIT as f32,
    output_bias: CLIP as f32 * OUTPUT_UNIT as f32,
    most_output_weight: MOST_OUTPUT_WEIGHT,
};

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
        let numbers = self.network.quantised(&UNITS);
        Plain { size: self.size, hidden: HIDDEN, buckets: BUCKETS, points, numbers }
    }
}

/// How the bytes of a training begin.
const TITLE: &[u8] = b"tablen tafl training 1\n";

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
        checkpoint::write(&self.network, &self.adam, &mut bytes);
        bytes
    }

    /// Goes on with what was written by a training with the same settings.
    pub fn take_up(&mut self, bytes: &[u8]) -> Result<(), OtherTraining> {
        let head = [TITLE, &self.signature()].concat();
        let rest = bytes.strip_prefix(head.as_slice()).ok_or(OtherTraining)?;
        let (epochs, rest) = rest.split_first_chunk().ok_or(OtherTraining)?;
        let mut taken = self.clone();
        checkpoint::read(&mut taken.network, &mut taken.adam, rest)?;
        taken.epochs = u32::from_le_bytes(*epochs);
        *self = taken;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablen_engine::Stop;
    use tablen_engine::tafl::net::Parameters;
    use tablen_engine::tafl::{Classic, Net};
    use tablen_rules::tafl::{Narrow, Preset};

    use super::super::positions::{PositionFile, Positions};
    use super::super::self_play;
    use super::*;

    /// A few games of Brandubh.
    fn games(name: &str) -> (Arc<Rules<Narrow>>, Split) {
        let path = std::env::temp_dir().join(format!("tablen-training-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let ruleset = Preset::Brandubh.ruleset();
        let rules = Arc::new(Rules::<Narrow>::new(&ruleset).unwrap());
        let mut file = PositionFile::open(&path, &ruleset).unwrap();
        let settings = self_play::Settings { nodes: 60, opening_nodes: 60, ..self_play::Settings::new(7) };
        let evaluation = Classic::new(&rules);
        let enough = |played: &self_play::Played| played.positions >= 1_500;
        self_play::play(&settings, &rules, &evaluation, 1, &mut file, &Stop::new(), enough).unwrap();
        let mut split = Split::default();
        split.add(&rules, &Positions::read(&path, &ruleset).unwrap(), usize::MAX, BUCKETS, 0.5);
        std::fs::remove_file(&path).unwrap();
        (rules, split)
    }

    #[test]
    fn it_learns_and_goes_on_after_a_kill_as_if_nothing_had_been() {
        let (rules, split) = games("learns");
        assert!(split.training.len() > 1_000 && split.held_out.len() > 10);
        let settings = Settings { epochs: 4, batch: 64, ..Settings::default() };
        let mut training = Training::new(settings, &rules);
        let before = training.error_on(&split.training);
        training.epoch(&split, |_| true).unwrap();
        let written = training.to_bytes();
        let mut visited = 0;
        let stopped = training.epoch(&split, |_| {
            visited += 1;
            visited < 3
        });
        assert_eq!(stopped, None);
        assert_eq!(training.to_bytes(), written, "half an epoch does not count");
        let mut again = Training::new(settings, &rules);
        again.take_up(&written).unwrap();
        while !training.is_complete() {
            assert_eq!(training.epoch(&split, |_| true), again.epoch(&split, |_| true));
        }
        assert_eq!(training, again);
        let after = training.error_on(&split.training);
        assert!(after < before / 2.0, "{after} after {before}");
    }

    #[test]
    fn what_another_training_wrote_is_refused() {
        let rules = Rules::<Narrow>::new(&Preset::Brandubh.ruleset()).unwrap();
        let mut training = Training::new(Settings::default(), &rules);
        let bytes = training.to_bytes();
        assert_eq!(training.take_up(&bytes), Ok(()));
        for damaged in [&bytes[..20], &bytes[..bytes.len() - 4], &[&bytes[..], &[0; 4]].concat()] {
            assert_eq!(training.take_up(damaged), Err(OtherTraining));
        }
        let other = Training::new(Settings { seed: 2, ..Settings::default() }, &rules);
        assert_eq!(training.take_up(&other.to_bytes()), Err(OtherTraining));
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        use tablen_engine::tafl::{Evaluation as _, PositionInfo};

        let (rules, split) = games("whole");
        let mut training = Training::new(Settings { epochs: 2, batch: 64, ..Settings::default() }, &rules);
        training.epoch(&split, |_| true).unwrap();
        let bytes = training.net(1_000).to_bytes();
        let parameters = Box::leak(Box::new(Parameters::from_bytes(&bytes).unwrap()));
        let mut net = Net::new(parameters, &rules).unwrap();
        let mut state = rules.start(tablen_rules::tafl::Side::Attackers);
        let inputs = Inputs::new(7);
        let mut luck = Rng::with_seed(5);
        for _ in 0..30 {
            let mv = rules.nth_move(&state, luck.u64(..rules.count_moves(&state))).unwrap();
            rules.make(&mut state, mv);
            if rules.outcome(&state).is_some() {
                break;
            }
            let info = PositionInfo::new(&rules, &state);
            let mut there = Vec::new();
            inputs.visit_pieces(&state, |input| there.push(input));
            inputs.visit_fresh(&state, &info, |input| there.push(input));
            let output = tablen_engine::tafl::net::OutputChoice::new(&rules, BUCKETS).of(&state);
            let odds = f64::from(training.network.odds(&there, output));
            net.begin(&rules, &state);
            let points = f64::from(net.evaluate(&rules, &state, &info).0.0);
            assert!((points / 1_000.0 - odds).abs() < 0.1, "{points} for {odds}");
        }
    }
}
