//! Clocks, and the time in which nobody hosted the table.

use std::time::Duration;

use tablen_table::clock::Control;
use tablen_table::{Family, Seat};

use crate::effects::{Input, Trouble};
use crate::host::{Host, Kind};
use crate::ids::PersonId;
use crate::messages::ServerMessage;

/// A little after the moment at which a player's time is up, because moments are written down in whole milliseconds.
const AFTER_DEADLINE: Duration = Duration::from_millis(2);

/// A time in which nobody hosted the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// From when.
    pub from: Duration,
    /// Until when nobody's time is to run: with it, the players may be given a moment to find the table again.
    pub until: Duration,
}

impl<F: Family> Host<F> {
    /// Lets happen what is due.
    pub(crate) fn pass_time(&mut self, now: Duration) {
        if self.presence_due.is_some_and(|due| due <= now) {
            self.presence_due = None;
            let presence = self.presence();
            self.reply_to_all(ServerMessage::Presence { presence });
        }
        if !self.can_store() {
            return;
        }
        if self.standstill.is_some_and(|standstill| standstill.is_over(now)) {
            self.end_standstill(now);
        }
        if self.kind == Kind::Record {
            return;
        }
        self.note_sighting(now);
        if self.standstill.is_some() {
            return;
        }
        if self.resume_due.is_some_and(|due| due <= now) {
            self.resume(now);
        }
        self.tick(now);
    }

    /// When somebody's time is up or the clock goes on.
    pub(crate) fn time_due(&self) -> Option<Duration> {
        let state = self.table.state();
        // Time that stands still is not up.
        if self.standstill.is_some() || !self.can_store() {
            return None;
        }
        let is_played = self.kind != Kind::Record && state.to_act().is_some();
        let deadline = is_played.then(|| state.clock().lost_at()).flatten();
        let deadline = deadline.map(|deadline| deadline + self.held_time());
        [deadline, self.resume_due].into_iter().flatten().min().map(|at| at + AFTER_DEADLINE)
    }

    pub(crate) fn presence_changed(&mut self, now: Duration) {
        let delay = self.presence_delay();
        self.presence_due.get_or_insert(now + delay);
    }

    /// Lets happen what is due by the clock.
    pub(crate) fn tick(&mut self, now: Duration) {
        if self.is_flag_in_doubt(&Input::Time, now) {
            self.is_probing = true;
            return;
        }
        let is_up = |at: Duration| at + self.held_time() <= now;
        if self.table.state().clock().lost_at().is_some_and(is_up) {
            self.write_held();
        }
        // What is held up is no time that has passed.
        if self.held.is_some() {
            return;
        }
        if let Err(refusal) = self.table.tick(now, &mut self.dice) {
            self.warn(Trouble::NothingDue(refusal));
        }
    }

    fn resume(&mut self, now: Duration) {
        if self.resume_due.take().is_some() {
            self.table.resume(now);
        }
    }

    /// A player who is to move and has come needs no more time to find the table.
    pub(crate) fn resume_for(&mut self, person: PersonId, now: Duration) {
        if !self.can_store() {
            return;
        }
        let to_act = self.table.state().to_act();
        if to_act.is_some_and(|seat| self.viewer(Some(person)).plays(seat)) {
            self.resume(now);
        }
    }

    /// Whether anybody's time passes, or would if it did not stand still.
    pub(crate) fn is_timed(&self) -> bool {
        self.kind != Kind::Record && self.table.state().clock().control() != Control::Untimed
    }

    /// Lets the time in which nobody hosted the table cost nobody anything.
    pub(crate) fn give_time_back(&mut self, absences: &[Absence], now: Duration) {
        if self.table.state().to_act().is_none() {
            return;
        }
        // What was stopped on purpose goes on when somebody comes, however long ago that was.
        if self.table.state().clock().is_paused() {
            self.table.resume(now);
            return;
        }
        if !self.is_timed() {
            return;
        }
        let state = self.table.state();
        let is_visitor = |seat: Seat| state.spec().occupants[seat].visitor().is_some();
        // The computer is always here.
        let is_awaited = state.to_act().is_some_and(is_visitor);
        for absence in absences {
            self.table.pause(absence.from);
            if absence.until > now && is_awaited {
                self.resume_due = Some(absence.until);
                return;
            }
            self.table.resume(absence.until.min(now));
        }
    }
}
