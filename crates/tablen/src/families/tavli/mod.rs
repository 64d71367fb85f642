//! Tavli in the terminal.

mod analysis;
mod board;
mod dice;
mod drawing;
mod moves;
mod perft;
mod picture;
mod playout;
mod position;
mod reading;
mod saved_rollouts;
pub mod training;

pub use analysis::analyse_round;
pub use board::{hinted, read_step};
pub use reading::read_position;

use tablen_rules::tavli::Side;
use tablen_rules::words::Message;
use tablen_table::{Family, Tavli, TavliReason};

/// The names of the sides.
pub fn side_names() -> [&'static str; 2] {
    Side::ALL.map(Side::name)
}

/// What a side is called.
fn side_text(side: Side) -> Message {
    super::side("tavli", side.name())
}

/// Why a game ended.
pub fn end(reason: TavliReason) -> Message {
    message!(format!("play.end.{}", Tavli::reason_name(reason)))
}

/// Why the games of a match cannot begin with random moves.
pub fn openings_refused() -> Message {
    message!("match.error.openings-in-tavli")
}

/// The keys of texts that are put together from the names of ends.
#[cfg(test)]
pub fn text_keys() -> Vec<String> {
    Tavli::reasons().into_iter().map(|reason| format!("play.end.{}", Tavli::reason_name(reason))).collect()
}
