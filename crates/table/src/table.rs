//! The table itself: commands in, events out.

use std::time::Duration;

use crate::Seat;
use crate::dice::{Commitment, Seed, Source};
use crate::end::EndReason;
use crate::event::{Command, Entry, Event, Request};
use crate::families::AnyGame;
use crate::family::{Family, GameRound, Illegal};
use crate::keys::{Keys, RequestKey};
use crate::refusal::Refusal;
use crate::spec::{Occupant, Spec};
use crate::state::{BadEvent, Draw, Phase, State};

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
/// let move_of = |text: &str| Command::Move { mv: text.parse().unwrap() };
/// assert!(table.apply(Seat::Guest, move_of("C1-C2"), Duration::ZERO, &mut dice).is_err());
/// table.apply(Seat::Host, move_of("I5-H5"), Duration::from_secs(3), &mut dice)?;
/// assert_eq!(table.state().to_act(), Some(Seat::Guest));
/// assert_eq!(Table::from_log(table.log().to_vec())?, table);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Tables are equal if their logs are: which requests had keys is no part of the game.
#[derive(Clone, Debug)]
pub struct Table<F: Family = AnyGame> {
    log: Vec<Entry<F>>,
    state: State<F>,
    keys: Keys,
    kept: Box<Kept<F>>,
}

/// What so many events add up to: whatever comes after them can be taken back without going through all of them again.
#[derive(Clone, Debug)]
struct Kept<F: Family> {
    length: usize,
    state: State<F>,
}

impl<F: Family> PartialEq for Table<F> {
    fn eq(&self, other: &Table<F>) -> bool {
        (&self.log, &self.state) == (&other.log, &other.state)
    }
}

/// A log that is no table's, and how far it is sound.
#[derive(Clone, Debug, PartialEq)]
pub struct BadLog<F: Family = AnyGame> {
    /// The table up to the event that cannot have happened; nothing if the first is none that opens a table.
    pub sound: Option<Box<Table<F>>>,
    /// Which event it is.
    pub sequence: usize,
    /// Why it cannot have happened.
    pub error: BadEvent<F>,
}

impl<F: Family> tablen_rules::words::Explain for BadLog<F> {
    fn message(&self) -> tablen_rules::words::Message {
        message!("table.bad-log").with("sequence", self.sequence).with("error", self.error.message())
    }
}
crate::explained_for_families!(BadLog);

/// What lets events happen: the moment, and the dice that may be thrown.
struct Cause<'d> {
    now: Duration,
    dice: &'d mut Source,
}

impl<F: Family> Table<F> {
    /// Opens a table. With nobody to wait for, the first round begins at once.
    pub fn open(
        spec: Spec<F>,
        commitment: Option<Commitment>,
        now: Duration,
        dice: &mut Source,
    ) -> Result<Table<F>, Refusal<F>> {
        spec.check()?;
        let at = whole_millis(now);
        let event = Event::Opened { spec: Box::new(spec), commitment };
        let Some(mut table) = Table::opened(Entry::new(0, at, event)) else {
            return Err(Refusal::NotBegun);
        };
        table.settle(&mut Cause { now: at, dice })?;
        Ok(table)
    }

    /// The table that a log tells of; if it tells of none, what is sound of it and where it goes wrong.
    pub fn from_log(log: impl IntoIterator<Item = Entry<F>>) -> Result<Table<F>, BadLog<F>> {
        let mut entries = log.into_iter();
        let Some(mut table) = entries.next().filter(|entry| entry.sequence == 0).and_then(Table::opened)
        else {
            return Err(BadLog { sound: None, sequence: 0, error: BadEvent::OutOfPlace });
        };
        for entry in entries {
            let sequence = table.log.len();
            if let Err(error) = table.append(entry) {
                return Err(BadLog { sound: Some(Box::new(table)), sequence, error });
            }
        }
        Ok(table)
    }

    /// Takes in an event that has happened elsewhere: the next of a log that is being read. One that cannot have happened
    /// changes nothing.
    pub fn append(&mut self, entry: Entry<F>) -> Result<(), BadEvent<F>> {
        if entry.sequence != self.log.len() as u64 || entry.at < self.last_moment() {
            return Err(BadEvent::OutOfPlace);
        }
        self.state.fold(&entry)?;
        self.log.push(entry);
        Ok(())
    }

    /// When something happened last.
    pub fn last_moment(&self) -> Duration {
        self.log.last().map_or(Duration::ZERO, |entry| entry.at)
    }

    /// All that has happened.
    pub fn log(&self) -> &[Entry<F>] {
        &self.log
    }

    /// All that has happened, where nothing else of the table is needed.
    pub fn into_log(self) -> Vec<Entry<F>> {
        self.log
    }

    /// What has happened since a client last looked.
    pub fn since(&self, sequence: u64) -> &[Entry<F>] {
        self.log.get(usize::try_from(sequence).unwrap_or(usize::MAX)..).unwrap_or_default()
    }

    /// Whether a request of a seat with that key has been carried out: sent again, it does nothing more.
    pub fn has_done(&self, seat: Seat, key: u64) -> bool {
        self.keys.events(RequestKey { seat, key }).is_some()
    }

    /// What the request is known by that caused an event; nothing if it had no key, or the event happened by itself. It is kept beside
    /// the event where tables are stored, and given back to [`Table::restore_keys`].
    ///
    /// ```
    /// use std::time::Duration;
    /// use tablen_table::dice::Source;
    /// use tablen_table::{Command, Occupant, Request, RequestKey, Ruleset, Seat, Spec, Table};
    ///
    /// let dice = &mut Source::Seeded(1);
    /// let spec = Spec::new(Ruleset::from_preset("alea").unwrap());
    /// let mut table = Table::open(spec, None, Duration::ZERO, dice)?;
    /// let ada = Command::Join { occupant: Occupant::Person("Ada".to_owned()), nonce: Vec::new() };
    /// let request = Request { key: Some(7), ..ada.into() };
    /// table.apply(Seat::Host, request.clone(), Duration::ZERO, dice)?;
    /// assert_eq!(table.key_of(1), Some(RequestKey { seat: Seat::Host, key: 7 }));
    ///
    /// // What is stored: the events, and beside each its key.
    /// let stored: Vec<_> = table.log().iter().map(|entry| (entry.clone(), table.key_of(entry.sequence))).collect();
    /// let mut again = Table::from_log(stored.iter().map(|(entry, _)| entry.clone()))?;
    /// again.restore_keys(stored.iter().filter_map(|(entry, key)| Some((entry.sequence, (*key)?))));
    /// // The request, sent again, acts no second time.
    /// assert_eq!(again.apply(Seat::Host, request, Duration::ZERO, dice)?, &table.log()[1..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn key_of(&self, sequence: u64) -> Option<RequestKey> {
        self.keys.of_event(usize::try_from(sequence).ok()?)
    }

    /// Learns which requests caused the events of the log, from what [`Table::key_of`] said of each, in the order of the log.
    pub fn restore_keys(&mut self, keys: impl IntoIterator<Item = (u64, RequestKey)>) {
        self.keys = Keys::default();
        for (sequence, key) in keys {
            let event = usize::try_from(sequence).unwrap_or(usize::MAX);
            if event < self.log.len() {
                self.keys.add(key, event..event + 1);
            }
        }
    }

    /// What it adds up to.
    pub const fn state(&self) -> &State<F> {
        &self.state
    }

    /// Does what a player asks, or says why not; returns what happened. A request whose key has come from the same seat before acts
    /// no second time: what it did the first time is returned.
    pub fn apply(
        &mut self,
        seat: Seat,
        request: impl Into<Request<F>>,
        now: Duration,
        dice: &mut Source,
    ) -> Result<&[Entry<F>], Refusal<F>> {
        let Request { command, key, expected, spent } = request.into();
        let key = key.map(|key| RequestKey { seat, key });
        if let Some(events) = key.and_then(|key| self.keys.events(key)) {
            return Ok(&self.log[events]);
        }
        let now = self.moment(now);
        let known = self.log.len() as u64;
        let lag = self.lag_of(seat, &command, spent, now);
        if self.is_too_late(seat, &command, lag, now) {
            self.time_out(&mut Cause { now, dice })?;
            return Err(Refusal::OutOfTime);
        }
        if self.tick(now, dice)?.iter().any(|entry| entry.event.is_loss_on_time()) {
            return Err(Refusal::OutOfTime);
        }
        let before = self.log.len();
        let (expected, actual) = (expected.unwrap_or(known), before as u64);
        if expected > actual || self.since(expected).iter().any(|entry| !entry.event.changes_nothing()) {
            return Err(Refusal::Stale { expected, actual });
        }
        let clock = *self.state.clock();
        self.state.forgive_lag(lag, now);
        if let Err(refusal) = self.dispatch(seat, command, &mut Cause { now, dice }) {
            self.forget_since(before);
            self.state.set_clock(clock);
            return Err(refusal);
        }
        if let Some(first) = self.log.get_mut(before) {
            first.lag = lag;
        }
        if let Some(key) = key {
            self.keys.add(key, before..self.log.len());
        }
        Ok(&self.log[before..])
    }

    /// How long a command of a player's turn was on the line, as far as that costs nobody anything. The asker says for how long they
    /// have known of the last event; whatever has passed beyond it they could not use.
    fn lag_of(&self, seat: Seat, command: &Command<F>, spent: Option<Duration>, now: Duration) -> Duration {
        match spent {
            Some(spent) if command.is_of_a_turn() && self.state.to_act() == Some(seat) => {
                let on_the_line = (now - self.last_moment()).saturating_sub(whole_millis(spent));
                on_the_line.min(self.state.clock().forgivable_lag(seat, now))
            }
            _ => Duration::ZERO,
        }
    }

    /// Whether the time of the player who asks for part of a turn is up, even without what was spent on the line.
    fn is_too_late(&self, seat: Seat, command: &Command<F>, lag: Duration, now: Duration) -> bool {
        let mut clock = *self.state.clock();
        clock.forgive_lag(lag, now);
        command.is_of_a_turn() && self.state.to_act() == Some(seat) && clock.flagged(now) == Some(seat)
    }

    /// Lets happen what is due: the loss of a player whose time has run out so long ago that no move can be on the line any more
    /// ([`Clock::lost_at`](crate::clock::Clock::lost_at)), and whatever follows from the last events if a
    /// log was cut off between them. Returns what happened.
    pub fn tick(&mut self, now: Duration, dice: &mut Source) -> Result<&[Entry<F>], Refusal<F>> {
        let before = self.log.len();
        let now = self.moment(now);
        let cause = &mut Cause { now, dice };
        if let Err(refusal) = self.time_out_or_settle(cause) {
            self.forget_since(before);
            return Err(refusal);
        }
        Ok(&self.log[before..])
    }

    /// Stops the clocks because the host is about to be away, or has been since then; returns what happened.
    pub fn pause(&mut self, now: Duration) -> &[Entry<F>] {
        self.by_the_host(Event::Paused, now)
    }

    /// Lets the clocks run on: the time since the pause costs nobody anything. Returns what happened.
    pub fn resume(&mut self, now: Duration) -> &[Entry<F>] {
        self.by_the_host(Event::Resumed, now)
    }

    /// Writes down that the computer has given a player a hint; returns what happened.
    pub fn note_hint(&mut self, seat: Seat, now: Duration) -> &[Entry<F>] {
        self.by_the_host(Event::Hinted { seat }, now)
    }

    /// Reveals the seed once all is played, so that every throw can be checked.
    pub fn reveal(&mut self, seed: Seed, now: Duration) -> Result<&[Entry<F>], Refusal<F>> {
        let before = self.log.len();
        if !self.state.is_over() {
            return Err(Refusal::NotOver);
        }
        let now = self.moment(now);
        let no_dice = &mut Source::Scripted([].into());
        self.happen(Event::SeedRevealed { seed }, &Cause { now, dice: no_dice })?;
        Ok(&self.log[before..])
    }

    /// A moment as it is written down: in whole milliseconds, and never before the last, whatever a caller's clock says.
    fn moment(&self, now: Duration) -> Duration {
        whole_millis(now).max(self.last_moment())
    }

    /// What does not fit does not happen: there is nothing to pause in a game that is over.
    fn by_the_host(&mut self, event: Event<F>, now: Duration) -> &[Entry<F>] {
        let before = self.log.len();
        let now = self.moment(now);
        let no_dice = &mut Source::Scripted([].into());
        let _ = self.happen(event, &Cause { now, dice: no_dice });
        &self.log[before..]
    }

    /// Takes back what has happened from an event on, as if nobody had asked for it: it could not be stored. The same throws come again,
    /// since dice that can be checked are thrown by number.
    pub fn go_back_to(&mut self, length: usize) {
        self.keys.forget_from(length);
        self.forget_since(length);
    }

    /// What has happened so far will not be taken back: to go back to it, or to what comes after it, takes no longer at a long table.
    pub fn keep(&mut self) {
        *self.kept = Kept { length: self.log.len(), state: self.state.clone() };
    }

    /// A request either does all it should or nothing: if dice are missing halfway, what has happened of it has not.
    fn forget_since(&mut self, length: usize) {
        if self.log.len() <= length {
            return;
        }
        self.log.truncate(length.max(1));
        if self.kept.length > self.log.len()
            && let Some(opened) = self.log.first().and_then(Table::opening)
        {
            *self.kept = opened;
        }
        self.state.clone_from(&self.kept.state);
        for entry in self.log.iter().skip(self.kept.length) {
            // What has happened before happens again: every beginning of a log is a log.
            let _ = self.state.fold(entry);
        }
    }

    fn dispatch(&mut self, seat: Seat, command: Command<F>, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        if self.state.is_over() {
            return self.dispatch_after_the_end(seat, &command, cause);
        }
        if self.state.clock().is_paused() {
            return Err(Refusal::Paused);
        }
        match command {
            Command::Join { .. } if self.state.spec().occupants[seat] != Occupant::Open => {
                return Err(Refusal::SeatTaken);
            }
            Command::Join { occupant: Occupant::Open, .. } => return Err(Refusal::NobodyJoins),
            Command::Join { occupant, nonce } => {
                self.happen(Event::Joined { seat, occupant, nonce }, cause)?;
                return self.settle(cause);
            }
            Command::Abort if !self.state.may_abort() => return Err(Refusal::TooLateToAbort),
            Command::Abort => return self.happen(Event::Aborted { seat }, cause),
            Command::Leave if self.state.round().is_some() => return Err(Refusal::CannotLeave),
            Command::Leave if self.state.spec().occupants[seat] == Occupant::Open => {
                return Err(Refusal::NotBegun);
            }
            Command::Leave => return self.happen(Event::Left { seat }, cause),
            Command::OfferRematch | Command::AcceptRematch | Command::DeclineRematch => {
                return Err(Refusal::NotOver);
            }
            _ => {}
        }
        let Some(round) = self.state.round() else { return Err(Refusal::NotBegun) };
        let is_mine = self.state.to_act() == Some(seat);
        let my_turn = || if is_mine { Ok(()) } else { Err(Refusal::NotYourTurn) };
        match command {
            Command::Roll => {
                my_turn()?;
                round.may_roll()?;
                let roll = cause.dice.roll(self.state.throws(), self.state.nonces())?;
                let roll = roll.ok_or(Illegal::OtherGame)?;
                self.happen(Event::Rolled { seat, roll }, cause)?;
                self.end_turn_if_it_does(seat, cause)
            }
            Command::Step(choice) => {
                my_turn()?;
                self.play_steps(seat, &[choice], false, cause)
            }
            Command::Turn { steps, end } => {
                my_turn()?;
                self.play_steps(seat, &steps, end, cause)
            }
            Command::UndoStep => {
                my_turn()?;
                self.happen(Event::StepUndone { seat }, cause)
            }
            Command::Confirm => {
                my_turn()?;
                self.end_turn(seat, cause)
            }
            Command::Move { mv } => {
                my_turn()?;
                self.happen(Event::Moved { seat, mv }, cause)?;
                self.settle(cause)
            }
            Command::Ready => self.happen(Event::Ready { seat }, cause),
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
            Command::AskTakeback if self.state.turns_before_last_of(seat).is_none() => {
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
                let turns =
                    self.state.turns_before_last_of(seat.other()).ok_or(Refusal::NothingToTakeBack)?;
                self.happen(Event::TakenBack { turns, keeps_throws: true }, cause)
            }
            Command::RefuseTakeback => self.happen(Event::TakebackRefused { seat }, cause),
            // What can be asked whether or not a round is played has been answered.
            Command::Join { .. }
            | Command::Leave
            | Command::Abort
            | Command::OfferRematch
            | Command::AcceptRematch
            | Command::DeclineRematch => Err(Refusal::OutOfPlace),
        }
    }

    /// What players may still ask when all is played.
    fn dispatch_after_the_end(
        &mut self,
        seat: Seat,
        command: &Command<F>,
        cause: &Cause<'_>,
    ) -> Result<(), Refusal<F>> {
        let offer = self.state.rematch_offer();
        match command {
            Command::Leave if self.state.has_left(seat) => Err(Refusal::Over),
            Command::Leave => self.happen(Event::Left { seat }, cause),
            Command::OfferRematch | Command::AcceptRematch if !self.state.may_play_again() => {
                Err(Refusal::NoRematch)
            }
            // To offer what has been offered is to accept it.
            Command::OfferRematch | Command::AcceptRematch if offer == Some(seat.other()) => {
                self.happen(Event::RematchAgreed, cause)
            }
            Command::OfferRematch if offer.is_some() || self.state.rematch().is_some() => {
                Err(Refusal::AskedAlready)
            }
            Command::OfferRematch => self.happen(Event::RematchOffered { seat }, cause),
            Command::DeclineRematch if offer == Some(seat.other()) => {
                self.happen(Event::RematchDeclined { seat }, cause)
            }
            Command::AcceptRematch | Command::DeclineRematch => Err(Refusal::NothingAsked),
            _ => Err(Refusal::Over),
        }
    }

    fn happen(&mut self, event: Event<F>, cause: &Cause<'_>) -> Result<(), Refusal<F>> {
        let entry = Entry::new(self.log.len() as u64, cause.now, event);
        self.state.fold(&entry).map_err(refusal)?;
        self.log.push(entry);
        Ok(())
    }

    /// Plays steps of the throw and, if it is asked for, ends the turn: all of it or nothing.
    fn play_steps(
        &mut self,
        seat: Seat,
        steps: &[F::StepChoice],
        end: bool,
        cause: &mut Cause<'_>,
    ) -> Result<(), Refusal<F>> {
        let before = self.log.len();
        let result = self.try_steps(seat, steps, end, cause);
        if result.is_err() {
            // A step changes nothing but the turn under way, so what was played can be taken back step by step; whatever follows
            // the last step is forgotten with the rest of the request.
            let is_steps_only =
                self.log[before..].iter().all(|entry| matches!(entry.event, Event::Stepped { .. }));
            if is_steps_only {
                for _ in before..self.log.len() {
                    self.state.undo_step(seat);
                }
                self.log.truncate(before);
            }
        }
        result
    }

    fn try_steps(
        &mut self,
        seat: Seat,
        steps: &[F::StepChoice],
        end: bool,
        cause: &mut Cause<'_>,
    ) -> Result<(), Refusal<F>> {
        for choice in steps {
            // The step is played once: what came of it is what is written down.
            let step = self.state.step(seat, choice).map_err(refusal)?;
            let event = Event::Stepped { seat, step };
            self.log.push(Entry::new(self.log.len() as u64, cause.now, event));
        }
        if end { self.end_turn(seat, cause) } else { self.end_turn_if_it_does(seat, cause) }
    }

    /// The table that a first event opens, if it is one that does.
    fn opened(entry: Entry<F>) -> Option<Table<F>> {
        let kept = Table::opening(&entry)?;
        let state = kept.state.clone();
        Some(Table { log: vec![entry], state, keys: Keys::default(), kept: Box::new(kept) })
    }

    fn opening(first: &Entry<F>) -> Option<Kept<F>> {
        let Event::Opened { spec, commitment } = &first.event else { return None };
        Some(Kept { length: 1, state: State::new((**spec).clone(), *commitment) })
    }

    fn end_turn_if_it_does(&mut self, seat: Seat, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        if self.state.round().is_some_and(GameRound::ends_by_itself) {
            self.end_turn(seat, cause)
        } else {
            Ok(())
        }
    }

    fn end_turn(&mut self, seat: Seat, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        let steps = self.state.round().map_or(0, GameRound::steps_played);
        self.happen(Event::TurnEnded { seat, steps }, cause)?;
        self.settle(cause)?;
        // A throw that was kept may already lie there, and be one with which nothing can be played.
        match self.state.to_act() {
            Some(next) => self.end_turn_if_it_does(next, cause),
            None => Ok(()),
        }
    }

    fn end_round(
        &mut self,
        winner: Option<Seat>,
        reason: EndReason<F>,
        cause: &mut Cause<'_>,
    ) -> Result<(), Refusal<F>> {
        self.happen(Event::RoundEnded { winner, reason }, cause)?;
        self.settle(cause)
    }

    fn time_out_or_settle(&mut self, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        match self.state.clock().lost(cause.now) {
            Some(_) if self.state.to_act().is_some() => self.time_out(cause),
            _ => self.settle(cause),
        }
    }

    /// The time of the player whose it is has run out.
    fn time_out(&mut self, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        let winner = self.state.clock().running().map(Seat::other);
        let before = self.log.len();
        let ended = self.end_round(winner, EndReason::OutOfTime, cause);
        if ended.is_err() {
            self.forget_since(before);
        }
        ended
    }

    /// Lets happen what follows by itself: the end of a decided round, the end of the match, the draws before a round and
    /// its beginning.
    fn settle(&mut self, cause: &mut Cause<'_>) -> Result<(), Refusal<F>> {
        if let Some((winner, reason)) = self.state.round().and_then(GameRound::outcome) {
            let winner = winner.map(|colour| self.state.seat_of(colour));
            let reason = EndReason::Rules(reason);
            self.happen(Event::RoundEnded { winner, reason }, cause)?;
        }
        if self.state.phase() == Phase::Waiting
            && let Some(winner) = self.state.match_result()
        {
            return self.happen(Event::MatchEnded { winner }, cause);
        }
        while let Some(draw) = self.state.next_draw() {
            let (number, nonces) = (self.state.throws(), self.state.nonces());
            let event = match draw {
                Draw::Lot(lot) => {
                    let [die] = cause.dice.dice(number, nonces)?;
                    Event::LotDrawn { lot, die }
                }
                Draw::RollOff => {
                    let [white, black] = cause.dice.dice(number, nonces)?;
                    Event::RolledOff { white, black }
                }
            };
            self.happen(event, cause)?;
        }
        match self.state.next_round() {
            Some((colours, first)) => {
                let clock_waits = self.state.next_clock_waits();
                self.happen(Event::RoundBegan { colours, first, clock_waits }, cause)
            }
            None => Ok(()),
        }
    }
}

/// Why what cannot happen is refused.
fn refusal<F: Family>(bad: BadEvent<F>) -> Refusal<F> {
    match bad {
        BadEvent::Illegal(illegal) => Refusal::Illegal(illegal),
        BadEvent::BadRules(faults) => Refusal::BadRules(faults),
        BadEvent::BadStart(faults) => Refusal::BadStart(faults),
        BadEvent::OutOfPlace | BadEvent::WrongSeed => Refusal::OutOfPlace,
    }
}

/// Moments are written down in whole milliseconds, so that a log that is read back is the same.
fn whole_millis(time: Duration) -> Duration {
    Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}
