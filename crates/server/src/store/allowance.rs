//! How many tables a guest may have open: the one place where they are counted.

use sqlx::Row;
use sqlx::sqlite::SqliteConnection;
use tablen_host::PersonId;

use crate::config::Limits;
use crate::moments::UnixMillis;

/// How many tables a guest may have open.
///
/// It holds for tables that somebody asks for. A rematch is not held to it: it takes the place of a table that has just ended, which
/// has one at most, and two who want to play on must not be told to finish other games first. It counts, though, against what its
/// host opens later. A record that is taken in is nobody's and never open, so there is nothing to count; how many come from one
/// address is what limits those.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    guest: PersonId,
    most: u32,
    touched_since: UnixMillis,
}

impl Allowance {
    /// What a guest may have open at a moment.
    pub fn new(guest: PersonId, limits: &Limits, now: UnixMillis) -> Allowance {
        let counted = UnixMillis::try_from(limits.counted_as_open.as_millis()).unwrap_or(UnixMillis::MAX);
        Allowance { guest, most: limits.tables_per_guest, touched_since: now.saturating_sub(counted) }
    }

    /// How many.
    pub const fn most(&self) -> u32 {
        self.most
    }

    /// Whether the guest has as many as there may be. Asked within the transaction that opens one more: only there nobody else can
    /// open another in between.
    pub async fn is_spent(&self, connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
        let count = "select count(*) from tables where is_open = 1 and host = ? and updated >= ?";
        let row = sqlx::query(count)
            .bind(self.guest.bytes().to_vec())
            .bind(self.touched_since)
            .fetch_one(connection)
            .await?;
        Ok(row.try_get::<u32, _>(0)? >= self.most)
    }
}
