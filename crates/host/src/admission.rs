//! What people ask for: who may ask it, and what becomes of it.

use std::time::Duration;

use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::view::Viewer;
use tablen_table::{
    Command, Event, Family, NotAPlace, Occupant, Refusal, Request, Seat, tidy_name, told_apart,
};

use crate::effects::ConnectionId;
use crate::host::{Host, Kind};
use crate::ids::PersonId;
use crate::length::too_long;
use crate::messages::{ClientMessage, Do, Said, ServerMessage};
use crate::opening::admitted_nonce;

/// Keys are numbers that JavaScript can hold.
const LARGEST_KEY: u64 = (1 << 53) - 1;

/// How many phrases a player may say at once, and in how long a time another.
const PHRASES_AT_ONCE: u32 = 5;
const PHRASE_TAKES: Duration = Duration::from_secs(2);

impl<F: Family> Host<F> {
    /// Hears what a connection has sent.
    pub(crate) fn hear(&mut self, id: ConnectionId, message: ClientMessage<F>, now: Duration) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let person = connection.person;
        match message {
            // What they mean it for has not happened here, even where the numbers are the same.
            ClientMessage::Do(asked) if connection.is_ahead => {
                self.refuse(id, asked.request.key, &message!("server.refusal.restored"), None);
            }
            ClientMessage::Do(asked) => self.hear_command(id, person, asked, now),
            ClientMessage::Lang { lang } => match Lang::from_locale(&lang) {
                Some(lang) => connection.lang = lang,
                None => self.refuse(id, None, &message!("server.refusal.lang").text("lang", lang), None),
            },
            ClientMessage::Hint => match self.may_ask_for_a_hint(person) {
                Ok(()) => self.think_of_a_hint(id),
                Err(message) => self.refuse(id, None, &message, None),
            },
            ClientMessage::Ping => self.reply(id, ServerMessage::Pong),
            ClientMessage::Why { from, to } => self.hear_why(id, person, from, to),
            ClientMessage::Say { phrase } => match self.speaker(person) {
                Some(seat) if self.may_say(seat, now) => {
                    self.reply_to_all(ServerMessage::Said { seat, phrase });
                }
                Some(_) => self.refuse(id, None, &message!("server.refusal.said-enough"), None),
                None => self.refuse(id, None, &message!("server.refusal.not-a-player"), None),
            },
        }
    }

    pub(crate) fn refuse(
        &mut self,
        id: ConnectionId,
        key: Option<u64>,
        message: &Message,
        rule: Option<String>,
    ) {
        let Some(connection) = self.connections.get(&id) else { return };
        let why = Said::new(message, rule, connection.lang);
        self.reply(id, ServerMessage::Refused { key, why });
    }

    fn speaker(&self, person: PersonId) -> Option<Seat> {
        match self.viewer(Some(person)) {
            Viewer::Spectator => None,
            Viewer::At(seat) => Some(seat),
            Viewer::Both => Some(self.table.state().to_act().unwrap_or(Seat::Host)),
        }
    }

    /// Everybody at the table hears what a player says, so there is an end to it, however many connections they have.
    fn may_say(&mut self, seat: Seat, now: Duration) -> bool {
        // Each phrase takes its time, and so many may come at once.
        let after = self.phrases[seat].max(now) + PHRASE_TAKES;
        let may = after <= now + PHRASE_TAKES * PHRASES_AT_ONCE;
        if may {
            self.phrases[seat] = after;
        }
        may
    }

    fn hear_why(&mut self, id: ConnectionId, person: PersonId, from: String, to: Option<String>) {
        let Some(lang) = self.connections.get(&id).map(|connection| connection.lang) else { return };
        match self.why_not(person, &from, to.as_deref()) {
            Ok(reason) => {
                let text = reason.as_ref().map(|reason| reason.explain(lang));
                let rule = reason.and_then(|reason| reason.rule()).map(|rule| rule.to_string());
                self.reply(id, ServerMessage::Why { from, to, text, rule });
            }
            Err(error) => self.refuse(id, None, &error.message(), None),
        }
    }

    /// Why somebody cannot move from a place, to another or at all; nothing if they can.
    fn why_not(
        &self,
        person: PersonId,
        from: &str,
        to: Option<&str>,
    ) -> Result<Option<Refusal<F>>, NotAPlace> {
        let state = self.table.state();
        let reason = state.why_not(from, to)?;
        // Whose turn it is comes before what could be played in it.
        let viewer = self.viewer(Some(person));
        let has_turn = state.to_act().is_some_and(|seat| viewer.plays(seat));
        Ok(if state.round().is_none() || has_turn { reason } else { Some(Refusal::NotYourTurn) })
    }

    fn hear_command(&mut self, id: ConnectionId, person: PersonId, asked: Do<F>, now: Duration) {
        let key = asked.request.key;
        if !self.can_store() {
            return self.refuse(id, key, &message!("server.refusal.not-stored"), None);
        }
        let (seat, request) = match self.admitted(person, asked) {
            Ok(admitted) => admitted,
            Err(message) => return self.refuse(id, key, &message, None),
        };
        let before = self.table.log().len();
        let refusal = self.table.apply(seat, request, now, &mut self.dice).err();
        let mut has_left = false;
        for entry in &self.table.log()[before..] {
            match &entry.event {
                Event::Joined { seat, .. } if !self.viewer(Some(person)).plays(*seat) => {
                    self.listing.seats[*seat] = Some(person);
                }
                Event::Left { seat } if !self.table.state().is_over() => {
                    self.listing.seats[*seat] = None;
                    has_left = true;
                }
                _ => {}
            }
        }
        if has_left {
            self.call_off_if_deserted(seat, now);
        }
        match refusal {
            Some(refusal) => {
                let rule = refusal.rule().map(|rule| rule.to_string());
                self.refuse(id, key, &refusal.message(), rule);
            }
            None => self.reply(id, ServerMessage::Done { key }),
        }
    }

    /// The seat that somebody may act for, and the request as it may be carried out.
    fn admitted(&self, person: PersonId, asked: Do<F>) -> Result<(Seat, Request<F>), Message> {
        let Do { seat: named, mut request } = asked;
        let not_a_player = || message!("server.refusal.not-a-player");
        if self.kind == Kind::Record {
            return Err(not_a_player());
        }
        if request.key.is_some_and(|key| key > LARGEST_KEY) {
            return Err(message!("server.refusal.key"));
        }
        let state = self.table.state();
        let is_done_from = |seat: &Seat| request.key.is_some_and(|key| self.table.has_done(*seat, key));
        let done_from = Seat::ALL.into_iter().find(is_done_from);
        let seat = match (self.viewer(Some(person)), named) {
            (Viewer::At(own), named) if named.is_none_or(|named| named == own) => own,
            (Viewer::Both, named) => named.or_else(|| state.to_act()).unwrap_or(Seat::Host),
            (Viewer::Spectator, None) if matches!(request.command, Command::Join { .. }) => {
                // A seat that is kept for somebody is not for others.
                let open = |seat: &Seat| {
                    state.spec().occupants[*seat] == Occupant::Open && self.listing.seats[*seat].is_none()
                };
                Seat::ALL.into_iter().find(open).ok_or_else(|| <Refusal<F>>::SeatTaken.message())?
            }
            // A player who has left a seat by it may not have heard so.
            (Viewer::Spectator, None) => done_from.ok_or_else(not_a_player)?,
            _ => return Err(not_a_player()),
        };
        // What has been done already is acknowledged once more, however long the table has become since.
        if done_from != Some(seat)
            && let Some(message) = too_long(&self.table, seat, &request.command, &self.settings.limits)
        {
            return Err(message);
        }
        if let Command::Join { occupant, nonce } = &mut request.command {
            let Some(name) = occupant.visitor_mut() else { return Err(<Refusal<F>>::NobodyJoins.message()) };
            *name = tidy_name(name).unwrap_or_default();
            if let Some(other) = state.spec().occupants[seat.other()].visitor() {
                *name = told_apart(std::mem::take(name), other);
            }
            *nonce = admitted_nonce(std::mem::take(nonce), self.settings.limits.nonce_bytes)?;
        }
        Ok((seat, request))
    }
}
