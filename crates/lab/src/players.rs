//! Who plays in a match. Another kind of player is another variant here and nothing elsewhere.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use tablen_engine::tafl::net::{self, NotANet, Parameters};
use tablen_engine::{Level, Settings, tafl, tavli};
use tablen_rules::words::{Explain, Message, explained};
use tablen_table::{AnyPlayer, Computer, Occupant, Ruleset};

/// A player of a match. Its text says what it is: a level, or an engine with an evaluation and settings of its own, so that two
/// evaluations can be compared.
///
/// | text | meaning |
/// |---|---|
/// | `level:3` | the computer at one of its levels |
/// | `engine:tafl:eval=material,depth=4` | the tafl engine by an [evaluation](tafl::EvaluationKind), at most so many moves ahead |
/// | `engine:tafl:nodes=20000,noise=5` | at most so many positions a move, misjudged by up to so many points |
/// | `engine:tafl:net=FILE` | with a net read from a file, such as `tablen train tafl` writes |
/// | `engine:tavli:eval=pips,depth=1` | the tavli engine by an [evaluator](tavli::EvaluatorKind), without looking at the enemy's answers |
/// | `engine:tavli:weights=FILE` | with weights read from a file, such as `tablen train tavli` writes |
///
/// What is not said is as in the strongest level, without its errors.
///
/// ```
/// use tablen_lab::players::Player;
///
/// for text in ["level:2", "engine:tafl:depth=6,eval=classic", "engine:tavli:eval=pips"] {
///     assert_eq!(text.parse::<Player>()?.to_string(), text);
/// }
/// assert!("level:99".parse::<Player>().is_err());
/// assert!("engine:tafl:eval=guesswork".parse::<Player>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Player {
    /// The computer at one of its levels: `level:3`.
    Level(Level),
    /// An engine with settings of its own: `engine:tavli:eval=pips`.
    Engine(Arc<EnginePlayer>),
}

/// An engine with settings of its own, for one family of games.
#[derive(Clone, Debug)]
pub struct EnginePlayer {
    text: String,
    family: Family,
    settings: Settings,
}

/// What an engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Tafl,
    Tavli,
}

/// The same text means the same player.
impl PartialEq for EnginePlayer {
    fn eq(&self, other: &EnginePlayer) -> bool {
        self.text == other.text
    }
}

impl Player {
    /// The computer that sits down for it. What it errs in follows from the seed.
    pub fn computer(&self, seed: u64) -> Computer {
        match self {
            Player::Level(level) => Computer::new(*level, seed),
            Player::Engine(engine) => Computer::with_player(AnyPlayer::with_settings(&engine.settings, seed)),
        }
    }

    /// What a table says about who sits there.
    pub fn occupant(&self) -> Occupant {
        match self {
            Player::Level(level) => Occupant::Computer(*level),
            Player::Engine(engine) => Occupant::Person(engine.text.clone()),
        }
    }

    /// Whether it plays a game.
    pub fn plays(&self, ruleset: &Ruleset) -> bool {
        match self {
            Player::Level(_) => true,
            Player::Engine(engine) => match ruleset {
                Ruleset::Tafl(_) => engine.family == Family::Tafl,
                Ruleset::Tavli(_) => engine.family == Family::Tavli,
            },
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
            Player::Engine(engine) => f.pad(&engine.text),
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
    /// An engine has no such setting, or not with that value.
    NoSuchSetting(String),
    /// The weights in this file cannot be read.
    Weights(String),
    /// The net in this file cannot be used.
    Net(String, NetFault),
    /// A match has two players.
    NotTwo(String),
}

impl Explain for NotAPlayer {
    fn message(&self) -> Message {
        let (message, text) = match self {
            NotAPlayer::Unknown(text) => (message!("match.error.player"), text),
            NotAPlayer::NoSuchLevel(text) => (message!("match.error.level"), text),
            NotAPlayer::NoSuchSetting(text) => (message!("match.error.setting"), text),
            NotAPlayer::Weights(text) => (message!("match.error.weights"), text),
            NotAPlayer::Net(text, fault) => {
                (message!("match.error.net").with("error", fault.message()), text)
            }
            NotAPlayer::NotTwo(text) => (message!("match.error.two-players"), text),
        };
        let (weakest, strongest) = (Level::WEAKEST.number(), Level::STRONGEST.number());
        message.text("text", text).with("weakest", weakest).with("strongest", strongest)
    }
}
explained!(NotAPlayer);

impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Player, NotAPlayer> {
        if let Some(number) = text.strip_prefix("level:") {
            let level = number.parse().ok().and_then(Level::new);
            return level.map(Player::Level).ok_or_else(|| NotAPlayer::NoSuchLevel(number.to_owned()));
        }
        let unknown = || NotAPlayer::Unknown(text.to_owned());
        let (family, wanted) =
            text.strip_prefix("engine:").and_then(|rest| rest.split_once(':')).ok_or_else(unknown)?;
        let family = match family {
            "tafl" => Family::Tafl,
            "tavli" => Family::Tavli,
            _ => return Err(unknown()),
        };
        let mut settings = Settings { tafl: tafl::Settings::FULL, tavli: tavli::Settings::full() };
        for setting in wanted.split(',').filter(|setting| !setting.is_empty()) {
            let refused = || NotAPlayer::NoSuchSetting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(refused)?;
            if (family, name) == (Family::Tavli, "weights") {
                let weights = read_weights(value).ok_or_else(|| NotAPlayer::Weights(value.to_owned()))?;
                settings.tavli.evaluator = Arc::new(tavli::Linear::new(weights));
                continue;
            }
            if (family, name) == (Family::Tafl, "net") {
                let net = read_net(value).map_err(|fault| NotAPlayer::Net(value.to_owned(), fault))?;
                settings.tafl.evaluation = tafl::EvaluationKind::OwnNet(net);
                continue;
            }
            match family {
                Family::Tafl => set_tafl(&mut settings.tafl, name, value),
                Family::Tavli => set_tavli(&mut settings.tavli, name, value),
            }
            .ok_or_else(refused)?;
        }
        Ok(Player::Engine(Arc::new(EnginePlayer { text: text.to_owned(), family, settings })))
    }
}

fn read_weights(file: &str) -> Option<tavli::Weights> {
    std::fs::read_to_string(file).ok()?.parse().ok()
}

/// Why a file is no net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetFault {
    /// The system says why it cannot be read.
    Unreadable(String),
    /// It is something else.
    NotANet(NotANet),
}

impl Explain for NetFault {
    fn message(&self) -> Message {
        match self {
            NetFault::Unreadable(error) => message!("net.error.unreadable").text("error", error),
            NetFault::NotANet(NotANet::Magic) => message!("net.error.magic"),
            NetFault::NotANet(NotANet::Version(version)) => {
                message!("net.error.version").with("found", *version).with("expected", net::VERSION)
            }
            NetFault::NotANet(NotANet::Header) => message!("net.error.header"),
            NetFault::NotANet(NotANet::Length { found, expected }) => {
                message!("net.error.length").with("found", *found as u64).with("expected", *expected as u64)
            }
        }
    }
}
explained!(NetFault);

/// Reads a net. It stays for as long as the program runs: players copy the place where it is.
pub fn read_net(file: impl AsRef<Path>) -> Result<&'static Parameters, NetFault> {
    let bytes = std::fs::read(file).map_err(|error| NetFault::Unreadable(error.to_string()))?;
    let parameters = Parameters::from_bytes(&bytes).map_err(NetFault::NotANet)?;
    Ok(Box::leak(Box::new(parameters)))
}

/// Changes a setting; nothing if there is none of that name, or not with that value.
fn set_tafl(settings: &mut tafl::Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "eval" => settings.evaluation = tafl::EvaluationKind::from_name(value)?,
        "depth" => settings.depth = value.parse().ok().filter(|depth| *depth > 0)?,
        "nodes" => settings.nodes = value.parse().ok()?,
        "noise" => settings.noise = value.parse().ok().filter(|noise| *noise <= MOST_NOISE)?,
        _ => return None,
    }
    Some(())
}

/// The same for tavli. One move ahead are the results of the throw, two are the enemy's answers to them.
fn set_tavli(settings: &mut tavli::Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "eval" => settings.evaluator = tavli::EvaluatorKind::from_name(value)?.evaluator(),
        "depth" => match value {
            "1" => settings.lookahead = None,
            "2" => settings.lookahead = Some(tavli::Lookahead::FULL),
            _ => return None,
        },
        "nodes" => settings.nodes = value.parse().ok()?,
        "noise" => settings.noise = value.parse().ok().filter(|noise| (0..=100_000_000).contains(noise))?,
        _ => return None,
    }
    Some(())
}

/// More than this is no judgement at all.
const MOST_NOISE: u32 = 10_000;

/// Reads the two players of a match: `level:3,level:2`.
///
/// ```
/// use tablen_lab::players::{NotAPlayer, two};
///
/// assert_eq!(two("level:2,level:1").unwrap().map(|player| player.to_string()), ["level:2", "level:1"]);
/// let engines = two("engine:tafl:eval=material,depth=2,engine:tafl:depth=2").unwrap();
/// assert_eq!(engines.map(|player| player.to_string()), ["engine:tafl:eval=material,depth=2", "engine:tafl:depth=2"]);
/// assert_eq!(two("level:2"), Err(NotAPlayer::NotTwo("level:2".to_owned())));
/// ```
pub fn two(text: &str) -> Result<[Player; 2], NotAPlayer> {
    let mut players: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        // Settings are separated by commas too: what begins with no kind of player goes on with the one before.
        match players.last_mut() {
            Some(last) if last.starts_with("engine:") && !is_beginning(part) => {
                last.push(',');
                last.push_str(part);
            }
            _ => players.push(part.to_owned()),
        }
    }
    match &players[..] {
        [one, other] => Ok([one.parse()?, other.parse()?]),
        _ => Err(NotAPlayer::NotTwo(text.to_owned())),
    }
}

fn is_beginning(part: &str) -> bool {
    part.starts_with("level:") || part.starts_with("engine:")
}
