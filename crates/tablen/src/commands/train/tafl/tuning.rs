//! Numbers that are tuned instead of learning a net: the weights of the classic evaluation by positions or by games, and the numbers of the search
//! by games.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;

use tablen_engine::Stop;
use tablen_engine::tafl::Tunables;
use tablen_lab::matches::{self, End};
use tablen_lab::train::tafl::climbing::{self, Climb, Numbered};
use tablen_rules::words::Lang;

use super::super::{left, refused, score_of};
use super::{Best, GATE_NODES, HASH, Train, interrupted, matched};
use crate::failure::Failure;
use crate::families::training::tafl::{Preset, RulesOfGames, tuned};
use crate::files::{read, write};
use crate::progress::Progress;

impl Train {
    /// Tunes the weights of the classic evaluation by all positions there are, and writes them to a file.
    pub(super) fn tune(
        &self,
        games: &RulesOfGames,
        file: &Path,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let (tuned, positions) = tuned(games, &self.position_files()?)?;
        write(file, tuned.weights.to_string().as_bytes())?;
        let line = message!("train.tafl.tuned")
            .with("positions", positions as u64)
            .decimal("before", tuned.errors[0].sqrt() * 100.0, 2)
            .decimal("error", tuned.errors[1].sqrt() * 100.0, 2)
            .text("file", file.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// Plays the rounds of a climb, with the presets in turns, and says what it has reached; nothing if it is stopped, and then there is a
    /// checkpoint of that name. `player` describes who plays by one of two neighbours.
    pub(super) fn climb<N: Numbered>(
        &self,
        mut climb: Climb<N>,
        name: &str,
        presets: &[Preset],
        player: impl Fn(&N, &str) -> Result<String, Failure>,
        stop: &Stop,
        lang: Lang,
    ) -> Result<Option<N>, Failure> {
        let checkpoint = self.data.join(name);
        if let Some(bytes) = read(&checkpoint)? {
            let taken_up = climb.take_up(&String::from_utf8_lossy(&bytes));
            taken_up.map_err(|_| refused(&checkpoint, message!("train.error.climb")))?;
        }
        let (began, rounds) = (climb.done(), climb.rounds());
        let mut progress = Progress::new(u64::from(rounds), lang);
        while !climb.is_complete() {
            let [up, down] = climb.neighbours();
            let preset = presets[climb.done() as usize % presets.len()];
            let settings = matches::Settings {
                pairs: climbing::PAIRS,
                seed: climb.round_seed(),
                longest: self.self_play.longest as u32,
                ..matched(preset, self.drawn_rules, &player(&up, "up")?, &player(&down, "down")?)?
            };
            let played = matches::run(&settings, self.threads, stop, |_, _| ControlFlow::Continue(()));
            let played = played.map_err(|fault| Failure::input(&fault))?;
            if played.end == End::Interrupted {
                return Ok(None);
            }
            climb.learn(score_of(&played.tally).0);
            write(&checkpoint, climb.to_text().as_bytes())?;
            let elapsed = progress.elapsed();
            progress.tell(|| {
                let done = u64::from(climb.done() - began);
                message!("train.tafl.climbing")
                    .with("round", u64::from(climb.done()))
                    .with("total", u64::from(rounds))
                    .text("left", left(elapsed, done, u64::from(rounds - began)))
            });
        }
        drop(progress);
        // The same command begins anew.
        let _ = fs::remove_file(&checkpoint);
        Ok(Some(climb.reached()))
    }

    /// Writes what was tuned by games to a file, and says so.
    pub(super) fn keep_tuned(
        &self,
        file: &Path,
        text: &str,
        rounds: u32,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        write(file, text.as_bytes())?;
        let games = u64::from(rounds) * 2 * climbing::PAIRS;
        let line = message!("train.tafl.climbed").with("games", games).text("file", file.display());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    /// Tunes the numbers of the search by games, and tries them by a match on each preset.
    pub(super) fn tune_search(
        &self,
        file: &Path,
        presets: &[Preset],
        rounds: u32,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let nodes = self.self_play.nodes;
        let first = Climb::new(&Tunables::USUAL, rounds, self.seed);
        let player =
            |tunables: &Tunables, _: &str| Ok(format!("engine:tafl:nodes={nodes},{HASH},{tunables}"));
        let Some(tuned) = self.climb(first, "search.climb", presets, player, stop, lang)? else {
            return interrupted(out, lang);
        };
        self.keep_tuned(file, &format!("{tuned}\n"), rounds, out, lang)?;
        let best = Best { player: format!("engine:tafl:nodes={nodes},{HASH}"), ..Best::classic() };
        for preset in presets {
            let name = format!("{} · {}", best.player, preset.name());
            let best = Best { name, ..best.clone() };
            let gate = self.gate(*preset, &best, &player(&tuned, "")?, stop, lang)?;
            let Some(gate) = gate else { return interrupted(out, lang) };
            self.tell(&best, &gate, file, out, lang)?;
        }
        Ok(())
    }

    /// Lets tuned weights play against those in use.
    pub(super) fn try_weights(
        &self,
        best: &Best,
        file: &Path,
        stop: &Stop,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let candidate = format!("engine:tafl:weights={},nodes={GATE_NODES}", file.display());
        let gate = self.gate(self.preset, best, &candidate, stop, lang)?;
        let Some(gate) = gate else { return interrupted(out, lang) };
        self.tell(best, &gate, file, out, lang)
    }
}
