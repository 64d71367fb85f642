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
}

impl Limits {
    /// So many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, time: None }
    }

    /// So many moves ahead.
    pub const fn depth(depth: u32) -> Limits {
        Limits { nodes: None, depth: Some(depth), time: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Limits {
        Limits { nodes: None, depth: None, time: Some(time) }
    }
}

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
    /// What the clock will show when the time is over.
    due: Option<Duration>,
}

impl<'a> Watch<'a> {
    /// Thinking begins now.
    pub(crate) fn new(limits: &Limits, signals: Signals<'a>) -> Watch<'a> {
        Watch { signals, due: limits.time.map(|time| signals.clock.now().saturating_add(time)) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.signals.stop.is_stopped() || self.due.is_some_and(|due| self.signals.clock.now() >= due)
    }
}
