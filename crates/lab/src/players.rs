//! Who plays in a match. Another kind of player is another variant here and nothing elsewhere.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tablen_engine::net::NotANet;
use tablen_engine::tafl::net::Parameters;
use tablen_engine::{Level, Settings, tafl, tavli};
use tablen_rules::words::{Explain, Message, explained};
use tablen_table::{AnyPlayer, Computer, Occupant, Ruleset};

use crate::programs::ProgramPlayer;
use crate::references::Reference;

/// A player of a match. Its text says what it is: a level, an engine with an evaluation and settings of its own, or a program that speaks
/// the [engine protocol](crate::protocol), so that any two can be compared.
///
/// | text | meaning |
/// |---|---|
/// | `level:3` | the computer at one of its levels |
/// | `engine:tafl:eval=material,depth=4` | the tafl engine by an [evaluation](tafl::EvaluationKind), at most so many moves ahead |
/// | `engine:tafl:nodes=20000,noise=5` | at most so many positions a move, misjudged by up to so many points |
/// | `engine:tafl:forgotten=30,overlooked=20,blind=3,greed=40` | with the [lapses](tafl::Lapses) of weaker players |
/// | `engine:tafl:net=FILE` | with a net read from a file, such as `tablen train tafl` writes |
/// | `engine:tafl:weights=FILE` | with weights of the classic evaluation read from a file |
/// | `engine:tafl:time=1000,hash=64,threads=2` | for so many milliseconds a move, with a table of so many megabytes, on so many threads |
/// | `engine:tafl:null_move_depth=99` | with another number for one of the search's [tunables](tafl::Tunables) |
/// | `engine:tavli:eval=pips,depth=1` | the tavli engine by an [evaluator](tavli::EvaluatorKind), without looking at the enemy's answers |
/// | `engine:tavli:weights=FILE` | by the linear evaluation with [weights](tavli::Weights) read from a file |
/// | `engine:tavli:net=FILE` | with a net read from a file, such as `tablen train tavli` writes |
/// | `reference:careful`, `reference:runner` | an [opponent](Reference) of tavli that plays by a rule of thumb |
/// | `program:COMMAND movetime=1000` | another program, and what it is given for a move: `movetime`, `nodes` or `depth`; a second by default |
/// | `program:COMMAND option.Hash=64 name=other` | with an option of its own, and called `program:other` in reports and records |
///
/// What is not said is as in the strongest level, without its errors.
///
/// ```
/// use tablen_lab::players::Player;
///
/// for text in ["level:2", "engine:tafl:depth=6,eval=classic", "engine:tavli:eval=pips", "program:./other --quiet depth=3"] {
///     assert_eq!(text.parse::<Player>()?.to_string(), text);
/// }
/// assert!("engine:tafl:nodes=2500,depth=3,noise=25,forgotten=10,overlooked=8".parse::<Player>().is_ok());
/// assert_eq!("engine:tafl".parse::<Player>()?.to_string(), "engine:tafl");
/// assert!("engine:tafl:forgotten=101".parse::<Player>().is_err());
/// assert!("engine:tafl:nodes=0".parse::<Player>().is_err());
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
    /// Another program: `program:COMMAND movetime=1000`.
    Program(Arc<ProgramPlayer>),
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
    /// All that was said about it: more than what reports call a program.
    pub(crate) fn text(&self) -> String {
        match self {
            Player::Program(program) => format!("{PROGRAM}{}", program.text()),
            Player::Level(_) | Player::Engine(_) => self.to_string(),
        }
    }

    /// Who sits down for it. What a computer errs in follows from the seed.
    pub(crate) fn contestant(&self, seed: u64) -> Contestant {
        match self {
            Player::Level(level) => Contestant::Computer(Box::new(Computer::new(*level, seed))),
            Player::Engine(engine) => {
                let player = AnyPlayer::with_settings(&engine.settings, seed);
                Contestant::Computer(Box::new(Computer::with_player(player)))
            }
            Player::Program(_) => Contestant::Program,
        }
    }

    /// Whether it always plays the same by the same seed.
    pub fn is_repeatable(&self) -> bool {
        match self {
            Player::Level(_) => true,
            Player::Engine(engine) => {
                engine.settings.tafl.time.is_none() && engine.settings.tafl.threads == 1
            }
            Player::Program(_) => false,
        }
    }

    /// What a table says about who sits there.
    pub fn occupant(&self) -> Occupant {
        match self {
            Player::Level(level) => Occupant::Computer(*level),
            Player::Engine(engine) => Occupant::Person(engine.text.clone()),
            Player::Program(_) => Occupant::Person(self.to_string()),
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
            Player::Program(program) => program.plays(ruleset),
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
            Player::Program(program) => f.pad(&format!("{PROGRAM}{program}")),
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
    /// A program has no command, or a limit that is no number.
    NoSuchProgram(String),
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
            NotAPlayer::NoSuchProgram(text) => (message!("match.error.program"), text),
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
        if let Some(command) = text.strip_prefix(PROGRAM) {
            let program = ProgramPlayer::read(command).map(|program| Player::Program(Arc::new(program)));
            return program.ok_or_else(|| NotAPlayer::NoSuchProgram(command.to_owned()));
        }
        let unknown = || NotAPlayer::Unknown(text.to_owned());
        if let Some(name) = text.strip_prefix(REFERENCE) {
            let reference = Reference::ALL.into_iter().find(|reference| reference.name() == name);
            let tavli = reference.ok_or_else(unknown)?.settings();
            let settings = Settings { tafl: tafl::Settings::FULL, tavli };
            let engine = EnginePlayer { text: text.to_owned(), family: Family::Tavli, settings };
            return Ok(Player::Engine(Arc::new(engine)));
        }
        let engine = text.strip_prefix("engine:").ok_or_else(unknown)?;
        let (family, wanted) = engine.split_once(':').unwrap_or((engine, ""));
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
            if (family, name) == (Family::Tafl, "weights") {
                let weights: tafl::Weights =
                    read_weights(value).ok_or_else(|| NotAPlayer::Weights(value.to_owned()))?;
                // It stays for as long as the program runs: players copy the place where it is.
                settings.tafl.evaluation = tafl::EvaluationKind::OwnWeights(Box::leak(Box::new(weights)));
                continue;
            }
            if (family, name) == (Family::Tavli, "net") {
                let net = read_tavli_net(value).map_err(|fault| NotAPlayer::Net(value.to_owned(), fault))?;
                settings.tavli.evaluator = Arc::new(net);
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
        let has_nodes = wanted.split(',').any(|setting| setting.starts_with("nodes="));
        if settings.tafl.time.is_some() && !has_nodes {
            settings.tafl.nodes = u64::MAX;
        }
        Ok(Player::Engine(Arc::new(EnginePlayer { text: text.to_owned(), family, settings })))
    }
}

fn read_weights<W: FromStr>(file: &str) -> Option<W> {
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
            NetFault::NotANet(fault) => match *fault {
                NotANet::Magic(form) => {
                    message!("net.error.magic").text("magic", String::from_utf8_lossy(&form.magic))
                }
                NotANet::Version { found, expected } => {
                    message!("net.error.version").with("found", found).with("expected", expected)
                }
                NotANet::Header => message!("net.error.header"),
                NotANet::Length { found, expected } => {
                    message!("net.error.length").with("found", found as u64).with("expected", expected as u64)
                }
            },
        }
    }
}
explained!(NetFault);

/// Reads a net. It stays for as long as the program runs: players copy the place where it is.
pub fn read_net(file: impl AsRef<Path>) -> Result<&'static Parameters, NetFault> {
    let parameters = Parameters::from_bytes(&read_bytes(file)?).map_err(NetFault::NotANet)?;
    Ok(Box::leak(Box::new(parameters)))
}

/// Reads a net of tavli.
pub fn read_tavli_net(file: impl AsRef<Path>) -> Result<tavli::Net, NetFault> {
    let bytes = read_bytes(file)?;
    tavli::net::Parameters::from_bytes(&bytes).map(tavli::Net::new).map_err(NetFault::NotANet)
}

/// No net is longer than some megabytes.
const LONGEST_NET: u64 = 1 << 24;

/// What a file has, as far as a net may have it: some files have no end.
fn read_bytes(file: impl AsRef<Path>) -> Result<Vec<u8>, NetFault> {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST_NET).read_to_end(&mut bytes));
    read.map_err(|error| NetFault::Unreadable(error.to_string()))?;
    Ok(bytes)
}

/// What the text of another program begins with.
const PROGRAM: &str = "program:";

/// What the text of a reference opponent begins with.
const REFERENCE: &str = "reference:";

/// Who sits at a table of a match.
#[derive(Debug)]
pub(crate) enum Contestant {
    /// A player of ours.
    Computer(Box<Computer>),
    /// A program, which runs for longer than a game.
    Program,
}

/// Changes a setting; nothing if there is none of that name, or not with that value.
fn set_tafl(settings: &mut tafl::Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "eval" => settings.evaluation = tafl::EvaluationKind::from_name(value)?,
        "depth" => settings.depth = value.parse().ok().filter(|depth| *depth > 0)?,
        "nodes" => settings.nodes = value.parse().ok().filter(|nodes| *nodes > 0)?,
        "noise" => settings.noise = value.parse().ok().filter(|noise| *noise <= MOST_NOISE)?,
        "forgotten" => settings.lapses.forgotten_percent = percent(value)?,
        "overlooked" => settings.lapses.overlooked_percent = percent(value)?,
        "blind" => settings.lapses.blind_percent = percent(value)?,
        "greed" => {
            settings.lapses.greed = value.parse().ok().filter(|greed| (0..=MOST_GREED).contains(greed))?
        }
        "time" => {
            let milliseconds = value.parse().ok().filter(|milliseconds| *milliseconds > 0)?;
            settings.time = Some(Duration::from_millis(milliseconds));
        }
        "threads" => settings.threads = value.parse().ok().filter(|threads| (1..=256).contains(threads))?,
        "hash" => {
            let megabytes: usize = value.parse().ok().filter(|megabytes| (1..=65_536).contains(megabytes))?;
            settings.table_entries = megabytes * (1 << 20) / tafl::TABLE_ENTRY_BYTES;
        }
        _ => settings.tunables.set(name, value.parse().ok()?)?,
    }
    Some(())
}

/// So many of a hundred.
fn percent(value: &str) -> Option<u32> {
    value.parse().ok().filter(|percent| *percent <= 100)
}

/// The same for tavli. One move ahead are the results of the throw, two are the enemy's answers to them, three the own answers to those.
fn set_tavli(settings: &mut tavli::Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "eval" => settings.evaluator = tavli::EvaluatorKind::from_name(value)?.evaluator(),
        "depth" => match value {
            "1" => settings.lookahead = None,
            "2" => settings.lookahead = Some(tavli::Lookahead::FULL),
            "3" => {
                settings.lookahead = Some(tavli::Lookahead::TWO_TURNS);
                settings.nodes = settings.nodes.max(NODES_OF_TWO_TURNS);
            }
            _ => return None,
        },
        "nodes" => settings.nodes = value.parse().ok()?,
        "noise" => settings.noise = value.parse().ok().filter(|noise| (0..=100_000_000).contains(noise))?,
        "habits" => settings.habits.percent = percent(value)?,
        "haste" => {
            settings.habits.haste = value.parse().ok().filter(|haste| (0..=MOST_HABIT).contains(haste))?
        }
        "boldness" => {
            settings.habits.boldness =
                value.parse().ok().filter(|bold| (0..=MOST_BOLDNESS).contains(bold))?;
        }
        "looseness" => {
            settings.habits.looseness =
                value.parse().ok().filter(|loose| (0..=MOST_HABIT).contains(loose))?;
        }
        _ => return None,
    }
    Some(())
}

/// Enough to look two turns ahead to the end.
const NODES_OF_TWO_TURNS: u64 = 100_000_000;

/// With more than this of a habit of tavli nothing else counts; sums of it still fit into 32 bits.
const MOST_HABIT: i32 = 1_000_000;
/// The same for a habit that is counted by throws and cells.
const MOST_BOLDNESS: i32 = 10_000;

/// More than this is no judgement at all.
const MOST_NOISE: u32 = 10_000;
/// Beyond this a man at hand is worth more than anything that could follow.
const MOST_GREED: i32 = 10_000;

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
            Some(last)
                if (last.starts_with("engine:") || last.starts_with(PROGRAM)) && !is_beginning(part) =>
            {
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
    ["level:", "engine:", REFERENCE, PROGRAM].iter().any(|kind| part.starts_with(kind))
}
