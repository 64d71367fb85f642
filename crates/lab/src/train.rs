//! Training evaluations by self-play.

pub mod tavli;
