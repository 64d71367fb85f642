use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use clap::ArgMatches;
use fastrand::Rng;
use serde_json::json;
use tablen_rules::tafl::{self, Bits, Game, Narrow, Position, Rules, Side, Status, Wide};
use tablen_rules::tavli;
use tablen_words::{Arg, Lang};

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::{FIRST, POSITION, PRESET, RULES, SET, Subject};

/// What came of the games.
#[derive(Default)]
struct Tally {
    /// How often each end came about, by the winner's name and the reason's.
    ends: BTreeMap<(Option<&'static str>, &'static str), u64>,
    lengths: Vec<u32>,
}

impl Tally {
    fn add(&mut self, winner: Option<&'static str>, reason: &'static str, length: u32) {
        *self.ends.entry((winner, reason)).or_default() += 1;
        self.lengths.push(length);
    }
}

/// Plays random games and tells outcomes, lengths and speed. The same seed plays the same games.
pub struct Playout {
    subject: Subject,
    /// Whether the arguments say how the games begin; otherwise the rules may leave it to lots or dice.
    is_start_given: bool,
    games: u64,
    seed: u64,
    longest: u32,
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
            subject: Subject::read(matches, &POSITION)?,
            is_start_given: FIRST.is_given(matches) || POSITION.is_given(matches),
            games: GAMES.number_or(matches, 1_000, 1..=1_000_000_000)?,
            seed: SEED.number_or(matches, 1, 0..=u64::MAX)?,
            longest: PLIES.number_or(matches, 2_000, 1..=100_000)? as u32,
            is_json: JSON.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut rng = Rng::with_seed(self.seed);
        let mut tally = Tally::default();
        let mut progress = Progress::new(self.games, lang);
        match &self.subject {
            Subject::Tafl(position) => {
                let ruleset = position.rules().ruleset();
                let draws_lots = ruleset.first_side().is_none() && !self.is_start_given;
                if tafl::fits_narrow(ruleset) {
                    self.tafl_games::<Narrow>(position, draws_lots, &mut rng, &mut tally, &mut progress)?;
                } else {
                    self.tafl_games::<Wide>(position, draws_lots, &mut rng, &mut tally, &mut progress)?;
                }
            }
            Subject::Tavli(position) => {
                let rolls_off = position.ruleset().first_side().is_none() && !self.is_start_given;
                let mut results = tavli::Results::new();
                for game in 0..self.games {
                    progress.at(game);
                    let start = if rolls_off {
                        tavli::Position::start(position.ruleset(), roll_off(&mut rng))
                    } else {
                        *position
                    };
                    tavli_game(start, self.longest, &mut rng, &mut results, &mut tally);
                }
            }
        }
        self.report(&tally, progress.elapsed(), out, lang)
    }
}

impl Playout {
    fn tafl_games<B: Bits>(
        &self,
        position: &Position,
        draws_lots: bool,
        rng: &mut Rng,
        tally: &mut Tally,
        progress: &mut Progress,
    ) -> Result<(), Failure> {
        let rules = Rules::<B>::new(position.rules().ruleset()).map_err(|faults| Failure::input(&faults))?;
        let rules = std::sync::Arc::new(rules);
        let setup = position.setup();
        for done in 0..self.games {
            progress.at(done);
            let mut setup = setup.clone();
            if draws_lots && rng.bool() {
                setup.side = Side::Defenders;
            }
            let start = tafl::Position::new(&rules, &setup).map_err(|faults| Failure::input(&faults))?;
            let mut game = Game::from_position(start);
            let mut length = 0;
            loop {
                match game.status() {
                    Status::Over(outcome) => {
                        tally.add(outcome.winner.map(Side::name), outcome.reason.name(), length);
                        break;
                    }
                    Status::ToMove(_) if length == self.longest => {
                        tally.add(None, "cut", length);
                        break;
                    }
                    Status::ToMove(_) => {
                        let state = game.position().state();
                        let count = rules.count_moves(state);
                        let drawn = rules.nth_move(state, rng.u64(..count));
                        // A game that is not over has a move, and every move listed is legal: anything else is a slip of ours.
                        let mv = drawn.ok_or_else(|| Failure::Input(message!("cli.error.slip")))?;
                        game.play(mv).map_err(|illegal| Failure::input(&illegal))?;
                        length += 1;
                    }
                }
            }
        }
        Ok(())
    }

    fn report(
        &self,
        tally: &Tally,
        elapsed: Duration,
        out: &mut dyn Write,
        lang: Lang,
    ) -> Result<(), Failure> {
        let seed = self.seed;
        let family = match self.subject {
            Subject::Tafl(_) => "tafl",
            Subject::Tavli(_) => "tavli",
        };
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
                Some(side) => tablen_rules::TEXTS.message(format!("{family}.side.{side}")),
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

/// One die each until they differ (Z3).
fn roll_off(rng: &mut Rng) -> tavli::Side {
    loop {
        let dice = tavli::BySide { white: any_die(rng), black: any_die(rng) };
        if let Some(side) = tavli::roll_off(dice) {
            return side;
        }
    }
}

fn any_die(rng: &mut Rng) -> tavli::Die {
    tavli::Die::ALL[rng.usize(..6)]
}

fn tavli_game(
    mut position: tavli::Position,
    most: u32,
    rng: &mut Rng,
    results: &mut tavli::Results,
    tally: &mut Tally,
) {
    let mut length = 0;
    loop {
        match position.status() {
            tavli::Status::Over(outcome) => {
                return tally.add(outcome.winner().map(tavli::Side::name), outcome.reason(), length);
            }
            tavli::Status::Roll(_) if length == most => return tally.add(None, "cut", length),
            tavli::Status::Roll(_) => {
                position.results_into(tavli::Roll::new([(); 3].map(|()| any_die(rng))), results);
                // Every throw has a result: where nothing can be played, the same position for the opponent.
                let Some(next) = results.position(rng.usize(..results.len().max(1))) else { return };
                position = next;
                length += 1;
            }
        }
    }
}
