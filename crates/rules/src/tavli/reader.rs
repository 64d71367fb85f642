//! Reading text forms from left to right, and what can be wrong with them.

use crate::words::{Explain, Message, explained};

use super::{Cell, Column, Die, Place, Side};
use crate::text::{Located, found_message};

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NotationError {
    /// Something else stands there than can stand there.
    Expected {
        /// What can stand there.
        expected: Expected,
        /// What does; nothing at the end of the text.
        found: Option<char>,
    },
    /// Cells are 1 to 24 (Z1).
    NoSuchCell,
    /// Columns of the middle row are 1 to 12 (Z1).
    NoSuchColumn,
    /// A number larger than can be meant.
    TooLarge {
        /// The largest that can.
        most: u16,
    },
    /// A place that already has its number of men.
    Repeated,
    /// No number is known to lead from one place of the step to the other: it must be written in brackets.
    DieUnknown,
}

/// What a text should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A number of a die, 1 to 6.
    Die,
    /// `hand`, a cell, `m` and a column, or `off`.
    Place,
    /// The `-` between two places.
    Dash,
    /// The `:` after a throw or a place.
    Colon,
    /// A step, or `-` for none.
    Steps,
    /// The `)` after a die.
    Bracket,
    /// How many.
    Count,
    /// `place:count` or `beyond`, or the `;` after a side's men.
    Men,
    /// `white`.
    White,
    /// `black`.
    Black,
    /// `white` or `black`.
    Side,
    /// `to roll`.
    ToRoll,
    /// `after turn` and a number, or nothing more.
    AfterTurn,
    /// Nothing more.
    End,
}

impl Explain for Expected {
    fn message(&self) -> Message {
        message!(match self {
            Expected::Die => "tavli.expected.die",
            Expected::Place => "tavli.expected.place",
            Expected::Dash => "tavli.expected.dash",
            Expected::Colon => "tavli.expected.colon",
            Expected::Steps => "tavli.expected.steps",
            Expected::Bracket => "tavli.expected.bracket",
            Expected::Count => "tavli.expected.count",
            Expected::Men => "tavli.expected.men",
            Expected::White => "tavli.expected.white",
            Expected::Black => "tavli.expected.black",
            Expected::Side => "tavli.expected.side",
            Expected::ToRoll => "tavli.expected.to-roll",
            Expected::AfterTurn => "tavli.expected.after-turn",
            Expected::End => "tavli.expected.end",
        })
    }
}

impl Explain for NotationError {
    fn message(&self) -> Message {
        match *self {
            NotationError::Expected { expected, found } => message!("tavli.text.expected")
                .with("expected", expected.message())
                .with("found", found_message(found)),
            NotationError::NoSuchCell => message!("tavli.text.no-such-cell"),
            NotationError::NoSuchColumn => message!("tavli.text.no-such-column"),
            NotationError::TooLarge { most } => message!("tavli.text.too-large").with("most", most),
            NotationError::Repeated => message!("tavli.text.repeated"),
            NotationError::DieUnknown => message!("tavli.text.die-unknown"),
        }
    }
}

explained!(NotationError, Expected);

/// What every reading function gives.
pub(super) type Read<T> = Result<T, Located<NotationError>>;

/// A text and how far it has been read.
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// Begins a text; spaces at its ends mean nothing.
    pub fn new(text: &'a str) -> Reader<'a> {
        let mut reader = Reader { text: text.trim_end(), at: 0 };
        reader.spaces();
        reader
    }

    /// Reads a whole text.
    pub fn whole<T>(text: &'a str, read: impl FnOnce(&mut Reader<'a>) -> Read<T>) -> Read<T> {
        let mut reader = Reader::new(text);
        read(&mut reader)
            .and_then(|value| if reader.is_done() { Ok(value) } else { Err(reader.expected(Expected::End)) })
            .map_err(|error| error.in_text(text))
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub const fn at(&self) -> usize {
        self.at
    }

    pub fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// The error that something else should stand here.
    pub fn expected(&self, expected: Expected) -> Located<NotationError> {
        Located::new(self.at, NotationError::Expected { expected, found: self.rest().chars().next() })
    }

    /// Goes past spaces; whether there were any.
    pub fn spaces(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start().len();
        self.at += length;
        length > 0
    }

    /// Goes past a given text if it stands here.
    pub fn eat(&mut self, text: &str) -> bool {
        let there = self.rest().starts_with(text);
        if there {
            self.at += text.len();
        }
        there
    }

    /// Goes past a given text, which must stand here.
    pub fn need(&mut self, text: &str, expected: Expected) -> Read<()> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(expected)) }
    }

    /// The digits that stand here as a number; where they begin if it is too large.
    pub fn number(&mut self, most: u16, expected: Expected) -> Read<u16> {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        if length == 0 {
            return Err(self.expected(expected));
        }
        match rest[..length].parse().ok().filter(|number| *number <= most) {
            Some(number) => {
                self.at += length;
                Ok(number)
            }
            None => Err(Located::new(self.at, NotationError::TooLarge { most })),
        }
    }

    /// One digit 1 to 6.
    pub fn die(&mut self) -> Read<Die> {
        let digit = self.rest().bytes().next().unwrap_or(0);
        match Die::new(digit.wrapping_sub(b'0')) {
            Some(die) => {
                self.at += 1;
                Ok(die)
            }
            None => Err(self.expected(Expected::Die)),
        }
    }

    /// `hand`, `m4`, `17` or `off`.
    pub fn place(&mut self) -> Read<Place> {
        if self.eat("hand") {
            return Ok(Place::Hand);
        }
        if self.eat("off") {
            return Ok(Place::Off);
        }
        let middle = self.eat("m");
        let at = self.at;
        let number = self.number(u16::MAX, Expected::Place)?;
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        let (place, error) = if middle {
            (Column::new(number).map(Place::Middle), NotationError::NoSuchColumn)
        } else {
            (Cell::new(number).map(Place::Cell), NotationError::NoSuchCell)
        };
        place.ok_or(Located::new(at, error))
    }

    /// `white` or `black`.
    pub fn side(&mut self) -> Read<Side> {
        match Side::ALL.into_iter().find(|side| self.eat(side.name())) {
            Some(side) => Ok(side),
            None => Err(self.expected(Expected::Side)),
        }
    }
}
