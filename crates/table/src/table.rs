//! The table itself: commands in, events out.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use tablen_rules::{tafl, tavli};

use crate::dice::{Commitment, Seed, Source};
use crate::event::{Command, Entry, Event, Lot, Request};
use crate::refusal::Refusal;
use crate::round::{EndReason, Round};
use crate::spec::{Colour, Occupant, Ruleset, Spec};
use crate::state::{BadEvent, Phase, State};
use crate::{BySeat, Seat};

/// A game being played. The log is the game: [`Table::from_log`] makes the same table of the same events.
///
/// ```
/// use std::time::Duration;
/// use tablen_rules::tafl::Preset;
/// use tablen_table::dice::Source;
/// use tablen_table::{BySeat, Colour, Command, Occupant, Ruleset, Seat, Spec, Table};
///
/// let person = |name: &str| Occupant::Person(name.to_owned());
/// let spec = Spec {
///     host_plays: Some(Colour::Light),
///     occupants: BySeat { host: person("Ada"), guest: person("Bo") },
///     ..Spec::new(Ruleset::Tafl(Preset::Alea.ruleset()))
/// };
/// let mut dice = Source::Seeded(1);
/// let mut table = Table::open(spec, None, Duration::ZERO, &mut dice)?;
///
/// // White starts (A3).
/// let move_of = |text: &str| Command::Move(text.parse().unwrap());
/// assert!(table.apply(Seat::Guest, move_of("C1-C2"), Duration::ZERO, &mut dice).is_err());
/// table.apply(Seat::Host, move_of("I5-H5"), Duration::from_secs(3), &mut dice)?;
/// assert_eq!(table.state().to_act(), Some(Seat::Guest));
/// assert_eq!(Table::from_log(table.log().to_vec())?, table);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    log: Vec<Entry>,
    state: State,
    /// The events of every request that had a key.
    keys: HashMap<u64, Range<usize>>,
}

/// A log that is no table's, and how far it is sound.
#[derive(Clone, Debug, PartialEq)]
pub struct BadLog {
    /// The table up to the event that cannot have happened; nothing if the first is none that opens a table.
    pub sound: Option<Box<Table>>,
    /// Which event it is.
    pub sequence: usize,
    /// Why it cannot have happened.
    pub error: BadEvent,
}

impl tablen_words::Explain for BadLog {
    fn message(&self) -> tablen_words::Message {
        tablen_words::Message::new("table.bad-log")
            .with("sequence", self.sequence)
            .with("error", self.error.message())
    }
}
tablen_words::explained!(BadLog);

/// What lets events happen: the moment, the key of the request, and the dice it may throw.
struct Cause<'d> {
    now: Duration,
    key: Option<u64>,
    dice: &'d mut Source,
}

impl Table {
    /// Opens a table. With nobody to wait for, the first round begins at once.
    pub fn open(
        spec: Spec,
        commitment: Option<Commitment>,
        now: Duration,
        dice: &mut Source,
    ) -> Result<Table, Refusal> {
        for ruleset in [Some(&spec.ruleset), spec.handicap.as_ref()].into_iter().flatten() {
            Round::new(ruleset, Colour::Light).map_err(Refusal::BadRules)?;
        }
        let state = State::new(spec.clone());
        let event = Event::Opened { spec: Box::new(spec), commitment };
        let mut table = Table::opened(Entry { sequence: 0, at: now, key: None, event }, state);
        table.begin_round_if_ready(&mut Cause { now, key: None, dice })?;
        Ok(table)
    }

    /// The table that a log tells of; if it tells of none, what is sound of it and where it goes wrong.
    pub fn from_log(log: Vec<Entry>) -> Result<Table, BadLog> {
        let out_of_place = |sound, sequence| BadLog { sound, sequence, error: BadEvent::OutOfPlace };
        let mut entries = log.into_iter();
        let Some(Entry { sequence: 0, event: Event::Opened { spec, commitment }, at, key }) = entries.next()
        else {
            return Err(out_of_place(None, 0));
        };
        let state = State::new((*spec).clone());
        let opened = Entry { sequence: 0, at, key, event: Event::Opened { spec, commitment } };
        let mut table = Table::opened(opened, state);
        for entry in entries {
            let sequence = table.log.len();
            let last = table.log[sequence - 1].at;
            if entry.sequence != sequence as u64 || entry.at < last {
                return Err(out_of_place(Some(Box::new(table)), sequence));
            }
            match table.state.fold(&entry) {
                Ok(()) => table.push(entry),
                Err(error) => return Err(BadLog { sound: Some(Box::new(table)), sequence, error }),
            }
        }
        Ok(table)
    }

    /// All that has happened.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// What has happened since a client last looked.
    pub fn since(&self, sequence: u64) -> &[Entry] {
        self.log.get(usize::try_from(sequence).unwrap_or(usize::MAX)..).unwrap_or_default()
    }

    /// What it adds up to.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Does what a player asks, or says why not; returns what happened. A request whose key has been seen before acts no
    /// second time: what it did the first time is returned.
    pub fn apply(
        &mut self,
        seat: Seat,
        request: impl Into<Request>,
        now: Duration,
        dice: &mut Source,
    ) -> Result<&[Entry], Refusal> {
        let Request { command, key, expected } = request.into();
        if let Some(events) = key.and_then(|key| self.keys.get(&key)) {
            return Ok(&self.log[events.clone()]);
        }
        // Time does not go backwards, whatever a caller's clock says.
        let now = now.max(self.log[self.log.len() - 1].at);
        if !self.tick(now, dice)?.is_empty() {
            return Err(Refusal::OutOfTime);
        }
        let before = self.log.len();
        if let Some(expected) = expected
            && expected != before as u64
        {
            return Err(Refusal::Stale { expected, actual: before as u64 });
        }
        self.dispatch(seat, command, &mut Cause { now, key, dice })?;
        Ok(&self.log[before..])
    }

    /// Ends the round if somebody's time has run out; returns what happened.
    pub fn tick(&mut self, now: Duration, dice: &mut Source) -> Result<&[Entry], Refusal> {
        let before = self.log.len();
        if let Some(seat) = self.state.clock().flagged(now)
            && self.state.round().is_some()
        {
            let cause = &mut Cause { now, key: None, dice };
            self.end_round(Some(seat.other()), EndReason::OutOfTime, cause)?;
        }
        Ok(&self.log[before..])
    }

    /// Reveals the seed once all is played, so that every throw can be checked.
    pub fn reveal(&mut self, seed: Seed, now: Duration) -> Result<&[Entry], Refusal> {
        let before = self.log.len();
        if !matches!(self.state.phase(), Phase::Over { .. } | Phase::Aborted) {
            return Err(Refusal::NotBegun);
        }
        let no_dice = &mut Source::Scripted([].into());
        self.happen(Event::SeedRevealed { seed }, &Cause { now, key: None, dice: no_dice })?;
        Ok(&self.log[before..])
    }

    fn dispatch(&mut self, seat: Seat, command: Command, cause: &mut Cause<'_>) -> Result<(), Refusal> {
        if matches!(self.state.phase(), Phase::Over { .. } | Phase::Aborted) {
            return Err(Refusal::Over);
        }
        if let Command::Join { occupant, nonce } = command {
            if self.state.spec().occupants[seat] != Occupant::Open {
                return Err(Refusal::SeatTaken);
            }
            self.happen(Event::Joined { seat, occupant, nonce }, cause)?;
            return self.begin_round_if_ready(cause);
        }
        let Some(round) = self.state.round() else { return Err(Refusal::NotBegun) };
        let is_mine = self.state.to_act() == Some(seat);
        let my_turn = || if is_mine { Ok(()) } else { Err(Refusal::NotYourTurn) };
        match command {
            // Handled above.
            Command::Join { .. } => Err(Refusal::SeatTaken),
            Command::Roll => {
                my_turn()?;
                round.may_roll()?;
                let roll = cause.dice.roll(self.state.throws())?;
                self.happen(Event::Rolled { seat, roll }, cause)?;
                self.end_turn_if_it_does(seat, cause)
            }
            Command::Step { from, die } => {
                my_turn()?;
                let step = round.look_ahead(from, die)?;
                self.happen(Event::Stepped { seat, step }, cause)?;
                self.end_turn_if_it_does(seat, cause)
            }
            Command::UndoStep => {
                my_turn()?;
                self.happen(Event::StepUndone { seat }, cause)
            }
            Command::Confirm => {
                my_turn()?;
                self.end_turn(seat, cause)
            }
            Command::Move(mv) => {
                my_turn()?;
                self.happen(Event::Moved { seat, mv }, cause)?;
                self.end_round_if_decided(cause)
            }
            Command::Resign => self.end_round(Some(seat.other()), EndReason::Resigned, cause),
            Command::OfferDraw => match self.state.draw_offer() {
                Some(_) => Err(Refusal::AskedAlready),
                None => self.happen(Event::DrawOffered { seat }, cause),
            },
            Command::AcceptDraw | Command::DeclineDraw if self.state.draw_offer() != Some(seat.other()) => {
                Err(Refusal::NothingAsked)
            }
            Command::AcceptDraw => self.end_round(None, EndReason::Agreed, cause),
            Command::DeclineDraw => self.happen(Event::DrawDeclined { seat }, cause),
            Command::AskTakeback if self.turns_before_last_of(seat).is_none() => {
                Err(Refusal::NothingToTakeBack)
            }
            Command::AskTakeback => match self.state.takeback() {
                Some(_) => Err(Refusal::AskedAlready),
                None => self.happen(Event::TakebackAsked { seat }, cause),
            },
            Command::GrantTakeback | Command::RefuseTakeback
                if self.state.takeback() != Some(seat.other()) =>
            {
                Err(Refusal::NothingAsked)
            }
            Command::GrantTakeback => {
                let turns = self.turns_before_last_of(seat.other()).ok_or(Refusal::NothingToTakeBack)?;
                self.happen(Event::TakenBack { turns }, cause)
            }
            Command::RefuseTakeback => self.happen(Event::TakebackRefused { seat }, cause),
            Command::Abort if round.turns() > 0 || !self.state.rounds().is_empty() => {
                Err(Refusal::TooLateToAbort)
            }
            Command::Abort => self.happen(Event::Aborted { seat }, cause),
        }
    }

    /// How many turns are left when a player's last one is taken back.
    fn turns_before_last_of(&self, seat: Seat) -> Option<usize> {
        let turns = self.state.round()?.turns();
        // Sides alternate, so the last turn is the player's own unless it is their turn again.
        let back = if self.state.to_act() == Some(seat) { 2 } else { 1 };
        turns.checked_sub(back)
    }

    fn happen(&mut self, event: Event, cause: &Cause<'_>) -> Result<(), Refusal> {
        let entry = Entry { sequence: self.log.len() as u64, at: cause.now, key: cause.key, event };
        self.state.fold(&entry).map_err(|bad| match bad {
            BadEvent::Illegal(illegal) => Refusal::Illegal(illegal),
            BadEvent::BadRules(faults) => Refusal::BadRules(faults),
            BadEvent::OutOfPlace => Refusal::NotYourTurn,
        })?;
        self.push(entry);
        Ok(())
    }

    fn opened(entry: Entry, state: State) -> Table {
        Table { log: vec![entry], state, keys: HashMap::new() }
    }

    fn push(&mut self, entry: Entry) {
        let place = self.log.len();
        if let Some(key) = entry.key {
            // The events of a request follow each other.
            self.keys.entry(key).or_insert(place..place).end = place + 1;
        }
        self.log.push(entry);
    }

    fn end_turn_if_it_does(&mut self, seat: Seat, cause: &mut Cause<'_>) -> Result<(), Refusal> {
        if self.state.round().is_some_and(Round::ends_by_itself) {
            self.end_turn(seat, cause)
        } else {
            Ok(())
        }
    }

    fn end_turn(&mut self, seat: Seat, cause: &mut Cause<'_>) -> Result<(), Refusal> {
        let steps = match self.state.round() {
            Some(Round::Tavli(round)) => round.under_way().map_or(0, |play| play.steps().len()),
            _ => 0,
        };
        self.happen(Event::TurnEnded { seat, steps }, cause)?;
        self.end_round_if_decided(cause)
    }

    fn end_round_if_decided(&mut self, cause: &mut Cause<'_>) -> Result<(), Refusal> {
        match self.state.round().and_then(Round::outcome) {
            Some((winner, reason)) => {
                let winner = winner.map(|colour| self.state.seat_of(colour));
                self.end_round(winner, reason, cause)
            }
            None => Ok(()),
        }
    }

    /// Ends the round, and with it the match, or begins the next round.
    fn end_round(
        &mut self,
        winner: Option<Seat>,
        reason: EndReason,
        cause: &mut Cause<'_>,
    ) -> Result<(), Refusal> {
        self.happen(Event::RoundEnded { winner, reason }, cause)?;
        match self.state.match_result() {
            Some(winner) => self.happen(Event::MatchEnded { winner }, cause),
            None => self.begin_round_if_ready(cause),
        }
    }

    fn begin_round_if_ready(&mut self, cause: &mut Cause<'_>) -> Result<(), Refusal> {
        let occupants = &self.state.spec().occupants;
        if Seat::ALL.into_iter().any(|seat| occupants[seat] == Occupant::Open) {
            return Ok(());
        }
        let host = match (self.state.rounds().is_empty(), self.state.spec().host_plays) {
            // Sides are exchanged after every round.
            (false, _) => self.state.colours().host.other(),
            (true, Some(colour)) => colour,
            (true, None) => {
                if self.draw_lot(Lot::HostPlays, cause)? {
                    Colour::Dark
                } else {
                    Colour::Light
                }
            }
        };
        let first = self.draw_first(cause)?;
        let colours = BySeat { host, guest: host.other() };
        self.happen(Event::RoundBegan { colours, first }, cause)
    }

    /// Throws one die for a lot; odd is the first of two.
    fn draw_lot(&mut self, lot: Lot, cause: &mut Cause<'_>) -> Result<bool, Refusal> {
        let [die] = cause.dice.dice::<1>(self.state.throws())?;
        self.happen(Event::LotDrawn { lot, die }, cause)?;
        Ok(die.pips() % 2 == 1)
    }

    /// Who acts first in the next round (T3, Z3).
    fn draw_first(&mut self, cause: &mut Cause<'_>) -> Result<Colour, Refusal> {
        match self.state.spec().ruleset_of(self.state.rounds().len()) {
            Ruleset::Tafl(ruleset) => match ruleset.first_side() {
                Some(side) => Ok(side.into()),
                None => {
                    let is_odd = self.draw_lot(Lot::First, cause)?;
                    Ok(if is_odd { tafl::Side::Attackers } else { tafl::Side::Defenders }.into())
                }
            },
            Ruleset::Tavli(ruleset) => match ruleset.first_side() {
                Some(side) => Ok(side.into()),
                None => loop {
                    let [white, black] = cause.dice.dice::<2>(self.state.throws())?;
                    self.happen(Event::RolledOff { white, black }, cause)?;
                    if let Some(side) = tavli::roll_off(tavli::BySide { white, black }) {
                        return Ok(side.into());
                    }
                },
            },
        }
    }
}

impl Spec {
    /// One untimed round between two open seats, the lot deciding who plays which side.
    pub fn new(ruleset: Ruleset) -> Spec {
        Spec {
            ruleset,
            handicap: None,
            form: crate::spec::Form::Single,
            control: crate::clock::Control::Untimed,
            host_plays: None,
            occupants: BySeat::default(),
        }
    }
}
