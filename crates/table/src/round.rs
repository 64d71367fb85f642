//! One round: a game of any kind from its start to its end.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use tablen_rules::rule::RuleId;
use tablen_rules::{tafl, tavli};
use tablen_words::{Explain, Message};

use crate::spec::{Colour, Ruleset};

/// One round of any of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum Round {
    /// A tafl game.
    Tafl(Box<tafl::Game>),
    /// A game of tavli.
    Tavli(Box<TavliRound>),
}

/// A game of tavli with the turn under way.
#[derive(Clone, Debug, PartialEq)]
pub struct TavliRound {
    position: tavli::Position,
    under_way: Option<tavli::Play>,
    past: Vec<(tavli::Position, tavli::Turn)>,
}

impl TavliRound {
    /// The position before the turn.
    pub const fn position(&self) -> &tavli::Position {
        &self.position
    }

    /// The turn under way, once the dice have been thrown.
    pub const fn under_way(&self) -> Option<&tavli::Play> {
        self.under_way.as_ref()
    }

    /// The position before a turn, counted from 0, and the turn.
    pub fn turn(&self, number: usize) -> Option<&(tavli::Position, tavli::Turn)> {
        self.past.get(number)
    }

    /// How many turns have been played to their end.
    pub const fn turns_played(&self) -> usize {
        self.past.len()
    }

    /// The turns played.
    pub fn turns(&self) -> impl DoubleEndedIterator<Item = &tavli::Turn> {
        self.past.iter().map(|(_, turn)| turn)
    }
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A tafl game came to its end.
    Tafl(tafl::Reason),
    /// All men are borne off (Z4).
    BorneOff,
    /// Too many turns (Z20).
    TurnLimit,
    /// A player gave up.
    Resigned,
    /// A player's time ran out.
    OutOfTime,
    /// Both agreed on a draw.
    Agreed,
}

impl EndReason {
    /// Every reason.
    pub fn all() -> impl Iterator<Item = EndReason> {
        let others = [
            EndReason::BorneOff,
            EndReason::TurnLimit,
            EndReason::Resigned,
            EndReason::OutOfTime,
            EndReason::Agreed,
        ];
        tafl::Reason::ALL.iter().copied().map(EndReason::Tafl).chain(others)
    }

    /// The name used in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Tafl(reason) => reason.name(),
            EndReason::BorneOff => "borne-off",
            EndReason::TurnLimit => "turn-limit",
            EndReason::Resigned => "resigned",
            EndReason::OutOfTime => "out-of-time",
            EndReason::Agreed => "agreed",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is no reason for a round to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAReason(pub String);

impl Explain for NotAReason {
    fn message(&self) -> Message {
        let known = EndReason::all().map(|reason| reason.name()).collect::<Vec<_>>().join(", ");
        message!("table.not-a-reason").text("text", &self.0).text("known", known)
    }
}
tablen_words::explained!(NotAReason);

impl FromStr for EndReason {
    type Err = NotAReason;

    fn from_str(text: &str) -> Result<EndReason, NotAReason> {
        EndReason::all().find(|reason| reason.name() == text).ok_or_else(|| NotAReason(text.to_owned()))
    }
}
tablen_rules::serde_as_text!(EndReason);

/// Rules that cannot be played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRules(pub tafl::RulesetFaults);

impl Explain for BadRules {
    fn message(&self) -> Message {
        self.0.message()
    }
}
tablen_words::explained!(BadRules);

/// What cannot be done in a round, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// It belongs to another game: dice in tafl, moves in tavli.
    OtherGame,
    /// The dice have not been thrown.
    NotThrown,
    /// The dice have been thrown.
    Thrown,
    /// There is no step to take back.
    NoStep,
    /// A tafl move breaks a rule.
    Tafl(tafl::IllegalMove),
    /// A tavli step or turn breaks a rule.
    Tavli(tavli::Illegal),
}

impl Illegal {
    /// The rule that forbids it, where it is a rule of the game.
    pub const fn rule(&self) -> Option<RuleId> {
        match self {
            Illegal::Tafl(illegal) => Some(illegal.rule),
            Illegal::Tavli(illegal) => Some(illegal.rule()),
            Illegal::OtherGame | Illegal::NotThrown | Illegal::Thrown | Illegal::NoStep => None,
        }
    }
}

impl Explain for Illegal {
    fn message(&self) -> Message {
        match self {
            Illegal::OtherGame => message!("table.illegal.other-game"),
            Illegal::NotThrown => message!("table.illegal.not-thrown"),
            Illegal::Thrown => message!("table.illegal.thrown"),
            Illegal::NoStep => message!("table.illegal.no-step"),
            Illegal::Tafl(illegal) => illegal.message(),
            Illegal::Tavli(illegal) => illegal.message(),
        }
    }
}
tablen_words::explained!(Illegal);

impl Round {
    /// A new round in which a side begins.
    pub fn new(ruleset: &Ruleset, first: Colour) -> Result<Round, BadRules> {
        match ruleset {
            Ruleset::Tafl(ruleset) => {
                let rules = Arc::new(tafl::Rules::new(ruleset).map_err(BadRules)?);
                Ok(Round::Tafl(Box::new(tafl::Game::start(&rules, first.into()))))
            }
            Ruleset::Tavli(ruleset) => Ok(Round::Tavli(Box::new(TavliRound {
                position: tavli::Position::start(*ruleset, first.into()),
                under_way: None,
                past: Vec::new(),
            }))),
        }
    }

    /// Who is to act; nobody when the rules have ended the round.
    pub fn to_act(&self) -> Option<Colour> {
        match self {
            Round::Tafl(game) => match game.status() {
                tafl::Status::ToMove(side) => Some(side.into()),
                tafl::Status::Over(_) => None,
            },
            Round::Tavli(round) => match round.position.status() {
                tavli::Status::Roll(side) => Some(side.into()),
                tavli::Status::Over(_) => None,
            },
        }
    }

    /// Who has won by the rules, and why; nothing while the round goes on.
    pub fn outcome(&self) -> Option<(Option<Colour>, EndReason)> {
        match self {
            Round::Tafl(game) => match game.status() {
                tafl::Status::ToMove(_) => None,
                tafl::Status::Over(outcome) => {
                    Some((outcome.winner.map(Colour::from), EndReason::Tafl(outcome.reason)))
                }
            },
            Round::Tavli(round) => match round.position.status() {
                tavli::Status::Roll(_) => None,
                tavli::Status::Over(tavli::Outcome::BorneOff(side)) => {
                    Some((Some(side.into()), EndReason::BorneOff))
                }
                tavli::Status::Over(tavli::Outcome::Limit) => Some((None, EndReason::TurnLimit)),
            },
        }
    }

    /// How many turns have been played to their end.
    pub fn turns(&self) -> usize {
        match self {
            Round::Tafl(game) => game.len(),
            Round::Tavli(round) => round.past.len(),
        }
    }

    /// How many men a side has captured: the tie-break of two rounds (A12). Tavli captures nobody.
    pub fn captured_by(&self, colour: Colour) -> u32 {
        match self {
            Round::Tafl(game) => {
                let layout = game.position().rules().ruleset().board.layout();
                let victims = tafl::Side::from(colour.other());
                let at_start = layout.start.pieces().filter(|(_, piece)| piece.side() == victims).count();
                let left = tafl::Bits::len(game.position().state().pieces_of(victims));
                (at_start as u32).saturating_sub(left)
            }
            Round::Tavli(_) => 0,
        }
    }

    fn tavli(&mut self) -> Result<&mut TavliRound, Illegal> {
        match self {
            Round::Tavli(round) => Ok(round),
            Round::Tafl(_) => Err(Illegal::OtherGame),
        }
    }

    /// Whether dice may be thrown now.
    pub fn may_roll(&self) -> Result<(), Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) if round.under_way.is_some() => Err(Illegal::Thrown),
            Round::Tavli(_) => Ok(()),
        }
    }

    /// Plays a tafl move.
    pub fn play(&mut self, mv: tafl::Move) -> Result<(), Illegal> {
        match self {
            Round::Tafl(game) => game.play(mv).map(|_| ()).map_err(Illegal::Tafl),
            Round::Tavli(_) => Err(Illegal::OtherGame),
        }
    }

    /// Lays the dice.
    pub fn roll(&mut self, roll: tavli::Roll) -> Result<(), Illegal> {
        self.may_roll()?;
        let round = self.tavli()?;
        let play =
            round.position.roll(roll).map_err(|over| Illegal::Tavli(tavli::Illegal::GameOver(over.0)))?;
        round.under_way = Some(play);
        Ok(())
    }

    /// Moves a man with one die.
    pub fn step(&mut self, from: tavli::Place, die: tavli::Die) -> Result<tavli::Step, Illegal> {
        let play = self.tavli()?.under_way.as_mut().ok_or(Illegal::NotThrown)?;
        play.step(from, die).map_err(Illegal::Tavli)
    }

    /// The step that a die would make from a place.
    pub fn look_ahead(&self, from: tavli::Place, die: tavli::Die) -> Result<tavli::Step, Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => {
                let mut play = round.under_way.clone().ok_or(Illegal::NotThrown)?;
                play.step(from, die).map_err(Illegal::Tavli)
            }
        }
    }

    /// Why a tafl move cannot be played; nothing if it can.
    pub fn why_not_move(&self, mv: tafl::Move) -> Option<Illegal> {
        match self {
            Round::Tafl(game) => game.why_not(mv).map(Illegal::Tafl),
            Round::Tavli(_) => Some(Illegal::OtherGame),
        }
    }

    /// Why no die takes a man from one place to another; nothing if one does.
    pub fn why_not_step(&self, from: tavli::Place, to: tavli::Place) -> Option<Illegal> {
        match self.thrown() {
            Ok(play) => play.why_not_to(from, to).map(Illegal::Tavli),
            Err(illegal) => Some(illegal),
        }
    }

    /// Why the piece on a cell cannot be moved at all; nothing if it can.
    pub fn why_not_from_cell(&self, from: tafl::Cell) -> Option<Illegal> {
        match self {
            Round::Tafl(game) => game.why_not_from(from).map(Illegal::Tafl),
            Round::Tavli(_) => Some(Illegal::OtherGame),
        }
    }

    /// Why no man of a place can be moved at all; nothing if one can.
    pub fn why_not_from_place(&self, from: tavli::Place) -> Option<Illegal> {
        match self.thrown() {
            Ok(play) => play.why_not_from(from).map(Illegal::Tavli),
            Err(illegal) => Some(illegal),
        }
    }

    /// The turn of tavli under way.
    fn thrown(&self) -> Result<&tavli::Play, Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => round.under_way().ok_or(Illegal::NotThrown),
        }
    }

    /// Takes the last step of the turn under way back.
    pub fn undo_step(&mut self) -> Result<tavli::Step, Illegal> {
        let play = self.tavli()?.under_way.as_mut().ok_or(Illegal::NotThrown)?;
        play.undo().ok_or(Illegal::NoStep)
    }

    /// Ends the turn under way.
    pub fn confirm(&mut self) -> Result<(), Illegal> {
        let round = self.tavli()?;
        let play = round.under_way.as_ref().ok_or(Illegal::NotThrown)?;
        let next = play.finish().map_err(Illegal::Tavli)?;
        let turn = play.turn();
        round.past.push((round.position, turn));
        round.position = next;
        round.under_way = None;
        Ok(())
    }

    /// How many steps of the turn under way have been played.
    pub fn steps_played(&self) -> usize {
        match self {
            Round::Tafl(_) => 0,
            Round::Tavli(round) => round.under_way.as_ref().map_or(0, |play| play.steps().len()),
        }
    }

    /// Whether the turn under way ends by itself: nothing can be played, or the round is won (Z4).
    pub fn ends_by_itself(&self) -> bool {
        match self {
            Round::Tafl(_) => false,
            Round::Tavli(round) => round.under_way.as_ref().is_some_and(|play| {
                let is_stuck = play.steps().is_empty() && play.next_steps().is_empty();
                let is_won = || {
                    play.finish().is_ok_and(|next| {
                        matches!(next.status(), tavli::Status::Over(tavli::Outcome::BorneOff(_)))
                    })
                };
                is_stuck || is_won()
            }),
        }
    }

    /// Takes turns back until so many are left; a turn under way is dropped with them. In tavli the throw of the turn taken
    /// back stays on the table: nobody gets other dice by asking.
    pub fn take_back_to(&mut self, turns: usize) {
        match self {
            Round::Tafl(game) => while game.len() > turns && game.undo().is_some() {},
            Round::Tavli(round) => {
                if let Some((position, turn)) = round.past.get(turns) {
                    round.position = *position;
                    round.under_way = position.roll(turn.roll).ok();
                    round.past.truncate(turns);
                }
            }
        }
    }

    /// Whether a turn, counted from 0, had anything in it to take back: a turn of tavli may have been passed.
    pub fn was_played(&self, turn: usize) -> bool {
        match self {
            Round::Tafl(game) => turn < game.len(),
            Round::Tavli(round) => round.past.get(turn).is_some_and(|(_, turn)| !turn.steps.is_empty()),
        }
    }
}
