use std::io::Write;

use serde_json::json;
use tablen_rules::{tafl, tavli};
use tablen_words::Lang;

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::subject::Subject;

/// Lists what can be played: moves by piece in tafl; in tavli the first steps and the distinct results of a roll.
pub fn moves(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    match Subject::of(arguments)? {
        Subject::Tafl(position) => {
            if arguments.has("roll") {
                return Err(Failure::Input(message!("cli.error.roll-in-tafl")));
            }
            tafl_moves(arguments, &position, out, lang)
        }
        Subject::Tavli(position) => tavli_moves(arguments, &position, out, lang),
    }
}

fn tafl_moves(
    arguments: &Arguments,
    position: &tafl::Position,
    out: &mut impl Write,
    lang: Lang,
) -> Result<(), Failure> {
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
    if arguments.has("json") {
        let pieces: serde_json::Map<_, _> = by_piece
            .iter()
            .map(|(from, targets)| {
                (from.to_string(), targets.iter().map(ToString::to_string).collect::<Vec<_>>().into())
            })
            .collect();
        let value = json!({ "position": position.to_string(), "count": total, "moves": pieces });
        return Ok(write_json(out, &value)?);
    }
    for (from, targets) in &by_piece {
        let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
        writeln!(out, "{from:<3} {}", targets.join(" "))?;
    }
    writeln!(out, "{}", message!("cli.moves.count").with("count", total).render(lang))?;
    Ok(())
}

/// How many results are listed in full; a triple can have more than a hundred thousand.
const LISTED: usize = 100;

fn tavli_moves(
    arguments: &Arguments,
    position: &tavli::Position,
    out: &mut impl Write,
    lang: Lang,
) -> Result<(), Failure> {
    let Some(text) = arguments.get("roll") else {
        return Err(Failure::Input(message!("cli.error.roll-missing")));
    };
    let roll: tavli::Roll = text.parse().map_err(|error| Failure::flag("roll", &error))?;
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
    if arguments.has("json") {
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
