//! Which known word somebody may have meant.

use tablen_rules::option::OptionError;
use tablen_rules::words::{Explain, Message};

/// The known word that is most like another; nothing if none is like it. A beginning of a word is like it too.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let word = word.to_lowercase();
    let unlikeness = |known: &str| match known.starts_with(&word) && word.chars().count() > 1 {
        true => 0,
        false => strsim::osa_distance(&word, known),
    };
    let (distance, nearest) = known.into_iter().map(|known| (unlikeness(known), known)).min()?;
    // One slip in three letters: more would offer words that have nothing to do with what was typed.
    let longer = word.chars().count().max(nearest.chars().count());
    (distance * 3 <= longer).then_some(nearest)
}

/// What is wrong with a word, and which of the known words it may have been.
pub fn with_guess<'k>(error: Message, word: &str, known: impl IntoIterator<Item = &'k str>) -> Message {
    match nearest(word, known) {
        Some(guess) => message!("cli.error.guess").with("error", error).text("guess", guess),
        None => error,
    }
}

/// What is wrong with the choice of an option, and which key or value may have been meant.
pub fn explain_option(error: &OptionError) -> Message {
    match error {
        OptionError::UnknownKey { key: word, known }
        | OptionError::UnknownValue { value: word, known, .. } => {
            with_guess(error.message(), word, known.iter().map(String::as_str))
        }
        _ => error.message(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_and_beginnings_are_recognised_and_other_words_are_not() {
        let known = ["tavli", "tablut", "tablut-corners", "brandubh", "alea"];
        for (word, meant) in [
            ("tavly", Some("tavli")),
            ("Tablut", Some("tablut")),
            ("tbalut", Some("tablut")),
            ("brand", Some("brandubh")),
            ("tab", Some("tablut")),
            ("chess", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest("word", []), None);
    }
}
