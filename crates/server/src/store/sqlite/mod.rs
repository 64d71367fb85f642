//! A store in a file: SQLite in WAL mode with full synchronisation, so that what has been acknowledged survives the loss of power
//! as far as the disk tells the truth. One task writes, and commits together what has come while the disk was busy.

mod failure;
mod lock;
mod reads;
mod schema;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, SqlitePool};
use tablen_host::{PersonId, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{
    Allowance, Answer, Change, Gap, Listed, NotOpened, Preview, Store, StoreError, StoredRows, Written,
};
use crate::ids::random_bytes;
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};
use crate::secret::Secret;

/// How many connections read at a time.
const READERS: u32 = 4;

/// Requests that may wait for the writer; more make their tables wait, which is what should happen.
const WAITING: usize = 4_096;

/// A store in a file.
#[derive(Debug)]
pub struct SqliteStore {
    requests: mpsc::Sender<writer::Request>,
    readers: SqlitePool,
    metrics: Arc<Metrics>,
    pulse: Arc<writer::Pulse>,
    started: UnixMillis,
    secret: Secret,
    /// What ends the writer, until it has been used.
    ending: Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>,
}

impl SqliteStore {
    /// Opens the database, or makes it, and brings it to the present form.
    pub async fn open(
        path: &Path,
        heartbeat: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<SqliteStore, StoreError> {
        let lock = lock::DataLock::take(path)?;
        let file = absolute(path);
        keep_to_oneself(&file).map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
        // Looked at as it is, before it is put into the mode in which it is used.
        let plain = SqliteConnectOptions::new().filename(&file).busy_timeout(Duration::from_secs(5));
        let mut connection = plain.connect().await?;
        schema::refuse_others(&mut connection).await?;
        connection.close().await?;
        let options = plain.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        let mut connection = options.connect().await?;
        schema::migrate(&mut connection).await?;
        let secret = secret(&mut connection).await?;
        let started = unix_now();
        let run = sqlx::query("insert into runs (started, seen) values (?, ?)")
            .bind(started)
            .bind(started)
            .execute(&mut connection)
            .await?
            .last_insert_rowid();
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(true).pragma("query_only", "1"))
            .await?;
        let (requests, received) = mpsc::channel(WAITING);
        let (end, ended) = oneshot::channel();
        let pulse = Arc::new(writer::Pulse::new(heartbeat));
        let writer = writer::Writer {
            connection,
            options,
            requests: received,
            metrics: Arc::clone(&metrics),
            pulse: Arc::clone(&pulse),
            run,
            heartbeat,
            ended,
            _lock: lock,
        };
        let ending = Mutex::new(Some((end, tokio::spawn(writer.run()))));
        Ok(SqliteStore { requests, readers, metrics, pulse, started, secret, ending })
    }

    async fn request(
        &self,
        changes: Vec<Change>,
        allowance: Option<Allowance>,
    ) -> Result<Written, StoreError> {
        let asked = Instant::now();
        let events = changes.iter().map(Change::events).sum();
        let (done, written) = oneshot::channel();
        let request = writer::Request { changes, allowance, done };
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        let written = written.await.map_err(|_| StoreError::Closed)??;
        written.count(&self.metrics, events, asked);
        Ok(written)
    }
}

impl Store for SqliteStore {
    fn secret(&self) -> Secret {
        self.secret
    }

    fn started(&self) -> UnixMillis {
        self.started
    }

    fn can_write(&self) -> bool {
        self.pulse.is_well()
    }

    fn write(&self, changes: Vec<Change>) -> Answer<'_, Result<(), StoreError>> {
        Box::pin(async move { self.request(changes, None).await.map(drop) })
    }

    fn open_table(&self, changes: Vec<Change>, allowance: Allowance) -> Answer<'_, Result<(), NotOpened>> {
        Box::pin(async move { self.request(changes, Some(allowance)).await?.outcome(&allowance) })
    }

    fn read(&self, id: TableId) -> Answer<'_, Result<Option<StoredRows>, StoreError>> {
        Box::pin(reads::table(&self.readers, id))
    }

    fn preview(&self, id: TableId) -> Answer<'_, Result<Option<Preview>, StoreError>> {
        Box::pin(reads::preview(&self.readers, id))
    }

    fn gaps_since(&self, moment: UnixMillis) -> Answer<'_, Result<Vec<Gap>, StoreError>> {
        Box::pin(reads::gaps_since(&self.readers, moment))
    }

    fn public_tables(
        &self,
        waiting_since: UnixMillis,
        most: u32,
    ) -> Answer<'_, Result<Vec<Listed>, StoreError>> {
        Box::pin(reads::public_tables(&self.readers, waiting_since, most))
    }

    fn tables_of(&self, person: PersonId, most: u32) -> Answer<'_, Result<Vec<Listed>, StoreError>> {
        Box::pin(reads::tables_of(&self.readers, person, most))
    }

    fn due_tables(&self, now: UnixMillis, most: u32) -> Answer<'_, Result<Vec<TableId>, StoreError>> {
        Box::pin(reads::due_tables(&self.readers, now, most))
    }

    fn name_of(&self, person: PersonId) -> Answer<'_, Result<Option<String>, StoreError>> {
        Box::pin(reads::name_of(&self.readers, person))
    }

    fn analysis(&self, id: TableId, version: &str) -> Answer<'_, Result<Option<String>, StoreError>> {
        Box::pin(reads::analysis(&self.readers, id, version.to_owned()))
    }

    /// Writes what has been asked for, then leaves one file behind.
    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let ending = self.ending.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some((end, writer)) = ending else { return };
            // The last connection to close puts everything into the file, and that should be the writer's.
            self.readers.close().await;
            let _ = end.send(());
            if writer.await.is_err() {
                tracing::error!("the writer of the store has failed");
            }
        })
    }
}

/// A name such as `:memory:x` or `file:x` means something else to SQLite; a whole path never does.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Makes the file for nobody but its owner to read: it holds the secret of the cookies and those of the dice. What SQLite puts
/// beside it inherits that.
#[cfg(unix)]
fn keep_to_oneself(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    const OWNER_ONLY: u32 = 0o600;
    const OTHERS: u32 = 0o077;
    match std::fs::metadata(path) {
        Ok(found) if found.permissions().mode() & OTHERS != 0 => {
            tracing::warn!(file = %path.display(), "others can read this file, which holds secrets: chmod 600");
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut options = std::fs::File::options();
            options.create(true).truncate(false).write(true).mode(OWNER_ONLY).open(path)?;
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Where files have no such modes, the folder says who may read them.
#[cfg(not(unix))]
fn keep_to_oneself(path: &Path) -> io::Result<()> {
    std::fs::File::options().create(true).truncate(false).write(true).open(path).map(drop)
}

/// The secret of this database, made when it is first asked for.
async fn secret(connection: &mut SqliteConnection) -> Result<Secret, StoreError> {
    let fresh: [u8; 32] = random_bytes().map_err(StoreError::NoRandomness)?;
    sqlx::query("insert into facts (name, value) values ('secret', ?) on conflict do nothing")
        .bind(fresh.to_vec())
        .execute(&mut *connection)
        .await?;
    let row = sqlx::query("select value from facts where name = 'secret'").fetch_one(connection).await?;
    let kept: Vec<u8> = row.try_get(0)?;
    kept.try_into().map(Secret::from_bytes).map_err(|_| StoreError::Corrupt("facts".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn refused(file: &Path) -> StoreError {
        SqliteStore::open(file, Duration::from_secs(60), Arc::default()).await.unwrap_err()
    }

    #[tokio::test]
    async fn what_is_not_ours_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (theirs, newer, text) = (
            folder.path().join("theirs.db"),
            folder.path().join("newer.db"),
            folder.path().join("letter.txt"),
        );
        for (file, sql) in [
            (&theirs, "create table theirs (a); insert into theirs values (1)"),
            (&newer, "pragma application_id = 1952539244; pragma user_version = 1000"),
        ] {
            let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
            let mut connection = options.connect().await.unwrap();
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        std::fs::write(&text, "Dear Ada, ".repeat(100)).unwrap();
        for file in [&theirs, &newer, &text] {
            let before = std::fs::read(file).unwrap();
            let error = refused(file).await;
            match error {
                StoreError::TooNew { found: 1_000, .. } => assert_eq!(file, &newer),
                StoreError::Corrupt(_) => assert_eq!(file, &text),
                error => assert!(matches!(error, StoreError::NotOurs), "{}: {error:?}", file.display()),
            }
            assert!(std::fs::read(file).unwrap() == before, "{} was changed", file.display());
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left beside them");
    }

    #[tokio::test]
    async fn a_file_that_is_used_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
        assert!(matches!(refused(&file).await, StoreError::InUse));
        store.close().await;
        let again = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
        again.close().await;
    }
}
