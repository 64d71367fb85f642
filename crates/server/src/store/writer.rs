//! One task owns the connection that writes. Whatever has been asked for while the disk was busy is committed together, so the
//! disk's pace bounds the number of commits and not the number of moves.

use std::slice;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, QueryBuilder, Sqlite};
use tablen_host::{PersonId, TableId};
use tablen_table::Seat;
use tokio::sync::{mpsc, oneshot};

use super::lock::DataLock;
use super::{Allowance, Change, TableChange};
use crate::metrics::Metrics;
use crate::moments::unix_now;

/// The most requests in one commit: enough that a thousand moves a second need a few commits, few enough that nobody waits long.
const BATCH: usize = 256;

/// The most events in one statement.
const ROWS: usize = 200;

/// How long a locked database is waited for, and how long between two attempts. Each attempt waits by itself, too.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);

/// How many heartbeats may be missed, and how slow a disk may be, before the store counts as one that cannot write.
const MISSED: u32 = 3;
const SLOW_DISK: Duration = Duration::from_secs(6);

/// Changes that happen together, and who waits for them.
pub struct Request {
    pub changes: Vec<Change>,
    /// What its guest may have open, if it opens a table.
    pub allowance: Option<Allowance>,
    pub done: oneshot::Sender<Result<Written, Arc<sqlx::Error>>>,
}

/// What has been written of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// All of its changes.
    All,
    /// None of them, because its guest has as many tables open as there may be.
    NoneAsTooMany,
    /// None of them, because the table that it opens is there already.
    NoneAsOpened,
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
    pub closed: oneshot::Receiver<()>,
    /// Let go of when the database is closed.
    pub _lock: Option<DataLock>,
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
                // Whoever dropped the other end wants the same.
                _ = &mut self.closed, if !is_closing => {
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
            Err(error) => {
                self.failed(&error);
                tracing::error!(%error, "the heartbeat could not be stored");
            }
        }
    }

    async fn write(&mut self, batch: &mut Vec<Request>) {
        let started = Instant::now();
        match self.commit_patiently(&Work::Requests(batch)).await {
            Ok(written) => {
                for (request, written) in batch.drain(..).zip(written) {
                    // Whoever no longer waits has ended; what was stored stays.
                    let _ = request.done.send(Ok(written));
                }
            }
            // One request must not spoil the others: each is tried alone and hears what is wrong with it.
            Err(error) if is_about_the_changes(&error) => {
                for request in batch.drain(..) {
                    let alone = self.commit_patiently(&Work::Requests(slice::from_ref(&request))).await;
                    if let Err(error) = &alone {
                        tracing::error!(%error, "changes could not be stored");
                    }
                    let written = alone.map(|written| written.first().copied().unwrap_or(Written::All));
                    let _ = request.done.send(written.map_err(Arc::new));
                }
            }
            // What is wrong with the disk is wrong for all of them.
            Err(error) => {
                tracing::error!(%error, requests = batch.len(), "changes could not be stored");
                let error = Arc::new(error);
                for request in batch.drain(..) {
                    let _ = request.done.send(Err(Arc::clone(&error)));
                }
            }
        }
        tracing::trace!(took = ?started.elapsed(), "stored");
    }

    /// Commits, and waits for whoever else has locked the database: a backup takes a while.
    async fn commit_patiently(&mut self, work: &Work<'_>) -> Result<Vec<Written>, sqlx::Error> {
        let started = Instant::now();
        loop {
            let outcome = self.commit(work).await;
            match &outcome {
                Ok(_) => {
                    self.metrics.commits.count();
                    self.pulse.beats(true);
                }
                Err(error) => {
                    self.failed(error);
                    if is_busy(error) && started.elapsed() < PATIENCE {
                        tracing::warn!(%error, "the database is locked; trying again");
                        tokio::time::sleep(PAUSE).await;
                        continue;
                    }
                }
            }
            return outcome;
        }
    }

    fn failed(&self, error: &sqlx::Error) {
        self.metrics.store_failures.count();
        // Changes that contradict what is stored say nothing about the disk.
        if !is_about_the_changes(error) {
            self.pulse.beats(false);
        }
    }

    /// All or nothing. In plain statements: the library counts the transactions that it begins, and after a commit that the disk
    /// refused it would take every later one for a part of that first, which never ends.
    async fn commit(&mut self, work: &Work<'_>) -> Result<Vec<Written>, sqlx::Error> {
        let outcome = self.attempt(work).await;
        if outcome.is_err() {
            // SQLite may have rolled back already, and then refuses to do it again.
            let _ = sqlx::query("rollback").execute(&mut self.connection).await;
        }
        outcome
    }

    async fn attempt(&mut self, work: &Work<'_>) -> Result<Vec<Written>, sqlx::Error> {
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
            Err(error) if primary_code(&error) == Some(SQLITE_ERROR) => {
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

// SQLite's result codes: https://sqlite.org/rescode.html
const SQLITE_ERROR: i32 = 1;
const SQLITE_BUSY: i32 = 5;
const SQLITE_LOCKED: i32 = 6;
const SQLITE_TOOBIG: i32 = 18;
const SQLITE_CONSTRAINT: i32 = 19;
const SQLITE_MISMATCH: i32 = 20;

/// What SQLite calls an error, without the details in the upper bits.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

fn is_busy(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(SQLITE_BUSY | SQLITE_LOCKED))
}

/// Whether other changes could be stored all the same.
fn is_about_the_changes(error: &sqlx::Error) -> bool {
    matches!(primary_code(error), Some(SQLITE_TOOBIG | SQLITE_CONSTRAINT | SQLITE_MISMATCH))
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

async fn write_request(connection: &mut SqliteConnection, request: &Request) -> Result<Written, sqlx::Error> {
    if let Some(allowance) = &request.allowance {
        for opened in request.changes.iter().filter_map(Change::opens) {
            if is_there(connection, opened).await? {
                return Ok(Written::NoneAsOpened);
            }
        }
        if allowance.is_spent(connection).await? {
            return Ok(Written::NoneAsTooMany);
        }
    }
    for change in &request.changes {
        write_change(connection, change).await?;
    }
    Ok(Written::All)
}

async fn is_there(connection: &mut SqliteConnection, table: TableId) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("select 1 from tables where id = ?").bind(table.bytes().to_vec());
    found.fetch_optional(connection).await.map(|row| row.is_some())
}

async fn write_change(connection: &mut SqliteConnection, change: &Change) -> Result<(), sqlx::Error> {
    match change {
        Change::Table(change) => write_table(connection, change).await,
        Change::Seen { table, at } => {
            sqlx::query("update tables set waiting_seen = ? where id = ? and waiting_seen is not null")
                .bind(at)
                .bind(table.bytes().to_vec())
                .execute(connection)
                .await
                .map(drop)
        }
        Change::Name { guest, name } => sqlx::query(
            "insert into guests (id, name) values (?, ?) on conflict do update set name = excluded.name",
        )
        .bind(guest.bytes().to_vec())
        .bind(name)
        .execute(connection)
        .await
        .map(drop),
    }
}

async fn write_table(connection: &mut SqliteConnection, change: &TableChange) -> Result<(), sqlx::Error> {
    let id = change.id.bytes().to_vec();
    let blob = |guest: Option<PersonId>| guest.map(|guest| guest.bytes().to_vec());
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
        .await?;
    }
    if let Some(row) = &change.listing {
        sqlx::query(
            "update tables set host = ?, guest = ?, is_open = ?, summary = ?, next = ?, \
             waiting_seen = case when ? then coalesce(waiting_seen, ?, updated) end where id = ?",
        )
        .bind(blob(row.seats.host))
        .bind(blob(row.seats.guest))
        .bind(row.is_open)
        .bind(&row.summary)
        .bind(row.next.map(|next| next.bytes().to_vec()))
        .bind(row.is_waiting)
        .bind(change.updated)
        .bind(&id)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query("update tables set updated = coalesce(?, updated), deadline = ?, to_act = ? where id = ?")
        .bind(change.updated)
        .bind(change.deadline)
        .bind(change.to_act.map(Seat::name))
        .bind(&id)
        .execute(&mut *connection)
        .await?;
    // Many at once: a record that is taken in has thousands.
    for entries in change.entries.chunks(ROWS) {
        let mut insert = QueryBuilder::<Sqlite>::new("insert into events (table_id, sequence, entry) ");
        insert.push_values(entries, |mut row, (sequence, entry)| {
            row.push_bind(&id).push_bind(sequence).push_bind(entry);
        });
        // Statements are kept for the next time; of the many lengths, only a single row comes often.
        insert.build().persistent(entries.len() == 1).execute(&mut *connection).await?;
    }
    Ok(())
}
