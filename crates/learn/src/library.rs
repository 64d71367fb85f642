//! The shelf: where booklets and diagrams lie.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

use rust_embed::Embed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_rules::rule::Book;
use tablen_rules::words::Lang;

use crate::{Booklet, Diagram, Drawn, Studied};

#[derive(Embed)]
#[folder = "../../web/learn"]
#[include = "*/*.md"]
#[include = "*/diagrams.json"]
struct Files;

/// All booklets with their diagrams.
#[derive(Clone, Copy, Debug)]
pub struct Library;

/// Something on the shelf cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRead {
    /// The file.
    pub file: String,
    /// The line, from 1; nothing if there is no such file.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for NotRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.why),
            None => write!(f, "{}: {}", self.file, self.why),
        }
    }
}

impl Error for NotRead {}

/// The folder of a booklet: the name of its game on the page.
pub const fn game_of(book: Book) -> &'static str {
    match book {
        Book::Zeno => "tavli",
        Book::Tablut => "tablut",
        Book::Alea => "alea",
    }
}

/// Something to read: all papers are written alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// A game's booklet.
    Booklet(Book),
    /// A scene from its history: every section is a step of it, with one board.
    Scene(Book),
    /// A sheet for teachers.
    Sheet(Book),
    /// Where all of this comes from.
    About,
}

impl Paper {
    /// Every one.
    pub fn all() -> impl Iterator<Item = Paper> {
        let of_book = |book| [Paper::Booklet(book), Paper::Scene(book), Paper::Sheet(book)];
        Book::ALL.into_iter().flat_map(of_book).chain([Paper::About])
    }

    /// The game it is about, if it is about one.
    pub const fn book(self) -> Option<Book> {
        match self {
            Paper::Booklet(book) | Paper::Scene(book) | Paper::Sheet(book) => Some(book),
            Paper::About => None,
        }
    }

    /// Its file without an ending, in a language.
    pub fn file(self, lang: Lang) -> String {
        let name = match self {
            Paper::Booklet(_) => "booklet",
            Paper::Scene(_) => "scene",
            Paper::Sheet(_) => "sheet",
            Paper::About => "about",
        };
        format!("{}/{name}.{}", self.book().map_or("about", game_of), lang.code())
    }
}

#[derive(Deserialize)]
struct DiagramFile {
    diagrams: Vec<Diagram>,
}

impl Library {
    /// A game's booklet.
    pub fn booklet(book: Book, lang: Lang) -> Result<Booklet, NotRead> {
        Library::paper(Paper::Booklet(book), lang)
    }

    /// Anything there is to read.
    pub fn paper(paper: Paper, lang: Lang) -> Result<Booklet, NotRead> {
        let file = format!("{}.md", paper.file(lang));
        Booklet::parse(&text(&file)?).map_err(|(line, why)| NotRead { file, line: Some(line), why })
    }

    /// A game's diagrams.
    pub fn diagrams(book: Book) -> Result<Vec<Diagram>, NotRead> {
        let file = format!("{}/diagrams.json", game_of(book));
        let read: Result<DiagramFile, _> = serde_json::from_str(&text(&file)?);
        read.map(|file| file.diagrams).map_err(|error| NotRead {
            file,
            line: Some(error.line()),
            why: error.to_string(),
        })
    }
}

/// A paper with the boards of its diagrams: all that is needed to show it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct WholeBooklet {
    /// The words.
    #[serde(flatten)]
    pub booklet: Booklet,
    /// The diagrams that it shows.
    pub diagrams: Vec<Drawn>,
    /// Those whose study its words lead to.
    pub studies: Vec<Studied>,
}

impl WholeBooklet {
    /// A paper with its diagrams.
    pub fn read(paper: Paper, lang: Lang) -> Result<WholeBooklet, NotRead> {
        let booklet = Library::paper(paper, lang)?;
        let wanted: BTreeSet<&str> = booklet.diagrams().collect();
        let there = paper.book().map(Library::diagrams).transpose()?.unwrap_or_default();
        let draw = |diagram: &Diagram| {
            let why =
                |why| NotRead { file: paper.file(lang), line: None, why: format!("{}: {why}", diagram.id) };
            diagram.draw().map_err(why)
        };
        let drawn = there.iter().filter(|diagram| wanted.contains(&*diagram.id)).map(draw);
        let diagrams = drawn.collect::<Result<_, _>>()?;
        let linked: BTreeSet<&str> = booklet.studied().collect();
        let studies = there.iter().filter(|diagram| linked.contains(&*diagram.id)).map(Diagram::studied);
        Ok(WholeBooklet { studies: studies.collect(), booklet, diagrams })
    }
}

fn text(name: &str) -> Result<String, NotRead> {
    let missing = |why: &str| NotRead { file: name.to_owned(), line: None, why: why.to_owned() };
    let file = Files::get(name).ok_or_else(|| missing("there is no such file"))?;
    String::from_utf8(file.data.into_owned()).map_err(|_| missing("not UTF-8"))
}
