//! The first moves of a search: what is known of each.

use tablen_rules::tafl::Move;

use super::value::Value;

/// A first move and what came of looking at it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// What it is worth, by the last look that told more than a bound.
    pub(super) value: Value,
    /// How many moves ahead that look went; 0 before the first.
    pub(super) depth: i32,
    /// The last look showed only that it is worth no more than this.
    pub(super) at_most: Option<Value>,
    /// The line expected after it, itself first.
    pub(super) line: Vec<Move>,
    /// How many positions were looked at below it.
    pub(super) nodes: u64,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> RootMove {
        RootMove { mv, value: Value::WORST, depth: 0, at_most: None, line: vec![mv], nodes: 0 }
    }

    /// It was looked at; with `tells` its value means something, otherwise it is only not better than another move.
    pub(super) fn searched(&mut self, depth: i32, value: Value, tells: bool, line: &[Move]) {
        if tells {
            self.value = value;
            self.depth = depth;
            self.at_most = None;
            self.line.truncate(1);
            self.line.extend_from_slice(line);
        } else {
            self.at_most = Some(value);
        }
    }
}
