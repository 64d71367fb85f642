//! Records as JSON: one document, or a line for every event.
//!
//! Of a document that was cut off or damaged every event before that place is read: its parts are taken as they come.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::build::Builder;
use super::error::{Fault, RecordError};
use super::variation;
use super::{Note, Read, Record, VERSION};
use crate::dice::Seed;
use crate::event::{Entry, Event};
use crate::family::Family;

const FORMAT: &str = "tablen-record";

/// The first line of JSON lines.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FirstLine<'r> {
    /// That it is a record.
    #[cfg_attr(feature = "schema", schemars(extend("const" = FORMAT)))]
    format: &'static str,
    /// Of this form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = VERSION)))]
    version: u32,
    /// Anything worth knowing, by name.
    tags: &'r [(String, String)],
}

/// A note in JSON lines.
#[derive(Serialize, Deserialize)]
struct NoteLine<N> {
    /// The number of the event that it follows.
    follows: u64,
    #[serde(flatten)]
    note: N,
}

/// A game with what people add to it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Record", bound = ""))]
#[serde(bound = "")]
struct Document<'r, F: Family> {
    #[serde(flatten)]
    first: FirstLine<'r>,
    /// All that happened; at least that a table was opened.
    #[cfg_attr(feature = "schema", schemars(length(min = 1)))]
    log: &'r [Entry<F>],
    /// Comments and variations, by the number of the event that they follow.
    notes: &'r std::collections::BTreeMap<u64, Note<F>>,
}

#[cfg(feature = "schema")]
impl<F: Family> schemars::JsonSchema for Record<F> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Document::<'_, F>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Document::<'_, F>::json_schema(generator)
    }
}

fn first_line(tags: &[(String, String)]) -> FirstLine<'_> {
    FirstLine { format: FORMAT, version: VERSION, tags }
}

/// These types have only names and texts as keys, so writing them to a string cannot fail.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub(super) fn document<F: Family>(record: &Record<F>) -> String {
    to_json(&Document { first: first_line(&record.tags), log: &record.log, notes: &record.notes })
}

pub(super) fn lines<F: Family>(record: &Record<F>) -> String {
    let mut out = String::new();
    write_first_line(&record.tags, &mut out);
    for entry in &record.log {
        write_entry(entry, &mut out);
        if let Some(note) = record.notes.get(&entry.sequence) {
            write_note(entry.sequence, note, &mut out);
        }
    }
    out
}

pub(super) fn write_first_line(tags: &[(String, String)], out: &mut String) {
    *out += &to_json(&first_line(tags));
    out.push('\n');
}

pub(super) fn write_entry<F: Family>(entry: &Entry<F>, out: &mut String) {
    *out += &to_json(entry);
    out.push('\n');
}

pub(super) fn write_note<F: Family>(follows: u64, note: &Note<F>, out: &mut String) {
    *out += &to_json(&NoteLine { follows, note });
    out.push('\n');
}

/// Whether a text is meant to be JSON.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The parts of a document, as far as they could be told apart.
#[derive(Default)]
struct Parts<'t> {
    format: Option<&'t RawValue>,
    version: Option<&'t RawValue>,
    tags: Vec<(String, String)>,
    log: Vec<&'t RawValue>,
    has_log: bool,
    notes: Vec<(u64, &'t RawValue)>,
}

/// Reads either form: in JSON lines the first object has no log.
pub(super) fn read<F: Family>(text: &str) -> Read<F> {
    let mut parts = Parts::default();
    let mut stream = serde_json::Deserializer::from_str(text);
    let whole = (&mut parts).deserialize(&mut stream);
    let mut reader = Reader::<F> { text, builder: Builder::default(), place: (0, 1), stray: Vec::new() };
    // What follows a whole document is damage, but takes nothing from it.
    let whole = whole.and_then(|()| if parts.has_log { stream.end() } else { Ok(()) });
    let result = match whole.map_err(|error| reader.json_error(0, text, &error)) {
        Ok(()) if parts.has_log => reader.document(&parts),
        Ok(()) => reader.lines(&parts),
        Err(error) if parts.version.is_none() => Err(error),
        Err(error) => reader.document(&parts).and(Err(error)),
    };
    // Without an event no table was opened.
    let result = result.and_then(|()| match reader.builder.next() {
        0 => Err(RecordError::at_offset(text, text.len(), Fault::CutOff)),
        _ => Ok(()),
    });
    let stray_seed = reader.stray.iter().find_map(|raw| match serde_json::from_str::<Entry<F>>(raw) {
        Ok(Entry { event: Event::SeedRevealed { seed }, .. }) => Some(seed),
        _ => None::<Seed>,
    });
    reader.builder.finish(result.err(), stray_seed)
}

/// A text being taken in event by event.
struct Reader<'t, F: Family> {
    text: &'t str,
    builder: Builder<F>,
    /// A byte and its line, from which lines are counted on.
    place: (usize, usize),
    /// Where events might still be told when something is wrong.
    stray: Vec<&'t str>,
}

impl<'t, F: Family> Reader<'t, F> {
    fn offset_of(&self, part: &str) -> usize {
        (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    /// What serde_json says about a part of the text that begins at an offset.
    fn json_error(&self, offset: usize, part: &str, error: &serde_json::Error) -> RecordError {
        let line_start: usize =
            part.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        let mut at = (offset + line_start + error.column().saturating_sub(1)).min(self.text.len());
        if error.is_eof() {
            at = (offset + part.len()).min(self.text.len());
        }
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let said = error.to_string();
        let error_text = said.rfind(" at line ").map_or(said.as_str(), |end| &said[..end]);
        let fault = if error.is_eof() { Fault::CutOff } else { Fault::Json { error: error_text.to_owned() } };
        RecordError::at_offset(self.text, at, fault)
    }

    fn error(&self, part: &str, fault: Fault) -> RecordError {
        RecordError::at_offset(self.text, self.offset_of(part), fault)
    }

    /// The value that a part of the text is.
    fn parse<T: Deserialize<'t>>(&self, part: &'t str) -> Result<T, RecordError> {
        serde_json::from_str(part).map_err(|error| self.json_error(self.offset_of(part), part, &error))
    }

    /// It must say that it is a record, and of which version.
    fn check_version(&self, parts: &Parts<'t>) -> Result<(), RecordError> {
        let is_ours =
            parts.format.is_some_and(|format| self.parse::<String>(format.get()).as_deref() == Ok(FORMAT));
        if !is_ours {
            return Err(self.error(parts.format.map_or(self.text, RawValue::get), Fault::NotARecord));
        }
        match parts.version {
            Some(version) if version.get() == VERSION.to_string() => Ok(()),
            Some(version) => {
                let found = version.get().to_owned();
                Err(self.error(version.get(), Fault::UnknownVersion { found }))
            }
            None => Err(self.error(self.text, Fault::Missing { name: "version" })),
        }
    }

    /// Takes in an event.
    fn entry(&mut self, part: &'t str) -> Result<(), RecordError> {
        let entry: Entry<F> = self.parse(part)?;
        let offset = self.offset_of(part);
        let (known, line) = self.place;
        let line = line + self.text[known..offset.max(known)].matches('\n').count();
        self.place = (offset.max(known), line);
        self.builder.append(entry, line).map_err(|fault| self.error(part, fault))
    }

    /// Takes in what is said about the last event.
    fn note(&mut self, part: &str, note: Note<F>) -> Result<(), RecordError> {
        let start = self.builder.state().zip(self.builder.last());
        let start = start.and_then(|(state, last)| variation::start_of_turn(state, last));
        for other in &note.variations {
            let start = start.as_ref().ok_or_else(|| self.error(part, Fault::NothingToVary))?;
            variation::check(other, start, 0).map_err(|fault| self.error(part, fault))?;
        }
        *self.builder.note() = note;
        Ok(())
    }

    fn document(&mut self, parts: &Parts<'t>) -> Result<(), RecordError> {
        self.check_version(parts)?;
        self.builder.tags().clone_from(&parts.tags);
        let mut notes = parts.notes.clone();
        notes.sort_by_key(|(follows, _)| *follows);
        let mut notes = notes.into_iter().peekable();
        for (place, raw) in parts.log.iter().enumerate() {
            if let Err(error) = self.entry(raw.get()) {
                self.stray = parts.log[place..].iter().map(|raw| raw.get()).collect();
                return Err(error);
            }
            let last = self.builder.next() - 1;
            while let Some((_, raw)) = notes.next_if(|(follows, _)| *follows == last) {
                let note = self.parse(raw.get())?;
                self.note(raw.get(), note)?;
            }
        }
        match notes.next() {
            Some((sequence, raw)) => Err(self.error(raw.get(), Fault::NoSuchEvent { sequence })),
            None => Ok(()),
        }
    }

    fn lines(&mut self, parts: &Parts<'t>) -> Result<(), RecordError> {
        self.check_version(parts)?;
        self.builder.tags().clone_from(&parts.tags);
        let mut rest = self.text.split_inclusive('\n');
        // The first object may have been written on several lines, or have others on its own: only lines count.
        rest.next();
        while let Some(line) = rest.next() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            if let Err(error) = self.line(line) {
                self.stray = rest.map(str::trim).collect();
                self.stray.insert(0, line);
                return Err(error);
            }
        }
        Ok(())
    }

    fn line(&mut self, line: &'t str) -> Result<(), RecordError> {
        /// Whether a line is a note.
        #[derive(Deserialize)]
        struct Kind {
            follows: Option<IgnoredAny>,
        }
        if self.parse::<Kind>(line)?.follows.is_none() {
            return self.entry(line);
        }
        let NoteLine { follows, note }: NoteLine<Note<F>> = self.parse(line)?;
        if self.builder.next().checked_sub(1) != Some(follows) {
            return Err(self.error(line, Fault::NoSuchEvent { sequence: follows }));
        }
        self.note(line, note)
    }
}

impl<'t> DeserializeSeed<'t> for &mut Parts<'t> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'t> Visitor<'t> for &mut Parts<'t> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "format" => self.format = Some(map.next_value()?),
                "version" => self.version = Some(map.next_value()?),
                "tags" => self.tags = map.next_value()?,
                "log" => {
                    self.has_log = true;
                    map.next_value_seed(Log(&mut self.log))?;
                }
                "notes" => map.next_value_seed(Notes(&mut self.notes))?,
                _ => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(())
    }
}

/// Keeps every event, also when what follows cannot be read.
struct Log<'p, 't>(&'p mut Vec<&'t RawValue>);

impl<'t> DeserializeSeed<'t> for Log<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'t> Visitor<'t> for Log<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut seq: A) -> Result<(), A::Error> {
        while let Some(entry) = seq.next_element()? {
            self.0.push(entry);
        }
        Ok(())
    }
}

/// Keeps every note, also when what follows cannot be read.
struct Notes<'p, 't>(&'p mut Vec<(u64, &'t RawValue)>);

impl<'t> DeserializeSeed<'t> for Notes<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'t> Visitor<'t> for Notes<'_, 't> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("notes by the number of the event that they follow")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(note) = map.next_entry()? {
            self.0.push(note);
        }
        Ok(())
    }
}
