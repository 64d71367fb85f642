//! The settings of every level, in one table.
//!
//! Measured with `tablen match --ladder --games 100 --seed 11` (pairs of games with sides exchanged after two random moves that both
//! share, a draw counting half, 95 % intervals by pairs):
//!
//! | ruleset | level | against | won | drawn | lost | score | interval |
//! |---|---|---|---|---|---|---|---|
//! | `ashton` | 2 | 1 | 90 | 0 | 10 | 90.0 % | 83.1 – 94.3 % |
//! | | 3 | 2 | 89 | 3 | 8 | 90.5 % | 83.5 – 94.7 % |
//! | | 4 | 3 | 79 | 4 | 17 | 81.0 % | 73.1 – 87.0 % |
//! | | 5 | 4 | 84 | 2 | 14 | 85.0 % | 77.8 – 90.2 % |
//! | `tablut` | 2 | 1 | 67 | 6 | 27 | 70.0 % | 63.3 – 75.9 % |
//! | | 3 | 2 | 67 | 15 | 18 | 74.5 % | 66.3 – 81.2 % |
//! | | 4 | 3 | 70 | 14 | 16 | 77.0 % | 69.8 – 82.9 % |
//! | | 5 | 4 | 70 | 14 | 16 | 77.0 % | 70.7 – 82.3 % |
//! | `alea`, 20 games | 2 | 1 | 18 | 1 | 1 | 92.5 % | 76.5 – 97.9 % |
//! | | 3 | 2 | 12 | 5 | 3 | 72.5 % | 56.3 – 84.4 % |
//! | | 4 | 3 | 11 | 8 | 1 | 75.0 % | 57.3 – 87.0 % |
//! | six games | 5 | 4 | 4 | 2 | 0 | 83.3 % | 66.4 – 92.7 % |
//!
//! The stronger both players are, the more games of `ashton` the attackers win. On `tablut` the attackers
//! won none of 200 games between equals of four strengths when both sides erred alike.

use tablen_rules::tafl::{Companions, KingCapture, Ruleset, Side};

use super::evaluation::EvaluationKind;
use crate::Level;

/// What makes a level as strong as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it counts.
    pub evaluation: EvaluationKind,
    /// How many positions it looks at for a move.
    pub nodes: u64,
    /// How many moves ahead it looks at most.
    pub depth: u32,
    /// How far it misjudges positions, in points.
    pub noise: u32,
    /// How many of a hundred moves it plays without looking ahead at all, so that it may miss a win or a danger.
    pub careless_percent: u32,
    /// The same on the side that the rules [favour](favoured_side).
    pub careless_favoured_percent: u32,
    /// Whether it sees a win at hand even then: people forgive weak moves, but not a strong player who walks past an open gate.
    pub careless_sees_wins: bool,
    /// Whether it remembers what it found out for earlier moves of the game. Levels do not, so that the same game always gets the same
    /// answer, after a restart of the server too.
    pub remembers: bool,
}

/// The settings of the levels, the weakest first.
pub const LEVELS: [Settings; 5] = [
    Settings {
        evaluation: EvaluationKind::Classic,
        nodes: 1_500,
        depth: 1,
        noise: 120,
        careless_percent: 55,
        careless_favoured_percent: 98,
        careless_sees_wins: false,
        remembers: false,
    },
    Settings {
        evaluation: EvaluationKind::Classic,
        nodes: 3_000,
        depth: 2,
        noise: 40,
        careless_percent: 4,
        careless_favoured_percent: 82,
        careless_sees_wins: false,
        remembers: false,
    },
    Settings {
        evaluation: EvaluationKind::Classic,
        nodes: 8_000,
        depth: 3,
        noise: 15,
        careless_percent: 0,
        careless_favoured_percent: 60,
        careless_sees_wins: true,
        remembers: false,
    },
    Settings {
        evaluation: EvaluationKind::Classic,
        nodes: 20_000,
        depth: 60,
        noise: 10,
        careless_percent: 0,
        careless_favoured_percent: 40,
        careless_sees_wins: true,
        remembers: false,
    },
    Settings {
        evaluation: EvaluationKind::Classic,
        nodes: 500_000,
        depth: 60,
        noise: 2,
        careless_percent: 0,
        careless_favoured_percent: 0,
        careless_sees_wins: true,
        remembers: false,
    },
];

/// Entries of a player's transposition table: more than the strongest level fills.
pub const TABLE_ENTRIES: usize = 1 << 17;

/// How far a careless move's position is misjudged, in points.
pub const CARELESS_NOISE: u32 = 150;

/// The settings of a level.
pub fn settings(level: Level) -> Settings {
    let index = usize::from(level.number().saturating_sub(Level::WEAKEST.number()));
    LEVELS[index.min(LEVELS.len() - 1)]
}

impl Settings {
    /// The strongest that can be: it thinks as long as it is allowed to and makes no mistakes on purpose.
    pub const FULL: Settings = Settings { noise: 0, remembers: true, ..LEVELS[LEVELS.len() - 1] };
}

/// The side that wins nearly all games between equals, where there is one: without company, a king who falls only to four
/// hardly ever does. If the defenders erred no more often there than the attackers, nobody could show with the attackers
/// that they play better.
pub fn favoured_side(ruleset: &Ruleset) -> Option<Side> {
    let is_hard_to_take =
        ruleset.king_capture == KingCapture::Surrounded && ruleset.companions == Companions::None;
    is_hard_to_take.then_some(Side::Defenders)
}
