//! How well a side played.

use super::{Chance, Judged, Mark};

/// How well a side played a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// The turns it played.
    pub turns: usize,
    /// What a turn cost it in the mean.
    pub mean_loss: Chance,
    /// Doubtful turns.
    pub doubtful: usize,
    /// Errors.
    pub errors: usize,
    /// Blunders.
    pub blunders: usize,
}

impl Summary {
    /// Adds its turns up.
    pub fn of<'a>(turns: impl Iterator<Item = &'a Judged> + Clone) -> Summary {
        let count = |mark| turns.clone().filter(|judged| judged.mark == Some(mark)).count();
        Summary {
            turns: turns.clone().count(),
            mean_loss: Chance::mean(turns.clone().map(|judged| judged.loss)),
            doubtful: count(Mark::Doubtful),
            errors: count(Mark::Error),
            blunders: count(Mark::Blunder),
        }
    }
}
