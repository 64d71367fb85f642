//! What lasts: events, and a small row a table for lists. SQLite in WAL mode with full synchronisation: what has been
//! acknowledged survives the loss of power as far as the disk tells the truth.

mod allowance;
mod lock;
mod reads;
mod schema;
mod writer;

use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Row, SqliteConnection, SqlitePool};
use tablen_host::{Kind, Listing, PersonId, TableId};
use tablen_table::Seat;
use tablen_table::dice::{NoRandomness, Seed};
use tablen_words::{Explain, Message};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

pub use allowance::Allowance;
pub use reads::{Gap, Listed, StoredTable};
use writer::Written;

use crate::config::Data;
use crate::ids::random_bytes;
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};
use crate::secret::Secret;

/// How many connections read at a time.
const READERS: u32 = 4;

/// Requests that may wait for the writer; more make their tables wait, which is what should happen.
const WAITING: usize = 4_096;

/// Why the store cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// The database of another program.
    NotOurs,
    /// A database that a newer Tablen has made.
    TooNew {
        /// Its version.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// Another server uses it.
    InUse,
    /// It cannot be known whether another server uses it: the file that would say so, and what is wrong with it.
    Lock(PathBuf, io::Error),
    /// What the database says is wrong.
    Database(sqlx::Error),
    /// Why changes could not be written, which may concern others too.
    Write(Arc<sqlx::Error>),
    /// There are no random numbers for a secret.
    NoRandomness(NoRandomness),
    /// What is stored is no table's.
    BadTable(String),
    /// The writer has ended.
    Closed,
}

impl Explain for StoreError {
    fn message(&self) -> Message {
        match self {
            StoreError::NotOurs => message!("server.error.not-ours"),
            StoreError::TooNew { found, known } => {
                message!("server.error.too-new").with("found", *found).with("known", *known)
            }
            StoreError::InUse => message!("server.error.in-use"),
            StoreError::Lock(file, error) => {
                message!("server.error.lock").text("lock", file.display()).text("error", error)
            }
            StoreError::Database(error) => message!("server.error.database").text("error", error),
            StoreError::Write(error) => message!("server.error.database").text("error", error),
            StoreError::NoRandomness(none) => none.message(),
            StoreError::BadTable(error) => message!("server.error.database").text("error", error),
            StoreError::Closed => message!("server.error.closing"),
        }
    }
}
tablen_words::explained!(StoreError);

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
    }
}

/// Why a table is not opened.
#[derive(Debug)]
pub enum NotOpened {
    /// Its guest has as many open as there may be.
    TooMany {
        /// How many that is.
        most: u32,
    },
    /// The table of its seal has been opened before, or the seal was given by another server.
    SealSpent,
    /// The store cannot be used.
    Store(StoreError),
}

impl Explain for NotOpened {
    fn message(&self) -> Message {
        match self {
            NotOpened::TooMany { most } => message!("server.error.too-many-tables").with("most", *most),
            NotOpened::SealSpent => message!("server.error.seal"),
            NotOpened::Store(error) => error.message(),
        }
    }
}

impl From<StoreError> for NotOpened {
    fn from(error: StoreError) -> NotOpened {
        NotOpened::Store(error)
    }
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

/// A change of one table.
#[derive(Clone, Debug)]
pub struct TableChange {
    /// Which.
    pub id: TableId,
    /// Present if the table is new.
    pub opening: Option<Opening>,
    /// Present if anything of it has changed.
    pub listing: Option<Listing>,
    /// New events with their numbers, as JSON.
    pub entries: Vec<(i64, String)>,
    /// When.
    pub updated: Option<UnixMillis>,
    /// When a player's time will be up.
    pub deadline: Option<UnixMillis>,
    /// Whose turn it is: apart from the row, because it changes with every move and the row seldom does.
    pub to_act: Option<Seat>,
}

/// Something to be written.
#[derive(Clone, Debug)]
pub enum Change {
    /// Of a table.
    Table(Box<TableChange>),
    /// A player is at a table that waits for another.
    Seen {
        /// The table.
        table: TableId,
        /// When.
        at: UnixMillis,
    },
    /// The name a guest goes by.
    Name {
        /// Who.
        guest: PersonId,
        /// The name.
        name: String,
    },
}

impl Change {
    /// The table that comes to be by it.
    fn opens(&self) -> Option<TableId> {
        match self {
            Change::Table(change) => change.opening.as_ref().map(|_| change.id),
            Change::Seen { .. } | Change::Name { .. } => None,
        }
    }
}

/// Where everything is kept.
#[derive(Debug)]
pub struct Store {
    requests: mpsc::Sender<writer::Request>,
    readers: SqlitePool,
    metrics: Arc<Metrics>,
    pulse: Arc<writer::Pulse>,
    started: UnixMillis,
    secret: Secret,
}

impl Store {
    /// Opens the database, or makes it, and brings it to the present form.
    pub async fn open(
        data: &Data,
        heartbeat: Duration,
        metrics: Arc<Metrics>,
    ) -> Result<(Store, Closer), StoreError> {
        let lock = match data {
            Data::File(path) => Some(lock::DataLock::take(path)?),
            Data::Memory => None,
        };
        if let Data::File(path) = data {
            keep_to_oneself(&absolute(path)).map_err(|error| StoreError::Database(error.into()))?;
        }
        let options = options(data)?;
        let mut connection = options.clone().create_if_missing(true).connect().await?;
        schema::migrate(&mut connection).await?;
        let secret = secret(&mut connection).await?;
        let started = unix_now();
        let run = sqlx::query("insert into runs (started, seen) values (?, ?)")
            .bind(started)
            .bind(started)
            .execute(&mut connection)
            .await?
            .last_insert_rowid();
        let is_file = *data != Data::Memory;
        let readers = SqlitePoolOptions::new()
            .max_connections(READERS)
            .connect_with(options.clone().read_only(is_file).pragma("query_only", "1"))
            .await?;
        let (requests, received) = mpsc::channel(WAITING);
        let (close, closed) = oneshot::channel();
        let pulse = Arc::new(writer::Pulse::new(heartbeat));
        let writer = writer::Writer {
            connection,
            options,
            requests: received,
            metrics: Arc::clone(&metrics),
            pulse: Arc::clone(&pulse),
            run,
            heartbeat,
            closed,
            _lock: lock,
        };
        let closer = Closer { close, task: tokio::spawn(writer.run()), readers: readers.clone() };
        Ok((Store { requests, readers, metrics, pulse, started, secret }, closer))
    }

    /// The secret that cookies are signed with.
    pub const fn secret(&self) -> Secret {
        self.secret
    }

    /// When this run of the server began.
    pub const fn started(&self) -> UnixMillis {
        self.started
    }

    /// Whether what happens now can be expected to be stored.
    pub fn can_write(&self) -> bool {
        self.pulse.is_well()
    }

    /// Writes changes, all or none; returns when they are on the disk.
    pub async fn write(&self, changes: Vec<Change>) -> Result<(), StoreError> {
        self.request(changes, None).await.map(drop)
    }

    /// Writes changes that open a table, all or, if its guest has enough, none; returns when they are on the disk.
    pub async fn open_table(&self, changes: Vec<Change>, allowance: Allowance) -> Result<(), NotOpened> {
        match self.request(changes, Some(allowance)).await? {
            Written::All => Ok(()),
            Written::NoneAsTooMany => Err(NotOpened::TooMany { most: allowance.most() }),
            Written::NoneAsOpened => Err(NotOpened::SealSpent),
        }
    }

    async fn request(
        &self,
        changes: Vec<Change>,
        allowance: Option<Allowance>,
    ) -> Result<Written, StoreError> {
        let asked = Instant::now();
        let events: usize = changes
            .iter()
            .map(|change| match change {
                Change::Table(change) => change.entries.len(),
                Change::Seen { .. } | Change::Name { .. } => 0,
            })
            .sum();
        let (done, written) = oneshot::channel();
        let request = writer::Request { changes, allowance, done };
        self.requests.send(request).await.map_err(|_| StoreError::Closed)?;
        let written = written.await.map_err(|_| StoreError::Closed)?.map_err(StoreError::Write)?;
        if written == Written::All {
            self.metrics.store.record(asked.elapsed());
            self.metrics.events.add(events as u64);
        }
        Ok(written)
    }
}

/// What closes a store, whoever else still holds it.
#[derive(Debug)]
pub struct Closer {
    close: oneshot::Sender<()>,
    task: JoinHandle<()>,
    readers: SqlitePool,
}

impl Closer {
    /// Writes what has been asked for, then leaves one file behind.
    pub async fn close(self) {
        // The last connection to close puts everything into the file, and that should be the writer's.
        self.readers.close().await;
        let _ = self.close.send(());
        if self.task.await.is_err() {
            tracing::error!("the writer of the store has failed");
        }
    }
}

fn options(data: &Data) -> Result<SqliteConnectOptions, StoreError> {
    let options = match data {
        Data::File(path) => SqliteConnectOptions::new().filename(absolute(path)),
        // A name of its own that the connections of this store share.
        Data::Memory => SqliteConnectOptions::from_str("sqlite::memory:")?,
    };
    Ok(options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5)))
}

/// A name such as `:memory:x` or `file:x` means something else to SQLite; a whole path never does.
fn absolute(path: &std::path::Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Makes the file for nobody but its owner to read: it holds the secret of the cookies and those of the dice. What SQLite puts
/// beside it inherits that.
#[cfg(unix)]
fn keep_to_oneself(path: &std::path::Path) -> io::Result<()> {
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
fn keep_to_oneself(_: &std::path::Path) -> io::Result<()> {
    Ok(())
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
    kept.try_into().map(Secret::from_bytes).map_err(|_| StoreError::BadTable("facts".to_owned()))
}
