//! One file a command.

mod games;
mod help;
mod matches;
mod moves;
mod perft;
mod playout;
mod serve;
mod show;
mod verify;

pub use games::games;
pub use help::help;
pub use matches::play_match;
pub use moves::moves;
pub use perft::perft;
pub use playout::playout;
pub use serve::serve;
pub use show::show;
pub use verify::verify;

use std::io::{self, Write};

/// Writes a JSON value and ends the line.
fn write_json(out: &mut impl Write, value: &serde_json::Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
