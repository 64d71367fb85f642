//! Reading a line from left to right.

use std::str::FromStr;

use tablen_rules::tavli::Die;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message};

use super::error::{Expected, Fault};
use super::moment::{Moment, Timing};
use crate::Seat;
use crate::family::{BadTurn, Family};
use crate::state::BadEvent;

/// What is wrong with a line, at a byte of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Misread {
    pub at: usize,
    pub fault: Fault,
}

/// A line and how far it has been read.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

const BLANKS: [char; 2] = [' ', '\t'];

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str) -> Cursor<'t> {
        Cursor { text, at: 0 }
    }

    pub const fn at(&self) -> usize {
        self.at
    }

    pub const fn len(&self) -> usize {
        self.text.len()
    }

    /// Goes to a place that has been read before, or that is known to be the end of something.
    pub fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn next_char(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Goes past a character if it stands here.
    pub fn eat_char(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        if is {
            self.at += wanted.len_utf8();
        }
        is
    }

    /// Goes past a text if it stands here.
    pub fn eat(&mut self, text: &str) -> bool {
        let is = self.rest().starts_with(text);
        if is {
            self.at += text.len();
        }
        is
    }

    /// Goes past a text, which must stand here.
    pub fn need(&mut self, text: &'static str) -> Result<(), Misread> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(Expected::Exactly(text))) }
    }

    /// Goes past blanks; whether there were any.
    pub fn blanks(&mut self) -> bool {
        let length = self.rest().len() - self.rest().trim_start_matches(BLANKS).len();
        self.at += length;
        length > 0
    }

    /// What stands here up to a character of a kind, or up to the end.
    pub fn up_to(&mut self, is_end: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// What stands here up to a blank.
    pub fn word(&mut self) -> &'t str {
        self.up_to(|c| BLANKS.contains(&c))
    }

    pub fn misread(&self, fault: Fault) -> Misread {
        Misread { at: self.at, fault }
    }

    /// Something else should stand here.
    pub fn expected(&self, expected: Expected) -> Misread {
        self.misread(Fault::Expected { expected, found: self.rest().to_owned() })
    }

    pub fn number<N: FromStr>(&mut self) -> Result<N, Misread> {
        let start = self.at;
        let number = self.up_to(|c| !c.is_ascii_digit()).parse();
        number.map_err(|_| {
            self.at = start;
            self.expected(Expected::Number)
        })
    }

    pub fn die(&mut self) -> Result<Die, Misread> {
        let digit = self.rest().bytes().next().unwrap_or(0);
        let die = Die::new(digit.wrapping_sub(b'0')).ok_or_else(|| self.expected(Expected::Die))?;
        self.at += 1;
        Ok(die)
    }

    pub fn seat(&mut self) -> Result<Seat, Misread> {
        Seat::ALL.into_iter().find(|seat| self.eat(seat.name())).ok_or_else(|| self.expected(Expected::Seat))
    }

    /// The value that a word is in a text form of its own.
    pub fn value<T: FromStr<Err: Explain>>(&mut self, word: &str) -> Result<T, Misread> {
        let at = self.at - word.len();
        word.parse().map_err(|error: T::Err| Misread { at, fault: Fault::BadValue(error.message()) })
    }

    /// What is wrong with a word that has just been read, at a place of it.
    pub fn in_word(&self, word: &str, error: Located<Message>) -> Misread {
        Misread { at: self.at - word.len() + error.at, fault: Fault::BadValue(error.error) }
    }

    /// What is wrong with a turn, a move or a step that has just been read.
    pub fn bad_turn<F: Family>(&self, word: &str, bad: BadTurn<F>) -> Misread {
        let at = self.at - word.len();
        match bad {
            BadTurn::Text(error) => self.in_word(word, error),
            BadTurn::Illegal(illegal) => Misread { at, fault: BadEvent::Illegal(illegal).into() },
            BadTurn::Misstated { right } => {
                Misread { at, fault: Fault::Misstated { found: word.to_owned(), right } }
            }
        }
    }

    /// A moment, up to a blank or the end.
    pub fn moment(&mut self) -> Result<Moment, Misread> {
        self.time(Moment::read)
    }

    /// A moment and what was spent on the line before it, up to a blank or the end.
    pub fn timing(&mut self) -> Result<Timing, Misread> {
        self.time(Timing::read)
    }

    fn time<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Result<T, Misread> {
        let start = self.at;
        read(self.word()).ok_or_else(|| {
            self.at = start;
            self.expected(Expected::Time)
        })
    }

    /// Nothing but blanks and, if there is one, a moment after `@` may follow.
    pub fn timing_and_end(&mut self) -> Result<Option<Timing>, Misread> {
        self.blanks();
        let timing = if self.eat_char('@') { Some(self.timing()?) } else { None };
        self.end()?;
        Ok(timing)
    }

    /// Nothing but blanks may follow.
    pub fn end(&mut self) -> Result<(), Misread> {
        self.blanks();
        if self.is_done() { Ok(()) } else { Err(self.expected(Expected::EndOfLine)) }
    }
}
