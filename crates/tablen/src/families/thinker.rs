//! A computer player behind the engine protocol.

use tablen_engine::{Level, Signals};
use tablen_lab::protocol::{Info, Place, Thinking};
use tablen_rules::words::Message;

/// What a thinker is made with: the options of the engine protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkerOptions {
    /// How many threads think.
    pub threads: usize,
    /// The transposition table, in megabytes.
    pub megabytes: usize,
    /// How many lines are told.
    pub lines: usize,
    /// The evaluation: its name, or the file that holds it.
    pub net: String,
    /// The level it plays at; as well as it can without one.
    pub level: Option<Level>,
    /// What the errors of a level follow from.
    pub seed: u64,
}

/// A computer player that is told positions and asked to think about them.
pub trait Thinker: Send {
    /// Changes the position. What cannot be done changes nothing.
    fn set_position(&mut self, place: &Place) -> Result<(), Message>;

    /// Forgets what it has found out: another game follows.
    fn forget(&mut self);

    /// Thinks about the position, and tells what it finds as it goes and what it played best; no move if the game is over.
    fn think(
        &mut self,
        ask: &Thinking,
        lines: usize,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Info),
    ) -> Option<String>;
}
