//! What is wrong with a record, and where.

use std::time::Duration;

use tablen_rules::words::{Explain, Message, explained};

use super::moment::Moment;
use super::{MAX_DEPTH, TITLE, VERSION};
use crate::Seat;
use crate::family::Family;
use crate::state::BadEvent;

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The character in it, from 1.
    pub column: usize,
    /// What was found there and what would be right.
    pub fault: Fault,
}

impl RecordError {
    /// A fault at a byte of a text.
    pub(super) fn at_offset(text: &str, offset: usize, fault: Fault) -> RecordError {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        RecordError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            fault,
        }
    }
}

impl Explain for RecordError {
    fn message(&self) -> Message {
        message!("record.at")
            .with("line", self.line)
            .with("column", self.column)
            .with("error", self.fault.message())
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// It does not begin as a record does.
    NotARecord,
    /// It is of a version that this program does not know.
    UnknownVersion {
        /// Which.
        found: String,
    },
    /// Bytes that are no text.
    NotUtf8,
    /// It ends in the middle of something: it may have been cut off.
    CutOff,
    /// Something else stands there than can stand there.
    Expected {
        /// What can.
        expected: Expected,
        /// What does; nothing at the end of the line.
        found: String,
    },
    /// A value that cannot be read, and why.
    BadValue(Message),
    /// The header does not say something that it must.
    Missing {
        /// The name of the header line.
        name: &'static str,
    },
    /// The header says something twice.
    Repeated {
        /// The name of the header line.
        name: String,
    },
    /// A number that is another.
    WrongNumber {
        /// The number that stands there.
        found: u64,
        /// The number that should.
        right: u64,
    },
    /// The turn is the other player's.
    WrongSeat {
        /// Whose turn is told.
        found: Seat,
        /// Whose it is.
        right: Seat,
    },
    /// What is told of a move, a step or a turn is not what it does.
    Misstated {
        /// What stands there.
        found: String,
        /// What should.
        right: String,
    },
    /// It is told to have happened before what stands above it.
    Backwards {
        /// When it is told to have happened.
        found: Duration,
        /// When the last thing before it happened.
        last: Duration,
    },
    /// It cannot have happened, and why.
    Impossible(Message),
    /// There is no turn here instead of which another could be played.
    NothingToVary,
    /// Variations are nested too deep.
    TooDeep,
    /// A note follows an event that is not there.
    NoSuchEvent {
        /// The number of that event.
        sequence: u64,
    },
    /// It is not JSON, or not the JSON of a record.
    Json {
        /// What the JSON library says.
        error: String,
    },
}

/// What can stand in a place of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// A turn, another event, a comment or a variation.
    Event,
    /// `Name: value`.
    Header,
    /// `"name"`, `computer` and a level, or `open`.
    Occupant,
    /// `dark` or `light`.
    Colour,
    /// The side's name in this game.
    Side,
    /// `host` or `guest`.
    Seat,
    /// A number.
    Number,
    /// A number from 1 to 6.
    Die,
    /// Pairs of hexadecimal digits.
    Hex,
    /// Minutes, seconds and thousandths, such as `1:02.350`.
    Time,
    /// A throw, a step, `undo`, `end` or `pass`.
    TurnWord,
    /// `host wins`, `guest wins` or `draw`.
    Result,
    /// A quotation mark at the end.
    Quote,
    /// A brace at the end.
    Brace,
    /// A bracket at the end.
    Bracket,
    /// No sign besides the one that stands there.
    NoOtherGlyph,
    /// An escape that is known.
    Escape,
    /// Nothing more.
    EndOfLine,
    /// A text that is always the same.
    Exactly(&'static str),
}

/// The longest piece of a record that an error repeats.
const SHOWN: usize = 60;

impl Explain for Expected {
    fn message(&self) -> Message {
        message!(match self {
            Expected::Event => "record.expected.event",
            Expected::Header => "record.expected.header",
            Expected::Occupant => "record.expected.occupant",
            Expected::Colour => "record.expected.colour",
            Expected::Side => "record.expected.side",
            Expected::Seat => "record.expected.seat",
            Expected::Number => "record.expected.number",
            Expected::Die => "record.expected.die",
            Expected::Hex => "record.expected.hex",
            Expected::Time => "record.expected.time",
            Expected::TurnWord => "record.expected.turn-word",
            Expected::Result => "record.expected.result",
            Expected::Quote => "record.expected.quote",
            Expected::Brace => "record.expected.brace",
            Expected::Bracket => "record.expected.bracket",
            Expected::NoOtherGlyph => "record.expected.no-other-glyph",
            Expected::Escape => "record.expected.escape",
            Expected::EndOfLine => "record.expected.end-of-line",
            Expected::Exactly(text) => return message!("record.expected.exactly").text("text", text),
        })
    }
}

/// Says what stands at a place: its beginning in quotes, or the end of the line.
fn found_message(found: &str) -> Message {
    if found.is_empty() {
        return message!("record.end-of-line");
    }
    let mut shown: String = found.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if found.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    tablen_rules::TEXTS.message("text.found").text("found", shown)
}

impl<F: Family> From<BadEvent<F>> for Fault {
    fn from(bad: BadEvent<F>) -> Fault {
        Fault::Impossible(bad.message())
    }
}

impl Explain for Fault {
    fn message(&self) -> Message {
        let title = || format!("{TITLE} {VERSION}");
        match self {
            Fault::NotARecord => message!("record.not-a-record").text("title", title()),
            Fault::UnknownVersion { found } => {
                message!("record.unknown-version").with("found", found_message(found)).with("known", VERSION)
            }
            Fault::NotUtf8 => message!("record.not-utf8"),
            Fault::CutOff => message!("record.cut-off"),
            Fault::Expected { expected, found } => message!("record.expected")
                .with("expected", expected.message())
                .with("found", found_message(found)),
            Fault::BadValue(why) | Fault::Impossible(why) => why.clone(),
            Fault::Missing { name } => message!("record.missing").text("name", name),
            Fault::Repeated { name } => message!("record.repeated").text("name", name),
            Fault::WrongNumber { found, right } => {
                message!("record.wrong-number").text("found", found).text("right", right)
            }
            Fault::WrongSeat { found, right } => {
                message!("record.wrong-seat").text("found", found).text("right", right)
            }
            Fault::Misstated { found, right } => {
                message!("record.misstated").with("found", found_message(found)).text("right", right)
            }
            Fault::Backwards { found, last } => {
                message!("record.backwards").text("found", Moment(*found)).text("last", Moment(*last))
            }
            Fault::NothingToVary => message!("record.nothing-to-vary"),
            Fault::TooDeep => message!("record.too-deep").with("most", MAX_DEPTH),
            Fault::NoSuchEvent { sequence } => message!("record.no-such-event").text("sequence", sequence),
            Fault::Json { error } => message!("record.json").text("error", error),
        }
    }
}
explained!(RecordError, Fault, Expected);
