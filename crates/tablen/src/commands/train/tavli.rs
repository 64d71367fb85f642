//! The net of tavli's evaluation.

mod gate;
pub(super) mod labelled;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_lab::players::NetFault;
use tablen_rules::words::{Explain, Lang, Message};

use self::gate::{Candidate, GATE_GAMES};
use super::{GAMES, SEED, refused, threads};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training::tavli::{self, Plain, Settings, Training};
use crate::files::{beside, read, write};
use crate::progress::Progress;

/// Learns a net and writes it to a file. If the file is there, the training goes on from that net, and replaces it only if the new one wins a
/// match against it. When it is stopped, or killed, there is a checkpoint from which the same command goes on.
pub struct Train {
    settings: Settings,
    threads: usize,
    net: PathBuf,
}

pub(super) const NET: Argument = Argument::file("net").said_as("train-net");

/// How many games are played unless it is said: enough to see that it learns, in some minutes.
const DEFAULT_GAMES: u64 = 2_000;

/// How often a checkpoint is written.
const CHECKPOINT: Duration = Duration::from_secs(10);

/// The file of the net.
fn net_file(matches: &ArgMatches) -> Result<PathBuf, Failure> {
    Ok(NET.path(matches)?.map_or_else(|| tavli::NET.into(), Path::to_owned))
}

impl Train {
    pub(super) fn read(matches: &ArgMatches) -> Result<Train, Failure> {
        Ok(Train {
            settings: Settings {
                games: GAMES.number_or(matches, DEFAULT_GAMES, 1..=100_000_000)?,
                seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            },
            threads: threads(matches)?,
            net: net_file(matches)?,
        })
    }

    pub(super) fn run(self, stop: &Stop, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let checkpoint = beside(&self.net, ".checkpoint");
        let before = read(&self.net)?;
        let mut training = self.begin(before.as_deref(), &checkpoint)?;
        let played = training.games();
        let mut progress = Progress::new(self.settings.games, lang);
        let mut written = Instant::now();
        while !training.is_complete() && !stop.is_stopped() {
            training.round(self.threads);
            let elapsed = progress.elapsed();
            progress.tell(|| progress_line(&training, played, elapsed));
            if written.elapsed() >= CHECKPOINT || training.is_complete() {
                write(&checkpoint, &training.to_bytes())?;
                written = Instant::now();
            }
        }
        drop(progress);
        if !training.is_complete() {
            write(&checkpoint, &training.to_bytes())?;
            let line = message!("train.interrupted").with("games", training.games());
            let line = line.with("total", self.settings.games).text("file", checkpoint.display());
            return Ok(writeln!(out, "{}", line.render(lang))?);
        }
        let bytes = training.net().to_bytes();
        let Some(before) = before else {
            write(&self.net, &bytes)?;
            // It may not be there: a short training needs none.
            let _ = fs::remove_file(&checkpoint);
            let line =
                message!("train.done").with("games", training.games()).text("file", self.net.display());
            return Ok(writeln!(out, "{}", line.render(lang))?);
        };
        let Settings { games, seed } = self.settings;
        let candidate = Candidate {
            file: &self.net,
            before: &before,
            bytes: &bytes,
            learned_from: format!("{games} games"),
            how: "TD(λ)",
            error: training.error(),
            seed,
            games: GATE_GAMES,
        };
        if candidate.play(self.threads, stop, out, lang)? {
            let _ = fs::remove_file(&checkpoint);
        }
        Ok(())
    }

    /// The training of the checkpoint, if there is one of these settings, or a new one.
    fn begin(&self, before: Option<&[u8]>, checkpoint: &Path) -> Result<Training, Failure> {
        let mut training = match before {
            None => Training::new(self.settings),
            Some(bytes) => {
                let net = Plain::from_bytes(bytes);
                let net = net.map_err(|fault| refused(&self.net, NetFault::NotANet(fault).message()))?;
                Training::from_net(self.settings, &net)
                    .ok_or_else(|| refused(&self.net, message!("train.error.shape")))?
            }
        };
        if let Some(bytes) = read(checkpoint)? {
            training.take_up(&bytes).map_err(|fault| refused(checkpoint, fault.message()))?;
        }
        Ok(training)
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
