//! What is read of the games: booklets in three languages, and diagrams that the rules themselves draw and prove.
//!
//! The sources lie with the page, in `web/learn/GAME/`: `booklet.LANG.md`, `scene.LANG.md` and `sheet.LANG.md` in a small part of Markdown ([`Booklet::parse`]), and
//! `diagrams.json` ([`Diagram`]), the same for all languages.
//!
//! ```
//! use tablen_learn::{Library, Book};
//! use tablen_rules::words::Lang;
//!
//! let booklet = Library::booklet(Book::Zeno, Lang::En)?;
//! let diagrams = Library::diagrams(Book::Zeno)?;
//! assert!(booklet.diagrams().all(|id| diagrams.iter().any(|diagram| diagram.id == id)));
//! # Ok::<(), tablen_learn::NotRead>(())
//! ```

mod booklet;
mod claim;
mod diagram;
mod inline;
mod judgement;
mod library;
mod paper;
mod printing;
mod shelf;

pub use booklet::{Block, Booklet};
pub use claim::Claim;
pub use diagram::{Arrow, Diagram, Drawn, Shown, Studied};
pub use inline::Inline;
pub use library::{Library, NotRead, Paper, WholeBooklet, game_of};
pub use paper::{PrintedBoard, PrintedDiagram, PrintedMen, PrintedPicture};
pub use printing::PrintSource;
pub use shelf::{PageSize, PrintFile, PrintKind};
pub use tablen_rules::rule::Book;
