//! Games in and out, as records.

use tablen_rules::words::{Explain, Message};
use tablen_table::record::{self, Record};
use tablen_table::{Entry, Table};

use crate::http::TextPlace;

/// A text that is no record, and why.
#[derive(Debug)]
pub struct NotARecord {
    message: Message,
    place: Option<TextPlace>,
}

impl NotARecord {
    /// Why.
    pub const fn message(&self) -> &Message {
        &self.message
    }

    /// Where, if that is known.
    pub const fn place(&self) -> Option<TextPlace> {
        self.place
    }
}

/// A game as text.
pub fn text(log: Vec<Entry>) -> String {
    recorded(log).to_string()
}

/// A game as JSON.
pub fn json(log: Vec<Entry>) -> String {
    recorded(log).to_json()
}

fn recorded(log: Vec<Entry>) -> Record {
    Record { log, ..Record::default() }
}

/// Reads a game back, and opens the table that it tells of.
pub fn read(text: &str, most_events: usize) -> Result<Table, NotARecord> {
    read_record(text, most_events)?.table().map_err(|bad| NotARecord { message: bad.message(), place: None })
}

/// Reads a game back with what people have added to it. One that is damaged is refused with the place, so that its sender can mend it; and
/// so is one that is too long, because everybody else would wait while somebody looks at it.
pub fn read_record(text: &str, most_events: usize) -> Result<Record, NotARecord> {
    let read = record::read(text);
    if let Some(error) = read.error {
        let place = Some(TextPlace { line: error.line, column: error.column });
        return Err(NotARecord { message: error.message(), place });
    }
    let found = read.record.log.len();
    if found > most_events {
        let message = message!("server.error.long-record");
        let message = message.with("found", found as u64).with("most", most_events as u64);
        return Err(NotARecord { message, place: None });
    }
    Ok(read.record)
}
