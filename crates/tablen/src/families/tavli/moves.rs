//! The first steps and the distinct results of a roll.

use std::io::Write;

use serde_json::json;
use tablen_rules::tavli::{Position, Results, Roll, Step};
use tablen_rules::words::Lang;

use crate::arguments::Given;
use crate::commands::write_json;
use crate::failure::Failure;
use crate::families::MoveList;

/// How many results are listed in full; a triple can have more than a hundred thousand.
const LISTED: usize = 100;

/// A position with dice on the table.
struct Rolled {
    position: Position,
    roll: Roll,
}

/// What can be played in a position with a roll, which must be given.
pub fn moves(position: Position, roll: Option<&Given<'_>>) -> Result<Box<dyn MoveList>, Failure> {
    match roll {
        Some(roll) => Ok(Box::new(Rolled { position, roll: roll.parse()? })),
        None => Err(Failure::Input(message!("cli.error.roll-missing"))),
    }
}

impl MoveList for Rolled {
    fn list(&self, is_json: bool, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Rolled { position, roll } = *self;
        let play = position.roll(roll).map_err(|over| Failure::input(&over))?;
        let steps: Vec<Step> = play.next_steps();
        let mut results = Results::new();
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
}
