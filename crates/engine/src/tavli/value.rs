//! What a position of tavli is worth.

use std::ops::Neg;

use crate::ForSideToMove;

/// How many millionths are a unit of log odds. Whole numbers make every machine choose alike.
pub(super) const UNIT: i32 = 1_000_000;
/// More than any position is worth in which the game goes on.
const WON: i32 = 100 * UNIT;

/// The logarithm of the odds of winning, in millionths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LogOdds(pub i32);

impl Neg for LogOdds {
    type Output = LogOdds;

    #[inline]
    fn neg(self) -> LogOdds {
        LogOdds(-self.0)
    }
}

impl LogOdds {
    /// How likely a win is, from 0 to 1.
    ///
    /// ```
    /// use tablen_engine::tavli::LogOdds;
    ///
    /// assert_eq!(LogOdds(0).chance(), 0.5);
    /// assert!((LogOdds(1_000_000).chance() - 0.731).abs() < 0.001);
    /// ```
    pub fn chance(self) -> f64 {
        // Made of multiplications only, which are the same on every machine; `exp` is not.
        let odds = f64::from(self.0) / f64::from(UNIT);
        // e^x = (1 + x/2^16)^(2^16), near enough for |x| ≤ 30.
        let mut power = 1.0 + odds.abs().min(30.0) / 65_536.0;
        for _ in 0..16 {
            power *= power;
        }
        let likely = power / (1.0 + power);
        if odds < 0.0 { 1.0 - likely } else { likely }
    }

    /// The odds at which a win is that likely.
    pub(super) fn of_chance(chance: f64) -> LogOdds {
        // No certainty short of the end of the game: a sure loss is still worth less than nothing.
        let chance = chance.clamp(1e-9, 1.0 - 1e-9);
        // Bisection: the logarithm of the standard library may differ between machines.
        let (mut low, mut high) = (-WON, WON);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if LogOdds(middle).chance() < chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        LogOdds(high)
    }
}

/// What a position of tavli is worth to the side whose turn it is: the one that has thrown and plays, or throws next.
pub type Value = ForSideToMove<LogOdds>;

impl ForSideToMove<LogOdds> {
    /// The side whose turn it is bears off its last man with it.
    pub const WON: Value = ForSideToMove(LogOdds(WON));
    /// Neither side is better.
    pub const EVEN: Value = ForSideToMove(LogOdds(0));

    /// How likely the side whose turn it is wins, from 0 to 1.
    pub fn chance(self) -> f64 {
        self.0.chance()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_go_with_odds() {
        assert_eq!(Value::EVEN.chance(), 0.5);
        assert!((LogOdds(UNIT).chance() - 0.731).abs() < 0.001);
        assert!((LogOdds(-UNIT).chance() - 0.269).abs() < 0.001);
        assert!(Value::WON.chance() > 0.999_999);
        for number in [-4_000_000, -1, 0, 17, 2_500_000] {
            let back = LogOdds::of_chance(LogOdds(number).chance());
            assert!((back.0 - number).abs() <= 1, "{number} {back:?}");
        }
    }
}
