//! The weights of tavli's evaluation.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_rules::words::{Explain, Lang, Message};

use super::{GAMES, SEED, beside, read, refused, threads, write};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training::tavli::{self, NotATraining, Settings, Training};
use crate::progress::Progress;

/// Learns the weights and writes them to a file. When it is stopped, or killed, there is a checkpoint from which the same command goes on.
pub struct Train {
    settings: Settings,
    threads: usize,
    weights: PathBuf,
}

pub(super) const WEIGHTS: Argument = Argument::file("weights");

/// How many games are played unless it is said: enough to see that it learns, in some minutes.
const DEFAULT_GAMES: u64 = 2_000;

/// How often a checkpoint is written.
const CHECKPOINT: Duration = Duration::from_secs(10);

impl Train {
    pub(super) fn read(matches: &ArgMatches) -> Result<Train, Failure> {
        Ok(Train {
            settings: Settings {
                games: GAMES.number_or(matches, DEFAULT_GAMES, 1..=100_000_000)?,
                seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            },
            threads: threads(matches)?,
            weights: WEIGHTS.path(matches)?.map_or_else(|| tavli::WEIGHTS.into(), Path::to_owned),
        })
    }

    pub(super) fn run(self, stop: &Stop, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let checkpoint = beside(&self.weights, ".checkpoint");
        let mut training = self.begin(&checkpoint)?;
        let before = training.games();
        let mut progress = Progress::new(self.settings.games, lang);
        let mut written = Instant::now();
        while !training.is_complete() && !stop.is_stopped() {
            training.round(self.threads);
            let elapsed = progress.elapsed();
            progress.tell(|| progress_line(&training, before, elapsed));
            if written.elapsed() >= CHECKPOINT {
                write(&checkpoint, training.to_text().as_bytes())?;
                written = Instant::now();
            }
        }
        drop(progress);
        if !training.is_complete() {
            write(&checkpoint, training.to_text().as_bytes())?;
            let line = message!("train.interrupted").with("games", training.games());
            let line = line.with("total", self.settings.games).text("file", checkpoint.display());
            return Ok(writeln!(out, "{}", line.render(lang))?);
        }
        write(&self.weights, training.weights().to_string().as_bytes())?;
        // It may not be there: a short training needs none.
        let _ = fs::remove_file(&checkpoint);
        let line =
            message!("train.done").with("games", training.games()).text("file", self.weights.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// The training of the checkpoint, if there is one of these settings, or a new one.
    fn begin(&self, checkpoint: &Path) -> Result<Training, Failure> {
        let Some(bytes) = read(checkpoint)? else { return Ok(Training::new(self.settings)) };
        let refused = |message: Message| refused(checkpoint, message);
        let text = String::from_utf8_lossy(&bytes);
        let training: Training = text.parse().map_err(|fault: NotATraining| refused(fault.message()))?;
        if *training.settings() == self.settings {
            return Ok(training);
        }
        let Settings { games, seed } = *training.settings();
        Err(refused(message!("train.error.other").with("games", games).with("seed", seed)))
    }
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
