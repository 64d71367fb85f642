//! One small generator for both sides, so that neither pays more for its randomness.

use tafl::fast::FastPlayoutRandom;

/// Marsaglia's xorshift with 64 bits.
#[derive(Clone)]
pub struct Rng(u64);

impl Rng {
    /// The generator with that seed.
    pub fn new(seed: u64) -> Rng {
        // Zero is the one state xorshift never leaves, and small seeds start out too regular.
        let mut rng = Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            rng.next();
        }
        rng
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    #[inline(always)]
    fn next(&mut self) -> u64 {
        self.word() >> 32
    }

    /// A number below `upper`. The bias is below `upper / 2³²`, far under what any run here could show.
    #[inline(always)]
    pub fn below(&mut self, upper: usize) -> usize {
        ((self.next() * upper as u64) >> 32) as usize
    }
}

impl FastPlayoutRandom for Rng {
    #[inline(always)]
    fn index(&mut self, upper: usize) -> usize {
        self.below(upper)
    }

    /// Without a division, as in the peer's own generator: the default method would slow the peer down.
    #[inline(always)]
    fn index_divmod(&mut self, pieces: usize, destinations: usize) -> (usize, usize) {
        let drawn = self.next();
        let piece = ((drawn * pieces as u64) >> 32) as usize;
        let both = ((drawn * (pieces * destinations) as u64) >> 32) as usize;
        (piece, both - piece * destinations)
    }
}
