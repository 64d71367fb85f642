//! Numbers that look random and are the same on every machine.

/// What SplitMix64 adds from one number to the next.
pub(crate) const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Vigna's SplitMix64: a random number of any number.
#[inline]
pub(crate) const fn splitmix(number: u64) -> u64 {
    let mut z = number.wrapping_add(STRIDE);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
