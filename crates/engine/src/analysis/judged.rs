//! What turns cost, and with which of them the game turned.

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
    /// Whether the game turned with it, as [`Judged::find_turning_points`] has found.
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
    /// assert_eq!((judged.mark, judged.loss), (Some(Mark::Blunder), Chance::from_percent(30)));
    /// ```
    pub fn new(before: Chance, after: Chance, thresholds: &Thresholds) -> Judged {
        // What was played may be better than what was thought to be best.
        let before = before.max(after);
        let loss = before.above(after);
        let mark = thresholds.mark(loss);
        Judged { chance_before: before, chance_after: after, loss, mark, turning_point: false }
    }

    /// Finds the turning points among the turns of a game, which the sides play by turns: errors and blunders that changed what their side
    /// could hope for, unless the opponent gave it back at once.
    ///
    /// ```
    /// use tablen_engine::analysis::{Chance, Judged, Thresholds};
    ///
    /// let judged = |before, after| {
    ///     Judged::new(Chance::from_percent(before), Chance::from_percent(after), &Thresholds::USUAL)
    /// };
    /// // Two blunders are given back at once; the third stays.
    /// let mut turns = [judged(60, 20), judged(80, 40), judged(60, 20), judged(80, 80)];
    /// Judged::find_turning_points(&mut turns.iter_mut().collect::<Vec<_>>());
    /// assert_eq!(turns.map(|turn| turn.turning_point), [false, false, true, false]);
    /// ```
    pub fn find_turning_points(turns: &mut [&mut Judged]) {
        for number in 0..turns.len() {
            let after_answer = turns.get(number + 1).map(|answer| -answer.chance_after);
            let turn = &mut *turns[number];
            let fell = |now: Chance| Outlook::of(now) < Outlook::of(turn.chance_before);
            turn.turning_point =
                turn.mark >= Some(Mark::Error) && fell(turn.chance_after) && after_answer.is_none_or(fell);
        }
    }
}
