//! The lines before the first blank one: free tags, and what is agreed before the game.

use std::fmt::{Display, Write};
use std::str::FromStr;
use std::time::Duration;

use tablen_engine::Level;
use tablen_rules::words::Explain;

use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault};
use super::moment::Moment;
use super::quote::{Delimiters, quote, unquote};
use super::{TITLE, VERSION};
use crate::BySeat;
use crate::clock::Control;
use crate::dice::Commitment;
use crate::event::Event;
use crate::family::Family;
use crate::spec::{Colour, Form, Occupant, Spec, begin};
use crate::state::BadEvent;

const GAME: &str = "Game";
const RULES: &str = "Rules";
const HANDICAP: &str = "Handicap";
const START: &str = "Start";
const FORM: &str = "Form";
const CLOCK: &str = "Clock";
const HELP: &str = "Help";
const HOST: &str = "Host";
const GUEST: &str = "Guest";
const HOST_PLAYS: &str = "Host plays";
const COMMITMENT: &str = "Commitment";
const OPENED: &str = "Opened";
/// Names that mean something; as a tag, such a name is in quotes.
const RESERVED: [&str; 12] =
    [GAME, RULES, HANDICAP, START, FORM, CLOCK, HELP, HOST, GUEST, HOST_PLAYS, COMMITMENT, OPENED];

const OPEN: &str = "open";
const BOT: &str = "bot ";
const COMPUTER: &str = "computer ";
const ALLOWED: &str = "allowed";
const COLOURS: [(&str, Colour); 2] = [("dark", Colour::Dark), ("light", Colour::Light)];

/// Writes the title, the tags, what is agreed, and the blank line after it.
pub(super) fn write<F: Family>(
    tags: &[(String, String)],
    spec: &Spec<F>,
    commitment: Option<&Commitment>,
    at: Duration,
    out: &mut String,
) {
    write_title(tags, out);
    let mut line = |name: &str, value: &dyn Display| {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name}: {value}");
    };
    line(GAME, &F::game_in_records(&spec.ruleset));
    line(RULES, &spec.ruleset);
    if let Some(handicap) = &spec.handicap {
        line(HANDICAP, handicap);
    }
    if let Some(start) = &spec.start {
        line(START, start);
    }
    line(FORM, &spec.form);
    line(CLOCK, &spec.control);
    if spec.help {
        line(HELP, &ALLOWED);
    }
    for (name, occupant) in [(HOST, &spec.occupants.host), (GUEST, &spec.occupants.guest)] {
        let mut text = String::new();
        write_occupant(occupant, &mut text);
        line(name, &text);
    }
    if let Some((name, _)) = COLOURS.iter().find(|(_, colour)| spec.host_plays == Some(*colour)) {
        line(HOST_PLAYS, name);
    }
    if let Some(commitment) = commitment {
        line(COMMITMENT, commitment);
    }
    if !at.is_zero() {
        line(OPENED, &Moment(at));
    }
    out.push('\n');
}

/// Writes the title and the tags.
pub(super) fn write_title(tags: &[(String, String)], out: &mut String) {
    let _ = writeln!(out, "{TITLE} {VERSION}");
    for (name, value) in tags {
        if is_plain_name(name) {
            out.push_str(name);
        } else {
            quote(name, Delimiters::Quotes, out);
        }
        out.push_str(": ");
        if is_plain_value(value) {
            out.push_str(value);
        } else {
            quote(value, Delimiters::Quotes, out);
        }
        out.push('\n');
    }
}

fn is_plain_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || " -_".contains(c))
        && !name.ends_with(' ')
        && !RESERVED.contains(&name)
}

fn is_plain_value(value: &str) -> bool {
    !value.is_empty() && value.trim() == value && !value.starts_with('"') && !value.contains(char::is_control)
}

/// Writes who sits on a seat.
pub(super) fn write_occupant(occupant: &Occupant, out: &mut String) {
    match occupant {
        Occupant::Open => out.push_str(OPEN),
        Occupant::Person(name) => quote(name, Delimiters::Quotes, out),
        Occupant::Bot(name) => {
            out.push_str(BOT);
            quote(name, Delimiters::Quotes, out);
        }
        Occupant::Computer(level) => {
            let _ = write!(out, "{COMPUTER}{}", level.number());
        }
    }
}

/// Reads who sits on a seat.
pub(super) fn read_occupant(cursor: &mut Cursor<'_>) -> Result<Occupant, Misread> {
    if cursor.peek() == Some('"') {
        return unquote(cursor, Delimiters::Quotes).map(Occupant::Person);
    }
    let start = cursor.at();
    if cursor.eat(OPEN) {
        return Ok(Occupant::Open);
    }
    if cursor.eat(BOT) && cursor.peek() == Some('"') {
        return unquote(cursor, Delimiters::Quotes).map(Occupant::Bot);
    }
    if cursor.eat(COMPUTER)
        && let Some(level) = cursor.number().ok().and_then(Level::new)
    {
        return Ok(Occupant::Computer(level));
    }
    cursor.back_to(start);
    Err(cursor.expected(Expected::Occupant))
}

/// The header as far as it has been read.
pub(super) struct Header<F: Family> {
    seen: Vec<&'static str>,
    game: Option<String>,
    rules: Option<F::Ruleset>,
    handicap: Option<F::Ruleset>,
    start: Option<F::Start>,
    form: Form,
    control: Control,
    help: bool,
    occupants: BySeat<Occupant>,
    host_plays: Option<Colour>,
    commitment: Option<Commitment>,
    opened: Duration,
}

impl<F: Family> Default for Header<F> {
    fn default() -> Header<F> {
        Header {
            seen: Vec::new(),
            game: None,
            rules: None,
            handicap: None,
            start: None,
            form: Form::default(),
            control: Control::default(),
            help: false,
            occupants: BySeat::default(),
            host_plays: None,
            commitment: None,
            opened: Duration::ZERO,
        }
    }
}

impl<F: Family> Header<F> {
    /// Takes in a line that is not blank; a tag is handed back.
    pub fn line(&mut self, text: &str) -> Result<Option<(String, String)>, Misread> {
        let mut cursor = Cursor::new(text);
        cursor.blanks();
        let start = cursor.at();
        let is_quoted = cursor.peek() == Some('"');
        let name = if is_quoted {
            unquote(&mut cursor, Delimiters::Quotes)?
        } else {
            cursor.up_to(|c| c == ':').to_owned()
        };
        if !cursor.eat_char(':') || name.is_empty() && !is_quoted {
            cursor.back_to(start);
            return Err(cursor.expected(Expected::Header));
        }
        cursor.blanks();
        match RESERVED.into_iter().find(|known| *known == name && !is_quoted) {
            None => Ok(Some((name, tag_value(&mut cursor)?))),
            Some(known) if self.seen.contains(&known) => {
                Err(Misread { at: start, fault: Fault::Repeated { name } })
            }
            Some(known) => {
                self.seen.push(known);
                self.agreed(known, &mut cursor)?;
                Ok(None)
            }
        }
    }

    /// Takes in the value of a name that means something.
    fn agreed(&mut self, name: &'static str, cursor: &mut Cursor<'_>) -> Result<(), Misread> {
        let start = cursor.at();
        match name {
            GAME => self.game = Some(whole(cursor).to_owned()),
            RULES => self.rules = Some(ruleset::<F>(cursor)?),
            HANDICAP => self.handicap = Some(ruleset::<F>(cursor)?),
            START => self.start = Some(value(cursor)?),
            FORM => self.form = value(cursor)?,
            CLOCK => self.control = value(cursor)?,
            HELP => {
                cursor.need(ALLOWED)?;
                self.help = true;
            }
            HOST => self.occupants.host = read_occupant(cursor)?,
            GUEST => self.occupants.guest = read_occupant(cursor)?,
            HOST_PLAYS => self.host_plays = Some(colour(cursor)?),
            COMMITMENT => self.commitment = Some(value(cursor)?),
            _ => self.opened = cursor.moment()?.0,
        }
        cursor.end()?;
        match (&self.game, &self.rules) {
            (Some(game), Some(rules)) if game != F::game_in_records(rules) => {
                let (found, right) = (game.clone(), F::game_in_records(rules).to_owned());
                return Err(Misread { at: start, fault: Fault::Misstated { found, right } });
            }
            _ => {}
        }
        // Whichever of them stands last is where the start is seen not to fit the rules.
        let rules = [&self.rules, &self.handicap].into_iter().flatten();
        match [RULES, HANDICAP, START].contains(&name).then_some(self.start.as_ref()).flatten() {
            Some(position) => {
                let mut begins = rules.map(|rules| begin::<F>(rules, Some(position), Colour::Light));
                begins.try_for_each(|begins| match begins {
                    Ok(_) => Ok(()),
                    Err(cannot) => Err(Misread { at: start, fault: BadEvent::<F>::from(cannot).into() }),
                })
            }
            None => Ok(()),
        }
    }

    /// The event that opens the table, once the blank line is reached, and when it happened.
    pub fn opened(self) -> Result<(Event<F>, Duration), Fault> {
        let Some(ruleset) = self.rules else { return Err(Fault::Missing { name: RULES }) };
        let spec = Spec {
            ruleset,
            handicap: self.handicap,
            start: self.start,
            form: self.form,
            control: self.control,
            help: self.help,
            host_plays: self.host_plays,
            occupants: self.occupants,
        };
        Ok((Event::Opened { spec: Box::new(spec), commitment: self.commitment }, self.opened))
    }
}

/// All that is left of the line.
fn whole<'t>(cursor: &mut Cursor<'t>) -> &'t str {
    cursor.up_to(|_| false)
}

fn tag_value(cursor: &mut Cursor<'_>) -> Result<String, Misread> {
    if cursor.peek() != Some('"') {
        return Ok(whole(cursor).to_owned());
    }
    let value = unquote(cursor, Delimiters::Quotes)?;
    cursor.end()?;
    Ok(value)
}

fn value<T: FromStr<Err: Explain>>(cursor: &mut Cursor<'_>) -> Result<T, Misread> {
    let text = whole(cursor);
    cursor.value(text)
}

/// Rules that can be played by.
fn ruleset<F: Family>(cursor: &mut Cursor<'_>) -> Result<F::Ruleset, Misread> {
    let at = cursor.at();
    let text = whole(cursor);
    let read = text.parse::<F::Ruleset>();
    let ruleset = read.map_err(|error| cursor.in_word(text, error.map(|error| error.message())))?;
    match begin::<F>(&ruleset, None, Colour::Light) {
        Ok(_) => Ok(ruleset),
        Err(cannot) => Err(Misread { at, fault: BadEvent::from(cannot).into() }),
    }
}

fn colour(cursor: &mut Cursor<'_>) -> Result<Colour, Misread> {
    let found = COLOURS.iter().find(|(name, _)| cursor.eat(name)).map(|(_, colour)| *colour);
    found.ok_or_else(|| cursor.expected(Expected::Colour))
}
