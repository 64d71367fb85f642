//! Positions with proved solutions.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::Stop;
use tablen_engine::tafl::EvaluationKind;
use tablen_lab::suite::{self, Making, PRESETS, Score, SuitePosition, Theme};
use tablen_rules::tafl::Preset;
use tablen_rules::words::Lang;

use super::calibrate::{EVALUATION, evaluation};
use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::progress::Progress;

/// Makes a suite of proved positions, proves one again, or counts how many of its positions the engine solves.
pub struct Suite {
    action: Action,
    /// The file; the suite that is built in where there is none.
    file: Option<PathBuf>,
    /// The rules whose positions are made, or looked at.
    presets: Vec<Preset>,
    is_json: bool,
}

enum Action {
    Make(Making),
    Check,
    Bench { nodes: u64, evaluation: EvaluationKind },
}

const ACTION: Argument = Argument::flag("action", "suite-action").required().one_of(|| ACTIONS.to_vec());
const FILE: Argument = Argument::file("file").said_as("suite-file");
const ONLY: Argument =
    Argument::flag("preset", "preset").one_of(|| PRESETS.map(Preset::name).to_vec()).said_as("suite-preset");
const SEED: Argument = Argument::number("seed", "number");
const GAMES: Argument = Argument::number("games", "number").said_as("suite-games");
const MOST: Argument = Argument::number("most", "number");
const NODES: Argument = Argument::number("nodes", "number").said_as("suite-nodes");

const ACTIONS: [&str; 3] = ["make", "check", "bench"];

/// What the bench allows by and by, up to what is asked for.
const BENCH_NODES: [u64; 3] = [10_000, 100_000, 1_000_000];

impl Command for Suite {
    const NAME: &'static str = "suite";
    const ARGUMENTS: &'static [Argument] = &[ACTION, FILE, ONLY, SEED, GAMES, MOST, NODES, EVALUATION, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Suite, Failure> {
        let action = ACTION.needed(matches)?;
        let presets = match ONLY.given(matches)? {
            Some(name) => vec![name.choose(PRESETS.map(|preset| (preset.name(), preset)))?],
            None => PRESETS.to_vec(),
        };
        let making = Making {
            seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            first: 0,
            games: GAMES.number_or(matches, 200, 1..=1_000_000)?,
            most: MOST.number_or(matches, 25, 1..=100_000)? as usize,
        };
        let nodes = NODES.number_or(matches, BENCH_NODES[2], 1..=u64::MAX)?;
        let evaluation = evaluation(matches)?.unwrap_or(EvaluationKind::Net);
        let action = action.choose([
            (ACTIONS[0], Action::Make(making)),
            (ACTIONS[1], Action::Check),
            (ACTIONS[2], Action::Bench { nodes, evaluation }),
        ])?;
        let file = FILE.path(matches)?.map(Path::to_owned);
        Ok(Suite { action, file, presets, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match &self.action {
            Action::Make(making) => self.make(making, out, lang),
            Action::Check => self.check(out, lang),
            Action::Bench { nodes, evaluation } => self.bench(*nodes, *evaluation, out, lang),
        }
    }
}

impl Suite {
    fn positions(&self) -> Result<Vec<SuitePosition>, Failure> {
        let text = match &self.file {
            Some(file) => String::from_utf8_lossy(&read_file(file)?).into_owned(),
            None => suite::POSITIONS.to_owned(),
        };
        let mut positions = suite::read(&text).map_err(|error| Failure::input(&error))?;
        positions.retain(|position| self.presets.contains(&position.preset));
        // Nothing would be found wrong with nothing.
        if positions.is_empty() {
            return Err(Failure::Input(message!("solve.suite.empty")));
        }
        Ok(positions)
    }

    fn make(&self, making: &Making, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let stop = Stop::new();
        let switch = stop.clone();
        let _ = ctrlc::set_handler(move || switch.stop());
        let Making { seed, games, most, .. } = making;
        let mut text = format!("# tablen suite make --seed {seed} --games {games} --most {most}");
        if let [preset] = self.presets.as_slice() {
            text.push_str(&format!(" --preset {preset}"));
        }
        text.push_str("\n# PRESET THEME PLIES SOLUTIONS POSITION: see docs/solving.md\n");
        let mut progress = Progress::new(0, lang);
        let mut count = 0;
        for preset in &self.presets {
            let found = suite::make(*preset, making, &stop, &mut |found| {
                let line = || {
                    message!("solve.suite.progress").text("preset", preset).with("positions", count + found)
                };
                progress.tell(line);
            });
            count += found.len();
            for position in found {
                text.push_str(&format!("{position}\n"));
            }
        }
        drop(progress);
        match &self.file {
            Some(file) => fs::write(file, text).map_err(|error| {
                let message = message!("train.error.write").text("file", file.display());
                Failure::Input(message.text("error", error))
            })?,
            None => write!(out, "{text}")?,
        }
        Ok(())
    }

    fn check(&self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let positions = self.positions()?;
        let mut progress = Progress::new(positions.len() as u64, lang);
        for (number, position) in positions.iter().enumerate() {
            progress.at(number as u64);
            if let Err(error) = suite::prove(position) {
                let message = message!("solve.suite.wrong").text("position", position);
                return Err(Failure::Wrong(message.text("error", error)));
            }
        }
        drop(progress);
        let line = message!("solve.suite.checked").with("positions", positions.len());
        Ok(writeln!(out, "{}", line.render(lang))?)
    }

    fn bench(
        &self,
        most: u64,
        evaluation: EvaluationKind,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let positions = self.positions()?;
        let limits: Vec<u64> = BENCH_NODES.into_iter().filter(|nodes| *nodes <= most).collect();
        let limits = if limits.is_empty() { vec![most] } else { limits };
        let mut progress = Progress::new((positions.len() * limits.len()) as u64, lang);
        let mut scores = vec![[Score::default(); Theme::ALL.len()]; limits.len()];
        for (number, position) in positions.iter().enumerate() {
            for (scores, nodes) in scores.iter_mut().zip(&limits) {
                progress.at((number * limits.len()) as u64);
                for (score, theme) in scores.iter_mut().zip(Theme::ALL) {
                    if theme == position.theme {
                        score.all += 1;
                        score.solved += u32::from(suite::solves(position, evaluation, *nodes));
                    }
                }
            }
        }
        drop(progress);
        if self.is_json {
            let rows = limits.iter().zip(&scores).map(|(nodes, scores)| {
                let themes = Theme::ALL.iter().zip(scores).map(|(theme, score)| {
                    (theme.name().to_owned(), json!({ "solved": score.solved, "all": score.all }))
                });
                json!({ "nodes": nodes, "themes": themes.collect::<serde_json::Map<_, _>>() })
            });
            let bench = json!({ "eval": evaluation.name(), "bench": rows.collect::<Vec<_>>() });
            return Ok(write_json(out, &bench)?);
        }
        write!(out, "{:>10}", message!("solve.suite.nodes").render(lang))?;
        for theme in Theme::ALL {
            write!(out, " {:>11}", theme.name())?;
        }
        writeln!(out, " {:>11}", message!("solve.suite.all").render(lang))?;
        for (nodes, scores) in limits.iter().zip(&scores) {
            write!(out, "{nodes:>10}")?;
            let all = scores.iter().fold(Score::default(), |sum, score| Score {
                solved: sum.solved + score.solved,
                all: sum.all + score.all,
            });
            for Score { solved, all } in scores.iter().chain([&all]) {
                write!(out, " {:>11}", format!("{solved}/{all}"))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
