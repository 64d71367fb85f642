//! A whole turn.

use crate::words::{Explain, Message, explained};

use super::{Illegal, Play, Position, Roll, Step};

/// A throw and what was played of it: steps in the order they were made, each with its number (Z5).
///
/// Turns are equal if they have the same throw and the same steps in the same order. Two turns with the same throw that
/// lead to the same position are the same *result*: [`Results`](super::Results) has each result once, and
/// [`Position::play`] takes any legal order of steps that leads to it.
///
/// ```
/// use tablen_rules::tavli::{Position, Turn};
///
/// let turn: Turn = "256: 10-16 19-24 20-22".parse()?;
/// assert_eq!(turn.steps.len(), 3);
/// assert_eq!(turn.to_string(), "256: 10-16 19-24 20-22");
/// assert!(Position::zeno().play(&turn).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The throw.
    pub roll: Roll,
    /// What was played of it; nothing if nothing could be.
    pub steps: Vec<Step>,
}

/// Why a turn cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalTurn {
    /// The step that is not legal, from 0; the number of steps if they are legal and there should be more.
    pub index: usize,
    /// Why.
    pub reason: Illegal,
}

impl Explain for IllegalTurn {
    fn message(&self) -> Message {
        message!("tavli.illegal-turn").with("number", self.index + 1).with("reason", self.reason.message())
    }
}

explained!(IllegalTurn);

impl Position {
    /// The position after a turn.
    ///
    /// ```
    /// use tablen_rules::tavli::{Illegal, Position, Ruleset, Side};
    ///
    /// let start = Position::start(Ruleset::default(), Side::White);
    /// let error = start.play(&"256: hand-2 2-7".parse()?).unwrap_err();
    /// assert_eq!(error.index, 1);
    /// assert_eq!(error.to_string(), "Step 2, Z13: with a 5 a man must enter first.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, turn: &Turn) -> Result<Position, IllegalTurn> {
        let at = |index: usize| move |reason: Illegal| IllegalTurn { index, reason };
        let mut play: Play = self.roll(turn.roll).map_err(|over| at(0)(Illegal::GameOver(over.0)))?;
        for (index, step) in turn.steps.iter().enumerate() {
            let actual = play.step(step.from, step.die).map_err(at(index))?;
            if actual != *step {
                return Err(at(index)(Illegal::Misstated { actual }));
            }
        }
        play.finish().map_err(at(turn.steps.len()))
    }
}
