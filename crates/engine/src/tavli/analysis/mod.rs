//! Analysis of positions and games: what turns and throws are worth, what each turn cost and each throw brought.
//!
//! [`analyse_throw`], [`analyse_position`] and [`analyse_game`] ask an [`Engine`](super::Engine); [`facts_of`] and [`reasons_against`] look at
//! the board alone. For a limit of nodes the answers are always the same.

mod facts;
mod game;
mod luck;
mod position;

pub use facts::{Fact, facts_of, pips_played, pips_wasted, reason_for, reasons_against};
pub use game::{GameAnalysis, PlayerSummary, TurnAnalysis, analyse_game, analyse_turn};
pub use luck::Luck;
pub use position::{Play, PositionAnalysis, ThrowAnalysis, ThrowChance, analyse_position, analyse_throw};

use super::Value;
use crate::analysis::{Chance, Thresholds};

/// From which loss of winning chances on a turn gets each mark. Dice decide more than in a game without them, so less is much: these are the
/// limits that GNU Backgammon uses, 0.04, 0.08 and 0.16 points of a game that counts a point for the winner.
pub const THRESHOLDS: Thresholds = Thresholds {
    doubtful: Chance::from_percent(2),
    error: Chance::from_percent(4),
    blunder: Chance::from_percent(8),
};

/// What a value promises.
fn chance(value: Value) -> Chance {
    if value == Value::WON { Chance::CERTAIN } else { Chance::estimated(value.chance()) }
}
