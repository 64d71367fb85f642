//! What is printed, and what it is made of.

use std::collections::BTreeMap;

use serde::Serialize;
use tablen_rules::rule::Book;
use tablen_rules::words::Lang;

use crate::{Booklet, Library, NotRead, Paper, PrintedBoard, PrintedDiagram, game_of};

/// All that a game's PDFs are made of, apart from fonts and the template.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrintSource {
    /// The name of the game on the page.
    pub game: &'static str,
    /// The board and the men.
    pub board: PrintedBoard,
    /// The diagrams that are shown.
    pub diagrams: Vec<PrintedDiagram>,
    /// Words by name and language: `booklet.en`, `sheet.fr`.
    pub papers: BTreeMap<String, Booklet>,
}

impl PrintSource {
    /// Of a booklet's game; the error says what cannot be printed.
    pub fn of(book: Book) -> Result<PrintSource, NotRead> {
        let unfit = |why| NotRead { file: game_of(book).to_owned(), line: None, why };
        let mut papers = BTreeMap::new();
        for lang in Lang::ALL {
            for (name, paper) in [("booklet", Paper::Booklet(book)), ("sheet", Paper::Sheet(book))] {
                papers.insert(format!("{name}.{}", lang.code()), Library::paper(paper, lang)?);
            }
        }
        let is_shown = |id: &str| papers.values().flat_map(Booklet::diagrams).any(|shown| shown == id);
        let diagrams = Library::diagrams(book)?;
        let diagrams = diagrams.iter().filter(|diagram| is_shown(&diagram.id)).map(|diagram| {
            let why = |why| unfit(format!("{}: {why}", diagram.id));
            diagram.print().map_err(why)
        });
        Ok(PrintSource {
            game: game_of(book),
            board: PrintedBoard::of(book).map_err(unfit)?,
            diagrams: diagrams.collect::<Result<_, _>>()?,
            papers,
        })
    }

    /// Of all games.
    pub fn all() -> Result<Vec<PrintSource>, NotRead> {
        Book::ALL.into_iter().map(PrintSource::of).collect()
    }
}
