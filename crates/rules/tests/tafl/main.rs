//! Tafl: positions, games and counts. One program, so that the rules are compiled for it once.

#[path = "../support/mod.rs"]
mod support;

mod alea;
mod ashton;
mod combinations;
mod conformance;
mod endings;
mod figures;
mod other_boards;
mod perft;
mod questions;
mod reasons;
mod tablut;
mod text;
mod variants;
mod walk;
