//! What can be wrong with a store, in nobody's dialect: whatever keeps the data puts its own errors into these words.

use std::path::PathBuf;

use tablen_host::TableId;
use tablen_rules::words::{Explain, Message};
use tablen_table::dice::NoRandomness;

/// Why the store cannot be used, or what it was asked cannot be done.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// The data of another program.
    NotOurs,
    /// Data that a newer Tablen has made.
    TooNew {
        /// Its version.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// Data that an older Tablen has made, and that no newer server has used yet.
    TooOld {
        /// Its version.
        found: i64,
        /// The version that is needed.
        known: i64,
    },
    /// Another server uses it.
    InUse,
    /// It cannot be known whether another server uses it: the file that would say so, and what is wrong with it.
    Lock(PathBuf, String),
    /// The file with the key to its secrets is missing.
    NoKey(PathBuf),
    /// The file is no key, or that of another database.
    WrongKey(PathBuf),
    /// The file with the key cannot be read or made, and what is wrong with it.
    Key(PathBuf, String),
    /// It cannot be reached, read or written at the moment.
    Unavailable(String),
    /// There is no room for more.
    Full(String),
    /// What was to be written does not follow what is stored: other events have come in between, or the table is there already,
    /// or it is not. Nothing was written.
    Conflict(TableId),
    /// What is stored cannot be what was stored.
    Corrupt(String),
    /// There are no random numbers for a secret.
    NoRandomness(NoRandomness),
    /// It has been closed.
    Closed,
}

impl Explain for StoreError {
    fn message(&self) -> Message {
        match self {
            StoreError::NotOurs => message!("server.error.not-ours"),
            StoreError::TooNew { found, known } => {
                message!("server.error.too-new").with("found", *found).with("known", *known)
            }
            StoreError::TooOld { found, known } => {
                message!("server.error.too-old").with("found", *found).with("known", *known)
            }
            StoreError::InUse => message!("server.error.in-use"),
            StoreError::Lock(file, error) => {
                message!("server.error.lock").text("lock", file.display()).text("error", error)
            }
            StoreError::NoKey(key) => message!("server.error.no-key").text("key", key.display()),
            StoreError::WrongKey(key) => message!("server.error.wrong-key").text("key", key.display()),
            StoreError::Key(key, error) => {
                message!("server.error.key").text("key", key.display()).text("error", error)
            }
            StoreError::Unavailable(error) => message!("server.error.database").text("error", error),
            StoreError::Full(error) => message!("server.error.no-room").text("error", error),
            StoreError::Conflict(table) => message!("server.error.conflict").text("table", table),
            StoreError::Corrupt(error) => message!("server.error.corrupt").text("error", error),
            StoreError::NoRandomness(none) => none.message(),
            StoreError::Closed => message!("server.error.closing"),
        }
    }
}
tablen_rules::words::explained!(StoreError);

/// Why a table is not opened.
#[derive(Clone, Debug)]
pub enum NotOpened {
    /// Its host has as many open as there may be.
    TooMany {
        /// How many that is.
        most: u32,
    },
    /// The table of its seal has been opened by somebody else, or the seal was given by another server.
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
