use std::io::{self, Write};

use clap::ArgMatches;
use serde_json::json;
use tablen_rules::{tafl, tavli};
use tablen_words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::subject::{self, FIRST, PRESET, RULES, SET, Subject};

/// Lists what can be played: moves by piece in tafl; in tavli the first steps and the distinct results of a roll.
pub struct Moves {
    of: Of,
    is_json: bool,
}

/// What is to be played in.
enum Of {
    Tafl(Box<tafl::Position>),
    Tavli(tavli::Position, tavli::Roll),
}

const POSITION: Argument = subject::POSITION.plain();
const ROLL: Argument = Argument::flag("roll", "dice");

impl Command for Moves {
    const NAME: &'static str = "moves";
    const ARGUMENTS: &'static [Argument] = &[PRESET, POSITION, ROLL, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Moves, Failure> {
        let of = match (Subject::read(matches, &POSITION)?, ROLL.given(matches)?) {
            (Subject::Tafl(position), None) => Of::Tafl(position),
            (Subject::Tavli(position), Some(roll)) => Of::Tavli(position, roll.parse()?),
            (Subject::Tafl(_), Some(_)) => {
                return Err(Failure::Input(message!("cli.error.roll-in-tafl")));
            }
            (Subject::Tavli(_), None) => {
                return Err(Failure::Input(message!("cli.error.roll-missing")));
            }
        };
        Ok(Moves { of, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match self.of {
            Of::Tafl(position) => Ok(tafl_moves(&position, self.is_json, out, lang)?),
            Of::Tavli(position, roll) => tavli_moves(&position, roll, self.is_json, out, lang),
        }
    }
}

fn tafl_moves(position: &tafl::Position, is_json: bool, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let by_piece: Vec<(tafl::Cell, Vec<tafl::Cell>)> = position
        .setup()
        .arrangement
        .pieces()
        .map(|(from, _)| {
            let mut targets = position.moves_from(from);
            targets.sort_unstable();
            (from, targets)
        })
        .filter(|(_, targets)| !targets.is_empty())
        .collect();
    let total: usize = by_piece.iter().map(|(_, targets)| targets.len()).sum();
    if is_json {
        let pieces: serde_json::Map<_, _> = by_piece
            .iter()
            .map(|(from, targets)| {
                (from.to_string(), targets.iter().map(ToString::to_string).collect::<Vec<_>>().into())
            })
            .collect();
        let value = json!({ "position": position.to_string(), "count": total, "moves": pieces });
        return write_json(out, &value);
    }
    for (from, targets) in &by_piece {
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        writeln!(out, "{from:<3} {}", targets.join(" "))?;
    }
    writeln!(out, "{}", message!("cli.moves.count").with("count", total).render(lang))
}

/// How many results are listed in full; a triple can have more than a hundred thousand.
const LISTED: usize = 100;

fn tavli_moves(
    position: &tavli::Position,
    roll: tavli::Roll,
    is_json: bool,
    out: &mut dyn Write,
    lang: Lang,
) -> Result<(), Failure> {
    let play = position.roll(roll).map_err(|over| Failure::input(&over))?;
    let steps: Vec<tavli::Step> = play.next_steps();
    let mut results = tavli::Results::new();
    position.results_into(roll, &mut results);
    let turns: Vec<String> = results
        .positions()
        .take(LISTED)
        .filter_map(|result| position.turn_to(roll, &result))
        .map(|turn| turn.to_string())
        .collect();
    if is_json {
        let value = json!({
            "position": position.setup().to_string(),
            "roll": roll.to_string(),
            "steps": steps.iter().map(|step| json!({
                "from": step.from.to_string(),
                "to": step.to.to_string(),
                "die": step.die.pips(),
                "hits": step.hits,
            })).collect::<Vec<_>>(),
            "results": results.len(),
            "turns": turns,
        });
        return Ok(write_json(out, &value)?);
    }
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    writeln!(out, "{}", message!("cli.moves.steps").text("steps", steps.join(" ")).render(lang))?;
    for turn in &turns {
        writeln!(out, "{turn}")?;
    }
    let listed = message!("cli.moves.results").with("count", results.len()).with("listed", turns.len());
    writeln!(out, "{}", listed.render(lang))?;
    Ok(())
}
