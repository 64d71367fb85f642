//! Tavli: turns, endings and texts. One program, so that the rules are compiled for it once.

#[path = "../support/mod.rs"]
mod support;

mod bearing_off;
mod compulsion;
mod course;
mod entering;
mod messages;
mod random;
mod text;
