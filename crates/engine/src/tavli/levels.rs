//! The settings of every level, in one table.

use std::sync::Arc;

use super::evaluator::{Evaluator, EvaluatorKind};
use super::lookahead::Lookahead;
use super::random::Random;
use super::value::{LogOdds, UNIT, Value};
use crate::{ForSideToMove, Level};

/// What makes a player as strong as it is.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What it counts.
    pub evaluator: Arc<dyn Evaluator>,
    /// How many positions it looks at for a turn.
    pub nodes: u64,
    /// How far it misjudges results: the usual size of an error, in millionths of a unit of log odds.
    pub noise: i32,
    /// Whether it looks at the enemy's answers, and how far.
    pub lookahead: Option<Lookahead>,
}

/// A hundredth of a unit of log odds.
const CENTI: i32 = UNIT / 100;

/// The most positions a player looks at for one turn.
const NODES: u64 = 2_000_000;

/// The noise of the levels, the weakest first. The steps are measured: see the table in the module's documentation.
const NOISE: [i32; Level::COUNT] =
    [600 * CENTI, 160 * CENTI, 90 * CENTI, 55 * CENTI, 35 * CENTI, 20 * CENTI, 8 * CENTI, 0];

impl Settings {
    /// As strong as it gets: it judges as well as it can and looks ahead.
    pub fn full() -> Settings {
        Settings {
            evaluator: EvaluatorKind::Trained.evaluator(),
            nodes: NODES,
            noise: 0,
            lookahead: Some(Lookahead::FULL),
        }
    }

    /// The settings of a level. Only the strongest looks ahead.
    pub fn of(level: Level) -> Settings {
        let index = usize::from(level.number() - Level::WEAKEST.number());
        let noise = NOISE.get(index).copied().unwrap_or(0);
        let lookahead = (level == Level::STRONGEST).then_some(Lookahead::FULL);
        Settings { noise, lookahead, ..Settings::full() }
    }

    /// A value as the player sees it. A win is seen by everybody.
    #[inline]
    pub(super) fn misjudged(&self, value: Value, random: &mut Random) -> Value {
        if self.noise == 0 || value == Value::WON {
            return value;
        }
        ForSideToMove(LogOdds(value.0.0 + random.error(self.noise)))
    }
}

impl Lookahead {
    /// How far the strongest looks ahead.
    pub const FULL: Lookahead = Lookahead { candidates: 8, margin: 30 * CENTI, replies: 1_000 };
}
