//! Learning a net for rules of tafl.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablen_engine::Stop;
use tablen_engine::tafl::net::{Inputs, Parameters, Plain};
use tablen_engine::tafl::{Classic, Net, Weights};
pub use tablen_lab::train::tafl::RESULT_WEIGHT;
pub use tablen_lab::train::tafl::examples::Split;
pub use tablen_lab::train::tafl::positions::{PositionFile, Positions, RulesOfGames};
pub use tablen_lab::train::tafl::self_play::{Played, Settings as SelfPlay};
pub use tablen_lab::train::tafl::training::{BUCKETS, Settings as Learning, Training};
pub use tablen_lab::train::tafl::tuning::{Tuned, Tuner};
use tablen_rules::tafl::{Bits, Narrow, Rules, Wide, fits_narrow};
pub use tablen_rules::tafl::{Preset, Ruleset};
use tablen_rules::words::Explain as _;

use crate::failure::Failure;

/// The game that is trained.
pub const GAME: &str = "tafl";

/// Plays games by a net, or by the classic evaluation where there is none, until `enough` says so.
pub fn play(
    ruleset: &Ruleset,
    settings: &SelfPlay,
    net: Option<&'static Parameters>,
    threads: usize,
    file: &mut PositionFile,
    stop: &Stop,
    enough: impl FnMut(&Played) -> bool,
) -> Result<io::Result<Played>, Failure> {
    if fits_narrow(ruleset) {
        play_in::<Narrow>(ruleset, settings, net, threads, file, stop, enough)
    } else {
        play_in::<Wide>(ruleset, settings, net, threads, file, stop, enough)
    }
}

fn play_in<B: Bits>(
    ruleset: &Ruleset,
    settings: &SelfPlay,
    net: Option<&'static Parameters>,
    threads: usize,
    file: &mut PositionFile,
    stop: &Stop,
    enough: impl FnMut(&Played) -> bool,
) -> Result<io::Result<Played>, Failure> {
    use tablen_lab::train::tafl::self_play::play;
    let rules = Arc::new(Rules::<B>::new(ruleset).map_err(|faults| Failure::Input(faults.message()))?);
    // Rules with options drawn by lot have the same board: a net that is for one of them is for all.
    Ok(match net.and_then(|net| Some((net, Net::new(net, &rules)?))) {
        Some((parameters, net)) => {
            let by_rules = |drawn: &Rules<B>| Net::new(parameters, drawn).unwrap_or_else(|| net.clone());
            play(settings, &rules, &by_rules, threads, file, stop, enough)
        }
        None => play(settings, &rules, &Classic::new, threads, file, stop, enough),
    })
}

/// What a net learns from, and its beginning.
pub struct Lessons {
    /// Examples from all files.
    pub examples: Split,
    /// Points of one unit of log odds: as the first file's search counted.
    pub points: u16,
    /// A training that has not begun.
    pub training: Training,
}

/// Reads files of positions. The training goes on from a net, if there is one of the right shape, or begins with nothing.
pub fn lessons(
    games: &RulesOfGames,
    files: &[PathBuf],
    settings: Learning,
    net: Option<&Plain>,
) -> Result<Lessons, Failure> {
    if fits_narrow(&games.ruleset) {
        lessons_in::<Narrow>(games, files, settings, net)
    } else {
        lessons_in::<Wide>(games, files, settings, net)
    }
}

fn lessons_in<B: Bits>(
    games: &RulesOfGames,
    files: &[PathBuf],
    settings: Learning,
    net: Option<&Plain>,
) -> Result<Lessons, Failure> {
    let rules = Rules::<B>::new(&games.ruleset).map_err(|faults| Failure::Input(faults.message()))?;
    let inputs = match games.are_drawn {
        true => Inputs::with_rules(rules.size()),
        false => Inputs::new(rules.size()),
    };
    let mut examples = Split::default();
    let mut points = None;
    for file in files {
        let curve = examples.add::<B>(&positions(games, file)?, inputs, BUCKETS, RESULT_WEIGHT);
        points = points.or(Some(curve.points));
    }
    if examples.training.is_empty() {
        return Err(Failure::Input(message!("train.error.no-positions")));
    }
    let points = points.unwrap_or_default().clamp(1.0, 10_000.0) as u16;
    let going_on = net.and_then(|net| Training::going_on(settings, &rules, inputs, net));
    let training = going_on.unwrap_or_else(|| Training::new(settings, &rules, inputs));
    Ok(Lessons { examples, points, training })
}

/// Tunes the weights of the classic evaluation by files of positions; says of how many.
pub fn tuned(games: &RulesOfGames, files: &[PathBuf]) -> Result<(Tuned, usize), Failure> {
    let is_narrow = fits_narrow(&games.ruleset);
    if is_narrow { tuned_in::<Narrow>(games, files) } else { tuned_in::<Wide>(games, files) }
}

fn tuned_in<B: Bits>(games: &RulesOfGames, files: &[PathBuf]) -> Result<(Tuned, usize), Failure> {
    let mut tuner = Tuner::new(*Weights::of(&games.ruleset));
    for file in files {
        tuner.add::<B>(&positions(games, file)?);
    }
    match tuner.len() {
        0 => Err(Failure::Input(message!("train.error.no-positions"))),
        positions => Ok((tuner.tuned(), positions)),
    }
}

/// Refuses files with records that are no positions: they would count as some, and nothing would be learned from them.
pub fn check(games: &RulesOfGames, files: &[PathBuf]) -> Result<(), Failure> {
    let is_narrow = fits_narrow(&games.ruleset);
    if is_narrow { check_in::<Narrow>(games, files) } else { check_in::<Wide>(games, files) }
}

fn check_in<B: Bits>(games: &RulesOfGames, files: &[PathBuf]) -> Result<(), Failure> {
    for file in files {
        let positions = positions(games, file)?;
        let (mut number, mut faulty) = (0u64, Vec::new());
        positions.visit(
            |_: &Rules<B>| (),
            |record, rules| {
                number += 1;
                if rules.and_then(|(rules, ())| record.state(rules)).is_none() {
                    faulty.push(number);
                }
            },
        );
        if let Some(first) = faulty.first() {
            let error = message!("train.error.records")
                .with("faulty", faulty.len())
                .with("records", positions.len())
                .with("first", *first);
            return Err(Failure::Input(
                message!("train.error").text("file", file.display()).with("error", error),
            ));
        }
    }
    Ok(())
}

fn positions(games: &RulesOfGames, file: &Path) -> Result<Positions, Failure> {
    Positions::read(file, games).map_err(|error| {
        Failure::Input(message!("train.error").text("file", file.display()).with("error", error.message()))
    })
}
