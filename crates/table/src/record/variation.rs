//! What could have been played instead.
//!
//! `[E4-E5 {better}; E6-E7 [E6-E8]; C3-C4]`: turns with semicolons between them, and after a turn what is said about it.

use tablen_rules::{tafl, tavli};

use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault};
use super::quote::{Marks, quote, unquote};
use super::{MAX_DEPTH, Note, Tried, Variation};
use crate::choice::Choice;
use crate::event::Event;
use crate::round::{Illegal, Round};
use crate::state::{BadEvent, State};

/// Where a turn begins.
#[derive(Clone)]
pub(super) enum Start {
    Tafl(Box<tafl::Position>),
    Tavli(tavli::Position),
}

impl Start {
    /// Where the turn began that the last event is part of; nothing if it is part of none.
    pub fn of_turn(state: &State, last: &Event) -> Option<Start> {
        match (last, state.round()?) {
            (Event::Moved { .. }, Round::Tafl(game)) => game
                .position_after(game.len().checked_sub(1)?)
                .map(|position| Start::Tafl(Box::new(position))),
            (Event::TurnEnded { .. }, Round::Tavli(round)) => {
                let last = round.turn(round.turns_played().checked_sub(1)?)?;
                Some(Start::Tavli(last.0))
            }
            (
                Event::Rolled { .. } | Event::Stepped { .. } | Event::StepUndone { .. },
                Round::Tavli(round),
            ) => Some(Start::Tavli(*round.position())),
            _ => None,
        }
    }

    /// A turn as it is written down, and where the next one begins.
    fn after(&self, turn: &Choice) -> Result<(String, Start), Illegal> {
        match (self, turn) {
            (Start::Tafl(position), Choice::Move(mv)) => {
                let (record, next) = recorded(position, *mv)?;
                Ok((record.to_string(), Start::Tafl(Box::new(next))))
            }
            (Start::Tavli(position), Choice::Turn(turn)) => {
                let next = position.play(turn).map_err(|illegal| Illegal::Tavli(illegal.reason))?;
                Ok((turn.to_string(), Start::Tavli(next)))
            }
            (Start::Tafl(_), Choice::Turn(_)) | (Start::Tavli(_), Choice::Move(_)) => Err(Illegal::OtherGame),
        }
    }
}

/// A move with what it captures and marks, and the position after it.
pub(super) fn recorded(
    position: &tafl::Position,
    mv: tafl::Move,
) -> Result<(tafl::MoveRecord, tafl::Position), Illegal> {
    if let Some(illegal) = position.why_not(mv) {
        return Err(Illegal::Tafl(illegal));
    }
    let rules = position.rules();
    let mut next = *position.state();
    let captured = tafl::Bits::cells(rules.make(&mut next, mv).captured).collect();
    let record = tafl::MoveRecord { mv, captured, marks: rules.marks(&next) };
    Ok((record, tafl::Position::from_state(rules, next)))
}

/// Whether two moves are told alike; the order of captured men means nothing.
pub(super) fn is_told_alike(told: &tafl::MoveRecord, actual: &tafl::MoveRecord) -> bool {
    let sorted = |record: &tafl::MoveRecord| {
        let mut cells = record.captured.clone();
        cells.sort_unstable();
        cells
    };
    (told.mv, told.marks) == (actual.mv, actual.marks) && sorted(told) == sorted(actual)
}

/// Writes a variation. A turn that is not legal is written without what it would do.
pub(super) fn write(variation: &Variation, start: Option<&Start>, out: &mut String) {
    let mut start = start.cloned();
    out.push('[');
    for (index, tried) in variation.turns.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "; " });
        let next = start.as_ref().and_then(|start| start.after(&tried.turn).ok());
        match &next {
            Some((text, _)) => out.push_str(text),
            None => out.push_str(&tried.turn.to_string()),
        }
        if let Some(comment) = &tried.note.comment {
            out.push(' ');
            quote(comment, Marks::Braces, out);
        }
        for other in &tried.note.variations {
            out.push(' ');
            write(other, start.as_ref(), out);
        }
        start = next.map(|(_, next)| next);
    }
    out.push(']');
}

/// Reads a variation; the cursor stands at its bracket. It is `depth` variations deep in others.
pub(super) fn read(cursor: &mut Cursor<'_>, start: &Start, depth: usize) -> Result<Variation, Misread> {
    if depth >= MAX_DEPTH {
        return Err(cursor.misread(Fault::TooDeep));
    }
    if !cursor.eat_char('[') {
        return Err(cursor.expected(Expected::Exactly("[")));
    }
    let mut variation = Variation::default();
    let mut start = start.clone();
    cursor.blanks();
    if cursor.eat_char(']') {
        return Ok(variation);
    }
    loop {
        cursor.blanks();
        let (turn, next) = read_turn(cursor, &start)?;
        let mut note = Note::default();
        loop {
            cursor.blanks();
            match cursor.peek() {
                Some('{') => add_comment(&mut note, unquote(cursor, Marks::Braces)?),
                Some('[') => note.variations.push(read(cursor, &start, depth + 1)?),
                _ => break,
            }
        }
        variation.turns.push(Tried { turn, note });
        start = next;
        if cursor.eat_char(']') {
            return Ok(variation);
        }
        if !cursor.eat_char(';') {
            return Err(cursor.expected(Expected::Bracket));
        }
    }
}

/// Adds to what is said already.
pub(super) fn add_comment(note: &mut Note, more: String) {
    note.comment = Some(match note.comment.take() {
        Some(comment) => comment + "\n" + &more,
        None => more,
    });
}

fn read_turn(cursor: &mut Cursor<'_>, start: &Start) -> Result<(Choice, Start), Misread> {
    let at = cursor.at();
    let stretch = cursor.up_to(|c| ";{[]".contains(c));
    let text = stretch.trim_end();
    // What is wrong is counted from the end of the text.
    cursor.back_to(at + text.len());
    let (turn, told) = match start {
        Start::Tafl(_) => {
            let told: tafl::MoveRecord = cursor.located(text)?;
            (Choice::Move(told.mv), Some(told))
        }
        Start::Tavli(_) => (Choice::Turn(cursor.located(text)?), None),
    };
    let illegal = |illegal| Misread { at, fault: Fault::Impossible(BadEvent::Illegal(illegal)) };
    let (right, next) = start.after(&turn).map_err(illegal)?;
    if let Some(told) = told
        && !right.parse().is_ok_and(|actual| is_told_alike(&told, &actual))
    {
        return Err(Misread { at, fault: Fault::Misstated { found: text.to_owned(), right } });
    }
    Ok((turn, next))
}

/// Checks variations that were read in another form.
pub(super) fn check(variation: &Variation, start: &Start, depth: usize) -> Result<(), Fault> {
    if depth >= MAX_DEPTH {
        return Err(Fault::TooDeep);
    }
    let mut start = start.clone();
    for tried in &variation.turns {
        for other in &tried.note.variations {
            check(other, &start, depth + 1)?;
        }
        let illegal = |illegal| Fault::Impossible(BadEvent::Illegal(illegal));
        (_, start) = start.after(&tried.turn).map_err(illegal)?;
    }
    Ok(())
}
