//! Time that belongs to nobody: something is not stored yet, or nothing can be.
//!
//! Nobody hears of an event before it is stored, so nobody's time may run because of it. What is stored as quickly as usual costs
//! next to nothing, and that little is forgiven as lag. What takes a noticeable moment is a pause in the log, written down before the next
//! thing that happens. But when a write takes long, or fails, or the driver says that
//! nothing can be stored, the clock stands still from then on. That it did is in the log as soon as something can be stored again: a
//! pause that begins then and ends now. Until then everybody is told by a message, and views show the time of the moment at which it stopped.
//!
//! A player's time may seem to be up before anybody has noticed that nothing can be stored. So nobody loses on time before something was
//! stored after that moment: if nothing was, it is tried, and if that takes long or fails, time has stood still since the store was last
//! known to be well.
//!
//! What could not be stored has not happened: the table goes back to what is stored, and whoever asked for it is told so.

use std::time::Duration;

use tablen_rules::words::Message;
use tablen_table::Family;

use crate::effects::{Effect, Input};
use crate::host::{Host, Kind};
use crate::messages::{ClientMessage, Said, ServerMessage};
use crate::storing::WriteId;

/// A write that is under way for longer than this costs nobody anything.
const SLOW: Duration = Duration::from_secs(1);

/// A write that takes longer than this costs nobody anything either, but nobody is told of it.
const NOTICEABLE: Duration = Duration::from_millis(50);

/// How long it takes until the clock is tried again that stood still because not even that could be stored quickly.
const AGAIN: Duration = Duration::from_secs(2);

/// A write that is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing {
    pub id: WriteId,
    pub began: Duration,
    /// Until when the store was known to have been well when it began.
    pub well_until: Duration,
}

/// Something was on its way to the store from one moment to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    from: Duration,
    until: Duration,
}

/// Whether it is something that a player, or the computer for one, does.
pub(crate) const fn is_play<F: Family>(input: &Input<F>) -> bool {
    matches!(input, Input::Message(_, ClientMessage::Do(_)) | Input::Thought { .. })
}

/// Time stands still, though the log does not say so yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standstill {
    /// Since when.
    since: Duration,
    /// When it is to end, if nothing happens before; never while nothing can be stored.
    ends: Option<Duration>,
}

impl Standstill {
    /// Whether time is to run on by now.
    pub fn is_over(&self, now: Duration) -> bool {
        self.ends.is_some_and(|ends| ends <= now)
    }
}

impl<F: Family> Host<F> {
    /// Whether something can be stored, as far as that is known.
    pub(crate) const fn can_store(&self) -> bool {
        !self.is_store_ill
    }

    /// The moment that views show: time may stand still.
    pub(crate) fn shown_moment(&self, now: Duration) -> Duration {
        self.standstill.map_or(now, |standstill| standstill.since.min(now)).saturating_sub(self.held_time())
    }

    /// When something is due about time that stands still, or should by now.
    pub(crate) fn standstill_due(&self) -> Option<Duration> {
        match self.writing {
            Some(writing) => (!self.is_trouble_told).then_some(writing.began + SLOW),
            None => self.standstill.and_then(|standstill| standstill.ends),
        }
    }

    /// A write is still under way.
    pub(crate) fn wait_for_write(&mut self, now: Duration) {
        if self.writing.is_some_and(|writing| writing.began + SLOW <= now) {
            self.tell_trouble(true);
        }
    }

    /// A write is stored by now, after so many events. Nobody's time has run meanwhile.
    pub(crate) fn was_written(&mut self, writing: &Writing, after: usize, now: Duration) {
        self.is_store_ill = false;
        self.held_in_write = None;
        self.well_until = self.well_until.max(now);
        let took = now.saturating_sub(writing.began);
        let written = self.table.since(after as u64);
        let is_pause = written.iter().all(|entry| entry.event.is_of_the_clocks());
        if took >= SLOW {
            let (since, ends) = match written {
                // It was to be found out whether something can be stored: for a while nothing could.
                [] => (writing.well_until, now),
                // If it was nothing but a pause that took so long, another at once would not be quicker.
                _ if is_pause => (writing.began, now + AGAIN),
                _ => (writing.began, now),
            };
            self.stand_still(since, Some(ends));
        } else if let Some(standstill) = &mut self.standstill {
            standstill.ends.get_or_insert(now);
        } else {
            // A pause that is held up is not made up for by another one, or there would be no end of them.
            if took >= NOTICEABLE && !is_pause && self.is_timed() {
                self.held = Some(Held { from: writing.began, until: now });
            }
            self.tell_trouble(false);
        }
    }

    /// A write has failed: nothing of it has happened.
    pub(crate) fn was_not_written(&mut self, writing: &Writing, now: Duration) {
        self.go_back_to_what_is_stored(&message!("server.refusal.not-stored"), now);
        self.store_is_ill(writing.well_until);
    }

    /// Nothing can be stored, and nothing may have been able to be since then.
    pub(crate) fn store_is_ill(&mut self, since: Duration) {
        self.is_store_ill = true;
        self.stop_thinking();
        self.stand_still(since, None);
        self.tell_trouble(true);
    }

    /// How long of the time that has passed something was on its way to the store, as far as the log does not say so yet.
    pub(crate) fn held_time(&self) -> Duration {
        self.held.map_or(Duration::ZERO, |held| held.until.saturating_sub(held.from))
    }

    /// Writes down that time stood still while something was on its way to the store.
    pub(crate) fn write_held(&mut self) {
        if let Some(held @ Held { from, until }) = self.held.take()
            && self.table.state().clock().running().is_some()
        {
            self.table.pause(from);
            self.table.resume(until);
            self.held_in_write = Some(held);
        }
    }

    /// Whether a player's time seems to be up, and nothing has been stored since: perhaps nothing can be, and then nobody's time has run.
    pub(crate) fn is_flag_in_doubt(&self, input: &Input<F>, now: Duration) -> bool {
        let state = self.table.state();
        let clock = state.clock();
        let due = match input {
            _ if self.kind == Kind::Record || !self.can_store() || self.standstill.is_some() => None,
            input if is_play(input) => clock.deadline(),
            Input::Time => clock.lost_at(),
            _ => None,
        };
        due.filter(|_| state.to_act().is_some())
            .is_some_and(|due| due + self.held_time() <= now && self.well_until < due + self.held_time())
    }

    /// Makes sure that something can be stored.
    pub(crate) fn probe(&mut self, now: Duration) {
        self.is_probing = true;
        self.settle(now);
    }

    /// What happens can be stored again.
    pub(crate) fn store_is_well(&mut self, now: Duration) {
        self.is_store_ill = false;
        if self.writing.is_none() {
            self.end_standstill(now);
        }
    }

    fn stand_still(&mut self, since: Duration, ends: Option<Duration>) {
        let since = self.standstill.map_or(since, |standstill| standstill.since.min(since));
        self.standstill = Some(Standstill { since, ends });
    }

    /// Lets time run on, and writes down that it stood still.
    pub(crate) fn end_standstill(&mut self, now: Duration) {
        if self.is_store_ill {
            return;
        }
        self.write_held();
        if let Some(Standstill { since, .. }) = self.standstill.take()
            && self.is_timed()
            && self.table.state().clock().running().is_some()
        {
            self.table.pause(since);
            self.table.resume(now);
        }
        self.tell_trouble(false);
    }

    /// Stops time for good because the host is about to be away.
    pub(crate) fn stop_time(&mut self, now: Duration) {
        self.write_held();
        let since = self.standstill.take().map_or(now, |standstill| standstill.since);
        if self.is_timed() {
            self.table.pause(since);
        }
    }

    /// Tells everybody whether what happens can be stored, if that is news.
    fn tell_trouble(&mut self, is_trouble: bool) {
        if self.is_trouble_told != is_trouble {
            self.is_trouble_told = is_trouble;
            let to = self.welcomed();
            self.tell_health(to);
        }
    }

    /// Tells some whether what happens can be stored: no event, so it waits for nothing.
    pub(crate) fn tell_health(&mut self, to: Vec<crate::ConnectionId>) {
        if !to.is_empty() {
            let message = ServerMessage::Health { stores: !self.is_trouble_told };
            self.effects.push(Effect::Tell { to, message });
        }
    }

    /// What was not stored has not happened. Whoever was to hear that it has hears why not.
    pub(crate) fn go_back_to_what_is_stored(&mut self, why: &Message, now: Duration) {
        self.stop_thinking();
        self.unanswered = None;
        self.table.go_back_to(self.stored);
        self.held = self.held_in_write.take().or(self.held);
        self.listing.clone_from(&self.stored_listing);
        self.listed = None;
        // Time that was about to run on still is.
        if self.table.state().clock().is_paused() {
            self.resume_due.get_or_insert(now);
        }
        for effect in &mut self.replies {
            if let Effect::Tell { to, message } = effect
                && let ServerMessage::Done { key } = *message
            {
                let lang =
                    to.first().and_then(|id| self.connections.get(id)).map(|connection| connection.lang);
                let why = Said::new(why, None, lang.unwrap_or_default());
                *message = ServerMessage::Refused { key, why };
            }
        }
    }
}
