//! The settings of every level, in one table.
//!
//! Measured on `ashton` in pairs of games with sides exchanged, a draw counting half:
//!
//! | level | against | games | score |
//! |---|---|---|---|
//! | 2 | 1 | 100 | 69.5 % |
//! | 3 | 2 | 100 | 87.5 % |
//! | 4 | 3 | 28 | 80 % |
//! | 5 | 4 | 33 | 71 % |
//! | 6 | 5 | too few to tell | |
//!
//! The stronger both players are, the more of these games the attackers win, whoever they are.

use crate::Level;

/// What makes a level as strong as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many positions it looks at for a move.
    pub nodes: u64,
    /// How many moves ahead it looks at most.
    pub depth: u32,
    /// How far it misjudges positions, in points.
    pub noise: u32,
    /// How many of a hundred moves it plays without looking ahead at all, so that it may miss a win or a danger.
    pub careless_percent: u32,
}

/// The settings of the levels, the weakest first.
pub const LEVELS: [Settings; 6] = [
    Settings { nodes: 3_000, depth: 1, noise: 80, careless_percent: 50 },
    Settings { nodes: 4_000, depth: 2, noise: 50, careless_percent: 20 },
    Settings { nodes: 8_000, depth: 3, noise: 25, careless_percent: 5 },
    Settings { nodes: 20_000, depth: 60, noise: 12, careless_percent: 0 },
    Settings { nodes: 70_000, depth: 60, noise: 6, careless_percent: 0 },
    Settings { nodes: 500_000, depth: 60, noise: 2, careless_percent: 0 },
];

/// Entries of a player's table: more than the strongest level fills.
pub const TABLE_ENTRIES: usize = 1 << 17;

/// How far a careless move's position is misjudged, in points.
pub const CARELESS_NOISE: u32 = 60;

/// The settings of a level.
pub fn settings(level: Level) -> Settings {
    let index = usize::from(level.number().saturating_sub(Level::WEAKEST.number()));
    LEVELS[index.min(LEVELS.len() - 1)]
}
