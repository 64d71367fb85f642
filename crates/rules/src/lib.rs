//! The rules of three reconstructed games, exact and fast.
//!
//! * [`tavli`]: Zeno's tavli, three dice and fifteen men a side;
//! * [`tafl`]: Tablut, Alea Evangelii and every other tafl board from 7×7 to 19×19, as data.
//!
//! The crate does no I/O, reads no clock and rolls no dice: it says what can be played, what comes of it, and why
//! something cannot be played. Every rule has an id (`Z7`, `T8`, `A10`, …) that code, tests and error messages share.
//! Whatever it says, it can say in English, French and Italian ([`words`]).
//!
//! # Features
//!
//! None is on by default, and without them the crate has no dependencies.
//!
//! * `serde`: positions, moves, throws, turns, rulesets and the other types that have a text form are serialised as that text; and
//!   `serde_as_text!` does the same for types of other crates.
//! * `lint`: `words::lint`, with which tests of a crate check the texts that it brings along.

#[macro_use]
mod macros;
#[macro_use]
mod texts;

pub mod option;
mod past;
pub mod rule;
#[cfg(feature = "serde")]
mod serialise;
mod splitmix;
pub mod tafl;
pub mod tavli;
pub mod text;
pub mod words;

pub use past::Past;
pub use texts::TEXTS;

// The macros that implement traits for text forms name it.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schemars;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
