//! Events that are no part of a turn, each a sentence on a line of its own.

use std::fmt::Write;

use tablen_rules::{tafl, tavli};

use super::cursor::{Cursor, Misread};
use super::error::{Expected, Fault};
use super::header;
use crate::event::{self, Event, Lot};
use crate::round::EndReason;
use crate::spec::{Colour, Ruleset};
use crate::{BySeat, Seat};

/// An event of which only the player is to be told.
type Deed = fn(Seat) -> Event;

const DEEDS: [(&str, Deed); 8] = [
    ("leaves", |seat| Event::Left { seat }),
    ("offers a draw", |seat| Event::DrawOffered { seat }),
    ("declines the draw", |seat| Event::DrawDeclined { seat }),
    ("asks for a takeback", |seat| Event::TakebackAsked { seat }),
    ("refuses the takeback", |seat| Event::TakebackRefused { seat }),
    ("calls the game off", |seat| Event::Aborted { seat }),
    ("offers a rematch", |seat| Event::RematchOffered { seat }),
    ("declines the rematch", |seat| Event::RematchDeclined { seat }),
];

/// What happens to both.
const HAPPENINGS: [(&str, Event); 3] = [
    ("rematch agreed", Event::RematchAgreed),
    ("clocks stopped", Event::Paused),
    ("clocks run on", Event::Resumed),
];

const LOTS: [(&str, Lot); 2] =
    [("lot for the host's side: ", Lot::HostPlays), ("lot for the first turn: ", Lot::First)];

const JOINS: &str = " joins as ";
const NONCE: &str = " with nonce ";
const ROLL_OFF: &str = "roll-off: white ";
const AND_BLACK: &str = ", black ";
const ROUND: &str = "Round ";
const TAKEN_BACK: &str = "taken back, turns left: ";
const WINS_ROUND: &str = " wins the round: ";
const DRAWN_ROUND: &str = "round drawn: ";
const RESULT: &str = "Result: ";
const WINS: &str = " wins";
const DRAW: &str = "draw";
/// How the line of the seed begins.
pub(super) const SEED: &str = "seed revealed: ";

/// The name of a side in the game that the rules are of.
const fn side_name(ruleset: &Ruleset, colour: Colour) -> &'static str {
    match (ruleset, colour) {
        (Ruleset::Tafl(_), Colour::Dark) => tafl::Side::Attackers.name(),
        (Ruleset::Tafl(_), Colour::Light) => tafl::Side::Defenders.name(),
        (Ruleset::Tavli(_), Colour::Dark) => tavli::Side::Black.name(),
        (Ruleset::Tavli(_), Colour::Light) => tavli::Side::White.name(),
    }
}

/// What the sentence of a round's beginning depends on: its number, from 1, and its rules.
pub(super) type NextRound<'r> = (usize, &'r Ruleset);

/// Writes the sentence of an event; of one that is told in the header or as part of a turn, nothing.
pub(super) fn write(event: &Event, (number, ruleset): NextRound<'_>, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match event {
        Event::Joined { seat, occupant, nonce } => {
            let _ = write!(out, "{seat}{JOINS}");
            header::write_occupant(occupant, out);
            if nonce.is_empty() { Ok(()) } else { write!(out, "{NONCE}{}", event::write_hex(nonce)) }
        }
        Event::LotDrawn { lot, die } => {
            LOTS.iter().find(|(_, known)| known == lot).map_or(Ok(()), |(text, _)| write!(out, "{text}{die}"))
        }
        Event::RolledOff { white, black } => write!(out, "{ROLL_OFF}{white}{AND_BLACK}{black}"),
        Event::RoundBegan { colours, first } => {
            let name = |colour| side_name(ruleset, colour);
            let (host, guest, first) = (name(colours.host), name(colours.guest), name(*first));
            write!(out, "{ROUND}{number}: host {host}, guest {guest}, first {first}")
        }
        Event::TakenBack { turns } => write!(out, "{TAKEN_BACK}{turns}"),
        Event::RoundEnded { winner: Some(seat), reason } => write!(out, "{seat}{WINS_ROUND}{reason}"),
        Event::RoundEnded { winner: None, reason } => write!(out, "{DRAWN_ROUND}{reason}"),
        Event::MatchEnded { winner: Some(seat) } => write!(out, "{RESULT}{seat}{WINS}"),
        Event::MatchEnded { winner: None } => write!(out, "{RESULT}{DRAW}"),
        Event::SeedRevealed { seed } => write!(out, "{SEED}{seed}"),
        Event::RematchAgreed | Event::Paused | Event::Resumed => HAPPENINGS
            .iter()
            .find(|(_, known)| known == event)
            .map_or(Ok(()), |(text, _)| out.write_str(text)),
        Event::Left { seat }
        | Event::DrawOffered { seat }
        | Event::DrawDeclined { seat }
        | Event::TakebackAsked { seat }
        | Event::TakebackRefused { seat }
        | Event::Aborted { seat }
        | Event::RematchOffered { seat }
        | Event::RematchDeclined { seat } => DEEDS
            .iter()
            .find(|(_, deed)| deed(*seat) == *event)
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
pub(super) fn read(cursor: &mut Cursor<'_>, next: NextRound<'_>) -> Result<Event, Misread> {
    if let Some((_, event)) = HAPPENINGS.iter().find(|(text, _)| cursor.eat(text)) {
        return Ok(event.clone());
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
        return round_began(cursor, next);
    }
    if cursor.eat(TAKEN_BACK) {
        return Ok(Event::TakenBack { turns: cursor.number()? });
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
            && let Some((_, deed)) = DEEDS.iter().find(|(text, _)| cursor.eat(text))
        {
            return Ok(deed(seat));
        }
    }
    cursor.back_to(start);
    Err(cursor.expected(Expected::Event))
}

fn reason(cursor: &mut Cursor<'_>) -> Result<EndReason, Misread> {
    let word = cursor.word();
    cursor.value(word)
}

fn joined(cursor: &mut Cursor<'_>, seat: Seat) -> Result<Event, Misread> {
    let occupant = header::read_occupant(cursor)?;
    let mut nonce = Vec::new();
    if cursor.eat(NONCE) {
        let start = cursor.at();
        let bytes = event::read_hex(cursor.word()).filter(|bytes| !bytes.is_empty());
        nonce = bytes.ok_or_else(|| {
            cursor.back_to(start);
            cursor.expected(Expected::Hex)
        })?;
    }
    Ok(Event::Joined { seat, occupant, nonce })
}

fn result(cursor: &mut Cursor<'_>) -> Result<Event, Misread> {
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

fn round_began(cursor: &mut Cursor<'_>, (number, ruleset): NextRound<'_>) -> Result<Event, Misread> {
    let (at, right) = (cursor.at(), number as u64);
    let found: u64 = cursor.number()?;
    if found != right {
        return Err(Misread { at, fault: Fault::WrongNumber { found, right } });
    }
    let mut side = |before| {
        cursor.need(before)?;
        [Colour::Dark, Colour::Light]
            .into_iter()
            .find(|colour| cursor.eat(side_name(ruleset, *colour)))
            .ok_or_else(|| cursor.expected(Expected::Side))
    };
    let (host, guest) = (side(": host ")?, side(", guest ")?);
    Ok(Event::RoundBegan { colours: BySeat { host, guest }, first: side(", first ")? })
}
