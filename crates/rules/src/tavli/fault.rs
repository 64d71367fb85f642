//! What can be wrong with a [`Setup`](super::Setup).

use crate::words::{Explain, Message, explained};

use super::{Cell, MEN, Place, Side, TURN_LIMIT};
use crate::rule::{Book, RuleId};

/// One reason why a setup is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// A side has not exactly fifteen men (Z2).
    Count {
        /// Whose men.
        side: Side,
        /// How many there are.
        men: u16,
    },
    /// Both colours stand on a cell (Z8).
    Shared {
        /// The cell.
        cell: Cell,
    },
    /// Men are borne off although others have not entered (Z16).
    OffBeforeEntering {
        /// Whose men.
        side: Side,
    },
    /// A man is where only a side can be that has moved beyond cell 6, and the setup says it has not (Z15).
    NotBeyond {
        /// Whose man.
        side: Side,
        /// Where it is.
        place: Place,
    },
    /// The setup says that a side has moved beyond cell 6, which men still in hand have kept it from (Z13, Z14).
    BeyondTooSoon {
        /// The side that cannot have moved beyond 6.
        side: Side,
        /// Whose men are still in hand.
        waiting: Side,
    },
    /// Both sides have borne off all men: the game stops at the first (Z4).
    BothOff,
    /// More turns than a game can have (Z20).
    Turns {
        /// How many turns the setup says were played.
        turns: u16,
    },
}

impl Fault {
    /// The rule that says so.
    pub const fn rule(self) -> RuleId {
        let number = match self {
            Fault::Count { .. } => 2,
            Fault::Shared { .. } => 8,
            Fault::OffBeforeEntering { .. } => 16,
            Fault::NotBeyond { .. } => 15,
            Fault::BeyondTooSoon { .. } => 14,
            Fault::BothOff => 4,
            Fault::Turns { .. } => 20,
        };
        RuleId::new(Book::Zeno, number)
    }
}

impl Fault {
    /// The side whose men it is about; nothing if it is about both.
    pub const fn side(self) -> Option<Side> {
        match self {
            Fault::Count { side, .. }
            | Fault::OffBeforeEntering { side }
            | Fault::NotBeyond { side, .. }
            | Fault::BeyondTooSoon { side, .. } => Some(side),
            Fault::Shared { .. } | Fault::BothOff | Fault::Turns { .. } => None,
        }
    }

    /// The places that it is about.
    pub fn places(self) -> Vec<Place> {
        match self {
            Fault::Shared { cell } => vec![Place::Cell(cell)],
            Fault::OffBeforeEntering { .. } => vec![Place::Hand, Place::Off],
            Fault::NotBeyond { place, .. } => vec![place],
            Fault::BeyondTooSoon { .. } => vec![Place::Hand],
            Fault::BothOff => vec![Place::Off],
            Fault::Count { .. } | Fault::Turns { .. } => Vec::new(),
        }
    }
}

/// How a side is named in a sentence.
pub(super) fn side_message(side: Side) -> Message {
    message!(match side {
        Side::White => "tavli.side.white",
        Side::Black => "tavli.side.black",
    })
}

/// How a place is named in a sentence.
pub(super) fn place_message(place: Place) -> Message {
    match place {
        Place::Hand => message!("tavli.place.hand"),
        Place::Middle(column) => message!("tavli.place.middle").with("column", column.number()),
        Place::Cell(cell) => message!("tavli.place.cell").with("cell", cell.number()),
        Place::Off => message!("tavli.place.off"),
    }
}

impl Explain for Fault {
    fn message(&self) -> Message {
        match *self {
            Fault::Count { side, men } => message!("tavli.fault.count")
                .with("side", side_message(side))
                .with("count", men)
                .with("needed", MEN),
            Fault::Shared { cell } => message!("tavli.fault.shared").with("cell", cell.number()),
            Fault::OffBeforeEntering { side } => {
                message!("tavli.fault.off-before-entering").with("side", side_message(side))
            }
            Fault::NotBeyond { side, place } => message!("tavli.fault.not-beyond")
                .with("side", side_message(side))
                .with("place", place_message(place)),
            Fault::BeyondTooSoon { side, waiting } => message!("tavli.fault.beyond-too-soon")
                .with("side", side_message(side))
                .with("waiting", side_message(waiting)),
            Fault::BothOff => message!("tavli.fault.both-off"),
            Fault::Turns { turns } => {
                message!("tavli.fault.turns").with("turns", turns).with("limit", TURN_LIMIT)
            }
        }
    }
}

/// Everything that is wrong with a setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Explain for Faults {
    fn message(&self) -> Message {
        self.0.as_slice().message()
    }
}

explained!(Fault, Faults);
