//! Computer against computer.

mod json;
mod report;

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::ArgMatches;
use tablen_engine::{Level, Stop};
use tablen_lab::drawn_rules::DrawnRules;
use tablen_lab::matches::{End, Game, Kept, News, Played, Settings, Tally, go_on};
use tablen_lab::openings::{Book, Openings};
use tablen_lab::players::{self, Player};
use tablen_lab::records;
use tablen_lab::statistics::Sprt;
use tablen_rules::words::{Arg, Explain, Lang, Message};
use tablen_table::Ruleset;

use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families;
use crate::files;
use crate::progress::Progress;
use crate::subject::{self, PRESET, RULES, SET};

/// Lets two players, or every level and the one below, play against each other and tells what came of it. Ctrl-C ends it with
/// what was played until then; with `--save` the same command goes on from there.
pub struct Match {
    who: Who,
    /// Of the first match, which the others share but for their players.
    settings: Settings,
    threads: usize,
    records: Option<PathBuf>,
    save: Option<PathBuf>,
    is_json: bool,
}

/// Who plays.
#[derive(Clone)]
enum Who {
    /// These two.
    Two(Box<[Player; 2]>),
    /// Every level with the one below.
    Ladder,
}

const PLAYERS: Argument = Argument::flag("players", "players").plain_list().one_of(|| LEVELS.to_vec());
const LADDER: Argument = Argument::switch("ladder");
const GAMES: Argument = Argument::number("games", "number");
const SEED: Argument = Argument::number("seed", "number");
const PLIES: Argument = Argument::number("plies", "number");
const RANDOM_OPTIONS: Argument = Argument::switch("random-options");
const OPENINGS: Argument = Argument::flag("openings", "openings");
const THREADS: Argument = Argument::number("threads", "number");
const SPRT: Argument = Argument::flag("sprt", "range");
const ALPHA: Argument = Argument::flag("alpha", "risk");
const BETA: Argument = Argument::flag("beta", "risk");
/// Where records go.
pub const RECORDS: Argument = Argument::file("records");
const SAVE: Argument = Argument::file("save").said_as("match-save");

/// What shells offer as players.
const LEVELS: [&str; Level::COUNT] =
    ["level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "level:7", "level:8"];

impl Command for Match {
    const NAME: &'static str = "match";
    const ARGUMENTS: &'static [Argument] = &[
        PRESET,
        PLAYERS,
        LADDER,
        GAMES,
        SEED,
        PLIES,
        OPENINGS,
        RANDOM_OPTIONS,
        THREADS,
        SPRT,
        ALPHA,
        BETA,
        RECORDS,
        SAVE,
        RULES,
        SET,
        JSON,
    ];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Match, Failure> {
        let who = who(matches)?;
        let settings = settings(matches, &who)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Match {
            who,
            settings,
            threads: THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize,
            records: RECORDS.path(matches)?.map(ToOwned::to_owned),
            save: SAVE.path(matches)?.map(ToOwned::to_owned),
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut keeping = Keeping {
            records: self.records.as_deref().map(open).transpose()?,
            save: self.save.map(Save::open).transpose()?,
        };
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other.
        let _ = ctrlc::set_handler(move || switch.stop());
        let mut matches = Vec::new();
        for players in self.who.pairings() {
            let settings = Settings { players, ..self.settings.clone() };
            let finished = play_one(settings, self.threads, &stop, &mut keeping, lang)?;
            let is_interrupted = finished.played.end == End::Interrupted;
            matches.push(finished);
            if is_interrupted {
                break;
            }
        }
        match (self.who, self.is_json) {
            (Who::Ladder, true) => write_json(out, &json::ladder(&matches))?,
            (Who::Ladder, false) => report::ladder(&matches, out, lang)?,
            (Who::Two(_), as_json) => {
                for finished in &matches {
                    if as_json {
                        write_json(out, &json::of(finished))?;
                    } else {
                        report::of(finished, out, lang)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Who {
    /// The pairs of players of all matches that are to be played.
    fn pairings(&self) -> Vec<[Player; 2]> {
        match self {
            Who::Two(players) => vec![<[Player; 2]>::clone(players)],
            Who::Ladder => Player::ladder().collect(),
        }
    }
}

/// A match that has been played, with all that its report tells.
struct Finished {
    settings: Settings,
    threads: usize,
    played: Played,
    elapsed: Duration,
}

/// Where what is played goes.
struct Keeping {
    records: Option<File>,
    save: Option<Save>,
}

impl Keeping {
    /// Writes down a game that has been counted. Records come first: what is said to be played has its record.
    fn keep(
        &mut self,
        settings: &Settings,
        game: &Game,
        tally: &Tally,
        elapsed: Duration,
    ) -> Result<(), Failure> {
        if let Some(records) = &mut self.records {
            records::append(records, &game.table)?;
        }
        match &mut self.save {
            // A pair counts as a whole.
            Some(save) if !game.number.is_multiple_of(2) => save.keep(settings, tally, elapsed),
            _ => Ok(()),
        }
    }
}

/// The file that matches are kept in.
struct Save {
    path: PathBuf,
    kept: Kept,
}

impl Save {
    /// What is in it goes on.
    fn open(path: PathBuf) -> Result<Save, Failure> {
        let kept = match files::read(&path)? {
            Some(bytes) => Kept::from_bytes(&bytes).map_err(|error| {
                Failure::Input(
                    message!("match.error.save").text("file", path.display()).with("error", error.message()),
                )
            })?,
            None => Kept::default(),
        };
        Ok(Save { path, kept })
    }

    fn keep(&mut self, settings: &Settings, tally: &Tally, elapsed: Duration) -> Result<(), Failure> {
        self.kept.keep(settings, tally, elapsed);
        files::write(&self.path, &self.kept.to_bytes())
    }
}

fn play_one(
    settings: Settings,
    threads: usize,
    stop: &Stop,
    keeping: &mut Keeping,
    lang: Lang,
) -> Result<Finished, Failure> {
    let games = settings.pairs * 2;
    let mut progress = Progress::new(games, lang);
    let mut written = Ok(());
    let (begun, before) = keeping.save.as_ref().and_then(|save| save.kept.of(&settings)).unwrap_or_default();
    let played = go_on(&settings, begun, threads, stop, |news, tally| {
        let elapsed = before + progress.elapsed();
        if let News::Counted(game) = news {
            written = keeping.keep(&settings, game, tally, elapsed);
            if written.is_err() {
                return ControlFlow::Break(());
            }
        }
        match tally.pairs().is_empty() {
            true => progress.at(0),
            false => progress.tell(|| progress_line(&settings, tally, elapsed)),
        }
        ControlFlow::Continue(())
    });
    written?;
    let played = played.map_err(|fault| Failure::input(&fault))?;
    Ok(Finished { settings, threads, played, elapsed: before + progress.elapsed() })
}

fn who(matches: &ArgMatches) -> Result<Who, Failure> {
    let problem = |key: &'static str| Err(Failure::Input(message!(key)));
    match (PLAYERS.list(matches)?, LADDER.is_given(matches)) {
        (None, false) => problem("match.error.players-missing"),
        (Some(_), true) => problem("match.error.players-and-ladder"),
        (None, true) => Ok(Who::Ladder),
        (Some(given), false) => players::two(&given.text)
            .map(|two| Who::Two(Box::new(two)))
            .map_err(|error| given.refused(error.message())),
    }
}

fn settings(matches: &ArgMatches, who: &Who) -> Result<Settings, Failure> {
    let ruleset = subject::rules(matches)?;
    let openings_refused = families::openings_refused(&ruleset);
    let Some(players) = who.pairings().into_iter().next() else {
        return Err(Failure::Input(message!("match.error.players-missing")));
    };
    let usual = Settings::new(ruleset, players);
    let games = GAMES.number_or(matches, usual.pairs * 2, 2..=1_000_000_000)?;
    if !games.is_multiple_of(2) {
        return Err(Failure::Input(message!("match.error.odd-games").with("games", games)));
    }
    let openings = openings(matches, &usual)?;
    if let Some(why) = openings_refused.filter(|_| openings != Openings::Random(0)) {
        return Err(Failure::Input(why));
    }
    let draws_options = RANDOM_OPTIONS.is_given(matches);
    if draws_options && matches!(openings, Openings::Book(_)) {
        return Err(Failure::Input(message!("match.error.options-and-book")));
    }
    let longest = PLIES.number_or(matches, usual.longest.into(), 1..=100_000)? as u32;
    if openings.longest() >= longest {
        let message = message!("match.error.openings-too-long");
        return Err(Failure::Input(message.with("openings", openings.longest()).with("plies", longest)));
    }
    let seed = SEED.number_or(matches, usual.seed, 0..=u64::MAX)?;
    let drawn_rules = if draws_options { DrawnRules::AllOptions } else { DrawnRules::AsGiven };
    Ok(Settings { drawn_rules, pairs: games / 2, seed, openings, longest, sprt: sprt(matches)?, ..usual })
}

/// How games begin: a number of random moves, `book` for the book that comes with Tablen, or a file.
fn openings(matches: &ArgMatches, usual: &Settings) -> Result<Openings, Failure> {
    let Some(given) = OPENINGS.given(matches)? else { return Ok(usual.openings.clone()) };
    if given.text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-') {
        return Ok(Openings::Random(given.number(0..=100)? as u32));
    }
    let Ruleset::Tafl(ruleset) = &usual.ruleset else {
        return Err(Failure::Input(message!("match.error.openings-in-tavli")));
    };
    let book = if given.text == "book" {
        let known: Vec<&str> = Book::presets().map(|preset| preset.name()).collect();
        let none = || message!("match.error.no-book").text("known", known.join(", "));
        Book::of(ruleset).ok_or_else(|| Failure::Input(none()))?
    } else {
        let bytes = read_file(Path::new(&*given.text))?;
        let book = Book::read(&String::from_utf8_lossy(&bytes), ruleset);
        book.map_err(|error| given.refused(error.message()))?
    };
    Ok(Openings::Book(Arc::new(book)))
}

fn sprt(matches: &ArgMatches) -> Result<Option<Sprt>, Failure> {
    let Some(given) = SPRT.given(matches)? else {
        return match [ALPHA, BETA].into_iter().find(|risk| risk.is_given(matches)) {
            Some(risk) => {
                Err(Failure::Input(message!("match.error.risk-without-test").text("flag", risk.name)))
            }
            None => Ok(None),
        };
    };
    Ok(Some(Sprt { hypotheses: given.parse()?, alpha: risk(matches, &ALPHA)?, beta: risk(matches, &BETA)? }))
}

/// One in twenty, where nothing is said.
fn risk(matches: &ArgMatches, argument: &Argument) -> Result<f64, Failure> {
    let Some(given) = argument.given(matches)? else { return Ok(0.05) };
    given.text.parse().ok().filter(|risk| *risk > 0.0 && *risk < 0.5).ok_or_else(|| {
        let message = message!("match.error.risk").text("flag", argument.name);
        Failure::Input(message.text("value", &given.text))
    })
}

/// Opens a file for records. What is there already stays there.
pub fn open(path: &Path) -> Result<File, Failure> {
    let opened: io::Result<File> = File::options().create(true).append(true).open(path);
    opened.map_err(|error| {
        Failure::Input(message!("match.error.records").text("file", path.display()).text("error", error))
    })
}

/// How many signs the bar has.
const BAR: u64 = 10;

/// How far a match is, short enough for a narrow terminal.
fn progress_line(settings: &Settings, tally: &Tally, elapsed: Duration) -> Message {
    let (done, total) = (tally.games().len(), settings.pairs * 2);
    let filled = (done * BAR / total.max(1)) as usize;
    let bar = "█".repeat(filled) + &"░".repeat(BAR as usize - filled);
    let speed = done as f64 / elapsed.as_secs_f64().max(1e-9);
    let seconds = ((total - done) as f64 / speed) as u64;
    let left = match seconds / 3_600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    };
    let score = tally.pairs().score();
    let interval = score.map(|score| score.interval());
    let percent = |share: Option<f64>| share.unwrap_or_default() * 100.0;
    let test = match settings.sprt {
        Some(sprt) => {
            let (low, high) = sprt.bounds();
            Arg::Message(
                message!("match.progress-test")
                    .decimal("llr", sprt.llr(tally.pairs()), 2)
                    .decimal("low", low, 2)
                    .decimal("high", high, 2),
            )
        }
        None => Arg::Text(String::new()),
    };
    message!("match.progress")
        .text("bar", bar)
        .with("done", done)
        .with("total", total)
        .decimal("score", percent(score.map(|score| score.mean())), 1)
        .decimal("low", percent(interval.map(|interval| interval.low)), 1)
        .decimal("high", percent(interval.map(|interval| interval.high)), 1)
        .decimal("speed", speed, 1)
        .text("left", left)
        .with("test", test)
}
