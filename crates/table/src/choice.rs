//! One turn of any of the games as it could be played.

use std::fmt;
use std::str::FromStr;

use tablen_rules::text::Located;
use tablen_rules::{serde_as_text, tafl, tavli};
use tablen_words::{Explain, Message, explained};

/// One turn of any of the games as it could be played. Its text is that of the move or the turn.
///
/// ```
/// use tablen_table::Choice;
///
/// for text in ["E4-H4", "256: 10-16 19-24 20-22"] {
///     assert_eq!(text.parse::<Choice>()?.to_string(), text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A tafl move.
    Move(tafl::Move),
    /// A throw of tavli and what is played of it.
    Turn(tavli::Turn),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Move(mv) => mv.fmt(f),
            Choice::Turn(turn) => turn.fmt(f),
        }
    }
}

/// A text that is neither a tafl move nor a turn of tavli.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAChoice {
    /// It is no move.
    Move(Located<tafl::NotationError>),
    /// It has a throw and is no turn.
    Turn(Located<tavli::NotationError>),
}

impl Explain for NotAChoice {
    fn message(&self) -> Message {
        match self {
            NotAChoice::Move(error) => error.message(),
            NotAChoice::Turn(error) => error.message(),
        }
    }
}
explained!(NotAChoice);

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        // Only a turn has a throw in front.
        if text.contains(':') {
            text.parse().map(Choice::Turn).map_err(NotAChoice::Turn)
        } else {
            text.parse().map(Choice::Move).map_err(NotAChoice::Move)
        }
    }
}
serde_as_text!(Choice);
