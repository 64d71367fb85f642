use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

use super::{Catalogue, Lang, Message};

/// The texts that a crate brings along, in every language. Declared once per crate with [`embed_texts!`](crate::embed_texts).
///
/// Every [`Message`] knows the `Texts` it was made from. A sentence can therefore contain sentences of other crates, and no crate
/// has to know which others there are.
pub struct Texts {
    sources: [&'static [&'static str]; 3],
    catalogues: OnceLock<[Catalogue; 3]>,
}

impl Texts {
    /// The contents of catalogue files for each language, in the order of [`Lang::ALL`].
    pub const fn new(sources: [&'static [&'static str]; 3]) -> Texts {
        Texts { sources, catalogues: OnceLock::new() }
    }

    /// A message with a text of these, and no values yet.
    pub fn message(&'static self, key: impl Into<Cow<'static, str>>) -> Message {
        Message::of(self, key.into())
    }

    /// The texts of a language. A faulty line only makes its own key unknown; tests report it with its line.
    pub fn catalogue(&self, lang: Lang) -> &Catalogue {
        let read = |lang: Lang| Catalogue::parse(&self.sources(lang).join("\n")).0;
        &self.catalogues.get_or_init(|| Lang::ALL.map(read))[lang as usize]
    }

    /// The contents of a language's files, as they were written.
    pub const fn sources(&self, lang: Lang) -> &'static [&'static str] {
        self.sources[lang as usize]
    }
}

/// Every crate declares its texts in one place: that place says whether two messages are of the same texts.
impl PartialEq for Texts {
    fn eq(&self, other: &Texts) -> bool {
        std::ptr::eq(self, other)
    }
}

impl fmt::Debug for Texts {
    /// Without the texts themselves, which would bury the message that is looked at.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Texts").finish_non_exhaustive()
    }
}

/// The [`Texts`] of the crate in which this stands, embedded so that a program needs no files besides itself.
///
/// `embed_texts!("record", "table")` reads `content/en/record.txt`, `content/fr/record.txt` and so on below the crate's folder;
/// `embed_texts!(in "../../web/texts": "board")` reads another folder, seen from the crate's.
#[macro_export]
macro_rules! embed_texts {
    (in $folder:literal: $($name:literal),+ $(,)?) => {
        $crate::words::Texts::new([
            &[$($crate::embed_texts!(@file $folder, "en", $name)),+],
            &[$($crate::embed_texts!(@file $folder, "fr", $name)),+],
            &[$($crate::embed_texts!(@file $folder, "it", $name)),+],
        ])
    };
    (@file $folder:literal, $lang:literal, $name:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $lang, "/", $name, ".txt"))
    };
    ($($name:literal),+ $(,)?) => {
        $crate::embed_texts!(in "content": $($name),+)
    };
}

/// Everything that the module `texts` of a crate has: its [`Texts`], the macro `message!` and the test of both.
///
/// ```
/// # mod demonstration {
/// // In src/texts.rs; `lib.rs` begins with `#[macro_use] mod texts;`.
/// tablen_rules::words::crate_texts! {
///     /// Every text of this crate.
///     "common", "tafl";
///     // Keys that the code puts together, or offers to other crates; left out where there are none.
///     composed: (1..=3).map(|number| format!("chapter.{number}"))
/// }
/// # }
/// ```
///
/// * `TEXTS` is made by [`embed_texts!`](crate::embed_texts) of the files named.
/// * `message!` makes a [`Message`] of a key of these texts, in all that follows `texts` in the crate.
/// * The test finds keys that one language lacks, that nothing uses or that have no text. It needs this crate's feature `lint`
///   among the development dependencies.
// `message!` means the texts of the crate that calls this macro; `$crate` would be this one.
#[allow(clippy::crate_in_macro_def)]
#[macro_export]
macro_rules! crate_texts {
    ($(#[$attribute:meta])* $($name:literal),+ $(,)?) => {
        $crate::crate_texts! { $(#[$attribute])* $($name),+; composed: [] }
    };
    ($(#[$attribute:meta])* $($name:literal),+ $(,)?; composed: $keys:expr) => {
        $(#[$attribute])*
        pub static TEXTS: $crate::words::Texts = $crate::embed_texts!($($name),+);

        /// A message of this crate's texts by its key.
        #[allow(unused_macros)]
        macro_rules! message {
            ($key:expr) => {
                crate::texts::TEXTS.message($key)
            };
        }

        #[cfg(test)]
        #[test]
        fn every_text_is_there_in_every_language_and_used() {
            let folder = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let faults = $crate::words::lint::crate_faults(&TEXTS, folder, $keys);
            assert_eq!(faults, [""; 0]);
        }
    };
}
