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
//! | 6 | 63.1 ± 4.1 % | 260 |
//! | 5 | 65.8 ± 2.3 % | 1,000 |
//! | 4 | 70.1 ± 2.4 % | 1,000 |
//! | 3 | 68.2 ± 2.4 % | 1,000 |
//! | 2 | 67.1 ± 2.5 % | 1,000 |
//!
//! (± is the 95 % interval by pairs.) Level 6 wins 72.9 ± 4.6 % of 240 games against a blur of 12 instead of 8 hundredths: the top step can be made larger only at the cost of the others.

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
