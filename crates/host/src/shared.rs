//! What is told to many at once.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// Something that several are told. However many they are, it is written as JSON once.
#[derive(Debug)]
pub struct Shared<T>(Arc<Written<T>>);

#[derive(Debug)]
struct Written<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T> Shared<T> {
    /// Something that several may be told.
    pub fn new(value: T) -> Shared<T> {
        Shared(Arc::new(Written { value, json: OnceLock::new() }))
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Shared<T> {
        Shared::new(value)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.value
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        self.0.value == other.0.value
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Written { value, json } = &*self.0;
        if let Some(json) = json.get() {
            return json.serialize(serializer);
        }
        let written = to_raw_value(value).map_err(S::Error::custom)?;
        json.get_or_init(|| written).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Shared<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    struct Counted(Cell<u32>);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.serialize_str("told")
        }
    }

    #[test]
    fn what_many_are_told_is_written_once() {
        let shared = Shared::new(Counted(Cell::new(0)));
        let texts = [shared.clone(), shared.clone()].map(|told| serde_json::to_string(&[told]).unwrap());
        assert_eq!(texts, [r#"["told"]"#, r#"["told"]"#]);
        assert_eq!(shared.0.value.0.get(), 1);
    }
}
