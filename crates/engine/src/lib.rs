//! Computer players.
//!
//! A player is asked to [think](limits): about a position, within [`Limits`], until told to [`Stop`], and reports how far it
//! is. For the same position, seed and limit of nodes it always answers the same. Players know of rules and numbers, not of
//! seats, sockets or files.

pub mod level;
pub mod limits;
mod random;
pub mod tafl;
pub mod tavli;

pub use level::Level;
pub use limits::{Limits, Stop};
