//! The options of a ruleset, described once: text forms, `--set` and new-game screens are all made from this.

use crate::words::{Explain, Message};

use crate::rule::RuleId;
use crate::text::{Located, words};

/// An option of rulesets of type `R`.
///
/// What it is called and what it means are the texts `option.KEY` and `option.KEY.VALUE` of the catalogues.
pub struct OptionSpec<R: 'static> {
    /// Its key in text forms.
    pub key: &'static str,
    /// The rules that leave the choice.
    pub rules: &'static [RuleId],
    /// The names of its values; what a preset chooses is said by [`OptionSpec::get`].
    pub values: &'static [&'static str],
    pub(crate) get: fn(&R) -> &'static str,
    pub(crate) set: fn(&mut R, &str) -> bool,
}

impl<R> OptionSpec<R> {
    /// The name of the value a ruleset has chosen.
    pub fn get(&self, ruleset: &R) -> &'static str {
        (self.get)(ruleset)
    }

    /// Chooses a value by its name.
    pub fn set(&self, ruleset: &mut R, value: &str) -> Result<(), OptionError> {
        if (self.set)(ruleset, value) {
            Ok(())
        } else {
            Err(OptionError::unknown_value(self.key, value, self.values))
        }
    }
}

/// A ruleset whose options are described.
pub trait Options: Sized + 'static {
    /// Every option, in the order of text forms.
    fn options() -> &'static [OptionSpec<Self>];

    /// Chooses the value of an option, both by name.
    fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        match Self::options().iter().find(|option| option.key == key) {
            Some(option) => option.set(self, value),
            None => Err(OptionError::UnknownKey {
                key: key.to_owned(),
                known: Self::options().iter().map(|option| option.key.to_owned()).collect(),
            }),
        }
    }
}

/// What is wrong with a choice, or with a text of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    UnknownKey {
        /// What was asked for.
        key: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        key: String,
        /// What was asked for.
        value: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A word is not `key:value`.
    NotAPair {
        /// The word.
        word: String,
    },
    /// A key stands twice.
    Repeated {
        /// The key.
        key: String,
    },
    /// A preset must be the first word: what follows changes it.
    PresetNotFirst,
}

impl OptionError {
    /// The error that `value` is none of the `known` values of `key`.
    pub fn unknown_value(key: &str, value: &str, known: &[&str]) -> OptionError {
        OptionError::UnknownValue {
            key: key.to_owned(),
            value: value.to_owned(),
            known: known.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    /// Places the error in a word `key:value` that begins at `at`: at the value if that is what is wrong.
    pub(crate) fn in_word(self, at: usize, key: &str) -> Located<OptionError> {
        let is_in_value = matches!(self, OptionError::UnknownValue { .. });
        Located::new(if is_in_value { value_at(at, key) } else { at }, self)
    }
}

/// Where the value begins in a word `key:value` that begins at `at`.
pub(crate) const fn value_at(at: usize, key: &str) -> usize {
    at + key.len() + ":".len()
}

impl Explain for OptionError {
    fn message(&self) -> Message {
        match self {
            OptionError::UnknownKey { key, known } => {
                message!("option-error.unknown-key").text("key", key).text("known", known.join(", "))
            }
            OptionError::UnknownValue { key, value, known } => message!("option-error.unknown-value")
                .text("key", key)
                .text("value", value)
                .text("known", known.join(", ")),
            OptionError::NotAPair { word } => message!("option-error.not-a-pair").text("word", word),
            OptionError::Repeated { key } => message!("option-error.repeated").text("key", key),
            OptionError::PresetNotFirst => message!("option-error.preset-not-first"),
        }
    }
}
crate::words::explained!(OptionError);

/// Splits `key:value` words and hands each to `set`, refusing a key that stands twice.
pub(crate) fn read_pairs<'t, E: From<OptionError>>(
    text: &'t str,
    mut set: impl FnMut(usize, &'t str, &'t str) -> Result<(), Located<E>>,
) -> Result<(), Located<E>> {
    let mut seen: Vec<&str> = Vec::new();
    for (at, word) in words(text) {
        let Some((key, value)) = word.split_once(':') else {
            return Err(Located::new(at, OptionError::NotAPair { word: word.to_owned() }.into()));
        };
        if seen.contains(&key) {
            return Err(Located::new(at, OptionError::Repeated { key: key.to_owned() }.into()));
        }
        seen.push(key);
        set(at, key, value)?;
    }
    Ok(())
}

/// One [`OptionSpec`] for a field that holds a choice.
macro_rules! option_spec {
    ($ruleset:ty, $field:ident: $choice:ty, $($rule:expr),+) => {
        $crate::option::OptionSpec::<$ruleset> {
            key: stringify!($field),
            rules: &[$($rule),+],
            values: <$choice>::NAMES,
            get: |ruleset| ruleset.$field.name(),
            set: |ruleset, value| match <$choice>::from_name(value) {
                Some(choice) => {
                    ruleset.$field = choice;
                    true
                }
                None => false,
            },
        }
    };
}
pub(crate) use option_spec;
