//! How many tables a person may have open.

use tablen_host::PersonId;

use crate::config::Limits;
use crate::moments::{UnixMillis, before};

/// How many tables a person may have open. A store counts them within the write that opens one more: only there nobody else can
/// open another in between.
///
/// It holds for tables that somebody asks for, and for rematches: those who play on at once have just ended a game and so have room
/// for another, while finished games that were all gone on with later would be as many tables as one likes. A record that is taken in is nobody's and never open, so there is nothing to count; how many come from one
/// origin is what limits those.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Whose.
    pub person: PersonId,
    /// How many.
    pub most: u32,
    /// Tables at which nothing has happened since then are not counted.
    pub touched_since: UnixMillis,
}

impl Allowance {
    /// What a person may have open at a moment.
    pub fn new(person: PersonId, limits: &Limits, now: UnixMillis) -> Allowance {
        Allowance {
            person,
            most: limits.tables_per_person,
            touched_since: before(now, limits.counted_as_open),
        }
    }
}
