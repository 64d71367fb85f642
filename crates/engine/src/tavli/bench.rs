//! A fixed piece of work: its numbers change when behaviour does, and the time it takes when speed does.

use tablen_rules::tavli::{Position, Roll, Ruleset};

use super::engine::Engine;
use super::evaluator::EvaluatorKind;
use super::levels::Settings;
use crate::{Limits, Stop};

/// Positions from every part of a game.
const POSITIONS: [&str; 8] = [
    "white hand:9 2:2 5:3 6:1; black hand:8 1:3 3:4; white to roll",
    "white 1:3 2:4 4:5 6:3; black hand:2 3:6 5:7; white to roll",
    "white 1:2 3:1 5:4 7:1 14:3 16:4 beyond; black 2:3 6:5 13:1 18:2 m4:1 20:3 beyond; black to roll",
    "white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; black to roll",
    "white m3:1 m5:1 12:4 15:2 17:3 19:4 beyond; black 4:2 6:2 8:2 9:3 11:1 13:5 beyond; white to roll",
    "white 1:3 4:3 7:3 10:3 13:3 beyond; black 2:3 5:3 8:3 11:3 14:3 beyond; white to roll",
    "white 17:2 19:3 20:2 22:3 23:4 24:1 beyond; black 16:1 18:2 21:4 off:8 beyond; white to roll",
    "white 19:2 20:1 22:3 24:2 off:7 beyond; black 21:5 23:3 off:7 beyond; black to roll",
];

/// The most positions looked at for one throw.
const NODES: u64 = 30_000;

/// What a bench has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// How many throws were answered.
    pub throws: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// A number made of all answers.
    pub checksum: u64,
}

/// What comes of it. A change of how the player thinks changes these numbers: write them here, and in the commit what was measured. What was
/// found before is then no longer taken for what is found now (`analysis::basis`).
pub const BENCHED: Bench = Bench { throws: 96, nodes: 1_064_375, checksum: 11_411_768_089_012_063_378 };

/// Answers some throws in some positions, by the linear evaluation: a new net changes nothing here.
pub fn bench() -> Bench {
    let settings = Settings { evaluator: EvaluatorKind::Linear.evaluator(), ..Settings::full() };
    let mut engine = Engine::with_settings(settings);
    let (limits, stop) = (Limits::nodes(NODES), Stop::new());
    let mut bench = Bench { throws: 0, nodes: 0, checksum: 0 };
    let setups = POSITIONS.iter().filter_map(|text| text.parse().ok());
    for position in setups.filter_map(|setup| Position::new(Ruleset::default(), setup).ok()) {
        // Every fifth throw has all kinds among them: three alike, pairs and different ones.
        for roll in Roll::all().step_by(5) {
            let Some(thought) = engine.think(&position, roll, &limits, &stop, &mut |_| {}) else { continue };
            bench.throws += 1;
            bench.nodes += thought.nodes;
            let answer = position.play(&thought.turn).map_or(0, |after| after.key());
            let value = thought.for_white().0.0;
            bench.checksum = (bench.checksum.rotate_left(5) ^ answer ^ u64::from(value.cast_unsigned()))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    bench
}
