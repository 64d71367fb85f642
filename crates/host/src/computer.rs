//! The computer at a table: its throws, its turns, its answers, and the hints it gives.

use std::time::Duration;

use tablen_engine::{Level, Stop};
use tablen_rules::words::{Explain, Message};
use tablen_table::{AnyGame, Command, Computer, Family, GameRound, Occupant, Refusal, Seat};

use crate::effects::{ConnectionId, Effect, Trouble};
use crate::host::{Host, Kind};
use crate::ids::PersonId;
use crate::length::too_long_for_hints;
use crate::messages::ServerMessage;

/// A thought of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThoughtId(pub u64);

/// Something to think about. It can be carried to another thread, takes its time there, and touches nothing else.
#[derive(Clone, Debug)]
pub struct Job<F: Family = AnyGame> {
    computer: Box<Computer<F>>,
    round: F::Round,
    /// Whether somebody wants to know why.
    explains: bool,
}

impl<F: Family> Job<F> {
    /// Thinks until an answer is found or until it is told to stop, when it answers with what it has.
    pub fn run(self, stop: &Stop) -> Answer<F> {
        let Job { mut computer, round, explains } = self;
        let choice = computer.choose(&round, stop);
        let reason = choice.as_ref().filter(|_| explains).and_then(|choice| F::reason_for(&round, choice));
        Answer { computer, choice, reason }
    }
}

/// What came of a thought.
#[derive(Clone, Debug)]
pub struct Answer<F: Family = AnyGame> {
    computer: Box<Computer<F>>,
    choice: Option<F::Choice>,
    /// What the board says for it.
    reason: Option<Message>,
}

/// A thought under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thought {
    id: ThoughtId,
    /// How many events there were when it began.
    after: usize,
    purpose: Purpose,
}

/// What a thought is for.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// What the computer plays on its seat.
    Turn(Seat),
    /// What somebody could play.
    Hint(ConnectionId),
}

impl<F: Family> Host<F> {
    /// Lets the computer do what needs no thought, together with what made it possible: it throws its dice and answers what it
    /// is asked.
    pub(crate) fn let_computers_answer(&mut self, now: Duration) {
        if self.kind == Kind::Record || self.table.state().clock().is_paused() {
            return;
        }
        while let Some((seat, command)) = self.computers_answer() {
            self.end_standstill(now);
            if let Err(refusal) = self.table.apply(seat, command, now, &mut self.dice) {
                return self.warn(Trouble::ComputerRefused(refusal));
            }
        }
    }

    fn computers_answer(&self) -> Option<(Seat, Command<F>)> {
        let state = self.table.state();
        let answer = |seat: Seat| {
            let throws = || {
                let may_roll = state.round().is_some_and(|round| round.may_roll().is_ok());
                (may_roll && state.to_act() == Some(seat)).then_some(Command::Roll)
            };
            let command = Computer::reply(state, seat).or_else(throws)?;
            matches!(state.spec().occupants[seat], Occupant::Computer(_)).then_some((seat, command))
        };
        Seat::ALL.into_iter().find_map(answer)
    }

    /// Whether a thought about a table that had so many events is about what is no longer so.
    fn is_stale(&self, thought: &Thought) -> bool {
        !self.table.since(thought.after as u64).is_empty()
    }

    /// A hint goes on from the steps that are played: whoever has asked for one and played on gets one for what is left.
    fn think_again(&mut self, purpose: Purpose) {
        if let Purpose::Hint(connection) = purpose
            && let Some(person) = self.connections.get(&connection).map(|connection| connection.person)
            && self.may_ask_for_a_hint(person).is_ok()
        {
            self.think_of_a_hint(connection);
        }
    }

    pub(crate) fn stop_thinking(&mut self) {
        if let Some(thought) = self.thought.take() {
            self.effects.push(Effect::StopThinking(thought.id));
        }
    }

    /// Lets the computer think if it is to play. A thought about what is no longer so is stopped.
    pub(crate) fn think_if_wanted(&mut self) {
        if let Some(thought) = self.thought
            && self.is_stale(&thought)
        {
            self.stop_thinking();
            self.think_again(thought.purpose);
        }
        let state = self.table.state();
        if self.kind == Kind::Record || state.clock().is_paused() || !self.can_store() {
            return;
        }
        let wanted = state.to_act().and_then(|seat| match state.spec().occupants[seat] {
            Occupant::Computer(level) => Some((seat, level)),
            _ => None,
        });
        let Some((seat, level)) = wanted else {
            if !self.settings.keeps_computer {
                self.computer = None;
            }
            return;
        };
        if self.thought.is_some() || self.unanswered == Some(self.table.log().len()) {
            return;
        }
        let computer = match self.computer.take() {
            Some((kept, computer)) if kept == seat => computer,
            _ => Box::new(Computer::new(level, self.settings.computer_seeds[seat])),
        };
        self.think(computer, Purpose::Turn(seat));
    }

    fn think(&mut self, computer: Box<Computer<F>>, purpose: Purpose) {
        let Some(round) = self.table.state().round().cloned() else { return };
        self.thoughts += 1;
        let id = ThoughtId(self.thoughts);
        self.thought = Some(Thought { id, after: self.table.log().len(), purpose });
        let (is_hint, asker) = match purpose {
            Purpose::Turn(_) => (false, self.listing.seats.host.or(self.listing.seats.guest)),
            Purpose::Hint(connection) => {
                (true, self.connections.get(&connection).map(|connection| connection.person))
            }
        };
        self.effects.push(Effect::Think {
            thought: id,
            job: Job { computer, round, explains: is_hint },
            is_hint,
            asker,
        });
    }

    /// Does what came of a thought, unless nobody waits for it any more.
    pub(crate) fn hear_thought(&mut self, id: ThoughtId, answer: Option<Answer<F>>, now: Duration) {
        let Some(thought) = self.thought.take_if(|thought| thought.id == id) else { return };
        if self.is_stale(&thought) {
            return;
        }
        let (choice, reason) = answer.map_or((None, None), |Answer { computer, choice, reason }| {
            if let Purpose::Turn(seat) = thought.purpose {
                self.computer = Some((seat, computer));
            }
            (choice, reason)
        });
        match (thought.purpose, choice) {
            (Purpose::Turn(seat), Some(choice)) => {
                if let Err(refusal) = self.play(seat, &choice, now) {
                    self.warn(Trouble::ComputerRefused(refusal));
                    self.unanswered = Some(self.table.log().len());
                }
            }
            (Purpose::Turn(_), None) => {
                self.unanswered = Some(self.table.log().len());
                self.warn(Trouble::NoAnswer);
            }
            (Purpose::Hint(connection), choice) => {
                match choice.and_then(|choice| self.hint(connection, &choice, reason)) {
                    Some(hint) if self.note_hint(now) => self.reply(connection, hint),
                    _ => self.refuse(connection, None, &message!("server.refusal.no-hint"), None),
                }
            }
        }
    }

    /// A choice as a connection is told it.
    fn hint(
        &self,
        connection: ConnectionId,
        choice: &F::Choice,
        reason: Option<Message>,
    ) -> Option<ServerMessage<F>> {
        let lang = self.connections.get(&connection)?.lang;
        let hint = F::hint(self.table.state().round()?, choice)?;
        Some(ServerMessage::Hint { hint, reason: reason.map(|reason| reason.render(lang)) })
    }

    fn is_between_people(&self) -> bool {
        let occupants = &self.table.state().spec().occupants;
        self.kind == Kind::Apart && Seat::ALL.into_iter().all(|seat| occupants[seat].visitor().is_some())
    }

    /// Whether people play here against each other without help.
    pub fn is_unaided(&self) -> bool {
        self.is_between_people() && !self.table.state().spec().help
    }

    /// Between people, both know of every hint. Says whether it can be given.
    fn note_hint(&mut self, now: Duration) -> bool {
        match self.table.state().to_act() {
            Some(seat) if self.is_between_people() => !self.table.note_hint(seat, now).is_empty(),
            _ => true,
        }
    }

    /// Plays what is left of a turn.
    fn play(&mut self, seat: Seat, choice: &F::Choice, now: Duration) -> Result<(), Refusal<F>> {
        let command = self.table.state().round().and_then(|round| round.command(choice));
        self.table.apply(seat, command.ok_or(Refusal::OutOfPlace)?, now, &mut self.dice).map(|_| ())
    }

    pub(crate) fn may_ask_for_a_hint(&self, person: PersonId) -> Result<(), Message> {
        let viewer = self.viewer(Some(person));
        let state = self.table.state();
        match state.to_act() {
            _ if !self.can_store() => Err(message!("server.refusal.not-stored")),
            _ if self.thought.is_some() => Err(message!("server.refusal.thinking")),
            Some(seat) if viewer.plays(seat) && !state.may_be_helped(viewer) => {
                Err(message!("server.refusal.no-help"))
            }
            Some(seat) if viewer.plays(seat) => {
                too_long_for_hints(&self.table, &self.settings.limits).map_or(Ok(()), Err)
            }
            Some(_) => Err(<Refusal<F>>::NotYourTurn.message()),
            None => Err(<Refusal<F>>::OutOfPlace.message()),
        }
    }

    /// Lets the strongest player think about what somebody could play.
    pub(crate) fn think_of_a_hint(&mut self, connection: ConnectionId) {
        let seat = self.table.state().to_act().unwrap_or(Seat::Host);
        let adviser = Computer::new(Level::STRONGEST, self.settings.computer_seeds[seat]);
        self.think(Box::new(adviser), Purpose::Hint(connection));
    }
}
