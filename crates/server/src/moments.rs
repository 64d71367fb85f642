//! What time it is.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, as moments are stored.
pub type UnixMillis = i64;

/// The calendar as it was when the process began, and how long ago that is by a clock that nobody sets. Moments of one run are so far apart as
/// they were, even if the calendar is set meanwhile; what lies between two runs belongs to nobody.
#[derive(Clone, Copy, Debug)]
struct Run {
    calendar: UnixMillis,
    began: Instant,
}

static RUN: LazyLock<Run> = LazyLock::new(|| Run::beginning(SystemTime::now()));

impl Run {
    fn beginning(calendar: SystemTime) -> Run {
        let since = calendar.duration_since(UNIX_EPOCH).unwrap_or_default();
        Run { calendar: millis(since), began: Instant::now() }
    }

    fn at(&self, now: Instant) -> UnixMillis {
        self.calendar.saturating_add(millis(now.saturating_duration_since(self.began)))
    }
}

fn millis(time: Duration) -> UnixMillis {
    UnixMillis::try_from(time.as_millis()).unwrap_or(UnixMillis::MAX)
}

/// Now.
pub fn unix_now() -> UnixMillis {
    RUN.at(Instant::now())
}

/// The moment so long before another.
pub fn before(moment: UnixMillis, time: Duration) -> UnixMillis {
    moment.saturating_sub(millis(time))
}

/// The time of one table: since it was opened. It follows the monotonic clock, in memory or not, so that nobody loses or wins
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

    /// A moment of the monotonic clock, since the table was opened.
    pub fn of_instant(&self, instant: Instant) -> Duration {
        (self.brought_at + instant.saturating_duration_since(self.brought))
            .saturating_sub(self.brought.saturating_duration_since(instant))
    }

    /// A stored moment, since the table was opened.
    pub fn at(&self, moment: UnixMillis) -> Duration {
        at(self.opened, moment)
    }

    /// A moment of the table as it is stored.
    pub fn stored(&self, at: Duration) -> UnixMillis {
        self.opened.saturating_add(millis(at))
    }

    /// A moment of the table as a timer needs it.
    pub fn instant(&self, at: Duration) -> Instant {
        self.brought + at.saturating_sub(self.brought_at)
    }
}

fn at(opened: UnixMillis, moment: UnixMillis) -> Duration {
    Duration::from_millis(u64::try_from(moment.saturating_sub(opened)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_run_are_as_far_apart_as_they_were() {
        let run = Run::beginning(UNIX_EPOCH + Duration::from_secs(1_000));
        assert_eq!(run.at(run.began), 1_000_000);
        assert_eq!(run.at(run.began + Duration::from_millis(1_500)), 1_001_500);
        // A calendar before 1970 is none, and no reason to fail.
        assert_eq!(Run::beginning(UNIX_EPOCH - Duration::from_secs(5)).calendar, 0);
    }
}
