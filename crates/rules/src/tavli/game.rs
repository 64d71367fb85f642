//! A game of tavli as throws and turns.

use std::fmt;
use std::str::FromStr;

use crate::words::{Explain, Message, explained};

use super::{GameOver, IllegalTurn, NotationError, Outcome, Position, Results, Roll, Side, Status, Turn};
use crate::game::ToAct;
use crate::text::Located;

/// A game being played: the position, the throw if there has been one, and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    position: Position,
    roll: Option<Roll>,
    /// The positions and throws before.
    past: Vec<(Position, Roll)>,
}

/// What happens in a game: the dice are thrown, or a player plays a turn with them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A throw.
    Roll(Roll),
    /// A turn played with it.
    Turn(Turn),
}

/// Why an action cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The game is over.
    Over(GameOver),
    /// The dice have not been thrown yet.
    NotThrown,
    /// The dice lie already.
    Thrown(Roll),
    /// The turn breaks a rule.
    Turn(IllegalTurn),
}

impl Explain for IllegalAction {
    fn message(&self) -> Message {
        match self {
            IllegalAction::Over(over) => over.message(),
            IllegalAction::NotThrown => message!("tavli.action.not-thrown"),
            IllegalAction::Thrown(roll) => message!("tavli.action.thrown").text("roll", roll),
            IllegalAction::Turn(illegal) => illegal.message(),
        }
    }
}

explained!(IllegalAction);

/// A throw as `256`, a turn as `256: 10-16 19-24 20-22`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Roll(roll) => roll.fmt(f),
            Action::Turn(turn) => turn.fmt(f),
        }
    }
}

impl FromStr for Action {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Result<Action, Located<NotationError>> {
        if text.contains(':') { text.parse().map(Action::Turn) } else { text.parse().map(Action::Roll) }
    }
}

impl Game {
    /// A game that begins with a position.
    pub const fn new(position: Position) -> Game {
        Game { position, roll: None, past: Vec::new() }
    }

    /// The position before the present turn.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The throw to be played, if there has been one.
    pub const fn roll(&self) -> Option<Roll> {
        self.roll
    }

    fn results(&self, roll: Roll) -> Results {
        let mut results = Results::new();
        self.position.results_into(roll, &mut results);
        results
    }
}

impl crate::game::Game for Game {
    type Side = Side;
    type Action = Action;
    type Outcome = Outcome;
    type Illegal = IllegalAction;

    fn to_act(&self) -> ToAct<Side, Outcome> {
        match (self.position.status(), self.roll) {
            (Status::Over(outcome), _) => ToAct::Nobody(outcome),
            (Status::Roll(_), None) => ToAct::Chance,
            (Status::Roll(side), Some(_)) => ToAct::Player(side),
        }
    }

    /// The 56 distinct throws, or a turn for each distinct result of the throw.
    fn count_actions(&self) -> usize {
        match (self.to_act(), self.roll) {
            (ToAct::Nobody(_), _) => 0,
            (_, None) => Roll::all().count(),
            (_, Some(roll)) => self.results(roll).len(),
        }
    }

    fn action(&self, number: usize) -> Option<Action> {
        match (self.to_act(), self.roll) {
            (ToAct::Nobody(_), _) => None,
            (_, None) => Roll::all().nth(number).map(Action::Roll),
            (_, Some(roll)) => {
                let result = self.results(roll).position(number)?;
                self.position.turn_to(roll, &result).map(Action::Turn)
            }
        }
    }

    fn act(&mut self, action: &Action) -> Result<(), IllegalAction> {
        if let Status::Over(outcome) = self.position.status() {
            return Err(IllegalAction::Over(GameOver(outcome)));
        }
        match (action, self.roll) {
            (Action::Roll(roll), None) => self.roll = Some(*roll),
            (Action::Roll(_), Some(roll)) => return Err(IllegalAction::Thrown(roll)),
            (Action::Turn(_), None) => return Err(IllegalAction::NotThrown),
            (Action::Turn(turn), Some(roll)) if turn.roll != roll => return Err(IllegalAction::Thrown(roll)),
            (Action::Turn(turn), Some(roll)) => {
                let next = self.position.play(turn).map_err(IllegalAction::Turn)?;
                self.past.push((self.position, roll));
                self.position = next;
                self.roll = None;
            }
        }
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        if self.roll.take().is_some() {
            return true;
        }
        match self.past.pop() {
            Some((position, roll)) => {
                self.position = position;
                self.roll = Some(roll);
                true
            }
            None => false,
        }
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn fresh_key(&self) -> u64 {
        self.position.fresh_key()
    }
}
