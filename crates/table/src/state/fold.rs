//! How events change what they add up to.

use std::time::Duration;

use tablen_rules::tavli::Die;
use tablen_rules::words::{Explain, Message};

use super::{Draw, Drawn, FinishedRound, Phase, Rematch, RoundResult, State};
use crate::clock::{self, Clock};
use crate::dice;
use crate::end::EndReason;
use crate::event::{Entry, Event, Lot};
use crate::families::AnyGame;
use crate::family::{CannotBegin, Family, GameRound, Illegal, StartFaults, Throw};
use crate::spec::{Colour, Occupant};
use crate::{BySeat, Seat};

/// An event that cannot have happened where it stands in a log.
#[derive(Clone, Debug, PartialEq)]
pub enum BadEvent<F: Family = AnyGame> {
    /// It does not fit the state of the table.
    OutOfPlace,
    /// It breaks a rule of the game.
    Illegal(Illegal<F>),
    /// The table was opened with rules that cannot be played by.
    BadRules(F::RulesetFaults),
    /// The table was opened with a start that cannot be begun with.
    BadStart(StartFaults<F>),
    /// The seed is not the one that the host committed to.
    WrongSeed,
}

impl<F: Family> Explain for BadEvent<F> {
    fn message(&self) -> Message {
        match self {
            BadEvent::OutOfPlace => message!("table.bad-event.out-of-place"),
            BadEvent::Illegal(illegal) => illegal.message(),
            BadEvent::BadRules(faults) => faults.message(),
            BadEvent::BadStart(faults) => faults.message(),
            BadEvent::WrongSeed => message!("table.bad-event.wrong-seed"),
        }
    }
}
crate::explained_for_families!(BadEvent);

impl<F: Family> From<CannotBegin<F>> for BadEvent<F> {
    fn from(cannot: CannotBegin<F>) -> BadEvent<F> {
        match cannot {
            CannotBegin::Rules(faults) => BadEvent::BadRules(faults),
            CannotBegin::Start(faults) => BadEvent::BadStart(faults),
        }
    }
}

impl<F: Family> From<Illegal<F>> for BadEvent<F> {
    fn from(illegal: Illegal<F>) -> BadEvent<F> {
        BadEvent::Illegal(illegal)
    }
}

impl<F: Family> State<F> {
    /// Takes an event in. One that does not fit leaves the state as it was.
    pub fn fold(&mut self, entry: &Entry<F>) -> Result<(), BadEvent<F>> {
        let clock = self.clock;
        let folded = self.fold_event(entry);
        if folded.is_err() {
            self.clock = clock;
        }
        folded
    }

    fn fold_event(&mut self, entry: &Entry<F>) -> Result<(), BadEvent<F>> {
        let at = entry.at;
        // Every arm checks before it changes anything but the clock.
        let fits = |fits: bool| if fits { Ok(()) } else { Err(BadEvent::OutOfPlace) };
        fits(entry.lag.is_zero() || entry.event.is_of_a_turn() && self.clock.forgive_lag(entry.lag, at))?;
        // Nobody plays while time stands still, nor after it has run out: for who is to move that is when it has, for the other when it
        // is certain that no move is on the line.
        let is_over = if entry.event.is_of_a_turn() { self.clock.flagged(at) } else { self.clock.lost(at) };
        let is_out_of_time = self.to_act().is_some() && is_over.is_some();
        fits(!self.clock.is_paused() || !entry.event.is_play())?;
        fits(!is_out_of_time || entry.event.is_loss_on_time() || entry.event == Event::Paused)?;
        match &entry.event {
            Event::Opened { .. } => fits(false)?,
            Event::Joined { seat, occupant, nonce } => {
                let is_free = self.spec.occupants[*seat] == Occupant::Open && !self.is_over();
                fits(is_free && *occupant != Occupant::Open)?;
                self.spec.occupants[*seat] = occupant.clone();
                self.nonces[*seat].clone_from(nonce);
            }
            Event::Left { seat } => {
                let is_taken = self.spec.occupants[*seat] != Occupant::Open && !self.has_left[*seat];
                if self.is_over() {
                    fits(is_taken)?;
                    self.has_left[*seat] = true;
                    self.rematch = Rematch::NotSaid;
                } else {
                    fits(
                        is_taken
                            && self.phase == Phase::Waiting
                            && self.throws == 0
                            && self.rounds.is_empty(),
                    )?;
                    self.spec.occupants[*seat] = Occupant::Open;
                    self.nonces[*seat].clear();
                }
            }
            Event::LotDrawn { lot, die } => {
                fits(self.next_draw() == Some(Draw::Lot(*lot)))?;
                let drawn = Some(decided_by(*die));
                match lot {
                    Lot::HostPlays => self.drawn.host_plays = drawn,
                    Lot::First => self.drawn.first = drawn,
                }
                self.throws += 1;
            }
            Event::RolledOff { white, black } => {
                fits(self.next_draw() == Some(Draw::RollOff))?;
                self.drawn.first = dice::roll_off(*white, *black);
                self.throws += 1;
            }
            Event::RoundBegan { colours, first, clock_waits } => {
                fits(self.next_round() == Some((*colours, *first)) && *clock_waits <= clock::LONGEST_WAIT)?;
                self.round = Some(self.spec.begin(self.rounds.len(), *first)?);
                self.phase = Phase::Playing;
                self.colours = *colours;
                self.first = Some(*first);
                self.drawn = Drawn::default();
                self.clock = Clock::new(self.spec.control);
                self.clock.start_after(self.seat_of(*first), at, *clock_waits);
                let waits = !clock_waits.is_zero();
                self.awaited = BySeat::from_fn(|seat| waits && self.is_person(seat));
            }
            Event::Ready { seat } => {
                fits(self.awaited[*seat] && self.to_act().is_some())?;
                self.is_ready(*seat, at);
            }
            Event::Rolled { seat, roll } => {
                self.playing(*seat)?.roll(roll)?;
                self.is_ready(*seat, at);
                self.has_begun = true;
                self.faces[*seat].add(roll.dice());
                self.throws += 1;
            }
            Event::Stepped { seat, step } => {
                if self.step(*seat, &step.clone().into())? != *step {
                    self.playing(*seat)?.undo_step()?;
                    return Err(BadEvent::OutOfPlace);
                }
            }
            Event::StepUndone { seat } => {
                self.playing(*seat)?.undo_step()?;
            }
            Event::TurnEnded { seat, steps } => {
                let round = self.playing(*seat)?;
                fits(round.steps_played() == *steps)?;
                round.end_turn()?;
                self.turn_is_over(at);
            }
            Event::Moved { seat, mv } => {
                self.playing(*seat)?.play_move(mv)?;
                self.has_begun = true;
                self.turn_is_over(at);
                self.is_ready(*seat, at);
            }
            Event::Hinted { seat } => {
                fits(self.to_act() == Some(*seat))?;
                self.hints[*seat] = self.hints[*seat].saturating_add(1);
            }
            Event::DrawOffered { seat } => {
                fits(self.to_act().is_some() && self.draw_offer.is_none())?;
                self.draw_offer = Some(*seat);
            }
            Event::DrawDeclined { seat } => {
                fits(self.draw_offer == Some(seat.other()))?;
                self.draw_offer = None;
            }
            Event::TakebackAsked { seat } => {
                fits(self.takeback.is_none() && self.turns_before_last_of(*seat).is_some())?;
                self.takeback = Some(*seat);
            }
            Event::TakebackRefused { seat } => {
                fits(self.takeback == Some(seat.other()))?;
                self.takeback = None;
            }
            Event::TakenBack { turns, keeps_throws } => {
                fits(self.takeback.and_then(|seat| self.turns_before_last_of(seat)) == Some(*turns))?;
                if let Some(round) = &mut self.round {
                    round.take_back_to(*turns, *keeps_throws);
                }
                self.takeback = None;
                self.draw_offer = None;
                if let Some(seat) = self.to_act() {
                    self.clock.start(seat, at);
                }
            }
            Event::RoundEnded { winner, reason } => {
                fits(self.may_end(*winner, *reason, at))?;
                let Some(round) = self.round.take() else { return Err(BadEvent::OutOfPlace) };
                let captured = BySeat::from_fn(|seat| round.captured_by(self.colours[seat]));
                let result = RoundResult { winner: *winner, reason: *reason, captured };
                self.rounds.push(FinishedRound { result, colours: self.colours, round });
                self.clock.stop(at);
                self.awaited = BySeat::default();
                self.phase = Phase::Waiting;
                self.draw_offer = None;
                self.takeback = None;
            }
            Event::MatchEnded { winner } => {
                fits(self.phase == Phase::Waiting && self.match_result() == Some(*winner))?;
                self.phase = Phase::Over { winner: *winner };
            }
            Event::Aborted { .. } => {
                fits(self.may_abort())?;
                self.clock.stop(at);
                self.phase = Phase::Aborted;
            }
            Event::RematchOffered { seat } => {
                fits(self.may_play_again() && self.rematch == Rematch::NotSaid)?;
                self.rematch = Rematch::OfferedBy(*seat);
            }
            Event::RematchDeclined { seat } => {
                fits(self.rematch == Rematch::OfferedBy(seat.other()))?;
                self.rematch = Rematch::NotSaid;
            }
            Event::RematchAgreed => {
                fits(self.may_play_again() && self.rematch_offer().is_some())?;
                self.rematch = Rematch::Agreed;
            }
            Event::Paused => {
                fits(self.clock.running().is_some())?;
                self.clock.pause(at);
            }
            Event::Resumed => {
                fits(self.clock.is_paused())?;
                self.clock.resume(at);
            }
            Event::SeedRevealed { seed } => {
                fits(self.is_over() && self.seed.is_none())?;
                if !self.commitment.is_some_and(|commitment| commitment.is_of(seed)) {
                    return Err(BadEvent::WrongSeed);
                }
                self.seed = Some(*seed);
            }
        }
        Ok(())
    }

    /// Does not count what was spent on the line.
    pub(crate) fn forgive_lag(&mut self, lag: Duration, at: Duration) {
        self.clock.forgive_lag(lag, at);
    }

    /// Puts the clock back to where it was before something that did not happen.
    pub(crate) const fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// A player has said that they have seen how the last round ended, or has played on. The clock waits for nobody else then.
    fn is_ready(&mut self, seat: Seat, at: Duration) {
        if std::mem::take(&mut self.awaited[seat]) && !self.awaited[seat.other()] {
            self.clock.end_wait(at);
        }
    }

    /// Whether the round can end at that moment in that way.
    fn may_end(&self, winner: Option<Seat>, reason: EndReason<F>, at: Duration) -> bool {
        let Some(round) = self.round() else { return false };
        match round.outcome() {
            Some((colour, by_rules)) => {
                winner == colour.map(|colour| self.seat_of(colour)) && reason == EndReason::Rules(by_rules)
            }
            None => match reason {
                EndReason::Rules(_) => false,
                EndReason::Resigned => winner.is_some(),
                EndReason::OutOfTime => winner.is_some() && self.clock.flagged(at) == winner.map(Seat::other),
                EndReason::Agreed => winner.is_none() && self.draw_offer.is_some(),
            },
        }
    }

    /// Plays a step of the throw and says what it was, so that nobody needs to look ahead in order to tell it. Nobody's time has run
    /// out and no clock stands still: the caller has seen to that.
    pub(crate) fn step(&mut self, seat: Seat, choice: &F::StepChoice) -> Result<F::Step, BadEvent<F>> {
        Ok(self.playing(seat)?.step(choice)?)
    }

    /// Takes back a step that [`State::step`] has just played.
    pub(crate) fn undo_step(&mut self, seat: Seat) {
        let _ = self.playing(seat).and_then(|round| Ok(round.undo_step()?));
    }

    /// The round in which it is a seat's turn.
    fn playing(&mut self, seat: Seat) -> Result<&mut F::Round, BadEvent<F>> {
        if self.to_act() != Some(seat) {
            return Err(BadEvent::OutOfPlace);
        }
        self.round.as_mut().ok_or(BadEvent::OutOfPlace)
    }

    /// A turn answers whatever was offered or asked before it.
    fn turn_is_over(&mut self, at: Duration) {
        self.draw_offer = None;
        self.takeback = None;
        self.clock.press(at);
    }
}

/// What a lot decides on: odd is the dark side, even the light one.
fn decided_by(die: Die) -> Colour {
    if die.pips() % 2 == 1 { Colour::Dark } else { Colour::Light }
}
