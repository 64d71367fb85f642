//! Marks for turns that cost chances.

use tablen_rules::words::Message;

use super::Chance;

/// How bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Mark {
    /// A better turn was there.
    Doubtful,
    /// A much better turn was there.
    Error,
    /// It may have cost the game.
    Blunder,
}

impl Mark {
    /// Every mark, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Doubtful, Mark::Error, Mark::Blunder];

    /// Its name in data and text keys.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Doubtful => "doubtful",
            Mark::Error => "error",
            Mark::Blunder => "blunder",
        }
    }

    /// The sign that annotators put behind a turn.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Doubtful => "?!",
            Mark::Error => "?",
            Mark::Blunder => "??",
        }
    }

    /// Its name for people.
    pub fn text(self) -> Message {
        message!(format!("analysis.mark.{}", self.name()))
    }
}

/// From which loss of winning chances on a turn gets each mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// From here on a turn is doubtful.
    pub doubtful: Chance,
    /// From here on it is an error.
    pub error: Chance,
    /// From here on it is a blunder.
    pub blunder: Chance,
}

impl Thresholds {
    /// The thresholds that chess players know from lichess: 5, 10 and 15 percent of the games.
    pub const USUAL: Thresholds = Thresholds {
        doubtful: Chance::from_percent(5),
        error: Chance::from_percent(10),
        blunder: Chance::from_percent(15),
    };

    /// The mark for a loss.
    ///
    /// ```
    /// use tablen_engine::analysis::{Chance, Mark, Thresholds};
    ///
    /// let mark = |percent| Thresholds::USUAL.mark(Chance::from_percent(percent));
    /// assert_eq!([4, 5, 10, 15].map(mark), [None, Some(Mark::Doubtful), Some(Mark::Error), Some(Mark::Blunder)]);
    /// ```
    pub fn mark(&self, loss: Chance) -> Option<Mark> {
        [(self.blunder, Mark::Blunder), (self.error, Mark::Error), (self.doubtful, Mark::Doubtful)]
            .into_iter()
            .find_map(|(from, mark)| (loss >= from).then_some(mark))
    }
}
