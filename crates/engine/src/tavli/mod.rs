//! Players of tavli.
//!
//! A [`Player`] values all results of a throw at a glance, by its [`Evaluator`], and at the highest level
//! looks at the enemy's answers to the best of them. Lower levels err in their judgement, the more the lower, and have bad habits; a win on the
//! spot nobody misses. Where to find what:
//!
//! | | |
//! |---|---|
//! | [`Value`], [`LogOdds`] | what a position is worth; to whom is said by [`ForSideToMove`](crate::ForSideToMove) and [`ForLight`](crate::ForLight) |
//! | [`Evaluator`] | what an evaluation is: it values many positions at once |
//! | [`Net`], [`Linear`], [`PipCount`] | the evaluators |
//! | [`Weights`], `trained` | the weights of the linear one as data, and those in use |
//! | `terms`, `formation`, `shots` | what it counts |
//! | `engine`, `candidates`, `lookahead` | choosing a turn: a glance at all results, expectimax on the best |
//! | [`Ends`] | positions whose chances are known exactly |
//! | [`Settings`], [`Habits`] | the settings of every level, and its mistakes |
//! | [`analysis`], [`roll_out`] | what turns and throws of a game were worth |
//! | [`bench()`] | a checksum of all that |
//!
//! How strong they are is in `docs/strength.md`.

pub mod analysis;
mod bench;
mod budget;
mod candidates;
mod ends;
mod engine;
mod evaluator;
mod formation;
mod habits;
mod levels;
mod linear;
mod lookahead;
pub mod net;
mod pips;
mod player;
mod random;
mod rollout;
mod shots;
mod terms;
mod trained;
mod value;
mod weights;

pub use bench::{BENCHED, Bench, bench};
pub use ends::Ends;
pub use engine::{Assessment, Engine, Progress, Thought};
pub use evaluator::{Evaluator, EvaluatorKind};
pub use habits::Habits;
pub use levels::Settings;
pub use linear::Linear;
pub use lookahead::{Lookahead, Turns};
pub use net::Net;
pub use pips::PipCount;
pub use player::Player;
pub use rollout::{NotTrials, RolledOut, Rollout, Trials, roll_on, roll_out};
pub use value::{LogOdds, Value};
pub use weights::{NotWeights, Weights};
