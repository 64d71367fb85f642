//! What is agreed before a game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tablen_engine::Level;
use tablen_rules::serde_as_text;
use tablen_rules::words::{Explain, Message, explained};

use crate::BySeat;
use crate::clock::Control;
use crate::families::{AnyGame, Ruleset};
use crate::family::{BadStart, CannotBegin, Family, GameRound};
use crate::name::tidy_name;

/// A side of any of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
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

/// Who sits on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// Nobody yet.
    #[default]
    Open,
    /// A person, by a name of their choice; an empty one means that they gave none, and is shown in the reader's language.
    Person(String),
    /// A program that says so itself, by a name of its author's choice. It sits where a person would, and may do what a person may.
    Bot(String),
    /// The computer.
    Computer(
        #[serde(with = "level")]
        #[cfg_attr(
            feature = "schema",
            schemars(with = "u8", range(min = Level::WEAKEST.number(), max = Level::STRONGEST.number()))
        )]
        Level,
    ),
}

impl Occupant {
    /// The name that somebody chose who comes to the table, person or bot; nothing for the computer, which is always there.
    ///
    /// ```
    /// use tablen_table::Occupant;
    ///
    /// assert_eq!(Occupant::Bot("Random bot".to_owned()).visitor(), Some("Random bot"));
    /// assert_eq!(Occupant::Open.visitor(), None);
    /// ```
    pub fn visitor(&self) -> Option<&str> {
        match self {
            Occupant::Person(name) | Occupant::Bot(name) => Some(name),
            Occupant::Open | Occupant::Computer(_) => None,
        }
    }

    /// The same name, to be changed.
    pub fn visitor_mut(&mut self) -> Option<&mut String> {
        match self {
            Occupant::Person(name) | Occupant::Bot(name) => Some(name),
            Occupant::Open | Occupant::Computer(_) => None,
        }
    }

    /// A visitor's name as it can be shown anywhere, wherever it comes from; nothing if there is none.
    ///
    /// ```
    /// use tablen_table::Occupant;
    ///
    /// let person = |name: &str| Occupant::Person(name.to_owned()).shown_name();
    /// assert_eq!(person("Zoë").as_deref(), Some("Zoë"));
    /// assert_eq!(person(""), None);
    /// assert_eq!(person("\u{1b}[31m\n").as_deref(), Some("[31m"));
    /// ```
    pub fn shown_name(&self) -> Option<String> {
        self.visitor().and_then(tidy_name)
    }
}

/// A level by its number.
mod level {
    use super::Level;
    use serde::de::{Error, Unexpected};
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        let known = format!("a level from {} to {}", Level::WEAKEST, Level::STRONGEST);
        Level::new(number)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number.into()), &known.as_str()))
    }
}

/// How many rounds are played, and what they count. Its text is `single`, `two-rounds` or `best-of-5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// One round.
    #[default]
    Single,
    /// Two rounds with sides exchanged; at one each, the player who captured more men over both wins (A12).
    TwoRounds,
    /// Until one player has won more than half of so many rounds, sides exchanged after each.
    BestOf(u8),
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Single => f.write_str("single"),
            Form::TwoRounds => f.write_str("two-rounds"),
            Form::BestOf(rounds) => write!(f, "best-of-{rounds}"),
        }
    }
}

/// A text that is no form of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAForm(pub String);

impl Explain for NotAForm {
    fn message(&self) -> Message {
        message!("table.not-a-form").text("text", &self.0)
    }
}
explained!(NotAForm);

impl FromStr for Form {
    type Err = NotAForm;

    fn from_str(text: &str) -> Result<Form, NotAForm> {
        match text {
            "single" => Ok(Form::Single),
            "two-rounds" => Ok(Form::TwoRounds),
            _ => text
                .strip_prefix("best-of-")
                .and_then(|rounds| rounds.parse().ok())
                .filter(|rounds| *rounds > 0)
                .map(Form::BestOf)
                .ok_or_else(|| NotAForm(text.to_owned())),
        }
    }
}
serde_as_text!(Form);

/// What is agreed before a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Spec", bound = ""))]
#[serde(bound = "")]
pub struct Spec<F: Family = AnyGame> {
    /// The rules.
    pub ruleset: F::Ruleset,
    /// Other rules for every second round: a handicap (T17).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<F::Ruleset>,
    /// The position with which every round begins; the game's usual one if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<F::Start>,
    /// How many rounds.
    #[serde(default)]
    pub form: Form,
    /// How much time.
    #[serde(default)]
    pub control: Control,
    /// Whether people who play against each other may ask the computer for hints. Against the computer, and where both share a
    /// screen, everybody may.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub help: bool,
    /// The host's side in the first round; the lot decides if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_plays: Option<Colour>,
    /// Who sits where.
    #[serde(default)]
    pub occupants: BySeat<Occupant>,
}

impl Spec {
    /// One untimed round of any of the games between two open seats, the lot deciding who plays which side.
    pub fn new(ruleset: Ruleset) -> Spec {
        Spec::of_family(ruleset)
    }
}

impl<F: Family> Spec<F> {
    /// One untimed round of a game of some family between two open seats, the lot deciding who plays which side.
    pub fn of_family(ruleset: F::Ruleset) -> Spec<F> {
        Spec {
            ruleset,
            handicap: None,
            start: None,
            form: Form::Single,
            control: Control::Untimed,
            help: false,
            host_plays: None,
            occupants: BySeat::default(),
        }
    }

    /// The rules of a round, counted from 0.
    pub fn ruleset_of(&self, round: usize) -> &F::Ruleset {
        match &self.handicap {
            Some(handicap) if round % 2 == 1 => handicap,
            _ => &self.ruleset,
        }
    }

    /// A round, counted from 0, as it begins. The start says who does, if there is one.
    pub(crate) fn begin(&self, round: usize, first: Colour) -> Result<F::Round, CannotBegin<F>> {
        begin::<F>(self.ruleset_of(round), self.start.as_ref(), first)
    }

    /// Whether every round can begin as agreed; otherwise all that is wrong with it.
    pub(crate) fn check(&self) -> Result<(), CannotBegin<F>> {
        for ruleset in [Some(&self.ruleset), self.handicap.as_ref()].into_iter().flatten() {
            begin::<F>(ruleset, self.start.as_ref(), Colour::Light)?;
        }
        Ok(())
    }
}

/// A round by these rules, from a start if there is one.
pub(crate) fn begin<F: Family>(
    ruleset: &F::Ruleset,
    start: Option<&F::Start>,
    first: Colour,
) -> Result<F::Round, CannotBegin<F>> {
    let Some(start) = start else { return F::Round::new(ruleset, first).map_err(CannotBegin::Rules) };
    let round = F::Round::from_start(ruleset, start)?;
    match round.outcome() {
        Some(_) => Err(CannotBegin::Start(BadStart::Over.into())),
        None => Ok(round),
    }
}
