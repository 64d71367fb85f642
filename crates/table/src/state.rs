//! What the events of a table add up to.

mod fold;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use self::fold::BadEvent;
use crate::clock::Clock;
use crate::dice::{Commitment, Faces, Seed};
use crate::end::EndReason;
use crate::event::Lot;
use crate::families::AnyGame;
use crate::family::{Family, First, GameRound, NotAPlace};
use crate::refusal::Refusal;
use crate::spec::{Colour, Form, Occupant, Spec};
use crate::view::Viewer;
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
    hints: BySeat<u32>,
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
            hints: BySeat::default(),
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

    /// How many hints each player was given in games between people.
    pub const fn hints(&self) -> &BySeat<u32> {
        &self.hints
    }

    /// Whether a viewer may be helped: always against the computer and where both share a screen, and between people if that was agreed.
    pub fn may_be_helped(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Spectator => false,
            Viewer::Both => true,
            Viewer::At(seat) => self.spec.help || self.spec.occupants[seat.other()].visitor().is_none(),
        }
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

    /// Whether somebody sits there who needs time to look: a bot sees everything at once, as the computer does.
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

    /// Why whoever has the turn cannot move from a place, to another or at all; nothing if they can.
    pub fn why_not(&self, from: &str, to: Option<&str>) -> Result<Option<Refusal<F>>, NotAPlace> {
        let Some(round) = self.round() else {
            return Ok(Some(if self.is_over() { Refusal::Over } else { Refusal::NotBegun }));
        };
        let illegal = match to {
            Some(to) => round.why_not(from, to)?,
            None => round.why_not_from(from)?,
        };
        Ok(illegal.map(Refusal::Illegal))
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

    /// Whether the game can still be called off: before anything has been thrown or moved.
    pub fn may_abort(&self) -> bool {
        !self.is_over() && self.rounds.is_empty() && !self.has_begun
    }

    /// Whether another game can be agreed on: all is played and both are still there.
    pub fn may_play_again(&self) -> bool {
        let is_played = matches!(self.phase, Phase::Over { .. });
        is_played && Seat::ALL.into_iter().all(|seat| !self.has_left[seat])
    }
}
