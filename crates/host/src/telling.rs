//! What those who are at a table are told.

use std::time::Duration;

use serde::Serialize;
use tablen_engine::Level;
use tablen_table::view::{Line, View, Viewer, lines};
use tablen_table::{AnyGame, BySeat, Event, Family, GameRound, Occupant};

use crate::host::{ConnectionId, Effect, Host};
use crate::ids::PersonId;
use crate::messages::{Presence, ServerMessage, VERSION};

/// How long changes of presence are gathered before they are told, so that a crowd coming at once is one message each.
pub(crate) const PRESENCE_DELAY: Duration = Duration::from_millis(200);

/// How far everybody has been told of what has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    /// How many events.
    events: usize,
    /// Up to which round, and how many of its turns.
    round: usize,
    turns: usize,
    /// Whether they know where both play again.
    has_next: bool,
}

/// A table as somebody sees it who looks once.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Look", bound = ""))]
#[serde(bound = "")]
pub struct Look<F: Family = AnyGame> {
    /// The table.
    pub view: View<F>,
    /// All turns that were played.
    pub lines: Vec<Line<F>>,
    /// Who is there.
    pub presence: Presence,
    /// The path of the table where both play again.
    pub next: Option<String>,
}

impl<F: Family> Host<F> {
    fn view(&self, viewer: Viewer, now: Duration) -> View<F> {
        View::new(self.table.state(), self.table.log().len() as u64, viewer, now)
    }

    /// The turns from a round on, to that which is shown.
    fn lines_from(&self, round: usize) -> Vec<Line<F>> {
        (round..=self.round_shown()).flat_map(|round| lines(self.table.state(), round, 1)).collect()
    }

    /// The first round to be told to somebody who knows the events before a number: those that they saw ending they know.
    fn first_round_for(&self, since: u64) -> usize {
        let log = self.table.log();
        // Somebody who claims to know more than there is may have mistaken the table.
        let seen = usize::try_from(since).ok().and_then(|since| log.get(..since)).unwrap_or_default();
        let ended = seen.iter().filter(|entry| matches!(entry.event, Event::RoundEnded { .. })).count();
        (1 + ended).min(self.round_shown())
    }

    /// The number of the round that views show.
    fn round_shown(&self) -> usize {
        let state = self.table.state();
        (state.rounds().len() + usize::from(state.round().is_some())).max(1)
    }

    /// What everybody knows who has been told everything.
    pub(crate) fn told_now(&self) -> Told {
        Told {
            events: self.table.log().len(),
            round: self.round_shown(),
            turns: self.table.state().last_round().map_or(0, GameRound::turns),
            has_next: self.listing.next.is_some(),
        }
    }

    /// Tells everybody of the events that they do not know. What was played is told line by line, to the end of a round that the
    /// same events may have ended.
    pub(crate) fn tell_events(&mut self, now: Duration) {
        let (before, after) = (self.told, self.told_now());
        self.told = after;
        if after.events > before.events {
            let mut new_lines = Vec::new();
            for round in before.round.max(1)..=after.round {
                let known = if round == before.round { before.turns.min(self.turns_of(round)) } else { 0 };
                new_lines.extend(lines(self.table.state(), round, known + 1));
            }
            let events = self.table.since(before.events as u64).to_vec();
            let presence = self.presence();
            for (viewer, to) in self.by_viewer() {
                let view = Box::new(self.view(viewer, now));
                let (events, lines) = (events.clone(), new_lines.clone());
                self.effects.push(Effect::Tell {
                    to,
                    message: ServerMessage::State { events, view, lines, presence },
                });
            }
        }
        if after.has_next
            && !before.has_next
            && let Some(path) = self.next_path()
        {
            let to = self.welcomed();
            self.effects.push(Effect::Tell { to, message: ServerMessage::Next { path } });
        }
    }

    /// Those who have been welcomed, by what they see.
    fn by_viewer(&self) -> Vec<(Viewer, Vec<ConnectionId>)> {
        let mut groups: Vec<(Viewer, Vec<ConnectionId>)> = Vec::with_capacity(3);
        for (id, connection) in self.connections.iter().filter(|(_, them)| them.newcomer.is_none()) {
            let viewer = self.viewer(Some(connection.person));
            match groups.iter_mut().find(|(known, _)| *known == viewer) {
                Some((_, to)) => to.push(*id),
                None => groups.push((viewer, vec![*id])),
            }
        }
        groups
    }

    fn turns_of(&self, round: usize) -> usize {
        let state = self.table.state();
        match state.rounds().get(round - 1) {
            Some(finished) => finished.round.turns(),
            None => state.round().map_or(0, GameRound::turns),
        }
    }

    /// Tells newcomers everything.
    pub(crate) fn welcome_newcomers(&mut self, now: Duration) {
        let newcomers: Vec<(ConnectionId, PersonId, Option<u64>)> = self
            .connections
            .iter_mut()
            .filter_map(|(id, connection)| Some((*id, connection.person, connection.newcomer.take()?.since)))
            .collect();
        for (id, person, since) in newcomers {
            let viewer = self.viewer(Some(person));
            let seat = match viewer {
                Viewer::Spectator => None,
                Viewer::At(_) | Viewer::Both => Some(viewer.name()),
            };
            let levels = Level::all().map(Level::number).collect();
            let events = since.map_or_else(Vec::new, |since| self.table.since(since).to_vec());
            let lines = self.lines_from(since.map_or(1, |since| self.first_round_for(since)));
            let (view, presence) = (Box::new(self.view(viewer, now)), self.presence());
            let mut tell = |message| self.effects.push(Effect::Tell { to: vec![id], message });
            tell(ServerMessage::Hello { version: VERSION, table: self.id.to_string(), seat, levels });
            tell(ServerMessage::State { events, view, lines, presence });
            if let Some(next) = self.listing.next {
                tell(ServerMessage::Next { path: path_of(next) });
            }
        }
    }

    /// The table as somebody sees it who looks once.
    pub(crate) fn look(&self, person: Option<PersonId>, now: Duration) -> Look<F> {
        Look {
            view: self.view(self.viewer(person), now),
            lines: self.lines_from(1),
            presence: self.presence(),
            next: self.next_path(),
        }
    }

    fn next_path(&self) -> Option<String> {
        self.listing.next.map(path_of)
    }

    /// How many people watch without playing.
    pub fn watching(&self) -> usize {
        self.presence().watching
    }

    /// Who is there.
    pub(crate) fn presence(&self) -> Presence {
        let occupants = &self.table.state().spec().occupants;
        let mut seats = BySeat::from_fn(|seat| matches!(occupants[seat], Occupant::Computer(_)));
        let mut watching = 0;
        for connection in self.connections.values() {
            match self.viewer(Some(connection.person)) {
                Viewer::Spectator => watching += 1,
                Viewer::At(seat) => seats[seat] = true,
                Viewer::Both => seats = BySeat { host: true, guest: true },
            }
        }
        Presence { seats, watching }
    }
}

/// The path of a table's page.
fn path_of(table: crate::TableId) -> String {
    format!("/t/{table}")
}
