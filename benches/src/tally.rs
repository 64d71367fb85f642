//! How random games ended.

use std::fmt;

/// The most plies of a random game, on either side.
pub const PLY_CAP: usize = 1_000;

/// Random games by their ends, so that no part of a game can be optimised away, and so that two programs can be seen
/// to play the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Plies of all games.
    pub plies: u64,
    /// Games in which the king was captured.
    pub attackers: u64,
    /// Games in which the king escaped.
    pub defenders: u64,
    /// Games in which a side had no move.
    pub stuck: u64,
    /// Games that reached [`PLY_CAP`].
    pub capped: u64,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64| 100.0 * part as f64 / self.games as f64;
        write!(
            f,
            "{:.1} plies a game, {:.1} % won by attackers, {:.1} % by defenders, {:.1} % stuck, {:.1} % capped",
            self.plies as f64 / self.games as f64,
            share(self.attackers),
            share(self.defenders),
            share(self.stuck),
            share(self.capped),
        )
    }
}
