//! What those who are at a table are told.

use std::time::Duration;

use serde::Serialize;
use tablen_engine::Level;
use tablen_table::clock::Control;
use tablen_table::view::{Line, View, Viewer, lines, lines_between};
use tablen_table::{AnyGame, BySeat, Entry, Event, Family, GameRound, Occupant, Seat};

use crate::effects::{ConnectionId, Effect};
use crate::host::{Host, Kind, Newcomer};
use crate::ids::PersonId;
use crate::messages::{Presence, ServerMessage, VERSION};
use crate::shared::Shared;

/// How many turns, and how many events, somebody is told at once. Few games that people play are longer; what was before is asked for
/// page by page, so that no table takes long to be told, however long it has become.
pub const PAGE: usize = 300;

/// How long changes of presence are gathered before they are told, so that a crowd coming at once is one message each; and how much longer for
/// each who is there, because every change is told to all of them.
const PRESENCE_DELAY: Duration = Duration::from_millis(200);
const PRESENCE_DELAY_EACH: Duration = Duration::from_micros(500);

/// How old what those who watch are told first may be where a clock runs.
const WELCOME_HOLDS: Duration = Duration::from_millis(100);

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
    pub view: Shared<View<F>>,
    /// The last turns that were played, of all rounds, at most 300.
    pub lines: Shared<Vec<Line<F>>>,
    /// Who is there.
    pub presence: Presence,
    /// The path of the table where both play again.
    pub next: Option<String>,
}

/// What newcomers have been told last: as long as nothing happens, the next are told the same.
#[derive(Debug)]
pub(crate) struct Welcome<F: Family> {
    /// How many events there were.
    events: usize,
    /// What was seen from where, and when.
    views: Vec<(Viewer, Duration, Shared<View<F>>)>,
    /// The turns, from a round on.
    lines: Option<(usize, Shared<Vec<Line<F>>>)>,
    /// The events, from a number on.
    missed: Option<(usize, Shared<Vec<Entry<F>>>)>,
}

impl<F: Family> Default for Welcome<F> {
    fn default() -> Welcome<F> {
        Welcome { events: 0, views: Vec::new(), lines: None, missed: None }
    }
}

impl<F: Family> Host<F> {
    fn view(&self, viewer: Viewer, now: Duration) -> View<F> {
        View::new(self.table.state(), self.table.log().len() as u64, viewer, now)
    }

    /// What holds of what newcomers were told last.
    fn welcome(&mut self) -> &mut Welcome<F> {
        let events = self.table.log().len();
        if self.welcome.events != events {
            self.welcome = Welcome { events, ..Welcome::default() };
        }
        &mut self.welcome
    }

    /// The table as newcomers see it. Players whose time runs are told to the millisecond.
    fn view_shared(&mut self, viewer: Viewer, now: Duration) -> Shared<View<F>> {
        let is_timed = self.table.state().clock().control() != Control::Untimed;
        let holds = |seen: Duration| {
            !is_timed || (viewer == Viewer::Spectator && now.saturating_sub(seen) < WELCOME_HOLDS)
        };
        let known = &mut self.welcome().views;
        known.retain(|(of, seen, _)| *of != viewer || holds(*seen));
        if let Some((_, _, view)) = known.iter().find(|(of, ..)| *of == viewer) {
            return view.clone();
        }
        let view = Shared::new(self.view(viewer, now));
        self.welcome.views.push((viewer, now, view.clone()));
        view
    }

    /// The last turns from a round on, to that which is shown.
    fn lines_shared(&mut self, from_round: usize) -> Shared<Vec<Line<F>>> {
        match &self.welcome().lines {
            Some((from, lines)) if *from == from_round => lines.clone(),
            _ => {
                let lines = Shared::new(self.lines_from(from_round));
                self.welcome.lines = Some((from_round, lines.clone()));
                lines
            }
        }
    }

    /// The last events that somebody has missed who knows those before a number.
    fn missed_shared(&mut self, since: u64) -> Shared<Vec<Entry<F>>> {
        let (all, stored) = (self.table.log().len(), self.stored_log().len());
        let from =
            usize::try_from(since).map_or(all, |since| since.min(all)).max(stored.saturating_sub(PAGE));
        match &self.welcome().missed {
            Some((known, events)) if *known == from => events.clone(),
            _ => {
                let events = Shared::new(self.table.since(from as u64).to_vec());
                self.welcome.missed = Some((from, events.clone()));
                events
            }
        }
    }

    /// The last turns from a round on, to that which is shown.
    fn lines_from(&self, from_round: usize) -> Vec<Line<F>> {
        let mut room = PAGE;
        let mut rounds = Vec::new();
        for round in (from_round..=self.round_shown()).rev() {
            let turns = self.turns_of(round);
            rounds.push(lines(self.table.state(), round, turns.saturating_sub(room) + 1));
            room = room.saturating_sub(turns);
            if room == 0 {
                break;
            }
        }
        rounds.into_iter().rev().flatten().collect()
    }

    /// Turns of a round before one of them, both counted from 1: the last ones, and no more than are told at once. Only of what is stored.
    pub fn lines_before(&self, round: usize, turn: usize) -> Vec<Line<F>> {
        // While something is on its way to the store, what was told before it is the most that may be told.
        let told = if round == self.told.round { self.told.turns } else { usize::MAX };
        let before = turn.min(told.saturating_add(1)).min(self.turns_of(round) + 1);
        if round == 0 || round > self.told.round {
            return Vec::new();
        }
        lines_between(self.table.state(), round, before.saturating_sub(PAGE).max(1), before)
    }

    /// Events that are stored, from a number on, no more than are told at once.
    pub fn events_from(&self, sequence: u64) -> &[Entry<F>] {
        let stored = self.stored_log();
        let from = usize::try_from(sequence).map_or(stored.len(), |from| from.min(stored.len()));
        &stored[from..stored.len().min(from + PAGE)]
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
            // What newcomers were told is out of date, and takes more room than the table itself.
            self.welcome = Welcome::default();
            let mut new_lines = Vec::new();
            for round in before.round.max(1)..=after.round {
                let known = if round == before.round { before.turns.min(self.turns_of(round)) } else { 0 };
                new_lines.extend(lines(self.table.state(), round, known + 1));
            }
            let events = Shared::new(self.table.since(before.events as u64).to_vec());
            let new_lines = Shared::new(new_lines);
            let presence = self.presence();
            for (viewer, to) in self.by_viewer() {
                let view = Shared::new(self.view(viewer, now));
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

    /// Those who have been welcomed, by what they see; those who play come first.
    fn by_viewer(&self) -> Vec<(Viewer, Vec<ConnectionId>)> {
        let mut groups: Vec<(Viewer, Vec<ConnectionId>)> = Vec::with_capacity(3);
        for (id, connection) in self.connections.iter().filter(|(_, them)| them.newcomer.is_none()) {
            let viewer = self.viewer(Some(connection.person));
            match groups.iter_mut().find(|(known, _)| *known == viewer) {
                Some((_, to)) => to.push(*id),
                None => groups.push((viewer, vec![*id])),
            }
        }
        groups.sort_by_key(|(viewer, _)| *viewer == Viewer::Spectator);
        groups
    }

    fn turns_of(&self, round: usize) -> usize {
        let state = self.table.state();
        match state.rounds().get(round.saturating_sub(1)) {
            Some(finished) => finished.round.turns(),
            None => state.round().map_or(0, GameRound::turns),
        }
    }

    /// Tells newcomers everything.
    pub(crate) fn welcome_newcomers(&mut self, now: Duration) {
        for id in std::mem::take(&mut self.newcomers) {
            // One who has gone meanwhile is told nothing.
            let Some(connection) = self.connections.get_mut(&id) else { continue };
            let Some(Newcomer { since }) = connection.newcomer.take() else { continue };
            let (person, is_ahead) = (connection.person, connection.is_ahead);
            let viewer = self.viewer(Some(person));
            let seat = match viewer {
                Viewer::Spectator => None,
                Viewer::At(_) | Viewer::Both => Some(viewer.name()),
            };
            let levels = Level::all().map(Level::number).collect();
            let events = since.map_or_else(|| Shared::new(Vec::new()), |since| self.missed_shared(since));
            let lines = self.lines_shared(since.map_or(1, |since| self.first_round_for(since)));
            let (view, presence) = (self.view_shared(viewer, now), self.presence());
            let mut tell = |message| self.effects.push(Effect::Tell { to: vec![id], message });
            tell(ServerMessage::Hello {
                version: VERSION,
                table: self.id.to_string(),
                viewer,
                seat,
                levels,
                generation: self.settings.generation,
                is_ahead,
            });
            tell(ServerMessage::State { events, view, lines, presence });
            if let Some(next) = self.listing.next {
                tell(ServerMessage::Next { path: path_of(next) });
            }
        }
    }

    /// The table as somebody sees it who looks once.
    pub(crate) fn look(&mut self, person: Option<PersonId>, now: Duration) -> Look<F> {
        Look {
            view: self.view_shared(self.viewer(person), now),
            lines: self.lines_shared(1),
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
        let mut watching = self.connections.len();
        for seat in Seat::ALL {
            let of_player = self.listing.seats[seat].map_or(0, |person| self.connections_of(person));
            watching = watching.saturating_sub(of_player);
            match self.kind {
                _ if of_player == 0 => {}
                Kind::SameScreen => seats = BySeat { host: true, guest: true },
                Kind::Apart | Kind::Record => seats[seat] = true,
            }
        }
        Presence { seats, watching }
    }

    /// How many connections somebody has.
    pub(crate) fn connections_of(&self, person: PersonId) -> usize {
        self.present.get(&person).copied().unwrap_or_default()
    }

    /// When it is to be told who is there, if that has changed now.
    pub(crate) fn presence_delay(&self) -> Duration {
        let each = u32::try_from(self.connections.len()).unwrap_or(u32::MAX);
        PRESENCE_DELAY + PRESENCE_DELAY_EACH * each
    }
}

/// The path of a table's page.
fn path_of(table: crate::TableId) -> String {
    format!("/t/{table}")
}
