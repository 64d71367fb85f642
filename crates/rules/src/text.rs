//! What all parsers share: an error that knows its place.

use std::fmt;

use crate::words::{Explain, Lang, Message};

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<E> {
    /// The byte offset of the first character that cannot be right.
    pub at: usize,
    /// What was found there and what would be right.
    pub error: E,
    /// The characters before that place, which is what people count.
    before: usize,
}

impl<E> Located<E> {
    /// `error` at a byte offset, in a text that has only one-byte characters before it.
    pub const fn new(at: usize, error: E) -> Located<E> {
        Located { at, error, before: at }
    }

    /// The same error with its place counted in the characters of the whole text.
    #[must_use]
    pub(crate) fn in_text(self, text: &str) -> Located<E> {
        let before = text.char_indices().take_while(|(at, _)| *at < self.at).count();
        Located { before, ..self }
    }

    /// The same error in a text that this one is a part of, beginning at `offset`.
    #[must_use]
    pub fn shifted(self, offset: usize) -> Located<E> {
        Located { at: self.at + offset, before: self.before + offset, error: self.error }
    }

    /// The same place with the error turned into another type.
    pub fn map<F>(self, convert: impl FnOnce(E) -> F) -> Located<F> {
        Located { at: self.at, before: self.before, error: convert(self.error) }
    }
}

impl<E: Explain> Explain for Located<E> {
    fn message(&self) -> Message {
        message!("text.at").with("column", self.before + 1).with("error", self.error.message())
    }
}

impl<E: Explain> fmt::Display for Located<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(Lang::En))
    }
}

impl<E: Explain + fmt::Debug> std::error::Error for Located<E> {}

/// The whitespace-separated words of a text, each with its byte offset.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// Says what stands at a place: the character in quotes, or the end of the text.
pub(crate) fn found_message(found: Option<char>) -> Message {
    match found {
        Some(c) => message!("text.found").text("found", c.escape_debug()),
        None => message!("text.end"),
    }
}

/// Implements serde for types through their text forms, for this crate and those above it.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! serde_as_text {
    ($($name:ty),* $(,)?) => { $(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        $crate::schema_as_text!($name);
    )* };
}

/// Describes types that are told as text by a schema: a string.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_as_text {
    ($($name:ty),* $(,)?) => { $(
        impl $crate::schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!({ "type": "string" })
            }
        }
    )* };
}

/// Nobody asks for schemas.
#[cfg(all(feature = "serde", not(feature = "schema")))]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_as_text {
    ($($name:ty),* $(,)?) => {};
}
