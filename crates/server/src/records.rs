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

/// Reads a game back. One that is damaged is refused with the place, so that its sender can mend it; and
/// so is one that is too long, because everybody else would wait while somebody looks at it.
pub fn read(text: &str, most_events: usize) -> Result<Table, NotARecord> {
    let record = whole(text)?;
    let found = record.log.len();
    if found > most_events {
        let message = message!("server.error.long-record");
        let message = message.with("found", found as u64).with("most", most_events as u64);
        return Err(NotARecord { message, place: None });
    }
    record.table().map_err(|bad| NotARecord { message: bad.message(), place: None })
}

/// Reads a record with all that is said in it; one that is damaged is refused with the place.
pub fn whole(text: &str) -> Result<Record, NotARecord> {
    let read = record::read(text);
    match read.error {
        None => Ok(read.record),
        Some(error) => {
            let place = Some(TextPlace { line: error.line, column: error.column });
            Err(NotARecord { message: error.message(), place })
        }
    }
}
