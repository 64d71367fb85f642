use std::collections::BTreeMap;
use std::fmt;

/// Texts by key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    texts: BTreeMap<String, String>,
}

/// A line of a catalogue that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogueError {
    /// Neither `key = text`, nor a comment, nor the continuation of a text.
    NotAnEntry {
        /// Counted from 1.
        line: usize,
    },
    /// A key that an earlier line has already given a text.
    Repeated {
        /// Counted from 1.
        line: usize,
        /// The key.
        key: String,
    },
}

impl fmt::Display for CatalogueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CatalogueError::NotAnEntry { line } => write!(f, "line {line}: expected `key = text`"),
            CatalogueError::Repeated { line, key } => write!(f, "line {line}: `{key}` already has a text"),
        }
    }
}

impl std::error::Error for CatalogueError {}

impl Catalogue {
    /// Reads the form described in the [crate's documentation](crate): the sound entries, and every fault.
    pub fn parse(source: &str) -> (Catalogue, Vec<CatalogueError>) {
        let mut texts = BTreeMap::new();
        let mut errors = Vec::new();
        let mut last: Option<String> = None;
        for (index, line) in source.lines().enumerate() {
            let number = index + 1;
            if line.trim().is_empty() || line.starts_with('#') {
                last = None;
            } else if let Some(more) = line.strip_prefix("  ") {
                match last.as_ref().and_then(|key| texts.get_mut(key)) {
                    Some(text) => {
                        let text: &mut String = text;
                        text.push('\n');
                        text.push_str(more.trim_end());
                    }
                    None => errors.push(CatalogueError::NotAnEntry { line: number }),
                }
            } else if let Some((key, text)) = line.split_once(" = ") {
                let key = key.trim().to_owned();
                if texts.contains_key(&key) {
                    errors.push(CatalogueError::Repeated { line: number, key });
                } else {
                    texts.insert(key.clone(), text.trim().to_owned());
                    last = Some(key);
                }
            } else {
                errors.push(CatalogueError::NotAnEntry { line: number });
            }
        }
        (Catalogue { texts }, errors)
    }

    /// The text of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(key).map(String::as_str)
    }

    /// Every key, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Every key with its text, in the order of the keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(key, text)| (key.as_str(), text.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_lines_are_named_and_the_rest_is_kept() {
        let (texts, errors) = Catalogue::parse("a = one\n  more\nnonsense\na = two\n# note\nb = three");
        assert_eq!(texts.get("a"), Some("one\nmore"));
        assert_eq!(texts.get("b"), Some("three"));
        assert_eq!(
            errors,
            [
                CatalogueError::NotAnEntry { line: 3 },
                CatalogueError::Repeated { line: 4, key: "a".to_owned() }
            ]
        );
    }
}
