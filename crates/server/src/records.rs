//! Games in and out, as records.

use serde::{Deserialize, Serialize};
use tablen_rules::words::{Explain, Message};
use tablen_table::record::{self, Note, Record};
use tablen_table::{Entry, Table};

use crate::http::TextPlace;
use crate::store::StoredEntry;

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

/// What people have added to a game, as it is kept: with the event that it follows, and tags with the first. What reads events alone
/// passes over it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Added {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<Note>,
}

/// An event with what was added to it, as it is stored.
#[derive(Serialize)]
struct Kept<'r> {
    #[serde(flatten)]
    entry: &'r Entry,
    #[serde(flatten)]
    added: Added,
}

/// The events of a record as they are stored, with what people have added to it.
pub fn stored_entries(record: &Record) -> Vec<StoredEntry> {
    let stored = |entry: &Entry| {
        let sequence = entry.sequence;
        let tags = if sequence == 0 { record.tags.clone() } else { Vec::new() };
        let added = Added { tags, note: record.notes.get(&sequence).cloned() };
        let text = serde_json::to_string(&Kept { entry, added }).ok()?;
        Some(StoredEntry { sequence, entry: text, key: None })
    };
    record.log.iter().filter_map(stored).collect()
}

/// A game with what people have added to it, where it was stored so.
pub fn recorded(log: Vec<Entry>, stored: &[StoredEntry]) -> Record {
    let mut record = Record { log, ..Record::default() };
    for StoredEntry { sequence, entry, .. } in stored {
        // Damage to what was added takes nothing from the game.
        let Added { tags, note } = serde_json::from_str(entry).unwrap_or_default();
        record.tags.extend(tags);
        record.notes.extend(note.map(|note| (*sequence, note)));
    }
    record.with_checksum()
}

/// Reads a game back, with the table that it tells of.
pub fn read(text: &str, most_events: usize) -> Result<(Record, Table), NotARecord> {
    let record = read_record(text, most_events)?;
    let table = record.table().map_err(|bad| NotARecord { message: bad.message(), place: None })?;
    Ok((record, table))
}

/// Reads a game back with what people have added to it, as it can be shown. One that is damaged is refused with the place, so that its sender can mend it; and
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
    Ok(read.record.tidied())
}
