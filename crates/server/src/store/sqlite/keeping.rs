//! What is done to a database by a command: backups and their way back, tidying up, and looking whether all is as it was written. A backup
//! and what is tidied up do not mind a server that runs.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tablen_host::TableId;
use tablen_rules::words::{Explain, Lang, Message};

use super::look::{Found, Glance, beside, look};
use super::reads::WITHOUT_TABLES;
use super::{absolute, key_file, lock, prepare, schema, secrets, survey, writer};
use crate::moments::unix_now;
use crate::store::{StoreError, replay};

pub use crate::store::{Retention, Sort};

/// Tables that are gone through in one go.
const AT_ONCE: u32 = 64;

/// How long a server that writes is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// How often it is looked how far a copy is.
const LOOK: Duration = Duration::from_millis(100);

/// Who is told how far something is: so many parts of so many.
pub type Progress<'p> = &'p mut dyn FnMut(u64, u64);

/// Why something could not be done with a file.
#[derive(Debug)]
pub enum CannotKeep {
    /// The file cannot be used.
    Unusable(PathBuf, StoreError),
    /// There is no database there.
    Nothing(PathBuf),
    /// There is a file already, which is not to be overwritten.
    Exists(PathBuf),
    /// The copy would take the place of what is to be copied.
    Itself(PathBuf),
    /// The operating system does not let it be written or read.
    File(PathBuf, io::Error),
    /// What was found in it is not what was written.
    Damaged(PathBuf, Box<Verified>),
}

impl Explain for CannotKeep {
    fn message(&self) -> Message {
        match self {
            CannotKeep::Unusable(file, error) => {
                message!("server.error.data").text("file", file.display()).with("error", error.message())
            }
            CannotKeep::Nothing(file) => message!("server.error.nothing-there").text("file", file.display()),
            CannotKeep::Exists(file) => message!("server.error.exists").text("file", file.display()),
            CannotKeep::Itself(file) => message!("server.error.itself").text("file", file.display()),
            CannotKeep::File(file, error) => {
                message!("server.error.file").text("file", file.display()).text("error", error)
            }
            CannotKeep::Damaged(file, found) => message!("server.error.damaged-file")
                .text("file", file.display())
                .text("damage", found.damage.values().next().cloned().unwrap_or_default()),
        }
    }
}
tablen_rules::words::explained!(CannotKeep);

/// What going through all tables has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many tables there are of each sort, and the bytes that their events take.
    pub tables: BTreeMap<Sort, Room>,
    /// How many events they have.
    pub events: u64,
    /// What is wrong, by table; what is wrong with the file as a whole is under `file`.
    pub damage: BTreeMap<String, String>,
}

/// How much room tables take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// How many.
    pub tables: u64,
    /// Bytes of the events of all of them.
    pub bytes: u64,
    /// Bytes of the events of the one that has the most.
    pub largest: u64,
}

impl Room {
    fn add(&mut self, bytes: u64) {
        self.tables += 1;
        self.bytes += bytes;
        self.largest = self.largest.max(bytes);
    }

    /// Bytes of one table, on average.
    pub const fn average(&self) -> u64 {
        match self.tables {
            0 => 0,
            tables => self.bytes / tables,
        }
    }
}

impl Verified {
    /// How many tables there are.
    pub fn count(&self) -> u64 {
        self.tables.values().map(|room| room.tables).sum()
    }
}

/// What was put back.
#[derive(Clone, Debug)]
pub struct Restored {
    /// What is there now.
    pub found: Verified,
    /// Where that is which was there before, if there was anything.
    pub aside: Option<PathBuf>,
}

/// The key to the secrets of a backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichKey {
    /// That beside the database which is replaced.
    Beside,
    /// That in a file, which is put beside the database.
    From(PathBuf),
    /// It is gone. Nobody will be recognised, and dice of games under way cannot be thrown any more.
    Lost,
}

fn unusable<E: Into<StoreError>>(file: &Path) -> impl Fn(E) -> CannotKeep {
    let file = file.to_owned();
    move |error| CannotKeep::Unusable(file.clone(), error.into())
}

fn of_file(file: &Path) -> impl Fn(io::Error) -> CannotKeep {
    let file = file.to_owned();
    move |error| CannotKeep::File(file.clone(), error)
}

/// Does it on a runtime of its own.
fn alone<T>(work: impl Future<Output = Result<T, CannotKeep>>) -> Result<T, CannotKeep> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(of_file(Path::new(".")))?.block_on(work)
}

/// Copies a database as it is at one moment, whether a server uses it or not, for nobody but its owner to read, and looks whether the copy is
/// sound before it gets its name. Its secrets stay sealed under the key beside the original.
///
/// SQLite writes the copy itself (`VACUUM INTO`): in one read transaction, so that no writer can make it begin again, and without what was
/// deleted.
pub fn backup(
    data: &Path,
    to: &Path,
    may_replace: bool,
    progress: Progress<'_>,
) -> Result<Verified, CannotKeep> {
    alone(async {
        let data = needed(data).await?;
        if lock::real(to) == lock::real(&data) {
            return Err(CannotKeep::Itself(data));
        }
        if !may_replace && to.try_exists().map_err(of_file(to))? {
            return Err(CannotKeep::Exists(to.to_owned()));
        }
        let part = beside(&absolute(to), ".part");
        let written = copy(&data, &part, progress).await;
        let verified = match written {
            Ok(()) => sound(&part, progress).await,
            Err(error) => Err(error),
        };
        if verified.is_err() {
            let _ = fs::remove_file(&part);
        }
        let verified = verified?;
        settle(&part, to)?;
        Ok(verified)
    })
}

/// Puts a backup in the place of a database that no server uses. What was there is kept beside it.
pub fn restore(
    from: &Path,
    data: &Path,
    key: &WhichKey,
    progress: Progress<'_>,
) -> Result<Restored, CannotKeep> {
    alone(async {
        let from = absolute(from);
        let data = absolute(data);
        let mut lock = lock::DataLock::take(&data).map_err(unusable(&data))?;
        let is_there = data.try_exists().map_err(of_file(&data))?;
        if is_there {
            lock.take_file(&data).map_err(unusable(&data))?;
        }
        let mut glance = Glance::at(&from).await.map_err(unusable(&from))?;
        let seen = readable(&mut glance.connection, &data, key, &from).await;
        glance.end().await.map_err(unusable(&from))?;
        seen?;
        let new = beside(&data, ".restoring");
        let made = renew(&from, &new, key, progress).await;
        if made.is_err() {
            let _ = fs::remove_file(&new);
        }
        let found = made?;
        let aside = if is_there { Some(put_aside(&data).await?) } else { None };
        if let WhichKey::From(file) = key {
            put_key(file, &key_file::path_of(&data))?;
        }
        settle(&new, &data)?;
        Ok(Restored { found, aside })
    })
}

/// Forgets what has been kept long enough, or only says what that would be.
pub fn prune(
    data: &Path,
    retention: &Retention,
    is_trial: bool,
    progress: Progress<'_>,
) -> Result<BTreeMap<Sort, Room>, CannotKeep> {
    alone(async {
        let data = needed(data).await?;
        let mut connection = open(&data).await?;
        schema::refuse_older(&mut connection).await.map_err(unusable(&data))?;
        let (total, now) = (tables(&mut connection).await.map_err(unusable(&data))?, unix_now());
        let (mut after, mut done) = (None, 0);
        let mut forgotten = BTreeMap::<Sort, Room>::new();
        loop {
            let read = piece(&mut connection, after).await.map_err(unusable(&data))?;
            if read.is_empty() {
                break;
            }
            for table in read {
                let table = table.examine(|_| None);
                after = Some(table.id);
                done += 1;
                progress(done, total);
                if !retention.is_over(&table, now) {
                    continue;
                }
                if is_trial
                    || forget(&mut connection, table.id, table.touched).await.map_err(unusable(&data))?
                {
                    forgotten.entry(Sort::of(&table)).or_default().add(table.bytes);
                }
            }
        }
        if !is_trial {
            let nobody = format!("delete from people where {WITHOUT_TABLES}");
            sqlx::query(&nobody).execute(&mut connection).await.map_err(unusable(&data))?;
        }
        connection.close().await.map_err(unusable(&data))?;
        Ok(forgotten)
    })
}

/// Looks whether all is as it was written: the file, every event by its checksum, every game by the rules, and its dice. Changes nothing.
pub fn verify(data: &Path, progress: Progress<'_>) -> Result<Verified, CannotKeep> {
    alone(async {
        let data = absolute(data);
        let mut glance = Glance::at(&data).await.map_err(unusable(&data))?;
        let verified = match schema::refuse_others(&mut glance.connection).await {
            Ok(Found::Ours) => {
                go_through(&mut glance.connection, played, progress).await.map_err(unusable(&data))
            }
            Ok(Found::Nothing) => Err(CannotKeep::Nothing(data.clone())),
            Err(error) => Err(unusable(&data)(error)),
        };
        glance.end().await.map_err(unusable(&data))?;
        verified
    })
}

/// A database that is there, and can be used.
async fn needed(data: &Path) -> Result<PathBuf, CannotKeep> {
    let data = absolute(data);
    match look(&data).await.map_err(unusable(&data))? {
        Found::Ours => Ok(data),
        Found::Nothing => Err(CannotKeep::Nothing(data)),
    }
}

async fn open(data: &Path) -> Result<SqliteConnection, CannotKeep> {
    let options = SqliteConnectOptions::new().filename(data).busy_timeout(PATIENCE);
    options.connect().await.map_err(unusable(data))
}

/// Writes a copy with its secrets sealed, and without its generation: the next server that opens it begins another.
async fn copy(data: &Path, part: &Path, progress: Progress<'_>) -> Result<(), CannotKeep> {
    vacuum_into(open(data).await?, part, progress).await?;
    let options = SqliteConnectOptions::new().filename(part);
    // An older file is brought to the present form in the copy, where its secrets are sealed.
    prepare(&options, data).await.map_err(unusable(part))?;
    let mut connection = open(part).await?;
    schema::forget_generation(&mut connection).await.map_err(unusable(part))?;
    connection.close().await.map_err(unusable(part))
}

/// What SQLite writes of a connection's database into a file that is for nobody else to read from its first byte on.
async fn vacuum_into(
    mut connection: SqliteConnection,
    to: &Path,
    progress: Progress<'_>,
) -> Result<(), CannotKeep> {
    match fs::remove_file(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(CannotKeep::File(to.to_owned(), error));
        }
        _ => {}
    }
    key_file::for_oneself(to).map_err(of_file(to))?;
    let name = to.to_str().ok_or_else(|| of_file(to)(io::ErrorKind::InvalidFilename.into()))?.to_owned();
    let size = "select (page_count - freelist_count) * page_size from pragma_page_count, pragma_freelist_count, pragma_page_size";
    let size = schema::number(&mut connection, size).await.map_err(unusable(to))?;
    let mut writing = tokio::spawn(async move {
        sqlx::query("vacuum into ?").bind(name).execute(&mut connection).await?;
        connection.close().await
    });
    let written = loop {
        match tokio::time::timeout(LOOK, &mut writing).await {
            Ok(written) => break written,
            Err(_) => progress(fs::metadata(to).map_or(0, |found| found.len()), size.unsigned_abs()),
        }
    };
    written.map_err(|error| of_file(to)(io::Error::other(error)))?.map_err(unusable(to))?;
    Ok(())
}

/// Whether what is to be put back can be read: it is ours, and its secrets are sealed under the key that will be there.
async fn readable(
    connection: &mut SqliteConnection,
    data: &Path,
    key: &WhichKey,
    from: &Path,
) -> Result<(), CannotKeep> {
    match schema::refuse_others(connection).await.map_err(unusable(from))? {
        Found::Ours => {}
        Found::Nothing => return Err(CannotKeep::Nothing(from.to_owned())),
    }
    let path = match key {
        WhichKey::Beside => key_file::path_of(data),
        WhichKey::From(file) => file.clone(),
        WhichKey::Lost => return Ok(()),
    };
    secrets::refuse_with_key(connection, &path).await.map_err(unusable(from))
}

/// A backup as it will be used, found to be sound.
async fn renew(
    from: &Path,
    new: &Path,
    key: &WhichKey,
    progress: Progress<'_>,
) -> Result<Verified, CannotKeep> {
    let glance = Glance::at(from).await.map_err(unusable(from))?;
    let (connection, traces) = glance.into_parts();
    let copied = vacuum_into(connection, new, progress).await;
    traces.remove().map_err(unusable(from))?;
    copied?;
    let mut connection = open(new).await?;
    let begin_anew = async {
        let mut transaction = connection.begin().await?;
        schema::migrate(&mut transaction).await?;
        schema::forget_generation(&mut transaction).await?;
        if *key == WhichKey::Lost {
            secrets::forget(&mut transaction).await?;
        }
        transaction.commit().await?;
        connection.close().await?;
        Ok::<(), StoreError>(())
    };
    begin_anew.await.map_err(unusable(new))?;
    sound(new, progress).await
}

/// Looks whether a file is sound that was just written.
async fn sound(file: &Path, progress: Progress<'_>) -> Result<Verified, CannotKeep> {
    let mut glance = Glance::at(file).await.map_err(unusable(file))?;
    let verified = go_through(&mut glance.connection, |_| None, progress).await;
    glance.end().await.map_err(unusable(file))?;
    let verified = verified.map_err(unusable(file))?;
    match verified.damage.is_empty() {
        true => Ok(verified),
        false => Err(CannotKeep::Damaged(file.to_owned(), Box::new(verified))),
    }
}

/// Gives a file that is complete its name, so that it lasts.
fn settle(new: &Path, name: &Path) -> Result<(), CannotKeep> {
    let settle = || {
        File::options().write(true).open(new)?.sync_all()?;
        fs::rename(new, name)?;
        key_file::sync_folder(name)
    };
    settle().map_err(of_file(name))
}

/// Gives the database that is there another name besides, in one piece; its own is then taken by what replaces it.
async fn put_aside(data: &Path) -> Result<PathBuf, CannotKeep> {
    // What a server that did not end well has left in the log goes into the file. Whatever is no database stays as it is.
    if look(data).await.is_ok_and(|found| found == Found::Ours) {
        let mut connection = open(data).await?;
        // A connection of which nothing was asked would close without having looked for the log.
        let emptied = sqlx::query("pragma wal_checkpoint(truncate)").execute(&mut connection).await;
        emptied.map_err(unusable(data))?;
        connection.close().await.map_err(unusable(data))?;
    }
    let aside = name_aside(data);
    fs::hard_link(data, &aside).or_else(|_| fs::copy(data, &aside).map(drop)).map_err(of_file(&aside))?;
    // A log or journal that is still there belongs to what was there: beside another file, SQLite would take it for that one's.
    for (ending, is_kept) in [("-wal", true), ("-journal", true), ("-shm", false)] {
        let left = beside(data, ending);
        let gone = if is_kept { fs::rename(&left, beside(&aside, ending)) } else { fs::remove_file(&left) };
        match gone {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(of_file(&left)(error)),
            _ => {}
        }
    }
    Ok(aside)
}

/// A name beside a file that nothing has yet.
fn name_aside(file: &Path) -> PathBuf {
    let mut names = (1_u32..).map(|number| beside(file, &format!(".before-restore-{number}")));
    names.find(|name| !name.exists()).unwrap_or_else(|| beside(file, ".before-restore"))
}

/// Puts a key beside a database; one that is there and is another is kept.
fn put_key(from: &Path, to: &Path) -> Result<(), CannotKeep> {
    let bytes = fs::read(from).map_err(of_file(from))?;
    if fs::read(to).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if to.exists() {
        fs::rename(to, name_aside(to)).map_err(of_file(to))?;
    }
    let put = || {
        let mut file = key_file::for_oneself(to)?;
        io::Write::write_all(&mut file, &bytes)?;
        file.sync_all()?;
        key_file::sync_folder(to)
    };
    put().map_err(of_file(to))
}

/// What is wrong with a game by the rules or by its dice.
fn played(entries: &[crate::store::StoredEntry]) -> Option<String> {
    match replay(entries) {
        Ok(table) => {
            let verdict = tablen_table::verify::verify(table.log());
            verdict.is_wrong().then(|| verdict.explain(Lang::En))
        }
        Err(error) => Some(error),
    }
}

/// Goes through all that is stored.
async fn go_through(
    connection: &mut SqliteConnection,
    see: fn(&[crate::store::StoredEntry]) -> Option<String>,
    progress: Progress<'_>,
) -> Result<Verified, StoreError> {
    let mut verified = Verified::default();
    for row in sqlx::query("pragma integrity_check(10)").fetch_all(&mut *connection).await? {
        let said: String = row.try_get(0)?;
        if said != "ok" {
            verified.damage.insert("file".to_owned(), said);
        }
    }
    schema::refuse_older(connection).await?;
    let total = tables(connection).await?;
    let (mut after, mut done) = (None, 0);
    loop {
        let read = piece(connection, after).await?;
        if read.is_empty() {
            return Ok(verified);
        }
        for table in read {
            let table = table.examine(see);
            after = Some(table.id);
            done += 1;
            progress(done, total);
            verified.tables.entry(Sort::of(&table)).or_default().add(table.bytes);
            verified.events += table.events;
            if let Some(damage) = table.damage {
                verified.damage.insert(table.id.to_string(), damage);
            }
        }
    }
}

async fn piece(
    connection: &mut SqliteConnection,
    after: Option<TableId>,
) -> Result<Vec<survey::Unopened>, StoreError> {
    let mut reading = connection.begin().await?;
    let read = survey::read(&mut reading, after, AT_ONCE).await?;
    reading.commit().await?;
    Ok(read)
}

async fn tables(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    schema::number(connection, "select count(*) from tables").await.map(i64::unsigned_abs)
}

async fn forget(connection: &mut SqliteConnection, table: TableId, touched: i64) -> Result<bool, StoreError> {
    let mut transaction = connection.begin_with("begin immediate").await?;
    let gone = writer::forget(&mut transaction, table, touched).await?;
    transaction.commit().await?;
    Ok(gone)
}
