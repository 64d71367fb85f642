//! What the events of a table add up to.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablen_rules::tavli::Die;
use tablen_rules::words::{Explain, Message};

use crate::clock::{self, Clock};
use crate::dice::{self, Commitment, Faces, Seed};
use crate::end::EndReason;
use crate::event::{Entry, Event, Lot};
use crate::families::AnyGame;
use crate::family::{CannotBegin, Family, First, GameRound, Illegal, StartFaults, Throw};
use crate::spec::{Colour, Form, Occupant, Spec};
use crate::{BySeat, Seat};

/// What the events of a table add up to. It changes by [`State::fold`] alone, so a log always tells the same story.
#[derive(Clone, Debug, PartialEq)]
pub struct State<F: Family = AnyGame> {
    spec: Spec<F>,
    commitment: Option<Commitment>,
    seed: Option<Seed>,
    nonces: BySeat<Vec<u8>>,
    phase: Phase,
    round: Option<F::Round>,
    rounds: Vec<FinishedRound<F>>,
    colours: BySeat<Colour>,
    /// The side that began the last round.
    first: Option<Colour>,
    drawn: Drawn,
    clock: Clock,
    /// Whom the clock waits for: those who have not said that they have seen how the last round ended.
    awaited: BySeat<bool>,
    throws: u64,
    faces: BySeat<Faces>,
    draw_offer: Option<Seat>,
    takeback: Option<Seat>,
    rematch: Rematch,
    has_left: BySeat<bool>,
    /// Whether anything has been thrown or moved, even if it was taken back.
    has_begun: bool,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "phase", rename_all = "kebab-case")]
pub enum Phase {
    /// A seat is open, or the next round is about to begin.
    Waiting,
    /// A round is being played.
    Playing,
    /// All is played.
    Over {
        /// Who won; nobody in a draw.
        winner: Option<Seat>,
    },
    /// Called off.
    Aborted,
}

/// What came of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RoundResult", bound = ""))]
#[serde(bound = "")]
pub struct RoundResult<F: Family = AnyGame> {
    /// Who won it; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: EndReason<F>,
    /// How many men each captured (A12).
    pub captured: BySeat<u32>,
}

/// A round played to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRound<F: Family = AnyGame> {
    /// What came of it.
    pub result: RoundResult<F>,
    /// The side each seat played.
    pub colours: BySeat<Colour>,
    /// How it stood at the end, and how it came to that.
    pub round: F::Round,
}

/// A throw that is needed before a round can begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// One die decides (T3, and who plays which side).
    Lot(Lot),
    /// One die each decides who begins (Z3).
    RollOff,
}

/// What has been drawn for the round that is about to begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Drawn {
    host_plays: Option<Colour>,
    first: Option<Colour>,
}

/// Whether there will be another game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rematch {
    NotSaid,
    OfferedBy(Seat),
    Agreed,
}

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
    /// The state of a table that has just been opened.
    pub fn new(spec: Spec<F>, commitment: Option<Commitment>) -> State<F> {
        let clock = Clock::new(spec.control);
        State {
            spec,
            commitment,
            seed: None,
            nonces: BySeat::default(),
            phase: Phase::Waiting,
            round: None,
            rounds: Vec::new(),
            colours: BySeat { host: Colour::Light, guest: Colour::Dark },
            first: None,
            drawn: Drawn::default(),
            clock,
            awaited: BySeat::default(),
            throws: 0,
            faces: BySeat::default(),
            draw_offer: None,
            takeback: None,
            rematch: Rematch::NotSaid,
            has_left: BySeat::default(),
            has_begun: false,
        }
    }

    /// What was agreed, and who sits where.
    pub const fn spec(&self) -> &Spec<F> {
        &self.spec
    }

    /// What the host said about the dice's seed before the game, where dice are verifiable.
    pub const fn commitment(&self) -> Option<Commitment> {
        self.commitment
    }

    /// The seed, once it is revealed.
    pub const fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// How far the table is.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whether no round will be played any more.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. } | Phase::Aborted)
    }

    /// The round being played.
    pub const fn round(&self) -> Option<&F::Round> {
        match self.phase {
            Phase::Playing => self.round.as_ref(),
            _ => None,
        }
    }

    /// The round being played or, if none is, the last one that was.
    pub fn last_round(&self) -> Option<&F::Round> {
        self.round.as_ref().or_else(|| self.rounds.last().map(|finished| &finished.round))
    }

    /// The board as lists keep it: of the round that is shown or, before the first, as it will begin.
    pub fn sketch(&self) -> Option<F::Sketch> {
        let begun = self.last_round().map(GameRound::sketch);
        begun.or_else(|| self.spec.begin(self.rounds.len(), Colour::Light).ok().map(|round| round.sketch()))
    }

    /// The side each seat plays.
    pub const fn colours(&self) -> BySeat<Colour> {
        self.colours
    }

    /// The rounds played to their end.
    pub fn rounds(&self) -> &[FinishedRound<F>] {
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

    /// How often each player has thrown each face.
    pub const fn faces(&self) -> &BySeat<Faces> {
        &self.faces
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

    /// Who has offered another game and has not been answered.
    pub const fn rematch_offer(&self) -> Option<Seat> {
        match self.rematch {
            Rematch::OfferedBy(seat) => Some(seat),
            Rematch::NotSaid | Rematch::Agreed => None,
        }
    }

    /// What is agreed for another game, once both want one: the same with sides exchanged.
    pub fn rematch(&self) -> Option<Spec<F>> {
        let played = self.rounds.first().map_or(self.colours.host, |round| round.colours.host);
        (self.rematch == Rematch::Agreed)
            .then(|| Spec { host_plays: Some(played.other()), ..self.spec.clone() })
    }

    /// Whether the clock waits for a player to have seen how the last round ended.
    pub fn is_awaited(&self, seat: Seat) -> bool {
        self.awaited[seat]
    }

    fn is_person(&self, seat: Seat) -> bool {
        matches!(self.spec.occupants[seat], Occupant::Person(_))
    }

    /// For how long at most the clock of the next round waits: nobody needs time to see how none ended, nor does a computer.
    pub(crate) fn next_clock_waits(&self) -> Duration {
        let is_later = !self.rounds.is_empty() && Seat::ALL.into_iter().any(|seat| self.is_person(seat));
        if is_later { self.spec.control.wait_between_rounds() } else { Duration::ZERO }
    }

    /// Whether a player has left after the game.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.has_left[seat]
    }

    /// The seat that plays a side.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        if self.colours.host == colour { Seat::Host } else { Seat::Guest }
    }

    /// Whose turn it is.
    pub fn to_act(&self) -> Option<Seat> {
        self.round()?.to_act().map(|colour| self.seat_of(colour))
    }

    /// How many turns are left when a player's last one is taken back; nothing if there is none to take back.
    pub fn turns_before_last_of(&self, seat: Seat) -> Option<usize> {
        let round = self.round()?;
        // Sides alternate, so the last turn is the player's own unless it is their turn again.
        let back = if self.to_act() == Some(seat) { 2 } else { 1 };
        round.turns().checked_sub(back).filter(|turns| round.was_played(*turns))
    }

    /// How many rounds a player has won.
    pub fn rounds_won(&self, seat: Seat) -> usize {
        self.rounds.iter().filter(|round| round.result.winner == Some(seat)).count()
    }

    /// How many men a player has captured in the rounds played to their end (A12).
    pub fn captured(&self, seat: Seat) -> u32 {
        self.rounds.iter().map(|round| round.result.captured[seat]).sum()
    }

    /// The winner of the match once no more rounds are to be played; nothing while there are.
    pub(crate) fn match_result(&self) -> Option<Option<Seat>> {
        let leader = |host: usize, guest: usize| match host.cmp(&guest) {
            std::cmp::Ordering::Greater => Some(Seat::Host),
            std::cmp::Ordering::Less => Some(Seat::Guest),
            std::cmp::Ordering::Equal => None,
        };
        let won = BySeat::from_fn(|seat| self.rounds_won(seat));
        let by_wins = leader(won.host, won.guest);
        match self.spec.form {
            Form::Single => (!self.rounds.is_empty()).then_some(by_wins),
            Form::TwoRounds => (self.rounds.len() >= 2).then(|| {
                let captured = BySeat::from_fn(|seat| self.captured(seat) as usize);
                by_wins.or_else(|| leader(captured.host, captured.guest))
            }),
            Form::BestOf(rounds) => {
                let enough = usize::from(rounds) / 2 + 1;
                let is_decided = won.host >= enough || won.guest >= enough;
                (is_decided || self.rounds.len() >= usize::from(rounds.max(1))).then_some(by_wins)
            }
        }
    }

    /// Whether a round is to begin as soon as what is needed for it is drawn.
    fn is_about_to_begin(&self) -> bool {
        self.phase == Phase::Waiting
            && Seat::ALL.into_iter().all(|seat| self.spec.occupants[seat] != Occupant::Open)
            && self.match_result().is_none()
    }

    /// The throw that is needed before the next round can begin.
    pub fn next_draw(&self) -> Option<Draw> {
        if !self.is_about_to_begin() {
            return None;
        }
        if self.next_host_colour().is_none() {
            return Some(Draw::Lot(Lot::HostPlays));
        }
        match self.next_first() {
            First::Side(_) => None,
            First::Lot => Some(Draw::Lot(Lot::First)),
            First::RollOff => Some(Draw::RollOff),
        }
    }

    /// Who plays which side and who begins, once a round can.
    pub fn next_round(&self) -> Option<(BySeat<Colour>, Colour)> {
        if !self.is_about_to_begin() {
            return None;
        }
        let host = self.next_host_colour()?;
        match self.next_first() {
            First::Side(first) => Some((BySeat { host, guest: host.other() }, first)),
            First::Lot | First::RollOff => None,
        }
    }

    fn next_ruleset(&self) -> &F::Ruleset {
        self.spec.ruleset_of(self.rounds.len())
    }

    fn next_host_colour(&self) -> Option<Colour> {
        match self.rounds.last() {
            // Sides are exchanged after every round.
            Some(last) => Some(last.colours.host.other()),
            None => self.spec.host_plays.or(self.drawn.host_plays),
        }
    }

    fn next_first(&self) -> First {
        if let Some(start) = &self.spec.start {
            return First::Side(F::first_of(start));
        }
        match (F::first(self.next_ruleset(), self.first), self.drawn.first) {
            (First::Lot | First::RollOff, Some(drawn)) => First::Side(drawn),
            (first, _) => first,
        }
    }

    /// Takes an event in. One that does not fit leaves the state as it was.
    pub fn fold(&mut self, entry: &Entry<F>) -> Result<(), BadEvent<F>> {
        let at = entry.at;
        // Every arm checks before it changes anything.
        let fits = |fits: bool| if fits { Ok(()) } else { Err(BadEvent::OutOfPlace) };
        // Nobody plays while time stands still, nor after it has run out.
        let is_out_of_time = self.to_act().is_some() && self.clock.flagged(at).is_some();
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
            Event::TakenBack { turns } => {
                fits(self.takeback.and_then(|seat| self.turns_before_last_of(seat)) == Some(*turns))?;
                if let Some(round) = &mut self.round {
                    round.take_back_to(*turns);
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

    /// A player has said that they have seen how the last round ended, or has played on. The clock waits for nobody else then.
    fn is_ready(&mut self, seat: Seat, at: Duration) {
        if std::mem::take(&mut self.awaited[seat]) && !self.awaited[seat.other()] {
            self.clock.end_wait(at);
        }
    }

    /// Whether the game can still be called off: before anything has been thrown or moved.
    pub fn may_abort(&self) -> bool {
        !self.is_over() && self.rounds.is_empty() && !self.has_begun
    }

    /// Whether another game can be agreed on: all is played and both are still there.
    pub fn may_play_again(&self) -> bool {
        let is_played = matches!(self.phase, Phase::Over { .. });
        is_played && Seat::ALL.into_iter().all(|seat| !self.has_left[seat])
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
