//! Learning by self-play.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_rules::words::{Explain, Lang, Message};

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training::{self, NotATraining, Settings, Training};
use crate::progress::Progress;

/// Learns the weights of a game's evaluation by self-play and writes them to a file. Ctrl-C, or a kill, ends it with a checkpoint from
/// which the same command goes on.
pub struct Train {
    settings: Settings,
    threads: usize,
    weights: PathBuf,
}

/// What can be trained.
const GAMES_TO_TRAIN: [&str; 1] = [training::GAME];

const GAME: Argument =
    Argument::flag("game", "preset").required().one_of(|| GAMES_TO_TRAIN.to_vec()).said_as("train-game");
const WEIGHTS: Argument = Argument::file("weights");
const GAMES: Argument = Argument::number("games", "number");
const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number");

/// How many games are played unless it is said: enough to see that it learns, in some minutes.
const DEFAULT_GAMES: u64 = 2_000;

/// How often a checkpoint is written.
const CHECKPOINT: Duration = Duration::from_secs(10);

impl Command for Train {
    const NAME: &'static str = "train";
    const ARGUMENTS: &'static [Argument] = &[GAME, WEIGHTS, GAMES, SEED, THREADS];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Train, Failure> {
        GAME.needed(matches)?.choose(GAMES_TO_TRAIN.map(|name| (name, ())))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Train {
            settings: Settings {
                games: GAMES.number_or(matches, DEFAULT_GAMES, 1..=100_000_000)?,
                seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            },
            threads: THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize,
            weights: WEIGHTS.path(matches)?.map_or_else(|| training::WEIGHTS.into(), Path::to_owned),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other; the last checkpoint is there.
        let _ = ctrlc::set_handler(move || switch.stop());
        let checkpoint = checkpoint_of(&self.weights);
        let mut training = self.begin(&checkpoint)?;
        let before = training.games();
        let mut progress = Progress::new(self.settings.games, lang);
        let mut written = Instant::now();
        while !training.is_complete() && !stop.is_stopped() {
            training.round(self.threads);
            let elapsed = progress.elapsed();
            progress.tell(|| progress_line(&training, before, elapsed));
            if written.elapsed() >= CHECKPOINT {
                write(&checkpoint, &training.to_text())?;
                written = Instant::now();
            }
        }
        drop(progress);
        if !training.is_complete() {
            write(&checkpoint, &training.to_text())?;
            let line = message!("train.interrupted").with("games", training.games());
            let line = line.with("total", self.settings.games).text("file", checkpoint.display());
            return Ok(writeln!(out, "{}", line.render(lang))?);
        }
        write(&self.weights, &training.weights().to_string())?;
        // It may not be there: a short training needs none.
        let _ = fs::remove_file(&checkpoint);
        let line =
            message!("train.done").with("games", training.games()).text("file", self.weights.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }
}

impl Train {
    /// The training of the checkpoint, if there is one of these settings, or a new one.
    fn begin(&self, checkpoint: &Path) -> Result<Training, Failure> {
        let text = match fs::read_to_string(checkpoint) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Training::new(self.settings)),
            Err(error) => return Err(failed(message!("cli.error.file"), checkpoint, &error)),
        };
        let refused = |message: Message| {
            Failure::Input(message!("train.error").text("file", checkpoint.display()).with("error", message))
        };
        let training: Training = text.parse().map_err(|fault: NotATraining| refused(fault.message()))?;
        if *training.settings() == self.settings {
            return Ok(training);
        }
        let Settings { games, seed } = *training.settings();
        Err(refused(message!("train.error.other").with("games", games).with("seed", seed)))
    }
}

/// Where a training is kept while it is under way.
fn checkpoint_of(weights: &Path) -> PathBuf {
    let mut name = weights.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Writes a file so that a kill leaves the old one or the new one, never half of it.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| failed(message!("train.error.write"), path, &error))
}

fn failed(message: Message, path: &Path, error: &io::Error) -> Failure {
    Failure::Input(message.text("file", path.display()).text("error", error))
}

/// How far a training is.
fn progress_line(training: &Training, before: u64, elapsed: Duration) -> Message {
    let (games, total) = (training.games(), training.settings().games);
    let speed = (games - before) as f64 / elapsed.as_secs_f64().max(1e-9);
    let seconds = (total.saturating_sub(games) as f64 / speed.max(1e-9)) as u64;
    message!("train.progress")
        .with("games", games)
        .with("total", total)
        .with("percent", games * 100 / total.max(1))
        .decimal("error", training.error() * 100.0, 1)
        .decimal("speed", speed, 1)
        .text("left", format!("{}:{:02}", seconds / 60, seconds % 60))
}
