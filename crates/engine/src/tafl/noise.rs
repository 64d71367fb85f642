//! Errors of judgement.

use super::value::Points;
use crate::ForLight;
use crate::random::splitmix;

/// Errors of judgement: the same position is always misjudged the same way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    /// The largest error.
    pub(super) points: u32,
    /// Which errors.
    pub(super) seed: u64,
}

impl Noise {
    /// Whether there are no errors.
    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.points == 0
    }

    /// A value with the error that goes with the key of its position.
    #[inline]
    pub(super) fn on(self, ForLight(Points(points)): ForLight<Points>, key: u64) -> ForLight<Points> {
        if self.is_none() {
            return ForLight(Points(points));
        }
        let span = u64::from(self.points) * 2 + 1;
        ForLight(Points(points + (splitmix(key ^ self.seed) % span) as i32 - self.points as i32))
    }
}
