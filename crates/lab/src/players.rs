//! Who plays in a match. Another kind of player is another variant here and nothing elsewhere.

use std::fmt;
use std::str::FromStr;

use tablen_engine::Level;
use tablen_table::{Computer, Occupant};
use tablen_words::{Explain, Message, explained};

/// A player of a match. Its text says what it is.
///
/// ```
/// use tablen_lab::players::Player;
///
/// let player: Player = "level:2".parse()?;
/// assert_eq!(player.to_string(), "level:2");
/// assert!("level:99".parse::<Player>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The computer at one of its levels: `level:3`.
    Level(Level),
}

impl Player {
    /// The computer that sits down for it. What it errs in follows from the seed.
    pub fn computer(self, seed: u64) -> Computer {
        match self {
            Player::Level(level) => Computer::new(level, seed),
        }
    }

    /// What a table says about who sits there.
    pub fn occupant(self) -> Occupant {
        match self {
            Player::Level(level) => Occupant::Computer(level),
        }
    }

    /// Every level with the one below, the weakest pair first.
    pub fn ladder() -> impl Iterator<Item = [Player; 2]> {
        Level::all().skip(1).zip(Level::all()).map(|(upper, lower)| [upper, lower].map(Player::Level))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Level(level) => f.pad(&format!("level:{level}")),
        }
    }
}

/// A text that describes no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotAPlayer {
    /// There is no such kind of player.
    Unknown(String),
    /// There is no such level.
    NoSuchLevel(String),
    /// A match has two players.
    NotTwo(String),
}

impl Explain for NotAPlayer {
    fn message(&self) -> Message {
        let (key, text) = match self {
            NotAPlayer::Unknown(text) => ("match.error.player", text),
            NotAPlayer::NoSuchLevel(text) => ("match.error.level", text),
            NotAPlayer::NotTwo(text) => ("match.error.two-players", text),
        };
        let (weakest, strongest) = (Level::WEAKEST.number(), Level::STRONGEST.number());
        message!(key).text("text", text).with("weakest", weakest).with("strongest", strongest)
    }
}
explained!(NotAPlayer);

impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Player, NotAPlayer> {
        let number = text.strip_prefix("level:").ok_or_else(|| NotAPlayer::Unknown(text.to_owned()))?;
        let level = number.parse().ok().and_then(Level::new);
        level.map(Player::Level).ok_or_else(|| NotAPlayer::NoSuchLevel(number.to_owned()))
    }
}

/// Reads the two players of a match: `level:3,level:2`.
///
/// ```
/// use tablen_lab::players::{NotAPlayer, two};
///
/// assert_eq!(two("level:2,level:1").unwrap().map(|player| player.to_string()), ["level:2", "level:1"]);
/// assert_eq!(two("level:2"), Err(NotAPlayer::NotTwo("level:2".to_owned())));
/// ```
pub fn two(text: &str) -> Result<[Player; 2], NotAPlayer> {
    match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [one, other] => Ok([one.parse()?, other.parse()?]),
        _ => Err(NotAPlayer::NotTwo(text.to_owned())),
    }
}
