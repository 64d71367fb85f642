use std::borrow::Cow;
use std::fmt::{self, Display};

use super::{Lang, Texts};

/// A sentence waiting for its language: the key of a text and the values that go into it. Made by [`Texts::message`].
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    texts: &'static Texts,
    key: Cow<'static, str>,
    args: Vec<(&'static str, Arg)>,
}

/// A value inside a [`Message`].
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// Said the same in every language: a cell, a move, a rule id.
    Text(String),
    /// A number, which may choose between singular and plural.
    Number(i64),
    /// A measured number with so many decimals.
    Decimal(f64, usize),
    /// Another message, put into the same language.
    Message(Message),
    /// Several sentences, one after the other.
    List(Vec<Message>),
}

impl Message {
    /// A message with no values yet.
    pub(crate) const fn of(texts: &'static Texts, key: Cow<'static, str>) -> Message {
        Message { texts, key, args: Vec::new() }
    }

    /// The same message with the value called `name`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Arg>) -> Message {
        self.args.push((name, value.into()));
        self
    }

    /// The same message with a value that is written alike in every language.
    #[must_use]
    pub fn text(self, name: &'static str, value: impl Display) -> Message {
        self.with(name, Arg::Text(value.to_string()))
    }

    /// The same message with a measured value, to so many decimals.
    #[must_use]
    pub fn decimal(self, name: &'static str, value: f64, decimals: usize) -> Message {
        self.with(name, Arg::Decimal(value, decimals))
    }

    /// The texts it is one of.
    pub const fn texts(&self) -> &'static Texts {
        self.texts
    }

    /// The key of its text in the catalogues.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The values by name, for a page that renders the text itself.
    pub fn args(&self) -> &[(&'static str, Arg)] {
        &self.args
    }

    /// The sentence in a language. A key without a text is shown as it is: a visible slip beats a panic.
    pub fn render(&self, lang: Lang) -> String {
        let mut out = String::new();
        match self.texts.catalogue(lang).get(&self.key) {
            Some(text) => self.fill(lang, text, &mut out),
            None => out.push_str(&self.key),
        }
        out
    }

    fn fill(&self, lang: Lang, text: &str, out: &mut String) {
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let Some(length) = rest[open..].find('}') else { break };
            out.push_str(&rest[..open]);
            let hole = &rest[open + 1..open + length];
            let (name, forms) = match hole.split_once(':') {
                Some((name, forms)) => (name, forms.split_once('|')),
                None => (hole, None),
            };
            match (self.args.iter().find(|(known, _)| *known == name), forms) {
                (Some((_, Arg::Number(count))), Some((one, many))) => {
                    out.push_str(if lang.is_singular(*count) { one } else { many });
                }
                (Some((_, value)), _) => out.push_str(&value.render(lang)),
                (None, _) => out.push_str(&rest[open..=open + length]),
            }
            rest = &rest[open + length + 1..];
        }
        out.push_str(rest);
    }
}

impl Arg {
    /// The value as a language writes it.
    pub fn render(&self, lang: Lang) -> String {
        match self {
            Arg::Text(text) => text.clone(),
            Arg::Number(number) => grouped(*number, lang),
            Arg::Decimal(number, decimals) => {
                format!("{number:.decimals$}").replace('.', lang.decimal_mark())
            }
            Arg::Message(message) => message.render(lang),
            Arg::List(messages) => {
                let parts: Vec<String> = messages.iter().map(|message| message.render(lang)).collect();
                parts.join(" ")
            }
        }
    }
}

/// A number with its thousands set apart, once it has five digits.
fn grouped(number: i64, lang: Lang) -> String {
    let digits = number.unsigned_abs().to_string();
    if digits.len() < 5 {
        return number.to_string();
    }
    let mut text = if number < 0 { "-".to_owned() } else { String::new() };
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push_str(lang.thousands_mark());
        }
        text.push(digit);
    }
    text
}

impl From<Message> for Arg {
    fn from(message: Message) -> Arg {
        Arg::Message(message)
    }
}

impl From<Vec<Message>> for Arg {
    fn from(messages: Vec<Message>) -> Arg {
        Arg::List(messages)
    }
}

macro_rules! number_args {
    ($($number:ty),*) => { $(
        impl From<$number> for Arg {
            fn from(number: $number) -> Arg {
                Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )* };
}
number_args!(u8, u16, u32, u64, usize, i32, i64);

/// Something that can be said to a person.
///
/// [`explained!`](crate::explained) gives a type that implements it its English `Display` and `Error`.
pub trait Explain {
    /// What is to be said.
    fn message(&self) -> Message;

    /// Says it in a language.
    fn explain(&self, lang: Lang) -> String {
        self.message().render(lang)
    }
}

/// A list has nothing to say of its own, in any language.
static LISTS: Texts = Texts::new([&["list = {items}"]; 3]);

impl<E: Explain> Explain for [E] {
    /// A list is said as its parts, one after the other.
    fn message(&self) -> Message {
        LISTS.message("list").with("items", self.iter().map(Explain::message).collect::<Vec<_>>())
    }
}

/// Implements `Display` (in English) and `Error` for types that implement [`Explain`].
#[macro_export]
macro_rules! explained {
    ($($name:ty),* $(,)?) => { $(
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::words::Explain::explain(self, $crate::words::Lang::En))
            }
        }
        impl std::error::Error for $name {}
    )* };
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Lang::En))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static MEN: Texts = Texts::new([
        &["men = {count} {count:man|men}"],
        &["men = {count} {count:pion|pions}"],
        &["men = {count} {count:pedina|pedine}"],
    ]);
    static COLOURS: Texts =
        Texts::new([&["white = white {men}"], &["white = {men} blancs"], &["white = {men} bianche"]]);

    #[test]
    fn a_sentence_holds_sentences_of_other_texts() {
        let white = COLOURS.message("white").with("men", MEN.message("men").with("count", 3));
        assert_eq!(white.render(Lang::En), "white 3 men");
        assert_eq!(white.render(Lang::Fr), "3 pions blancs");
        assert_eq!(white.to_string(), "white 3 men");
    }

    #[test]
    fn a_hole_that_is_not_closed_is_left_as_it_is() {
        let mut out = String::new();
        MEN.message("any").with("count", 2).fill(Lang::En, "{count} of {count", &mut out);
        assert_eq!(out, "2 of {count");
    }

    #[test]
    fn french_counts_zero_as_one() {
        let none = MEN.message("men").with("count", 0);
        assert_eq!(none.render(Lang::Fr), "0 pion");
        assert_eq!(none.render(Lang::It), "0 pedine");
        assert_eq!(none.render(Lang::En), "0 men");
    }

    #[test]
    fn numbers_are_written_as_each_language_does() {
        let said = |lang| Arg::Number(-1_234_567).render(lang) + " " + &Arg::Decimal(0.25, 2).render(lang);
        assert_eq!(said(Lang::En), "-1,234,567 0.25");
        assert_eq!(said(Lang::Fr), "-1\u{202f}234\u{202f}567 0,25");
        assert_eq!(said(Lang::It), "-1.234.567 0,25");
        assert_eq!(Arg::Number(2000).render(Lang::En), "2000");
    }

    #[test]
    fn an_unknown_key_or_value_stays_visible() {
        assert_eq!(MEN.message("no.such.key").render(Lang::En), "no.such.key");
        assert_eq!(MEN.message("men").render(Lang::En), "{count} {count:man|men}");
    }
}
