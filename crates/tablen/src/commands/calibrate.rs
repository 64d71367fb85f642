//! What the engine's points mean.

use std::io::Write;

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::Stop;
use tablen_engine::tafl::EvaluationKind;
use tablen_lab::calibration::{Bin, Calibration, Found, calibrate};
use tablen_rules::tafl::Side;
use tablen_rules::words::{Explain, Lang};
use tablen_table::Ruleset;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::{self, PRESET, RULES, SET};

/// Finds the curve by which the engine's points become chances of winning.
pub struct Calibrate {
    calibration: Calibration,
    threads: usize,
    is_json: bool,
}

const GAMES: Argument = Argument::number("games", "number").said_as("calibrate-games");
const NODES: Argument = Argument::number("nodes", "number").said_as("calibrate-nodes");
pub(super) const EVALUATION: Argument = Argument::flag("eval", "kind")
    .one_of(|| EvaluationKind::ALL.map(EvaluationKind::name).to_vec())
    .said_as("calibrate-eval");

/// What the engine is told to count.
pub(super) fn evaluation(matches: &ArgMatches) -> Result<Option<EvaluationKind>, Failure> {
    let kinds = EvaluationKind::ALL.map(|kind| (kind.name(), kind));
    EVALUATION.given(matches)?.map(|given| given.choose(kinds)).transpose()
}

const SEED: Argument = Argument::number("seed", "number");
const THREADS: Argument = Argument::number("threads", "number").said_as("calibrate-threads");

impl Command for Calibrate {
    const NAME: &'static str = "calibrate";
    const ARGUMENTS: &'static [Argument] =
        &[PRESET, GAMES, NODES, EVALUATION, SEED, THREADS, JSON, RULES, SET];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Calibrate, Failure> {
        let Ruleset::Tafl(ruleset) = subject::rules(matches)? else {
            return Err(Failure::Input(message!("cli.calibrate.tavli")));
        };
        let usual = Calibration::new(ruleset);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Calibrate {
            calibration: Calibration {
                games: GAMES.number_or(matches, usual.games, 1..=1_000_000)?,
                nodes: NODES.number_or(matches, usual.nodes, 1..=1_000_000_000)?,
                seed: SEED.number_or(matches, usual.seed, 0..=u64::MAX)?,
                evaluation: evaluation(matches)?.unwrap_or(usual.evaluation),
                ..usual
            },
            threads: THREADS.number_or(matches, cores as u64, 1..=1_024)? as usize,
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        // Where Ctrl-C cannot be heard it ends the program, as it ends any other.
        let _ = ctrlc::set_handler(move || switch.stop());
        let mut progress = Progress::new(0, lang);
        let found = calibrate(&self.calibration, self.threads, &stop, &mut |done, games| {
            progress.tell(|| message!("cli.calibrate.progress").with("done", done).with("games", games));
        });
        drop(progress);
        let Some(found) = found.map_err(|faults| Failure::Input(faults.message()))? else {
            return Err(Failure::Input(message!("cli.calibrate.interrupted")));
        };
        if found.positions() == 0 {
            return Err(Failure::Input(message!("cli.calibrate.nothing")));
        }
        if self.is_json { self.write_json(&found, out) } else { self.write_text(&found, out, lang) }
    }
}

impl Calibrate {
    fn write_text(&self, found: &Found, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let [attackers, drawn, defenders] = found.results;
        let curve = found.curve();
        let played = message!("cli.calibrate.played")
            .with("games", attackers + drawn + defenders)
            .with("nodes", self.calibration.nodes)
            .with("positions", found.positions())
            .with("attackers", attackers)
            .with("drawn", drawn)
            .with("defenders", defenders);
        writeln!(out, "{}", played.render(lang))?;
        let told = message!("cli.calibrate.scale").decimal("points", curve.points, 0).decimal(
            "even",
            curve.fair(),
            0,
        );
        writeln!(out, "{}", told.render(lang))?;
        for side in Side::ALL {
            let name = tablen_rules::TEXTS.message(format!("tafl.side.{side}"));
            let ahead = message!("cli.calibrate.ahead").with("side", name);
            writeln!(out, "{}", ahead.render(lang))?;
            for Bin { positions, said, happened } in found.bins(curve, side) {
                let row = message!("cli.calibrate.bin")
                    .with("positions", positions)
                    .decimal("said", said * 100.0, 1)
                    .decimal("happened", happened * 100.0, 1);
                writeln!(out, "  {}", row.render(lang))?;
            }
        }
        Ok(())
    }

    fn write_json(&self, found: &Found, out: &mut dyn Write) -> Result<(), Failure> {
        let curve = found.curve();
        let [attackers, drawn, defenders] = found.results;
        let bins = |side| -> Vec<_> {
            let bin = |Bin { positions, said, happened }: Bin| json!({ "positions": positions, "said": said, "happened": happened });
            found.bins(curve, side).into_iter().map(bin).collect()
        };
        let value = json!({
            "ruleset": self.calibration.ruleset.to_string(),
            "nodes": self.calibration.nodes,
            "seed": self.calibration.seed,
            "positions": found.positions(),
            "results": { "attackers": attackers, "drawn": drawn, "defenders": defenders },
            "points": curve.points,
            "even": curve.fair(),
            "ahead": { "attackers": bins(Side::Attackers), "defenders": bins(Side::Defenders) },
        });
        Ok(write_json(out, &value)?)
    }
}
