//! How long a player may think, and how it is told to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a player may think. The limit that is reached first ends it; with no limit at all it thinks until it is stopped or knows
/// the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked at. The only limit under which thinking is repeatable.
    pub nodes: Option<u64>,
    /// Moves ahead.
    pub depth: Option<u32>,
    /// Time from the beginning, by the clock that is [handed in](Signals).
    pub time: Option<Duration>,
    /// The time that is meant for a move: sure of its move a player takes less, in trouble more, but never more than `time`.
    pub target: Option<Duration>,
}

impl Limits {
    /// So many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, time: None, target: None }
    }

    /// So many moves ahead.
    pub const fn depth(depth: u32) -> Limits {
        Limits { nodes: None, depth: Some(depth), time: None, target: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Limits {
        Limits { nodes: None, depth: None, time: Some(time), target: None }
    }

    /// A move of a game with a clock: so much is left, so much is added for each move, and the clock is filled up after so many moves, if
    /// it ever is. `overhead` is what each move costs beside the thinking, such as its way to the clock: it is never planned with.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tablen_engine::Limits;
    ///
    /// let overhead = Duration::from_millis(30);
    /// let limits = Limits::clock(Duration::from_secs(300), Duration::from_secs(3), None, overhead);
    /// assert!(limits.target < limits.time);
    /// assert!(limits.time < Some(Duration::from_secs(60)));
    /// let hasty = Limits::clock(Duration::from_millis(40), Duration::ZERO, None, overhead);
    /// assert!(hasty.time < Some(Duration::from_millis(10)));
    /// ```
    pub fn clock(
        remaining: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
        overhead: Duration,
    ) -> Limits {
        let left = remaining.saturating_sub(overhead);
        let safe = left.saturating_sub((left / 20).min(Duration::from_millis(100)));
        let moves = moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED);
        // The moves that follow have their overhead, too.
        let shared = remaining.saturating_sub(overhead.saturating_mul(moves));
        let share = (shared / moves + increment * 3 / 4).max(GLANCE.min(safe / 8));
        let most = (share * 4).min(safe * 2 / 5).max(safe.min(share)).min(safe);
        Limits { nodes: None, depth: None, time: Some(most), target: Some(share.min(most)) }
    }
}

/// So many more moves a game is expected to last, at any time.
const MOVES_EXPECTED: u32 = 30;

/// With so much a move need not be played blindly where there is hardly any time.
const GLANCE: Duration = Duration::from_millis(5);

/// A way to stop a player from elsewhere: all copies are the same switch.
///
/// ```
/// use tablen_engine::Stop;
///
/// let stop = Stop::new();
/// let elsewhere = stop.clone();
/// elsewhere.stop();
/// assert!(stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Not stopped yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Stops every player that thinks with it, within a few thousand positions.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A clock. Players never read one of their own: a browser has no `Instant`, and tests want to say what time it is.
///
/// Any function that returns the time since some fixed moment is a clock:
///
/// ```
/// use std::time::Instant;
/// use tablen_engine::{Clock, Signals, Stop};
///
/// let began = Instant::now();
/// let clock = move || began.elapsed();
/// let stop = Stop::new();
/// let signals = Signals::new(&stop, &clock);
/// assert!(signals.clock.now() <= signals.clock.now());
/// ```
pub trait Clock: Sync {
    /// The time since some fixed moment. It never goes back.
    fn now(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn now(&self) -> Duration {
        self()
    }
}

/// A clock that stands still, for players that think within limits of nodes and depth alone.
#[derive(Clone, Copy, Debug)]
pub struct StandingClock;

impl Clock for StandingClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// What a player that thinks is handed by the program around it: a switch and a clock.
///
/// A [`Stop`] alone is enough where no [time](Limits::time) is set: it comes with a clock that stands still.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Stops it.
    pub stop: &'a Stop,
    /// Tells the time.
    pub clock: &'a dyn Clock,
}

impl<'a> Signals<'a> {
    /// A switch and a clock.
    pub const fn new(stop: &'a Stop, clock: &'a dyn Clock) -> Signals<'a> {
        Signals { stop, clock }
    }
}

impl<'a> From<&'a Stop> for Signals<'a> {
    fn from(stop: &'a Stop) -> Signals<'a> {
        Signals { stop, clock: &StandingClock }
    }
}

impl fmt::Debug for Signals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signals").field("stop", self.stop).finish_non_exhaustive()
    }
}

/// Says when thinking has to end because of the switch or the clock.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch<'a> {
    signals: Signals<'a>,
    began: Duration,
    /// What the clock will show when the time is over.
    due: Option<Duration>,
    target: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// Thinking begins now.
    pub(crate) fn new(limits: &Limits, signals: Signals<'a>) -> Watch<'a> {
        let began = signals.clock.now();
        let due = limits.time.map(|time| began.saturating_add(time));
        Watch { signals, began, due, target: limits.target }
    }

    /// Whether that much of the time meant for a move has been used, or it is not needed because the move is forced.
    pub(crate) fn is_enough(&self, percent: u32, is_forced: bool) -> bool {
        self.target.is_some_and(|target| {
            is_forced || self.signals.clock.now().saturating_sub(self.began) >= target * percent / 100
        })
    }

    pub(crate) fn is_over(&self) -> bool {
        self.signals.stop.is_stopped() || self.due.is_some_and(|due| self.signals.clock.now() >= due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_planned_to_its_end() {
        let ms = Duration::from_millis;
        for remaining in [0, 1, 10, 29, 30, 31, 50, 100, 200, 300, 1_000, 60_000, 3_600_000].map(ms) {
            for increment in [0, 5, 1_000].map(ms) {
                for moves_to_go in [None, Some(1), Some(2), Some(40)] {
                    for overhead in [0, 30, 500].map(ms) {
                        let limits = Limits::clock(remaining, increment, moves_to_go, overhead);
                        let time = limits.time.unwrap();
                        assert!(time <= remaining.saturating_sub(overhead), "{remaining:?} {limits:?}");
                        assert!(limits.target <= limits.time);
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_without_increment_lasts_although_every_move_costs_more_than_was_thought() {
        let (overhead, cost) = (Duration::from_millis(30), Duration::from_millis(2));
        for start in [200, 1_000, 10_000].map(Duration::from_millis) {
            let mut remaining = start;
            for _ in 0..30 {
                let spent = Limits::clock(remaining, Duration::ZERO, None, overhead).target.unwrap() + cost;
                remaining = remaining.checked_sub(spent).unwrap();
            }
        }
    }
}
