//! Any of the games: the closed choice between the families, and nothing else.
//!
//! A new family is one more variant in each of these enums and one more arm in each match; no other file of this crate needs it.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use tablen_engine::{Level, Settings, Signals, tavli as tavli_engine};
use tablen_rules::option::{OptionError, OptionSpec, Options};
use tablen_rules::rule::RuleId;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message, explained};
use tablen_rules::{serde_as_text, tafl, tavli};

use super::tafl::{MoveHint, Tafl, TaflBoard, TaflPlacement, TaflPlayer, TaflPosition, TaflRound};
use super::tavli::{StepChoice, Tavli, TavliBoard, TavliPlacement, TavliReason, TavliRound, TurnView};
use crate::event::Command;
use crate::family::{BadTurn, Family, First, GameRound, Illegal, NotAPlace, Shown, TurnPlayed};
use crate::spec::Colour;

/// Any of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnyGame;

/// The rules of any of the games.
///
/// Its text is that of the game's own ruleset, tavli's after a first word `game:tavli`.
///
/// ```
/// use tablen_table::Ruleset;
///
/// let rules: Ruleset = "game:tavli first:roll-off".parse()?;
/// assert_eq!(rules.to_string().parse(), Ok(rules.clone()));
/// assert_eq!(rules.game(), "tavli");
/// assert_eq!("preset:alea".parse::<Ruleset>()?.game(), "alea");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruleset {
    /// A tafl game.
    Tafl(tafl::Ruleset),
    /// Zeno's tavli.
    Tavli(tavli::Ruleset),
}

/// The first word of tavli's rules.
const TAVLI_RULES: &str = "game:tavli";

/// An option of a ruleset, and what is chosen for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetOption {
    /// Its key in rules written as text.
    pub key: &'static str,
    /// The rules that leave the choice.
    pub rules: &'static [RuleId],
    /// The values there are.
    pub values: &'static [&'static str],
    /// The value chosen.
    pub chosen: &'static str,
}

impl Ruleset {
    /// The games that there are, by the names that texts go by.
    pub const GAMES: [&'static str; 4] = ["tavli", "tablut", "alea", "other"];

    /// The name of the preset that the rules are, if they are one.
    pub fn preset(&self) -> Option<&'static str> {
        AnyGame::preset(self)
    }

    /// The rules of a preset: tavli's own, or one of tafl's.
    pub fn from_preset(name: &str) -> Option<Ruleset> {
        match name {
            "tavli" => Some(Ruleset::Tavli(tavli::Ruleset::default())),
            _ => tafl::Preset::from_name(name).map(|preset| Ruleset::Tafl(preset.ruleset())),
        }
    }

    /// The names of all presets, tavli's first.
    pub fn presets() -> impl Iterator<Item = &'static str> {
        ["tavli"].into_iter().chain(tafl::Preset::NAMES.iter().copied())
    }

    /// Sets an option of the game by the names of its key and value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        match self {
            Ruleset::Tafl(ruleset) => ruleset.set(key, value),
            Ruleset::Tavli(ruleset) => ruleset.set(key, value),
        }
    }

    /// The options of the game, and what these rules choose.
    pub fn options(&self) -> Vec<RulesetOption> {
        fn of<R: Options>(ruleset: &R) -> Vec<RulesetOption> {
            let option = |spec: &'static OptionSpec<R>| RulesetOption {
                key: spec.key,
                rules: spec.rules,
                values: spec.values,
                chosen: spec.get(ruleset),
            };
            R::options().iter().map(option).collect()
        }
        match self {
            Ruleset::Tafl(ruleset) => of(ruleset),
            Ruleset::Tavli(ruleset) => of(ruleset),
        }
    }

    /// The game that texts speak of: `tavli`, `tablut`, `alea` or `other`.
    pub fn game(&self) -> &'static str {
        AnyGame::game(self)
    }

    /// The family of the game: `tafl` or `tavli`.
    pub const fn family(&self) -> &'static str {
        match self {
            Ruleset::Tafl(_) => "tafl",
            Ruleset::Tavli(_) => "tavli",
        }
    }

    /// The name of a side in the game: `attackers` and `defenders`, or `black` and `white`.
    pub fn side_name(&self, colour: Colour) -> &'static str {
        AnyGame::side_name(self, colour)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruleset::Tafl(ruleset) => ruleset.fmt(f),
            Ruleset::Tavli(ruleset) => write!(f, "{TAVLI_RULES} {ruleset}"),
        }
    }
}

impl FromStr for Ruleset {
    type Err = Located<tafl::RulesetError>;

    fn from_str(text: &str) -> Result<Ruleset, Located<tafl::RulesetError>> {
        match text.trim_start().strip_prefix(TAVLI_RULES) {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
                // The rest keeps its place, so that errors point at the right one.
                let blanked = " ".repeat(text.len() - rest.len()) + rest;
                let ruleset = blanked.parse::<tavli::Ruleset>();
                ruleset.map(Ruleset::Tavli).map_err(|error| error.map(tafl::RulesetError::Option))
            }
            _ => text.parse().map(Ruleset::Tafl),
        }
    }
}
serde_as_text!(Ruleset);

/// One round of any of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum Round {
    /// A tafl game.
    Tafl(TaflRound),
    /// A game of tavli.
    Tavli(Box<TavliRound>),
}

/// A position of any of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyPosition {
    /// Of a tafl game.
    Tafl(TaflPosition),
    /// Of tavli.
    Tavli(tavli::Position),
}

/// Why the rules end a round of any of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyReason {
    /// A tafl game came to its end.
    Tafl(tafl::Reason),
    /// A game of tavli did.
    Tavli(TavliReason),
}

/// Which rule of any of the games is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyIllegal {
    /// By a tafl move.
    Tafl(tafl::IllegalMove),
    /// By a step or a turn of tavli.
    Tavli(tavli::Illegal),
}

impl Explain for AnyIllegal {
    fn message(&self) -> Message {
        match self {
            AnyIllegal::Tafl(illegal) => illegal.message(),
            AnyIllegal::Tavli(illegal) => illegal.message(),
        }
    }
}

impl From<tafl::IllegalMove> for AnyIllegal {
    fn from(illegal: tafl::IllegalMove) -> AnyIllegal {
        AnyIllegal::Tafl(illegal)
    }
}

impl From<tavli::Illegal> for AnyIllegal {
    fn from(illegal: tavli::Illegal) -> AnyIllegal {
        AnyIllegal::Tavli(illegal)
    }
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<Illegal> for Illegal<F> {
    fn any(self) -> Illegal {
        match self {
            Illegal::OtherGame => Illegal::OtherGame,
            Illegal::NotThrown => Illegal::NotThrown,
            Illegal::Thrown => Illegal::Thrown,
            Illegal::NoStep => Illegal::NoStep,
            Illegal::Rule(illegal) => Illegal::Rule(illegal.into()),
        }
    }
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<BadTurn> for BadTurn<F> {
    fn any(self) -> BadTurn {
        match self {
            BadTurn::Text(error) => BadTurn::Text(error),
            BadTurn::Illegal(illegal) => BadTurn::Illegal(illegal.any()),
            BadTurn::Misstated { right } => BadTurn::Misstated { right },
        }
    }
}

/// What one family says, as any of them says it.
trait OneOf<Any> {
    fn any(self) -> Any;
}

impl<T, E: OneOf<A>, A> OneOf<Result<T, A>> for Result<T, E> {
    fn any(self) -> Result<T, A> {
        self.map_err(E::any)
    }
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<Option<Illegal>> for Option<Illegal<F>> {
    fn any(self) -> Option<Illegal> {
        self.map(OneOf::any)
    }
}

/// One turn of any of the games as it could be played. Its text is that of the move or the turn.
///
/// ```
/// use tablen_table::Choice;
///
/// for text in ["E4-H4", "256: 10-16 19-24 20-22"] {
///     assert_eq!(text.parse::<Choice>()?.to_string(), text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A tafl move.
    Move(tafl::Move),
    /// A throw of tavli and what is played of it.
    Turn(tavli::Turn),
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Move(mv) => mv.fmt(f),
            Choice::Turn(turn) => turn.fmt(f),
        }
    }
}

/// A text that is neither a tafl move nor a turn of tavli.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAChoice {
    /// It is no move.
    Move(Located<tafl::NotationError>),
    /// It has a throw and is no turn.
    Turn(Located<tavli::NotationError>),
}

impl Explain for NotAChoice {
    fn message(&self) -> Message {
        match self {
            NotAChoice::Move(error) => error.message(),
            NotAChoice::Turn(error) => error.message(),
        }
    }
}
explained!(NotAChoice);

impl FromStr for Choice {
    type Err = NotAChoice;

    fn from_str(text: &str) -> Result<Choice, NotAChoice> {
        // Only a turn has a throw in front.
        if text.contains(':') {
            text.parse().map(Choice::Turn).map_err(NotAChoice::Turn)
        } else {
            text.parse().map(Choice::Move).map_err(NotAChoice::Move)
        }
    }
}
serde_as_text!(Choice);

/// The board of any game, and what can be done on it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Board {
    /// A tafl board.
    Tafl(TaflBoard),
    /// The board of tavli.
    Tavli(TavliBoard),
}

/// What a line tells of a turn of any game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Placement {
    /// On a tafl board.
    Tafl(TaflPlacement),
    /// On the board of tavli.
    Tavli(TavliPlacement),
}

/// What is recommended in any game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Hint {
    /// A tafl move.
    Move(MoveHint),
    /// A turn of tavli.
    Turn(TurnView),
}

impl From<Choice> for Hint {
    fn from(choice: Choice) -> Hint {
        AnyGame::hint(&choice)
    }
}

/// A computer that plays any of the games.
#[derive(Clone, Debug)]
pub struct AnyPlayer {
    tafl: TaflPlayer,
    tavli: tavli_engine::Player,
}

impl AnyPlayer {
    /// A player with settings of one's own.
    pub fn with_settings(settings: &Settings, seed: u64) -> AnyPlayer {
        AnyPlayer {
            tafl: TaflPlayer::new(settings.tafl, seed),
            tavli: tavli_engine::Player::with_settings(settings.tavli.clone(), seed),
        }
    }
}

impl Family for AnyGame {
    type Ruleset = Ruleset;
    type RulesetError = tafl::RulesetError;
    type RulesetFaults = tafl::RulesetFaults;
    type Round = Round;
    type Position = AnyPosition;
    type Move = tafl::Move;
    type Roll = tavli::Roll;
    type StepChoice = StepChoice;
    type Step = tavli::Step;
    type Reason = AnyReason;
    type Illegal = AnyIllegal;
    type Choice = Choice;
    type Board = Board;
    type Placement = Placement;
    type Hint = Hint;
    type Player = AnyPlayer;

    fn game(ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::game(ruleset),
            Ruleset::Tavli(ruleset) => Tavli::game(ruleset),
        }
    }

    fn preset(ruleset: &Ruleset) -> Option<&'static str> {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::preset(ruleset),
            Ruleset::Tavli(ruleset) => Tavli::preset(ruleset),
        }
    }

    fn side_name(ruleset: &Ruleset, colour: Colour) -> &'static str {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::side_name(ruleset, colour),
            Ruleset::Tavli(ruleset) => Tavli::side_name(ruleset, colour),
        }
    }

    fn first(ruleset: &Ruleset, last: Option<Colour>) -> First {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::first(ruleset, last),
            Ruleset::Tavli(ruleset) => Tavli::first(ruleset, last),
        }
    }

    fn reasons() -> Vec<AnyReason> {
        let tafl = Tafl::reasons().into_iter().map(AnyReason::Tafl);
        tafl.chain(Tavli::reasons().into_iter().map(AnyReason::Tavli)).collect()
    }

    fn reason_name(reason: AnyReason) -> &'static str {
        match reason {
            AnyReason::Tafl(reason) => Tafl::reason_name(reason),
            AnyReason::Tavli(reason) => Tavli::reason_name(reason),
        }
    }

    fn rule(illegal: &AnyIllegal) -> Option<RuleId> {
        match illegal {
            AnyIllegal::Tafl(illegal) => Tafl::rule(illegal),
            AnyIllegal::Tavli(illegal) => Tavli::rule(illegal),
        }
    }

    fn play(position: &AnyPosition, turn: &Choice) -> Result<(String, AnyPosition), Illegal> {
        match (position, turn) {
            (AnyPosition::Tafl(position), Choice::Move(mv)) => {
                let (text, next) = Tafl::play(position, mv).any()?;
                Ok((text, AnyPosition::Tafl(next)))
            }
            (AnyPosition::Tavli(position), Choice::Turn(turn)) => {
                let (text, next) = Tavli::play(position, turn).any()?;
                Ok((text, AnyPosition::Tavli(next)))
            }
            (AnyPosition::Tafl(_), Choice::Turn(_)) | (AnyPosition::Tavli(_), Choice::Move(_)) => {
                Err(Illegal::OtherGame)
            }
        }
    }

    fn read_turn(position: &AnyPosition, text: &str) -> Result<(Choice, AnyPosition), BadTurn> {
        match position {
            AnyPosition::Tafl(position) => {
                let (mv, next) = Tafl::read_turn(position, text).any()?;
                Ok((Choice::Move(mv), AnyPosition::Tafl(next)))
            }
            AnyPosition::Tavli(position) => {
                let (turn, next) = Tavli::read_turn(position, text).any()?;
                Ok((Choice::Turn(turn), AnyPosition::Tavli(next)))
            }
        }
    }

    fn read_roll(text: &str) -> Result<tavli::Roll, Located<Message>> {
        Tavli::read_roll(text)
    }

    fn hint(choice: &Choice) -> Hint {
        match choice {
            Choice::Move(mv) => Hint::Move(Tafl::hint(mv)),
            Choice::Turn(turn) => Hint::Turn(Tavli::hint(turn)),
        }
    }

    fn player(level: Level, seed: u64) -> AnyPlayer {
        AnyPlayer::with_settings(&level.into(), seed)
    }

    fn choose(player: &mut AnyPlayer, round: &Round, signals: Signals<'_>) -> Option<Choice> {
        match round {
            Round::Tafl(round) => Tafl::choose(&mut player.tafl, round, signals).map(Choice::Move),
            Round::Tavli(round) => Tavli::choose(&mut player.tavli, round, signals).map(Choice::Turn),
        }
    }
}

/// Does the same with a round of whichever family it is.
macro_rules! in_family {
    ($of:expr, $round:ident => $do:expr) => {
        match $of {
            Round::Tafl($round) => $do,
            Round::Tavli($round) => $do,
        }
    };
}

impl GameRound<AnyGame> for Round {
    fn new(ruleset: &Ruleset, first: Colour) -> Result<Round, tafl::RulesetFaults> {
        match ruleset {
            Ruleset::Tafl(ruleset) => TaflRound::new(ruleset, first).map(Round::Tafl),
            Ruleset::Tavli(ruleset) => match TavliRound::new(ruleset, first) {
                Ok(round) => Ok(Round::Tavli(Box::new(round))),
                Err(never) => match never {},
            },
        }
    }

    fn to_act(&self) -> Option<Colour> {
        in_family!(self, round => round.to_act())
    }

    fn outcome(&self) -> Option<(Option<Colour>, AnyReason)> {
        match self {
            Round::Tafl(round) => round.outcome().map(|(winner, why)| (winner, AnyReason::Tafl(why))),
            Round::Tavli(round) => round.outcome().map(|(winner, why)| (winner, AnyReason::Tavli(why))),
        }
    }

    fn turns(&self) -> usize {
        in_family!(self, round => round.turns())
    }

    fn captured_by(&self, colour: Colour) -> u32 {
        in_family!(self, round => round.captured_by(colour))
    }

    fn play_move(&mut self, mv: &tafl::Move) -> Result<(), Illegal> {
        match self {
            Round::Tafl(round) => round.play_move(mv).any(),
            Round::Tavli(_) => Err(Illegal::OtherGame),
        }
    }

    fn is_played_in_steps(&self) -> bool {
        in_family!(self, round => round.is_played_in_steps())
    }

    fn may_roll(&self) -> Result<(), Illegal> {
        in_family!(self, round => round.may_roll().any())
    }

    fn roll(&mut self, roll: &tavli::Roll) -> Result<(), Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => round.roll(roll).any(),
        }
    }

    fn step(&mut self, choice: &StepChoice) -> Result<tavli::Step, Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => round.step(choice).any(),
        }
    }

    fn undo_step(&mut self) -> Result<(), Illegal> {
        in_family!(self, round => round.undo_step().any())
    }

    fn steps_played(&self) -> usize {
        in_family!(self, round => round.steps_played())
    }

    fn ends_by_itself(&self) -> bool {
        in_family!(self, round => round.ends_by_itself())
    }

    fn end_turn(&mut self) -> Result<(), Illegal> {
        in_family!(self, round => round.end_turn().any())
    }

    fn take_back_to(&mut self, turns: usize) {
        in_family!(self, round => round.take_back_to(turns));
    }

    fn was_played(&self, turn: usize) -> bool {
        in_family!(self, round => round.was_played(turn))
    }

    fn command(&self, choice: &Choice) -> Option<Command> {
        match (self, choice) {
            (Round::Tafl(round), Choice::Move(mv)) => match round.command(mv)? {
                Command::Move { mv } => Some(Command::Move { mv }),
                _ => None,
            },
            (Round::Tavli(round), Choice::Turn(turn)) => match round.command(turn)? {
                Command::Turn { steps, end } => Some(Command::Turn { steps, end }),
                _ => None,
            },
            (Round::Tafl(_), Choice::Turn(_)) | (Round::Tavli(_), Choice::Move(_)) => None,
        }
    }

    fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal>, NotAPlace> {
        in_family!(self, round => Ok(round.why_not(from, to)?.any()))
    }

    fn why_not_from(&self, from: &str) -> Result<Option<Illegal>, NotAPlace> {
        in_family!(self, round => Ok(round.why_not_from(from)?.any()))
    }

    fn show(&self, can_act: bool) -> Shown<AnyGame> {
        match self {
            Round::Tafl(round) => {
                let Shown { board, asks } = round.show(can_act);
                Shown { board: Board::Tafl(board), asks }
            }
            Round::Tavli(round) => {
                let Shown { board, asks } = round.show(can_act);
                Shown { board: Board::Tavli(board), asks }
            }
        }
    }

    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<AnyGame>> {
        Some(match self {
            Round::Tafl(round) => {
                let TurnPlayed { colour, text, after } = round.turn_played(turn)?;
                TurnPlayed { colour, text, after: Placement::Tafl(after) }
            }
            Round::Tavli(round) => {
                let TurnPlayed { colour, text, after } = round.turn_played(turn)?;
                TurnPlayed { colour, text, after: Placement::Tavli(after) }
            }
        })
    }

    fn position_before(&self, turn: usize) -> Option<AnyPosition> {
        Some(match self {
            Round::Tafl(round) => AnyPosition::Tafl(round.position_before(turn)?),
            Round::Tavli(round) => AnyPosition::Tavli(round.position_before(turn)?),
        })
    }

    fn read_move(&self, text: &str) -> Result<tafl::Move, BadTurn> {
        match self {
            Round::Tafl(round) => round.read_move(text).any(),
            Round::Tavli(_) => Err(BadTurn::Illegal(Illegal::OtherGame)),
        }
    }

    fn read_step(&self, text: &str) -> Result<tavli::Step, BadTurn> {
        match self {
            Round::Tafl(_) => Err(BadTurn::Illegal(Illegal::OtherGame)),
            Round::Tavli(round) => round.read_step(text).any(),
        }
    }
}
