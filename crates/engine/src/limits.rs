//! How long a player may think, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// How long a player may think. Whatever comes first ends it; with no limit at all it thinks until it is stopped or knows
/// the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions looked at. The only limit under which thinking is repeatable.
    pub nodes: Option<u64>,
    /// Moves ahead.
    pub depth: Option<u32>,
    /// The moment at which an answer is due.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// So many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), depth: None, deadline: None }
    }

    /// So many moves ahead.
    pub const fn depth(depth: u32) -> Limits {
        Limits { nodes: None, depth: Some(depth), deadline: None }
    }

    /// Until that moment.
    pub const fn until(deadline: Instant) -> Limits {
        Limits { nodes: None, depth: None, deadline: Some(deadline) }
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
