//! Learning from labelled positions: the next generation of a net.

use fastrand::Rng;
use tablen_engine::tavli::net::{INPUTS, OUTPUTS, Plain};

use super::plain::{self, HIDDEN};
use crate::fingerprint::fingerprint;
use crate::train::OtherTraining;
use crate::train::epochs::{Course, Errors, Settings};
use crate::train::examples::Split;

/// A training under way. The same net, examples and settings always lead to the same net.
///
/// ```
/// use tablen_lab::train::epochs::Settings;
/// use tablen_lab::train::examples::Split;
/// use tablen_lab::train::tavli::{self, Supervised};
///
/// let net = tavli::Training::new(tavli::Settings { games: 1, seed: 1 }).net();
/// let mut training = Supervised::new(Settings { epochs: 1, ..Settings::TAVLI }, &net).unwrap();
/// training.epoch(&Split::default(), |_| true);
/// assert!(training.is_complete());
/// assert_eq!(training.net(), net, "nothing to learn from");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Supervised {
    course: Course<HIDDEN>,
    /// What tells the net it goes on from from others.
    origin: u64,
}

impl Supervised {
    /// A training that goes on from a net; nothing if the net has another shape.
    pub fn new(settings: Settings, net: &Plain) -> Option<Supervised> {
        let network = plain::network(net)?;
        Some(Supervised {
            course: Course::new(settings, network, INPUTS, OUTPUTS),
            origin: fingerprint(&net.to_bytes()),
        })
    }

    /// How it is trained.
    pub const fn settings(&self) -> &Settings {
        &self.course.settings
    }

    /// Epochs that are over.
    pub const fn epochs(&self) -> u32 {
        self.course.epochs
    }

    /// Whether it is at its end.
    pub const fn is_complete(&self) -> bool {
        self.course.is_complete()
    }

    /// Visits every example once. `progress` is told the share of them that has been visited, and says whether to go on; if not, the
    /// epoch does not count and nothing is returned.
    pub fn epoch(&mut self, examples: &Split, progress: impl FnMut(f64) -> bool) -> Option<Errors> {
        let show = |_: &mut Rng, inputs: &[u16], shown: &mut Vec<u16>| shown.extend(inputs);
        self.course.epoch(examples, show, progress)
    }

    /// How far off the net is on examples held out: the mean of squares.
    pub fn held_out_error(&self, examples: &Split) -> f64 {
        self.course.error_on(&examples.held_out)
    }

    /// The net in whole numbers.
    pub fn net(&self) -> Plain {
        plain::quantised(&self.course.network)
    }

    /// How the bytes of a training begin: what it is, its settings and where it comes from.
    fn head(&self) -> String {
        let settings = self.course.signature();
        format!(
            "tablen tavli supervised training 1\n{INPUTS} {HIDDEN} {OUTPUTS} {settings} {:x}\n",
            self.origin
        )
    }

    /// All of it, to be taken up again.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.course.to_bytes(&self.head())
    }

    /// Goes on with what was written by a training with the same settings, from the same net.
    pub fn take_up(&mut self, bytes: &[u8]) -> Result<(), OtherTraining> {
        let head = self.head();
        self.course.take_up(&head, bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablen_engine::Stop;
    use tablen_engine::tavli::{Evaluator, Linear};

    use super::super::labelled::{LabelledFile, read};
    use super::super::labelling::{Labels, Settings as Labelling, label};
    use super::super::training;
    use super::*;

    /// Positions of games of the linear evaluation.
    fn examples() -> Split {
        let path = std::env::temp_dir().join(format!("tablen-supervised-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let evaluator: Arc<dyn Evaluator> = Arc::new(Linear::trained());
        let mut file = LabelledFile::open(&path, "linear").unwrap();
        let labelling = Labelling { labels: Labels::Throws, seed: 5 };
        label(&labelling, &evaluator, 2, &mut file, 400, &Stop::new(), |_| {}).unwrap();
        let mut examples = Split::default();
        read(&path, &mut examples).unwrap();
        std::fs::remove_file(&path).unwrap();
        examples
    }

    #[test]
    fn it_learns_and_goes_on_after_a_kill_as_if_nothing_had_been() {
        let examples = examples();
        assert!(examples.training.len() > 300 && examples.held_out.len() > 5);
        let net = training::Training::new(training::Settings { games: 1, seed: 1 }).net();
        let settings = Settings { epochs: 6, batch: 32, rates: (0.002, 0.000_1), seed: 1 };
        let mut training = Supervised::new(settings, &net).unwrap();
        let before = training.held_out_error(&examples);
        training.epoch(&examples, |_| true).unwrap();
        let written = training.to_bytes();
        assert_eq!(training.epoch(&examples, |share| share < 0.5), None);
        assert_eq!(training.to_bytes(), written, "half an epoch does not count");
        let mut again = Supervised::new(settings, &net).unwrap();
        again.take_up(&written).unwrap();
        while !training.is_complete() {
            assert_eq!(training.epoch(&examples, |_| true), again.epoch(&examples, |_| true));
        }
        assert_eq!(training, again);
        let after = training.held_out_error(&examples);
        assert!(after < before / 2.0, "{after} after {before}");

        // A checkpoint belongs to its settings and to the net it began with.
        let mut other = Supervised::new(Settings { seed: 2, ..settings }, &net).unwrap();
        assert_eq!(other.take_up(&written), Err(OtherTraining));
        let mut other = Supervised::new(settings, &training.net()).unwrap();
        assert_eq!(other.take_up(&written), Err(OtherTraining));
        assert_eq!(again.take_up(&written[..written.len() - 1]), Err(OtherTraining));
    }
}
