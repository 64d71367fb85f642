//! What lasts: events, and a small row a table for lists; names of people; what the computer found out about games; when the server was there.
//!
//! [`Store`] is all that the server asks of what keeps them. `sqlite` keeps them in a file, `memory` until the server stops; the
//! same tests (`conformance`) are run on both. What is written is in the form of [`Change`]s, which belong together and are
//! written all or not at all.

mod allowance;
#[cfg(test)]
mod conformance;
mod error;
mod memory;
mod retention;
mod sqlite;

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tablen_host::{Kind, Listing, PersonId, Summary, TableId};
use tablen_table::dice::Seed;
use tablen_table::{BySeat, Entry, Phase, RequestKey, Seat, Table};

pub use allowance::Allowance;
pub use error::{NotOpened, StoreError};
pub use retention::{Retention, Sort};
pub use sqlite::keeping;

use crate::config::Data;
use crate::metrics::Metrics;
use crate::moments::UnixMillis;
use crate::secret::Secret;

/// What a store will answer. A boxed future, so that which store it is can be chosen when the server starts: next to a write on a
/// disk, the box costs nothing.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where everything is kept.
///
/// A table is known to one server at a time, which holds what it has read; so that a mistake in that cannot spoil a game, events are
/// appended by their numbers: a change whose first event is not the next of its table is a [`StoreError::Conflict`].
pub trait Store: fmt::Debug + Send + Sync {
    /// The secret that cookies are signed with: made once, and kept.
    fn secret(&self) -> Secret;

    /// Which life of the data this is: another after it was restored from a backup, so that what somebody has seen and what is stored
    /// are not taken for each other. A number below 2⁵³.
    fn generation(&self) -> u64;

    /// When this run of the server began.
    fn started(&self) -> UnixMillis;

    /// Whether what happens now can be expected to be stored.
    fn can_write(&self) -> bool;

    /// When something was last known to be stored: whatever has come since may not be.
    fn well_until(&self) -> Instant;

    /// Writes changes, all or none; answers when they last.
    fn write(&self, changes: Vec<Change>) -> Answer<'_, Result<(), StoreError>>;

    /// Writes changes that open a table, all or, if its host has enough, none; answers when they last. If the table is there and
    /// its host is the same person, they have asked before and did not hear the answer: nothing is written, and all is well.
    fn open_table(&self, changes: Vec<Change>, allowance: Allowance) -> Answer<'_, Result<(), NotOpened>>;

    /// How many events a table has; none if there is no table with that id.
    fn length(&self, id: TableId) -> Answer<'_, Result<u64, StoreError>>;

    /// A table, if there is one with that id.
    fn read(&self, id: TableId) -> Answer<'_, Result<Option<StoredRows>, StoreError>>;

    /// What can be shown of a table at a glance, if there is one with that id: one row, however long its game is.
    fn preview(&self, id: TableId) -> Answer<'_, Result<Option<Preview>, StoreError>>;

    /// The times since a moment in which the server was not there, the earliest first.
    fn gaps_since(&self, moment: UnixMillis) -> Answer<'_, Result<Vec<Gap>, StoreError>>;

    /// Public tables that are still played, or at which somebody has waited since a moment, the newest first. If there are too
    /// many that wait, those are chosen whose players were there last.
    fn public_tables(
        &self,
        waiting_since: UnixMillis,
        most: u32,
    ) -> Answer<'_, Result<Vec<Listed>, StoreError>>;

    /// A person's own tables that are still played, the last touched first.
    fn tables_of(&self, person: PersonId, most: u32) -> Answer<'_, Result<Vec<Listed>, StoreError>>;

    /// Tables on which a player's time is up.
    fn due_tables(&self, now: UnixMillis, most: u32) -> Answer<'_, Result<Vec<TableId>, StoreError>>;

    /// The name a person goes by.
    fn name_of(&self, person: PersonId) -> Answer<'_, Result<Option<String>, StoreError>>;

    /// So many people whose names are kept though they have no table any more.
    fn people_without_tables(&self, most: u32) -> Answer<'_, Result<Vec<PersonId>, StoreError>>;

    /// What a version of the computer has found out about a table, as JSON; nothing if it was another version.
    fn analysis(&self, id: TableId, version: &str) -> Answer<'_, Result<Option<String>, StoreError>>;

    /// So many tables after one, in the order of their ids, each with whether it is as it was written.
    fn survey(&self, after: Option<TableId>, most: u32) -> Answer<'_, Result<Vec<Surveyed>, StoreError>>;

    /// Writes what has been asked for, then nothing more.
    fn close(&self) -> Answer<'_, ()>;
}

/// So many events take a while to be told again, and much room.
pub const LONG: u64 = 2_000;

impl dyn Store {
    /// A table, ready to be played on, if there is one with that id.
    pub async fn load(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let Some(rows) = self.read(id).await? else { return Ok(None) };
        let StoredRows { entries, kind, is_public, seed, opened, listing } = rows;
        // A long game takes a while to be told again: other tables must not wait for it.
        let replayed = tokio::task::spawn_blocking(move || replay(&entries)).await;
        let replayed = replayed.unwrap_or_else(|error| Err(error.to_string()));
        let table = replayed.map_err(|error| StoreError::Corrupt(format!("{id}: {error}")))?;
        Ok(Some(StoredTable { table, kind, is_public, seed, opened, listing }))
    }
}

/// The table that stored events tell of.
fn replay(entries: &[StoredEntry]) -> Result<Table, String> {
    let log = entries.iter().map(|stored| serde_json::from_str(&stored.entry));
    let log = log.collect::<Result<Vec<Entry>, _>>().map_err(|error| error.to_string())?;
    let mut table = Table::from_log(log).map_err(|error| error.to_string())?;
    table.restore_keys(entries.iter().filter_map(|stored| Some((stored.sequence, stored.key?))));
    Ok(table)
}

/// Opens what keeps the data, or makes it, and brings it to the present form.
pub async fn open(
    data: &Data,
    heartbeat: Duration,
    metrics: Arc<Metrics>,
) -> Result<Arc<dyn Store>, StoreError> {
    Ok(match data {
        Data::File(path) => Arc::new(sqlite::SqliteStore::open(path, heartbeat, metrics).await?),
        Data::Memory => Arc::new(memory::MemoryStore::new(metrics)?),
    })
}

/// What is stored once, when a table is opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// The secret of its dice.
    pub seed: Option<Seed>,
    /// When.
    pub opened: UnixMillis,
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// Its number, from 0.
    pub sequence: u64,
    /// What happened and when, as JSON.
    pub entry: String,
    /// The key of the request that caused it, if it had one.
    pub key: Option<RequestKey>,
}

impl StoredEntry {
    /// An event as it is stored.
    pub fn new(entry: &Entry, key: Option<RequestKey>) -> Option<StoredEntry> {
        let text = serde_json::to_string(entry).ok()?;
        Some(StoredEntry { sequence: entry.sequence, entry: text, key })
    }
}

/// A change of one table.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// Which.
    pub id: TableId,
    /// Present if the table is new.
    pub opening: Option<Opening>,
    /// Present if anything of it has changed.
    pub listing: Option<Listing>,
    /// New events: the first is the next of its table.
    pub entries: Vec<StoredEntry>,
    /// When.
    pub updated: Option<UnixMillis>,
    /// When a player's time will be up.
    pub deadline: Option<UnixMillis>,
    /// Whose turn it is: apart from the listing, because it changes with every move and the listing seldom does.
    pub to_act: Option<Seat>,
    /// The board for lists and previews as JSON, if there is one to be drawn.
    pub sketch: Option<String>,
}

impl TableChange {
    /// Whether its events follow each other; whether they follow what is stored, only the store knows.
    fn is_in_sequence(&self) -> bool {
        self.entries.windows(2).all(|pair| pair[0].sequence + 1 == pair[1].sequence)
    }
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Change {
    /// Of a table.
    Table(Box<TableChange>),
    /// Nothing but that the server is there, and that something can be stored.
    Beat,
    /// A player is at a table that waits for another.
    Seen {
        /// The table.
        table: TableId,
        /// When.
        at: UnixMillis,
    },
    /// The name a person goes by.
    Name {
        /// Who.
        person: PersonId,
        /// The name.
        name: String,
    },
    /// What the computer has found out about a table, in place of what it had before.
    Analysis {
        /// The table.
        table: TableId,
        /// Which version of the computer.
        version: String,
        /// What it found, as JSON.
        found: String,
    },
    /// A table that has been kept long enough, with all that is known of it; nothing if something has happened at it since.
    Forget {
        /// The table.
        table: TableId,
        /// When it was last touched, as far as was known.
        touched: UnixMillis,
    },
    /// A person who has no table any more; nothing if they have opened one or sat down at one since.
    ForgetPerson {
        /// Who.
        person: PersonId,
    },
    /// A game that has ended is to take less room.
    Pack {
        /// The table.
        table: TableId,
    },
}

impl Change {
    /// The table that comes to be by it.
    fn opens(&self) -> Option<TableId> {
        match self {
            Change::Table(change) => change.opening.as_ref().map(|_| change.id),
            _ => None,
        }
    }

    fn events(&self) -> usize {
        match self {
            Change::Table(change) => change.entries.len(),
            _ => 0,
        }
    }
}

/// What has become of changes that could be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// All of them last.
    All,
    /// None was written: the table that they open is there already, opened by the same person.
    Before,
    /// None was written: its host has as many tables open as there may be.
    TooMany,
    /// None was written: the table that they open is somebody else's.
    Taken,
}

impl Written {
    fn outcome(self, allowance: &Allowance) -> Result<(), NotOpened> {
        match self {
            Written::All | Written::Before => Ok(()),
            Written::TooMany => Err(NotOpened::TooMany { most: allowance.most }),
            Written::Taken => Err(NotOpened::SealSpent),
        }
    }

    /// Counts what was written, and how long that took since it was asked.
    fn count(self, metrics: &Metrics, events: usize, asked: Instant) {
        if self == Written::All {
            metrics.store.record(asked.elapsed());
            metrics.events.add(events as u64);
        }
    }
}

/// A table as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRows {
    /// Everything that has happened, in order.
    pub entries: Vec<StoredEntry>,
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// The secret of its dice.
    pub seed: Option<Seed>,
    /// When it was opened.
    pub opened: UnixMillis,
    /// The rest.
    pub listing: Listing,
}

/// A stored table, ready to be played on.
#[derive(Debug)]
pub struct StoredTable {
    /// The table itself.
    pub table: Table,
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// The secret of its dice.
    pub seed: Option<Seed>,
    /// When it was opened.
    pub opened: UnixMillis,
    /// The rest.
    pub listing: Listing,
}

/// A table as those see it who look after all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surveyed {
    /// Which.
    pub id: TableId,
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is still played.
    pub is_open: bool,
    /// Whether a seat is open.
    pub is_waiting: bool,
    /// Whether it was called off: nothing was ever played.
    pub is_called_off: bool,
    /// When something happened last, or a player was last known to wait.
    pub touched: UnixMillis,
    /// How many events it has.
    pub events: u64,
    /// How many bytes they take.
    pub bytes: u64,
    /// Whether it has ended and would take less room if it were packed.
    pub is_loose: bool,
    /// What is wrong with it, if it is not what was written.
    pub damage: Option<String>,
}

/// Whether what lists show of a table says that it was called off.
fn is_called_off(summary: &str) -> bool {
    serde_json::from_str::<Summary>(summary).is_ok_and(|summary| summary.phase == Phase::Aborted)
}

/// A table as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Which.
    pub id: TableId,
    /// Who sits where.
    pub seats: BySeat<Option<PersonId>>,
    /// What is to be shown, as JSON.
    pub summary: String,
    /// Whose turn it is.
    pub to_act: Option<Seat>,
    /// When something happened last.
    pub updated: UnixMillis,
}

/// What can be shown of a table at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// What kind it is.
    pub kind: Kind,
    /// What lists show, as JSON.
    pub summary: String,
    /// The board as JSON; nothing for a table of an older file at which nothing has happened since.
    pub sketch: Option<String>,
}

/// A time in which the server was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// When it was last known to be there.
    pub from: UnixMillis,
    /// When it came back.
    pub to: UnixMillis,
}

impl Gap {
    /// Those between runs of the server that were last there since a moment: of each run, when it began and when it was last known
    /// to be there, in order.
    fn between(runs: &[(UnixMillis, UnixMillis)], moment: UnixMillis) -> Vec<Gap> {
        let mut gaps: Vec<Gap> = runs.windows(2).map(|pair| Gap { from: pair[0].1, to: pair[1].0 }).collect();
        // The last event may be younger than the last heartbeat of its run.
        if let Some((started, _)) = runs.first()
            && *started > moment
        {
            gaps.insert(0, Gap { from: moment, to: *started });
        }
        gaps.retain(|gap| gap.to > gap.from);
        gaps
    }
}
