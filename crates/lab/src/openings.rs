//! How games of a match begin: a few random moves, or a book of openings that are even.
//!
//! The strong side wins most games of an unbalanced ruleset, and such games tell nothing about the players. A book holds short openings
//! from which both sides have won games of the engine against itself.

mod lot;
mod making;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::tafl::{
    Bits, Game, IllegalMove, Move, Narrow, NotationError, Preset, Rules, Ruleset, Side, Status, Wide,
    fits_narrow,
};
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message, explained};

use crate::fingerprint::fingerprint;

pub use lot::{Lot, random_move};
pub use making::{Made, Making, Trial, make};

/// How the games of a match begin. In tavli the dice open the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// With so many random moves; none of them ends the game.
    Random(u32),
    /// With the openings of a book, each in one pair.
    Book(Arc<Book>),
}

impl Openings {
    /// The most moves that a game begins with.
    pub fn longest(&self) -> u32 {
        match self {
            Openings::Random(moves) => *moves,
            Openings::Book(book) => {
                book.openings.iter().map(|opening| opening.moves.len() as u32).max().unwrap_or_default()
            }
        }
    }

    /// The opening of a pair, if they come from a book. Every seed shuffles the book otherwise.
    pub(crate) fn of_pair(&self, seed: u64, pair: u64) -> Option<&Opening> {
        let Openings::Book(book) = self else { return None };
        let mut order: Vec<usize> = (0..book.openings.len()).collect();
        Rng::with_seed(seed).shuffle(&mut order);
        let place = usize::try_from(pair).ok()?.checked_rem(order.len())?;
        book.openings.get(order[place])
    }
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Who has the first move.
    pub first: Side,
    /// What is played.
    pub moves: Vec<Move>,
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// Openings of a ruleset. Its text has one a line: who begins and the moves; what follows a `#` is for people.
///
/// ```
/// use tablen_lab::openings::Book;
/// use tablen_rules::tafl::Preset;
///
/// let book = Book::read("# two of many\nattackers D1-D3 E4-F4\n\ndefenders E4-F4  # short", &Preset::Tablut.ruleset())?;
/// assert_eq!(book.len(), 2);
/// let error = Book::read("attackers D1-D9", &Preset::Tablut.ruleset()).unwrap_err();
/// assert!(error.to_string().starts_with("Line 1 of the book: "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    openings: Vec<Opening>,
}

/// The books that come with Tablen, by the names of their presets.
const BOOKS: [(Preset, &str); 6] = [
    (Preset::Tablut, include_str!("../books/tablut.txt")),
    (Preset::TablutFreeEdge, include_str!("../books/tablut-free-edge.txt")),
    (Preset::TablutCorners, include_str!("../books/tablut-corners.txt")),
    (Preset::Ashton, include_str!("../books/ashton.txt")),
    (Preset::Alea, include_str!("../books/alea.txt")),
    (Preset::Alea17, include_str!("../books/alea-17.txt")),
];

impl Book {
    /// The presets for which a book comes with Tablen.
    pub fn presets() -> impl Iterator<Item = Preset> {
        BOOKS.into_iter().map(|(preset, _)| preset)
    }

    /// The book of a ruleset that comes with Tablen, if there is one.
    pub fn of(ruleset: &Ruleset) -> Option<Book> {
        let (_, text) = BOOKS.into_iter().find(|(preset, _)| preset.ruleset() == *ruleset)?;
        Book::read(text, ruleset).ok()
    }

    /// Reads a book of a ruleset and plays through it, so that a match finds nothing wrong with it later.
    pub fn read(text: &str, ruleset: &Ruleset) -> Result<Book, NotABook> {
        match fits_narrow(ruleset) {
            true => read::<Narrow>(text, ruleset),
            false => read::<Wide>(text, ruleset),
        }
    }

    /// How many openings it has.
    pub const fn len(&self) -> usize {
        self.openings.len()
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.openings.is_empty()
    }

    /// A number that tells it from other books.
    pub(crate) fn fingerprint(&self) -> u64 {
        let lines: Vec<String> = self.openings.iter().map(Opening::to_string).collect();
        fingerprint(lines.join("\n").as_bytes())
    }

    /// Its openings.
    pub fn openings(&self) -> &[Opening] {
        &self.openings
    }
}

fn read<B: Bits>(text: &str, ruleset: &Ruleset) -> Result<Book, NotABook> {
    let rules = Arc::new(Rules::<B>::new(ruleset).map_err(|_| NotABook::Empty)?);
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        let told = line.split('#').next().unwrap_or_default();
        let mut words = told.split_whitespace();
        let Some(name) = words.next() else { continue };
        let wrong = |fault| NotABook::Line { number, fault };
        let first = Side::from_name(name).ok_or_else(|| wrong(LineFault::NotASide(name.to_owned())))?;
        if ruleset.first_side().is_some_and(|side| side != first) {
            return Err(wrong(LineFault::DoesNotBegin(first)));
        }
        let mut game = Game::start(&rules, first);
        for word in words {
            let mv = word.parse().map_err(|error| wrong(LineFault::NotAMove(error)))?;
            game.play(mv).map_err(|illegal| wrong(LineFault::Illegal(mv, illegal)))?;
        }
        if let Status::Over(_) = game.status() {
            return Err(wrong(LineFault::Over));
        }
        if !seen.insert(game.position().canonical_key()) {
            return Err(wrong(LineFault::Twice));
        }
        openings.push(Opening { first, moves: game.moves_made().collect() });
    }
    if openings.is_empty() { Err(NotABook::Empty) } else { Ok(Book { openings }) }
}

/// Why a text is no book of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotABook {
    /// There is no opening in it.
    Empty,
    /// A line is wrong.
    Line {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What is wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It begins with no side.
    NotASide(String),
    /// That side does not begin by these rules.
    DoesNotBegin(Side),
    /// A word is no move.
    NotAMove(Located<NotationError>),
    /// A move is against the rules.
    Illegal(Move, IllegalMove),
    /// The game is over after it.
    Over,
    /// An earlier line leads to the same position, or to one that is the same turned round.
    Twice,
}

impl Explain for NotABook {
    fn message(&self) -> Message {
        match self {
            NotABook::Empty => message!("book.error.empty"),
            NotABook::Line { number, fault } => {
                let fault = match fault {
                    LineFault::NotASide(word) => message!("book.error.side").text("word", word),
                    LineFault::DoesNotBegin(side) => message!("book.error.first").text("side", side),
                    LineFault::NotAMove(error) => error.message(),
                    LineFault::Illegal(mv, illegal) => {
                        message!("book.error.illegal").text("move", mv).with("error", illegal.message())
                    }
                    LineFault::Over => message!("book.error.over"),
                    LineFault::Twice => message!("book.error.twice"),
                };
                message!("book.error.line").with("line", *number).with("error", fault)
            }
        }
    }
}
explained!(NotABook);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_that_come_with_tablen_are_sound() {
        for (preset, text) in BOOKS {
            let book =
                Book::read(text, &preset.ruleset()).unwrap_or_else(|error| panic!("{preset}: {error}"));
            // Enough for matches of 200 games, each opening with both colours.
            assert!(book.len() >= 100, "{preset}: {}", book.len());
            assert!(
                text.lines().next().is_some_and(|line| line.ends_with(&format!("preset:{preset}"))),
                "{preset}"
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_book_is_told_with_its_line() {
        let ruleset = Preset::Tablut.ruleset();
        for (text, complaint) in [
            ("", "There is no opening in this book."),
            (
                "\nnobody D1-D2",
                "Line 2 of the book: It must begin with attackers or defenders, not “nobody”.",
            ),
            ("attackers castle", "Line 1 of the book: "),
            ("attackers D1-D9", "Line 1 of the book: D1-D9. T4"),
            (
                "attackers D1-D2\n# the other side\nattackers F9-F8",
                "Line 3 of the book: An earlier line leads to the same",
            ),
        ] {
            let error = Book::read(text, &ruleset).map(|_| ()).unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{text}: {error}");
        }
        let error = Book::read("attackers D1-D2", &Preset::Ashton.ruleset()).unwrap_err();
        assert!(error.to_string().contains("attackers do not begin"), "{error}");
    }
}
