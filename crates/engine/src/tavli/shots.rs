//! With which throws a man is hit.
//!
//! The 56 distinct throws are bits of a word, so the throws that hit from here or from there are one `or` away.

/// How far one man can go: from before cell 1 to cell 24.
const FARTHEST: usize = 24;

/// A set of the 56 distinct throws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Throws(u64);

impl Throws {
    pub const NONE: Throws = Throws(0);

    /// The throws with which a man alone goes exactly so far, every landing on the way being free.
    #[inline]
    pub const fn reaching(distance: u32) -> Throws {
        Throws(REACHING.0[distance as usize % (FARTHEST + 1)])
    }

    #[inline]
    pub const fn or(self, other: Throws) -> Throws {
        Throws(self.0 | other.0)
    }

    /// How many of the 216 ordered throws these are.
    #[inline]
    pub const fn weight(self) -> u32 {
        // Every distinct throw counts once, those with two faces or more thrice, those with three faces six times.
        self.0.count_ones() + 2 * (self.0 & REACHING.1).count_ones() + 3 * (self.0 & REACHING.2).count_ones()
    }
}

/// The throws by distance, those with two or three faces, and those with three.
const REACHING: ([u64; FARTHEST + 1], u64, u64) = {
    let mut reaching = [0; FARTHEST + 1];
    let (mut not_triples, mut all_different) = (0, 0);
    let mut throw = 1u64;
    let mut a = 1;
    while a <= 6 {
        let mut b = a;
        while b <= 6 {
            let mut c = b;
            while c <= 6 {
                // How often each die can be played (Z6).
                let most = if a == b && b == c {
                    [12, 0, 0]
                } else if a == b {
                    [4, 0, 1]
                } else if b == c {
                    [1, 4, 0]
                } else {
                    [1, 1, 1]
                };
                if a != b || b != c {
                    not_triples |= throw;
                }
                if a != b && b != c {
                    all_different |= throw;
                }
                let mut i = 0;
                while i <= most[0] {
                    let mut j = 0;
                    while j <= most[1] {
                        let mut k = 0;
                        while k <= most[2] {
                            let distance = i * a + j * b + k * c;
                            if distance <= FARTHEST {
                                reaching[distance] |= throw;
                            }
                            k += 1;
                        }
                        j += 1;
                    }
                    i += 1;
                }
                throw <<= 1;
                c += 1;
            }
            b += 1;
        }
        a += 1;
    }
    (reaching, not_triples, all_different)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throws_that_reach_are_counted_among_216() {
        assert_eq!(Throws::reaching(0).weight(), 216);
        // 91 of 216 throws show an ace, and nothing else goes one cell.
        assert_eq!(Throws::reaching(1).weight(), 91);
        // An ace and a two in any throw, three with a single die, and three aces or a pair of them.
        assert!(Throws::reaching(3).weight() > 91);
        // 24 takes four sixes, twelve twos, eight threes, six fours or four sixes of a pair, or 4×5+4 and the like.
        assert!(Throws::reaching(24).weight() < 40);
        assert_eq!(Throws::NONE.weight(), 0);
    }

    #[test]
    fn every_distance_agrees_with_playing_the_throws() {
        use tablen_rules::tavli::Roll;
        for distance in 1..=FARTHEST as u32 {
            let reaches = |roll: &Roll| {
                let steps: Vec<u32> = roll.steps().map(|die| u32::from(die.pips())).collect();
                (1u32..1 << steps.len()).any(|some| {
                    (0..).zip(&steps).filter(|(i, _)| some >> i & 1 != 0).map(|(_, s)| s).sum::<u32>()
                        == distance
                })
            };
            let weight: u32 = Roll::all().filter(reaches).map(|roll| u32::from(roll.weight())).sum();
            assert_eq!(Throws::reaching(distance).weight(), weight, "{distance}");
        }
    }
}
