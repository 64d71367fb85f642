//! Nets of tafl, learned from games that the engine plays against itself.
//!
//! * [`positions`]: the file in which positions of such games are kept, one file a ruleset;
//! * [`self_play`]: the games.

pub mod positions;
pub mod self_play;
