//! A table that waits for an opponent: who can still come to it, and for how long others are shown it.

use std::time::{Duration, Instant};

use tablen_table::view::Viewer;
use tablen_table::{Command, Occupant, Seat, State};

use super::actor::Actor;
use crate::moments::unix_now;
use crate::store::{Change, StoreError};

/// How often it is written down that a player waits: so many times in the time for which the table is shown afterwards.
const TIMES: u32 = 10;

/// It is written down no more often than this, however short that time is.
const LEAST: Duration = Duration::from_secs(1);

/// Whether a seat is open at a table where there is still something to play.
pub fn is_waiting(state: &State) -> bool {
    !state.is_over() && Seat::ALL.into_iter().any(|seat| state.spec().occupants[seat] == Occupant::Open)
}

impl Actor {
    /// When it is next to be written down that a player waits here; never if nobody does, or if the table is in no list.
    pub(super) fn sighting_due(&self) -> Option<Instant> {
        let is_player = |guest| self.viewer(Some(guest)) != Viewer::Spectator;
        let is_awaited = self.is_public && is_waiting(self.table.state());
        let is_there = || self.connections.values().any(|visitor| is_player(visitor.guest));
        let every = (self.means.config.shown_waiting / TIMES).max(LEAST);
        (is_awaited && is_there()).then(|| self.sighted.map_or_else(Instant::now, |at| at + every))
    }

    /// Writes down that a player waits here if that is due. What happened last is another matter, so nothing else is written.
    pub(super) async fn note_sighting(&mut self) -> Result<(), StoreError> {
        if self.sighting_due().is_none_or(|due| due > Instant::now()) {
            return Ok(());
        }
        self.sighted = Some(Instant::now());
        self.means.store.write(vec![Change::Seen { table: self.id, at: unix_now() }]).await
    }

    /// Calls the game off if everybody has left it before it began: nobody could find the table any more, yet it would be listed
    /// and kept open for ever. A table by itself may be empty; one that a server keeps for people may not.
    pub(super) fn call_off_if_deserted(&mut self, left_by: Seat) {
        let state = self.table.state();
        let is_deserted = Seat::ALL.into_iter().all(|seat| state.spec().occupants[seat] == Occupant::Open);
        if !is_deserted {
            return;
        }
        let now = self.time.now();
        if let Err(refusal) = self.table.apply(left_by, Command::Abort, now, &mut self.dice) {
            tracing::error!(table = %self.id, %refusal, "a deserted table could not be called off");
        }
    }
}
