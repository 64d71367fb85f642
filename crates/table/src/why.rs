//! Why something cannot be moved from one place to another, for whoever points at places and knows no rule.

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as NotRead, StrDeserializer};
use tablen_rules::{tafl, tavli};
use tablen_words::{Explain, Message};

use crate::round::{Illegal, Round};

/// A text that names no place on the board of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPlace(pub String);

impl Explain for NotAPlace {
    fn message(&self) -> Message {
        message!("table.not-a-place").text("text", &self.0)
    }
}
tablen_words::explained!(NotAPlace);

impl Round {
    /// Why nothing can be moved from a place to another, both in the game's own text form; nothing if it can.
    ///
    /// ```
    /// use tablen_table::{Colour, Round, Ruleset};
    ///
    /// let round = Round::new(&Ruleset::from_preset("tablut").unwrap(), Colour::Light)?;
    /// assert_eq!(round.why_not("E3", "C3")?, None);
    /// assert_eq!(round.why_not("E3", "D4")?.unwrap().to_string(), "T4: pieces move along a row or a column.");
    /// assert!(round.why_not("E3", "off").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal>, NotAPlace> {
        match self {
            Round::Tafl(game) => {
                let mv = tafl::Move { from: place(from)?, to: place(to)? };
                Ok(game.why_not(mv).map(Illegal::Tafl))
            }
            Round::Tavli(round) => {
                let (from, to): (tavli::Place, tavli::Place) = (place(from)?, place(to)?);
                Ok(match round.under_way() {
                    Some(play) => play.why_not_to(from, to).map(Illegal::Tavli),
                    None => Some(Illegal::NotThrown),
                })
            }
        }
    }
}

/// A place as it is sent over the wire.
fn place<'text, P: Deserialize<'text>>(text: &'text str) -> Result<P, NotAPlace> {
    let read: StrDeserializer<'text, NotRead> = text.into_deserializer();
    P::deserialize(read).map_err(|_| NotAPlace(text.to_owned()))
}
