//! Games as they are written to a file.

use std::io::{self, Write};

use tablen_table::Table;
use tablen_table::record::Record;

/// Appends the record of a game, with a blank line after it: the next one begins with its own first line. The file is up to date
/// when this returns, so that an interrupted match leaves whole games behind.
pub fn append(out: &mut impl Write, table: &Table) -> io::Result<()> {
    writeln!(out, "{}", Record::of(table))?;
    out.flush()
}
