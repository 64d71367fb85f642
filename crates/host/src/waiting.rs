//! A table that waits for an opponent: who can still come to it, and that somebody is there.

use std::time::Duration;

use tablen_table::{BySeat, Command, Family, Occupant, Seat, State};

use crate::effects::Trouble;
use crate::host::Host;
use crate::ids::PersonId;

/// Whether anybody may sit down at a table where there is still something to play: on a seat that is kept for nobody.
pub fn is_waiting<F: Family>(state: &State<F>, seats: &BySeat<Option<PersonId>>) -> bool {
    let is_free = |seat: Seat| state.spec().occupants[seat] == Occupant::Open && seats[seat].is_none();
    !state.is_over() && Seat::ALL.into_iter().any(is_free)
}

impl<F: Family> Host<F> {
    /// When it is next to be noted that a player waits here; never if nobody does, or if the table is in no list.
    pub(crate) fn sighting_due(&self, now: Duration) -> Option<Duration> {
        let is_awaited = self.is_public && is_waiting(self.table.state(), &self.listing.seats);
        let is_present =
            |seat| self.listing.seats[seat].is_some_and(|person| self.connections_of(person) > 0);
        let is_there = || Seat::ALL.into_iter().any(is_present);
        // What cannot be noted is not due.
        (self.can_store() && is_awaited && is_there())
            .then(|| self.sighted.map_or(now, |at| at + self.settings.sighting))
    }

    /// Notes that a player waits here if that is due.
    pub(crate) fn note_sighting(&mut self, now: Duration) {
        if self.sighting_due(now).is_some_and(|due| due <= now) {
            self.sighted = Some(now);
            self.is_sighting = true;
        }
    }

    /// Calls the game off if everybody has left it before it began: nobody could find the table any more, yet it would be listed
    /// and kept open for ever. A table by itself may be empty; one that is hosted for people may not.
    pub(crate) fn call_off_if_deserted(&mut self, left_by: Seat, now: Duration) {
        let state = self.table.state();
        let is_deserted = Seat::ALL.into_iter().all(|seat| state.spec().occupants[seat] == Occupant::Open);
        if is_deserted && let Err(refusal) = self.table.apply(left_by, Command::Abort, now, &mut self.dice) {
            self.warn(Trouble::NotCalledOff(refusal));
        }
    }
}
