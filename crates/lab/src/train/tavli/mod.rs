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
//! A net that plays well goes on from positions of its games that were looked at for longer:
//!
//! * [`labelling`]: what such positions are worth;
//! * [`labelled`]: the file in which they are kept;
//! * [`Supervised`]: learning from them.
//!
//! What comes out depends on the settings alone. Either training can be written down, between two rounds or epochs, and taken up again.

pub mod labelled;
pub mod labelling;
mod plain;
pub mod self_play;
mod supervised;
mod training;

pub use supervised::Supervised;
pub use training::{ROUND, Settings, Training};
