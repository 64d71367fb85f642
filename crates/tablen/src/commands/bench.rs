use std::io::Write;
use std::time::Instant;

use clap::ArgMatches;
use serde_json::json;
use tablen_engine::tafl::bench;
use tablen_rules::words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;

/// Counts the positions that the tafl engine looks at in fixed games: the same number for the same code on every machine.
pub struct Bench {
    is_json: bool,
}

impl Command for Bench {
    const NAME: &'static str = "bench";
    const ARGUMENTS: &'static [Argument] = &[JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Bench, Failure> {
        Ok(Bench { is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let began = Instant::now();
        let mut counts = Vec::new();
        for count in bench() {
            if !self.is_json {
                let net = count.net.map(|nodes| nodes.to_string()).unwrap_or_default();
                writeln!(out, "{:<18} {:>9} {net:>9}", count.preset.name(), count.classic)?;
            }
            counts.push(count);
        }
        let seconds = began.elapsed().as_secs_f64();
        let nodes: u64 = counts.iter().map(|count| count.nodes()).sum();
        let per_second = (nodes as f64 / seconds.max(1e-9)) as u64;
        if self.is_json {
            let parts: Vec<_> = counts
                .iter()
                .map(|count| json!({ "preset": count.preset.name(), "classic": count.classic, "net": count.net }))
                .collect();
            let value =
                json!({ "nodes": nodes, "seconds": seconds, "nodes_per_second": per_second, "games": parts });
            return Ok(write_json(out, &value)?);
        }
        let line = message!("cli.bench.result")
            .with("nodes", nodes)
            .decimal("seconds", seconds, 3)
            .with("speed", per_second);
        Ok(writeln!(out, "{}", line.render(lang))?)
    }
}
