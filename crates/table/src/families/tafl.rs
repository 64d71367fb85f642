//! Tafl at the table.

mod analysis;
mod board;
mod player;
mod sketch;

use board::Called;
pub use board::{FromTo, LastMove, MoveHint, TaflBoard, TaflPlacement, Target};
pub use player::TaflPlayer;
pub use sketch::{TaflSketch, diagram};

use std::fmt;
use std::sync::Arc;

use tablen_engine::{Level, Signals, tafl as engine};
use tablen_rules::rule::{Book, RuleId};
use tablen_rules::tafl::{
    Bits, Board, Cell, Game, IllegalMove, Move, MoveRecord, Narrow, Position, Preset, Reason, Rules, Ruleset,
    RulesetError, RulesetFaults, Setup, SetupFault, Side, Status, Wide, fits_narrow,
};
use tablen_rules::words::{Explain, Message};

use super::place;
use crate::analysis::Analyst;
use crate::event::Command;
use crate::family::{
    BadStart, BadTurn, CannotBegin, Family, First, GameRound, Illegal, Never, NotAPlace, Shown, StartFault,
    StartFaults, TurnPlayed,
};
use crate::picture::Picture;
use crate::spec::Colour;
use crate::view::Ask;

/// The family of tafl games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tafl;

super::colour_is_side!(Side, dark: Attackers, light: Defenders);

/// A tafl game being played. Boards up to 11×11 are played with words half as wide.
#[derive(Clone, Debug, PartialEq)]
pub enum TaflRound {
    /// On a board up to 11×11.
    Narrow(Box<Game<Narrow>>),
    /// On a larger one.
    Wide(Box<Game<Wide>>),
}

/// A position by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum TaflPosition {
    /// On a board up to 11×11.
    Narrow(Box<Position<Narrow>>),
    /// On a larger one.
    Wide(Box<Position<Wide>>),
}

/// Does the same with a game or a position of either width.
macro_rules! in_width {
    ($of:expr, $kind:ident, $it:ident => $do:expr) => {
        match $of {
            $kind::Narrow($it) => $do,
            $kind::Wide($it) => $do,
        }
    };
}

impl TaflRound {
    /// The rules it is played by.
    pub fn ruleset(&self) -> &Ruleset {
        in_width!(self, TaflRound, game => game.position().rules().ruleset())
    }

    /// Every legal move; none when the game is over.
    pub fn moves(&self) -> Vec<Move> {
        in_width!(self, TaflRound, game => game.moves())
    }

    /// Whose turn it is, or how the game ended.
    pub fn status(&self) -> Status {
        in_width!(self, TaflRound, game => game.status())
    }

    /// Why a move cannot be played; nothing if it can.
    pub fn why_not_move(&self, mv: Move) -> Option<IllegalMove> {
        in_width!(self, TaflRound, game => game.why_not(mv))
    }
}

impl TaflPosition {
    /// Every legal move.
    pub fn moves(&self) -> Vec<Move> {
        in_width!(self, TaflPosition, position => position.moves())
    }

    /// A move with what it captures and announces, and the position after it.
    fn after(&self, mv: Move) -> Result<(MoveRecord, TaflPosition), IllegalMove> {
        Ok(match self {
            TaflPosition::Narrow(position) => {
                let (record, next) = after(position, mv)?;
                (record, TaflPosition::Narrow(Box::new(next)))
            }
            TaflPosition::Wide(position) => {
                let (record, next) = after(position, mv)?;
                (record, TaflPosition::Wide(Box::new(next)))
            }
        })
    }
}

impl fmt::Display for TaflPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        in_width!(self, TaflPosition, position => position.fmt(f))
    }
}

/// What keeps a setup from being a position, and the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaflStartFault {
    /// What.
    pub fault: SetupFault,
    /// The rule.
    pub rule: RuleId,
}

impl Explain for TaflStartFault {
    fn message(&self) -> Message {
        self.fault.message()
    }
}

impl StartFault for TaflStartFault {
    fn rule(&self) -> Option<RuleId> {
        Some(self.rule)
    }

    fn places(&self) -> Vec<String> {
        self.fault.cell().iter().map(Cell::to_string).collect()
    }
}

/// A game that begins with a setup.
fn game_from<B: Bits>(ruleset: &Ruleset, setup: &Setup) -> Result<Box<Game<B>>, CannotBegin<Tafl>> {
    let rules = Arc::new(Rules::new(ruleset).map_err(CannotBegin::Rules)?);
    let position = Position::new(&rules, setup).map_err(|faults| {
        let fault =
            |fault: SetupFault| BadStart::Fault(TaflStartFault { rule: fault.rule(ruleset.book), fault });
        CannotBegin::Start(StartFaults(faults.0.into_iter().map(fault).collect()))
    })?;
    Ok(Box::new(Game::from_position(position)))
}

/// A move with what it captures and announces, and the position after it.
fn after<B: Bits>(position: &Position<B>, mv: Move) -> Result<(MoveRecord, Position<B>), IllegalMove> {
    if let Some(illegal) = position.why_not(mv) {
        return Err(illegal);
    }
    let rules = position.rules();
    let mut next = *position.state();
    let captured = rules.make(&mut next, mv).captured.cells().collect();
    let record = MoveRecord { mv, captured, marks: rules.marks(&next) };
    Ok((record, Position::from_state(rules, next)))
}

/// Whether two moves are told alike; the order of captured men means nothing.
fn is_told_alike(told: &MoveRecord, actual: &MoveRecord) -> bool {
    let sorted = |record: &MoveRecord| {
        let mut cells = record.captured.clone();
        cells.sort_unstable();
        cells
    };
    (told.mv, told.marks) == (actual.mv, actual.marks) && sorted(told) == sorted(actual)
}

fn read_record(text: &str) -> Result<MoveRecord, BadTurn<Tafl>> {
    let read = text.parse::<MoveRecord>();
    read.map_err(|error| BadTurn::Text(error.map(|error| error.message())))
}

impl Family for Tafl {
    type Ruleset = Ruleset;
    type RulesetError = RulesetError;
    type RulesetFaults = RulesetFaults;
    type Round = TaflRound;
    type Position = TaflPosition;
    type Start = Setup;
    type StartFault = TaflStartFault;
    type Move = Move;
    type Roll = Never;
    type StepChoice = Never;
    type Step = Never;
    type Reason = Reason;
    type Illegal = IllegalMove;
    type Choice = Move;
    type Board = TaflBoard;
    type Placement = TaflPlacement;
    type Hint = MoveHint;
    type Sketch = TaflSketch;
    type Player = TaflPlayer;

    /// `tablut`, `alea`, `brandubh`, `hnefatafl`, or `other` on a board of one's own.
    fn game(ruleset: &Ruleset) -> &'static str {
        match ruleset {
            ruleset if ruleset.board == Board::Tablut9 => "tablut",
            ruleset if ruleset.book == Book::Alea => "alea",
            ruleset if ruleset.board == Board::Brandubh7 => "brandubh",
            ruleset if ruleset.board == Board::Hnefatafl11 => "hnefatafl",
            _ => "other",
        }
    }

    /// Records knew Tablut's kin by no name of their own.
    fn game_in_records(ruleset: &Ruleset) -> &'static str {
        match Tafl::game(ruleset) {
            "brandubh" | "hnefatafl" => "other",
            game => game,
        }
    }

    fn preset(ruleset: &Ruleset) -> Option<&'static str> {
        Preset::ALL.iter().find(|preset| preset.ruleset() == *ruleset).map(|preset| preset.name())
    }

    fn side_name(_: &Ruleset, colour: Colour) -> &'static str {
        Side::from(colour).name()
    }

    fn first(ruleset: &Ruleset, _: Option<Colour>) -> First {
        ruleset.first_side().map_or(First::Lot, |side| First::Side(side.into()))
    }

    fn first_of(start: &Setup) -> Colour {
        start.side.into()
    }

    fn reasons() -> Vec<Reason> {
        Reason::ALL.to_vec()
    }

    fn reason_name(reason: Reason) -> &'static str {
        reason.name()
    }

    fn rule(illegal: &IllegalMove) -> Option<RuleId> {
        Some(illegal.rule)
    }

    fn play(position: &TaflPosition, mv: &Move) -> Result<(String, TaflPosition), Illegal<Tafl>> {
        let (record, next) = position.after(*mv).map_err(Illegal::Rule)?;
        Ok((record.to_string(), next))
    }

    fn read_turn(position: &TaflPosition, text: &str) -> Result<(Move, TaflPosition), BadTurn<Tafl>> {
        let told = read_record(text)?;
        match position.after(told.mv) {
            Err(illegal) => Err(BadTurn::Illegal(Illegal::Rule(illegal))),
            Ok((actual, next)) if is_told_alike(&told, &actual) => Ok((told.mv, next)),
            Ok((actual, _)) => Err(BadTurn::Misstated { right: actual.to_string() }),
        }
    }

    fn hint(_: &TaflRound, mv: &Move) -> Option<MoveHint> {
        Some(MoveHint { from: mv.from, to: mv.to, text: mv.to_string() })
    }

    fn reason_for(round: &TaflRound, mv: &Move) -> Option<Message> {
        in_width!(round, TaflRound, game => engine::analysis::reason_for(game.position(), *mv))
            .map(|fact| fact.message())
    }

    fn picture(sketch: &TaflSketch) -> Picture {
        sketch.picture()
    }

    fn player(level: Level, seed: u64) -> TaflPlayer {
        TaflPlayer::new(engine::levels::settings(level), seed)
    }

    fn choose(player: &mut TaflPlayer, round: &TaflRound, signals: Signals<'_>) -> Option<Move> {
        player.choose(round, signals)
    }

    fn analyst(round: &TaflRound) -> Option<Box<dyn Analyst<Tafl>>> {
        Some(analysis::analyst(round))
    }
}

impl GameRound<Tafl> for TaflRound {
    fn new(ruleset: &Ruleset, first: Colour) -> Result<TaflRound, RulesetFaults> {
        Ok(if fits_narrow(ruleset) {
            TaflRound::Narrow(Box::new(Game::start(&Arc::new(Rules::new(ruleset)?), first.into())))
        } else {
            TaflRound::Wide(Box::new(Game::start(&Arc::new(Rules::new(ruleset)?), first.into())))
        })
    }

    fn from_start(ruleset: &Ruleset, start: &Setup) -> Result<TaflRound, CannotBegin<Tafl>> {
        Ok(if fits_narrow(ruleset) {
            TaflRound::Narrow(game_from(ruleset, start)?)
        } else {
            TaflRound::Wide(game_from(ruleset, start)?)
        })
    }

    fn to_act(&self) -> Option<Colour> {
        match self.status() {
            Status::ToMove(side) => Some(side.into()),
            Status::Over(_) => None,
        }
    }

    fn outcome(&self) -> Option<(Option<Colour>, Reason)> {
        match self.status() {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some((outcome.winner.map(Colour::from), outcome.reason)),
        }
    }

    fn turns(&self) -> usize {
        in_width!(self, TaflRound, game => game.len())
    }

    fn captured_by(&self, colour: Colour) -> u32 {
        let victims = Side::from(colour.other());
        let start = in_width!(self, TaflRound, game => game.first_setup()).arrangement;
        let at_start = start.pieces().filter(|(_, piece)| piece.side() == victims).count();
        let left = in_width!(self, TaflRound, game => game.position().state().count(victims));
        (at_start as u32).saturating_sub(left)
    }

    fn play_move(&mut self, mv: &Move) -> Result<(), Illegal<Tafl>> {
        in_width!(self, TaflRound, game => game.play(*mv).map(|_| ())).map_err(Illegal::Rule)
    }

    fn take_back_to(&mut self, turns: usize, _: bool) {
        in_width!(self, TaflRound, game => while game.len() > turns && game.undo().is_some() {});
    }

    fn command(&self, choice: &Move) -> Option<Command<Tafl>> {
        Some(Command::Move { mv: *choice })
    }

    fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal<Tafl>>, NotAPlace> {
        let mv = Move { from: place(from)?, to: place(to)? };
        Ok(self.why_not_move(mv).map(Illegal::Rule))
    }

    fn why_not_from(&self, from: &str) -> Result<Option<Illegal<Tafl>>, NotAPlace> {
        let from: Cell = place(from)?;
        Ok(in_width!(self, TaflRound, game => game.why_not_from(from)).map(Illegal::Rule))
    }

    fn show(&self, can_act: bool) -> Shown<Tafl> {
        let board = in_width!(self, TaflRound, game => TaflBoard::of(game, can_act));
        Shown { board, asks: vec![Ask::Move] }
    }

    fn sketch(&self) -> TaflSketch {
        TaflSketch::of(&self.show(false).board, self.ruleset())
    }

    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<Tafl>> {
        in_width!(self, TaflRound, game => {
            let record = game.move_played(turn)?;
            let colour = game.position_after(turn)?.side().into();
            let next = game.position_after(turn + 1)?;
            let Called { calls, routes, threats } = Called::at(&next);
            let pieces = next.setup().arrangement;
            let text = record.to_string();
            let Move { from, to } = record.mv;
            let after = TaflPlacement { from, to, captures: record.captured, pieces, calls, routes, threats };
            Some(TurnPlayed { colour, text, after })
        })
    }

    fn position_before(&self, turn: usize) -> Option<TaflPosition> {
        Some(match self {
            TaflRound::Narrow(game) => TaflPosition::Narrow(Box::new(game.position_after(turn)?)),
            TaflRound::Wide(game) => TaflPosition::Wide(Box::new(game.position_after(turn)?)),
        })
    }

    fn read_move(&self, text: &str) -> Result<Move, BadTurn<Tafl>> {
        let told = read_record(text)?;
        let played = in_width!(self, TaflRound, game => {
            after(game.position(), told.mv).map(|(record, _)| record)
        });
        match played {
            Ok(actual) if !is_told_alike(&told, &actual) => {
                Err(BadTurn::Misstated { right: actual.to_string() })
            }
            _ => Ok(told.mv),
        }
    }
}
