//! A host and its messages. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

#[path = "../../../table/tests/table/nim/game.rs"]
mod nim_game;

mod clocks;
mod driver;
mod laws;
mod messages;
mod nim;
