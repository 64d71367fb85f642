//! The numbers by which a weaker level errs.

use crate::random::{STRIDE, splitmix};

/// A sequence of random numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub const fn word(&mut self) -> u64 {
        let word = splitmix(self.0);
        self.0 = self.0.wrapping_add(STRIDE);
        word
    }

    /// A whole number around 0 that is seldom farther from it than twice the spread: the sum of four even draws.
    pub const fn error(&mut self, spread: i32) -> i32 {
        let word = self.word();
        let sum = (word & 0xffff) as i64
            + (word >> 16 & 0xffff) as i64
            + (word >> 32 & 0xffff) as i64
            + (word >> 48) as i64;
        // Four even draws from 0 to 1 have a standard deviation of 1/√3.
        ((sum - 2 * 0xffff) * spread as i64 * 1732 / (1000 * 0xffff)) as i32
    }
}
