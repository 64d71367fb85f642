//! Players of tavli.
//!
//! A [`Player`] values all results of a throw at a glance (terms counted, weighed and summed) and at the highest level
//! looks at the enemy's answers to the best of them. Lower levels err in their judgement, the more the lower; a win on the
//! spot nobody misses.
//!
//! Measured with `tablen match --ladder --preset tavli --games 1000 --seed 11` (pairs of games with the same dice and colours exchanged,
//! the default rules, 95 % intervals by pairs):
//!
//! | level | against | won | score | interval |
//! |---|---|---|---|---|
//! | 2 | 1 | 709 | 70.9 % | 68.4 – 73.3 % |
//! | 3 | 2 | 697 | 69.7 % | 67.3 – 72.0 % |
//! | 4 | 3 | 683 | 68.3 % | 66.0 – 70.6 % |
//! | 5 | 4 | 734 | 73.4 % | 71.1 – 75.6 % |

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
