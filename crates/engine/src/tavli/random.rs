//! Numbers that look random and are the same on every machine.

/// Vigna's splitmix64.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
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
