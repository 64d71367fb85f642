//! A store that forgets everything when the server stops.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tablen_host::{Listing, PersonId, TableId};
use tablen_table::Seat;

use super::{
    Allowance, Answer, Change, Gap, Listed, NotOpened, Opening, Preview, Store, StoreError, StoredEntry,
    StoredRows, Surveyed, TableChange, Written, is_called_off,
};
use crate::ids::{random_bytes, random_generation};
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};
use crate::secret::Secret;

/// A store that forgets everything when the server stops.
#[derive(Debug)]
pub struct MemoryStore {
    secret: Secret,
    generation: u64,
    started: UnixMillis,
    metrics: Arc<Metrics>,
    kept: Mutex<Kept>,
}

/// What is kept.
#[derive(Debug, Default)]
struct Kept {
    is_closed: bool,
    tables: HashMap<TableId, Row>,
    names: HashMap<PersonId, String>,
    /// With the version that found it.
    analyses: HashMap<TableId, (String, String)>,
}

/// A table.
#[derive(Debug)]
struct Row {
    opening: Opening,
    listing: Listing,
    updated: UnixMillis,
    deadline: Option<UnixMillis>,
    to_act: Option<Seat>,
    sketch: Option<String>,
    /// When a player was last known to be there, while a seat is open.
    waiting_seen: Option<UnixMillis>,
    entries: Vec<StoredEntry>,
}

impl MemoryStore {
    /// An empty one.
    pub fn new(metrics: Arc<Metrics>) -> Result<MemoryStore, StoreError> {
        let secret = random_bytes().map(Secret::from_bytes).map_err(StoreError::NoRandomness)?;
        let generation = random_generation().map_err(StoreError::NoRandomness)?;
        Ok(MemoryStore { secret, generation, started: unix_now(), metrics, kept: Mutex::default() })
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Changes are checked before the first is made, so a panic leaves nothing half done that could be found.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(&self, changes: Vec<Change>, allowance: Option<&Allowance>) -> Result<Written, StoreError> {
        let asked = Instant::now();
        let events = changes.iter().map(Change::events).sum();
        let written = self.kept().request(changes, allowance)?;
        written.count(&self.metrics, events, asked);
        Ok(written)
    }
}

impl Store for MemoryStore {
    fn secret(&self) -> Secret {
        self.secret
    }

    fn generation(&self) -> u64 {
        self.generation
    }

    fn started(&self) -> UnixMillis {
        self.started
    }

    fn can_write(&self) -> bool {
        !self.kept().is_closed
    }

    fn well_until(&self) -> Instant {
        Instant::now()
    }

    fn write(&self, changes: Vec<Change>) -> Answer<'_, Result<(), StoreError>> {
        Box::pin(async move { self.request(changes, None).map(drop) })
    }

    fn open_table(&self, changes: Vec<Change>, allowance: Allowance) -> Answer<'_, Result<(), NotOpened>> {
        Box::pin(async move { self.request(changes, Some(&allowance))?.outcome(&allowance) })
    }

    fn length(&self, id: TableId) -> Answer<'_, Result<u64, StoreError>> {
        Box::pin(async move { Ok(self.kept().tables.get(&id).map_or(0, |row| row.entries.len() as u64)) })
    }

    fn read(&self, id: TableId) -> Answer<'_, Result<Option<StoredRows>, StoreError>> {
        Box::pin(async move {
            Ok(self.kept().tables.get(&id).map(|row| StoredRows {
                entries: row.entries.clone(),
                kind: row.opening.kind,
                is_public: row.opening.is_public,
                seed: row.opening.seed,
                opened: row.opening.opened,
                listing: Listing { is_waiting: row.waiting_seen.is_some(), ..row.listing.clone() },
            }))
        })
    }

    fn preview(&self, id: TableId) -> Answer<'_, Result<Option<Preview>, StoreError>> {
        Box::pin(async move {
            Ok(self.kept().tables.get(&id).map(|row| Preview {
                kind: row.opening.kind,
                summary: row.listing.summary.clone(),
                sketch: row.sketch.clone(),
            }))
        })
    }

    fn gaps_since(&self, moment: UnixMillis) -> Answer<'_, Result<Vec<Gap>, StoreError>> {
        // There is this run only, and it is here now.
        Box::pin(async move { Ok(Gap::between(&[(self.started, unix_now())], moment)) })
    }

    fn public_tables(
        &self,
        waiting_since: UnixMillis,
        most: u32,
    ) -> Answer<'_, Result<Vec<Listed>, StoreError>> {
        Box::pin(async move {
            let kept = self.kept();
            let public =
                || kept.tables.iter().filter(|(_, row)| row.opening.is_public && row.listing.is_open);
            let played = public().filter(|(_, row)| row.waiting_seen.is_none());
            let waiting = public().filter(|(_, row)| row.waiting_seen.is_some_and(|at| at >= waiting_since));
            let mut shown = first_by(played, most, |row| row.opening.opened);
            shown.extend(first_by(waiting, most, |row| row.waiting_seen.unwrap_or_default()));
            let shown = first_by(shown.into_iter(), most, |row| row.opening.opened);
            Ok(shown.into_iter().map(listed).collect())
        })
    }

    fn tables_of(&self, person: PersonId, most: u32) -> Answer<'_, Result<Vec<Listed>, StoreError>> {
        Box::pin(async move {
            let kept = self.kept();
            let sits = |row: &Row| Seat::ALL.iter().any(|seat| row.listing.seats[*seat] == Some(person));
            let own = kept.tables.iter().filter(|(_, row)| row.listing.is_open && sits(row));
            Ok(first_by(own, most, |row| row.updated).into_iter().map(listed).collect())
        })
    }

    fn due_tables(&self, now: UnixMillis, most: u32) -> Answer<'_, Result<Vec<TableId>, StoreError>> {
        Box::pin(async move {
            let kept = self.kept();
            let due = kept.tables.iter().filter(|(_, row)| row.deadline.is_some_and(|at| at <= now));
            Ok(due.map(|(id, _)| *id).take(most as usize).collect())
        })
    }

    fn name_of(&self, person: PersonId) -> Answer<'_, Result<Option<String>, StoreError>> {
        Box::pin(async move { Ok(self.kept().names.get(&person).cloned()) })
    }

    fn people_without_tables(&self, most: u32) -> Answer<'_, Result<Vec<PersonId>, StoreError>> {
        Box::pin(async move {
            let kept = self.kept();
            let without = kept.names.keys().filter(|person| !kept.has_table(**person, |_| true)).copied();
            Ok(without.take(most as usize).collect())
        })
    }

    fn analysis(&self, id: TableId, version: &str) -> Answer<'_, Result<Option<String>, StoreError>> {
        let kept = self.kept();
        let found = kept.analyses.get(&id).filter(|(of, _)| of == version).map(|(_, found)| found.clone());
        Box::pin(async move { Ok(found) })
    }

    fn survey(&self, after: Option<TableId>, most: u32) -> Answer<'_, Result<Vec<Surveyed>, StoreError>> {
        Box::pin(async move {
            let kept = self.kept();
            let mut ids: Vec<&TableId> = kept.tables.keys().filter(|id| Some(**id) > after).collect();
            ids.sort();
            let tables =
                ids.into_iter().take(most as usize).filter_map(|id| Some((id, kept.tables.get(id)?)));
            Ok(tables.map(surveyed).collect())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move { self.kept().is_closed = true })
    }
}

/// So many of some tables, those first that have the most of something.
fn first_by<'k>(
    tables: impl Iterator<Item = (&'k TableId, &'k Row)>,
    most: u32,
    value: impl Fn(&Row) -> UnixMillis,
) -> Vec<(&'k TableId, &'k Row)> {
    let mut tables: Vec<_> = tables.collect();
    tables.sort_by_key(|(_, row)| Reverse(value(row)));
    tables.truncate(most as usize);
    tables
}

fn listed((id, row): (&TableId, &Row)) -> Listed {
    Listed {
        id: *id,
        seats: row.listing.seats,
        summary: row.listing.summary.clone(),
        to_act: row.to_act,
        updated: row.updated,
    }
}

fn surveyed((id, row): (&TableId, &Row)) -> Surveyed {
    Surveyed {
        id: *id,
        kind: row.opening.kind,
        is_open: row.listing.is_open,
        is_waiting: row.waiting_seen.is_some(),
        is_called_off: is_called_off(&row.listing.summary),
        touched: row.touched(),
        events: row.entries.len() as u64,
        bytes: row.entries.iter().map(|stored| stored.entry.len() as u64).sum(),
        is_loose: false,
        damage: None,
    }
}

impl Row {
    fn touched(&self) -> UnixMillis {
        self.waiting_seen.map_or(self.updated, |seen| seen.max(self.updated))
    }
}

impl Kept {
    /// All changes, or none.
    fn request(
        &mut self,
        changes: Vec<Change>,
        allowance: Option<&Allowance>,
    ) -> Result<Written, StoreError> {
        if self.is_closed {
            return Err(StoreError::Closed);
        }
        if let Some(allowance) = allowance {
            let mut opened = changes.iter().filter_map(Change::opens);
            if let Some(row) = opened.find_map(|id| self.tables.get(&id)) {
                let is_own = row.listing.seats.host == Some(allowance.person);
                return Ok(if is_own { Written::Before } else { Written::Taken });
            }
            if self.open_tables(allowance) >= allowance.most as usize {
                return Ok(Written::TooMany);
            }
        }
        self.check(&changes)?;
        for change in changes {
            self.apply(change);
        }
        Ok(Written::All)
    }

    fn open_tables(&self, allowance: &Allowance) -> usize {
        let counts = |row: &&Row| {
            row.listing.is_open
                && row.listing.seats.host == Some(allowance.person)
                && row.updated >= allowance.touched_since
        };
        self.tables.values().filter(counts).count()
    }

    /// Whether each change follows what is stored and the changes before it.
    fn check(&self, changes: &[Change]) -> Result<(), StoreError> {
        let mut lengths: HashMap<TableId, u64> = HashMap::new();
        for change in changes {
            let Change::Table(change) = change else { continue };
            let stored = || self.tables.get(&change.id).map(|row| row.entries.len() as u64);
            let length = lengths.get(&change.id).copied().or_else(stored);
            let conflict = || StoreError::Conflict(change.id);
            let next = match (&change.opening, length) {
                (Some(_), None) => 0,
                (None, Some(length)) => length,
                (Some(_), Some(_)) | (None, None) => return Err(conflict()),
            };
            if !change.is_in_sequence() || change.entries.first().is_some_and(|first| first.sequence != next)
            {
                return Err(conflict());
            }
            lengths.insert(change.id, next + change.entries.len() as u64);
        }
        Ok(())
    }

    /// Makes a change that has been checked.
    fn apply(&mut self, change: Change) {
        match change {
            Change::Table(change) => self.apply_to_table(*change),
            Change::Seen { table, at } => {
                if let Some(seen) = self.tables.get_mut(&table).and_then(|row| row.waiting_seen.as_mut()) {
                    *seen = at;
                }
            }
            Change::Forget { table, touched } => {
                if self.tables.get(&table).is_some_and(|row| row.touched() <= touched) {
                    self.tables.remove(&table);
                    self.analyses.remove(&table);
                }
            }
            Change::ForgetPerson { person } => {
                if !self.has_table(person, |row| row.listing.is_open) {
                    self.names.remove(&person);
                }
            }
            // There is nothing to be gained.
            Change::Pack { .. } | Change::Beat => {}
            Change::Name { person, name } => drop(self.names.insert(person, name)),
            Change::Analysis { table, version, found } => {
                if self.tables.contains_key(&table) {
                    self.analyses.insert(table, (version, found));
                }
            }
        }
    }

    /// Whether a person sits at one of some tables.
    fn has_table(&self, person: PersonId, is_meant: impl Fn(&Row) -> bool) -> bool {
        let sits = |row: &Row| Seat::ALL.iter().any(|seat| row.listing.seats[*seat] == Some(person));
        self.tables.values().any(|row| is_meant(row) && sits(row))
    }

    fn apply_to_table(&mut self, change: TableChange) {
        let TableChange { id, opening, listing, entries, updated, deadline, to_act, sketch } = change;
        if let Some(opening) = opening {
            let row = Row {
                updated: opening.opened,
                opening,
                listing: Listing { is_open: true, ..Listing::default() },
                deadline: None,
                to_act: None,
                sketch: None,
                waiting_seen: None,
                entries: Vec::new(),
            };
            self.tables.insert(id, row);
        }
        let Some(row) = self.tables.get_mut(&id) else { return };
        if let Some(listing) = listing {
            let seen = row.waiting_seen.or(updated).unwrap_or(row.updated);
            row.waiting_seen = listing.is_waiting.then_some(seen);
            row.listing = listing;
        }
        row.updated = updated.unwrap_or(row.updated);
        row.deadline = deadline;
        row.to_act = to_act;
        row.sketch = sketch.or(row.sketch.take());
        row.entries.extend(entries);
    }
}
