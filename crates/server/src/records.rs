//! Games in and out. The one place that knows in which form.

use tablen_table::{Entry, Table};
use tablen_words::{Explain, Message};

use crate::http::Place;

/// A text that is no record, and why.
#[derive(Debug)]
pub struct NotARecord {
    message: Message,
    place: Option<Place>,
}

impl NotARecord {
    /// Why.
    pub const fn message(&self) -> &Message {
        &self.message
    }

    /// Where, if that is known.
    pub const fn place(&self) -> Option<Place> {
        self.place
    }
}

/// A game as text.
pub fn text(log: &[Entry]) -> Result<String, serde_json::Error> {
    let lines = log.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("[\n{}\n]\n", lines.join(",\n")))
}

/// A game as JSON.
pub fn json(log: &[Entry]) -> Result<String, serde_json::Error> {
    serde_json::to_string(log)
}

/// Reads a game back.
pub fn read(text: &str) -> Result<Table, NotARecord> {
    let log: Vec<Entry> = serde_json::from_str(text).map_err(|error| {
        let place = Some(Place { line: error.line(), column: error.column() });
        NotARecord { message: Message::new("server.error.record").text("error", error), place }
    })?;
    Table::from_log(log).map_err(|bad| NotARecord { message: bad.message(), place: None })
}
