//! One task owns the connection that writes. Whatever has been asked for while the disk was busy is committed together, so the
//! disk's pace bounds the number of commits and not the number of moves.

use std::slice;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, QueryBuilder, Row, Sqlite};
use tablen_host::{PersonId, TableId};
use tablen_table::Seat;
use tokio::sync::{mpsc, oneshot};

use super::failure::{Failure, is_misplaced};
use super::lock::DataLock;
use crate::metrics::Metrics;
use crate::moments::unix_now;
use crate::store::{Allowance, Change, StoreError, StoredEntry, TableChange, Written};

/// The most requests in one commit: enough that a thousand moves a second need a few commits, few enough that nobody waits long.
const BATCH: usize = 256;

/// The most events in one statement.
const ROWS: usize = 200;

/// Statements for so many events are kept for the next time: a command causes no more. Of the many greater lengths few come again.
const KEPT_ROWS: usize = 16;

/// How long a locked database is waited for, and how long between two attempts. Each attempt waits by itself, too.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);

/// How many heartbeats may be missed, and how slow a disk may be, before the store counts as one that cannot write.
const MISSED: u32 = 3;
const SLOW_DISK: Duration = Duration::from_secs(6);

/// Changes that happen together, and whom to tell what became of them.
pub struct Request {
    pub changes: Vec<Change>,
    /// What their host may have open, if they open a table.
    pub allowance: Option<Allowance>,
    pub done: oneshot::Sender<Result<Written, StoreError>>,
}

pub struct Writer {
    pub connection: SqliteConnection,
    /// How the database is opened again.
    pub options: SqliteConnectOptions,
    pub requests: mpsc::Receiver<Request>,
    pub metrics: Arc<Metrics>,
    pub pulse: Arc<Pulse>,
    /// The number of this run of the server.
    pub run: i64,
    pub heartbeat: Duration,
    /// Told when nothing more is to come.
    pub ended: oneshot::Receiver<()>,
    /// Let go of when the database is closed.
    pub _lock: DataLock,
}

impl Writer {
    /// Writes until it is told that nothing more is to come and all is written, then leaves the file in one piece.
    pub async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut heartbeat = tokio::time::interval(self.heartbeat);
        heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut is_closing = false;
        loop {
            tokio::select! {
                biased;
                // That the other end was dropped means the same.
                _ = &mut self.ended, if !is_closing => {
                    is_closing = true;
                    self.requests.close();
                }
                // However much there is to write, or after a crash too much time would be given back.
                _ = heartbeat.tick() => self.beat().await,
                taken = self.requests.recv_many(&mut batch, BATCH) => {
                    if taken == 0 {
                        break;
                    }
                    self.write(&mut batch).await;
                }
            }
        }
        self.beat().await;
        if let Err(error) = self.connection.close().await {
            tracing::error!(%error, "the database did not close");
        }
    }

    async fn beat(&mut self) {
        match self.commit(&Work::Heartbeat).await {
            Ok(_) => self.pulse.beats(true),
            Err(failure) => {
                self.failed(&failure);
                let error = StoreError::from(failure);
                tracing::error!(%error, "the heartbeat could not be stored");
            }
        }
    }

    async fn write(&mut self, batch: &mut Vec<Request>) {
        let started = Instant::now();
        match self.commit_patiently(&Work::Requests(batch)).await {
            Ok(written) => {
                for (request, written) in batch.drain(..).zip(written) {
                    // Those who no longer wait have ended; what was stored stays.
                    let _ = request.done.send(Ok(written));
                }
            }
            // One request must not spoil the others: each is tried alone and hears what is wrong with it.
            Err(failure) if failure.is_about_the_changes() => {
                for request in batch.drain(..) {
                    let alone = self.commit_patiently(&Work::Requests(slice::from_ref(&request))).await;
                    let written = alone.map(|written| written.first().copied().unwrap_or(Written::All));
                    let written = written.map_err(StoreError::from);
                    if let Err(error) = &written {
                        tracing::error!(%error, "changes could not be stored");
                    }
                    let _ = request.done.send(written);
                }
            }
            // What is wrong with the disk is wrong for all of them.
            Err(failure) => {
                let error = StoreError::from(failure);
                tracing::error!(%error, requests = batch.len(), "changes could not be stored");
                for request in batch.drain(..) {
                    let _ = request.done.send(Err(error.clone()));
                }
            }
        }
        tracing::trace!(took = ?started.elapsed(), "stored");
    }

    /// Commits, and waits while another program has locked the database: a backup takes a while.
    async fn commit_patiently(&mut self, work: &Work<'_>) -> Result<Vec<Written>, Failure> {
        let started = Instant::now();
        loop {
            let outcome = self.commit(work).await;
            match &outcome {
                Ok(_) => {
                    self.metrics.commits.count();
                    self.pulse.beats(true);
                }
                Err(failure) => {
                    self.failed(failure);
                    if failure.is_busy() && started.elapsed() < PATIENCE {
                        tracing::warn!("the database is locked; trying again");
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    }
                }
            }
            return outcome;
        }
    }

    fn failed(&self, failure: &Failure) {
        self.metrics.store_failures.count();
        // Changes that contradict what is stored say nothing about the disk.
        if !failure.is_about_the_changes() {
            self.pulse.beats(false);
        }
    }

    /// All or nothing. In plain statements: the library counts the transactions that it begins, and after a commit that the disk
    /// refused it would take every later one for a part of that first, which never ends.
    async fn commit(&mut self, work: &Work<'_>) -> Result<Vec<Written>, Failure> {
        let outcome = self.attempt(work).await;
        if outcome.is_err() {
            // SQLite may have rolled back already, and then refuses to do it again.
            let _ = sqlx::query("rollback").execute(&mut self.connection).await;
        }
        outcome
    }

    async fn attempt(&mut self, work: &Work<'_>) -> Result<Vec<Written>, Failure> {
        self.begin().await?;
        let mut written = Vec::new();
        match work {
            Work::Heartbeat => {
                sqlx::query("update runs set seen = ? where number = ?")
                    .bind(unix_now())
                    .bind(self.run)
                    .execute(&mut self.connection)
                    .await?;
            }
            Work::Requests(requests) => {
                for request in *requests {
                    written.push(write_request(&mut self.connection, request).await?);
                }
            }
        }
        sqlx::query("commit").execute(&mut self.connection).await?;
        Ok(written)
    }

    async fn begin(&mut self) -> Result<(), sqlx::Error> {
        const BEGIN: &str = "begin immediate";
        match sqlx::query(BEGIN).execute(&mut self.connection).await {
            // Neither locked nor a fault of the disk: a transaction is left over that could not be ended. It ends with its connection.
            Err(error) if is_misplaced(&error) => {
                tracing::error!(%error, "the database is opened anew");
                self.connection = self.options.connect().await?;
                sqlx::query(BEGIN).execute(&mut self.connection).await?;
                Ok(())
            }
            begun => begun.map(drop),
        }
    }
}

/// What is committed at once.
enum Work<'a> {
    /// That the server is there.
    Heartbeat,
    /// What has happened. It comes to as many outcomes, in the same order.
    Requests(&'a [Request]),
}

/// Whether the last attempt to write succeeded, and when it was.
#[derive(Debug)]
pub struct Pulse {
    last: Mutex<(Instant, bool)>,
    oldest: Duration,
}

impl Pulse {
    /// Of a writer that writes at least this often.
    pub fn new(heartbeat: Duration) -> Pulse {
        Pulse { last: Mutex::new((Instant::now(), true)), oldest: (MISSED * heartbeat).max(SLOW_DISK) }
    }

    fn beats(&self, is_well: bool) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), is_well);
    }

    /// Whether what happens now can be expected to be stored.
    pub fn is_well(&self) -> bool {
        let (at, is_well) = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        is_well && at.elapsed() <= self.oldest
    }
}

async fn write_request(connection: &mut SqliteConnection, request: &Request) -> Result<Written, Failure> {
    if let Some(allowance) = &request.allowance {
        for opened in request.changes.iter().filter_map(Change::opens) {
            if let Some(host) = host_of(connection, opened).await? {
                let is_own = host == Some(allowance.person);
                return Ok(if is_own { Written::Before } else { Written::Taken });
            }
        }
        if open_tables(connection, allowance).await? >= allowance.most {
            return Ok(Written::TooMany);
        }
    }
    for change in &request.changes {
        write_change(connection, change).await?;
    }
    Ok(Written::All)
}

/// Who opened a table, if it is there; a record that was taken in is nobody's.
async fn host_of(
    connection: &mut SqliteConnection,
    table: TableId,
) -> Result<Option<Option<PersonId>>, sqlx::Error> {
    let found = sqlx::query("select host from tables where id = ?").bind(table.bytes().to_vec());
    let Some(row) = found.fetch_optional(connection).await? else { return Ok(None) };
    let host: Option<Vec<u8>> = row.try_get(0)?;
    Ok(Some(host.and_then(|bytes| bytes.try_into().ok()).map(PersonId::from_bytes)))
}

async fn open_tables(connection: &mut SqliteConnection, allowance: &Allowance) -> Result<u32, sqlx::Error> {
    let count = "select count(*) from tables where is_open = 1 and host = ? and updated >= ?";
    let row = sqlx::query(count)
        .bind(allowance.person.bytes().to_vec())
        .bind(allowance.touched_since)
        .fetch_one(connection)
        .await?;
    row.try_get(0)
}

async fn write_change(connection: &mut SqliteConnection, change: &Change) -> Result<(), Failure> {
    let statement = match change {
        Change::Table(change) => return write_table(connection, change).await,
        Change::Seen { table, at } => {
            sqlx::query("update tables set waiting_seen = ? where id = ? and waiting_seen is not null")
                .bind(at)
                .bind(table.bytes().to_vec())
        }
        Change::Name { person, name } => sqlx::query(
            "insert into people (id, name) values (?, ?) on conflict do update set name = excluded.name",
        )
        .bind(person.bytes().to_vec())
        .bind(name),
        // A table that is not there has nothing to be found out about.
        Change::Analysis { table, version, found } => sqlx::query(
            "insert into analyses (table_id, version, found) select id, ?, ? from tables where id = ? \
             on conflict do update set version = excluded.version, found = excluded.found",
        )
        .bind(version)
        .bind(found)
        .bind(table.bytes().to_vec()),
    };
    statement.execute(connection).await?;
    Ok(())
}

async fn write_table(connection: &mut SqliteConnection, change: &TableChange) -> Result<(), Failure> {
    let id = change.id.bytes().to_vec();
    let blob = |person: Option<PersonId>| person.map(|person| person.bytes().to_vec());
    if let Some(opening) = &change.opening {
        sqlx::query(
            "insert into tables (id, kind, is_public, seed, opened, is_open, summary, updated) \
             values (?, ?, ?, ?, ?, 1, '', ?)",
        )
        .bind(&id)
        .bind(opening.kind.name())
        .bind(opening.is_public)
        .bind(opening.seed.map(|seed| seed.0.to_vec()))
        .bind(opening.opened)
        .bind(opening.opened)
        .execute(&mut *connection)
        .await
        .map_err(Failure::about(change.id))?;
    }
    if let Some(listing) = &change.listing {
        sqlx::query(
            "update tables set host = ?, guest = ?, is_open = ?, summary = ?, next = ?, \
             waiting_seen = case when ? then coalesce(waiting_seen, ?, updated) end where id = ?",
        )
        .bind(blob(listing.seats.host))
        .bind(blob(listing.seats.guest))
        .bind(listing.is_open)
        .bind(&listing.summary)
        .bind(listing.next.map(|next| next.bytes().to_vec()))
        .bind(listing.is_waiting)
        .bind(change.updated)
        .bind(&id)
        .execute(&mut *connection)
        .await?;
    }
    let updated = sqlx::query(
        "update tables set updated = coalesce(?, updated), deadline = ?, to_act = ?, \
         sketch = coalesce(?, sketch) where id = ?",
    )
    .bind(change.updated)
    .bind(change.deadline)
    .bind(change.to_act.map(Seat::name))
    .bind(&change.sketch)
    .bind(&id)
    .execute(&mut *connection)
    .await?;
    if updated.rows_affected() == 0 || !change.is_in_sequence() {
        return Err(Failure::Conflict(change.id));
    }
    // Many at once: a record that is taken in has thousands.
    for entries in change.entries.chunks(ROWS) {
        append(connection, change.id, entries).await?;
    }
    Ok(())
}

/// Writes events that follow each other if the first is the next of their table: the same statement that writes them looks.
async fn append(
    connection: &mut SqliteConnection,
    table: TableId,
    entries: &[StoredEntry],
) -> Result<(), Failure> {
    let Some(first) = entries.first() else { return Ok(()) };
    let id = table.bytes().to_vec();
    // Beyond what SQLite can count there is no next one.
    let number = |number: u64| i64::try_from(number).unwrap_or(-1);
    let mut insert = QueryBuilder::<Sqlite>::new(
        "insert into events (table_id, sequence, entry, key_seat, key) select * from (",
    );
    insert.push_values(entries, |mut row, entry| {
        row.push_bind(&id).push_bind(number(entry.sequence)).push_bind(&entry.entry);
        row.push_bind(entry.key.map(|key| key.seat.name())).push_bind(entry.key.map(|key| number(key.key)));
    });
    insert.push(") where ").push_bind(number(first.sequence));
    insert.push(" = (select coalesce(max(sequence) + 1, 0) from events where table_id = ");
    insert.push_bind(&id).push(")");
    let statement = insert.build().persistent(entries.len() <= KEPT_ROWS);
    let written = statement.execute(&mut *connection).await.map_err(Failure::about(table))?;
    if written.rows_affected() == entries.len() as u64 { Ok(()) } else { Err(Failure::Conflict(table)) }
}
