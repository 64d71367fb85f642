//! What goes wrong while something is tried.

use std::fmt;
use std::io;

/// Why something could not be done, or what was found broken; in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken(pub String);

/// What comes of trying.
pub type Outcome<T> = Result<T, Broken>;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Broken {}

impl From<io::Error> for Broken {
    fn from(error: io::Error) -> Broken {
        Broken(error.to_string())
    }
}

impl From<serde_json::Error> for Broken {
    fn from(error: serde_json::Error) -> Broken {
        Broken(format!("no JSON: {error}"))
    }
}

impl From<sqlx::Error> for Broken {
    fn from(error: sqlx::Error) -> Broken {
        Broken(error.to_string())
    }
}

/// Fails with a sentence.
macro_rules! broken {
    ($($word:tt)*) => { Err($crate::outcome::Broken(format!($($word)*))) };
}

/// Fails with a sentence unless something holds.
macro_rules! ensure {
    ($holds:expr, $($word:tt)*) => { if !$holds { return broken!($($word)*); } };
}
