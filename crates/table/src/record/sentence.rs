//! Events that are no part of a turn, each a sentence on a line of its own.

use std::fmt::Write;
use std::time::Duration;

use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault};
use super::header;
use crate::end::EndReason;
use crate::event::{self, Event, Lot};
use crate::family::Family;
use crate::spec::Colour;
use crate::{BySeat, Seat};

/// An event of which only the player is to be told.
type EventOf<F> = fn(Seat) -> Event<F>;

/// Events of which only the player is to be told.
const fn of_player<F: Family>() -> [(&'static str, EventOf<F>); 10] {
    [
        ("is ready", |seat| Event::Ready { seat }),
        ("leaves", |seat| Event::Left { seat }),
        ("is given a hint", |seat| Event::Hinted { seat }),
        ("offers a draw", |seat| Event::DrawOffered { seat }),
        ("declines the draw", |seat| Event::DrawDeclined { seat }),
        ("asks for a takeback", |seat| Event::TakebackAsked { seat }),
        ("refuses the takeback", |seat| Event::TakebackRefused { seat }),
        ("calls the game off", |seat| Event::Aborted { seat }),
        ("offers a rematch", |seat| Event::RematchOffered { seat }),
        ("declines the rematch", |seat| Event::RematchDeclined { seat }),
    ]
}

/// Events that are the same for both.
const fn of_both<F: Family>() -> [(&'static str, Event<F>); 3] {
    [
        ("rematch agreed", Event::RematchAgreed),
        ("clocks stopped", Event::Paused),
        ("clocks run on", Event::Resumed),
    ]
}

const LOTS: [(&str, Lot); 2] =
    [("lot for the host's side: ", Lot::HostPlays), ("lot for the first turn: ", Lot::First)];

const JOINS: &str = " joins as ";
const NONCE: &str = " with nonce ";
const ROLL_OFF: &str = "roll-off: white ";
const AND_BLACK: &str = ", black ";
const ROUND: &str = "Round ";
/// For how many seconds at most the clock waits until both have seen how the last round ended.
const CLOCK_WAITS: &str = ", clock waits ";
const TAKEN_BACK: &str = "taken back, turns left: ";
const THROWS_KEPT: &str = ", throws kept";
const WINS_ROUND: &str = " wins the round: ";
const DRAWN_ROUND: &str = "round drawn: ";
const RESULT: &str = "Result: ";
const WINS: &str = " wins";
const DRAW: &str = "draw";
/// How the line of the seed begins.
pub(super) const SEED: &str = "seed revealed: ";

/// What the sentence of a round's beginning depends on: its number, from 1, and its rules.
pub(super) type NextRound<'r, F> = (usize, &'r <F as Family>::Ruleset);

/// Writes the sentence of an event; of one that is told in the header or as part of a turn, nothing.
pub(super) fn write<F: Family>(event: &Event<F>, (number, ruleset): NextRound<'_, F>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match event {
        Event::Joined { seat, occupant, nonce } => {
            let _ = write!(out, "{seat}{JOINS}");
            header::write_occupant(occupant, out);
            if nonce.is_empty() { Ok(()) } else { write!(out, "{NONCE}{}", event::hex::write(nonce)) }
        }
        Event::LotDrawn { lot, die } => {
            LOTS.iter().find(|(_, known)| known == lot).map_or(Ok(()), |(text, _)| write!(out, "{text}{die}"))
        }
        Event::RolledOff { white, black } => write!(out, "{ROLL_OFF}{white}{AND_BLACK}{black}"),
        Event::RoundBegan { colours, first, clock_waits } => {
            let name = |colour| F::side_name(ruleset, colour);
            let (host, guest, first) = (name(colours.host), name(colours.guest), name(*first));
            let _ = write!(out, "{ROUND}{number}: host {host}, guest {guest}, first {first}");
            let seconds = clock_waits.as_secs();
            if seconds == 0 { Ok(()) } else { write!(out, "{CLOCK_WAITS}{seconds}") }
        }
        Event::TakenBack { turns, keeps_throws } => {
            let _ = write!(out, "{TAKEN_BACK}{turns}");
            out.write_str(if *keeps_throws { THROWS_KEPT } else { "" })
        }
        Event::RoundEnded { winner: Some(seat), reason } => write!(out, "{seat}{WINS_ROUND}{reason}"),
        Event::RoundEnded { winner: None, reason } => write!(out, "{DRAWN_ROUND}{reason}"),
        Event::MatchEnded { winner: Some(seat) } => write!(out, "{RESULT}{seat}{WINS}"),
        Event::MatchEnded { winner: None } => write!(out, "{RESULT}{DRAW}"),
        Event::SeedRevealed { seed } => write!(out, "{SEED}{seed}"),
        Event::RematchAgreed | Event::Paused | Event::Resumed => {
            of_both().iter().find(|(_, known)| known == event).map_or(Ok(()), |(text, _)| out.write_str(text))
        }
        Event::Ready { seat }
        | Event::Left { seat }
        | Event::Hinted { seat }
        | Event::DrawOffered { seat }
        | Event::DrawDeclined { seat }
        | Event::TakebackAsked { seat }
        | Event::TakebackRefused { seat }
        | Event::Aborted { seat }
        | Event::RematchOffered { seat }
        | Event::RematchDeclined { seat } => of_player()
            .iter()
            .find(|(_, event_of)| event_of(*seat) == *event)
            .map_or(Ok(()), |(text, _)| write!(out, "{seat} {text}")),
        Event::Opened { .. }
        | Event::Rolled { .. }
        | Event::Stepped { .. }
        | Event::StepUndone { .. }
        | Event::TurnEnded { .. }
        | Event::Moved { .. } => Ok(()),
    };
}

/// Reads a sentence; what follows it is left to be read.
pub(super) fn read<F: Family>(cursor: &mut Cursor<'_>, next: NextRound<'_, F>) -> Result<Event<F>, Misread> {
    if let Some((_, event)) = of_both().into_iter().find(|(text, _)| cursor.eat(text)) {
        return Ok(event);
    }
    if let Some((_, lot)) = LOTS.iter().find(|(text, _)| cursor.eat(text)) {
        return Ok(Event::LotDrawn { lot: *lot, die: cursor.die()? });
    }
    if cursor.eat(ROLL_OFF) {
        let white = cursor.die()?;
        cursor.need(AND_BLACK)?;
        return Ok(Event::RolledOff { white, black: cursor.die()? });
    }
    if cursor.eat(ROUND) {
        return round_began::<F>(cursor, next);
    }
    if cursor.eat(TAKEN_BACK) {
        let turns = cursor.number()?;
        return Ok(Event::TakenBack { turns, keeps_throws: cursor.eat(THROWS_KEPT) });
    }
    if cursor.eat(DRAWN_ROUND) {
        return Ok(Event::RoundEnded { winner: None, reason: reason(cursor)? });
    }
    if cursor.eat(RESULT) {
        return result(cursor);
    }
    if cursor.eat(SEED) {
        let word = cursor.word();
        return Ok(Event::SeedRevealed { seed: cursor.value(word)? });
    }
    let start = cursor.at();
    if let Ok(seat) = cursor.seat() {
        if cursor.eat(JOINS) {
            return joined(cursor, seat);
        }
        if cursor.eat(WINS_ROUND) {
            return Ok(Event::RoundEnded { winner: Some(seat), reason: reason(cursor)? });
        }
        if cursor.eat_char(' ')
            && let Some((_, event_of)) = of_player().iter().find(|(text, _)| cursor.eat(text))
        {
            return Ok(event_of(seat));
        }
    }
    cursor.back_to(start);
    Err(cursor.expected(Expected::Event))
}

fn reason<F: Family>(cursor: &mut Cursor<'_>) -> Result<EndReason<F>, Misread> {
    let word = cursor.word();
    cursor.value(word)
}

fn joined<F: Family>(cursor: &mut Cursor<'_>, seat: Seat) -> Result<Event<F>, Misread> {
    let occupant = header::read_occupant(cursor)?;
    let mut nonce = Vec::new();
    if cursor.eat(NONCE) {
        let start = cursor.at();
        let bytes = event::hex::read(cursor.word()).filter(|bytes| !bytes.is_empty());
        nonce = bytes.ok_or_else(|| {
            cursor.back_to(start);
            cursor.expected(Expected::Hex)
        })?;
    }
    Ok(Event::Joined { seat, occupant, nonce })
}

fn result<F: Family>(cursor: &mut Cursor<'_>) -> Result<Event<F>, Misread> {
    if cursor.eat(DRAW) {
        return Ok(Event::MatchEnded { winner: None });
    }
    let start = cursor.at();
    match cursor.seat() {
        Ok(seat) if cursor.eat(WINS) => Ok(Event::MatchEnded { winner: Some(seat) }),
        _ => {
            cursor.back_to(start);
            Err(cursor.expected(Expected::Result))
        }
    }
}

fn round_began<F: Family>(
    cursor: &mut Cursor<'_>,
    (number, ruleset): NextRound<'_, F>,
) -> Result<Event<F>, Misread> {
    let (at, right) = (cursor.at(), number as u64);
    let found: u64 = cursor.number()?;
    if found != right {
        return Err(Misread { at, fault: Fault::WrongNumber { found, right } });
    }
    let mut side = |before| {
        cursor.need(before)?;
        [Colour::Dark, Colour::Light]
            .into_iter()
            .find(|colour| cursor.eat(F::side_name(ruleset, *colour)))
            .ok_or_else(|| cursor.expected(Expected::Side))
    };
    let (host, guest, first) = (side(": host ")?, side(", guest ")?, side(", first ")?);
    let clock_waits = Duration::from_secs(if cursor.eat(CLOCK_WAITS) { cursor.number()? } else { 0 });
    Ok(Event::RoundBegan { colours: BySeat { host, guest }, first, clock_waits })
}
