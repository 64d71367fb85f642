//! Everything about *playing* that is neither a rule nor a network.
//!
//! A [`Table`] takes [`Command`]s from its seats and turns them into [`Event`]s; the list of its events is the game. It never
//! waits and never reads a clock: time and dice are handed to it, so that the terminal, a server, a browser worker and tests all
//! drive the same code.
//!
//! * [`dice`]: throws that anyone can check afterwards, and throws for tests and for play without an opponent;
//! * [`clock`]: time controls;
//! * [`Computer`]: an engine that sits on a seat and asks for what a person would ask for;
//! * [`games`]: the games, presets and options there are;
//! * [`view`]: all that somebody needs to draw a table and to know what they can do;
//! * [`record`]: a game as text and as JSON, written while it is played and read back even where it is damaged;
//! * [`verify`]: whether the throws of a log are those its seed makes.

#[macro_use]
mod texts;

mod choice;
pub mod clock;
mod computer;
pub mod dice;
mod event;
pub mod games;
mod millis;
pub mod record;
mod refusal;
mod round;
mod seat;
mod spec;
mod state;
mod table;
pub mod verify;
pub mod view;
mod why;

pub use choice::{Choice, NotAChoice};
pub use computer::Computer;
pub use event::{Command, Entry, Event, Lot, Request, hex};
pub use refusal::Refusal;
pub use round::{BadRules, EndReason, Illegal, NotAReason, Round, TavliRound};
pub use seat::{BySeat, Seat};
pub use spec::{Colour, Form, NotAForm, Occupant, Ruleset, Spec};
pub use state::{BadEvent, Draw, FinishedRound, Phase, RoundResult, State};
pub use table::{BadLog, Table};
pub use texts::TEXTS;
pub use why::NotAPlace;
