//! What happens at the table, as sentences.

use std::time::Duration;

use tablen_rules::words::Message;
use tablen_table::view::{self, Viewer};
use tablen_table::{Colour, EndReason, Entry, Event, GameRound, Lot, Occupant, Phase, Ruleset, Seat, State};

use crate::families;

/// The name of a side.
pub fn side(rules: &Ruleset, colour: Colour) -> Message {
    families::side(rules.family(), rules.side_name(colour))
}

/// The sign of a side in drawings.
pub const fn sign(colour: Colour) -> &'static str {
    match colour {
        Colour::Dark => "●",
        Colour::Light => "○",
    }
}

/// Who sits on a seat, as the viewer calls them.
pub fn who(occupant: &Occupant, seat: Seat, viewer: Viewer) -> Message {
    match occupant {
        Occupant::Person(_) | Occupant::Bot(_) if viewer == Viewer::At(seat) => message!("play.you"),
        Occupant::Person(_) => match occupant.shown_name() {
            Some(name) => message!("play.person").text("name", name),
            None => unnamed(seat),
        },
        Occupant::Bot(_) => match occupant.shown_name() {
            Some(name) => message!("play.bot").text("name", name),
            None => message!("play.unnamed-bot"),
        },
        Occupant::Computer(level) => message!("play.computer").with("level", level.number()),
        Occupant::Open => message!("play.nobody"),
    }
}

/// What somebody is called who gave no name.
pub fn unnamed(seat: Seat) -> Message {
    let number: u8 = match seat {
        Seat::Host => 1,
        Seat::Guest => 2,
    };
    message!("play.player").with("number", number)
}

/// What a clock shows: minutes and seconds, hours where there are any, days beyond two of them.
pub fn time(left: Duration) -> String {
    // The last second shows as one, not as none.
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        1..48 => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{}d {}h", hours / 24, hours % 24),
    }
}

/// Why a round ended.
pub fn reason(reason: EndReason) -> Message {
    match reason {
        EndReason::Rules(reason) => families::end(reason),
        other => message!(format!("play.end.{other}")),
    }
}

/// Who won, or that nobody did.
fn winner(state: &State, viewer: Viewer, winner: Option<Seat>) -> Message {
    match winner {
        None => message!("play.draw"),
        Some(seat) if viewer == Viewer::At(seat) => message!("play.win.you"),
        Some(seat) => message!("play.win").with("who", who(&state.spec().occupants[seat], seat, viewer)),
    }
}

/// How all ended; nothing while it goes on.
pub fn result(state: &State, viewer: Viewer) -> Option<Message> {
    match state.phase() {
        Phase::Over { winner: seat } => Some(winner(state, viewer, seat)),
        Phase::Aborted => Some(message!("play.aborted")),
        Phase::Waiting | Phase::Playing => None,
    }
}

/// The text of the turn that was played last.
fn last_turn(state: &State) -> Option<String> {
    let current = state.rounds().len() + 1;
    let turns = |round: usize| {
        let told = match state.rounds().get(round - 1) {
            Some(finished) => Some(&finished.round),
            None => state.round(),
        };
        told.map_or(0, |told| told.turns())
    };
    [current, current - 1]
        .into_iter()
        .filter(|round| *round > 0 && turns(*round) > 0)
        .find_map(|round| view::lines(state, round, turns(round)).pop())
        .map(|line| line.text)
}

/// What an event that has just happened means; nothing if it goes without saying.
pub fn event(entry: &Entry, state: &State, viewer: Viewer) -> Option<Message> {
    let name = |seat: Seat| who(&state.spec().occupants[seat], seat, viewer);
    let rules = state.spec().ruleset_of(state.rounds().len());
    let side = |colour| side(rules, colour);
    Some(match &entry.event {
        Event::LotDrawn { lot: Lot::First, die } => message!("play.event.lot").with("die", die.pips()),
        Event::RolledOff { white, black } => {
            message!("play.event.rolled-off").with("white", white.pips()).with("black", black.pips())
        }
        Event::RoundBegan { first, .. } => message!("play.event.round-began")
            .with("round", state.rounds().len() + 1)
            .with("side", side(*first)),
        Event::Rolled { seat, roll } => {
            message!("play.event.rolled").with("who", name(*seat)).text("roll", roll)
        }
        Event::TurnEnded { seat, steps: 0 } => message!("play.event.passed").with("who", name(*seat)),
        Event::TurnEnded { seat, .. } | Event::Moved { seat, .. } => message!("play.event.played")
            .with("who", name(*seat))
            .text("turn", last_turn(state).unwrap_or_default()),
        Event::DrawOffered { seat } => message!("play.event.draw-offered").with("who", name(*seat)),
        Event::DrawDeclined { seat } => message!("play.event.draw-declined").with("who", name(*seat)),
        Event::TakebackRefused { seat } => message!("play.event.takeback-refused").with("who", name(*seat)),
        Event::TakenBack { turns, .. } => message!("play.event.taken-back").with("turns", *turns),
        Event::RoundEnded { winner: seat, reason: why } => message!("play.event.round-ended")
            .with("reason", reason(*why))
            .with("result", winner(state, viewer, *seat)),
        // One round says it all.
        Event::MatchEnded { .. } if state.rounds().len() == 1 => return None,
        Event::MatchEnded { winner: seat } => {
            message!("play.event.match-ended").with("result", winner(state, viewer, *seat))
        }
        Event::Aborted { .. } => message!("play.aborted"),
        Event::RematchAgreed => message!("play.event.rematch"),
        Event::SeedRevealed { seed } => message!("play.event.seed").text("seed", seed),
        Event::Opened { commitment: Some(commitment), .. } => {
            message!("play.event.commitment").text("commitment", commitment)
        }
        Event::LotDrawn { lot: Lot::HostPlays, .. }
        | Event::Opened { .. }
        | Event::Joined { .. }
        | Event::Ready { .. }
        | Event::Left { .. }
        | Event::Stepped { .. }
        | Event::StepUndone { .. }
        | Event::Hinted { .. }
        | Event::TakebackAsked { .. }
        | Event::RematchOffered { .. }
        | Event::RematchDeclined { .. }
        | Event::Paused
        | Event::Resumed => return None,
    })
}
