//! What somebody thinks of a turn, in a sign or two.

use std::fmt;
use std::str::FromStr;

use tablen_rules::words::{Explain, Message, explained};

/// What somebody thinks of a turn. Its text is the sign: `!`, `?`, `!!`, `??`, `!?`, `?!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// `!`
    Good,
    /// `?`
    Error,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Doubtful,
}

impl Glyph {
    /// Every sign.
    pub const ALL: [Glyph; 6] =
        [Glyph::Good, Glyph::Error, Glyph::Brilliant, Glyph::Blunder, Glyph::Interesting, Glyph::Doubtful];

    /// The sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Glyph::Good => "!",
            Glyph::Error => "?",
            Glyph::Brilliant => "!!",
            Glyph::Blunder => "??",
            Glyph::Interesting => "!?",
            Glyph::Doubtful => "?!",
        }
    }

    /// Whether signs are made of a character. No turn is written with one of them.
    pub(super) const fn is_part(c: char) -> bool {
        matches!(c, '!' | '?')
    }
}

impl fmt::Display for Glyph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.sign())
    }
}

/// A text that is no sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAGlyph(pub String);

impl Explain for NotAGlyph {
    fn message(&self) -> Message {
        let known = Glyph::ALL.map(Glyph::sign).join(" ");
        message!("record.not-a-glyph").text("text", &self.0).text("known", known)
    }
}
explained!(NotAGlyph);

impl FromStr for Glyph {
    type Err = NotAGlyph;

    fn from_str(text: &str) -> Result<Glyph, NotAGlyph> {
        let found = Glyph::ALL.into_iter().find(|glyph| glyph.sign() == text);
        found.ok_or_else(|| NotAGlyph(text.to_owned()))
    }
}

impl serde::Serialize for Glyph {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.sign())
    }
}

impl<'de> serde::Deserialize<'de> for Glyph {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Glyph, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Glyph {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Glyph".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Glyph::ALL.map(Glyph::sign) })
    }
}
