use std::io::Write;

use serde_json::json;
use tablen_rules::tafl::{self, Bits, Move, Narrow, Position, Rules, Setup, Wide};
use tablen_rules::tavli;
use tablen_words::Lang;

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::Subject;

/// Counts move sequences: in tafl moves, in tavli turns (every roll with every distinct result).
pub fn perft(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let subject = Subject::of(arguments)?;
    let parts: Vec<(String, u64)>;
    let elapsed;
    let depth;
    match &subject {
        Subject::Tafl(position) => {
            depth = arguments.number("depth", 3, 1..=12)? as u32;
            let (moves, time) = tafl_perft(position, depth, lang)?;
            parts = moves.into_iter().map(|(mv, nodes)| (mv.to_string(), nodes)).collect();
            elapsed = time;
        }
        Subject::Tavli(position) => {
            depth = arguments.number("depth", 1, 1..=4)? as u32;
            let mut progress = Progress::new(56, lang);
            let mut buffers: Vec<tavli::Results> = (0..depth).map(|_| tavli::Results::new()).collect();
            parts = tavli::Roll::all()
                .enumerate()
                .map(|(done, roll)| {
                    progress.at(done as u64);
                    (roll.to_string(), position.perft(roll, &mut buffers))
                })
                .collect();
            elapsed = progress.elapsed();
        }
    }
    let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
    let per_second = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    let divide = arguments.has("divide");
    if arguments.has("json") {
        let mut value = json!({
            "depth": depth, "nodes": nodes, "seconds": elapsed.as_secs_f64(), "nodes_per_second": per_second,
        });
        if divide {
            value["divide"] = parts
                .into_iter()
                .map(|(name, nodes)| (name, nodes.into()))
                .collect::<serde_json::Map<_, _>>()
                .into();
        }
        return Ok(write_json(out, &value)?);
    }
    if divide {
        for (name, nodes) in &parts {
            writeln!(out, "{name:<8} {nodes}")?;
        }
    }
    let line = message!("cli.perft.result")
        .with("depth", depth)
        .with("nodes", nodes)
        .decimal("seconds", elapsed.as_secs_f64(), 3)
        .with("speed", per_second);
    writeln!(out, "{}", line.render(lang))?;
    Ok(())
}

/// Counts under each first move, on the narrowest words that hold the board.
fn tafl_perft(
    position: &Position,
    depth: u32,
    lang: Lang,
) -> Result<(Vec<(Move, u64)>, std::time::Duration), Failure> {
    let (ruleset, setup) = (position.rules().ruleset(), position.setup());
    if tafl::fits_narrow(ruleset) {
        divide::<Narrow>(ruleset, &setup, depth, lang)
    } else {
        divide::<Wide>(ruleset, &setup, depth, lang)
    }
}

fn divide<B: Bits>(
    ruleset: &tafl::Ruleset,
    setup: &Setup,
    depth: u32,
    lang: Lang,
) -> Result<(Vec<(Move, u64)>, std::time::Duration), Failure> {
    let rules = Rules::<B>::new(ruleset).map_err(|faults| Failure::input(&faults))?;
    let state = rules.state(setup).map_err(|faults| Failure::input(&faults))?;
    let mut moves = Vec::new();
    if rules.decided(&state).is_none() {
        rules.moves_into(&state, &mut moves);
    }
    let mut progress = Progress::new(moves.len() as u64, lang);
    let parts = moves
        .into_iter()
        .enumerate()
        .map(|(done, mv)| {
            progress.at(done as u64);
            let mut next = state;
            rules.make(&mut next, mv);
            (mv, rules.perft(&next, depth - 1))
        })
        .collect();
    Ok((parts, progress.elapsed()))
}
