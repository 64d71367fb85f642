//! Every text form as a serde string.

use std::borrow::Cow;
use std::fmt::Display;

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

use crate::{rule, serde_as_text, tafl, tavli};

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

/// Implements serde for types with few values, each told by its text.
macro_rules! serde_as_one_of {
    ($($name:ty: $values:expr),* $(,)?) => { $(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                one_of($values, deserializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let values: Vec<String> = $values.into_iter().map(|value| value.to_string()).collect();
                schemars::json_schema!({ "type": "string", "enum": values })
            }
        }
    )* };
}

serde_as_one_of!(
    tafl::Side: tafl::Side::ALL,
    tafl::Reason: tafl::Reason::ALL.iter().copied(),
    tafl::Preset: tafl::Preset::ALL.iter().copied(),
    tavli::Side: tavli::Side::ALL,
    tavli::Die: tavli::Die::ALL,
    tavli::Place: places(),
);

/// The value with the text that is read.
fn one_of<'de, T, D>(values: impl IntoIterator<Item = T>, deserializer: D) -> Result<T, D::Error>
where
    T: Display,
    D: Deserializer<'de>,
{
    let text = <Cow<'de, str>>::deserialize(deserializer)?;
    let mut known = Vec::new();
    for value in values {
        let name = value.to_string();
        if name == text {
            return Ok(value);
        }
        known.push(name);
    }
    let expected = format!("one of {}", known.join(", "));
    Err(D::Error::invalid_value(Unexpected::Str(&text), &expected.as_str()))
}

fn places() -> impl Iterator<Item = tavli::Place> {
    use tavli::{Cell, Column, Place};
    [Place::Hand]
        .into_iter()
        .chain(Column::all().map(Place::Middle))
        .chain(Cell::all().map(Place::Cell))
        .chain([Place::Off])
}
