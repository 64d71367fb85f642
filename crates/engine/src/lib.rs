//! Computer players.
//!
//! A player is asked to think about a position within [`Limits`], with a switch and a clock [handed in](Signals), and tells how far it
//! is. For the same position, seed and limit of nodes it always answers the same. Players know of rules and numbers, not of
//! seats, sockets or files, and read no clock of their own. What they find out about positions and games is told by [`analysis`], in
//! English, French and Italian.
//!
//! # Features
//!
//! * `serde`: what an analysis found can be serialised.

#[macro_use]
mod texts;

pub mod analysis;
pub mod level;
pub mod limits;
pub mod net;
mod random;
pub mod settings;
pub mod tafl;
pub mod tavli;
pub mod value;

pub use level::Level;
pub use limits::{Clock, Limits, Signals, StandingClock, Stop};
pub use settings::Settings;
pub use texts::TEXTS;
pub use value::{ForLight, ForSideToMove};

/// The examples of the documentation are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/analysis.md")]
struct AnalysisDocs;
