//! Cells, boards, positions and moves as text.
//!
//! | | form | example |
//! |---|---|---|
//! | cell | column letter and row number, any case | `E5` |
//! | board | OpenTafl's rows between slashes, row 1 first | `/3ttt3/4t4/…/` |
//! | position | board, side to move, `captured` if the king has just been taken | `/3ttt3/…/ attackers` |
//! | move | from, `-`, to | `E4-H4` |
//! | recorded move | move, `x` and captured cells joined by `/`, marks | `E4-H4xH5/G4+` |
//!
//! Marks: `+` the king could be captured with the next move, `-` he has a free route, `+-` both; `++` captured, `--` escaped.

use std::fmt;
use std::str::FromStr;

use crate::words::{Explain, Message};

use super::{Arrangement, Bits, Cell, MAX_SIZE, Move, Piece, Position, Reason, Rules, Setup, Side, State};
use crate::text::{Located, found_message, words};

/// What was found in a text, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotationError {
    /// A column letter A–S was expected.
    Column(Option<char>),
    /// A row number 1–19 was expected.
    Row(Option<char>),
    /// `/` was expected.
    Slash(Option<char>),
    /// A piece letter, a count of empty cells or `/` was expected.
    Piece(Option<char>),
    /// A row has more or fewer cells than the first.
    RowLength {
        /// The row, counted from 1.
        row: u8,
        /// The cells it has.
        cells: usize,
        /// The cells of the first row.
        expected: usize,
    },
    /// There are more or fewer rows than cells in a row.
    RowCount {
        /// The rows found.
        rows: usize,
        /// The rows expected.
        expected: usize,
    },
    /// More than 19 cells in a row, or no cell at all.
    BoardSize(usize),
    /// `attackers` or `defenders` was expected.
    Side(String),
    /// `captured` or the end was expected.
    Captured(String),
    /// `-` was expected.
    Dash(Option<char>),
    /// Jumps and berserk moves (`^`, `=`) are not part of these games.
    Jump(char),
    /// A mark or the end was expected.
    Marks(Option<char>),
}

impl Explain for NotationError {
    fn message(&self) -> Message {
        let found =
            |key: &'static str, found: Option<char>| message!(key).with("found", found_message(found));
        match self {
            NotationError::Column(c) => found("notation.column", *c),
            NotationError::Row(c) => found("notation.row", *c),
            NotationError::Slash(c) => found("notation.slash", *c),
            NotationError::Piece(c) => found("notation.piece", *c),
            NotationError::RowLength { row, cells, expected } => message!("notation.row-length")
                .with("row", *row)
                .with("cells", *cells)
                .with("expected", *expected),
            NotationError::RowCount { rows, expected } => {
                message!("notation.row-count").with("rows", *rows).with("expected", *expected)
            }
            NotationError::BoardSize(cells) => {
                message!("notation.board-size").with("cells", *cells).with("most", MAX_SIZE)
            }
            NotationError::Side(word) => message!("notation.side").text("word", word),
            NotationError::Captured(word) => message!("notation.captured").text("word", word),
            NotationError::Dash(c) => found("notation.dash", *c),
            NotationError::Jump(c) => found("notation.jump", Some(*c)),
            NotationError::Marks(c) => found("notation.marks", *c),
        }
    }
}
crate::words::explained!(NotationError);

type Parsed<T> = Result<T, Located<NotationError>>;

/// A text and how far it has been read.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next_is(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        if is {
            self.at += wanted.len_utf8();
        }
        is
    }

    fn error<T>(&self, error: impl FnOnce(Option<char>) -> NotationError) -> Parsed<T> {
        Err(Located::new(self.at, error(self.peek())))
    }

    fn end<T>(&self, value: T, error: impl FnOnce(Option<char>) -> NotationError) -> Parsed<T> {
        if self.at == self.text.len() { Ok(value) } else { self.error(error) }
    }

    /// A number without sign; `None` if no digit stands here or it is too large for any board.
    fn number(&mut self) -> Option<usize> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let number = self.text[self.at..self.at + digits].parse().ok()?;
        self.at += digits;
        Some(number)
    }

    fn cell(&mut self) -> Parsed<Cell> {
        let column = match self.peek().map(|c| c.to_ascii_uppercase()) {
            Some(c @ 'A'..='S') => c as u8 - b'A',
            _ => return self.error(NotationError::Column),
        };
        self.at += 1;
        let row_at = self.at;
        let found = self.peek();
        self.number()
            .filter(|row| self.text.as_bytes()[row_at] != b'0' && (1..=usize::from(MAX_SIZE)).contains(row))
            .and_then(|row| Cell::new(column, row as u8 - 1))
            .ok_or(Located::new(row_at, NotationError::Row(found)))
    }

    fn mv(&mut self) -> Parsed<Move> {
        let from = self.cell()?;
        match self.peek() {
            Some('-') => self.at += 1,
            Some(c @ ('^' | '=')) => return self.error(|_| NotationError::Jump(c)),
            _ => return self.error(NotationError::Dash),
        }
        Ok(Move::new(from, self.cell()?))
    }
}

impl FromStr for Cell {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Parsed<Cell> {
        let mut cursor = Cursor::new(text);
        let cell = cursor.cell()?;
        cursor.end(cell, NotationError::Row)
    }
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("/")?;
        for row in 0..self.size() {
            let mut empty = 0;
            for column in 0..self.size() {
                match Cell::new(column, row).and_then(|cell| self.get(cell)) {
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.letter())?;
                    }
                    None => empty += 1,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str("/")?;
        }
        Ok(())
    }
}

impl FromStr for Arrangement {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Parsed<Arrangement> {
        let mut cursor = Cursor::new(text);
        if !cursor.next_is('/') {
            return cursor.error(NotationError::Slash);
        }
        let mut rows: Vec<Vec<Option<Piece>>> = Vec::new();
        while cursor.at < text.len() {
            let row_at = cursor.at;
            let mut row = Vec::new();
            while !cursor.next_is('/') {
                let at = cursor.at;
                match cursor.peek() {
                    Some('1'..='9') => {
                        let run = cursor.number().unwrap_or(usize::MAX);
                        if run > usize::from(MAX_SIZE) {
                            return Err(Located::new(at, NotationError::BoardSize(run)));
                        }
                        row.extend(std::iter::repeat_n(None, run));
                    }
                    Some(c) => match Piece::ALL.into_iter().find(|piece| piece.letter() == c) {
                        Some(piece) => {
                            row.push(Some(piece));
                            cursor.at += 1;
                        }
                        None => return cursor.error(NotationError::Piece),
                    },
                    None => return cursor.error(NotationError::Slash),
                }
                if row.len() > usize::from(MAX_SIZE) {
                    return Err(Located::new(at, NotationError::BoardSize(row.len())));
                }
            }
            let expected = rows.first().map_or(row.len(), Vec::len);
            if row.is_empty() {
                return Err(Located::new(row_at, NotationError::BoardSize(0)));
            }
            if rows.len() == expected {
                return Err(Located::new(row_at, NotationError::RowCount { rows: rows.len() + 1, expected }));
            }
            if row.len() != expected {
                let number = rows.len() as u8 + 1;
                return Err(Located::new(
                    row_at,
                    NotationError::RowLength { row: number, cells: row.len(), expected },
                ));
            }
            rows.push(row);
        }
        let expected = rows.first().map_or(0, Vec::len);
        if expected == 0 {
            return cursor.error(NotationError::Piece);
        }
        if rows.len() != expected {
            return Err(Located::new(text.len(), NotationError::RowCount { rows: rows.len(), expected }));
        }
        let mut arrangement = Arrangement::empty(expected as u8);
        for (cell, piece) in Cell::all(expected as u8).zip(rows.into_iter().flatten()) {
            arrangement.set(cell, piece);
        }
        Ok(arrangement)
    }
}

/// How a captured king is marked in a position's text.
const CAPTURED: &str = "captured";

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.arrangement, self.side)?;
        if self.king_captured { write!(f, " {CAPTURED}") } else { Ok(()) }
    }
}

impl FromStr for Setup {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Parsed<Setup> {
        setup(text).map_err(|error| error.in_text(text))
    }
}

fn setup(text: &str) -> Parsed<Setup> {
    let mut words = words(text);
    let (at, board) = words.next().unwrap_or((text.len(), ""));
    let arrangement = board.parse::<Arrangement>().map_err(|error| error.shifted(at))?;
    let (at, side) = words.next().unwrap_or((text.len(), ""));
    let side = Side::from_name(side).ok_or_else(|| Located::new(at, NotationError::Side(side.to_owned())))?;
    let king_captured = match words.next() {
        None => false,
        Some((_, CAPTURED)) => true,
        Some((at, word)) => return Err(Located::new(at, NotationError::Captured(word.to_owned()))),
    };
    match words.next() {
        None => Ok(Setup { arrangement, side, king_captured }),
        Some((at, word)) => Err(Located::new(at, NotationError::Captured(word.to_owned()))),
    }
}

impl<B: Bits> fmt::Display for Position<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}-{}", self.from, self.to))
    }
}

impl FromStr for Move {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Parsed<Move> {
        let mut cursor = Cursor::new(text);
        let mv = cursor.mv()?;
        cursor.end(mv, NotationError::Row)
    }
}

/// What a move led to, as marked in a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Marks {
    /// Nothing to mark.
    #[default]
    None,
    /// `+`: the king could be captured with the next move.
    Check,
    /// `-`: the king has a free route.
    Route,
    /// `+-`: both.
    CheckAndRoute,
    /// `++`: the king is captured.
    Captured,
    /// `--`: the king has escaped.
    Escaped,
}

impl Marks {
    const ALL: [(Marks, &'static str); 6] = [
        (Marks::None, ""),
        (Marks::Check, "+"),
        (Marks::Route, "-"),
        (Marks::CheckAndRoute, "+-"),
        (Marks::Captured, "++"),
        (Marks::Escaped, "--"),
    ];
}

impl<B: Bits> Rules<B> {
    /// The marks of a move that led to a state.
    pub fn marks(&self, state: &State<B>) -> Marks {
        match self.decided(state).map(|outcome| outcome.reason) {
            Some(Reason::Capture) => Marks::Captured,
            Some(_) => Marks::Escaped,
            None => match (self.threats(state).is_empty(), self.routes(state).is_empty()) {
                (true, true) => Marks::None,
                (false, true) => Marks::Check,
                (true, false) => Marks::Route,
                (false, false) => Marks::CheckAndRoute,
            },
        }
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Marks::ALL.iter().find(|(marks, _)| marks == self).map_or("", |(_, text)| text))
    }
}

/// A move as it is written down: with what it captured and what it led to.
///
/// ```
/// use tablen_rules::tafl::{Marks, MoveRecord};
///
/// let record: MoveRecord = "E4-H4xH5/G4+".parse()?;
/// assert_eq!(record.captured, ["H5".parse()?, "G4".parse()?]);
/// assert_eq!(record.marks, Marks::Check);
/// assert_eq!(record.to_string(), "E4-H4xH5/G4+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveRecord {
    /// The move.
    pub mv: Move,
    /// The cells of the men it captured.
    pub captured: Vec<Cell>,
    /// What it led to.
    pub marks: Marks,
}

impl fmt::Display for MoveRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.mv)?;
        for (index, cell) in self.captured.iter().enumerate() {
            write!(f, "{}{cell}", if index == 0 { "x" } else { "/" })?;
        }
        write!(f, "{}", self.marks)
    }
}

impl FromStr for MoveRecord {
    type Err = Located<NotationError>;

    /// Also takes OpenTafl's piece letter in front, as in `Ke5-e7`.
    fn from_str(text: &str) -> Parsed<MoveRecord> {
        let mut cursor = Cursor::new(text);
        let mut letters = text.chars();
        if let (Some('t' | 'T' | 'K'), Some(second)) = (letters.next(), letters.next())
            && second.is_ascii_alphabetic()
        {
            cursor.at = 1;
        }
        let mv = cursor.mv()?;
        let mut captured = Vec::new();
        if cursor.next_is('x') {
            captured.push(cursor.cell()?);
            while cursor.next_is('/') {
                captured.push(cursor.cell()?);
            }
        }
        let rest = &text[cursor.at..];
        match Marks::ALL.into_iter().find(|(_, mark)| *mark == rest) {
            Some((marks, _)) => Ok(MoveRecord { mv, captured, marks }),
            None => cursor.error(NotationError::Marks),
        }
    }
}
