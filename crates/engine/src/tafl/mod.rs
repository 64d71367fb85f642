//! Players of tafl games.
//!
//! An [`Engine`] searches: it looks ahead by alpha-beta with iterative deepening over any ruleset and board width, and judges what it
//! finds by an [`Evaluation`]. A [`Player`] is an engine with [`Settings`], such as those of a
//! [`Level`](crate::Level), and a seed that makes its weaker levels err. Where to find what:
//!
//! | | |
//! |---|---|
//! | [`Value`], [`Points`], [`Scale`] | what a position is worth, and what that means; to whom is said by [`ForSideToMove`](crate::ForSideToMove) and [`ForLight`](crate::ForLight) |
//! | [`Evaluation`] | what an evaluation is: it is told of every move made and taken back |
//! | [`Net`], [`Classic`], [`Material`] | the evaluations |
//! | [`weights`] | every number of the classic evaluation |
//! | [`PositionInfo`] | what is looked at once for every position: the king's reach, the siege |
//! | `engine`, `deepening` | threads; iterative deepening with aspiration windows, and when it is enough |
//! | `search`, `root`, `pruning` | principal variation search with late move reductions; what a thread owns (`Worker`) and what threads share (`Shared`) |
//! | `quiescence` | captures and wins in one at the end of a line |
//! | `move_picker`, `history` | move ordering: transposition move, captures, killers, history and continuation history |
//! | `tunables` | every number of the search |
//! | `transposition` | the transposition table |
//! | [`solver`] | proofs of forced wins |
//! | [`levels`], [`Lapses`] | the settings of every level, and how weaker ones err |
//! | [`analysis`] | the best lines of a position, what the moves of a game cost, and facts that explain them |
//! | [`bench()`] | a checksum of all that |

pub mod analysis;
mod bench;
mod classic;
mod corner_walls;
mod correction;
mod deepening;
mod engine;
mod evaluation;
mod history;
mod lapses;
pub mod levels;
mod material;
mod move_picker;
pub mod net;
mod noise;
mod player;
mod position_info;
mod pruning;
mod quiescence;
mod root;
pub(crate) mod scales;
mod search;
pub mod solver;
mod transposition;
mod tunables;
mod value;
pub mod weights;

#[cfg(test)]
mod search_tests;

pub use bench::{BENCH_DEPTHS, BENCHED, BenchCount, bench};
pub use classic::Classic;
pub use engine::{Engine, Thought};
pub use evaluation::{Evaluation, EvaluationKind};
pub use lapses::Lapses;
pub use levels::{Settings, TABLE_ENTRY_BYTES};
pub use material::Material;
pub use net::Net;
pub use player::Player;
pub use position_info::PositionInfo;
pub use transposition::TranspositionTable;
pub use tunables::Tunables;
pub use value::{Points, Prospect, Scale, Value};
pub use weights::Weights;
