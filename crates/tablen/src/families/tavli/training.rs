//! Learning the weights of tavli's evaluation by self-play.

pub use tablen_lab::train::tavli::{NotATraining, Settings, Training};

/// The game that is trained.
pub const GAME: &str = "tavli";
/// Where its weights go unless it is said.
pub const WEIGHTS: &str = "tavli.weights";
