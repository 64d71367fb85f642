//! Any of the games: the closed choice between the families, and nothing else.
//!
//! A new family is one more variant in each of these enums and one more arm in each match, here and in `dispatch`; no other file of
//! this crate needs it.

mod analysis;
mod dispatch;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tablen_engine::{Settings, tavli as tavli_engine};
use tablen_rules::option::{OptionError, OptionSpec, Options};
use tablen_rules::rule::RuleId;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message, explained};
use tablen_rules::{serde_as_text, tafl, tavli};

use super::tafl::{
    self as tafl_family, MoveHint, TaflBoard, TaflPlacement, TaflPlayer, TaflPosition, TaflRound, TaflSketch,
    TaflStartFault,
};
use super::tavli::{TavliBoard, TavliPlacement, TavliReason, TavliRound, TavliSketch, TurnView};
use crate::family::{Family, GameRound, StartFault};
use crate::picture::{Picture, Plan};
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
/// assert_eq!("preset:tavli first:roll-off".parse::<Ruleset>()?, rules);
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

/// The same as all other rules are named that have a name.
const TAVLI_PRESET: &str = "preset:tavli";

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
    /// The games that there are, by the names that texts go by. Boards of one's own are `other`.
    pub const GAMES: [&'static str; 5] = ["tavli", "tablut", "alea", "brandubh", "hnefatafl"];

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

    /// The game that texts speak of: one of [`Ruleset::GAMES`], or `other` on a board of one's own.
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

    /// What the rules change about the usual game, as a small picture; nothing for rules that nobody can play by.
    pub fn diagram(&self) -> Option<Picture> {
        match self {
            Ruleset::Tafl(ruleset) => tafl_family::diagram(ruleset),
            Ruleset::Tavli(ruleset) => match TavliRound::new(ruleset, Colour::Light) {
                Ok(round) => Some(round.sketch().picture()),
                Err(never) => match never {},
            },
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
        let is_whole = |rest: &&str| rest.is_empty() || rest.starts_with(char::is_whitespace);
        let begun = text.trim_start();
        let rest =
            [TAVLI_RULES, TAVLI_PRESET].iter().find_map(|name| begun.strip_prefix(name).filter(is_whole));
        match rest {
            Some(rest) => {
                // The rest keeps its place, so that errors point at the right one.
                let blanked = " ".repeat(text.len() - rest.len()) + rest;
                let ruleset = blanked.parse::<tavli::Ruleset>();
                ruleset.map(Ruleset::Tavli).map_err(|error| error.map(tafl::RulesetError::Option))
            }
            None => text.parse().map(Ruleset::Tafl),
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

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPosition::Tafl(position) => position.fmt(f),
            AnyPosition::Tavli(position) => position.fmt(f),
        }
    }
}

/// A position of any of the games to begin with, sensible or not. Its text is that of the game's own positions.
///
/// ```
/// use tablen_table::Start;
///
/// for text in ["/7/2t4/7/3K3/7/7/7/ attackers", "white hand:15; black hand:15; white to roll"] {
///     assert_eq!(text.parse::<Start>()?.to_string(), text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Of a tafl game.
    Tafl(tafl::Setup),
    /// Of tavli.
    Tavli(tavli::Setup),
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Tafl(setup) => setup.fmt(f),
            Start::Tavli(setup) => setup.fmt(f),
        }
    }
}

impl FromStr for Start {
    type Err = NotAStart;

    fn from_str(text: &str) -> Result<Start, NotAStart> {
        // Only a board begins with a slash.
        if text.trim_start().starts_with('/') {
            text.parse().map(Start::Tafl).map_err(NotAStart::Tafl)
        } else {
            text.parse().map(Start::Tavli).map_err(NotAStart::Tavli)
        }
    }
}
serde_as_text!(Start);

/// A text that is no position of any of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAStart {
    /// It begins as a board does and is none.
    Tafl(Located<tafl::NotationError>),
    /// It does not tell the men of both sides.
    Tavli(Located<tavli::NotationError>),
}

impl Explain for NotAStart {
    fn message(&self) -> Message {
        match self {
            NotAStart::Tafl(error) => error.message(),
            NotAStart::Tavli(error) => error.message(),
        }
    }
}
explained!(NotAStart);

/// What keeps a start from being a position of any of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyStartFault {
    /// Of a tafl game.
    Tafl(TaflStartFault),
    /// Of tavli.
    Tavli(tavli::Fault),
}

impl Explain for AnyStartFault {
    fn message(&self) -> Message {
        match self {
            AnyStartFault::Tafl(fault) => fault.message(),
            AnyStartFault::Tavli(fault) => fault.message(),
        }
    }
}

impl StartFault for AnyStartFault {
    fn rule(&self) -> Option<RuleId> {
        match self {
            AnyStartFault::Tafl(fault) => StartFault::rule(fault),
            AnyStartFault::Tavli(fault) => StartFault::rule(fault),
        }
    }

    fn places(&self) -> Vec<String> {
        match self {
            AnyStartFault::Tafl(fault) => StartFault::places(fault),
            AnyStartFault::Tavli(fault) => StartFault::places(fault),
        }
    }

    fn colour(&self) -> Option<Colour> {
        match self {
            AnyStartFault::Tafl(fault) => fault.colour(),
            AnyStartFault::Tavli(fault) => fault.colour(),
        }
    }
}

impl From<TaflStartFault> for AnyStartFault {
    fn from(fault: TaflStartFault) -> AnyStartFault {
        AnyStartFault::Tafl(fault)
    }
}

impl From<tavli::Fault> for AnyStartFault {
    fn from(fault: tavli::Fault) -> AnyStartFault {
        AnyStartFault::Tavli(fault)
    }
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

/// The board of any game as lists keep it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Sketch {
    /// A tafl board.
    Tafl(TaflSketch),
    /// The slab of tavli.
    Tavli(TavliSketch),
}

impl Sketch {
    /// The middle of a place of the picture, by the board's own name of it: `E5`, `14`, `m4`, `hand-light`.
    pub fn point(&self, name: &str) -> Option<(f32, f32)> {
        match self {
            Sketch::Tafl(sketch) => sketch.point(name),
            Sketch::Tavli(sketch) => sketch.point(name),
        }
    }

    /// The board for paper.
    pub fn plan(&self) -> Plan {
        match self {
            Sketch::Tafl(sketch) => sketch.plan(),
            Sketch::Tavli(sketch) => sketch.plan(),
        }
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
