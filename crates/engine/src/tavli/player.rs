//! Players of every level.

use tablen_rules::tavli::{Position, Roll};

use super::budget::Budget;
use super::engine::{Engine, Thought};
use super::random::Random;
use super::sight::Sight;
use crate::{Level, Limits, Stop};

/// The most positions a player looks at for one turn.
const NODES: u64 = 2_000_000;

/// A player of a level. Its errors are drawn from a seed: for the same seed it always plays the same turn in the same
/// position, whatever it has played before.
///
/// ```
/// use tablen_engine::tavli::Player;
/// use tablen_engine::{Level, Stop};
/// use tablen_rules::tavli::{Position, Ruleset, Side};
///
/// let mut player = Player::new(Level::default(), 7);
/// let start = Position::start(Ruleset::default(), Side::White);
/// let thought = player.choose(&start, "256".parse()?, &Stop::new()).unwrap();
/// assert_eq!(thought.turn.to_string(), "256: hand-2 hand-5 hand-6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    engine: Engine,
    level: Level,
    seed: u64,
}

impl Player {
    /// A player of a level.
    pub fn new(level: Level, seed: u64) -> Player {
        Player { engine: Engine::new(), level, seed }
    }

    /// Its level.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The turn it plays with a throw; nothing if the game is over.
    pub fn choose(&mut self, position: &Position, roll: Roll, stop: &Stop) -> Option<Thought> {
        let limits = Limits::nodes(NODES);
        let mut budget = Budget::new(&limits, stop);
        let [a, b, c] = roll.dice().map(|die| u64::from(die.pips()));
        let moment = u64::from(position.turns()) << 12 | a << 8 | b << 4 | c;
        let random = Random::new(self.seed ^ position.key() ^ moment.rotate_right(16));
        self.engine.choose(position, roll, Sight::of(self.level), random, &mut budget, &mut |_| {})
    }
}
