//! A computer player behind the engine protocol.

use std::time::Duration;

use tablen_engine::tafl::{TABLE_ENTRY_BYTES, TranspositionTable};
use tablen_engine::{Level, Signals};
use tablen_lab::protocol::{Info, Place, Thinking};
use tablen_rules::words::Message;

/// What a thinker is made with: options of the engine protocol.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkerOptions {
    /// How many threads think.
    pub threads: usize,
    /// The transposition table, in megabytes.
    pub megabytes: usize,
    /// The evaluation: its name, or the file that holds it.
    pub net: String,
    /// The level it plays at; as well as it can without one.
    pub level: Option<Level>,
    /// What the errors of a level follow from.
    pub seed: u64,
}

/// How a thinker thinks, whoever it is: the other options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// How many lines are told.
    pub lines: usize,
    /// What a move costs on its way to the clock.
    pub overhead: Duration,
}

/// A table of so many megabytes, if there is room for it.
pub fn table(megabytes: usize) -> Result<TranspositionTable, Message> {
    // A table that does not fit into memory would end the program.
    let mut room = Vec::<u8>::new();
    if room.try_reserve_exact(megabytes << 20).is_err() {
        return Err(message!("engine.error.memory").with("megabytes", megabytes));
    }
    drop(room);
    Ok(TranspositionTable::new(megabytes * (1 << 20) / TABLE_ENTRY_BYTES))
}

/// A computer player that is told positions and asked to think about them.
pub trait Thinker: Send {
    /// Changes the position. What cannot be done changes nothing.
    fn set_position(&mut self, place: &Place) -> Result<(), Message>;

    /// Takes over a table, in place of the least possible with which it is made. What is in it is forgotten.
    fn set_table(&mut self, table: TranspositionTable);

    /// Leaves its table to another.
    fn into_table(self: Box<Self>) -> TranspositionTable;

    /// Forgets what it has found out: another game follows.
    fn forget(&mut self);

    /// Whether it is known how long to think about the position.
    fn check(&self, ask: &Thinking) -> Result<(), Message>;

    /// Thinks about the position, and tells what it finds as it goes and what it played best; no move if the game is over. The clock of
    /// `signals` shows the time since this was asked.
    fn think(
        &mut self,
        ask: &Thinking,
        manner: Manner,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Info),
    ) -> Option<String>;
}
