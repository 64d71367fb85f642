//! Every text form as a serde string.

use crate::{rule, tafl, tavli, text::serde_as_text};

serde_as_text!(
    rule::RuleId,
    tafl::Cell,
    tafl::Arrangement,
    tafl::Setup,
    tafl::Move,
    tafl::MoveRecord,
    tafl::Ruleset,
    tavli::Ruleset,
    tavli::Roll,
    tavli::Step,
    tavli::Turn,
    tavli::Setup,
);
