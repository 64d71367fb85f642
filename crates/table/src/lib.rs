//! Everything about *playing* that is neither a rule nor a network.
//!
//! A [`Table`] takes [`Command`]s from its seats and turns them into [`Event`]s; the list of its events is the game. It never
//! waits and never reads a clock: time and dice are handed to it, so that the terminal, a server, a browser worker and tests all
//! drive the same code.
//!
//! * [`family`]: what the table asks of a family of games; [`Tafl`] and [`Tavli`] are two, [`AnyGame`] is either;
//! * [`dice`]: throws that anyone can check afterwards, and throws for tests and for play without an opponent;
//! * [`analysis`]: what a computer finds out about positions and about the turns of a game;
//! * [`clock`]: time controls;
//! * [`Computer`]: an engine that sits on a seat and asks for what a person would ask for;
//! * [`games`]: the games, presets and options there are;
//! * [`view`]: all that somebody needs to draw a table and to know what they can do;
//! * [`picture`]: boards drawn small, for lists and previews;
//! * [`record`]: a game as text and as JSON, written while it is played and read back even where it is damaged;
//! * [`study`]: turns tried out by one person from any position;
//! * [`verify`]: whether the throws of a log are those its seed makes.

#[macro_use]
mod texts;

/// Lets an error that is generic over the family of games print in English, as [`tablen_rules::words::explained!`] does for others.
macro_rules! explained_for_families {
    ($($name:ident),* $(,)?) => { $(
        impl<F: $crate::family::Family> std::fmt::Display for $name<F> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&tablen_rules::words::Explain::explain(self, tablen_rules::words::Lang::En))
            }
        }
        impl<F: $crate::family::Family> std::error::Error for $name<F> {}
    )* };
}
use explained_for_families;

pub mod analysis;
pub mod clock;
mod computer;
pub mod dice;
mod end;
mod event;
mod families;
pub mod family;
pub mod games;
mod keys;
mod millis;
mod name;
pub mod picture;
pub mod record;
mod refusal;
mod seat;
mod spec;
mod state;
pub mod study;
mod table;
pub mod verify;
pub mod view;

pub use computer::Computer;
pub use end::{EndReason, NotAReason};
pub use event::{Command, Entry, Event, Lot, Request, hex};
pub use families::tafl::{Tafl, TaflPosition, TaflRound, TaflStartFault};
pub use families::tavli::{StepChoice, Tavli, TavliReason, TavliRound};
pub use families::{
    AnyGame, AnyIllegal, AnyPlayer, AnyPosition, AnyReason, AnyStartFault, Choice, NotAChoice, NotAStart,
    Round, Ruleset, RulesetOption, Sketch, Start,
};
pub use family::{BadStart, CannotBegin, Family, GameRound, Illegal, NotAPlace, StartFaults};
pub use keys::RequestKey;
pub use name::{tidy_name, tidy_words, told_apart};
pub use refusal::Refusal;
pub use seat::{BySeat, Seat};
pub use spec::{Colour, Form, NotAForm, Occupant, Spec};
pub use state::{BadEvent, Draw, FinishedRound, Phase, RoundResult, State};
pub use table::{BadLog, Table};
pub use texts::TEXTS;

/// The example of the README is a test; the rules, of which it speaks, are packaged without it.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
