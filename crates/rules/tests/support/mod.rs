//! What the tests share, by game.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each file uses its own part, and a test may fail by a panic"
)]

pub mod tafl;
pub mod tavli;
