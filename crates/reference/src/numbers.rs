//! Numbers for random play, the same every time.

/// A small generator with a seed.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// The next number, less than `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}
