//! Nets of tafl, learned from games that the engine plays against itself.
//!
//! * [`self_play`]: the games, and which positions of them are kept;
//! * [`positions`]: the file in which they are kept, one a ruleset;
//! * [`examples`]: positions as a net sees them, with what it should say;
//! * [`mod@training`][]: learning;
//! * [`tuning`]: the weights of the classic evaluation, tuned by the same positions;
//! * [`climbing`]: the same, tuned by games.

pub mod climbing;
pub mod examples;
pub mod positions;
pub mod self_play;
pub mod training;
pub mod tuning;

/// The share of a game's result in what a net learns to say about its positions; the rest is what the search said.
pub const RESULT_WEIGHT: f64 = 0.25;
