//! What the computer thinks of a position or of the turns of a record.

mod records;
mod totals;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tablen_engine::{Level, Limits, Signals, Stop};
use tablen_rules::words::Lang;

use super::play::level;
use super::{Command, read_file, write_json};
use crate::arguments::{Argument, Given, JSON};
use crate::failure::Failure;
use crate::families::{Asked, Effort, FamilyPosition, Length, Rollout};
use crate::subject::{self, FIRST, NAMED_PRESET, POSITION, RULES, SET};

/// Tells the best lines of a position; or for every turn of a record what the computer would have played, what the turn cost and why.
/// Ctrl-C ends it with what was found until then.
pub struct Analyse {
    subject: Subject,
    asked: Asked,
    graph: Option<PathBuf>,
    is_json: bool,
}

/// What is analysed.
enum Subject {
    Record(PathBuf),
    Position(Box<dyn FamilyPosition>),
}

const FILE: Argument = Argument::file("record").only_plain();
const LEVEL: Argument = Argument::number("level", "number").said_as("analyse-level");
const LINES: Argument = Argument::number("lines", "number");
const NODES: Argument = Argument::number("nodes", "number");
const TIME: Argument = Argument::number("time", "seconds");
const GRAPH: Argument = Argument::file("graph");
const ROLL: Argument = Argument::flag("roll", "dice").said_as("analyse-roll");
const ROLLOUT: Argument = Argument::number("rollout", "number");
const TURNS: Argument = Argument::flag("turns", "length").said_as("rollout-turns");
const ERROR: Argument = Argument::number("error", "percent").said_as("rollout-error");
const THREADS: Argument = Argument::number("threads", "number").said_as("rollout-threads");
const SEED: Argument = Argument::number("seed", "number").said_as("rollout-seed");
const SAVE: Argument = Argument::file("save").said_as("analyse-save");

/// What says more about rollouts.
const OF_ROLLOUTS: [Argument; 5] = [TURNS, ERROR, THREADS, SEED, SAVE];

/// For rollouts of whole games, instead of a number of turns.
const FULL: &str = "full";

/// What describes a position.
const OF_A_POSITION: [Argument; 6] = [POSITION, ROLL, NAMED_PRESET, FIRST, RULES, SET];

/// How many lines of a position are told where nothing is said. Of the turns of a record it is one.
const USUAL_LINES: u64 = 3;

impl Command for Analyse {
    const NAME: &'static str = "analyse";
    const ARGUMENTS: &'static [Argument] = &[
        FILE,
        POSITION,
        ROLL,
        ROLLOUT,
        TURNS,
        ERROR,
        THREADS,
        SEED,
        SAVE,
        NAMED_PRESET,
        FIRST,
        RULES,
        SET,
        LEVEL,
        NODES,
        TIME,
        LINES,
        GRAPH,
        JSON,
    ];

    fn read(matches: &ArgMatches, lang: Lang) -> Result<Analyse, Failure> {
        let nodes = NODES.given(matches)?.map(|given| given.number(1..=1_000_000_000_000)).transpose()?;
        let seconds = TIME.given(matches)?.map(|given| given.decimal(0.001..=86_400.0)).transpose()?;
        let level = level(&LEVEL, matches, Level::STRONGEST)?;
        let effort = match (nodes, seconds) {
            (None, None) => Effort::Level(level),
            _ if LEVEL.is_given(matches) => {
                return Err(Failure::Input(message!("cli.error.level-and-limit")));
            }
            (nodes, seconds) => Effort::Limited(Limits {
                nodes,
                time: seconds.map(Duration::from_secs_f64),
                ..Limits::default()
            }),
        };
        let has_position = OF_A_POSITION.iter().any(|argument| argument.is_given(matches));
        let graph = GRAPH.path(matches)?.map(ToOwned::to_owned);
        let (subject, usual_lines) = match FILE.path(matches)? {
            Some(_) if has_position => return Err(Failure::Input(message!("analyse.error.twice"))),
            Some(file) => (Subject::Record(file.to_owned()), 1),
            None if !has_position => return Err(Failure::Input(message!("analyse.error.nothing"))),
            None if graph.is_some() => {
                return Err(Failure::Input(message!("analyse.error.graph-of-position")));
            }
            None => {
                let position = subject::position_by(matches, &NAMED_PRESET, &POSITION)?;
                (Subject::Position(position), USUAL_LINES)
            }
        };
        let lines = usize::try_from(LINES.number_or(matches, usual_lines, 1..=100)?).unwrap_or(usize::MAX);
        let roll = ROLL.given(matches)?.map(Given::into_owned);
        let rollout = rollout(matches, roll.is_some())?;
        let save = SAVE.path(matches)?.map(ToOwned::to_owned);
        Ok(Analyse {
            subject,
            asked: Asked { effort, lines, roll, rollout, save, lang },
            graph,
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other.
        let _ = ctrlc::set_handler(move || switch.stop());
        let began = Instant::now();
        let clock = move || began.elapsed();
        let signals = Signals::new(&stop, &clock);
        match self.subject {
            Subject::Position(position) => {
                let found = position.analyse(&self.asked, signals)?;
                match self.is_json {
                    true => write_json(out, &found.as_json())?,
                    false => found.tell(out, lang)?,
                }
                Ok(())
            }
            Subject::Record(file) => {
                let records =
                    records::Records::analyse(&read_file(&file)?, self.graph, &self.asked, signals, lang)?;
                match self.is_json {
                    true => write_json(out, &records.as_json(stop.is_stopped(), lang))?,
                    false => records.tell(stop.is_stopped(), out, lang)?,
                }
                // What was found comes before what is wrong with the rest.
                out.flush()?;
                records.damage()
            }
        }
    }
}

/// How turns are rolled out, if they are.
fn rollout(matches: &ArgMatches, has_roll: bool) -> Result<Option<Rollout>, Failure> {
    let Some(games) = ROLLOUT.given(matches)? else {
        let stray = OF_ROLLOUTS.iter().find(|argument| argument.is_given(matches));
        return stray.map_or(Ok(None), |argument| {
            Err(Failure::Input(message!("analyse.error.no-rollout").text("flag", argument.name)))
        });
    };
    if !has_roll {
        return Err(games.refused(message!("analyse.error.rollout")));
    }
    let length = TURNS.given(matches)?.map(|given| match given.text.as_ref() {
        FULL => Ok(Length::Full),
        _ => given
            .number(1..=1_000)
            .map(|turns| Length::Turns(turns as u32))
            .map_err(|_| given.refused(message!("analyse.error.turns"))),
    });
    let error = ERROR.given(matches)?.map(|given| given.decimal(0.0..=50.0)).transpose()?;
    let threads = THREADS.given(matches)?.map(|given| given.number(1..=1_024)).transpose()?;
    Ok(Some(Rollout {
        games: games.number(1..=10_000_000)? as u32,
        length: length.transpose()?,
        error: error.map(|percent| percent / 100.0),
        threads: threads.map(|threads| threads as usize),
        seed: SEED.given(matches)?.map(|given| given.number(0..=u64::MAX)).transpose()?,
    }))
}
