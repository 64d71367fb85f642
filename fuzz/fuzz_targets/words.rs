//! Catalogues of texts, and messages with any values.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::Bytes;
use tablen_rules::words::{Arg, Catalogue, CatalogueError, Lang, Message};
use tablen_table::TEXTS;

/// The keys of some texts.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| TEXTS.catalogue(Lang::En).keys().collect());

/// Names of holes, common ones and odd ones.
const NAMES: [&str; 12] =
    ["count", "rule", "cell", "place", "found", "error", "column", "items", "most", "", ":", "é|}"];

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    reads_a_catalogue(&text);
    Lang::from_locale(&text);

    let unknown = TEXTS.message(text.to_string());
    for lang in Lang::ALL {
        if TEXTS.catalogue(lang).get(&text).is_none() {
            assert_eq!(unknown.render(lang), text);
        }
    }
    let message = choose_message(&mut Bytes::new(data), 3);
    for lang in Lang::ALL {
        assert_eq!(message.render(lang), message.clone().render(lang));
    }
    assert_eq!(message.to_string(), message.render(Lang::En));
});

/// Sound entries are kept, faults are named in order, and each line is one or the other.
fn reads_a_catalogue(text: &str) {
    let (texts, errors) = Catalogue::parse(text);
    let lines: Vec<usize> = errors
        .iter()
        .map(|error| match error {
            CatalogueError::NotAnEntry { line } | CatalogueError::Repeated { line, .. } => *line,
        })
        .collect();
    let all = text.lines().count();
    assert!(lines.is_sorted_by(|one, next| one < next) && lines.iter().all(|line| (1..=all).contains(line)));
    assert!(texts.keys().count() + lines.len() <= all);
    for error in &errors {
        assert!(!error.to_string().is_empty());
        if let CatalogueError::Repeated { key, .. } = error {
            assert!(texts.get(key).is_some());
        }
    }
}

/// A message of any key with any values, and messages in it to some depth.
fn choose_message(bytes: &mut Bytes<'_>, depth: u8) -> Message {
    let mut message = TEXTS.message(*bytes.pick(&KEYS));
    for _ in 0..bytes.below(4) {
        let name = *bytes.pick(&NAMES);
        let value = match bytes.below(4) {
            1 if depth > 0 => choose_message(bytes, depth - 1).into(),
            2 if depth > 0 => {
                Arg::List((0..bytes.below(3)).map(|_| choose_message(bytes, depth - 1)).collect())
            }
            3 => Arg::Text(format!("{{{}}}{}", bytes.pick(&NAMES), char::from(bytes.byte()))),
            _ => Arg::Number(bytes.word() as i64),
        };
        message = message.with(name, value);
    }
    message
}
