//! Decisions of tavli with what each good turn is worth.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::Stop;
use tablen_lab::decisions::{self, Decision, Losses, Making};
use tablen_rules::words::Lang;

use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::files::{failed, read};
use crate::progress::Progress;

/// Makes decisions, completes them, or tells what the engine loses by them at each lookahead. Ctrl-C, or a kill, ends making with a file that the same
/// command goes on with.
pub struct Decisions {
    action: Action,
    /// The file; the decisions that are built in where there is none.
    file: Option<PathBuf>,
    is_json: bool,
}

#[derive(Clone, Copy)]
enum Action {
    Make { making: Making, count: u64 },
    Complete { making: Making },
    Bench { ahead: u32 },
}

const ACTIONS: [&str; 3] = ["make", "complete", "bench"];

const ACTION: Argument = Argument::flag("action", "suite-action")
    .required()
    .one_of(|| ACTIONS.to_vec())
    .said_as("decisions-action");
const FILE: Argument = Argument::file("file").said_as("decisions-file");
const COUNT: Argument = Argument::number("count", "number").said_as("decisions-count");
const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number").said_as("decisions-threads");
const AHEAD: Argument = Argument::number("ahead", "number");

impl Command for Decisions {
    const NAME: &'static str = "decisions";
    const ARGUMENTS: &'static [Argument] = &[ACTION, FILE, COUNT, SEED, THREADS, AHEAD, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Decisions, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let making = Making {
            seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            threads: THREADS.number_or(matches, cores, 1..=1_024)? as usize,
        };
        let count = COUNT.number_or(matches, 500, 1..=1_000_000)?;
        let ahead = AHEAD.number_or(matches, 1, 0..=u64::from(decisions::MOST_AHEAD))? as u32;
        let action = ACTION.needed(matches)?.choose([
            (ACTIONS[0], Action::Make { making, count }),
            (ACTIONS[1], Action::Complete { making }),
            (ACTIONS[2], Action::Bench { ahead }),
        ])?;
        let file = FILE.path(matches)?.map(Path::to_owned);
        if !matches!(action, Action::Bench { .. }) && file.is_none() {
            return Err(Failure::Input(message!("decisions.error.no-file")));
        }
        Ok(Decisions { action, file, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other; what was written until then is there.
        let _ = ctrlc::set_handler(move || switch.stop());
        match (self.action, &self.file) {
            (Action::Make { making, count }, Some(file)) => make(&making, count, file, &stop, out, lang),
            (Action::Complete { making }, Some(file)) => complete(&making, file, &stop, out, lang),
            (Action::Make { .. } | Action::Complete { .. }, None) => Ok(()),
            (Action::Bench { ahead }, _) => self.bench(ahead, &stop, out, lang),
        }
    }
}

/// Begins a file of decisions, or goes on with one: what is in it, all lines whole, the heading first, and the decisions among them.
fn begun(making: &Making, file: &Path) -> Result<(String, Vec<Decision>), Failure> {
    let heading = format!(
        "# tablen decisions make --seed {}\n# POSITION | CHANCE ERROR TURN | …: see docs/strength.md\n",
        making.seed
    );
    let before = read(file)?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    if !before.is_empty() && !before.starts_with(&heading) {
        return Err(Failure::Input(message!("decisions.error.other").text("file", file.display())));
    }
    // A kill may have left half a line.
    let whole = before.rfind('\n').map_or("", |end| &before[..=end]);
    let made = decisions::read(whole).map_err(|error| Failure::input(&error))?;
    Ok((if whole.is_empty() { heading } else { whole.to_owned() }, made))
}

/// Makes those that are missing in a file, one line after the other.
fn make(
    making: &Making,
    count: u64,
    file: &Path,
    stop: &Stop,
    out: &mut dyn Write,
    lang: Lang,
) -> Result<(), Failure> {
    let (kept, made) = begun(making, file)?;
    crate::files::write(file, kept.as_bytes())?;
    let opened = OpenOptions::new().append(true).open(file);
    let mut lines = opened.map_err(|error| failed(message!("train.error.write"), file, &error))?;
    let mut progress = Progress::new(count, lang);
    let mut done = (made.len() as u64).min(count);
    while done < count {
        progress.at(done);
        let Some(decision) = decisions::make(making, done, stop) else { break };
        let written = writeln!(lines, "{decision}").and_then(|()| lines.flush());
        written.map_err(|error| failed(message!("train.error.write"), file, &error))?;
        done += 1;
    }
    drop(progress);
    let line = message!("decisions.made").with("decisions", done).text("file", file.display());
    Ok(writeln!(out, "{}", line.render(lang))?)
}

/// Lists in every decision of a file what the computer plays there. The file is written anew after each that gains a turn.
fn complete(
    making: &Making,
    file: &Path,
    stop: &Stop,
    out: &mut dyn Write,
    lang: Lang,
) -> Result<(), Failure> {
    let (kept, mut made) = begun(making, file)?;
    let heading: String = kept.split_inclusive('\n').take_while(|line| line.starts_with('#')).collect();
    let mut progress = Progress::new(made.len() as u64, lang);
    let mut completed = 0;
    for number in 0..made.len() {
        progress.at(number as u64);
        let Some(is_longer) = decisions::complete(making, &mut made[number], stop) else { break };
        if is_longer {
            completed += 1;
            let lines: String = made.iter().map(|decision| format!("{decision}\n")).collect();
            crate::files::write(file, format!("{heading}{lines}").as_bytes())?;
        }
    }
    drop(progress);
    let line = message!("decisions.completed").with("decisions", completed).text("file", file.display());
    Ok(writeln!(out, "{}", line.render(lang))?)
}

impl Decisions {
    fn decisions(&self) -> Result<Vec<Decision>, Failure> {
        let text = match &self.file {
            Some(file) => String::from_utf8_lossy(&read_file(file)?).into_owned(),
            None => decisions::DECISIONS.to_owned(),
        };
        decisions::read(&text).map_err(|error| Failure::input(&error))
    }

    fn bench(&self, ahead: u32, stop: &Stop, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let decisions = self.decisions()?;
        let mut progress = Progress::new(decisions.len() as u64 * u64::from(ahead + 1), lang);
        let mut rows = Vec::new();
        let mut done = 0;
        for ahead in 0..=ahead {
            let (mut engine, mut losses) = (decisions::engine(ahead), Losses::default());
            for decision in &decisions {
                progress.at(done);
                losses.add(decision, &mut engine, stop);
                done += 1;
            }
            rows.push((ahead, losses));
        }
        drop(progress);
        if self.is_json {
            let rows = rows.iter().map(|(ahead, losses)| {
                json!({
                    "ahead": ahead,
                    "decisions": losses.decisions,
                    "best": losses.best,
                    "unlisted": losses.unlisted,
                    "mean_loss": losses.mean(),
                    "standard_error": losses.standard_error(),
                })
            });
            return Ok(write_json(out, &json!({ "bench": rows.collect::<Vec<_>>() }))?);
        }
        for (ahead, losses) in &rows {
            let line = message!("decisions.lost")
                .with("ahead", *ahead)
                .with("decisions", losses.decisions)
                .with("best", losses.best)
                .with("unlisted", losses.unlisted)
                .decimal("loss", losses.mean() * 100.0, 2)
                .decimal("error", losses.standard_error() * 100.0, 2);
            writeln!(out, "{}", line.render(lang))?;
        }
        Ok(())
    }
}
