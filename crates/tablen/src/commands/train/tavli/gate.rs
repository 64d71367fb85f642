//! The match that lets a net of tavli in.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use tablen_engine::Stop;
use tablen_lab::matches::{self, End};
use tablen_lab::players::Player;
use tablen_lab::statistics::{Hypotheses, Sprt, Verdict};
use tablen_rules::words::Lang;

use super::super::{Registered, gate_line, hash, register, score_of};
use crate::failure::Failure;
use crate::families::training::tavli;
use crate::files::{beside, write};
use crate::progress::Progress;

/// The most games of the match, unless it is said.
pub const GATE_GAMES: u64 = 4_000;

/// A net that wants to take the place of the one it came from.
pub struct Candidate<'a> {
    /// The file of the net it came from.
    pub file: &'a Path,
    /// That net.
    pub before: &'a [u8],
    /// The new one.
    pub bytes: &'a [u8],
    /// How many games or positions it learned from.
    pub learned_from: String,
    /// How.
    pub how: &'static str,
    /// How far off it is, as a part of 1.
    pub error: f64,
    /// What it was trained with, and what the dice of the match follow from.
    pub seed: u64,
    /// The most games of the match.
    pub games: u64,
}

impl Candidate<'_> {
    /// Lets the new net play against the one before, and replaces that if it wins. Says whether the match was played to its end.
    pub fn play(
        &self,
        threads: usize,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<bool, Failure> {
        let candidate = beside(self.file, ".candidate");
        write(&candidate, self.bytes)?;
        let hypotheses: Hypotheses = "elo:0,15".parse().map_err(|error| Failure::input(&error))?;
        let sprt = Sprt { hypotheses, alpha: 0.05, beta: 0.05 };
        let player = |file: &Path| {
            let text = format!("engine:tavli:net={},depth=1", file.display());
            text.parse::<Player>().map_err(|error| Failure::input(&error))
        };
        let players = [player(&candidate)?, player(self.file)?];
        let settings = matches::Settings {
            pairs: self.games / 2,
            seed: self.seed,
            sprt: Some(sprt),
            ..matches::Settings::new(tavli::ruleset(), players)
        };
        let mut progress = Progress::new(self.games, lang);
        let played = matches::run(&settings, threads, stop, |_, tally| {
            progress.tell(|| gate_line(tally, self.games));
            ControlFlow::Continue(())
        });
        drop(progress);
        let played = played.map_err(|fault| Failure::input(&fault))?;
        if played.end == End::Interrupted {
            writeln!(out, "{}", message!("train.tafl.interrupted").render(lang))?;
            return Ok(false);
        }
        let tally = &played.tally;
        let is_better = match sprt.verdict(tally.pairs()) {
            Some(verdict) => verdict == Verdict::Higher,
            None => tally.pairs().score().is_some_and(|score| score.interval().low > 0.5),
        };
        let name = &hash(self.before)[..8];
        if is_better {
            write(self.file, self.bytes)?;
            let file = self.file.file_name().map(|name| name.to_string_lossy().into_owned());
            let registered = Registered {
                file: file.unwrap_or_default(),
                positions: self.learned_from.clone(),
                how: format!("{} from `{name}`, seed {}", self.how, self.seed),
                error: format!("{:.2} %", self.error * 100.0),
                against: format!("`{name}` at a glance"),
                hash: hash(self.bytes),
            };
            register(self.file.parent().unwrap_or(Path::new("")), &registered, tally)?;
        }
        let _ = fs::remove_file(&candidate);
        let verdict = if is_better { message!("train.tafl.better") } else { message!("train.tafl.refused") };
        let (score, games) = score_of(tally);
        let line = verdict
            .decimal("score", score * 100.0, 1)
            .with("games", games)
            .text("best", name)
            .text("file", self.file.display());
        writeln!(out, "{}", line.render(lang))?;
        Ok(true)
    }
}
