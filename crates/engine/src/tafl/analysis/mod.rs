//! Analysis of positions and games: the best lines with chances of winning, what each move cost, and the facts that explain it.
//!
//! [`analyse_position`] and [`analyse_game`] ask an [`Engine`](super::Engine); [`facts_of`] looks at the board alone. For a limit of
//! nodes, on one thread, the answers are always the same.

mod facts;
mod game;
mod line;
mod position;
mod reasons;

pub use facts::{Fact, facts_of, reason_for};
pub use game::{GameAnalysis, GameWalk, MoveAnalysis, Walked, analyse_game};
pub use line::Line;
pub use position::{PositionAnalysis, analyse_position};
pub use reasons::{Reason, reasons_against};
