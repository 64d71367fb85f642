//! A file is looked at before it is used, in a way that leaves no trace: whatever is refused keeps its bytes, and nothing is left
//! beside it.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tempfile::TempDir;

use super::{schema, secrets};
use crate::store::StoreError;

/// What there is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// No file, or an empty one: a new database can be made there.
    Nothing,
    /// A database of this or an earlier version.
    Ours,
}

/// Looks at a file, and refuses what is another program's, a newer version's, damaged or no database.
pub async fn look(file: &Path) -> Result<Found, StoreError> {
    if length(file)? == 0 && length(&beside(file, "-wal"))? == 0 {
        return Ok(Found::Nothing);
    }
    let mut glance = Glance::at(file).await?;
    let seen = see(&mut glance.connection, file).await;
    glance.end().await?;
    seen
}

async fn see(connection: &mut SqliteConnection, file: &Path) -> Result<Found, StoreError> {
    let found = schema::refuse_others(connection).await?;
    if found == Found::Ours {
        schema::refuse_damaged(connection).await?;
        secrets::refuse_without_key(connection, file).await?;
    }
    Ok(found)
}

/// A connection that changes nothing.
pub struct Glance {
    pub connection: SqliteConnection,
    traces: Traces,
}

impl Glance {
    /// Opens a database to be looked at.
    pub async fn at(file: &Path) -> Result<Glance, StoreError> {
        if length(&beside(file, "-journal"))? > 0 {
            return Glance::at_copy(file).await;
        }
        let index = beside(file, "-shm");
        let has_log = length(&beside(file, "-wal"))? > 0;
        let is_made = has_log && !index.try_exists().map_err(sqlx::Error::from)?;
        // Without a log all there is stands in the file, and SQLite can be told that nothing else is to be looked for or locked:
        // otherwise it would begin a log for a file that had one once.
        let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(!has_log);
        let traces = if is_made { Traces::Index(index) } else { Traces::None };
        Ok(Glance { connection: options.connect().await?, traces })
    }

    /// Whoever wrote the file was cut off in the middle, and only its journal says what it was before. SQLite puts that back when the file
    /// is opened, which changes it: so it is done to a copy.
    async fn at_copy(file: &Path) -> Result<Glance, StoreError> {
        let folder = tempfile::tempdir().map_err(sqlx::Error::from)?;
        let copy = folder.path().join("copy.db");
        for ending in ["", "-journal", "-wal"] {
            match fs::copy(beside(file, ending), beside(&copy, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(sqlx::Error::from(error).into());
                }
                _ => {}
            }
        }
        let connection = SqliteConnectOptions::new().filename(&copy).connect().await?;
        Ok(Glance { connection, traces: Traces::Copy(folder) })
    }

    /// Leaves everything as it was.
    pub async fn end(self) -> Result<(), StoreError> {
        let (connection, traces) = self.into_parts();
        connection.close().await?;
        traces.remove()
    }

    /// The connection, and what is to be removed once it is closed.
    pub fn into_parts(self) -> (SqliteConnection, Traces) {
        (self.connection, self.traces)
    }
}

/// What a glance leaves behind until it is removed.
pub enum Traces {
    None,
    /// What SQLite makes to read the write-ahead log of a server that did not end well, if it was not there before.
    Index(PathBuf),
    /// A folder with a copy of the file.
    Copy(TempDir),
}

impl Traces {
    /// Leaves everything as it was.
    pub fn remove(self) -> Result<(), StoreError> {
        let removed = match self {
            Traces::None => Ok(()),
            Traces::Index(index) => fs::remove_file(index),
            Traces::Copy(folder) => folder.close(),
        };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(sqlx::Error::from(error).into()),
            _ => Ok(()),
        }
    }
}

/// The path of what SQLite keeps beside a database.
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// How long a file is; none is as long as an empty one.
fn length(file: &Path) -> Result<u64, StoreError> {
    match fs::metadata(file) {
        Ok(found) => Ok(found.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(sqlx::Error::from(error).into()),
    }
}
