//! Tafl games in the terminal.

mod analysis;
mod board;
mod drawing;
mod moves;
mod perft;
mod picture;
mod playout;
mod position;
mod reading;
mod thinker;
pub mod training;

pub use analysis::analyse_round;
pub use board::{hinted, read_move};
pub use picture::position_picture;
pub use reading::{is_opentafl, read_opentafl, read_position};
pub use thinker::{BUILTIN_NET, thinker};

use tablen_rules::tafl::{Preset, Reason, Ruleset, Side};
use tablen_rules::words::Message;

/// The rules that are meant where nothing is said.
pub fn usual_rules() -> Ruleset {
    Preset::Tablut.ruleset()
}

/// The names of the sides.
pub fn side_names() -> [&'static str; 2] {
    Side::ALL.map(Side::name)
}

/// What a side is called.
fn side_text(side: Side) -> Message {
    super::side("tafl", side.name())
}

/// Whose turn it is.
fn to_move(side: Side) -> Message {
    message!("show.to-move").text("sign", sign(side)).with("side", side_text(side))
}

/// The side's sign in drawings.
const fn sign(side: Side) -> char {
    match side {
        Side::Attackers => '●',
        Side::Defenders => '○',
    }
}

/// Why a game ended.
pub fn end(reason: Reason) -> Message {
    tablen_rules::TEXTS.message(format!("tafl.end.{reason}"))
}

/// What is announced.
fn announcement(word: &str) -> Message {
    tablen_rules::TEXTS.message(format!("tafl.announce.{word}"))
}
