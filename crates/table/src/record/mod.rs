//! Games as text and as JSON.
//!
//! A [`Record`] is the log of a table with what people add to it: tags, comments, signs, variations. Its text is made to be read by
//! people, keeps the log exactly, and is written event by event while a game is
//! played ([`Writer`]): whatever has been written so far is itself a record. `docs/records.md` describes it.
//!
//! Everything read is checked by the rules. A record that is cut off or damaged gives the part that is sound, and an error that
//! names the place, what stands there and what would be right ([`read`]).
//!
//! ```
//! use std::time::Duration;
//! use tablen_table::dice::Source;
//! use tablen_table::record::{self, Record};
//! use tablen_table::{BySeat, Command, Occupant, Ruleset, Spec, Table};
//!
//! let person = |name: &str| Occupant::Person(name.to_owned());
//! let occupants = BySeat { host: person("Ada"), guest: person("Bo") };
//! let spec = Spec { occupants, ..Spec::new(Ruleset::from_preset("tablut").unwrap()) };
//! let mut dice = Source::Seeded(1);
//! let mut table = Table::open(spec, None, Duration::ZERO, &mut dice)?;
//! let seat = table.state().to_act().unwrap();
//! table.apply(seat, Command::Resign, Duration::from_secs(5), &mut dice)?;
//!
//! let text = Record::of(&table).to_string();
//! assert!(text.starts_with("Tablen record 1\n"));
//! assert!(text.contains("wins the round: resigned  @0:05.000\n"));
//! assert_eq!(text.parse::<Record>()?.table()?, table);
//!
//! // Cut off in the middle of a line, it is sound up to there.
//! let cut = record::read(&text[..text.len() - 3]);
//! assert_eq!(cut.record.log, table.log()[..table.log().len() - 1]);
//! assert!(cut.error.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod check;
mod checksum;
mod cursor;
mod error;
mod glyph;
mod header;
mod json;
mod moment;
mod quote;
mod read;
mod sentence;
mod tidy;
mod variation;
mod write;

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::dice::Seed;
use crate::event::Entry;
use crate::families::AnyGame;
use crate::family::Family;
use crate::table::{BadLog, Table};

pub use error::{Expected, Fault, RecordError};
pub use glyph::{Glyph, NotAGlyph};
pub(crate) use variation::{add_comment, start_of_turn};
pub use write::Writer;

/// The version of the forms described here.
pub const VERSION: u32 = 1;
/// How deep variations may be nested in one another.
pub const MAX_DEPTH: usize = 16;
/// The first line of the text form without its version.
const TITLE: &str = "Tablen record";

/// A game with what people add to it. Its `Display` is the text form; an event that cannot have happened, and whatever follows it, is
/// not written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record<F: Family = AnyGame> {
    /// Anything worth knowing, by name: the event, the date, the place.
    pub tags: Vec<(String, String)>,
    /// All that happened.
    pub log: Vec<Entry<F>>,
    /// Comments, signs and variations, by the number of the event that they follow.
    pub notes: BTreeMap<u64, Note<F>>,
}

/// What somebody says about an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Note", bound = ""))]
#[serde(bound = "")]
pub struct Note<F: Family = AnyGame> {
    /// In words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// In a sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glyph: Option<Glyph>,
    /// What could have been played instead of the turn that the event is part of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation<F>>,
}

impl<F: Family> Note<F> {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.comment.is_none() && self.glyph.is_none() && self.variations.is_empty()
    }
}

/// A way the game could have gone, from before the turn that it follows. Repetitions are not counted in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Variation", bound = ""))]
#[serde(transparent, bound = "")]
pub struct Variation<F: Family = AnyGame> {
    /// Its turns.
    pub turns: Vec<Tried<F>>,
}

/// A turn of a variation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Tried", bound = ""))]
#[serde(bound = "")]
pub struct Tried<F: Family = AnyGame> {
    /// The turn.
    pub turn: F::Choice,
    /// What is said about it; variations in it are played instead of it.
    #[serde(flatten)]
    pub note: Note<F>,
}

impl<F: Family> Record<F> {
    /// What has happened at a table so far.
    pub fn of(table: &Table<F>) -> Record<F> {
        Record { log: table.log().to_vec(), ..Record::default() }
    }

    /// The table at which it was played, ready to be played on at.
    pub fn table(&self) -> Result<Table<F>, BadLog<F>> {
        Table::from_log(self.log.iter().cloned())
    }

    /// The record as one JSON document.
    ///
    /// ```
    /// # use tablen_table::record::Record;
    /// assert_eq!(<Record>::default().to_json(), r#"{"format":"tablen-record","version":1,"tags":[],"log":[],"notes":{}}"#);
    /// ```
    pub fn to_json(&self) -> String {
        json::document(self)
    }

    /// The record as JSON lines: one for the tags, then one for every event and every note.
    pub fn to_json_lines(&self) -> String {
        json::lines(self)
    }
}

/// What was read of a record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Read<F: Family = AnyGame> {
    /// The part that is sound.
    pub record: Record<F>,
    /// The line of the text at which each event stands, from 1.
    pub lines: Vec<usize>,
    /// What is wrong with the rest.
    pub error: Option<RecordError>,
    /// A seed that is told in the part that is not sound: with it throws can be checked all the same.
    pub stray_seed: Option<Seed>,
}

/// Reads a record of any of the games: as text, as a JSON document or as JSON lines, told apart by how it begins.
///
/// ```
/// use tablen_table::record;
///
/// let read = record::read("Tablen record 1\nRules: preset:tablu\n\n");
/// assert_eq!(read.record.log, []);
/// let error = read.error.unwrap();
/// assert_eq!((error.line, error.column), (2, 15));
/// ```
pub fn read(text: &str) -> Read {
    Read::of_text(text)
}

/// Reads a record of any of the games from bytes: what is not UTF-8 is damage like any other.
///
/// ```
/// use tablen_table::record::{self, Fault};
///
/// let read = record::read_bytes(b"Tablen record 1\nEvent: Caf\xe9\n");
/// let error = read.error.unwrap();
/// assert_eq!((error.line, error.column, error.fault), (2, 11, Fault::NotUtf8));
/// ```
pub fn read_bytes(bytes: &[u8]) -> Read {
    Read::of_bytes(bytes)
}

/// Reads every record of a file: text records may follow one another, each beginning with its first line. There is at least one,
/// and lines are counted from the beginning of the file.
///
/// ```
/// use tablen_table::record::{Record, read_all};
///
/// let twice = <Record>::default().to_string().repeat(2);
/// assert_eq!(read_all(twice.as_bytes()).len(), 2);
/// assert_eq!(read_all(b"nonsense").len(), 1);
/// ```
pub fn read_all(bytes: &[u8]) -> Vec<Read> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        // Texts in a record have no line ends of their own, so nothing else begins a line like this.
        if at > 0 && line.starts_with(TITLE.as_bytes()) {
            starts.push(at);
        }
        at += line.len();
    }
    // Whatever stands before the first record alone is no record.
    if starts.len() > 1 && bytes[..starts[1]].trim_ascii().is_empty() {
        starts.remove(0);
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| {
            let lines_before = bytes[..*start].iter().filter(|byte| **byte == b'\n').count();
            read_bytes(&bytes[*start..end]).below(lines_before)
        })
        .collect()
}

impl<F: Family> Read<F> {
    /// Reads a record of a game of the family: as text, as a JSON document or as JSON lines, told apart by how it begins.
    pub fn of_text(text: &str) -> Read<F> {
        if json::is_json(text) { json::read(text) } else { read::read(text) }
    }

    /// Reads a record of a game of the family from bytes: what is not UTF-8 is damage like any other.
    pub fn of_bytes(bytes: &[u8]) -> Read<F> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Read::of_text(text),
            Err(error) => {
                let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                let sound = Read::of_text(text);
                // What comes before the place may be wrong for a reason of its own, unless it is that it ends there.
                match &sound.error {
                    Some(error) if error.fault != Fault::CutOff => sound,
                    _ => {
                        let error = Some(RecordError::at_offset(text, text.len(), Fault::NotUtf8));
                        Read { error, ..sound }
                    }
                }
            }
        }
    }

    /// The same in a file that has so many lines before it.
    fn below(mut self, lines: usize) -> Read<F> {
        self.lines.iter_mut().for_each(|line| *line += lines);
        if let Some(error) = &mut self.error {
            error.line += lines;
        }
        self
    }
}

/// Takes a record only if all of it is sound.
impl<F: Family> FromStr for Record<F> {
    type Err = Box<RecordError>;

    fn from_str(text: &str) -> Result<Record<F>, Box<RecordError>> {
        let read = Read::of_text(text);
        match read.error {
            None => Ok(read.record),
            Some(error) => Err(Box::new(error)),
        }
    }
}
