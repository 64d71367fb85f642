//! How clearly a player sees, level by level.

use super::lookahead::Lookahead;
use super::random::Random;
use super::value::{MoverValue, UNIT};
use crate::Level;

/// How much of a throw a player sees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// How many results it considers, drawn at random; all if none is given.
    pub looks_at: Option<usize>,
    /// The usual size of the errors in its judgement of a result.
    pub blur: i32,
    /// Whether it looks at the enemy's answers.
    pub lookahead: Option<Lookahead>,
}

/// A hundredth of a unit of log odds.
const CENTI: i32 = UNIT / 100;

impl Sight {
    /// Nothing is hidden.
    pub const CLEAR: Sight = Sight { looks_at: None, blur: 0, lookahead: Some(AHEAD) };

    /// What players of each level see. The steps are measured: see the table in the module's documentation.
    const LEVELS: [Sight; 6] = [
        Sight { looks_at: Some(2), blur: 60 * CENTI, lookahead: None },
        Sight { looks_at: Some(4), blur: 30 * CENTI, lookahead: None },
        Sight { looks_at: Some(8), blur: 20 * CENTI, lookahead: None },
        Sight { looks_at: Some(16), blur: 10 * CENTI, lookahead: None },
        Sight { looks_at: None, blur: 10 * CENTI, lookahead: None },
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
