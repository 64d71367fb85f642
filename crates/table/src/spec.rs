//! What is agreed before a game.

use tablen_rules::{tafl, tavli};

use crate::BySeat;
use crate::clock::Control;

/// The rules of any of the games. Only here, at the table's edge, do the games meet in one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// A tafl game.
    Tafl(tafl::Ruleset),
    /// Zeno's tavli.
    Tavli(tavli::Ruleset),
}

/// A side of any of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// Attackers in tafl, black in tavli.
    Dark,
    /// Defenders in tafl, white in tavli.
    Light,
}

impl Colour {
    /// The opponent's.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Dark => Colour::Light,
            Colour::Light => Colour::Dark,
        }
    }
}

impl From<tafl::Side> for Colour {
    fn from(side: tafl::Side) -> Colour {
        match side {
            tafl::Side::Attackers => Colour::Dark,
            tafl::Side::Defenders => Colour::Light,
        }
    }
}

impl From<Colour> for tafl::Side {
    fn from(colour: Colour) -> tafl::Side {
        match colour {
            Colour::Dark => tafl::Side::Attackers,
            Colour::Light => tafl::Side::Defenders,
        }
    }
}

impl From<tavli::Side> for Colour {
    fn from(side: tavli::Side) -> Colour {
        match side {
            tavli::Side::White => Colour::Light,
            tavli::Side::Black => Colour::Dark,
        }
    }
}

impl From<Colour> for tavli::Side {
    fn from(colour: Colour) -> tavli::Side {
        match colour {
            Colour::Light => tavli::Side::White,
            Colour::Dark => tavli::Side::Black,
        }
    }
}

/// Who sits on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Occupant {
    /// Nobody yet.
    #[default]
    Open,
    /// A person, by a name of their choice.
    Person(String),
    /// The computer, at the level with that number.
    Computer(u8),
}

/// How many rounds are played, and what they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// One round.
    #[default]
    Single,
    /// Two rounds with sides exchanged; at one each, whoever captured more men over both (A12).
    TwoRounds,
    /// Until one player has won more than half of so many rounds, sides exchanged after each.
    BestOf(u8),
}

/// What is agreed before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The rules.
    pub ruleset: Ruleset,
    /// Other rules for every second round: a handicap (T17).
    pub handicap: Option<Ruleset>,
    /// How many rounds.
    pub form: Form,
    /// How much time.
    pub control: Control,
    /// The host's side in the first round; the lot decides if nothing is said.
    pub host_plays: Option<Colour>,
    /// Who sits where.
    pub occupants: BySeat<Occupant>,
}

impl Spec {
    /// The rules of a round, counted from 0.
    pub fn ruleset_of(&self, round: usize) -> &Ruleset {
        match &self.handicap {
            Some(handicap) if round % 2 == 1 => handicap,
            _ => &self.ruleset,
        }
    }
}
