//! Games as they are written to a file.

use std::io::{self, Write};

use tablen_table::Table;

/// Appends a game: its log, an event a line as JSON. Event 0 of a log begins the next game. The file is up to date when this
/// returns, so that whatever interrupts a match leaves whole games behind.
pub fn append(out: &mut impl Write, table: &Table) -> io::Result<()> {
    let mut game = Vec::new();
    for entry in table.log() {
        serde_json::to_writer(&mut game, entry)?;
        game.push(b'\n');
    }
    out.write_all(&game)?;
    out.flush()
}
