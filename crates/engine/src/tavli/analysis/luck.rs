//! What throws bring.

use std::iter::Sum;

use tablen_rules::tavli::Roll;

use super::super::Value;

/// By how much a throw, or all of a player's throws, changed the chance of winning against the mean of all throws: to a hundredth of a
/// percent, less than nothing for bad luck.
///
/// ```
/// use tablen_engine::tavli::analysis::Luck;
///
/// let luck: Luck = [Luck::estimated(0.05), Luck::estimated(-0.0301)].into_iter().sum();
/// assert_eq!(luck.percent(), 1.99);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Luck(i32);

/// A hundredth of a percent is one of so many.
const WHOLE: f64 = 10_000.0;

impl Luck {
    /// The nearest to a difference of chances.
    pub fn estimated(difference: f64) -> Luck {
        Luck((difference * WHOLE).round() as i32)
    }

    /// As a difference of chances; that of many throws may be more than 1.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / WHOLE
    }

    /// The same in percent.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / (WHOLE / 100.0)
    }
}

impl Sum for Luck {
    fn sum<I: Iterator<Item = Luck>>(all: I) -> Luck {
        Luck(all.map(|luck| luck.0).sum())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Luck {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Luck {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Luck, D::Error> {
        f64::deserialize(deserializer).map(Luck::estimated)
    }
}

/// The mean chance over all throws.
pub(super) fn mean(throws: &[(Roll, Value)]) -> f64 {
    let weighed = |(roll, value): &(Roll, Value)| (f64::from(roll.weight()), value.chance());
    let (sum, weights) = throws
        .iter()
        .map(weighed)
        .fold((0.0, 0.0), |(sum, all), (weight, chance)| (sum + weight * chance, all + weight));
    sum / f64::max(weights, 1.0)
}

/// What a throw brought.
pub(super) fn luck(throws: &[(Roll, Value)], roll: Roll) -> Luck {
    let of_roll = throws.iter().find(|(other, _)| *other == roll);
    Luck::estimated(of_roll.map_or(0.0, |(_, value)| value.chance() - mean(throws)))
}
