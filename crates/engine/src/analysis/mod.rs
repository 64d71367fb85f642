//! What analyses of all games have in common: chances of winning, marks, turning points, summaries, and the graph.
//!
//! What each game adds is in its own module: [`tafl::analysis`](crate::tafl::analysis), [`tavli::analysis`](crate::tavli::analysis).

mod accuracy;
mod axis;
mod basis;
mod chance;
mod graph;
mod judged;
mod mark;
mod outlook;
mod summary;

pub use accuracy::accuracy;
pub use axis::Axis;
pub use basis::basis;
pub use chance::Chance;
pub use graph::{Graph, GraphTurn, svg};
pub use judged::Judged;
pub use mark::{Mark, Thresholds};
pub use outlook::Outlook;
pub use summary::Summary;
