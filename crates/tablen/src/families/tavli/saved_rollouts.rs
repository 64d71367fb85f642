//! Rollouts in a file, to go on from after the program was ended or killed.

use std::collections::BTreeMap;
use std::path::Path;

use tablen_engine::tavli::{Evaluator, Rollout, Trials};
use tablen_rules::tavli::{Position, Roll};

use crate::failure::Failure;
use crate::files;

/// What was played of the rollouts of a throw.
#[derive(Debug, Default, PartialEq)]
pub struct SavedRollouts {
    /// What they are about: the first lines of the file.
    heading: String,
    /// The trials of each turn, by its text.
    turns: BTreeMap<String, Trials>,
}

/// Between a turn and its trials.
const BETWEEN: &str = " = ";

impl SavedRollouts {
    /// What rollouts are about. Trials of another position, another throw or another net do not belong to them; a net is told by what it says
    /// of the position.
    pub fn heading(evaluator: &dyn Evaluator, position: &Position, roll: Roll, rollout: &Rollout) -> String {
        let mut said = Vec::new();
        let ruleset = position.ruleset();
        evaluator.evaluate(&ruleset, position.side(), &[*position.packed()], &mut said);
        let said = said.first().map_or(0, |value| value.0.0);
        let Rollout { turns, seed, .. } = rollout;
        let turns = turns.map_or_else(|| "all".to_owned(), |turns| turns.to_string());
        format!(
            "# rollouts, version 1: TURN = SETS SUM SQUARES\n# {ruleset}\n# {position}\n# roll {roll}, turns {turns}, seed {seed}, net {said}\n"
        )
    }

    /// The rollouts in a file; none if there is no such file.
    pub fn read(file: &Path, heading: String) -> Result<SavedRollouts, Failure> {
        let Some(bytes) = files::read(file)? else {
            return Ok(SavedRollouts { heading, turns: BTreeMap::new() });
        };
        let text = String::from_utf8_lossy(&bytes);
        let Some(lines) = text.strip_prefix(&heading) else {
            return Err(Failure::Input(message!("analyse.error.other-rollout").text("file", file.display())));
        };
        let turns = lines.lines().map(|line| {
            let read = line
                .split_once(BETWEEN)
                .and_then(|(turn, trials)| Some((turn.to_owned(), trials.parse().ok()?)));
            let wrong =
                || message!("analyse.error.rollout-line").text("file", file.display()).text("line", line);
            read.ok_or_else(|| Failure::Input(wrong()))
        });
        let turns = turns.collect::<Result<_, Failure>>()?;
        Ok(SavedRollouts { heading, turns })
    }

    /// The trials of a turn.
    pub fn of(&self, turn: &str) -> Trials {
        self.turns.get(turn).cloned().unwrap_or_default()
    }

    /// Keeps the trials of turns. Those of others stay as they are.
    pub fn put(&mut self, turns: &[String], trials: &[Trials]) {
        self.turns.extend(turns.iter().cloned().zip(trials.iter().cloned()));
    }

    /// Writes the file.
    pub fn write(&self, file: &Path) -> Result<(), Failure> {
        let mut text = self.heading.clone();
        for (turn, trials) in &self.turns {
            text.push_str(&format!("{turn}{BETWEEN}{trials}\n"));
        }
        files::write(file, text.as_bytes())
    }
}
