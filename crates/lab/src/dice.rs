//! Luck that can be had again, and throws drawn by lot.

use fastrand::Rng;
use tablen_rules::tavli::{Die, Roll};

/// All luck of a game or a decision: it follows from the seed and its number.
pub(crate) fn luck_of(seed: u64, number: u64) -> Rng {
    Rng::with_seed(Rng::with_seed(seed).u64(..) ^ Rng::with_seed(number).u64(..))
}

/// Any throw, each of the 216 as likely as the others.
pub(crate) fn any_roll(rng: &mut Rng) -> Roll {
    Roll::new([0; 3].map(|_| Die::ALL[rng.usize(..6)]))
}
