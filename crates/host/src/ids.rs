//! Tables and people, by numbers that nobody can guess. Their bytes are drawn where there is a source of randomness, not here.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u128);

        impl $name {
            /// The id with these bytes.
            pub const fn from_bytes(bytes: [u8; 16]) -> $name {
                $name(u128::from_be_bytes(bytes))
            }

            /// Its bytes, as they are stored.
            pub const fn bytes(self) -> [u8; 16] {
                self.0.to_be_bytes()
            }
        }

        impl From<[u8; 16]> for $name {
            fn from(bytes: [u8; 16]) -> $name {
                $name::from_bytes(bytes)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl FromStr for $name {
            type Err = NotAnId;

            fn from_str(text: &str) -> Result<$name, NotAnId> {
                let is_canonical =
                    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
                match u128::from_str_radix(text, 16) {
                    Ok(number) if is_canonical => Ok($name(number)),
                    _ => Err(NotAnId),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(|NotAnId| D::Error::invalid_value(Unexpected::Str(&text), &"32 small hexadecimal digits"))
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
                schemars::json_schema!({ "type": "string", "pattern": "^[0-9a-f]{32}$" })
            }
        }
    };
}

id! {
    /// A table: its address is a secret of those who were given it.
    TableId
}
id! {
    /// A person, whichever connections they have and whether or not they sit at a table.
    PersonId
}

/// Not 32 small hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnId;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_back_in_one_form_only() {
        let id = TableId::from_bytes([0x5a; 16]);
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(TableId::from_bytes(id.bytes()), id);
        let upper = format!("{:032X}", u128::MAX);
        for wrong in ["", "0", &upper, &"g".repeat(32), &"0".repeat(33), "+0000000000000000000000000000000"] {
            assert_eq!(wrong.parse::<TableId>(), Err(NotAnId), "{wrong}");
        }
    }
}
