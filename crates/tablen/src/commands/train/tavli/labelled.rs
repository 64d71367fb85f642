//! The next generation of a net of tavli: labels for positions of its own games, learning from them, and the match that lets the new one in.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_engine::Stop;
use tablen_lab::players::NetFault;
use tablen_rules::words::{Explain as _, Lang};

use super::super::{EPOCHS, GAMES, SEED, data_folder, hash, learning_line, left, refused, threads};
use super::gate::{Candidate, GATE_GAMES};
use super::net_file;
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::families::training::tavli::{
    LabelledFile, Labelling, Labels, Learning, Plain, Split, Supervised, add_labelled, evaluator, label,
};
use crate::files::{failed, read, write};
use crate::progress::Progress;

pub const LABELLED: Argument = Argument::number("labelled", "number");
pub const TURNS: Argument = Argument::number("turns", "number").said_as("train-turns");

/// How the names of files of labelled positions end.
const ENDING: &str = ".labelled";

/// Labels positions, learns from all in the folder, and replaces the net in the file if the new one wins a match against it. Whatever ends it,
/// the same command goes on: positions stay, and there is a checkpoint after every epoch.
pub struct Train {
    positions: u64,
    data: PathBuf,
    net: PathBuf,
    labelling: Labelling,
    learning: Learning,
    threads: usize,
    /// The most games of the match.
    games: u64,
}

impl Train {
    pub fn read(matches: &ArgMatches) -> Result<Train, Failure> {
        let seed = SEED.number_or(matches, 1, 0..=u64::MAX)?;
        let turns = TURNS.given(matches)?.map(|given| given.number(1..=1_000)).transpose()?;
        let labels = turns.map_or(Labels::Throws, |turns| Labels::Rollout { turns: turns as u32 });
        let usual = Learning::TAVLI;
        Ok(Train {
            positions: LABELLED.needed(matches)?.number(0..=1_000_000_000)?,
            data: data_folder(matches)?,
            net: net_file(matches)?,
            labelling: Labelling { labels, seed },
            learning: Learning {
                epochs: EPOCHS.number_or(matches, u64::from(usual.epochs), 1..=10_000)? as u32,
                seed,
                ..usual
            },
            threads: threads(matches)?,
            games: GAMES.number_or(matches, GATE_GAMES, 2..=1_000_000)?,
        })
    }

    pub fn run(self, stop: &Stop, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let before = read(&self.net)?.ok_or_else(|| refused(&self.net, message!("train.error.no-net")))?;
        let net = Plain::from_bytes(&before);
        let net = net.map_err(|fault| refused(&self.net, NetFault::NotANet(fault).message()))?;
        let mut training = Supervised::new(self.learning, &net)
            .ok_or_else(|| refused(&self.net, message!("train.error.shape")))?;
        fs::create_dir_all(&self.data)
            .map_err(|error| failed(message!("train.error.write"), &self.data, &error))?;
        self.label(&net, &hash(&before)[..8], stop, out, lang)?;
        let learned = if stop.is_stopped() { None } else { self.learn(&mut training, stop, out, lang)? };
        let Some((positions, error)) = learned else {
            return Ok(writeln!(out, "{}", message!("train.tafl.interrupted").render(lang))?);
        };
        let candidate = Candidate {
            file: &self.net,
            before: &before,
            bytes: &training.net().to_bytes(),
            learned_from: positions.to_string(),
            how: "labelled positions",
            error: error.sqrt(),
            seed: self.learning.seed,
            games: self.games,
        };
        if candidate.play(self.threads, stop, out, lang)? {
            let _ = fs::remove_file(self.checkpoint());
        }
        Ok(())
    }

    fn checkpoint(&self) -> PathBuf {
        self.data.join("tavli.checkpoint")
    }

    /// Labels positions of the net's games until there are as many as are wanted.
    fn label(
        &self,
        net: &Plain,
        name: &str,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        // Each net and way to label has a file of its own: going on with another would make it nobody's.
        let Labelling { labels, seed } = self.labelling;
        let how = match labels {
            Labels::Throws => String::new(),
            Labels::Rollout { turns } => format!(".turns-{turns}"),
        };
        let path = self.data.join(format!("tavli.{name}.seed-{seed}{how}{ENDING}"));
        let origin = format!("net {name}, {}", self.labelling);
        let mut file = LabelledFile::open(&path, &origin).map_err(|error| refused(&path, error.message()))?;
        let before = file.positions();
        let wanted = self.positions.saturating_sub(before);
        let mut progress = Progress::new(wanted, lang);
        let evaluator = evaluator(net);
        let written =
            label(&self.labelling, &evaluator, self.threads, &mut file, self.positions, stop, |positions| {
                let (elapsed, done) = (progress.elapsed(), positions - before);
                progress.tell(|| {
                    message!("train.tavli.labelling")
                        .with("positions", positions)
                        .with("total", self.positions)
                        .decimal("speed", done as f64 / elapsed.as_secs_f64().max(1e-9), 0)
                        .text("left", left(elapsed, done, wanted))
                });
            });
        written.map_err(|error| failed(message!("train.error.write"), &path, &error))?;
        drop(progress);
        let line = message!("train.tavli.labelled").with("positions", file.positions());
        let line = line.text("net", name).text("file", path.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// All labelled positions of the folder.
    fn examples(&self) -> Result<Split, Failure> {
        let unreadable = |error| failed(message!("cli.error.file"), &self.data, &error);
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.data).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(ENDING)) {
                files.push(path);
            }
        }
        // The order of the examples must not depend on how the system lists files.
        files.sort();
        let mut examples = Split::default();
        for file in files {
            add_labelled(&file, &mut examples).map_err(|error| refused(&file, error.message()))?;
        }
        Ok(examples)
    }

    /// Learns from all positions there are; how many there were, and the error on those held out. Nothing if it is stopped, and then there is
    /// a checkpoint.
    fn learn(
        &self,
        training: &mut Supervised,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<Option<(u64, f64)>, Failure> {
        let examples = self.examples()?;
        let before = training.held_out_error(&examples);
        let checkpoint = self.checkpoint();
        if let Some(bytes) = read(&checkpoint)? {
            training.take_up(&bytes).map_err(|fault| refused(&checkpoint, fault.message()))?;
        }
        let (began, total) = (training.epochs(), self.learning.epochs);
        let mut progress = Progress::new(u64::from(total), lang);
        let mut error = training.held_out_error(&examples);
        while !training.is_complete() {
            let epoch = training.epochs();
            let finished = training.epoch(&examples, |share| {
                let elapsed = progress.elapsed();
                progress.tell(|| learning_line(epoch, began, total, share, error, elapsed));
                !stop.is_stopped()
            });
            let Some(finished) = finished else { return Ok(None) };
            error = finished.held_out;
            write(&checkpoint, &training.to_bytes())?;
        }
        drop(progress);
        let positions = (examples.training.len() + examples.held_out.len()) as u64;
        let line = message!("train.tavli.learned")
            .with("positions", positions)
            .with("epochs", u64::from(total))
            .decimal("error", error.sqrt() * 100.0, 2)
            .decimal("before", before.sqrt() * 100.0, 2);
        writeln!(out, "{}", line.render(lang))?;
        Ok(Some((positions, error)))
    }
}
