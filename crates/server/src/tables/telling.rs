//! What those who are at a table are told.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use serde_json::json;
use tablen_engine::Level;
use tablen_table::view::{Line, View, Viewer, lines};
use tablen_table::{BySeat, Entry, Event, GameRound, Occupant, Seat};
use tablen_words::Message;
use tokio::sync::mpsc::error::TrySendError;

use super::actor::{Actor, ConnectionId};
use crate::ids::GuestId;
use crate::messages::{Presence, Said, ServerMessage, VERSION};
use crate::store::Kind;

/// How long changes of presence are gathered before they are told, so that a crowd coming at once is one message each.
pub const PRESENCE_DELAY: Duration = Duration::from_millis(200);

/// How far everybody has been told of what was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    round: usize,
    turns: usize,
}

impl Actor {
    /// What somebody is at this table.
    pub(super) fn viewer(&self, guest: Option<GuestId>) -> Viewer {
        let Some(guest) = guest else { return Viewer::Spectator };
        let seat = Seat::ALL.into_iter().find(|seat| self.row.seats[*seat] == Some(guest));
        match (seat, self.kind) {
            (Some(_), Kind::SameScreen) => Viewer::Both,
            (Some(seat), _) => Viewer::At(seat),
            (None, _) => Viewer::Spectator,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        View::new(self.table.state(), self.table.log().len() as u64, viewer, self.time.now())
    }

    /// The turns from a round on, to that which is shown.
    fn lines_from(&self, round: usize) -> Vec<Line> {
        (round..=self.round_shown()).flat_map(|round| lines(self.table.state(), round, 1)).collect()
    }

    /// The first round to be told to somebody who knows the events before a number: those that they saw ending they know.
    fn first_round_for(&self, since: u64) -> usize {
        let log = self.table.log();
        // Whoever claims to know more than there is may have mistaken the table.
        let seen = usize::try_from(since).ok().and_then(|since| log.get(..since)).unwrap_or_default();
        let ended = seen.iter().filter(|entry| matches!(entry.event, Event::RoundEnded { .. })).count();
        (1 + ended).min(self.round_shown())
    }

    /// The number of the round that views show.
    fn round_shown(&self) -> usize {
        let state = self.table.state();
        (state.rounds().len() + usize::from(state.round().is_some())).max(1)
    }

    /// What has been told once a newcomer has been.
    pub(super) fn told_now(&self) -> Told {
        let turns = self.table.state().last_round().map_or(0, GameRound::turns);
        Told { round: self.round_shown(), turns }
    }

    /// Tells everybody of the events from a number on. What was played is told line by line, to the end of a round that the same
    /// events may have ended.
    pub(super) fn tell_events(&mut self, from: u64) {
        let now = self.told_now();
        let mut new_lines = Vec::new();
        for round in self.told.round.max(1)..=now.round {
            let known = if round == self.told.round { self.told.turns.min(self.turns_of(round)) } else { 0 };
            new_lines.extend(lines(self.table.state(), round, known + 1));
        }
        self.told = now;
        let events = without_keys(self.table.since(from));
        let presence = self.presence();
        let mut texts: Vec<(Viewer, Utf8Bytes)> = Vec::with_capacity(3);
        let viewers: Vec<(ConnectionId, Viewer)> =
            self.connections.iter().map(|(id, visitor)| (*id, self.viewer(Some(visitor.guest)))).collect();
        for (id, viewer) in viewers {
            let text = match texts.iter().find(|(known, _)| *known == viewer) {
                Some((_, text)) => text.clone(),
                None => {
                    let view = self.view(viewer);
                    let state =
                        ServerMessage::State { events: &events, view: &view, lines: &new_lines, presence };
                    let text = Utf8Bytes::from(state.text());
                    texts.push((viewer, text.clone()));
                    text
                }
            };
            self.send_text(id, text);
        }
    }

    fn turns_of(&self, round: usize) -> usize {
        let state = self.table.state();
        match state.rounds().get(round - 1) {
            Some(finished) => finished.round.turns(),
            None => state.round().map_or(0, GameRound::turns),
        }
    }

    /// Tells a newcomer everything.
    pub(super) fn welcome(&mut self, id: ConnectionId, guest: GuestId, since: Option<u64>) {
        let viewer = self.viewer(Some(guest));
        let seat = match viewer {
            Viewer::Spectator => None,
            Viewer::At(_) | Viewer::Both => Some(viewer.name()),
        };
        let levels = Level::all().map(Level::number).collect();
        self.send(id, &ServerMessage::Hello { version: VERSION, table: self.id.to_string(), seat, levels });
        let events = without_keys(since.map_or(&[], |since| self.table.since(since)));
        let lines = self.lines_from(since.map_or(1, |since| self.first_round_for(since)));
        let (view, presence) = (self.view(viewer), self.presence());
        self.send(id, &ServerMessage::State { events: &events, view: &view, lines: &lines, presence });
        if let Some(path) = self.next_path() {
            self.send(id, &ServerMessage::Next { path });
        }
    }

    /// The table as somebody sees it who looks once, as JSON.
    pub(super) fn look(&self, guest: Option<GuestId>) -> String {
        let view = self.view(self.viewer(guest));
        let (lines, presence, next) = (self.lines_from(1), self.presence(), self.next_path());
        json!({ "view": view, "lines": lines, "presence": presence, "next": next }).to_string()
    }

    pub(super) fn next_path(&self) -> Option<String> {
        self.row.next.map(|next| format!("/t/{next}"))
    }

    /// Who is there.
    pub(super) fn presence(&self) -> Presence {
        let occupants = &self.table.state().spec().occupants;
        let mut seats = BySeat::from_fn(|seat| matches!(occupants[seat], Occupant::Computer(_)));
        let mut watching = 0;
        for visitor in self.connections.values() {
            match self.viewer(Some(visitor.guest)) {
                Viewer::Spectator => watching += 1,
                Viewer::At(seat) => seats[seat] = true,
                Viewer::Both => seats = BySeat { host: true, guest: true },
            }
        }
        Presence { seats, watching }
    }

    pub(super) fn refuse(
        &mut self,
        id: ConnectionId,
        key: Option<u64>,
        message: &Message,
        rule: Option<String>,
    ) {
        self.means.metrics.refusals.count();
        let Some(visitor) = self.connections.get(&id) else { return };
        let why = Said::new(message, rule, visitor.lang);
        self.send(id, &ServerMessage::Refused { key, why });
    }

    pub(super) fn send_to_all(&mut self, message: &ServerMessage<'_>) {
        let text = Utf8Bytes::from(message.text());
        let ids: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for id in ids {
            self.send_text(id, text.clone());
        }
    }

    pub(super) fn send(&mut self, id: ConnectionId, message: &ServerMessage<'_>) {
        self.send_text(id, Utf8Bytes::from(message.text()));
    }

    /// Whoever does not read is let go: a table waits for nobody, and they miss nothing when they come back.
    fn send_text(&mut self, id: ConnectionId, text: Utf8Bytes) {
        let Some(visitor) = self.connections.get(&id) else { return };
        if let Err(failed) = visitor.out.try_send(text) {
            if matches!(failed, TrySendError::Full(_)) {
                self.means.metrics.disconnected.count();
            }
            self.disconnect(id);
        }
    }
}

/// Events as they are sent: the keys of requests are their senders' own business.
fn without_keys(entries: &[Entry]) -> Vec<Entry> {
    entries.iter().map(|entry| Entry { key: None, ..entry.clone() }).collect()
}
