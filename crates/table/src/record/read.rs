//! Reading the text form.

use std::time::Duration;

use super::build::Builder;
use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault, RecordError};
use super::header::Header;
use super::moment::Timing;
use super::quote::{Delimiters, unquote};
use super::variation;
use super::write::{END, INTERRUPTED, PASS, UNDO};
use super::{Glyph, Read, TITLE, VERSION, sentence};
use crate::Seat;
use crate::dice::Seed;
use crate::event::Event;
use crate::family::{Family, GameRound};
use crate::state::BadEvent;

/// A line of the text.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// From 1.
    number: usize,
    /// Without what ends it. Blanks at the end mean nothing, except where the text ends with them.
    text: &'t str,
    /// Whether it has an end: what has none may have been cut off.
    is_ended: bool,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    text.split_inclusive('\n').zip(1..).map(|(line, number)| match line.strip_suffix('\n') {
        Some(whole) => Line { number, text: whole.trim_end_matches(['\r', ' ', '\t']), is_ended: true },
        None => Line { number, text: line, is_ended: false },
    })
}

/// Reads the text form.
pub(super) fn read<F: Family>(text: &str) -> Read<F> {
    let mut builder = Builder::<F>::default();
    let mut header = Header::default();
    let mut is_in_header = true;
    let mut lines = lines(text);
    loop {
        let rest = lines.clone();
        let Some(line) = lines.next() else { break };
        let result = if line.number == 1 {
            title(line)
        } else if is_in_header {
            header_line(line, &mut header, &mut is_in_header, &mut builder)
        } else {
            body_line(line, &mut builder)
        };
        if let Err(misread) = result {
            let before = line.text.get(..misread.at).unwrap_or(line.text);
            let column = before.chars().count() + 1;
            let error = RecordError { line: line.number, column, fault: misread.fault };
            return builder.finish(Some(error), rest.into_iter().find_map(seed));
        }
    }
    // A header without its end is none: the rules could have gone on.
    let cut = is_in_header.then(|| {
        let fault = if text.is_empty() { Fault::NotARecord } else { Fault::CutOff };
        RecordError::at_offset(text, text.len(), fault)
    });
    builder.finish(cut, None)
}

/// The seed that a line tells, wherever it stands.
fn seed(line: Line<'_>) -> Option<Seed> {
    line.text.strip_prefix(sentence::SEED)?.split_whitespace().next()?.parse().ok()
}

/// The line has no end.
fn cut_off(line: Line<'_>) -> Misread {
    Misread { at: line.text.len(), fault: Fault::CutOff }
}

fn title(line: Line<'_>) -> Result<(), Misread> {
    let not_a_record = Misread { at: 0, fault: Fault::NotARecord };
    if !line.is_ended {
        let title = format!("{TITLE} {VERSION}");
        return Err(if title.starts_with(line.text) { cut_off(line) } else { not_a_record });
    }
    let Some(version) = line.text.strip_prefix(TITLE) else { return Err(not_a_record) };
    if version.trim() == VERSION.to_string() {
        return Ok(());
    }
    let at = line.text.len() - version.trim_start().len();
    Err(Misread { at, fault: Fault::UnknownVersion { found: version.trim().to_owned() } })
}

fn header_line<F: Family>(
    line: Line<'_>,
    header: &mut Header<F>,
    is_in_header: &mut bool,
    builder: &mut Builder<F>,
) -> Result<(), Misread> {
    if !line.is_ended {
        return Err(cut_off(line));
    }
    if !line.text.is_empty() {
        if let Some(tag) = header.line(line.text)? {
            builder.tags().push(tag);
        }
        return Ok(());
    }
    *is_in_header = false;
    let at_start = |fault| Misread { at: 0, fault };
    let (event, at) = std::mem::take(header).opened().map_err(at_start)?;
    let timing = Timing { at, lag: Duration::ZERO };
    builder.happen(event, Some(timing), line.number).map_err(at_start)
}

fn body_line<F: Family>(line: Line<'_>, builder: &mut Builder<F>) -> Result<(), Misread> {
    let mut cursor = Cursor::new(line.text);
    cursor.blanks();
    let start = cursor.at();
    match cursor.peek() {
        None if line.is_ended => Ok(()),
        Some(c) if c.is_ascii_digit() => turn(line, &mut cursor, builder),
        _ if !line.is_ended => Err(cut_off(line)),
        Some(c) if "{[".contains(c) || Glyph::is_part(c) => notes(&mut cursor, builder),
        _ => {
            let Some(state) = builder.state() else { return Err(cursor.expected(Expected::Event)) };
            let finished = state.rounds().len();
            let event = sentence::read(&mut cursor, (finished + 1, state.spec().ruleset_of(finished)))?;
            let timing = cursor.timing_and_end()?;
            happen(builder, event, timing, line, start)
        }
    }
}

/// Takes in an event that stands at a place of a line.
fn happen<F: Family>(
    builder: &mut Builder<F>,
    event: Event<F>,
    timing: Option<Timing>,
    line: Line<'_>,
    place: usize,
) -> Result<(), Misread> {
    builder.happen(event, timing, line.number).map_err(|fault| Misread { at: place, fault })
}

fn notes<F: Family>(cursor: &mut Cursor<'_>, builder: &mut Builder<F>) -> Result<(), Misread> {
    loop {
        cursor.blanks();
        match cursor.peek() {
            None => return Ok(()),
            Some(c) if Glyph::is_part(c) => variation::read_glyph(cursor, &mut builder.note().glyph)?,
            Some('{') => {
                let comment = unquote(cursor, Delimiters::Braces)?;
                variation::add_comment(&mut builder.note().comment, comment);
            }
            Some('[') => {
                let start = builder.state().zip(builder.last());
                let start = start.and_then(|(state, last)| variation::start_of_turn(state, last));
                let start = start.ok_or_else(|| cursor.misread(Fault::NothingToVary))?;
                let other = variation::read(cursor, &start, 0)?;
                builder.note().variations.push(other);
            }
            Some(_) => return Err(cursor.expected(Expected::EndOfLine)),
        }
    }
}

/// A turn: its number, whose it is, and what was played.
fn turn<F: Family>(line: Line<'_>, cursor: &mut Cursor<'_>, builder: &mut Builder<F>) -> Result<(), Misread> {
    let start = cursor.at();
    let impossible = || Misread { at: start, fault: BadEvent::<F>::OutOfPlace.into() };
    let Some(round) = builder.state().and_then(|state| state.round()) else { return Err(impossible()) };
    let is_in_steps = round.is_played_in_steps();
    // Only the words of throws and steps are whole before the line is.
    if !line.is_ended && !is_in_steps {
        return Err(cut_off(line));
    }
    let right = round.turns() as u64 + 1;
    let to_act = builder.state().and_then(|state| state.to_act());
    let mut read_start = || {
        let found = cursor.number()?;
        if found != right {
            return Err(Misread { at: start, fault: Fault::WrongNumber { found, right } });
        }
        cursor.need(".")?;
        cursor.blanks();
        let at = cursor.at();
        let found = cursor.seat()?;
        match to_act {
            Some(right) if right == found => {}
            Some(right) => return Err(Misread { at, fault: Fault::WrongSeat { found, right } }),
            None => return Err(impossible()),
        }
        if cursor.blanks() { Ok(found) } else { Err(cursor.expected(Expected::TurnWord)) }
    };
    match read_start() {
        // Whatever seems to be wrong with so little is that it was cut off.
        Err(_) if !line.is_ended && line.text.split_whitespace().count() < 3 => Err(cut_off(line)),
        Err(misread) => Err(misread),
        Ok(seat) if is_in_steps => turn_words(line, cursor, builder, seat),
        Ok(seat) => whole_move(line, cursor, builder, seat),
    }
}

/// A turn that is one move.
fn whole_move<F: Family>(
    line: Line<'_>,
    cursor: &mut Cursor<'_>,
    builder: &mut Builder<F>,
    seat: Seat,
) -> Result<(), Misread> {
    let place = cursor.at();
    let word = cursor.word();
    let Some(round) = builder.state().and_then(|state| state.round()) else { return Err(cut_off(line)) };
    let mv = round.read_move(word).map_err(|bad| cursor.bad_turn(word, bad));
    let timing = match &mv {
        // What a move does is compared with what is told of it only once the line is whole.
        Err(Misread { fault: Fault::Misstated { .. }, .. }) | Ok(_) => cursor.timing_and_end()?,
        Err(_) => None,
    };
    happen(builder, Event::Moved { seat, mv: mv? }, timing, line, place)
}

/// A turn of throw and steps.
fn turn_words<F: Family>(
    line: Line<'_>,
    cursor: &mut Cursor<'_>,
    builder: &mut Builder<F>,
    seat: Seat,
) -> Result<(), Misread> {
    let mut is_first = true;
    while !cursor.is_done() {
        let place = cursor.at();
        let word = cursor.up_to(|c| " \t@".contains(c));
        let timing = if cursor.eat_char('@') {
            match cursor.timing() {
                Err(_) if !line.is_ended && !cursor.rest().contains([' ', '\t']) => {
                    return Err(cut_off(line));
                }
                timing => Some(timing?),
            }
        } else {
            None
        };
        if !cursor.blanks() && !line.is_ended {
            return Err(cut_off(line));
        }
        if word == INTERRUPTED && timing.is_none() && (is_first || cursor.is_done()) {
            is_first = false;
            continue;
        }
        is_first = false;
        let after = cursor.at();
        // Errors of the word's own form are counted from its end.
        cursor.back_to(place + word.len());
        let event = turn_word(word, cursor, builder, seat, place)?;
        cursor.back_to(after);
        let is_end = matches!(event, Event::TurnEnded { .. });
        happen(builder, event, timing, line, place)?;
        if is_end {
            return cursor.end();
        }
    }
    Ok(())
}

/// The event that a word of a turn of throw and steps tells.
fn turn_word<F: Family>(
    word: &str,
    cursor: &mut Cursor<'_>,
    builder: &Builder<F>,
    seat: Seat,
    place: usize,
) -> Result<Event<F>, Misread> {
    let round = builder.state().and_then(|state| state.round());
    let steps = round.map_or(0, GameRound::steps_played);
    match word {
        UNDO => return Ok(Event::StepUndone { seat }),
        END | PASS => {
            let right = if steps == 0 { PASS } else { END };
            if word == right {
                return Ok(Event::TurnEnded { seat, steps });
            }
            let fault = Fault::Misstated { found: word.to_owned(), right: right.to_owned() };
            return Err(Misread { at: place, fault });
        }
        _ => {}
    }
    if let Some(dice) = word.strip_suffix(':') {
        cursor.back_to(place + dice.len());
        let roll = F::read_roll(dice).map_err(|error| cursor.in_word(dice, error))?;
        return Ok(Event::Rolled { seat, roll });
    }
    match round {
        Some(round) if word.contains('-') => {
            let step = round.read_step(word).map_err(|bad| cursor.bad_turn(word, bad))?;
            Ok(Event::Stepped { seat, step })
        }
        _ => {
            cursor.back_to(place);
            Err(cursor.expected(Expected::TurnWord))
        }
    }
}
