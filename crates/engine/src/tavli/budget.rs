//! How much thinking is left.

use crate::limits::Watch;
use crate::{Limits, Signals};

/// Between two looks at the switch and the clock: some tenths of a millisecond.
const INTERVAL: u64 = 2048;

/// Counts positions looked at and says when it is enough.
pub(super) struct Budget<'a> {
    limits: Limits,
    watch: Watch<'a>,
    nodes: u64,
    told_to_stop: bool,
}

impl<'a> Budget<'a> {
    pub fn new(limits: &Limits, signals: Signals<'a>) -> Budget<'a> {
        Budget { limits: *limits, watch: Watch::new(limits, signals), nodes: 0, told_to_stop: false }
    }

    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many positions may still be looked at.
    pub fn left(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes))
    }

    /// Counts a position. The switch and the clock are looked at now and then.
    #[inline]
    pub fn spend(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(INTERVAL) {
            self.look();
        }
    }

    /// Looks at the switch and the clock.
    pub fn look(&mut self) {
        self.told_to_stop |= self.watch.is_over();
    }

    /// Whether nothing more may be looked at.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.told_to_stop || self.limits.nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Whether thinking so many moves ahead is allowed.
    pub fn allows_depth(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|most| depth <= most)
    }
}
