use std::io::Write;
use std::time::Duration;

use clap::ArgMatches;
use serde_json::json;
use tablen_rules::tafl::{self, Bits, Narrow, Position, Rules, Setup, Wide};
use tablen_rules::tavli;
use tablen_words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::{FIRST, POSITION, PRESET, RULES, SET, Subject};

/// Counts move sequences: in tafl moves, in tavli turns (every roll with every distinct result).
pub struct Perft {
    subject: Subject,
    depth: u32,
    is_divided: bool,
    is_json: bool,
}

const DEPTH: Argument = Argument::number("depth", "depth").plain();
const DIVIDE: Argument = Argument::switch("divide");

impl Command for Perft {
    const NAME: &'static str = "perft";
    const ARGUMENTS: &'static [Argument] = &[PRESET, DEPTH, DIVIDE, POSITION, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Perft, Failure> {
        let subject = Subject::read(matches, &POSITION)?;
        let depth = match subject {
            Subject::Tafl(_) => DEPTH.number_or(matches, 3, 1..=12)?,
            Subject::Tavli(_) => DEPTH.number_or(matches, 1, 1..=4)?,
        };
        let is_json = JSON.is_given(matches);
        Ok(Perft { subject, depth: depth as u32, is_divided: DIVIDE.is_given(matches), is_json })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Perft { subject, depth, is_divided, is_json } = self;
        let (parts, elapsed) = match &subject {
            Subject::Tafl(position) => tafl_perft(position, depth, lang)?,
            Subject::Tavli(position) => tavli_perft(position, depth, lang),
        };
        let nodes: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
        let per_second = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        if is_json {
            let mut value = json!({
                "depth": depth, "nodes": nodes, "seconds": elapsed.as_secs_f64(), "nodes_per_second": per_second,
            });
            if is_divided {
                let parts = parts.into_iter().map(|(name, nodes)| (name, nodes.into()));
                value["divide"] = parts.collect::<serde_json::Map<_, _>>().into();
            }
            return Ok(write_json(out, &value)?);
        }
        if is_divided {
            for (name, nodes) in &parts {
                writeln!(out, "{name:<8} {nodes}")?;
            }
        }
        let line = message!("cli.perft.result")
            .with("depth", depth)
            .with("nodes", nodes)
            .decimal("seconds", elapsed.as_secs_f64(), 3)
            .with("speed", per_second);
        Ok(writeln!(out, "{}", line.render(lang))?)
    }
}

/// What was counted under each first move or roll, and how long it took.
type Counted = (Vec<(String, u64)>, Duration);

/// Counts under each roll.
fn tavli_perft(position: &tavli::Position, depth: u32, lang: Lang) -> Counted {
    let mut progress = Progress::new(tavli::Roll::all().count() as u64, lang);
    let mut buffers: Vec<tavli::Results> = (0..depth).map(|_| tavli::Results::new()).collect();
    let parts = tavli::Roll::all()
        .enumerate()
        .map(|(done, roll)| {
            progress.at(done as u64);
            (roll.to_string(), position.perft(roll, &mut buffers))
        })
        .collect();
    (parts, progress.elapsed())
}

/// Counts under each first move, on the narrowest words that hold the board.
fn tafl_perft(position: &Position, depth: u32, lang: Lang) -> Result<Counted, Failure> {
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
) -> Result<Counted, Failure> {
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
            (mv.to_string(), rules.perft(&next, depth - 1))
        })
        .collect();
    Ok((parts, progress.elapsed()))
}
