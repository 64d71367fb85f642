//! Players of tavli.
//!
//! A [`Player`] values all results of a throw at a glance (terms counted, weighed and summed) and at the highest level
//! looks at the enemy's answers to the best of them.

mod bench;
mod best;
mod budget;
mod camp;
mod engine;
mod evaluation;
mod lookahead;
mod player;
mod random;
mod shots;
mod sight;
mod terms;
mod value;
mod weights;

pub use bench::{Bench, bench};
pub use engine::{Engine, Report, Thought};
pub use player::Player;
pub use value::{MoverValue, WhiteValue};
