//! What a position is worth, and to whom.

use std::ops::Neg;

use tablen_rules::tavli::Side;

/// How much a value of one is: a millionth of a unit of log odds. Whole numbers make every machine choose alike.
pub(super) const UNIT: i32 = 1_000_000;
/// More than any position is worth in which the game goes on.
const WON: i32 = 100 * UNIT;

/// The worth of a position to the side that has just moved: the logarithm of its odds of winning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MoverValue(pub(super) i32);

/// The worth of a position to white, whoever has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WhiteValue(i32);

impl MoverValue {
    /// The mover has borne off all men.
    pub const WON: MoverValue = MoverValue(WON);
    /// Neither side is better.
    pub const EVEN: MoverValue = MoverValue(0);

    /// The same for white, if that side is the mover.
    pub const fn for_white(self, mover: Side) -> WhiteValue {
        match mover {
            Side::White => WhiteValue(self.0),
            Side::Black => WhiteValue(-self.0),
        }
    }

    /// How likely the mover wins, from 0 to 1.
    pub fn chance(self) -> f64 {
        chance(self.0)
    }

    /// The value at which the mover wins that often.
    pub(super) fn of_chance(chance: f64) -> MoverValue {
        // No certainty short of the end of the game: a sure loss is still worth less than nothing.
        let chance = chance.clamp(1e-9, 1.0 - 1e-9);
        // Bisection: the logarithm of the standard library may differ between machines.
        let (mut low, mut high) = (-WON, WON);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if self::chance(middle) < chance {
                low = middle;
            } else {
                high = middle;
            }
        }
        MoverValue(high)
    }
}

impl WhiteValue {
    /// How likely white wins, from 0 to 1.
    pub fn chance(self) -> f64 {
        chance(self.0)
    }

    /// The value in millionths of a unit of log odds.
    pub const fn number(self) -> i32 {
        self.0
    }
}

impl Neg for WhiteValue {
    type Output = WhiteValue;

    fn neg(self) -> WhiteValue {
        WhiteValue(-self.0)
    }
}

/// The chance that goes with log odds. Made of multiplications only, which are the same on every machine; `exp` is not.
fn chance(value: i32) -> f64 {
    let odds = f64::from(value) / f64::from(UNIT);
    // e^x = (1 + x/2^16)^(2^16), near enough for |x| ≤ 30.
    let mut power = 1.0 + odds.abs().min(30.0) / 65_536.0;
    for _ in 0..16 {
        power *= power;
    }
    let likely = power / (1.0 + power);
    if odds < 0.0 { 1.0 - likely } else { likely }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_go_with_odds() {
        assert_eq!(MoverValue::EVEN.chance(), 0.5);
        assert!((MoverValue(UNIT).chance() - 0.731).abs() < 0.001);
        assert!((MoverValue(-UNIT).chance() - 0.269).abs() < 0.001);
        assert!(MoverValue::WON.chance() > 0.999_999);
        for number in [-4_000_000, -1, 0, 17, 2_500_000] {
            let back = MoverValue::of_chance(MoverValue(number).chance());
            assert!((back.0 - number).abs() <= 1, "{number} {back:?}");
        }
    }

    #[test]
    fn one_position_has_opposite_values_for_the_two_movers() {
        let value = MoverValue(12);
        assert_eq!(value.for_white(Side::White), -value.for_white(Side::Black));
    }
}
