//! Why a command is refused.

use tablen_words::{Explain, Message};

use crate::dice::NoThrow;
use crate::round::{BadRules, Illegal};

/// Why a command is refused. Nothing has changed then, except where the time had run out already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game has not begun: a seat is open.
    NotBegun,
    /// The seat is taken.
    SeatTaken,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The game is over, or was called off.
    Over,
    /// The time ran out before the command came.
    OutOfTime,
    /// There is no offer or request of the opponent to answer.
    NothingAsked,
    /// It has been offered or asked already.
    AskedAlready,
    /// There is no turn to take back.
    NothingToTakeBack,
    /// A game that has begun cannot be called off; it can be resigned.
    TooLateToAbort,
    /// The command was meant for an earlier state of the table.
    Stale {
        /// The sequence number it was meant for.
        expected: u64,
        /// The next sequence number now.
        actual: u64,
    },
    /// A rule forbids it.
    Illegal(Illegal),
    /// The dice cannot be thrown.
    NoThrow(NoThrow),
    /// The rules agreed on cannot be played by.
    BadRules(BadRules),
}

impl Explain for Refusal {
    fn message(&self) -> Message {
        match self {
            Refusal::NotBegun => Message::new("table.refusal.not-begun"),
            Refusal::SeatTaken => Message::new("table.refusal.seat-taken"),
            Refusal::NotYourTurn => Message::new("table.refusal.not-your-turn"),
            Refusal::Over => Message::new("table.refusal.over"),
            Refusal::OutOfTime => Message::new("table.refusal.out-of-time"),
            Refusal::NothingAsked => Message::new("table.refusal.nothing-asked"),
            Refusal::AskedAlready => Message::new("table.refusal.asked-already"),
            Refusal::NothingToTakeBack => Message::new("table.refusal.nothing-to-take-back"),
            Refusal::TooLateToAbort => Message::new("table.refusal.too-late-to-abort"),
            Refusal::Stale { expected, actual } => {
                Message::new("table.refusal.stale").with("expected", *expected).with("actual", *actual)
            }
            Refusal::Illegal(illegal) => illegal.message(),
            Refusal::NoThrow(no_throw) => no_throw.message(),
            Refusal::BadRules(faults) => faults.message(),
        }
    }
}
tablen_words::explained!(Refusal);

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::Illegal(illegal)
    }
}

impl From<NoThrow> for Refusal {
    fn from(no_throw: NoThrow) -> Refusal {
        Refusal::NoThrow(no_throw)
    }
}
