//! How clearly a player sees, level by level.

use super::lookahead::Lookahead;
use super::random::Random;
use super::value::{MoverValue, UNIT};
use crate::Level;

/// How well a player judges the results of a throw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The usual size of the errors in its judgement of a result.
    pub blur: i32,
    /// Whether it looks at the enemy's answers.
    pub lookahead: Option<Lookahead>,
}

/// A hundredth of a unit of log odds.
const CENTI: i32 = UNIT / 100;

impl Sight {
    /// Nothing is hidden.
    pub const CLEAR: Sight = Sight { blur: 0, lookahead: Some(AHEAD) };

    /// What players of each level see. The steps are measured: see the table in the module's documentation.
    const LEVELS: [Sight; 5] = [
        Sight { blur: 600 * CENTI, lookahead: None },
        Sight { blur: 74 * CENTI, lookahead: None },
        Sight { blur: 31 * CENTI, lookahead: None },
        Sight { blur: 13 * CENTI, lookahead: None },
        Sight::CLEAR,
    ];

    pub fn of(level: Level) -> &'static Sight {
        let index = usize::from(level.number() - Level::WEAKEST.number());
        Sight::LEVELS.get(index).unwrap_or(&Sight::CLEAR)
    }

    /// A value as it is seen. A win is seen by everybody.
    #[inline]
    pub fn blurred(&self, value: MoverValue, random: &mut Random) -> MoverValue {
        if self.blur == 0 || value == MoverValue::WON {
            return value;
        }
        MoverValue(value.0 + random.error(self.blur))
    }
}

/// How far the strongest looks ahead.
const AHEAD: Lookahead = Lookahead { candidates: 8, margin: 30 * CENTI, replies: 1_000 };
