//! Training evaluations by self-play.

pub mod tafl;
pub mod tavli;
