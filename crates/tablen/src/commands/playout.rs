use std::io::Write;
use std::time::Duration;

use clap::ArgMatches;
use serde_json::json;
use tablen_rules::words::{Arg, Lang};

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::{self, FamilyPosition, Playouts, Tally};
use crate::progress::Progress;
use crate::subject::{self, FIRST, POSITION, PRESET, RULES, SET};

/// Plays random games and tells outcomes, lengths and speed. The same seed plays the same games.
pub struct Playout {
    position: Box<dyn FamilyPosition>,
    asked: Playouts,
    is_json: bool,
}

const GAMES: Argument = Argument::number("games", "games").plain();
const SEED: Argument = Argument::number("seed", "number");
const PLIES: Argument = Argument::number("plies", "number");

impl Command for Playout {
    const NAME: &'static str = "playout";
    const ARGUMENTS: &'static [Argument] = &[PRESET, GAMES, SEED, PLIES, POSITION, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Playout, Failure> {
        Ok(Playout {
            position: subject::position(matches, &POSITION)?,
            asked: Playouts {
                games: GAMES.number_or(matches, 1_000, 1..=1_000_000_000)?,
                seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
                longest: PLIES.number_or(matches, 2_000, 1..=100_000)? as u32,
                is_start_given: FIRST.is_given(matches) || POSITION.is_given(matches),
            },
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut progress = Progress::new(self.asked.games, lang);
        let tally = self.position.playouts(&self.asked, &mut progress)?;
        self.report(&tally, progress.elapsed(), out, lang)
    }
}

impl Playout {
    fn report(
        &self,
        tally: &Tally,
        elapsed: Duration,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let seed = self.asked.seed;
        let games = tally.lengths.len() as u64;
        let plies: u64 = tally.lengths.iter().map(|length| u64::from(*length)).sum();
        let mean = plies as f64 / games.max(1) as f64;
        let (least, most) = (
            tally.lengths.iter().min().copied().unwrap_or(0),
            tally.lengths.iter().max().copied().unwrap_or(0),
        );
        let per_second = (plies as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        if self.is_json {
            let value = json!({
                "games": games, "seed": seed,
                "ends": tally.ends.iter().map(|((winner, reason), count)| json!({
                    "winner": winner, "reason": reason, "count": count,
                })).collect::<Vec<_>>(),
                "length": { "mean": mean, "least": least, "most": most },
                "seconds": elapsed.as_secs_f64(), "per_second": per_second,
            });
            return Ok(write_json(out, &value)?);
        }
        for ((winner, reason), count) in &tally.ends {
            let winner = match winner {
                Some(side) => families::side(self.position.family(), side),
                None => message!("cli.playout.draw"),
            };
            let share = Arg::Decimal(*count as f64 * 100.0 / games.max(1) as f64, 1).render(lang);
            let reason = message!(format!("cli.end.{reason}")).render(lang);
            writeln!(out, "{:<12} {reason:<14} {count:>9}  {share:>5} %", winner.render(lang))?;
        }
        let lines = [
            message!("cli.playout.length").decimal("mean", mean, 1).with("least", least).with("most", most),
            message!("cli.playout.speed")
                .with("games", games)
                .text("seed", seed)
                .decimal("seconds", elapsed.as_secs_f64(), 3)
                .with("speed", per_second),
        ];
        for line in lines {
            writeln!(out, "{}", line.render(lang))?;
        }
        Ok(())
    }
}
