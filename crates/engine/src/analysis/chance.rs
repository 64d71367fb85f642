//! Chances of winning.

use std::ops::Neg;

/// A chance of winning, a draw counting half, to a hundredth of a percent: nothing finer is meant, and a number that is rounded once is the
/// same on every machine. Whose chance it is, [`ForSideToMove`](crate::ForSideToMove) and [`ForLight`](crate::ForLight) say.
///
/// A loss of chances is counted in the same unit.
///
/// ```
/// use tablen_engine::analysis::Chance;
///
/// let chance = Chance::estimated(0.7312);
/// assert_eq!(chance.percent(), 73.12);
/// // The opponent has the rest.
/// assert_eq!((-chance).percent(), 26.88);
/// // Certain is only what has been proved.
/// assert!(Chance::estimated(1.0) < Chance::CERTAIN);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Chance(u16);

/// A certain win, in hundredths of a percent.
const WHOLE: u16 = 10_000;

impl Chance {
    /// A certain loss.
    pub const NONE: Chance = Chance(0);
    /// As good for one as for the other.
    pub const EVEN: Chance = Chance(WHOLE / 2);
    /// A certain win.
    pub const CERTAIN: Chance = Chance(WHOLE);

    /// So many percent, at most a hundred.
    pub const fn from_percent(percent: u16) -> Chance {
        Chance(if percent > 100 { WHOLE } else { percent * (WHOLE / 100) })
    }

    /// The nearest to a number from 0 to 1, with neither win nor loss certain.
    pub fn estimated(chance: f64) -> Chance {
        Chance((chance * f64::from(WHOLE)).round().clamp(1.0, f64::from(WHOLE - 1)) as u16)
    }

    /// From 0 to 1.
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE)
    }

    /// From 0 to 100.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / f64::from(WHOLE / 100)
    }

    /// By how much another chance is less; nothing if it is not.
    #[must_use]
    pub const fn above(self, other: Chance) -> Chance {
        Chance(self.0.saturating_sub(other.0))
    }

    /// The mean, rounded; none of none.
    pub fn mean(chances: impl Iterator<Item = Chance>) -> Chance {
        let (mut sum, mut count) = (0u64, 0u64);
        for Chance(chance) in chances {
            sum += u64::from(chance);
            count += 1;
        }
        match (2 * sum + count).checked_div(2 * count) {
            Some(mean) => Chance(u16::try_from(mean).unwrap_or(WHOLE).min(WHOLE)),
            None => Chance::NONE,
        }
    }
}

/// The opponent's chance.
impl Neg for Chance {
    type Output = Chance;

    fn neg(self) -> Chance {
        Chance(WHOLE - self.0)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Chance {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Chance {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Chance, D::Error> {
        let chance = f64::deserialize(deserializer)?;
        if !(0.0..=1.0).contains(&chance) {
            let found = serde::de::Unexpected::Float(chance);
            return Err(serde::de::Error::invalid_value(found, &"a chance from 0 to 1"));
        }
        Ok(Chance((chance * f64::from(WHOLE)).round() as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_and_means_are_exact() {
        let [low, high] = [20, 55].map(Chance::from_percent);
        assert_eq!(high.above(low), Chance::from_percent(35));
        assert_eq!(low.above(high), Chance::NONE);
        assert_eq!(Chance::mean([low, high].into_iter()).percent(), 37.5);
        assert_eq!(Chance::mean([].into_iter()), Chance::NONE);
        assert_eq!(-Chance::EVEN, Chance::EVEN);
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_chance_is_a_number_from_0_to_1() {
        let chance = Chance::estimated(0.1234);
        assert_eq!(serde_json::to_string(&chance).unwrap(), "0.1234");
        for hundredths in 0..=WHOLE {
            let chance = Chance(hundredths);
            let text = serde_json::to_string(&chance).unwrap();
            assert_eq!(serde_json::from_str::<Chance>(&text).unwrap(), chance);
        }
        assert!(serde_json::from_str::<Chance>("1.5").is_err());
    }
}
