//! What a chance of winning promises.

use super::Chance;

/// What a chance of winning promises the side that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outlook {
    /// It will probably lose.
    Losing,
    /// Anything can happen.
    Open,
    /// It will probably win.
    Winning,
}

impl Outlook {
    /// From two games of three on a side is winning, and up to one of three it is losing.
    ///
    /// ```
    /// use tablen_engine::analysis::{Chance, Outlook};
    ///
    /// assert_eq!(Outlook::of(Chance::from_percent(67)), Outlook::Winning);
    /// assert_eq!(Outlook::of(Chance::EVEN), Outlook::Open);
    /// ```
    pub fn of(chance: Chance) -> Outlook {
        if 3.0 * chance.as_f64() >= 2.0 {
            Outlook::Winning
        } else if 3.0 * chance.as_f64() <= 1.0 {
            Outlook::Losing
        } else {
            Outlook::Open
        }
    }
}
