use std::io::Write;

use clap::ArgMatches;
use serde_json::json;
use tablen_rules::words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::{Depths, FamilyPosition};
use crate::subject::{self, FIRST, POSITION, PRESET, RULES, SET};

/// Counts sequences of moves, or of turns where there are dice (every roll with every distinct result).
pub struct Perft {
    position: Box<dyn FamilyPosition>,
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
        let position = subject::position(matches, &POSITION)?;
        let Depths { usual, bounds } = position.perft_depths();
        let depth = DEPTH.number_or(matches, usual, bounds)?;
        let is_json = JSON.is_given(matches);
        Ok(Perft { position, depth: depth as u32, is_divided: DIVIDE.is_given(matches), is_json })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Perft { position, depth, is_divided, is_json } = self;
        let (parts, elapsed) = position.perft(depth, lang)?;
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
