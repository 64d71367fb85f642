//! How crates say what people read, in three languages. No sentence stands here: each crate brings its own.
//!
//! This is a module of the rules, and not a crate below them, so that the rules can be published and built by themselves.
//!
//! What a crate has to say is a [`Message`]: the key of one of its [`Texts`] and the values that go into it. Only when it is
//! [rendered](Message::render) does it become a sentence, in one of the [languages](Lang). Library errors print themselves in
//! English from the same texts, so every sentence has one home.
//!
//! ```
//! use tablen_rules::words::{Lang, Texts};
//!
//! static TEXTS: Texts = Texts::new([
//!     &["men = {count} {count:man|men}"],
//!     &["men = {count} {count:pion|pions}"],
//!     &["men = {count} {count:pedina|pedine}"],
//! ]);
//!
//! let message = TEXTS.message("men").with("count", 3);
//! assert_eq!(message.render(Lang::En), "3 men");
//! assert_eq!(message.render(Lang::Fr), "3 pions");
//! ```
//!
//! A crate keeps its texts in files below `content/` and declares them with [`crate_texts!`].
//!
//! # The form of a text
//!
//! A catalogue is lines of `key = text`; a line indented by two spaces continues the one before, with whatever further
//! indent it has; `#` starts a comment line.
//! In a text, `{name}` is replaced by the value called *name*, and `{name:one|many}` by the form that the number
//! called *name* asks for in the catalogue's language (French counts 0 as one, English and Italian do not).

mod catalogue;
#[cfg(any(test, feature = "lint"))]
pub mod lint;
mod message;
mod texts;

pub use crate::{crate_texts, embed_texts, explained};
pub use catalogue::{Catalogue, CatalogueError};
pub use message::{Arg, Explain, Message};
pub use texts::Texts;

/// A language that Tablen speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lang {
    /// English, also the language of the library's own error messages.
    #[default]
    En,
    /// French.
    Fr,
    /// Italian.
    It,
}

impl Lang {
    /// Every language, English first.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Fr, Lang::It];

    /// The two-letter code: `en`, `fr`, `it`.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Fr => "fr",
            Lang::It => "it",
        }
    }

    /// The language that a locale such as `fr_FR.UTF-8` or `it-IT` asks for.
    ///
    /// ```
    /// # use tablen_rules::words::Lang;
    /// assert_eq!(Lang::from_locale("it_IT.UTF-8"), Some(Lang::It));
    /// assert_eq!(Lang::from_locale("tlh"), None);
    /// ```
    pub fn from_locale(locale: &str) -> Option<Lang> {
        let code = locale.split(['_', '-', '.', '@']).next()?.to_ascii_lowercase();
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    }

    const fn decimal_mark(self) -> &'static str {
        match self {
            Lang::En => ".",
            Lang::Fr | Lang::It => ",",
        }
    }

    const fn thousands_mark(self) -> &'static str {
        match self {
            Lang::En => ",",
            Lang::Fr => "\u{202f}",
            Lang::It => ".",
        }
    }

    /// Whether `count` takes the singular form.
    const fn is_singular(self, count: i64) -> bool {
        match self {
            Lang::Fr => matches!(count, -1..=1),
            Lang::En | Lang::It => matches!(count, -1 | 1),
        }
    }
}
