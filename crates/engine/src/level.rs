//! How strong a computer player is.

use std::fmt;

/// The strength of a computer player: 1, which a child can beat in its first game, to 8, as strong as it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(Level::COUNT as u8);
    /// How many there are.
    pub const COUNT: usize = 8;

    /// The level with that number, if there is one.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= Level::WEAKEST.0 && number <= Level::STRONGEST.0 { Some(Level(number)) } else { None }
    }

    /// Every level, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (Level::WEAKEST.0..=Level::STRONGEST.0).map(Level)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// The middle: an answer that makes a newcomer think.
impl Default for Level {
    fn default() -> Level {
        Level(3)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
