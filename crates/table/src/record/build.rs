//! Putting a record together event by event, each checked by the rules.

use std::time::Duration;

use super::error::{Fault, RecordError};
use super::moment::Timing;
use super::{Note, Read};
use crate::dice::Seed;
use crate::event::{Entry, Event};
use crate::family::Family;
use crate::state::{BadEvent, State};
use crate::table::Table;

/// A record being read.
#[derive(Default)]
pub(super) struct Builder<F: Family> {
    table: Option<Table<F>>,
    read: Read<F>,
}

impl<F: Family> Builder<F> {
    /// What the events so far add up to.
    pub fn state(&self) -> Option<&State<F>> {
        self.table.as_ref().map(Table::state)
    }

    /// The number of the next event.
    pub fn next(&self) -> u64 {
        self.read.lines.len() as u64
    }

    /// The last event.
    pub fn last(&self) -> Option<&Event<F>> {
        self.table.as_ref().and_then(|table| table.log().last()).map(|entry| &entry.event)
    }

    pub fn tags(&mut self) -> &mut Vec<(String, String)> {
        &mut self.read.record.tags
    }

    /// Takes in the next event; without a moment of its own it happened when the last one did.
    pub fn happen(&mut self, event: Event<F>, timing: Option<Timing>, line: usize) -> Result<(), Fault> {
        let last = self.table.as_ref().map_or(Duration::ZERO, Table::last_moment);
        let Timing { at, lag } = timing.unwrap_or(Timing { at: last, lag: Duration::ZERO });
        self.append(Entry { lag, ..Entry::new(self.next(), at, event) }, line)
    }

    /// Takes in an event that knows its place.
    pub fn append(&mut self, entry: Entry<F>, line: usize) -> Result<(), Fault> {
        let right = self.next();
        if entry.sequence != right {
            return Err(Fault::WrongNumber { found: entry.sequence, right });
        }
        match &mut self.table {
            Some(table) => {
                let (found, last) = (entry.at, table.last_moment());
                if found < last {
                    return Err(Fault::Backwards { found, last });
                }
                table.append(entry)?;
            }
            None => self.table = Some(open(entry)?),
        }
        self.read.lines.push(line);
        Ok(())
    }

    /// What is said about the last event so far, to be added to.
    pub fn note(&mut self) -> &mut Note<F> {
        let last = self.next().saturating_sub(1);
        self.read.record.notes.entry(last).or_default()
    }

    /// The record as far as it is sound.
    pub fn finish(self, error: Option<RecordError>, stray_seed: Option<Seed>) -> Read<F> {
        let mut read = Read { error, stray_seed, ..self.read };
        read.record.log = self.table.map(Table::into_log).unwrap_or_default();
        read.record.notes.retain(|_, note| !note.is_empty());
        read
    }
}

/// The table that the first event opens; it must have rules that can be played by, and a start that can be begun with.
fn open<F: Family>(entry: Entry<F>) -> Result<Table<F>, BadEvent<F>> {
    if let Event::Opened { spec, .. } = &entry.event {
        spec.check()?;
    }
    Table::from_log([entry]).map_err(|bad| bad.error)
}
