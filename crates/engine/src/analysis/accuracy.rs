//! How well somebody played, as one number.

use super::{Chance, Thresholds};

/// How fast the accuracy of a turn falls with what it cost, measured in errors: after a loss that is just an error 65 of 100 are left. It is the
/// steepness that chess players know from lichess, where a tenth of the winning chances is an error.
const FALL: f64 = 0.4354;

/// How well a side played, from 0 to 100, by what its turns cost it; nothing if it had no turn.
///
/// A turn that cost nothing counts 100, one that cost as much as an [error](Thresholds::error) 65, a lost game nearly nothing: 100 ·
/// exp(−0.4354 · loss ÷ error). Measured in errors, because dice make less be much. The turns are put together by the middle between their mean
/// and their harmonic mean, so that one blunder among many good turns still tells.
///
/// ```
/// use tablen_engine::analysis::{Chance, Thresholds, accuracy};
///
/// let of = |losses: &[u16]| accuracy(losses.iter().map(|loss| Chance::from_percent(*loss)), &Thresholds::USUAL);
/// assert_eq!(of(&[]), None);
/// assert_eq!(of(&[0, 0, 0]), Some(100.0));
/// assert_eq!(of(&[10]).map(f64::round), Some(65.0));
/// assert!(of(&[0, 0, 0, 60]) < of(&[2, 2, 2, 2]));
/// ```
pub fn accuracy(losses: impl Iterator<Item = Chance>, thresholds: &Thresholds) -> Option<f64> {
    let (mut count, mut sum, mut inverse) = (0u32, 0.0, 0.0);
    for loss in losses {
        let of_turn = 100.0 * (-FALL * loss.as_f64() / thresholds.error.as_f64()).exp();
        count += 1;
        sum += of_turn;
        // A turn that lost everything must not make all others count for nothing.
        inverse += 1.0 / of_turn.max(1.0);
    }
    let count = f64::from(count);
    (count > 0.0).then(|| f64::midpoint(sum / count, count / inverse))
}
