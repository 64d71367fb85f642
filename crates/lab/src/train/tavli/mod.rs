//! The net of tavli's evaluation, learned by self-play.
//!
//! TD(λ): the net plays games against itself, and each position of them is moved towards what came of it, which is a mean of what the net
//! said later and of the result. Games are played in rounds with the same net, on any number of threads; after each round the net learns
//! from its positions, in an order of its own. The first games are played by the [linear evaluation](tablen_engine::tavli::Linear): a net
//! that knows nothing would play very long ones.
//!
//! * [`self_play`]: the games, and what they say about their positions;
//! * [`Training`][]: learning.
//!
//! What comes out depends on the settings alone. A training can be written down between two rounds and taken up again.

pub mod self_play;
mod training;

pub use training::{ROUND, Settings, Training};
