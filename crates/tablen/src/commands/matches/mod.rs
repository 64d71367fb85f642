//! Computer against computer.

mod json;
mod report;

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use tablen_engine::Stop;
use tablen_lab::matches::{End, News, Played, Settings, Tally, run};
use tablen_lab::players::{self, Player};
use tablen_lab::records;
use tablen_lab::statistics::Sprt;
use tablen_table::Ruleset;
use tablen_words::{Arg, Lang, Message};

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::Subject;

/// A match that has been played, with all that its report tells.
struct Finished {
    settings: Settings,
    threads: usize,
    played: Played,
    elapsed: Duration,
}

/// Lets two players, or every level and the one below, play against each other and tells what came of it. Ctrl-C ends it with
/// what was played until then.
pub fn play_match(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let pairings = pairings(arguments)?;
    let settings = settings(arguments, pairings[0])?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = arguments.number("threads", cores as u64, 1..=1_024)? as usize;
    let mut file = arguments.get("records").map(open).transpose()?;
    let stop = Stop::new();
    let switch = stop.clone();
    // Whoever cannot be told of Ctrl-C is ended by it, as any other program is.
    let _ = ctrlc::set_handler(move || switch.stop());
    let mut matches = Vec::new();
    for players in pairings {
        let settings = Settings { players, ..settings.clone() };
        let finished = play_one(settings, threads, &stop, file.as_mut(), lang)?;
        let is_interrupted = finished.played.end == End::Interrupted;
        matches.push(finished);
        if is_interrupted {
            break;
        }
    }
    match (arguments.has("ladder"), arguments.has("json")) {
        (true, true) => write_json(out, &json::ladder(&matches))?,
        (true, false) => report::ladder(&matches, out, lang)?,
        (false, as_json) => {
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

fn play_one(
    settings: Settings,
    threads: usize,
    stop: &Stop,
    mut file: Option<&mut File>,
    lang: Lang,
) -> Result<Finished, Failure> {
    let games = settings.pairs * 2;
    let mut progress = Progress::new(games, lang);
    let mut written = Ok(());
    let played = run(&settings, threads, stop, |news, tally| {
        if let (News::Counted(game), Some(file)) = (news, file.as_mut()) {
            written = records::append(file, &game.table);
            if written.is_err() {
                return ControlFlow::Break(());
            }
        }
        let elapsed = progress.elapsed();
        match tally.pairs().is_empty() {
            true => progress.at(0),
            false => progress.tell(|| progress_line(&settings, tally, elapsed)),
        }
        ControlFlow::Continue(())
    });
    written?;
    let played = played.map_err(|fault| Failure::input(&fault))?;
    Ok(Finished { settings, threads, played, elapsed: progress.elapsed() })
}

/// The pairs of players of all matches that are to be played.
fn pairings(arguments: &Arguments) -> Result<Vec<[Player; 2]>, Failure> {
    let problem = |key: &'static str| Err(Failure::Input(message!(key)));
    match (arguments.get("players"), arguments.has("ladder")) {
        (None, false) => problem("match.error.players-missing"),
        (Some(_), true) => problem("match.error.players-and-ladder"),
        (None, true) => Ok(Player::ladder().collect()),
        (Some(text), false) => {
            let players = players::two(text).map_err(|error| Failure::flag("players", &error))?;
            Ok(vec![players])
        }
    }
}

fn settings(arguments: &Arguments, players: [Player; 2]) -> Result<Settings, Failure> {
    let ruleset = match Subject::of(arguments)? {
        Subject::Tafl(position) => Ruleset::Tafl(position.rules().ruleset().clone()),
        Subject::Tavli(position) => Ruleset::Tavli(position.ruleset()),
    };
    let is_tavli = matches!(ruleset, Ruleset::Tavli(_));
    let usual = Settings::new(ruleset, players);
    let games = arguments.number("games", usual.pairs * 2, 2..=1_000_000_000)?;
    if !games.is_multiple_of(2) {
        return Err(Failure::Input(message!("match.error.odd-games").with("games", games)));
    }
    let openings = arguments.number("openings", usual.openings.into(), 0..=100)? as u32;
    if is_tavli && openings > 0 {
        return Err(Failure::Input(message!("match.error.openings-in-tavli")));
    }
    let longest = arguments.number("plies", usual.longest.into(), 1..=100_000)? as u32;
    if openings >= longest {
        let message = message!("match.error.openings-too-long");
        return Err(Failure::Input(message.with("openings", openings).with("plies", longest)));
    }
    let seed = arguments.number("seed", usual.seed, 0..=u64::MAX)?;
    Ok(Settings { pairs: games / 2, seed, openings, longest, sprt: sprt(arguments)?, ..usual })
}

fn sprt(arguments: &Arguments) -> Result<Option<Sprt>, Failure> {
    let Some(text) = arguments.get("sprt") else {
        return match ["alpha", "beta"].into_iter().find(|flag| arguments.has(flag)) {
            Some(flag) => Err(Failure::Input(message!("match.error.risk-without-test").text("flag", flag))),
            None => Ok(None),
        };
    };
    let hypotheses = text.parse().map_err(|error| Failure::flag("sprt", &error))?;
    Ok(Some(Sprt { hypotheses, alpha: risk(arguments, "alpha")?, beta: risk(arguments, "beta")? }))
}

/// One in twenty, where nothing is said.
fn risk(arguments: &Arguments, flag: &'static str) -> Result<f64, Failure> {
    let text = arguments.get(flag).unwrap_or("0.05");
    text.parse()
        .ok()
        .filter(|risk| *risk > 0.0 && *risk < 0.5)
        .ok_or_else(|| Failure::Input(message!("match.error.risk").text("flag", flag).text("value", text)))
}

/// What is there already stays there.
fn open(path: &str) -> Result<File, Failure> {
    let opened: io::Result<File> = File::options().create(true).append(true).open(path);
    opened.map_err(|error| {
        Failure::Input(message!("match.error.records").text("file", path).text("error", error))
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
