//! How long is kept what nobody goes on with.

use std::time::Duration;

use tablen_host::Kind;

use super::Surveyed;
use crate::moments::{UnixMillis, before};

/// How long is kept what nobody goes on with; without a time, for ever. A game that was played to its end is always kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Tables at which a seat is open, since a player was last there, and those that were called off before anything was played.
    pub waiting: Option<Duration>,
    /// Games that have begun and not ended, since something last happened.
    pub unfinished: Option<Duration>,
    /// Records that were taken in, since then.
    pub records: Option<Duration>,
}

/// What a table is to those who tidy up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// A seat is open, or it was called off.
    Waiting,
    /// It has begun and not ended.
    Unfinished,
    /// It was taken in.
    Record,
    /// It was played to its end.
    Finished,
}

impl Sort {
    /// Every one.
    pub const ALL: [Sort; 4] = [Sort::Waiting, Sort::Unfinished, Sort::Record, Sort::Finished];

    /// The end of the key of its text.
    pub const fn name(self) -> &'static str {
        match self {
            Sort::Waiting => "waiting",
            Sort::Unfinished => "unfinished",
            Sort::Record => "record",
            Sort::Finished => "finished",
        }
    }

    /// What a table is.
    pub const fn of(table: &Surveyed) -> Sort {
        match (table.kind, table.is_open, table.is_waiting) {
            (Kind::Record, _, _) => Sort::Record,
            (_, true, true) => Sort::Waiting,
            (_, true, false) => Sort::Unfinished,
            // Nobody has played there, as at a table that still waits.
            (_, false, _) if table.is_called_off => Sort::Waiting,
            (_, false, _) => Sort::Finished,
        }
    }
}

impl Retention {
    /// Whether a table has been kept long enough.
    pub fn is_over(&self, table: &Surveyed, now: UnixMillis) -> bool {
        let time = match Sort::of(table) {
            Sort::Waiting => self.waiting,
            Sort::Unfinished => self.unfinished,
            Sort::Record => self.records,
            Sort::Finished => None,
        };
        // Of what is damaged nothing is thrown away: it may yet be mended.
        table.damage.is_none() && time.is_some_and(|time| table.touched < before(now, time))
    }
}
