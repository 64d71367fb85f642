//! What a turn cost.

use super::{Chance, Mark, Outlook, Thresholds};

/// What a turn cost the side that played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Judged {
    /// Its chance of winning with the best turn.
    pub chance_before: Chance,
    /// Its chance of winning after the turn that was played.
    pub chance_after: Chance,
    /// The difference.
    pub loss: Chance,
    /// The mark for it.
    pub mark: Option<Mark>,
    /// Whether the game turned with it.
    pub turning_point: bool,
}

impl Judged {
    /// Judges a turn by what its side could hope for before and after it.
    ///
    /// ```
    /// use tablen_engine::analysis::{Chance, Judged, Mark, Thresholds};
    ///
    /// let [good, bad] = [70, 40].map(Chance::from_percent);
    /// let judged = Judged::new(good, bad, &Thresholds::USUAL);
    /// assert_eq!((judged.mark, judged.turning_point), (Some(Mark::Blunder), true));
    /// ```
    pub fn new(before: Chance, after: Chance, thresholds: &Thresholds) -> Judged {
        // What was played may be better than what was thought to be best.
        let before = before.max(after);
        let loss = before.above(after);
        let mark = thresholds.mark(loss);
        Judged {
            chance_before: before,
            chance_after: after,
            loss,
            mark,
            turning_point: Outlook::turns(before, after, mark),
        }
    }
}
