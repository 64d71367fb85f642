//! The engine protocol: what a program that plays is asked and what it answers, a line each, in the manner of UCI.
//!
//! Both ends use these types: `tablen engine`, which answers, and matches with external programs, which ask. The protocol itself is told in
//! `docs/engine-protocol.md`.

use std::fmt;
use std::str::{FromStr, SplitWhitespace};
use std::time::Duration;

use tablen_rules::words::{Explain, Message, explained};

/// What a program is asked.
///
/// ```
/// use tablen_lab::protocol::Request;
///
/// for line in [
///     "tep",
///     "setoption name Hash value 64",
///     "position start defenders ruleset preset:ashton moves E4-H4 A4-F4",
///     "position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders",
///     "go nodes 100000 wtime 60000 btime 58000 winc 500 binc 500",
///     "quit",
/// ] {
///     assert_eq!(line.parse::<Request>()?.to_string(), line);
/// }
/// assert!("go nodes many".parse::<Request>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// To say who it is and which options it has.
    Introduce(Greeting),
    /// To change an option; the value may be left out.
    SetOption {
        /// Which.
        name: String,
        /// To what.
        value: String,
    },
    /// To answer when everything before is done.
    IsReady,
    /// What comes now is another game.
    NewGame,
    /// What to think about.
    Position(Place),
    /// To think.
    Go(Thinking),
    /// To think no longer, and say what it has found.
    Stop,
    /// To end.
    Quit,
}

/// The word with which a conversation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greeting {
    /// `tep`, the Tablen engine protocol.
    Tep,
    /// `uci`, for programs that know chess engines.
    Uci,
}

impl Greeting {
    const ALL: [Greeting; 2] = [Greeting::Tep, Greeting::Uci];

    const fn word(self) -> &'static str {
        match self {
            Greeting::Tep => "tep",
            Greeting::Uci => "uci",
        }
    }

    /// What ends the answer to it.
    pub const fn answer(self) -> &'static str {
        match self {
            Greeting::Tep => "tepok",
            Greeting::Uci => "uciok",
        }
    }
}

/// A position, as text: each game has its own forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Where the game began.
    pub start: Start,
    /// By which rules, if not by those of the option `Ruleset`.
    pub ruleset: Option<String>,
    /// What has been played since.
    pub moves: Vec<String>,
}

/// Where a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// As the rules say, with that side to move if it is named.
    Usual(Option<String>),
    /// With a position of one's own.
    Setup(String),
}

impl Default for Start {
    fn default() -> Start {
        Start::Usual(None)
    }
}

/// How long to think. White is the light side: in tafl the king's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// So much time for this move.
    pub movetime: Option<Duration>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So many moves ahead.
    pub depth: Option<u32>,
    /// What white has left on its clock.
    pub wtime: Option<Duration>,
    /// What black has left on its clock.
    pub btime: Option<Duration>,
    /// What a move adds to white's clock.
    pub winc: Option<Duration>,
    /// What a move adds to black's clock.
    pub binc: Option<Duration>,
    /// After so many moves the clocks are filled up; never with 0.
    pub movestogo: Option<u32>,
    /// Until it is told to stop, even if it knows the outcome.
    pub infinite: bool,
}

/// A line that asks for nothing known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotARequest {
    /// There is no such request.
    Unknown(String),
    /// Something must stand behind a word.
    Missing {
        /// The word.
        word: &'static str,
        /// What may stand there.
        wanted: &'static str,
    },
    /// A word stands where another is expected.
    Unexpected {
        /// The word.
        found: String,
        /// What may stand there.
        wanted: &'static str,
    },
    /// A number was expected.
    NotANumber {
        /// Behind which word.
        word: String,
        /// What stands there.
        found: String,
    },
    /// A number is too small.
    TooSmall {
        /// Behind which word.
        word: &'static str,
        /// The least that makes sense.
        least: u64,
    },
}

impl Explain for NotARequest {
    fn message(&self) -> Message {
        match self {
            NotARequest::Unknown(word) => message!("protocol.error.unknown").text("word", word),
            NotARequest::Missing { word, wanted } => {
                message!("protocol.error.missing").text("word", word).text("wanted", wanted)
            }
            NotARequest::Unexpected { found, wanted } => {
                message!("protocol.error.unexpected").text("found", found).text("wanted", wanted)
            }
            NotARequest::NotANumber { word, found } => {
                message!("protocol.error.number").text("word", word).text("found", found)
            }
            NotARequest::TooSmall { word, least } => {
                message!("protocol.error.least").text("word", word).with("least", *least)
            }
        }
    }
}
explained!(NotARequest);

impl FromStr for Request {
    type Err = NotARequest;

    fn from_str(line: &str) -> Result<Request, NotARequest> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or_default();
        if let Some(greeting) = Greeting::ALL.into_iter().find(|greeting| greeting.word() == word) {
            return Ok(Request::Introduce(greeting));
        }
        match word {
            "setoption" => set_option(words),
            "isready" => Ok(Request::IsReady),
            "newgame" | "ucinewgame" => Ok(Request::NewGame),
            "position" => Place::read(words).map(Request::Position),
            "go" => Thinking::read(words).map(Request::Go),
            "stop" => Ok(Request::Stop),
            "quit" => Ok(Request::Quit),
            unknown => Err(NotARequest::Unknown(unknown.to_owned())),
        }
    }
}

fn set_option(mut words: SplitWhitespace<'_>) -> Result<Request, NotARequest> {
    match words.next() {
        Some("name") => {}
        Some(found) => return Err(NotARequest::Unexpected { found: found.to_owned(), wanted: "name NAME" }),
        None => return Err(NotARequest::Missing { word: "setoption", wanted: "name NAME value VALUE" }),
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(NotARequest::Missing { word: "name", wanted: "NAME" });
    }
    let value: Vec<&str> = words.collect();
    Ok(Request::SetOption { name: name.join(" "), value: value.join(" ") })
}

impl Place {
    fn read(words: SplitWhitespace<'_>) -> Result<Place, NotARequest> {
        const STARTS: &str = "start, setup";
        let mut words = words.peekable();
        // What stands behind a word, up to the next word that begins another part.
        let part = |words: &mut std::iter::Peekable<SplitWhitespace<'_>>| -> Vec<String> {
            let mut part = Vec::new();
            while let Some(word) = words.next_if(|word| !matches!(*word, "ruleset" | "moves")) {
                part.push(word.to_owned());
            }
            part
        };
        let start = match words.next() {
            Some("start" | "startpos") => match part(&mut words).as_slice() {
                [] => Start::Usual(None),
                [side] => Start::Usual(Some(side.clone())),
                [_, stray, ..] => {
                    let found = stray.clone();
                    return Err(NotARequest::Unexpected { found, wanted: "ruleset, moves" });
                }
            },
            Some("setup") => match part(&mut words) {
                setup if setup.is_empty() => {
                    return Err(NotARequest::Missing { word: "setup", wanted: "BOARD SIDE" });
                }
                setup => Start::Setup(setup.join(" ")),
            },
            Some(found) => {
                return Err(NotARequest::Unexpected { found: found.to_owned(), wanted: STARTS });
            }
            None => return Err(NotARequest::Missing { word: "position", wanted: STARTS }),
        };
        let mut place = Place { start, ..Place::default() };
        while let Some(word) = words.next() {
            let part = part(&mut words);
            match word {
                "ruleset" if part.is_empty() => {
                    return Err(NotARequest::Missing { word: "ruleset", wanted: "preset:NAME, KEY:VALUE" });
                }
                "ruleset" => place.ruleset = Some(part.join(" ")),
                _ => place.moves = part,
            }
        }
        Ok(place)
    }
}

/// What may stand behind `go`.
const LIMITS: &str = "movetime, nodes, depth, infinite, wtime, btime, winc, binc, movestogo";

impl Thinking {
    fn read(mut words: SplitWhitespace<'_>) -> Result<Thinking, NotARequest> {
        let mut thinking = Thinking::default();
        while let Some(word) = words.next() {
            if word == "infinite" {
                thinking.infinite = true;
                continue;
            }
            let mut number = || {
                let found = words.next().unwrap_or_default();
                let not_a_number =
                    || NotARequest::NotANumber { word: word.to_owned(), found: found.to_owned() };
                found.parse::<u64>().map_err(|_| not_a_number())
            };
            match word {
                "movetime" => thinking.movetime = Some(Duration::from_millis(number()?)),
                "nodes" => match number()? {
                    0 => return Err(NotARequest::TooSmall { word: "nodes", least: 1 }),
                    nodes => thinking.nodes = Some(nodes),
                },
                "depth" => thinking.depth = Some(number()?.try_into().unwrap_or(u32::MAX)),
                "wtime" => thinking.wtime = Some(Duration::from_millis(number()?)),
                "btime" => thinking.btime = Some(Duration::from_millis(number()?)),
                "winc" => thinking.winc = Some(Duration::from_millis(number()?)),
                "binc" => thinking.binc = Some(Duration::from_millis(number()?)),
                "movestogo" => thinking.movestogo = Some(number()?.try_into().unwrap_or(u32::MAX)),
                _ => return Err(NotARequest::Unexpected { found: word.to_owned(), wanted: LIMITS }),
            }
        }
        Ok(thinking)
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Introduce(greeting) => f.write_str(greeting.word()),
            Request::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Request::IsReady => f.write_str("isready"),
            Request::NewGame => f.write_str("newgame"),
            Request::Position(place) => write!(f, "position {place}"),
            Request::Go(thinking) => write!(f, "go{thinking}"),
            Request::Stop => f.write_str("stop"),
            Request::Quit => f.write_str("quit"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            Start::Usual(None) => f.write_str("start")?,
            Start::Usual(Some(side)) => write!(f, "start {side}")?,
            Start::Setup(setup) => write!(f, "setup {setup}")?,
        }
        if let Some(ruleset) = &self.ruleset {
            write!(f, " ruleset {ruleset}")?;
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

/// Each limit with a space before it.
impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = |word: &str, number: Option<u128>| match number {
            Some(number) => write!(f, " {word} {number}"),
            None => Ok(()),
        };
        number("movetime", self.movetime.map(|time| time.as_millis()))?;
        number("nodes", self.nodes.map(u128::from))?;
        number("depth", self.depth.map(u128::from))?;
        number("wtime", self.wtime.map(|time| time.as_millis()))?;
        number("btime", self.btime.map(|time| time.as_millis()))?;
        number("winc", self.winc.map(|time| time.as_millis()))?;
        number("binc", self.binc.map(|time| time.as_millis()))?;
        number("movestogo", self.movestogo.map(u128::from))?;
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

/// What a program has found out so far.
///
/// ```
/// use std::time::Duration;
/// use tablen_lab::protocol::{Info, Score};
///
/// let found = Info {
///     depth: Some(6), score: Some(Score::Win(3)), nodes: Some(1_000), time: Some(Duration::from_millis(20)), line: vec!["E5-I5".to_owned()],
///     ..Info::default()
/// };
/// assert_eq!(found.to_string(), "info depth 6 score win 3 nodes 1000 nps 50000 time 20 pv E5-I5");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// How many moves ahead everything has been looked at.
    pub depth: Option<u32>,
    /// The number of the line, from 1 for the best, where several are told.
    pub multipv: Option<usize>,
    /// What the position is worth to the side to move.
    pub score: Option<Score>,
    /// How likely the side to move wins, from 0 to 1; neither is told of what is not certain.
    pub chance: Option<f64>,
    /// How many positions have been looked at.
    pub nodes: Option<u64>,
    /// How long it has thought.
    pub time: Option<Duration>,
    /// How many of a thousand places of the transposition table are filled.
    pub hashfull: Option<u32>,
    /// What is expected to be played.
    pub line: Vec<String>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// So many points, a hundred for about a man.
    Points(i32),
    /// A certain win after so many moves, both sides' counted.
    Win(u32),
    /// A certain loss after so many moves, both sides' counted.
    Lose(u32),
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(number) = self.multipv {
            write!(f, " multipv {number}")?;
        }
        match self.score {
            Some(Score::Points(points)) => write!(f, " score points {points}")?,
            Some(Score::Win(moves)) => write!(f, " score win {moves}")?,
            Some(Score::Lose(moves)) => write!(f, " score lose {moves}")?,
            None => {}
        }
        if let Some(chance) = self.chance {
            let is_certain = matches!(self.score, Some(Score::Win(_) | Score::Lose(_)));
            // Three decimals would round what is nearly so.
            let told = if is_certain { chance } else { chance.clamp(0.001, 0.999) };
            write!(f, " chance {told:.3}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
            if let Some(time) = self.time.filter(|time| !time.is_zero()) {
                write!(f, " nps {}", (nodes as f64 / time.as_secs_f64()) as u64)?;
            }
        }
        if let Some(time) = self.time {
            write!(f, " time {}", time.as_millis())?;
        }
        if let Some(permille) = self.hashfull {
            write!(f, " hashfull {permille}")?;
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

/// What a program answers, as far as whoever asks must understand it.
///
/// ```
/// use tablen_lab::protocol::Reply;
///
/// assert_eq!(Reply::read("bestmove E4-H4"), Reply::BestMove(Some("E4-H4".to_owned())));
/// assert_eq!(Reply::read("bestmove none"), Reply::BestMove(None));
/// assert_eq!(Reply::BestMove(None).to_string(), "bestmove none");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Who it is and its options have been told.
    Introduced,
    /// Everything that was asked before is done.
    Ready,
    /// The move to play; none if the game is over.
    BestMove(Option<String>),
    /// Something could not be understood or done.
    Error(String),
    /// Anything else.
    Other,
}

const ERROR: &str = "info string error ";

impl Reply {
    /// Reads a line.
    pub fn read(line: &str) -> Reply {
        let line = line.trim();
        if let Some(error) = line.strip_prefix(ERROR) {
            return Reply::Error(error.to_owned());
        }
        let mut words = line.split_whitespace();
        match words.next() {
            Some(word) if Greeting::ALL.iter().any(|greeting| greeting.answer() == word) => Reply::Introduced,
            Some("readyok") => Reply::Ready,
            Some("bestmove") => {
                let mv = words.next().filter(|mv| !matches!(*mv, "none" | "(none)"));
                Reply::BestMove(mv.map(str::to_owned))
            }
            _ => Reply::Other,
        }
    }
}

/// An introduction ends in the words of its [greeting](Greeting::answer); here it is our own.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Introduced => f.write_str(Greeting::Tep.answer()),
            Reply::Ready => f.write_str("readyok"),
            Reply::BestMove(Some(mv)) => write!(f, "bestmove {mv}"),
            Reply::BestMove(None) => f.write_str("bestmove none"),
            // A reply is one line, whatever is said.
            Reply::Error(error) => write!(f, "{ERROR}{}", error.replace(['\n', '\r'], " ")),
            Reply::Other => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_says_what_would_be_right() {
        for (line, complaint) in [
            ("", "There is no request “”."),
            ("ponderhit", "There is no request “ponderhit”."),
            ("setoption", "“setoption” needs name NAME value VALUE behind it."),
            ("setoption Hash 3", "“Hash” stands where name NAME is expected."),
            ("setoption name value 3", "“name” needs NAME behind it."),
            ("position", "“position” needs start, setup behind it."),
            ("position here", "“here” stands where start, setup is expected."),
            ("position start attackers defenders", "“defenders” stands where ruleset, moves is expected."),
            ("position setup", "“setup” needs BOARD SIDE behind it."),
            ("position start ruleset moves E4-H4", "“ruleset” needs preset:NAME, KEY:VALUE behind it."),
            ("go depth", "“depth” needs a whole number behind it, not “”."),
            ("go movetime -5", "“movetime” needs a whole number behind it, not “-5”."),
            ("go nodes 0", "“nodes” needs at least 1 behind it."),
            ("go fast", "“fast” stands where movetime,"),
        ] {
            let error = line.parse::<Request>().unwrap_err().to_string();
            assert!(error.starts_with(complaint), "{line}: {error}");
        }
    }

    #[test]
    fn only_what_is_certain_has_a_chance_of_none_or_one() {
        for (score, chance, told) in [
            (Some(Score::Points(2_000)), 0.999_9, "chance 0.999"),
            (Some(Score::Points(-2_000)), 0.000_04, "chance 0.001"),
            (None, 1.0, "chance 0.999"),
            (Some(Score::Points(0)), 0.5, "chance 0.500"),
            (Some(Score::Win(3)), 1.0, "chance 1.000"),
            (Some(Score::Lose(3)), 0.0, "chance 0.000"),
        ] {
            let info = Info { score, chance: Some(chance), ..Info::default() };
            assert!(info.to_string().ends_with(told), "{info}");
        }
    }

    #[test]
    fn words_of_chess_engines_are_understood() {
        assert_eq!("ucinewgame".parse(), Ok(Request::NewGame));
        assert_eq!("position startpos".parse(), Ok(Request::Position(Place::default())));
        assert_eq!("  go   infinite ".parse::<Request>().unwrap().to_string(), "go infinite");
        assert_eq!(Reply::read("uciok"), Reply::Introduced);
        assert_eq!(Reply::read("info depth 3"), Reply::Other);
    }
}
