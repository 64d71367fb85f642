//! Why a command is refused.

use tablen_rules::rule::RuleId;
use tablen_rules::words::{Explain, Message};

use crate::dice::NoThrow;
use crate::families::AnyGame;
use crate::family::{BadStart, CannotBegin, Family, Illegal, StartFaults};

/// Why a command is refused. Nothing has changed then, except where the time had run out already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal<F: Family = AnyGame> {
    /// The game has not begun: a seat is open.
    NotBegun,
    /// The seat is taken.
    SeatTaken,
    /// It is the opponent's turn.
    NotYourTurn,
    /// To join is to sit down as somebody.
    NobodyJoins,
    /// A game being played cannot be left; it can be resigned.
    CannotLeave,
    /// The game is over, or was called off.
    Over,
    /// The game is not over yet.
    NotOver,
    /// There can be no other game: this one was called off, or a player has left.
    NoRematch,
    /// The host's machine is away, and time stands still.
    Paused,
    /// This cannot happen at this moment.
    OutOfPlace,
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
    Illegal(Illegal<F>),
    /// The dice cannot be thrown.
    NoThrow(NoThrow),
    /// The rules agreed on cannot be played by.
    BadRules(F::RulesetFaults),
    /// The start agreed on cannot be begun with.
    BadStart(StartFaults<F>),
}

impl<F: Family> Refusal<F> {
    /// The rule of the game that forbids it, if one does.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Refusal::Illegal(illegal) => illegal.rule(),
            Refusal::BadStart(faults) => faults.0.iter().find_map(BadStart::rule),
            _ => None,
        }
    }
}

impl<F: Family> Explain for Refusal<F> {
    fn message(&self) -> Message {
        match self {
            Refusal::NotBegun => message!("table.refusal.not-begun"),
            Refusal::SeatTaken => message!("table.refusal.seat-taken"),
            Refusal::NotYourTurn => message!("table.refusal.not-your-turn"),
            Refusal::NobodyJoins => message!("table.refusal.nobody-joins"),
            Refusal::CannotLeave => message!("table.refusal.cannot-leave"),
            Refusal::Over => message!("table.refusal.over"),
            Refusal::NotOver => message!("table.refusal.not-over"),
            Refusal::NoRematch => message!("table.refusal.no-rematch"),
            Refusal::Paused => message!("table.refusal.paused"),
            Refusal::OutOfPlace => message!("table.refusal.out-of-place"),
            Refusal::OutOfTime => message!("table.refusal.out-of-time"),
            Refusal::NothingAsked => message!("table.refusal.nothing-asked"),
            Refusal::AskedAlready => message!("table.refusal.asked-already"),
            Refusal::NothingToTakeBack => message!("table.refusal.nothing-to-take-back"),
            Refusal::TooLateToAbort => message!("table.refusal.too-late-to-abort"),
            Refusal::Stale { expected, actual } => {
                message!("table.refusal.stale").with("expected", *expected).with("actual", *actual)
            }
            Refusal::Illegal(illegal) => illegal.message(),
            Refusal::NoThrow(no_throw) => no_throw.message(),
            Refusal::BadRules(faults) => faults.message(),
            Refusal::BadStart(faults) => faults.message(),
        }
    }
}
crate::explained_for_families!(Refusal);

impl<F: Family> From<Illegal<F>> for Refusal<F> {
    fn from(illegal: Illegal<F>) -> Refusal<F> {
        Refusal::Illegal(illegal)
    }
}

impl<F: Family> From<CannotBegin<F>> for Refusal<F> {
    fn from(cannot: CannotBegin<F>) -> Refusal<F> {
        match cannot {
            CannotBegin::Rules(faults) => Refusal::BadRules(faults),
            CannotBegin::Start(faults) => Refusal::BadStart(faults),
        }
    }
}

impl<F: Family> From<NoThrow> for Refusal<F> {
    fn from(no_throw: NoThrow) -> Refusal<F> {
        Refusal::NoThrow(no_throw)
    }
}
