//! Players of every level.

use tablen_rules::tavli::{Play, Position, Roll};

use super::budget::Budget;
use super::engine::{Engine, Thought};
use super::levels::Settings;
use super::random::Random;
use crate::{Level, Limits, Signals};

/// An engine with some settings, such as those of a level. Its errors are drawn from a seed: for the same seed it always plays the same
/// turn in the same position, however the game came there.
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
    limits: Limits,
    seed: u64,
}

impl Player {
    /// A player of a level.
    pub fn new(level: Level, seed: u64) -> Player {
        Player::with_settings(Settings::of(level), seed)
    }

    /// A player with settings of one's own.
    pub fn with_settings(settings: Settings, seed: u64) -> Player {
        Player { limits: Limits::nodes(settings.nodes), engine: Engine::with_settings(settings), seed }
    }

    /// The turn it plays with a throw; nothing if the game is over.
    pub fn choose<'c>(
        &mut self,
        position: &Position,
        roll: Roll,
        signals: impl Into<Signals<'c>>,
    ) -> Option<Thought> {
        self.choose_rest(&position.roll(roll).ok()?, signals)
    }

    /// How it goes on with a turn under way: the turn begins with the steps that have been played. Nothing if the game is over.
    pub fn choose_rest<'c>(&mut self, play: &Play, signals: impl Into<Signals<'c>>) -> Option<Thought> {
        let position = play.position();
        let mut budget = Budget::new(&self.limits, signals.into());
        let [a, b, c] = play.roll().dice().map(|die| u64::from(die.pips()));
        let moment = u64::from(position.turns()) << 12 | a << 8 | b << 4 | c;
        let random = Random::new(self.seed ^ position.key() ^ moment.rotate_right(16));
        self.engine.choose(play, random, &mut budget, &mut |_| {})
    }
}
