//! How high a chance stands in a graph.

use super::Chance;

/// How high chances stand in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// As high as they are: for games in which dice decide.
    Chances,
    /// By the odds, which are as many steps as an engine's points, with less and less room towards the edge; the edge itself is for what is
    /// certain. For games without dice: there one side is often far ahead by the rules alone, and all that happens lies between 90 and 100 %.
    Odds,
}

/// With odds of e to the power of this to one a chance stands in the middle between even and certain.
const HALF_WAY: f64 = 3.0;

impl Axis {
    /// From 0 to 1.
    ///
    /// ```
    /// use tablen_engine::analysis::{Axis, Chance};
    ///
    /// let [far, farther] = [90, 99].map(Chance::from_percent);
    /// assert_eq!(Axis::Chances.height(far), 0.9);
    /// assert_eq!(Axis::Odds.height(Chance::EVEN), 0.5);
    /// assert!(Axis::Odds.height(farther) > Axis::Odds.height(far) + 0.08);
    /// assert!(Axis::Odds.height(farther) < 0.9 && Axis::Odds.height(Chance::CERTAIN) == 1.0);
    /// ```
    pub fn height(self, chance: Chance) -> f64 {
        if self == Axis::Chances || chance == Chance::NONE || chance == Chance::CERTAIN {
            return chance.as_f64();
        }
        let odds = (chance.as_f64() / (-chance).as_f64()).ln() / HALF_WAY;
        0.5 + odds / (1.0 + odds.abs()) / 2.0
    }

    /// The chances that are written beside it, the highest first.
    pub const fn ticks(self) -> &'static [Chance] {
        const FAR: [Chance; 7] = [
            Chance::CERTAIN,
            Chance::from_percent(99),
            Chance::from_percent(90),
            Chance::EVEN,
            Chance::from_percent(10),
            Chance::from_percent(1),
            Chance::NONE,
        ];
        match self {
            Axis::Chances => &[Chance::CERTAIN, Chance::EVEN, Chance::NONE],
            Axis::Odds => &FAR,
        }
    }
}
