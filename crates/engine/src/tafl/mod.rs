//! Players of tafl games.
//!
//! An [`Engine`] searches: it looks ahead by alpha-beta with iterative deepening over any ruleset and board width. A
//! [`Player`] is an engine at a [`Level`](crate::Level), with a seed that makes its weaker levels err. Where to find what:
//!
//! | | |
//! |---|---|
//! | [`ForMover`], [`ForDefenders`] | what a position is worth, and to whom |
//! | [`weights`] | every number of the evaluation |
//! | `grid`, `ground` | pieces and special cells as rows of bits, and where the king gets to |
//! | `evaluate` | a position's worth without looking ahead |
//! | `search`, `quiet`, `order`, `table` | looking ahead |
//! | [`levels`] | the settings of every level |
//! | [`bench()`] | a checksum of all that |

mod bench;
mod engine;
mod evaluate;
mod grid;
mod ground;
pub mod levels;
mod order;
mod player;
mod quiet;
mod search;
mod table;
mod value;
pub mod weights;

#[cfg(test)]
mod search_tests;

pub use bench::{BENCH_DEPTHS, bench};
pub use engine::{Engine, Report, Thought};
pub use player::Player;
pub use value::{ForDefenders, ForMover, Prospect};
