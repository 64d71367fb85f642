//! Players that are programs of their own, asked by the [engine protocol](crate::protocol).

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tablen_engine::Stop;
use tablen_rules::tafl::{Bits, Game, IllegalMove, Move};
use tablen_rules::words::{Explain, Message, explained};
use tablen_table::{Round, Ruleset, TaflRound};

use crate::protocol::{Greeting, Place, Reply, Request, Start, Thinking};

/// How a program is started and asked: `program:COMMAND movetime=1000 option.Threads=2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPlayer {
    text: String,
    /// What reports and records call it, where it is not the whole text.
    name: Option<String>,
    command: Vec<String>,
    thinking: Thinking,
    options: Vec<(String, String)>,
}

/// What a program is given for a move where nothing is said.
const USUAL_MOVETIME: Duration = Duration::from_secs(1);
/// How much longer than its `movetime` a program may take before it has lost: its own time is its own business, but not forever.
const GRACE: Duration = Duration::from_secs(5);
/// How long a program may take without a limit of time.
const LONGEST_THOUGHT: Duration = Duration::from_secs(600);
/// How long a program may take to start and to introduce itself.
const STARTING: Duration = Duration::from_secs(20);
/// How long a program may take to end before it is ended.
const ENDING: Duration = Duration::from_secs(1);
/// How often is looked whether a match has been told to stop.
const MOMENT: Duration = Duration::from_millis(40);
/// Longer than any answer.
const LONGEST_LINE: u64 = 1 << 16;

impl ProgramPlayer {
    /// Reads what stands behind `program:`: a command with its arguments, in double quotes where they have spaces, and settings. Nothing if
    /// there is no command, or a setting cannot be read.
    pub(crate) fn read(text: &str) -> Option<ProgramPlayer> {
        let mut player = ProgramPlayer {
            text: text.to_owned(),
            name: None,
            command: Vec::new(),
            thinking: Thinking::default(),
            options: Vec::new(),
        };
        for word in words(text) {
            match word.split_once('=') {
                Some(("movetime", value)) => {
                    player.thinking.movetime = Some(Duration::from_millis(value.parse().ok()?));
                }
                Some(("name", value)) => player.name = Some(value.to_owned()),
                Some(("nodes", value)) => player.thinking.nodes = Some(value.parse().ok()?),
                Some(("depth", value)) => player.thinking.depth = Some(value.parse().ok()?),
                Some((name, value)) if name.starts_with("option.") => {
                    player.options.push((name["option.".len()..].to_owned(), value.to_owned()));
                }
                _ => player.command.push(word),
            }
        }
        if player.thinking == Thinking::default() {
            player.thinking.movetime = Some(USUAL_MOVETIME);
        }
        (!player.command.is_empty()).then_some(player)
    }

    /// All that was said about it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it plays a game.
    pub(crate) const fn plays(&self, ruleset: &Ruleset) -> bool {
        matches!(ruleset, Ruleset::Tafl(_))
    }
}

/// Splits at spaces, but not inside double quotes.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    for sign in text.chars() {
        match sign {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            sign if sign.is_whitespace() && !is_quoted => words.extend(word.take()),
            sign => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

/// What reports and records call it: its name, or its whole text where it has none.
impl fmt::Display for ProgramPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name.as_deref().unwrap_or(&self.text))
    }
}

/// Why a program does not play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failing {
    /// It could not be started.
    NotStarted(String),
    /// It does not speak the protocol: it did not introduce itself in time.
    Mute,
    /// It has ended. What it complained about last is kept.
    Died(Option<String>),
    /// It took too long.
    TooSlow(Duration),
    /// It has nothing to play where there is something. What it complained about last is kept.
    NoMove(Option<String>),
    /// What it wants to play is no move.
    NotAMove(String),
    /// What it wants to play is against the rules.
    Illegal(Move, IllegalMove),
}

impl Explain for Failing {
    fn message(&self) -> Message {
        let complaint = |complaint: &Option<String>| complaint.clone().unwrap_or_default();
        match self {
            Failing::NotStarted(error) => message!("program.not-started").text("error", error),
            Failing::Mute => message!("program.mute"),
            Failing::Died(last) => message!("program.died").text("complaint", complaint(last)),
            Failing::TooSlow(time) => {
                message!("program.too-slow").with("milliseconds", time.as_millis() as i64)
            }
            Failing::NoMove(last) => message!("program.no-move").text("complaint", complaint(last)),
            Failing::NotAMove(text) => message!("program.not-a-move").text("text", text),
            Failing::Illegal(mv, why) => {
                message!("program.illegal").text("move", mv).with("error", why.message())
            }
        }
    }
}
explained!(Failing);

/// A program that runs.
#[derive(Debug)]
pub(crate) struct Program {
    thinking: Thinking,
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What it complained about last.
    complaint: Option<String>,
}

impl Program {
    /// Starts a program and sets its options.
    pub(crate) fn start(player: &ProgramPlayer) -> Result<Program, Failing> {
        let not_started = |error: String| Failing::NotStarted(error);
        let (name, arguments) = player.command.split_first().ok_or_else(|| not_started(String::new()))?;
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| not_started(error.to_string()))?;
        // Enough for what is said between two questions; a program that says more without end is not listened to faster.
        let (sender, lines) = mpsc::sync_channel(1_024);
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || listen(output, &sender));
        }
        let input = child.stdin.take();
        let mut program = Program { thinking: player.thinking, child, input, lines, complaint: None };
        program.ask(&Request::Introduce(Greeting::Tep))?;
        program.hear(STARTING, |reply| (*reply == Reply::Introduced).then_some(()))?;
        for (name, value) in &player.options {
            program.ask(&Request::SetOption { name: name.clone(), value: value.clone() })?;
        }
        program.ask(&Request::IsReady)?;
        program.hear(STARTING, |reply| (*reply == Reply::Ready).then_some(()))?;
        match program.complaint.take() {
            // An option that it does not have would make the match another one than was asked for.
            Some(complaint) => Err(Failing::NotStarted(complaint)),
            None => Ok(program),
        }
    }

    /// Another game begins.
    pub(crate) fn new_game(&mut self) -> Result<(), Failing> {
        self.complaint = None;
        self.ask(&Request::NewGame)
    }

    /// What it plays; nothing if the match is stopped.
    pub(crate) fn choose(&mut self, round: &Round, stop: &Stop) -> Result<Option<Move>, Failing> {
        let place = match round {
            Round::Tafl(TaflRound::Narrow(game)) => place(game),
            Round::Tafl(TaflRound::Wide(game)) => place(game),
            Round::Tavli(_) => return Err(Failing::NoMove(None)),
        };
        self.ask(&Request::Position(place))?;
        self.ask(&Request::Go(self.thinking))?;
        let patience = self.thinking.movetime.map_or(LONGEST_THOUGHT, |time| time.saturating_add(GRACE));
        let began = Instant::now();
        let answer = loop {
            if stop.is_stopped() {
                self.ask(&Request::Stop)?;
                return Ok(None);
            }
            match self.next(MOMENT)? {
                Some(Reply::BestMove(answer)) => break answer,
                _ if began.elapsed() > patience => return Err(Failing::TooSlow(began.elapsed())),
                _ => {}
            }
        };
        let text = answer.ok_or_else(|| Failing::NoMove(self.complaint.take()))?;
        let mv: Move = text.to_uppercase().parse().map_err(|_| Failing::NotAMove(text))?;
        let Round::Tafl(round) = round else { return Ok(None) };
        match round.why_not_move(mv) {
            Some(illegal) => Err(Failing::Illegal(mv, illegal)),
            None => Ok(Some(mv)),
        }
    }

    fn ask(&mut self, request: &Request) -> Result<(), Failing> {
        let sent = self.input.as_mut().map(|input| writeln!(input, "{request}").and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(Failing::Died(self.complaint.take())),
        }
    }

    /// Waits for an answer of some kind.
    fn hear<T>(&mut self, patience: Duration, wanted: impl Fn(&Reply) -> Option<T>) -> Result<T, Failing> {
        let began = Instant::now();
        while began.elapsed() < patience {
            if let Some(found) = self.next(MOMENT)?.as_ref().and_then(&wanted) {
                return Ok(found);
            }
        }
        Err(Failing::Mute)
    }

    /// The next answer; nothing if none comes for a moment.
    fn next(&mut self, patience: Duration) -> Result<Option<Reply>, Failing> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => {
                let reply = Reply::read(&line);
                if let Reply::Error(complaint) = &reply {
                    self.complaint = Some(complaint.clone());
                }
                Ok(Some(reply))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failing::Died(self.complaint.take())),
        }
    }
}

/// The whole game, so that the program sees what has been before.
fn place<B: Bits>(game: &Game<B>) -> Place {
    let ruleset = Ruleset::Tafl(game.position().rules().ruleset().clone());
    let rules = ruleset.preset().map_or_else(|| ruleset.to_string(), |name| format!("preset:{name}"));
    Place {
        start: Start::Usual(Some(game.first_setup().side.name().to_owned())),
        ruleset: Some(rules),
        moves: game.moves_made().map(|mv| mv.to_string()).collect(),
    }
}

/// Hands on what a program says, line after line.
fn listen(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(1..) if lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

/// It is told to end, and ended if it does not.
impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.ask(&Request::Quit);
        drop(self.input.take());
        let began = Instant::now();
        while began.elapsed() < ENDING {
            // What it still says must not keep it from ending.
            while self.lines.try_recv().is_ok() {}
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
