//! A line of play with what it is worth.

use tablen_rules::tafl::Move;

use crate::ForSideToMove;
use crate::analysis::Chance;
use crate::tafl::{Prospect, Scale, Thought, Value};

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line {
    /// What it is worth to the side that begins it.
    pub value: Prospect,
    /// That side's chance of winning.
    pub chance: Chance,
    /// The moves of both sides.
    pub moves: Vec<Move>,
}

impl Line {
    pub(super) fn new(value: Value, scale: Scale, moves: Vec<Move>) -> Line {
        Line { value: value.prospect(), chance: chance(value, scale).0, moves }
    }

    /// The lines of thoughts: the one that would be played, then the others by their value. A search that ends in the middle of a depth
    /// has looked at some of them less deep, and leaves them in no order.
    pub(super) fn all_of(thoughts: &[Thought]) -> Vec<Line> {
        let mut thoughts: Vec<&Thought> = thoughts.iter().collect();
        if let Some(others) = thoughts.get_mut(1..) {
            others.sort_by_key(|thought| std::cmp::Reverse(thought.value));
        }
        let line = |thought: &Thought| Line::new(thought.value, thought.scale, thought.line.clone());
        thoughts.into_iter().map(line).collect()
    }
}

/// The chance that goes with a value: the [logistic curve](Scale::chance) of its evaluation for what is uncertain.
pub(super) fn chance(value: Value, scale: Scale) -> ForSideToMove<Chance> {
    ForSideToMove(match value.prospect() {
        Prospect::Points(_) => Chance::estimated(scale.chance(value)),
        Prospect::WinsIn(_) => Chance::CERTAIN,
        Prospect::LosesIn(_) => Chance::NONE,
    })
}
