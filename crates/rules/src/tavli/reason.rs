//! Why something cannot be played, as data.

use crate::words::{Explain, Message, explained};

use super::fault::place_message;
use super::field::{Field, Phase1, TurnState};
use super::packed::on;
use super::{Cell, Column, Die, Outcome, Place, Step};
use crate::rule::{Book, RuleId};

/// Why a try is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Illegal {
    /// The game is over (Z4, Z20).
    GameOver(Outcome),
    /// The number was not thrown (Z5).
    NotThrown {
        /// The number.
        die: Die,
    },
    /// The number was thrown and has been played as often as it counts (Z6).
    UsedUp {
        /// The number.
        die: Die,
    },
    /// The player has no man there (Z5).
    NoMan {
        /// Where.
        from: Place,
    },
    /// A man that is borne off stays off (Z16).
    StaysOff,
    /// No number of the throw leads there (Z5).
    NoNumberLeads {
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// Two or more enemy men block the cell (Z9).
    Blocked {
        /// The cell.
        cell: Cell,
        /// How many there are.
        men: u8,
    },
    /// A single enemy man that cannot be hit yet blocks the cell (Z15).
    Immune {
        /// The cell.
        cell: Cell,
    },
    /// An entering man may not hit, and a single enemy man stands there (Z15).
    EnteringMayNotHit {
        /// The cell.
        cell: Cell,
    },
    /// A hit man must re-enter before any other man moves (Z12).
    HitMenFirst {
        /// The first column of the middle row with a hit man.
        column: Column,
    },
    /// The number can enter a man, so it must (Z13, `phase1_move: per-die`).
    EnterFirst {
        /// The number.
        die: Die,
    },
    /// A number of the throw could enter a man, so no man on the board moves (Z13, `phase1_move: per-throw`).
    EnterFirstThisThrow,
    /// With men in hand no man moves beyond cell 6 (Z13).
    BeyondWithMenInHand {
        /// How many are in hand.
        hand: u8,
    },
    /// No man moves beyond cell 6 before the opponent's men are in (Z14, `gate: both`).
    GateShut,
    /// A man stands outside 19–24 or has not entered: nobody is borne off yet (Z16).
    NotAllHome {
        /// Where the man is.
        place: Place,
    },
    /// A hit man stops bearing off until it is back (Z18).
    HitWhileBearingOff {
        /// The first column of the middle row with a hit man.
        column: Column,
    },
    /// The number is too large for this man while another stands farther from the exit (Z17).
    FartherMan {
        /// The occupied cell farthest from the exit.
        cell: Cell,
    },
    /// After this step fewer steps could be played than the throw allows (Z7).
    LosesNumber {
        /// How many steps can be played with the whole throw.
        most: u8,
    },
    /// After this step as many steps but fewer pips could be played (Z7, `compulsion: higher-die`).
    LosesHigher {
        /// How many pips can be played with the whole throw.
        most: u8,
    },
    /// More must be played before the turn ends (Z7).
    Unfinished {
        /// How many steps can still be played.
        more: u8,
    },
    /// A man does move from there with that number, but elsewhere or with another effect (Z5).
    Misstated {
        /// The step as it really is.
        actual: Step,
    },
}

impl Illegal {
    /// The rule that forbids it.
    pub const fn rule(self) -> RuleId {
        let number = match self {
            Illegal::GameOver(Outcome::BorneOff(_)) => 4,
            Illegal::GameOver(Outcome::TurnLimit) => 20,
            Illegal::NotThrown { .. }
            | Illegal::NoMan { .. }
            | Illegal::NoNumberLeads { .. }
            | Illegal::Misstated { .. } => 5,
            Illegal::UsedUp { .. } => 6,
            Illegal::Blocked { .. } => 9,
            Illegal::Immune { .. } | Illegal::EnteringMayNotHit { .. } => 15,
            Illegal::HitMenFirst { .. } => 12,
            Illegal::EnterFirst { .. }
            | Illegal::EnterFirstThisThrow
            | Illegal::BeyondWithMenInHand { .. } => 13,
            Illegal::GateShut => 14,
            Illegal::StaysOff | Illegal::NotAllHome { .. } => 16,
            Illegal::FartherMan { .. } => 17,
            Illegal::HitWhileBearingOff { .. } => 18,
            Illegal::LosesNumber { .. } | Illegal::LosesHigher { .. } | Illegal::Unfinished { .. } => 7,
        };
        RuleId::new(Book::Zeno, number)
    }

    /// The name of the reason: `blocked`, `loses-number`.
    pub const fn name(self) -> &'static str {
        match self {
            Illegal::GameOver(_) => "game-over",
            Illegal::NotThrown { .. } => "not-thrown",
            Illegal::UsedUp { .. } => "used-up",
            Illegal::NoMan { .. } => "no-man",
            Illegal::StaysOff => "stays-off",
            Illegal::NoNumberLeads { .. } => "no-number-leads",
            Illegal::Blocked { .. } => "blocked",
            Illegal::Immune { .. } => "immune",
            Illegal::EnteringMayNotHit { .. } => "entering-may-not-hit",
            Illegal::HitMenFirst { .. } => "hit-men-first",
            Illegal::EnterFirst { .. } => "enter-first",
            Illegal::EnterFirstThisThrow => "enter-first-this-throw",
            Illegal::BeyondWithMenInHand { .. } => "beyond-with-men-in-hand",
            Illegal::GateShut => "gate-shut",
            Illegal::NotAllHome { .. } => "not-all-home",
            Illegal::HitWhileBearingOff { .. } => "hit-while-bearing-off",
            Illegal::FartherMan { .. } => "farther-man",
            Illegal::LosesNumber { .. } => "loses-number",
            Illegal::LosesHigher { .. } => "loses-higher",
            Illegal::Unfinished { .. } => "unfinished",
            Illegal::Misstated { .. } => "misstated",
        }
    }

    /// The place that the reason is about, if it is about one.
    pub const fn place(self) -> Option<Place> {
        match self {
            Illegal::NoMan { from: place } | Illegal::NotAllHome { place } => Some(place),
            Illegal::Blocked { cell, .. }
            | Illegal::Immune { cell }
            | Illegal::EnteringMayNotHit { cell }
            | Illegal::FartherMan { cell } => Some(Place::Cell(cell)),
            Illegal::HitMenFirst { column } | Illegal::HitWhileBearingOff { column } => {
                Some(Place::Middle(column))
            }
            _ => None,
        }
    }
}

impl Explain for Illegal {
    fn message(&self) -> Message {
        let message = match *self {
            Illegal::GameOver(outcome) => {
                message!("tavli.illegal.game-over").with("outcome", outcome.message())
            }
            Illegal::NotThrown { die } => message!("tavli.illegal.not-thrown").with("die", die.pips()),
            Illegal::UsedUp { die } => message!("tavli.illegal.used-up").with("die", die.pips()),
            Illegal::NoMan { from } => message!("tavli.illegal.no-man").with("place", place_message(from)),
            Illegal::StaysOff => message!("tavli.illegal.stays-off"),
            Illegal::NoNumberLeads { from, to } => message!("tavli.illegal.no-number-leads")
                .with("from", place_message(from))
                .with("to", place_message(to)),
            Illegal::Blocked { cell, men } => {
                message!("tavli.illegal.blocked").with("cell", cell.number()).with("men", men)
            }
            Illegal::Immune { cell } => message!("tavli.illegal.immune").with("cell", cell.number()),
            Illegal::EnteringMayNotHit { cell } => {
                message!("tavli.illegal.entering-may-not-hit").with("cell", cell.number())
            }
            Illegal::HitMenFirst { column } => {
                message!("tavli.illegal.hit-men-first").with("column", column.number())
            }
            Illegal::EnterFirst { die } => message!("tavli.illegal.enter-first").with("die", die.pips()),
            Illegal::EnterFirstThisThrow => message!("tavli.illegal.enter-first-this-throw"),
            Illegal::BeyondWithMenInHand { hand } => {
                message!("tavli.illegal.beyond-with-men-in-hand").with("hand", hand)
            }
            Illegal::GateShut => message!("tavli.illegal.gate-shut"),
            Illegal::NotAllHome { place } => {
                message!("tavli.illegal.not-all-home").with("place", place_message(place))
            }
            Illegal::HitWhileBearingOff { column } => {
                message!("tavli.illegal.hit-while-bearing-off").with("column", column.number())
            }
            Illegal::FartherMan { cell } => message!("tavli.illegal.farther-man").with("cell", cell.number()),
            Illegal::LosesNumber { most } => message!("tavli.illegal.loses-number").with("most", most),
            Illegal::LosesHigher { most } => message!("tavli.illegal.loses-higher").with("most", most),
            Illegal::Unfinished { more } => message!("tavli.illegal.unfinished").with("more", more),
            Illegal::Misstated { actual } => message!("tavli.illegal.misstated").text("step", actual),
        };
        message.text("rule", self.rule())
    }
}

explained!(Illegal);

/// What the rules of a single step (Z9–Z18) have against playing a number from a place where a man is. The first
/// reason that a player can do something about comes first.
pub(super) fn against(field: &Field, state: &TurnState, from: Place, die: Die) -> Option<Illegal> {
    if field.sources(state, die).contains(from) {
        return None;
    }
    let own = state.own();
    let hit = Column::all().find(|column| own.hit(*column) > 0);
    let landing = match (from, field.target(from, die)?) {
        (Place::Hand, Place::Cell(cell)) => {
            if let Some(column) = hit {
                return Some(Illegal::HitMenFirst { column });
            }
            cell
        }
        (Place::Middle(_), Place::Cell(cell)) => cell,
        (Place::Cell(from), to) => match against_moving_on_board(field, state, hit, from, to, die) {
            Some(reason) => return Some(reason),
            None => match to {
                Place::Cell(cell) => cell,
                _ => return None,
            },
        },
        (_, _) => return Some(Illegal::StaysOff),
    };
    let men = field.enemies(state, landing);
    let blocked = field.blocked & on(u32::from(landing.number())) != 0;
    Some(match (men, blocked) {
        (1, true) => Illegal::Immune { cell: landing },
        (1, false) => Illegal::EnteringMayNotHit { cell: landing },
        _ => Illegal::Blocked { cell: landing, men },
    })
}

/// The rules on men of the board other than where they land.
fn against_moving_on_board(
    field: &Field,
    state: &TurnState,
    hit: Option<Column>,
    from: Cell,
    to: Place,
    die: Die,
) -> Option<Illegal> {
    let own = state.own();
    if let Some(column) = hit {
        return Some(match to {
            Place::Off => Illegal::HitWhileBearingOff { column },
            _ => Illegal::HitMenFirst { column },
        });
    }
    if own.hand() > 0 {
        match field.phase1 {
            Phase1::NotThisThrow => return Some(Illegal::EnterFirstThisThrow),
            Phase1::PerDie if field.can_enter(state, die) => return Some(Illegal::EnterFirst { die }),
            _ => {}
        }
    }
    let outside = Cell::all().find(|cell| *cell < Cell::HOME && own.on(*cell) > 0).map(Place::Cell);
    match to {
        Place::Off if own.hand() > 0 => Some(Illegal::NotAllHome { place: Place::Hand }),
        Place::Off => match outside {
            Some(place) => Some(Illegal::NotAllHome { place }),
            None if field.gate_shut => Some(Illegal::GateShut),
            None => Cell::all()
                .find(|cell| own.on(*cell) > 0)
                .filter(|farthest| *farthest < from)
                .map(|cell| Illegal::FartherMan { cell }),
        },
        Place::Cell(cell) if cell > Cell::GATE && own.hand() > 0 => {
            Some(Illegal::BeyondWithMenInHand { hand: own.hand() })
        }
        Place::Cell(cell) if cell > Cell::GATE && field.gate_shut => Some(Illegal::GateShut),
        _ => None,
    }
}
