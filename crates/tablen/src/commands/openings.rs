//! Openings for matches.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_lab::openings::{Made, Making, Trial, make};
use tablen_rules::words::{Explain, Lang};
use tablen_table::Ruleset;

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families;
use crate::progress::Progress;
use crate::subject::{self, PRESET, RULES, SET};

/// Makes a book of openings that the engine judges even.
pub struct Openings {
    making: Making,
    threads: usize,
    file: Option<PathBuf>,
}

const COUNT: Argument = Argument::number("count", "number");
const CANDIDATES: Argument = Argument::number("candidates", "number");
const PLIES: Argument = Argument::number("plies", "number").said_as("openings-plies");
const NODES: Argument = Argument::number("nodes", "number").said_as("openings-nodes");
const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number").said_as("openings-threads");
const FILE: Argument = Argument::file("book");

impl Command for Openings {
    const NAME: &'static str = "openings";
    const ARGUMENTS: &'static [Argument] =
        &[PRESET, COUNT, CANDIDATES, PLIES, NODES, SEED, THREADS, FILE, RULES, SET];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Openings, Failure> {
        let ruleset = match subject::rules(matches)? {
            Ruleset::Tafl(ruleset) => ruleset,
            tavli => {
                let refused = families::openings_refused(&tavli);
                return Err(Failure::Input(refused.unwrap_or_else(|| message!("cli.error.slip"))));
            }
        };
        let usual = Making::new(ruleset);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Openings {
            making: Making {
                count: COUNT.number_or(matches, usual.count as u64, 1..=100_000)? as usize,
                candidates: CANDIDATES.number_or(matches, usual.candidates as u64, 1..=10_000)? as usize,
                plies: PLIES.number_or(matches, usual.plies.into(), Making::FEWEST.into()..=100)? as u32,
                nodes: NODES.number_or(matches, usual.nodes, 1..=1_000_000_000)?,
                seed: SEED.number_or(matches, usual.seed, 0..=u64::MAX)?,
                ..usual
            },
            threads: THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize,
            file: FILE.path(matches)?.map(ToOwned::to_owned),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other.
        let _ = ctrlc::set_handler(move || switch.stop());
        let mut progress = Progress::new(0, lang);
        let made = make(&self.making, self.threads, &stop, &mut |done, total| {
            progress.tell(|| {
                let percent = done * 100 / total.max(1);
                message!("cli.openings.progress").with("percent", percent)
            });
        });
        drop(progress);
        let Some(made) = made.map_err(|faults| Failure::Input(faults.message()))? else {
            return Err(Failure::Input(message!("cli.openings.interrupted")));
        };
        if made.openings.is_empty() {
            return Err(Failure::Input(message!("cli.openings.none").with("drawn", made.drawn)));
        }
        let text = book(&self.making, &made);
        match self.file {
            None => Ok(out.write_all(text.as_bytes())?),
            Some(path) => {
                fs::write(&path, text).map_err(|error| {
                    let message = message!("cli.openings.unwritten").text("file", path.display());
                    Failure::Input(message.text("error", error))
                })?;
                let told = message!("cli.openings.written").with("count", made.openings.len());
                let told = told.with("wanted", self.making.count).text("file", path.display());
                Ok(writeln!(out, "{}", told.render(lang))?)
            }
        }
    }
}

/// The text of a book: how it was made, then an opening a line. What a file says about itself is not translated, like its moves.
fn book(making: &Making, made: &Made) -> String {
    let ruleset = Ruleset::Tafl(making.ruleset.clone());
    let (rules, asked) = match ruleset.preset() {
        Some(name) => (format!("preset:{name}"), name.to_owned()),
        None => (ruleset.to_string(), format!("--rules '{ruleset}'")),
    };
    let Making { count, candidates, plies, nodes, seed, .. } = making;
    let mut text = format!(
        "# Openings that Tablen {version} judges even, for {rules}\n\
         # made by: tablen openings {asked} --count {count} --candidates {candidates} --plies {plies} --nodes {nodes} --seed {seed}\n\
         # {kept} of {drawn} openings of {fewest} to {plies} moves that were drawn, none the mirror image of another.\n\
         # A line: who begins, the moves, and how many trial games from there the attackers won, nobody and the defenders.\n",
        version = env!("CARGO_PKG_VERSION"),
        kept = made.openings.len(),
        drawn = made.drawn,
        fewest = Making::FEWEST,
    );
    for (opening, Trial { attackers, drawn, defenders }) in &made.openings {
        text.push_str(&format!("{opening} # {attackers} {drawn} {defenders}\n"));
    }
    text
}
