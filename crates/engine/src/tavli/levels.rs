//! The settings of every level, in one table.

use std::sync::Arc;

use super::evaluator::{Evaluator, EvaluatorKind};
use super::habits::Habits;
use super::lookahead::{Lookahead, Turns};
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
    /// How it errs, beyond that, as people do.
    pub habits: Habits,
    /// Whether it looks at the enemy's answers, and how far.
    pub lookahead: Option<Lookahead>,
}

/// A hundredth of a unit of log odds.
const CENTI: i32 = UNIT / 100;

/// The most positions a player looks at for one turn.
const NODES: u64 = 2_000_000;

/// What makes a level weaker than the strongest: the noise, in hundredths of a unit of log odds, and its habits.
const fn weakness(noise: i32, percent: u32, haste: i32, boldness: i32, looseness: i32) -> (i32, Habits) {
    (noise * CENTI, Habits { percent, haste, boldness, looseness })
}

/// The weaknesses of the levels, the weakest first. A little noise costs much, because the best of hundreds of misjudged results is often one
/// that was misjudged most. Level 3 is as strong as an opponent that plays by a simple rule; those above must beat it. What was measured is in
/// `docs/strength.md`.
const WEAKNESSES: [(i32, Habits); Level::COUNT] = [
    weakness(45, 60, 3_000, 60, 20_000),
    weakness(25, 40, 3_000, 60, 20_000),
    weakness(18, 10, 3_000, 60, 20_000),
    weakness(15, 4, 3_000, 60, 20_000),
    weakness(12, 0, 0, 0, 0),
    weakness(7, 0, 0, 0, 0),
    weakness(0, 0, 0, 0, 0),
    weakness(0, 0, 0, 0, 0),
];

impl Settings {
    /// As strong as it gets: it judges as well as it can and looks ahead.
    pub fn full() -> Settings {
        Settings {
            evaluator: EvaluatorKind::default().evaluator(),
            nodes: NODES,
            noise: 0,
            habits: Habits::default(),
            lookahead: Some(Lookahead::FULL),
        }
    }

    /// The settings of a level. Only the strongest looks ahead.
    pub fn of(level: Level) -> Settings {
        let index = usize::from(level.number() - Level::WEAKEST.number());
        let (noise, habits) = WEAKNESSES.get(index).copied().unwrap_or_default();
        let lookahead = (level == Level::STRONGEST).then_some(Lookahead::FULL);
        Settings { noise, habits, lookahead, ..Settings::full() }
    }

    /// The habits by which the player plays this turn, if it does.
    pub(super) fn habits_now(&self, random: &mut Random) -> Option<Habits> {
        let is_careless = random.word() % 100 < u64::from(self.habits.percent);
        is_careless.then_some(self.habits)
    }

    /// A value as the player sees it. A win is seen by everybody.
    #[inline]
    pub(super) fn misjudged(&self, value: Value, error: i32, random: &mut Random) -> Value {
        if value == Value::WON {
            return value;
        }
        let noise = if self.noise == 0 { 0 } else { random.error(self.noise) };
        ForSideToMove(LogOdds(value.0.0 + noise + error))
    }
}

impl Lookahead {
    /// How far the strongest level looks ahead.
    pub const FULL: Lookahead =
        Lookahead { turns: Turns::One, candidates: 8, margin: 30 * CENTI, replies: 1_000 };

    /// One turn farther: for analyses, it takes seconds.
    pub const TWO_TURNS: Lookahead =
        Lookahead { turns: Turns::Two, candidates: 4, margin: 15 * CENTI, replies: 400 };
}
