//! Texts that are read and written.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use tablen_rules::text::Located;
use tablen_rules::words::{Arg, Explain, Lang, Message};

/// Reads a text. What is read must read back from what it prints; what is refused must be refused at a place in the text
/// and with a sentence.
pub fn read<T, E>(text: &str) -> Option<T>
where
    T: FromStr<Err = Located<E>> + Display + PartialEq + Debug,
    E: Explain + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            reads_back(&value);
            Some(value)
        }
        Err(error) => {
            is_placed(text, &error);
            None
        }
    }
}

/// Checks that a value is what its text says.
pub fn reads_back<T>(value: &T)
where
    T: FromStr<Err: Debug> + Display + PartialEq + Debug,
{
    let printed = value.to_string();
    match printed.parse::<T>() {
        Ok(again) => assert_eq!(again, *value, "{printed:?}"),
        Err(error) => panic!("{printed:?} does not read back: {error:?}"),
    }
}

/// Checks that an error points at a character of its text or at the end, and can be said.
pub fn is_placed<E: Explain + Debug>(text: &str, error: &Located<E>) {
    assert!(text.is_char_boundary(error.at), "{error:?} points between characters of {text:?}");
    is_said(error);
}

/// Checks that something can be said in every language, with nothing missing.
pub fn is_said(what: &impl Explain) {
    is_complete(&what.message());
    for lang in Lang::ALL {
        assert!(!what.explain(lang).trim().is_empty());
    }
}

/// Checks that a message and those in it have a text, and that nothing is missing in it. That every language has the
/// texts that English has is no matter of inputs, and for tests of the catalogues.
fn is_complete(message: &Message) {
    for lang in Lang::ALL {
        let Some(text) = message.texts().catalogue(lang).get(message.key()) else {
            assert_ne!(lang, Lang::En, "{} has no text", message.key());
            continue;
        };
        for hole in text.split('{').skip(1) {
            let name = hole.split([':', '}']).next();
            let is_filled = message.args().iter().any(|(known, _)| Some(*known) == name);
            assert!(is_filled, "nothing fills {{{hole} of {} in {lang:?}", message.key());
        }
    }
    for (_, value) in message.args() {
        match value {
            Arg::Message(message) => is_complete(message),
            Arg::List(messages) => messages.iter().for_each(is_complete),
            Arg::Text(_) | Arg::Number(_) | Arg::Decimal(..) => {}
        }
    }
}
