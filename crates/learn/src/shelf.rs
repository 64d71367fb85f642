//! The PDFs that `scripts/print` has made.

use std::borrow::Cow;

use rust_embed::Embed;
use tablen_rules::rule::Book;
use tablen_rules::words::Lang;

use crate::game_of;

#[derive(Embed)]
#[folder = "../../web/print"]
#[include = "*.pdf"]
struct Files;

/// What is printed of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintKind {
    /// The booklet.
    Booklet,
    /// The sheet for teachers.
    Sheet,
    /// The board at its real size, men and dice.
    Board,
}

impl PrintKind {
    /// Every one.
    pub const ALL: [PrintKind; 3] = [PrintKind::Booklet, PrintKind::Sheet, PrintKind::Board];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            PrintKind::Booklet => "booklet",
            PrintKind::Sheet => "sheet",
            PrintKind::Board => "board",
        }
    }
}

/// The paper that it is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageSize {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl PageSize {
    /// Every one.
    pub const ALL: [PageSize; 2] = [PageSize::A4, PageSize::Letter];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            PageSize::A4 => "a4",
            PageSize::Letter => "letter",
        }
    }

    /// Its width and height, in points of which an inch has 72.
    pub const fn points(self) -> (f64, f64) {
        match self {
            PageSize::A4 => (595.276, 841.89),
            PageSize::Letter => (612.0, 792.0),
        }
    }
}

/// One PDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintFile {
    /// Of which game.
    pub book: Book,
    /// What it is.
    pub kind: PrintKind,
    /// In which language.
    pub lang: Lang,
    /// For which paper.
    pub size: PageSize,
}

impl PrintFile {
    /// Every one that there is.
    pub fn all() -> impl Iterator<Item = PrintFile> {
        Book::ALL.into_iter().flat_map(|book| {
            PrintKind::ALL.into_iter().flat_map(move |kind| {
                Lang::ALL.into_iter().flat_map(move |lang| {
                    PageSize::ALL.into_iter().map(move |size| PrintFile { book, kind, lang, size })
                })
            })
        })
    }

    /// Its name: `tablut-booklet.fr.a4.pdf`.
    pub fn name(self) -> String {
        let PrintFile { book, kind, lang, size } = self;
        format!("{}-{}.{}.{}.pdf", game_of(book), kind.name(), lang.code(), size.name())
    }

    /// The file itself; nothing if it has not been made.
    pub fn bytes(self) -> Option<Cow<'static, [u8]>> {
        Some(Files::get(&self.name())?.data)
    }
}
