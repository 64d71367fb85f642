//! SQLite's errors in the store's words.

use std::io;

use sqlx::migrate::MigrateError;
use tablen_host::TableId;

use super::schema::NEWEST;
use crate::store::StoreError;

// SQLite's result codes: https://sqlite.org/rescode.html
const SQLITE_ERROR: i32 = 1;
const SQLITE_BUSY: i32 = 5;
const SQLITE_LOCKED: i32 = 6;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_TOOBIG: i32 = 18;
const SQLITE_CONSTRAINT: i32 = 19;
const SQLITE_MISMATCH: i32 = 20;
const SQLITE_NOTADB: i32 = 26;

/// Why something could not be written.
#[derive(Debug)]
pub enum Failure {
    /// It does not follow what is stored.
    Conflict(TableId),
    /// What the database says.
    Database(sqlx::Error),
    /// Anything else.
    Other(StoreError),
}

impl Failure {
    /// What a statement about a table failed by: that the row is there already is a conflict.
    pub fn about(table: TableId) -> impl Fn(sqlx::Error) -> Failure {
        move |error| match primary_code(&error) {
            Some(SQLITE_CONSTRAINT) => Failure::Conflict(table),
            _ => Failure::Database(error),
        }
    }

    /// Whether other changes could be stored all the same.
    pub fn is_about_the_changes(&self) -> bool {
        match self {
            Failure::Conflict(_) => true,
            Failure::Database(error) => {
                matches!(primary_code(error), Some(SQLITE_TOOBIG | SQLITE_CONSTRAINT | SQLITE_MISMATCH))
            }
            Failure::Other(_) => false,
        }
    }

    /// Whether somebody else has locked the database.
    pub fn is_busy(&self) -> bool {
        match self {
            Failure::Conflict(_) | Failure::Other(_) => false,
            Failure::Database(error) => {
                matches!(primary_code(error), Some(SQLITE_BUSY | SQLITE_LOCKED))
            }
        }
    }
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Failure {
        Failure::Database(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Other(error)
    }
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::Conflict(table) => StoreError::Conflict(table),
            Failure::Database(error) => error.into(),
            Failure::Other(error) => error,
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let is_full = |error: &io::Error| error.kind() == io::ErrorKind::StorageFull;
        let text = error.to_string();
        match (&error, primary_code(&error)) {
            (_, Some(SQLITE_FULL)) => StoreError::Full(text),
            (sqlx::Error::Io(error), _) if is_full(error) => StoreError::Full(text),
            (_, Some(SQLITE_CORRUPT | SQLITE_NOTADB)) => StoreError::Corrupt(text),
            (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_), _) => StoreError::Corrupt(text),
            (sqlx::Error::ColumnNotFound(_) | sqlx::Error::RowNotFound, _) => StoreError::Corrupt(text),
            (sqlx::Error::PoolClosed, _) => StoreError::Closed,
            _ => StoreError::Unavailable(text),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(found) => StoreError::TooNew { found, known: NEWEST },
            error => StoreError::Corrupt(error.to_string()),
        }
    }
}

/// Whether a statement could not even be tried, neither for a lock nor for the disk.
pub fn is_misplaced(error: &sqlx::Error) -> bool {
    primary_code(error) == Some(SQLITE_ERROR)
}

/// What SQLite calls an error, without the details in the upper bits.
fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}
