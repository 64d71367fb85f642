//! What the events of a table add up to.

use std::time::Duration;

use tablen_words::{Explain, Message};

use crate::clock::Clock;
use crate::event::{Entry, Event};
use crate::round::{BadRules, EndReason, Illegal, Round};
use crate::spec::{Colour, Form, Occupant, Spec};
use crate::{BySeat, Seat};

/// What the events of a table add up to. It changes by [`State::fold`] alone, so a log always tells the same story.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    spec: Spec,
    nonces: BySeat<Vec<u8>>,
    phase: Phase,
    colours: BySeat<Colour>,
    rounds: Vec<RoundResult>,
    clock: Clock,
    throws: u64,
    draw_offer: Option<Seat>,
    takeback: Option<Seat>,
}

/// How far a table is.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// A seat is open, or the next round is about to begin.
    Waiting,
    /// A round is being played.
    Playing(Round),
    /// All is played.
    Over {
        /// Who won; nobody in a draw.
        winner: Option<Seat>,
    },
    /// Called off.
    Aborted,
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundResult {
    /// Who won it; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: EndReason,
    /// How many men each captured (A12).
    pub captured: BySeat<u32>,
}

/// An event that cannot have happened where it stands in a log.
#[derive(Clone, Debug, PartialEq)]
pub enum BadEvent {
    /// It does not fit the state of the table.
    OutOfPlace,
    /// It breaks a rule of the game.
    Illegal(Illegal),
    /// The table was opened with rules that cannot be played by.
    BadRules(BadRules),
}

impl Explain for BadEvent {
    fn message(&self) -> Message {
        match self {
            BadEvent::OutOfPlace => Message::new("table.bad-event.out-of-place"),
            BadEvent::Illegal(illegal) => illegal.message(),
            BadEvent::BadRules(faults) => faults.message(),
        }
    }
}
tablen_words::explained!(BadEvent);

impl From<Illegal> for BadEvent {
    fn from(illegal: Illegal) -> BadEvent {
        BadEvent::Illegal(illegal)
    }
}

impl State {
    /// The state of a table that has just been opened.
    pub fn new(spec: Spec) -> State {
        let clock = Clock::new(spec.control);
        State {
            spec,
            nonces: BySeat::default(),
            phase: Phase::Waiting,
            colours: BySeat { host: Colour::Light, guest: Colour::Dark },
            rounds: Vec::new(),
            clock,
            throws: 0,
            draw_offer: None,
            takeback: None,
        }
    }

    /// What was agreed, and who sits where.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How far the table is.
    pub const fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The round being played.
    pub const fn round(&self) -> Option<&Round> {
        match &self.phase {
            Phase::Playing(round) => Some(round),
            _ => None,
        }
    }

    /// The side each seat plays.
    pub const fn colours(&self) -> BySeat<Colour> {
        self.colours
    }

    /// The rounds played to their end.
    pub fn rounds(&self) -> &[RoundResult] {
        &self.rounds
    }

    /// The clock.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How many throws and lots there have been: the number of the next.
    pub const fn throws(&self) -> u64 {
        self.throws
    }

    /// What each player added to the dice.
    pub const fn nonces(&self) -> &BySeat<Vec<u8>> {
        &self.nonces
    }

    /// Who has offered a draw that is not answered.
    pub const fn draw_offer(&self) -> Option<Seat> {
        self.draw_offer
    }

    /// Who has asked for a takeback that is not answered.
    pub const fn takeback(&self) -> Option<Seat> {
        self.takeback
    }

    /// The seat that plays a side.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        if self.colours.host == colour { Seat::Host } else { Seat::Guest }
    }

    /// Whose turn it is.
    pub fn to_act(&self) -> Option<Seat> {
        self.round()?.to_act().map(|colour| self.seat_of(colour))
    }

    /// The winner of the match once no more rounds are to be played; nothing while there are.
    pub(crate) fn match_result(&self) -> Option<Option<Seat>> {
        let wins = |seat: Seat| self.rounds.iter().filter(|round| round.winner == Some(seat)).count();
        let leader = |host: u32, guest: u32| match host.cmp(&guest) {
            std::cmp::Ordering::Greater => Some(Seat::Host),
            std::cmp::Ordering::Less => Some(Seat::Guest),
            std::cmp::Ordering::Equal => None,
        };
        let by_wins = leader(wins(Seat::Host) as u32, wins(Seat::Guest) as u32);
        match self.spec.form {
            Form::Single => (!self.rounds.is_empty()).then_some(by_wins),
            Form::TwoRounds => (self.rounds.len() >= 2).then(|| {
                let captured = |seat: Seat| self.rounds.iter().map(|round| round.captured[seat]).sum();
                by_wins.or_else(|| leader(captured(Seat::Host), captured(Seat::Guest)))
            }),
            Form::BestOf(rounds) => {
                let enough = usize::from(rounds) / 2 + 1;
                let is_decided = wins(Seat::Host) >= enough || wins(Seat::Guest) >= enough;
                (is_decided || self.rounds.len() >= usize::from(rounds.max(1))).then_some(by_wins)
            }
        }
    }

    /// Takes an event in. One that does not fit leaves the state as it was.
    pub fn fold(&mut self, entry: &Entry) -> Result<(), BadEvent> {
        let (event, at) = (&entry.event, entry.at);
        // Every arm checks before it changes anything.

        let is_waiting = self.phase == Phase::Waiting;
        match event {
            Event::Opened { .. } => return Err(BadEvent::OutOfPlace),
            Event::Joined { seat, occupant, nonce } => {
                if self.spec.occupants[*seat] != Occupant::Open || *occupant == Occupant::Open {
                    return Err(BadEvent::OutOfPlace);
                }
                self.spec.occupants[*seat] = occupant.clone();
                self.nonces[*seat].clone_from(nonce);
            }
            Event::LotDrawn { .. } | Event::RolledOff { .. } => {
                if !is_waiting {
                    return Err(BadEvent::OutOfPlace);
                }
                self.throws += 1;
            }
            Event::RoundBegan { colours, first } => {
                if !is_waiting || colours.host == colours.guest {
                    return Err(BadEvent::OutOfPlace);
                }
                let ruleset = self.spec.ruleset_of(self.rounds.len());
                self.phase = Phase::Playing(Round::new(ruleset, *first).map_err(BadEvent::BadRules)?);
                self.colours = *colours;
                self.clock = Clock::new(self.spec.control);
                self.clock.start(self.seat_of(*first), at);
            }
            Event::Rolled { seat, roll } => {
                self.playing(*seat)?.roll(*roll)?;
                self.throws += 1;
            }
            Event::Stepped { seat, step } => {
                let round = self.playing(*seat)?;
                if round.step(step.from, step.die)? != *step {
                    round.undo_step()?;
                    return Err(BadEvent::OutOfPlace);
                }
            }
            Event::StepUndone { seat } => {
                self.playing(*seat)?.undo_step()?;
            }
            Event::TurnEnded { seat, .. } => {
                self.playing(*seat)?.confirm()?;
                self.turn_is_over(at);
            }
            Event::Moved { seat, mv } => {
                self.playing(*seat)?.play(*mv)?;
                self.turn_is_over(at);
            }
            Event::DrawOffered { seat } => self.draw_offer = Some(*seat),
            Event::DrawDeclined { .. } => self.draw_offer = None,
            Event::TakebackAsked { seat } => self.takeback = Some(*seat),
            Event::TakebackRefused { .. } => self.takeback = None,
            Event::TakenBack { turns } => {
                let Phase::Playing(round) = &mut self.phase else { return Err(BadEvent::OutOfPlace) };
                if *turns >= round.turns() {
                    return Err(BadEvent::OutOfPlace);
                }
                round.take_back_to(*turns);
                self.takeback = None;
                self.draw_offer = None;
                if let Some(seat) = self.to_act() {
                    self.clock.start(seat, at);
                }
            }
            Event::RoundEnded { winner, reason } => {
                let Phase::Playing(round) = &self.phase else { return Err(BadEvent::OutOfPlace) };
                let captured = BySeat {
                    host: round.captured_by(self.colours.host),
                    guest: round.captured_by(self.colours.guest),
                };
                self.rounds.push(RoundResult { winner: *winner, reason: *reason, captured });
                self.clock.stop(at);
                self.phase = Phase::Waiting;
                self.draw_offer = None;
                self.takeback = None;
            }
            Event::MatchEnded { winner } => {
                if !is_waiting || self.match_result() != Some(*winner) {
                    return Err(BadEvent::OutOfPlace);
                }
                self.phase = Phase::Over { winner: *winner };
            }
            Event::Aborted { .. } => {
                self.clock.stop(at);
                self.phase = Phase::Aborted;
            }
            Event::SeedRevealed { .. } => {
                if !matches!(self.phase, Phase::Over { .. } | Phase::Aborted) {
                    return Err(BadEvent::OutOfPlace);
                }
            }
        }
        Ok(())
    }

    /// The round in which it is a seat's turn.
    fn playing(&mut self, seat: Seat) -> Result<&mut Round, BadEvent> {
        if self.to_act() != Some(seat) {
            return Err(BadEvent::OutOfPlace);
        }
        match &mut self.phase {
            Phase::Playing(round) => Ok(round),
            _ => Err(BadEvent::OutOfPlace),
        }
    }

    /// A turn answers whatever was offered or asked before it.
    fn turn_is_over(&mut self, at: Duration) {
        self.draw_offer = None;
        self.takeback = None;
        self.clock.press(at);
    }
}
