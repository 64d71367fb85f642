//! A store in a file: SQLite in WAL mode with full synchronisation, so that what has been acknowledged survives the loss of power
//! as far as the disk tells the truth. One task writes, and commits together what has come while the disk was busy.

mod events;
mod failure;
pub mod keeping;
mod key_file;
mod lock;
mod look;
mod pack;
mod reads;
mod schema;
mod secrets;
mod survey;
mod writer;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, SqlitePool};
use tablen_host::{PersonId, TableId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{
    Allowance, Answer, Change, Gap, Listed, NotOpened, Preview, Store, StoreError, StoredRows, Surveyed,
    Written,
};
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};
use crate::secret::{Key, Secret};

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
    key: Key,
    secret: Secret,
    generation: u64,
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
        let mut lock = lock::DataLock::take(path)?;
        let file = absolute(path);
        look::look(&file).await?;
        keep_to_oneself(&file).map_err(|error| StoreError::from(sqlx::Error::from(error)))?;
        lock.take_file(&file)?;
        let plain = SqliteConnectOptions::new().filename(&file).busy_timeout(Duration::from_secs(5));
        let Prepared { key, secret, generation } = prepare(&plain, &file).await?;
        for kept in [&file, &key_file::path_of(&file)] {
            warn_of_others(kept);
        }
        // Only what has been accepted is put into the mode in which it is used.
        let options = plain.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
        let mut connection = options.connect().await?;
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
            key: key.clone(),
            run,
            heartbeat,
            ended,
            _lock: lock,
        };
        let ending = Mutex::new(Some((end, tokio::spawn(writer.run()))));
        Ok(SqliteStore { requests, readers, metrics, pulse, started, key, secret, generation, ending })
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

    fn generation(&self) -> u64 {
        self.generation
    }

    fn started(&self) -> UnixMillis {
        self.started
    }

    fn can_write(&self) -> bool {
        self.pulse.is_well()
    }

    fn well_until(&self) -> Instant {
        self.pulse.well_until()
    }

    fn write(&self, changes: Vec<Change>) -> Answer<'_, Result<(), StoreError>> {
        Box::pin(async move { self.request(changes, None).await.map(drop) })
    }

    fn open_table(&self, changes: Vec<Change>, allowance: Allowance) -> Answer<'_, Result<(), NotOpened>> {
        Box::pin(async move { self.request(changes, Some(allowance)).await?.outcome(&allowance) })
    }

    fn length(&self, id: TableId) -> Answer<'_, Result<u64, StoreError>> {
        Box::pin(reads::length(&self.readers, id))
    }

    fn read(&self, id: TableId) -> Answer<'_, Result<Option<StoredRows>, StoreError>> {
        Box::pin(async move {
            let read = reads::table(&self.readers, &self.key, id).await;
            if matches!(read, Err(StoreError::Corrupt(_))) {
                self.metrics.damaged.note(id, true);
            }
            read
        })
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

    fn people_without_tables(&self, most: u32) -> Answer<'_, Result<Vec<PersonId>, StoreError>> {
        Box::pin(reads::people_without_tables(&self.readers, most))
    }

    fn analysis(&self, id: TableId, version: &str) -> Answer<'_, Result<Option<String>, StoreError>> {
        Box::pin(reads::analysis(&self.readers, id, version.to_owned()))
    }

    fn survey(&self, after: Option<TableId>, most: u32) -> Answer<'_, Result<Vec<Surveyed>, StoreError>> {
        Box::pin(async move {
            let mut reading = self.readers.begin().await?;
            let read = survey::read(&mut reading, after, most).await?;
            reading.commit().await?;
            let examining = tokio::task::spawn_blocking(move || {
                read.into_iter().map(|table| table.examine(|_| None)).collect::<Vec<_>>()
            });
            let tables = examining.await.map_err(|error| StoreError::Unavailable(error.to_string()))?;
            for table in &tables {
                self.metrics.damaged.note(table.id, table.damage.is_some());
            }
            Ok(tables)
        })
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

/// Makes the file, if it is not there, for nobody but its owner to read: it has the addresses of private tables, and who played at them.
/// What SQLite puts beside it inherits that.
fn keep_to_oneself(path: &Path) -> io::Result<()> {
    if path.try_exists()? { Ok(()) } else { key_file::for_oneself(path).map(drop) }
}

/// Says so if others can read what they should not.
#[cfg(unix)]
fn warn_of_others(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    const OTHERS: u32 = 0o077;
    if std::fs::metadata(path).is_ok_and(|found| found.permissions().mode() & OTHERS != 0) {
        tracing::warn!(file = %path.display(), "others can read this file: chmod 600");
    }
}

/// Where files have no such modes, the folder says who may read them.
#[cfg(not(unix))]
fn warn_of_others(_: &Path) {}

/// What is known of a database that is ready to be used.
struct Prepared {
    key: Key,
    secret: Secret,
    generation: u64,
}

/// Brings a database to the present form, all at once or not at all, and finds what only the server knows.
async fn prepare(options: &SqliteConnectOptions, file: &Path) -> Result<Prepared, StoreError> {
    // What is replaced is overwritten: secrets of an older file stood in plain.
    let mut connection = options.clone().pragma("secure_delete", "on").connect().await?;
    let mut transaction = connection.begin().await?;
    schema::migrate(&mut transaction).await?;
    let (key, secret) = secrets::adopt(&mut transaction, file).await?;
    let generation = schema::generation(&mut transaction).await?;
    transaction.commit().await?;
    connection.close().await?;
    Ok(Prepared { key, secret, generation })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use sqlx::SqliteConnection;
    use tablen_host::{Kind, Listing};
    use tablen_table::{RequestKey, Seat};

    use super::*;
    use crate::store::{Opening, StoredEntry, TableChange};

    async fn refused(file: &Path) -> StoreError {
        SqliteStore::open(file, Duration::from_secs(60), Arc::default()).await.unwrap_err()
    }

    /// Everything in a folder, byte by byte.
    fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        files.map(|file| (file.clone(), std::fs::read(file).unwrap())).collect()
    }

    async fn connected(file: &Path, mode: SqliteJournalMode) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true).journal_mode(mode);
        options.connect().await.unwrap()
    }

    async fn made(file: &Path, mode: SqliteJournalMode, sql: &str) {
        let mut connection = connected(file, mode).await;
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    /// What a database and its log are at a moment, as a program that is killed leaves them.
    fn killed(from: &Path, to: &Path) {
        for ending in ["", "-wal"] {
            std::fs::copy(look::beside(from, ending), look::beside(to, ending)).unwrap();
        }
    }

    const THEIRS: &str = "create table theirs (a); insert into theirs values (1)";
    const NEWER: &str =
        "pragma application_id = 1952539244; create table facts (name); pragma user_version = 1000";
    const LISTED_AS_NEWER: &str = "pragma application_id = 1952539244; pragma user_version = 6; \
        create table _sqlx_migrations (version); insert into _sqlx_migrations values (99)";

    #[tokio::test]
    async fn whatever_is_refused_keeps_its_bytes() {
        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let at = |name: &str| folder.path().join(name);
        for (mode, ending) in [(SqliteJournalMode::Delete, ""), (SqliteJournalMode::Wal, "-in-wal-mode")] {
            for (name, sql) in [("theirs", THEIRS), ("newer", NEWER), ("listed", LISTED_AS_NEWER)] {
                made(&at(&format!("{name}{ending}")), mode, sql).await;
            }
        }
        // Everything of theirs is in the log; the file itself says nothing of whose it is.
        let running = elsewhere.path().join("running.db");
        let mut theirs = connected(&running, SqliteJournalMode::Wal).await;
        sqlx::raw_sql(THEIRS).execute(&mut theirs).await.unwrap();
        killed(&running, &at("theirs-killed"));
        std::fs::write(at("not-a-database"), "Dear Ada, ".repeat(100)).unwrap();
        // Ours, but cut off, with rubbish where tables are described, and without its key.
        let ours = elsewhere.path().join("ours.db");
        let store = SqliteStore::open(&ours, Duration::from_secs(60), Arc::default()).await.unwrap();
        store.close().await;
        let whole = std::fs::read(&ours).unwrap();
        std::fs::write(at("damaged-cut"), &whole[..whole.len() / 2]).unwrap();
        let mut rubbish = whole.clone();
        rubbish[4_096..].fill(0xa5);
        std::fs::write(at("damaged-rubbish"), rubbish).unwrap();
        std::fs::write(at("keyless"), &whole).unwrap();
        let before = contents(folder.path());
        for file in before.keys().filter(|file| !file.to_str().unwrap().ends_with("-wal")) {
            let name = file.file_name().unwrap().to_str().unwrap();
            let error = refused(file).await;
            let is_right = match name.split('-').next().unwrap() {
                "theirs" => matches!(error, StoreError::NotOurs),
                "newer" => matches!(error, StoreError::TooNew { found: 1_000, .. }),
                "listed" => matches!(error, StoreError::TooNew { found: 99, .. }),
                "not" | "damaged" => matches!(error, StoreError::Corrupt(_)),
                _ => matches!(error, StoreError::NoKey(_)),
            };
            assert!(is_right, "{name}: {error:?}");
            assert!(contents(folder.path()) == before, "something has changed after {name} was refused");
        }
        assert_eq!(before.len(), 12);
        theirs.close().await.unwrap();
    }

    /// What a database and its journal are when their writer is cut off in the middle of a large transaction.
    async fn cut_off(from: &Path, to: &Path) {
        let mut connection = connected(from, SqliteJournalMode::Delete).await;
        // With next to no memory pages are written before the transaction ends.
        let large = "pragma cache_size = 2; begin; create table half (bytes); insert into half \
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 300) select randomblob(2000) from n";
        sqlx::raw_sql(large).execute(&mut connection).await.unwrap();
        for ending in ["", "-journal"] {
            std::fs::copy(look::beside(from, ending), look::beside(to, ending)).unwrap();
        }
        assert!(std::fs::metadata(look::beside(to, "-journal")).unwrap().len() > 512);
        sqlx::raw_sql("rollback").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    #[tokio::test]
    async fn a_start_that_was_cut_off_keeps_nobody_from_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        // A file that was just being made, and one of a server that has been.
        cut_off(&at("nothing.db"), &at("new.db")).await;
        let store =
            SqliteStore::open(&at("games.db"), Duration::from_secs(60), Arc::default()).await.unwrap();
        store.close().await;
        cut_off(&at("games.db"), &at("old.db")).await;
        std::fs::copy(key_file::path_of(&at("games.db")), key_file::path_of(&at("old.db"))).unwrap();
        for name in ["new.db", "old.db"] {
            let store = SqliteStore::open(&at(name), Duration::from_secs(60), Arc::default()).await;
            store.unwrap_or_else(|error| panic!("{name}: {error:?}")).close().await;
            let mut connection = connected(&at(name), SqliteJournalMode::Delete).await;
            let half = sqlx::raw_sql("select * from half").execute(&mut connection).await;
            assert!(half.is_err(), "what was half written is gone from {name}");
            connection.close().await.unwrap();
        }
        // Somebody else's is refused, and keeps its journal too.
        made(&at("running.db"), SqliteJournalMode::Delete, THEIRS).await;
        cut_off(&at("running.db"), &at("theirs.db")).await;
        let before = contents(folder.path());
        assert!(matches!(refused(&at("theirs.db")).await, StoreError::NotOurs));
        assert!(contents(folder.path()) == before);
    }

    /// Whoever comes last goes on; whoever was there before finds out before anything is written over.
    #[tokio::test]
    async fn two_servers_never_both_write() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
        let name =
            |name: &str| vec![Change::Name { person: PersonId::from_bytes([1; 16]), name: name.to_owned() }];
        store.write(name("Ada")).await.unwrap();
        let mut other = connected(&file, SqliteJournalMode::Wal).await;
        sqlx::raw_sql("insert into runs (started, seen) values (1, 1)").execute(&mut other).await.unwrap();
        assert!(matches!(store.write(name("Bo")).await, Err(StoreError::InUse)));
        assert!(!store.can_write());
        assert_eq!(store.name_of(PersonId::from_bytes([1; 16])).await.unwrap().as_deref(), Some("Ada"));
        other.close().await.unwrap();
        store.close().await;
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn a_second_server_is_refused_by_whatever_way_it_comes() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("games.db"), folder.path().join("link.db"));
        let store = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
        std::fs::hard_link(&file, &link).unwrap();
        std::fs::copy(key_file::path_of(&file), key_file::path_of(&link)).unwrap();
        assert!(matches!(refused(&link).await, StoreError::InUse));
        std::fs::remove_file(folder.path().join("games.db.lock")).unwrap();
        assert!(matches!(refused(&file).await, StoreError::InUse));
        store.close().await;
    }

    /// The longest table there can be, of nothing but steps that are played and taken back, each by a request with a key of its own.
    #[tokio::test]
    async fn the_room_that_a_game_takes_is_bounded() {
        const EVENTS: u64 = 20_000;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let store = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut at = 0;
        let mut entry = |sequence: u64| {
            at += rng.u64(50..3_000);
            let what = match sequence % 2 {
                0 => {
                    r#""event":"stepped","seat":"host","step":{"from":"hand","to":"6","die":"6","hit":null}"#
                }
                _ => r#""event":"step-undone","seat":"host""#,
            };
            let key = RequestKey { seat: Seat::Host, key: rng.u64(..1 << 53) };
            StoredEntry {
                sequence,
                entry: format!(r#"{{"sequence":{sequence},"at":{at},{what}}}"#),
                key: Some(key),
            }
        };
        let entries: Vec<StoredEntry> = (0..EVENTS).map(&mut entry).collect();
        let plain: usize = entries.iter().map(|stored| stored.entry.len()).sum();
        let id = TableId::from_bytes([1; 16]);
        let change = |entries: &[StoredEntry], opening, listing| {
            Change::Table(Box::new(TableChange {
                id,
                opening,
                listing,
                entries: entries.to_vec(),
                updated: Some(1),
                deadline: None,
                to_act: None,
                sketch: None,
            }))
        };
        let opening = Opening { kind: Kind::Apart, is_public: false, seed: None, opened: 1 };
        store.write(vec![change(&[], Some(opening), None)]).await.unwrap();
        for many in entries.chunks(200) {
            store.write(many.chunks(1).map(|one| change(one, None, None)).collect()).await.unwrap();
        }
        store.write(vec![change(&[], None, Some(Listing::default()))]).await.unwrap();
        assert_eq!(store.read(id).await.unwrap().unwrap().entries, entries);
        let found = store.survey(None, 1).await.unwrap().remove(0);
        assert_eq!((found.events, found.is_loose, found.damage), (EVENTS, false, None));
        assert!(found.bytes < 20 * EVENTS, "{} bytes, and {plain} before they were packed", found.bytes);
        store.close().await;
        let size = std::fs::metadata(&file).unwrap().len();
        assert!(size < 40 * EVENTS, "the file has {size} bytes");
    }

    /// What an older version kept in plain is sealed when its file is opened, and nothing of it is left anywhere.
    #[tokio::test]
    async fn secrets_of_an_older_file_are_sealed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.db");
        let (id, seed, secret) = (TableId::from_bytes([5; 16]), [0xc3; 32], [0xb7; 32]);
        let digits = |bytes: &[u8]| tablen_table::hex::write(bytes);
        let mut connection = connected(&file, SqliteJournalMode::Wal).await;
        let older = schema::older_form(6);
        sqlx::raw_sql(&older).execute(&mut connection).await.unwrap();
        let rows = format!(
            "insert into facts values ('secret', x'{}'); insert into tables (id, kind, is_public, seed, opened, is_open, summary, updated) \
             values (x'{}', 'apart', 0, x'{}', 1, 1, '{{}}', 1);",
            digits(&secret),
            digits(&id.bytes()),
            digits(&seed),
        );
        sqlx::raw_sql(&rows).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        let holds =
            |file: &Path, wanted: &[u8]| std::fs::read(file).unwrap().windows(32).any(|part| part == wanted);
        assert!(holds(&file, &seed) && holds(&file, &secret));
        for _ in 0..2 {
            let store = SqliteStore::open(&file, Duration::from_secs(60), Arc::default()).await.unwrap();
            assert_eq!(store.read(id).await.unwrap().unwrap().seed.unwrap().0, seed);
            let signed = |secret: Secret| hmac::Mac::finalize(secret.mac("test", [1; 16])).into_bytes();
            assert_eq!(signed(store.secret()), signed(Secret::from_bytes(secret)));
            store.close().await;
            assert!(!holds(&file, &seed) && !holds(&file, &secret));
        }
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
