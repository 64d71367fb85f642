//! The table, its records and views. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

#[path = "nim/game.rs"]
mod nim_game;
mod support;

mod analysis;
mod conformance;
mod fixtures;
mod golden;
mod laws;
mod lessons;
mod life;
mod nim;
mod records;
mod starts;
mod study;
mod views;
