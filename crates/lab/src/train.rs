//! Training evaluations by self-play.
//!
//! * [`examples`]: positions as a net sees them, with what it should say;
//! * [`network`]: a net of either game while it learns;
//! * [`OtherTraining`]: what is no checkpoint of a training.

mod checkpoint;
pub mod examples;
pub mod network;
pub mod tafl;
pub mod tavli;

pub use checkpoint::OtherTraining;
