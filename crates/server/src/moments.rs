//! What time it is.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, as moments are stored.
pub type UnixMillis = i64;

/// Now.
pub fn unix_now() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis::try_from(since.as_millis()).unwrap_or(UnixMillis::MAX)
}

/// The moment so long before another.
pub fn before(moment: UnixMillis, time: Duration) -> UnixMillis {
    moment.saturating_sub(UnixMillis::try_from(time.as_millis()).unwrap_or(UnixMillis::MAX))
}

/// The time of one table: since it was opened. While it is in memory it follows the monotonic clock, so that nobody loses or wins
/// time when the machine's calendar is set.
#[derive(Clone, Copy, Debug)]
pub struct TableTime {
    opened: UnixMillis,
    brought_at: Duration,
    brought: Instant,
}

impl TableTime {
    /// The time of a table that was opened then.
    pub fn of(opened: UnixMillis) -> TableTime {
        let brought_at = at(opened, unix_now());
        TableTime { opened, brought_at, brought: Instant::now() }
    }

    /// Now, since the table was opened.
    pub fn now(&self) -> Duration {
        self.brought_at + self.brought.elapsed()
    }

    /// A stored moment, since the table was opened.
    pub fn at(&self, moment: UnixMillis) -> Duration {
        at(self.opened, moment)
    }

    /// A moment of the table as it is stored.
    pub fn stored(&self, at: Duration) -> UnixMillis {
        self.opened.saturating_add(UnixMillis::try_from(at.as_millis()).unwrap_or(UnixMillis::MAX))
    }

    /// A moment of the table as a timer needs it.
    pub fn instant(&self, at: Duration) -> Instant {
        self.brought + at.saturating_sub(self.brought_at)
    }
}

fn at(opened: UnixMillis, moment: UnixMillis) -> Duration {
    Duration::from_millis(u64::try_from(moment.saturating_sub(opened)).unwrap_or(0))
}
