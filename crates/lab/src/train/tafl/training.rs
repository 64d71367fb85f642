//! Learning: every visit of an example shows it as one of the board's symmetries does.

use fastrand::Rng;
use tablen_engine::tafl::net::{CLIP, Inputs, MOST_OUTPUT_WEIGHT, OUTPUT_UNIT, Plain};
use tablen_rules::tafl::{Bits, Rules};

use super::examples::Split;
use crate::fingerprint::fingerprint;
use crate::train::OtherTraining;
use crate::train::epochs::Course;
pub use crate::train::epochs::{Errors, Settings};
use crate::train::network::{Network, Units};

/// Hidden neurons of the nets that are trained.
const HIDDEN: usize = 128;

/// Buckets of pieces left, each with outputs of its own.
pub const BUCKETS: usize = 4;

const UNITS: Units = Units {
    first_layer: CLIP as f32,
    output: OUTPUT_UNIT as f32,
    output_bias: CLIP as f32 * OUTPUT_UNIT as f32,
    most_output_weight: MOST_OUTPUT_WEIGHT,
};

/// A training under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Training {
    course: Course<HIDDEN>,
    /// The new number of every input, for each symmetry.
    turned: Vec<Vec<u16>>,
    inputs: Inputs,
    /// What tells the net it goes on from from others; 0 if it began with nothing.
    origin: u64,
}

impl Training {
    /// A training that begins with small random numbers, for boards like that of some rules.
    pub fn new<B: Bits>(settings: Settings, rules: &Rules<B>, inputs: Inputs) -> Training {
        let (count, outputs) = (inputs.count(), 2 * BUCKETS);
        let network = Network::random(count, outputs, &mut Rng::with_seed(settings.seed));
        Training {
            course: Course::new(settings, network, count, outputs),
            turned: rules.symmetries().iter().map(|symmetry| inputs.turned(rules, *symmetry)).collect(),
            inputs,
            origin: 0,
        }
    }

    /// A training that goes on from a net; nothing if that is for other boards or has another shape. One that was not told the rules may go on
    /// as one that is: they mean nothing to it yet.
    pub fn going_on<B: Bits>(
        settings: Settings,
        rules: &Rules<B>,
        inputs: Inputs,
        net: &Plain,
    ) -> Option<Training> {
        let size = inputs.size();
        let is_told_now = net.inputs == Inputs::new(size) && inputs == Inputs::with_rules(size);
        if net.inputs != inputs && !is_told_now || net.buckets != BUCKETS {
            return None;
        }
        let (count, outputs) = (inputs.count(), 2 * BUCKETS);
        let mut numbers = net.numbers.clone();
        // The inputs about rules come last.
        numbers.rows.resize(count * net.hidden, 0);
        let network = Network::of(&numbers, &UNITS, count, outputs)?;
        let course = Course::new(settings, network, count, outputs);
        Some(Training {
            course,
            origin: fingerprint(&net.to_bytes()),
            ..Training::new(settings, rules, inputs)
        })
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
        let turned = &self.turned;
        let show = |luck: &mut Rng, inputs: &[u16], shown: &mut Vec<u16>| {
            let turned = &turned[luck.usize(..turned.len())];
            shown.extend(inputs.iter().map(|input| turned[usize::from(*input)]));
        };
        self.course.epoch(examples, show, progress)
    }

    /// The net in whole numbers. One unit of log odds is worth so many points.
    pub fn net(&self, points: u16) -> Plain {
        let numbers = self.course.network.quantised(&UNITS);
        Plain { inputs: self.inputs, hidden: HIDDEN, buckets: BUCKETS, points, numbers }
    }

    /// How the bytes of a training begin: what it is and its settings.
    fn head(&self) -> String {
        let Training { course, inputs, origin, .. } = self;
        let (size, count) = (inputs.size(), inputs.count());
        format!(
            "tablen tafl training 3\n{HIDDEN} {BUCKETS} {size} {count} {} {origin:x}\n",
            course.signature()
        )
    }

    /// All of it, to be taken up again.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.course.to_bytes(&self.head())
    }

    /// Goes on with what was written by a training with the same settings.
    pub fn take_up(&mut self, bytes: &[u8]) -> Result<(), OtherTraining> {
        let head = self.head();
        self.course.take_up(&head, bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablen_engine::Stop;
    use tablen_engine::tafl::net::Parameters;
    use tablen_engine::tafl::{Classic, Net};
    use tablen_rules::tafl::{Narrow, Preset};

    use super::super::positions::{PositionFile, Positions, RulesOfGames};
    use super::super::self_play;
    use super::*;

    /// A few games of Brandubh.
    fn games(name: &str) -> (Arc<Rules<Narrow>>, Split) {
        let path = std::env::temp_dir().join(format!("tablen-training-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let ruleset = Preset::Brandubh.ruleset();
        let rules = Arc::new(Rules::<Narrow>::new(&ruleset).unwrap());
        let rules_of_games = RulesOfGames::same(ruleset);
        let mut file = PositionFile::open(&path, &rules_of_games).unwrap();
        let settings = self_play::Settings { nodes: 60, opening_nodes: 60, ..self_play::Settings::new(7) };
        let enough = |played: &self_play::Played| played.positions >= 1_500;
        self_play::play(&settings, &rules, &Classic::new, 1, &mut file, &Stop::new(), enough).unwrap();
        let mut split = Split::default();
        let positions = Positions::read(&path, &rules_of_games).unwrap();
        split.add::<Narrow>(&positions, Inputs::new(7), BUCKETS, 0.5);
        std::fs::remove_file(&path).unwrap();
        (rules, split)
    }

    #[test]
    fn it_learns_and_goes_on_after_a_kill_as_if_nothing_had_been() {
        let (rules, split) = games("learns");
        assert!(split.training.len() > 1_000 && split.held_out.len() > 10);
        let settings = Settings { epochs: 4, batch: 64, ..Settings::TAFL };
        let mut training = Training::new(settings, &rules, Inputs::new(7));
        let before = training.course.error_on(&split.training);
        training.epoch(&split, |_| true).unwrap();
        let written = training.to_bytes();
        let mut visited = 0;
        let stopped = training.epoch(&split, |_| {
            visited += 1;
            visited < 3
        });
        assert_eq!(stopped, None);
        assert_eq!(training.to_bytes(), written, "half an epoch does not count");
        let mut again = Training::new(settings, &rules, Inputs::new(7));
        again.take_up(&written).unwrap();
        while !training.is_complete() {
            assert_eq!(training.epoch(&split, |_| true), again.epoch(&split, |_| true));
        }
        assert_eq!(training, again);
        let after = training.course.error_on(&split.training);
        assert!(after < before / 2.0, "{after} after {before}");
    }

    #[test]
    fn a_net_goes_on_from_where_it_was() {
        let (rules, split) = games("goes-on");
        let settings = Settings { epochs: 1, batch: 64, ..Settings::TAFL };
        let mut training = Training::new(settings, &rules, Inputs::new(7));
        training.epoch(&split, |_| true).unwrap();
        let net = training.net(300);
        let mut again = Training::going_on(
            Settings { batch: 64, ..Settings::TAFL_FURTHER },
            &rules,
            Inputs::new(7),
            &net,
        )
        .unwrap();
        assert_eq!(again.net(300), net);
        let before = again.course.error_on(&split.training);
        again.epoch(&split, |_| true).unwrap();
        assert!(again.course.error_on(&split.training) < before);
        for other in [Plain { inputs: Inputs::new(9), ..net.clone() }, Plain { buckets: 1, ..net.clone() }] {
            assert!(Training::going_on(settings, &rules, Inputs::new(7), &other).is_none());
        }
    }

    #[test]
    fn what_another_training_wrote_is_refused() {
        let rules = Rules::<Narrow>::new(&Preset::Brandubh.ruleset()).unwrap();
        let mut training = Training::new(Settings::TAFL, &rules, Inputs::new(7));
        let bytes = training.to_bytes();
        assert_eq!(training.take_up(&bytes), Ok(()));
        for damaged in [&bytes[..20], &bytes[..bytes.len() - 4], &[&bytes[..], &[0; 4]].concat()] {
            assert_eq!(training.take_up(damaged), Err(OtherTraining));
        }
        let other = Training::new(Settings { seed: 2, ..Settings::TAFL }, &rules, Inputs::new(7));
        assert_eq!(training.take_up(&other.to_bytes()), Err(OtherTraining));
        let further = Training::going_on(Settings::TAFL, &rules, Inputs::new(7), &other.net(300)).unwrap();
        assert_eq!(training.take_up(&further.to_bytes()), Err(OtherTraining), "from another net");
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        use tablen_engine::tafl::{Evaluation as _, PositionInfo};

        let (rules, split) = games("whole");
        let mut training =
            Training::new(Settings { epochs: 2, batch: 64, ..Settings::TAFL }, &rules, Inputs::new(7));
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
            let odds = f64::from(training.course.network.odds(&there, output));
            net.begin(&rules, &state);
            let points = f64::from(net.evaluate(&rules, &state, &info).0.0);
            assert!((points / 1_000.0 - odds).abs() < 0.1, "{points} for {odds}");
        }
    }
}
