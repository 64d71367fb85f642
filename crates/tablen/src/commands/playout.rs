use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use fastrand::Rng;
use serde_json::json;
use tablen_rules::tafl::{self, Bits, Game, Narrow, Position, Rules, Side, Status, Wide};
use tablen_rules::tavli;
use tablen_words::{Arg, Lang};

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::subject::Subject;

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
pub fn playout(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let subject = Subject::of(arguments)?;
    let games = arguments.number("games", 1_000, 1..=1_000_000_000)?;
    let seed = arguments.number("seed", 1, 0..=u64::MAX)?;
    let most = arguments.number("plies", 2_000, 1..=100_000)? as u32;
    let mut rng = Rng::with_seed(seed);
    let mut tally = Tally::default();
    let mut progress = Progress::new(games, lang);
    match &subject {
        Subject::Tafl(position) => {
            let draws_lots = position.rules().ruleset().first_side().is_none()
                && !arguments.has("first")
                && !arguments.has("position");
            if tafl::fits_narrow(position.rules().ruleset()) {
                tafl_games::<Narrow>(position, draws_lots, games, most, &mut rng, &mut tally, &mut progress)?;
            } else {
                tafl_games::<Wide>(position, draws_lots, games, most, &mut rng, &mut tally, &mut progress)?;
            }
        }
        Subject::Tavli(position) => {
            let rolls_off = position.ruleset().first_side().is_none()
                && !arguments.has("first")
                && !arguments.has("position");
            let mut results = tavli::Results::new();
            for game in 0..games {
                progress.at(game);
                let start = if rolls_off {
                    tavli::Position::start(position.ruleset(), roll_off(&mut rng))
                } else {
                    *position
                };
                tavli_game(start, most, &mut rng, &mut results, &mut tally);
            }
        }
    }
    let family = match subject {
        Subject::Tafl(_) => "tafl",
        Subject::Tavli(_) => "tavli",
    };
    report(arguments, family, &tally, seed, progress.elapsed(), out, lang)
}

fn tafl_games<B: Bits>(
    position: &Position,
    draws_lots: bool,
    games: u64,
    most: u32,
    rng: &mut Rng,
    tally: &mut Tally,
    progress: &mut Progress,
) -> Result<(), Failure> {
    let rules = Rules::<B>::new(position.rules().ruleset()).map_err(|faults| Failure::input(&faults))?;
    let rules = std::sync::Arc::new(rules);
    let setup = position.setup();
    for done in 0..games {
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
                Status::ToMove(_) if length == most => {
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

fn report(
    arguments: &Arguments,
    family: &str,
    tally: &Tally,
    seed: u64,
    elapsed: Duration,
    out: &mut impl Write,
    lang: Lang,
) -> Result<(), Failure> {
    let games = tally.lengths.len() as u64;
    let plies: u64 = tally.lengths.iter().map(|length| u64::from(*length)).sum();
    let mean = plies as f64 / games.max(1) as f64;
    let (least, most) =
        (tally.lengths.iter().min().copied().unwrap_or(0), tally.lengths.iter().max().copied().unwrap_or(0));
    let per_second = (plies as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
    if arguments.has("json") {
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
