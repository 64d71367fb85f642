//! What the computer thinks of the turns that were played.

use tablen_engine::{Level, Limits};
use tablen_rules::words::Message;

/// How hard the computer thinks about each turn.
#[derive(Clone, Copy)]
pub enum Effort {
    /// As it does when it plays at a level.
    Level(Level),
    /// As well as it can within limits.
    Limited(Limits),
}

/// A turn that was played, and what the computer would have played.
pub struct Judgement {
    /// Whose turn it was, as it is called in text forms.
    pub side_name: &'static str,
    /// Whose turn it was, for people.
    pub side: Message,
    /// What was played.
    pub played: String,
    /// What the computer would have played.
    pub best: String,
    /// What that is worth to the side whose turn it was.
    pub worth: Worth,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Whether that is the same.
    pub is_best: bool,
}

/// What a turn is worth to the side that plays it.
#[derive(Clone, Copy)]
pub enum Worth {
    /// Nothing is certain: points, about a hundred for a man.
    Points(i32),
    /// A win after so many moves, both sides' counted.
    WinsIn(u32),
    /// A loss after so many moves, both sides' counted.
    LosesIn(u32),
    /// How likely it wins, from 0 to 1.
    Chance(f64),
}
