//! Players of tavli.
//!
//! A [`Player`] values all results of a throw at a glance (terms counted, weighed and summed) and at the highest level
//! looks at the enemy's answers to the best of them. Lower levels err in their judgement, the more the lower; a win on the
//! spot nobody misses.
//!
//! Games won against the level below, in pairs with the same dice and colours exchanged, under the default rules:
//!
//! | level | won | games |
//! |---|---|---|
//! | 5 | 71.3 ± 2.5 % | 802 |
//! | 4 | 69.8 ± 1.6 % | 2,000 |
//! | 3 | 71.1 ± 1.6 % | 2,000 |
//! | 2 | 71.4 ± 1.7 % | 2,000 |
//!
//! (± is the 95 % interval by pairs.)

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
