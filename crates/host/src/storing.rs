//! What is stored, and when: everything that has happened, before anybody is told of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablen_table::clock::Control;
use tablen_table::dice::{NoThrow, Source};
use tablen_table::{AnyGame, BySeat, Entry, Family, Form, Occupant, Phase, Refusal, RequestKey, Seat, State};

use crate::effects::Trouble;
use crate::host::{Host, Kind};
use crate::ids::{PersonId, TableId};
use crate::opening::{Opened, Opening, open};
use crate::waiting::is_waiting;

/// A write of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriteId(pub u64);

/// What is to be stored, all or nothing.
#[derive(Clone, Debug)]
pub struct Write<F: Family = AnyGame> {
    /// Which write it is.
    pub id: WriteId,
    /// What has happened, following each other.
    pub entries: Vec<Entry<F>>,
    /// The request that caused each of them, if it had a key: to be stored beside it, and given back with
    /// [`Table::restore_keys`](tablen_table::Table::restore_keys).
    pub keys: Vec<Option<RequestKey>>,
    /// What lists need, if it has changed.
    pub listing: Option<Listing>,
    /// A table that is opened with it, where the same players play again.
    pub next: Option<Box<Opened<F>>>,
    /// Whether it is to be noted that a player waits here now.
    pub is_sighting: bool,
    /// Whether it is to be made sure that something can be stored, even if there is nothing else to store.
    pub is_probe: bool,
    /// When a player's time will be up.
    pub deadline: Option<Duration>,
    /// Whose turn it is: apart from the listing, because it changes with every move and the listing seldom does.
    pub to_act: Option<Seat>,
    /// The board for lists; apart from the listing for the same reason.
    pub sketch: Option<F::Sketch>,
}

/// What lists and searches need of a table besides its events. It seldom changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Listing {
    /// Who sits where.
    pub seats: BySeat<Option<PersonId>>,
    /// Whether it is still played.
    pub is_open: bool,
    /// Whether a seat is open.
    pub is_waiting: bool,
    /// What lists show: a [`Summary`] as JSON.
    pub summary: String,
    /// The table where both play again.
    pub next: Option<TableId>,
}

impl Listing {
    /// What lists need of a table with people on its seats.
    pub fn new<F: Family>(
        state: &State<F>,
        seats: BySeat<Option<PersonId>>,
        next: Option<TableId>,
    ) -> Listing {
        Listing {
            seats,
            is_open: !state.is_over(),
            is_waiting: is_waiting(state, &seats),
            summary: Summary::of(state).to_json(),
            next,
        }
    }
}

/// What lists show of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The game.
    pub game: String,
    /// The name of its rules, if they have one.
    pub preset: Option<String>,
    /// How many rounds.
    pub form: Form,
    /// How much time.
    pub control: Control,
    /// Whether people who play against each other may ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub help: bool,
    /// How far it is.
    pub phase: Phase,
    /// Who sits where.
    pub seats: BySeat<Occupant>,
}

impl Summary {
    /// What lists show of a table in some state.
    pub fn of<F: Family>(state: &State<F>) -> Summary {
        let spec = state.spec();
        Summary {
            game: F::game(&spec.ruleset).to_owned(),
            preset: F::preset(&spec.ruleset).map(str::to_owned),
            form: spec.form,
            control: spec.control,
            help: spec.help,
            phase: state.phase(),
            seats: spec.occupants.clone(),
        }
    }

    fn to_json(&self) -> String {
        // Every field has a JSON form, so this cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl<F: Family> Host<F> {
    /// What is to be stored, with what belongs to it: the seed of a game that is over, and the table where both play again.
    pub(crate) fn write(&mut self, now: Duration) -> Option<Write<F>> {
        let mut next = None;
        // A record is nobody's table, however its game stood.
        if self.kind != Kind::Record && self.listed != Some(self.table.log().len()) {
            self.reveal_seed(now);
            next = self.open_next();
            self.listing = Listing::new(self.table.state(), self.listing.seats, self.listing.next);
            self.listed = Some(self.table.log().len());
        }
        let state = self.table.state();
        let entries = self.table.since(self.stored as u64).to_vec();
        let keys = entries.iter().map(|entry| self.table.key_of(entry.sequence)).collect();
        let is_sighting = std::mem::take(&mut self.is_sighting);
        let is_probe = std::mem::take(&mut self.is_probing);
        let has_changed = self.listing != self.stored_listing;
        if entries.is_empty() && !has_changed && !is_sighting && !is_probe {
            return None;
        }
        self.writes += 1;
        let to_act = state.to_act();
        Some(Write {
            id: WriteId(self.writes),
            entries,
            keys,
            listing: has_changed.then(|| self.listing.clone()),
            next,
            is_sighting,
            is_probe,
            deadline: to_act.and_then(|_| state.clock().lost_at()),
            to_act,
            sketch: state.sketch(),
        })
    }

    fn reveal_seed(&mut self, now: Duration) {
        let state = self.table.state();
        if state.is_over()
            && state.seed().is_none()
            && let Source::Verifiable(seed) = self.dice
            && let Err(refusal) = self.table.reveal(seed, now)
        {
            self.warn(Trouble::NotRevealed(refusal));
        }
    }

    /// The table at which the same players play again, once they have agreed to.
    fn open_next(&mut self) -> Option<Box<Opened<F>>> {
        if self.listing.next.is_some() {
            return None;
        }
        let mut spec = self.table.state().rematch()?;
        // Their seats are kept for them, but people sit down by themselves, as at a first table: that is what adds to the dice.
        for seat in Seat::ALL {
            if spec.occupants[seat].visitor().is_some() {
                spec.occupants[seat] = Occupant::Open;
            }
        }
        let opened = (self.next_table)().map_err(|_| Refusal::NoThrow(NoThrow::NoRandomness)).and_then(
            |(id, dice)| {
                open(Opening {
                    id,
                    spec,
                    seats: self.listing.seats,
                    kind: self.kind,
                    is_public: self.is_public,
                    nonces: BySeat::default(),
                    dice,
                })
            },
        );
        match opened {
            Ok(opened) => {
                self.listing.next = Some(opened.id);
                Some(Box::new(opened))
            }
            Err(refusal) => {
                self.warn(Trouble::NoNextTable(refusal));
                None
            }
        }
    }
}
