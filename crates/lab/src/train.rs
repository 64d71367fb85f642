//! Training evaluations by self-play.
//!
//! * [`examples`]: positions as a net sees them, with what it should say;
//! * [`epochs`]: learning from examples that are all there before;
//! * [`position_file`]: what files of positions to learn from have in common;
//! * [`network`]: a net of either game while it learns;
//! * [`OtherTraining`]: what is no checkpoint of a training.

mod checkpoint;
pub mod epochs;
pub mod examples;
pub mod network;
pub mod position_file;
pub mod tafl;
pub mod tavli;

pub use checkpoint::OtherTraining;
