//! Everything about *playing* that is neither a rule nor a network.
//!
//! The table never waits and never reads a clock: time and dice are handed to it, so that the terminal, a server, a browser
//! worker and tests all drive the same code. What is here so far are its parts:
//!
//! * [`dice`]: throws that anyone can check afterwards, and throws for tests and for play without an opponent;
//! * [`clock`]: time controls.

pub mod clock;
pub mod dice;
pub mod seat;

pub use seat::{BySeat, Seat};
