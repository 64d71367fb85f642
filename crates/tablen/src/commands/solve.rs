//! Proofs of forced wins.

use std::borrow::Cow;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::tafl::solver::{Answer, Progress as Step, Solver, Stage, Verdict, Win};
use tablen_engine::{Limits, Signals, Stop};
use tablen_lab::proofs;
use tablen_rules::tafl::{Bits, Narrow, Position, Rules, Side, Wide, fits_narrow};
use tablen_rules::words::{Explain, Lang, Message};

use super::{Command, read_file, write_json};
use crate::arguments::{Argument, Given, JSON};
use crate::failure::Failure;
use crate::families;
use crate::progress::Progress;
use crate::subject::{self, FIRST, PRESET, RULES, SET};

/// Proves that a side wins whatever the other plays and writes the proof to a file, or checks such a file.
pub struct Solve {
    task: Task,
    is_json: bool,
}

enum Task {
    Prove(Box<Proving>),
    Check(PathBuf),
}

struct Proving {
    position: Position,
    /// Whose win is looked for: the side to move first.
    sides: Vec<Side>,
    limits: Limits,
    megabytes: usize,
    out: Option<PathBuf>,
}

const POSITION: Argument = subject::POSITION.plain().said_as("solve-position");
const SIDE: Argument =
    Argument::flag("side", "side").one_of(|| Side::ALL.map(Side::name).to_vec()).said_as("solve-side");
const NODES: Argument = Argument::number("nodes", "number").said_as("solve-nodes");
const SECONDS: Argument = Argument::number("seconds", "number");
const PLIES: Argument = Argument::number("plies", "number").said_as("solve-plies");
const MEMORY: Argument = Argument::number("memory", "number");
const OUT: Argument = Argument::file("out");
const CHECK: Argument = Argument::file("check");

/// What is looked at unless a limit is given: some ten seconds.
const DEFAULT_NODES: u64 = 50_000_000;

/// A proof with more nodes than this is not written.
const MOST_TREE_NODES: usize = 20_000_000;

impl Command for Solve {
    const NAME: &'static str = "solve";
    const ARGUMENTS: &'static [Argument] =
        &[PRESET, POSITION, FIRST, RULES, SET, SIDE, NODES, SECONDS, PLIES, MEMORY, OUT, CHECK, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Solve, Failure> {
        let is_json = JSON.is_given(matches);
        if let Some(file) = CHECK.path(matches)? {
            return Ok(Solve { task: Task::Check(file.to_owned()), is_json });
        }
        let (ruleset, given) = subject::rules_and_position(matches, &PRESET, &POSITION)?;
        // Before a file is looked for: no position of a game with dice can be solved, wherever it stands.
        let ruleset = families::provable_rules(ruleset)?;
        let given = given.map(in_file).transpose()?;
        let position = families::read_provable_position(&ruleset, given, FIRST.given(matches)?)?;
        let sides = match SIDE.given(matches)? {
            Some(side) => vec![side.choose(Side::ALL.map(|side| (side.name(), side)))?],
            None => vec![position.side(), position.side().other()],
        };
        let seconds = SECONDS.given(matches)?.map(|given| given.number(1..=10_000_000)).transpose()?;
        let nodes = NODES.given(matches)?.map(|given| given.number(1..=u64::MAX)).transpose()?;
        let plies = PLIES.given(matches)?.map(|given| given.number(1..=1_000)).transpose()?;
        let megabytes = MEMORY.number_or(matches, 256, 1..=1_000_000)?;
        Ok(Solve {
            task: Task::Prove(Box::new(Proving {
                position,
                sides,
                limits: Limits {
                    nodes: nodes.or(seconds.is_none().then_some(DEFAULT_NODES)),
                    time: seconds.map(Duration::from_secs),
                    depth: plies.map(|plies| plies as u32),
                    target: None,
                },
                megabytes: megabytes as usize,
                out: OUT.path(matches)?.map(Path::to_owned),
            })),
            is_json,
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match self.task {
            Task::Check(file) => check(&file, self.is_json, out, lang),
            Task::Prove(proving) if fits_narrow(proving.position.rules().ruleset()) => {
                proving.run::<Narrow>(self.is_json, out, lang)
            }
            Task::Prove(proving) => proving.run::<Wide>(self.is_json, out, lang),
        }
    }
}

/// The position as it stands in a file, if it is the path of one.
fn in_file(mut given: Given<'_>) -> Result<Given<'_>, Failure> {
    let path = Path::new(given.text.as_ref());
    // Both a position and the path of a file can begin with a slash.
    let is_position = given.text.trim_start().starts_with('/') && !path.is_file();
    if is_position {
        return Ok(given);
    }
    if !path.exists() && path != Path::new("-") {
        return Err(Failure::Input(message!("solve.error.no-position").text("text", &given.text)));
    }
    let bytes = read_file(path)?;
    given.text = Cow::Owned(String::from_utf8_lossy(&bytes).trim().to_owned());
    Ok(given)
}

fn check(file: &Path, is_json: bool, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(&read_file(file)?).into_owned();
    let checked = proofs::check(&text).map_err(|error| Failure::Wrong(error.message()))?;
    if is_json {
        let value = json!({
            "winner": checked.winner.name(), "plies": checked.plies, "nodes": checked.nodes,
            "position": checked.position.to_string(), "ruleset": checked.ruleset.to_string(),
        });
        return Ok(write_json(out, &value)?);
    }
    let line = message!("solve.checked")
        .with("side", families::side("tafl", checked.winner.name()))
        .with("plies", checked.plies)
        .with("nodes", checked.nodes);
    writeln!(out, "{}", line.render(lang))?;
    Ok(writeln!(out, "{}", checked.position)?)
}

impl Proving {
    fn run<B: Bits>(self, is_json: bool, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let rules =
            Rules::<B>::new(self.position.rules().ruleset()).map_err(|faults| Failure::input(&faults))?;
        let state = rules.state(&self.position.setup()).map_err(|faults| Failure::input(&faults))?;
        let stop = Stop::new();
        let switch = stop.clone();
        let _ = ctrlc::set_handler(move || switch.stop());
        let began = Instant::now();
        let clock = move || began.elapsed();
        let solver = Solver::with_bytes(Arc::new(rules), self.megabytes * 1_000_000);
        let no_room = || message!("engine.error.memory").with("megabytes", self.megabytes);
        let mut solver = solver.ok_or_else(|| Failure::Input(no_room()))?;
        let mut progress = Progress::new(0, lang);
        let mut told = Vec::new();
        for side in &self.sides {
            let signals = Signals::new(&stop, &clock);
            let began = Instant::now();
            let mut tell = |step: Step| progress.tell(|| stage(step, *side));
            let answer = solver.solve(&state, *side, &[], &self.limits, signals, &mut tell);
            let seconds = began.elapsed().as_secs_f64();
            let is_won = matches!(answer.verdict, Verdict::Wins(_));
            if let (Verdict::Wins(win), Some(file)) = (&answer.verdict, &self.out) {
                let tree = solver.tree(&state, *side, win.plies, MOST_TREE_NODES);
                let tree = tree.ok_or_else(|| Failure::Input(message!("solve.error.large")))?;
                fs::write(file, tree.to_string()).map_err(|error| {
                    let message = message!("train.error.write").text("file", file.display());
                    Failure::Input(message.text("error", error))
                })?;
            }
            told.push((*side, answer, seconds));
            if is_won || stop.is_stopped() {
                break;
            }
        }
        drop(progress);
        if is_json {
            let answers = told.iter().map(|(side, answer, seconds)| as_json(*side, answer, *seconds));
            return Ok(write_json(out, &json!({ "answers": answers.collect::<Vec<_>>() }))?);
        }
        for (side, answer, seconds) in &told {
            for line in lines(*side, answer, *seconds) {
                writeln!(out, "{}", line.render(lang))?;
            }
            if let Verdict::Wins(win) = &answer.verdict {
                writeln!(out, "{}", moves(win))?;
            }
        }
        Ok(())
    }
}

/// What is looked for at present.
fn stage(step: Step, side: Side) -> Message {
    let message = match step.stage {
        Stage::Threats(plies) => message!("solve.stage.threats").with("plies", plies),
        Stage::Within(plies) => message!("solve.stage.within").with("plies", plies),
        Stage::Any => message!("solve.stage.any"),
    };
    message.with("side", families::side("tafl", side.name())).with("nodes", step.nodes)
}

fn moves(win: &Win) -> String {
    win.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn lines(side: Side, answer: &Answer, seconds: f64) -> Vec<Message> {
    let side = families::side("tafl", side.name());
    let result = match &answer.verdict {
        Verdict::Wins(win) => {
            let key = if win.is_shortest { "solve.wins" } else { "solve.wins-at-most" };
            message!(key).with("moves", win.plies.div_ceil(2)).with("plies", win.plies)
        }
        Verdict::CannotWin => message!("solve.cannot-win"),
        Verdict::Unknown => message!("solve.unknown").with("plies", answer.no_win_below.saturating_sub(1)),
    };
    let work = message!("solve.work").with("nodes", answer.nodes).decimal("seconds", seconds, 2);
    vec![result.with("side", side), work]
}

fn as_json(side: Side, answer: &Answer, seconds: f64) -> serde_json::Value {
    let mut value = json!({
        "side": side.name(), "nodes": answer.nodes, "seconds": seconds, "no_win_below": answer.no_win_below,
    });
    match &answer.verdict {
        Verdict::Wins(win) => {
            value["verdict"] = "wins".into();
            value["plies"] = win.plies.into();
            value["is_shortest"] = win.is_shortest.into();
            value["line"] = win.line.iter().map(ToString::to_string).collect::<Vec<_>>().into();
        }
        Verdict::CannotWin => value["verdict"] = "cannot-win".into(),
        Verdict::Unknown => value["verdict"] = "unknown".into(),
    }
    value
}
