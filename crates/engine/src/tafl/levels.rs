//! The settings of every level, in one table. What each was measured to gain on the one below is told in `docs/strength.md`.

use std::time::Duration;

use super::evaluation::EvaluationKind;
use super::lapses::Lapses;
use super::tunables::Tunables;
use crate::Level;

/// What makes a player as strong as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What it counts.
    pub evaluation: EvaluationKind,
    /// How many positions it looks at for a move.
    pub nodes: u64,
    /// But at least so many for each move that can be played: on a wide board a player who looks at little would otherwise not even see all
    /// that is possible.
    pub nodes_a_move: u64,
    /// How many moves ahead it looks at most.
    pub depth: u32,
    /// How long it thinks for a move at most. With such a limit it no longer always answers the same.
    pub time: Option<Duration>,
    /// How many threads think. With more than one it no longer always answers the same.
    pub threads: usize,
    /// How far it misjudges positions, in hundredths of a defender's man.
    pub noise: u32,
    /// What it misses.
    pub lapses: Lapses,
    /// Entries of its transposition table, of [`TABLE_ENTRY_BYTES`] each.
    pub table_entries: usize,
    /// Whether it remembers what it found out for earlier moves of the game. Levels do not, so that the same game always gets the same
    /// answer, after a restart of the server too.
    pub remembers: bool,
    /// How its search takes shortcuts.
    pub tunables: Tunables,
}

/// The bytes of an entry of a transposition table.
pub const TABLE_ENTRY_BYTES: usize = 16;

/// A level: how far it looks, and how it errs.
const fn level(nodes: u64, depth: u32, noise: u32, lapses: Lapses) -> Settings {
    Settings {
        evaluation: EvaluationKind::Net,
        nodes,
        nodes_a_move: 10,
        depth,
        time: None,
        threads: 1,
        noise,
        lapses,
        table_entries: 1 << 17,
        remembers: false,
        tunables: Tunables::USUAL,
    }
}

const fn lapses(forgotten_percent: u32, overlooked_percent: u32, blind_percent: u32, greed: i32) -> Lapses {
    Lapses { forgotten_percent, overlooked_percent, blind_percent, greed }
}

const NO_LAPSES: Lapses = lapses(0, 0, 0, 0);

/// The settings of the levels, the weakest first.
pub const LEVELS: [Settings; Level::COUNT] = [
    level(400, 2, 150, lapses(70, 75, 45, 150)),
    level(800, 2, 80, lapses(44, 38, 12, 80)),
    level(2_000, 3, 42, lapses(24, 18, 2, 30)),
    level(2_500, 4, 22, lapses(8, 6, 0, 0)),
    level(5_000, 60, 12, NO_LAPSES),
    level(20_000, 60, 6, NO_LAPSES),
    level(80_000, 60, 2, NO_LAPSES),
    level(400_000, 60, 0, NO_LAPSES),
];

/// The settings of a level.
pub fn settings(level: Level) -> Settings {
    let index = usize::from(level.number().saturating_sub(Level::WEAKEST.number()));
    LEVELS[index.min(LEVELS.len() - 1)]
}

impl Settings {
    /// The strongest that can be: it thinks as long as it is allowed to and makes no mistakes on purpose.
    pub const FULL: Settings = Settings {
        nodes: 2_000_000,
        nodes_a_move: 0,
        table_entries: 1 << 20,
        remembers: true,
        ..LEVELS[LEVELS.len() - 1]
    };
}
