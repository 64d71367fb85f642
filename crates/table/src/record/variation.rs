//! What could have been played instead.
//!
//! `[E4-E5 ! {better}; E6-E7 [E6-E8]; C3-C4]`: turns with semicolons between them, and after a turn what is said about it.

use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault};
use super::quote::{Delimiters, quote, unquote};
use super::{Glyph, MAX_DEPTH, Note, Tried, Variation};
use crate::event::Event;
use crate::family::{Family, GameRound};
use crate::state::{BadEvent, State};

/// Where the turn began that the last event is part of; nothing if it is part of none.
pub(crate) fn start_of_turn<F: Family>(state: &State<F>, last: &Event<F>) -> Option<F::Position> {
    let round = state.round()?;
    match last {
        Event::Moved { .. } | Event::TurnEnded { .. } => round.position_before(round.turns().checked_sub(1)?),
        Event::Rolled { .. } | Event::Stepped { .. } | Event::StepUndone { .. } => {
            round.position_before(round.turns())
        }
        _ => None,
    }
}

/// Writes a variation. A turn that is not legal is written without what it would do.
pub(super) fn write<F: Family>(variation: &Variation<F>, start: Option<&F::Position>, out: &mut String) {
    let mut start = start.cloned();
    out.push('[');
    for (index, tried) in variation.turns.iter().enumerate() {
        out.push_str(if index == 0 { "" } else { "; " });
        let next = start.as_ref().and_then(|start| F::play(start, &tried.turn).ok());
        match &next {
            Some((text, _)) => out.push_str(text),
            None => out.push_str(&tried.turn.to_string()),
        }
        if let Some(glyph) = tried.note.glyph {
            out.push(' ');
            out.push_str(glyph.sign());
        }
        if let Some(comment) = &tried.note.comment {
            out.push(' ');
            quote(comment, Delimiters::Braces, out);
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
pub(super) fn read<F: Family>(
    cursor: &mut Cursor<'_>,
    start: &F::Position,
    depth: usize,
) -> Result<Variation<F>, Misread> {
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
        let (turn, next) = read_turn::<F>(cursor, &start)?;
        let mut note = Note::default();
        loop {
            cursor.blanks();
            match cursor.peek() {
                Some(c) if Glyph::is_part(c) => read_glyph(cursor, &mut note.glyph)?,
                Some('{') => add_comment(&mut note.comment, unquote(cursor, Delimiters::Braces)?),
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
pub(crate) fn add_comment(comment: &mut Option<String>, more: String) {
    *comment = Some(match comment.take() {
        Some(said) => said + "\n" + &more,
        None => more,
    });
}

/// Reads a sign, of which there can be one.
pub(super) fn read_glyph(cursor: &mut Cursor<'_>, glyph: &mut Option<Glyph>) -> Result<(), Misread> {
    if glyph.is_some() {
        return Err(cursor.expected(Expected::NoOtherGlyph));
    }
    let word = cursor.up_to(|c| !Glyph::is_part(c));
    *glyph = Some(cursor.value(word)?);
    Ok(())
}

fn read_turn<F: Family>(
    cursor: &mut Cursor<'_>,
    start: &F::Position,
) -> Result<(F::Choice, F::Position), Misread> {
    let at = cursor.at();
    let stretch = cursor.up_to(|c| ";{[]".contains(c) || Glyph::is_part(c));
    let text = stretch.trim_end();
    // What is wrong is counted from the end of the text.
    cursor.back_to(at + text.len());
    F::read_turn(start, text).map_err(|bad| cursor.bad_turn(text, bad))
}

/// Checks variations that were read in another form.
pub(super) fn check<F: Family>(
    variation: &Variation<F>,
    start: &F::Position,
    depth: usize,
) -> Result<(), Fault> {
    if depth >= MAX_DEPTH {
        return Err(Fault::TooDeep);
    }
    let mut start = start.clone();
    for tried in &variation.turns {
        for other in &tried.note.variations {
            check(other, &start, depth + 1)?;
        }
        (_, start) = F::play(&start, &tried.turn).map_err(BadEvent::Illegal)?;
    }
    Ok(())
}
