//! Any text on one line: between quotation marks or braces, with escapes.

use std::fmt::Write;

use super::cursor::{Cursor, Misread};
use super::error::Expected;

/// What a text stands between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiters {
    /// `"…"`
    Quotes,
    /// `{…}`
    Braces,
}

impl Delimiters {
    const fn both(self) -> (char, char) {
        match self {
            Delimiters::Quotes => ('"', '"'),
            Delimiters::Braces => ('{', '}'),
        }
    }
}

/// Escapes of a letter each.
const LETTERS: [(char, char); 3] = [('n', '\n'), ('r', '\r'), ('t', '\t')];

/// Writes a text between marks.
pub(super) fn quote(text: &str, marks: Delimiters, out: &mut String) {
    let (open, close) = marks.both();
    out.push(open);
    for c in text.chars() {
        if let Some((letter, _)) = LETTERS.iter().find(|(_, meant)| *meant == c) {
            out.push('\\');
            out.push(*letter);
        } else if c == open || c == close || c == '\\' {
            out.push('\\');
            out.push(c);
        } else if c.is_control() {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.push(close);
}

/// Reads a text between marks; the cursor stands at the first.
pub(super) fn unquote(cursor: &mut Cursor<'_>, marks: Delimiters) -> Result<String, Misread> {
    let (open, close) = marks.both();
    let end = match marks {
        Delimiters::Quotes => Expected::Quote,
        Delimiters::Braces => Expected::Brace,
    };
    if !cursor.eat_char(open) {
        return Err(cursor.expected(end));
    }
    let mut text = String::new();
    loop {
        let before = cursor.at();
        match cursor.next_char() {
            None => return Err(cursor.expected(end)),
            Some('\\') => match escape(cursor, (open, close)) {
                Some(c) => text.push(c),
                None => {
                    cursor.back_to(before);
                    return Err(cursor.expected(Expected::Escape));
                }
            },
            Some(c) if c == close => return Ok(text),
            Some(c) => text.push(c),
        }
    }
}

fn escape(cursor: &mut Cursor<'_>, (open, close): (char, char)) -> Option<char> {
    match cursor.next_char()? {
        'u' => {
            let (digits, rest) = cursor.rest().strip_prefix('{')?.split_once('}')?;
            let is_short =
                (1..=6).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let c = is_short.then(|| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32))??;
            cursor.back_to(cursor.len() - rest.len());
            Some(c)
        }
        c if c == open || c == close || c == '\\' => Some(c),
        c => LETTERS.iter().find(|(letter, _)| *letter == c).map(|(_, meant)| *meant),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_is_read_back() {
        for text in ["", "Ada", " a \"b\" {c} \\ \n\r\t\u{0}\u{85}é ♔", "{{}}", "\\u{41}"] {
            for marks in [Delimiters::Quotes, Delimiters::Braces] {
                let mut quoted = String::new();
                quote(text, marks, &mut quoted);
                assert!(!quoted.contains(char::is_control), "{quoted}");
                let mut cursor = Cursor::new(&quoted);
                assert_eq!(unquote(&mut cursor, marks).as_deref(), Ok(text));
                assert!(cursor.is_done());
            }
        }
    }

    #[test]
    fn what_is_not_closed_or_not_known_is_named() {
        let error = |text: &str| unquote(&mut Cursor::new(text), Delimiters::Quotes).unwrap_err();
        assert_eq!(error("\"abc").at, 4);
        assert_eq!(error("abc").at, 0);
        for wrong in [
            "\"a\\x\"",
            "\"a\\u{110000}\"",
            "\"a\\u{}\"",
            "\"a\\u{41\"",
            "\"a\\u41\"",
            "\"a\\u{+1}\"",
            "\"a\\",
        ] {
            assert_eq!(error(wrong).at, 2, "{wrong}");
        }
    }
}
