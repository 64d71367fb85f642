//! Why a round ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tablen_rules::words::{Explain, Message, explained};

use crate::families::AnyGame;
use crate::family::Family;

/// Why a round ended. Its text form is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason<F: Family = AnyGame> {
    /// The rules of the game ended it.
    Rules(F::Reason),
    /// A player gave up.
    Resigned,
    /// A player's time ran out.
    OutOfTime,
    /// Both agreed on a draw.
    Agreed,
}

impl<F: Family> EndReason<F> {
    /// Every reason.
    pub fn all() -> impl Iterator<Item = EndReason<F>> {
        let others = [EndReason::Resigned, EndReason::OutOfTime, EndReason::Agreed];
        F::reasons().into_iter().map(EndReason::Rules).chain(others)
    }

    /// The name used in text forms.
    pub fn name(self) -> &'static str {
        match self {
            EndReason::Rules(reason) => F::reason_name(reason),
            EndReason::Resigned => "resigned",
            EndReason::OutOfTime => "out-of-time",
            EndReason::Agreed => "agreed",
        }
    }
}

impl<F: Family> fmt::Display for EndReason<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no reason for a round to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAReason {
    /// The text.
    pub text: String,
    /// The names that there are.
    pub known: Vec<&'static str>,
}

impl Explain for NotAReason {
    fn message(&self) -> Message {
        message!("table.not-a-reason").text("text", &self.text).text("known", self.known.join(", "))
    }
}
explained!(NotAReason);

impl<F: Family> FromStr for EndReason<F> {
    type Err = NotAReason;

    fn from_str(text: &str) -> Result<EndReason<F>, NotAReason> {
        EndReason::all().find(|reason| reason.name() == text).ok_or_else(|| NotAReason {
            text: text.to_owned(),
            known: EndReason::<F>::all().map(EndReason::name).collect(),
        })
    }
}

impl<F: Family> Serialize for EndReason<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, F: Family> Deserialize<'de> for EndReason<F> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EndReason<F>, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl<F: Family> schemars::JsonSchema for EndReason<F> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "EndReason".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = EndReason::<F>::all().map(EndReason::name).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}
