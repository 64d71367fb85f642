//! One task owns the connection that writes. Whatever has been asked for while the disk was busy is committed together, so the
//! disk's pace bounds the number of commits and not the number of moves.

use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection, Row};
use tablen_host::{PersonId, TableId};
use tablen_table::Seat;
use tokio::sync::{mpsc, oneshot};

use super::failure::{Failure, is_misplaced};
use super::lock::DataLock;
use super::{events, secrets};
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};
use crate::secret::Key;
use crate::store::{Allowance, Change, StoreError, TableChange, Written};

/// The most requests in one commit: enough that a thousand moves a second need a few commits, few enough that nobody waits long.
const BATCH: usize = 256;

/// How long a locked database is waited for, and how long between two attempts. Each attempt waits by itself, too.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);

/// How many heartbeats may be missed, and how slow a disk may be, before the store counts as one that cannot write.
const MISSED: u32 = 3;
const SLOW_DISK: Duration = Duration::from_secs(6);

/// How long an attempt to write may be under way before the store counts as one that cannot write.
const STALLED: Duration = Duration::from_secs(2);

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
    /// What seeds are sealed under.
    pub key: Key,
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
        self.pulse.tries();
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
            Work::Heartbeat => self.note_presence().await?,
            Work::Requests(requests) => {
                for request in *requests {
                    written.push(write_request(&mut self.connection, &self.key, request).await?);
                }
                if requests
                    .iter()
                    .flat_map(|request| &request.changes)
                    .any(|change| matches!(change, Change::Beat))
                {
                    self.note_presence().await?;
                }
            }
        }
        sqlx::query("commit").execute(&mut self.connection).await?;
        Ok(written)
    }

    /// Notes that the server is there: something to be written, however little else there is.
    async fn note_presence(&mut self) -> Result<(), sqlx::Error> {
        let noting = sqlx::query("update runs set seen = ? where number = ?").bind(unix_now()).bind(self.run);
        noting.execute(&mut self.connection).await.map(drop)
    }

    /// Begins a transaction, unless another server has begun to use the file: whoever came last goes on, and nobody writes over what
    /// the other has written.
    async fn begin(&mut self) -> Result<(), Failure> {
        self.begin_anyhow().await?;
        let newest = sqlx::query("select max(number) from runs").fetch_one(&mut self.connection).await?;
        match newest.try_get::<Option<i64>, _>(0)? {
            Some(run) if run == self.run => Ok(()),
            _ => Err(Failure::Other(StoreError::InUse)),
        }
    }

    async fn begin_anyhow(&mut self) -> Result<(), sqlx::Error> {
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

/// How writing goes.
#[derive(Debug)]
pub struct Pulse {
    last: Mutex<Attempts>,
    oldest: Duration,
}

/// The last attempts to write.
#[derive(Clone, Copy, Debug)]
struct Attempts {
    /// Since when one has been under way.
    trying: Option<Instant>,
    /// Whether the last one that came to its end succeeded, and when that was.
    is_well: bool,
    ended: Instant,
    /// When one last succeeded.
    succeeded: Instant,
}

impl Pulse {
    /// Of a writer that writes at least this often.
    pub fn new(heartbeat: Duration) -> Pulse {
        let now = Instant::now();
        let last = Attempts { trying: None, is_well: true, ended: now, succeeded: now };
        Pulse { last: Mutex::new(last), oldest: (MISSED * heartbeat).max(SLOW_DISK) }
    }

    fn last(&self) -> MutexGuard<'_, Attempts> {
        // A thread that panicked while holding it has left nothing half-done.
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tries(&self) {
        self.last().trying.get_or_insert_with(Instant::now);
    }

    fn beats(&self, is_well: bool) {
        let now = Instant::now();
        let mut last = self.last();
        let succeeded = if is_well { now } else { last.succeeded };
        *last = Attempts { trying: None, is_well, ended: now, succeeded };
    }

    /// When something was last stored.
    pub fn well_until(&self) -> Instant {
        self.last().succeeded
    }

    /// Whether what happens now can be expected to be stored.
    pub fn is_well(&self) -> bool {
        let last = *self.last();
        let is_stalled = last.trying.is_some_and(|since| since.elapsed() > STALLED);
        last.is_well && !is_stalled && last.ended.elapsed() <= self.oldest
    }
}

async fn write_request(
    connection: &mut SqliteConnection,
    key: &Key,
    request: &Request,
) -> Result<Written, Failure> {
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
        write_change(connection, key, change).await?;
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

async fn write_change(connection: &mut SqliteConnection, key: &Key, change: &Change) -> Result<(), Failure> {
    let statement = match change {
        // Whoever writes the rest of them notes it.
        Change::Beat => return Ok(()),
        Change::Table(change) => return write_table(connection, key, change).await,
        Change::Forget { table, touched } => return forget(connection, *table, *touched).await.map(drop),
        Change::ForgetPerson { person } => sqlx::query(
            "delete from people where id = ?1 \
             and not exists (select 1 from tables where is_open = 1 and host = ?1) \
             and not exists (select 1 from tables where is_open = 1 and guest = ?1)",
        )
        .bind(person.bytes().to_vec()),
        Change::Pack { table } => return events::pack_ended(connection, *table).await,
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

async fn write_table(
    connection: &mut SqliteConnection,
    key: &Key,
    change: &TableChange,
) -> Result<(), Failure> {
    let id = change.id.bytes().to_vec();
    let blob = |person: Option<PersonId>| person.map(|person| person.bytes().to_vec());
    if let Some(opening) = &change.opening {
        let sealed = opening.seed.map(|seed| secrets::seal_seed(key, change.id, &seed)).transpose()?;
        sqlx::query(
            "insert into tables (id, kind, is_public, sealed_seed, opened, is_open, summary, updated) \
             values (?, ?, ?, ?, ?, 1, '', ?)",
        )
        .bind(&id)
        .bind(opening.kind.name())
        .bind(opening.is_public)
        .bind(sealed)
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
    events::append(connection, change.id, &change.entries).await?;
    if change.listing.as_ref().is_some_and(|listing| !listing.is_open) {
        events::pack_ended(connection, change.id).await?;
    }
    Ok(())
}

/// Forgets a table unless something has happened at it since a moment; says whether it is gone.
pub async fn forget(
    connection: &mut SqliteConnection,
    table: TableId,
    touched: UnixMillis,
) -> Result<bool, Failure> {
    let id = table.bytes().to_vec();
    // What belongs to it goes first: analyses point to their table.
    let is_old = "(select id from tables where id = ? and updated <= ? and coalesce(waiting_seen, 0) <= ?)";
    let mut gone = false;
    for (rows, column) in
        [("analyses", "table_id"), ("packs", "table_id"), ("events", "table_id"), ("tables", "id")]
    {
        let statement = format!("delete from {rows} where {column} in {is_old}");
        let deleted =
            sqlx::query(&statement).bind(&id).bind(touched).bind(touched).execute(&mut *connection).await?;
        gone = deleted.rows_affected() > 0;
    }
    Ok(gone)
}
