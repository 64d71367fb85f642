//! Learning a net for rules of tafl.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablen_engine::Stop;
use tablen_engine::tafl::net::{Parameters, Plain};
use tablen_engine::tafl::{Classic, Net, Weights};
pub use tablen_lab::train::tafl::RESULT_WEIGHT;
pub use tablen_lab::train::tafl::examples::Split;
pub use tablen_lab::train::tafl::positions::{PositionFile, Positions};
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
    Ok(match net.and_then(|net| Net::new(net, &rules)) {
        Some(net) => play(settings, &rules, &net, threads, file, stop, enough),
        None => play(settings, &rules, &Classic::new(&rules), threads, file, stop, enough),
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
    ruleset: &Ruleset,
    files: &[PathBuf],
    settings: Learning,
    net: Option<&Plain>,
) -> Result<Lessons, Failure> {
    if fits_narrow(ruleset) {
        lessons_in::<Narrow>(ruleset, files, settings, net)
    } else {
        lessons_in::<Wide>(ruleset, files, settings, net)
    }
}

fn lessons_in<B: Bits>(
    ruleset: &Ruleset,
    files: &[PathBuf],
    settings: Learning,
    net: Option<&Plain>,
) -> Result<Lessons, Failure> {
    let rules = Rules::<B>::new(ruleset).map_err(|faults| Failure::Input(faults.message()))?;
    let mut examples = Split::default();
    let mut points = None;
    for file in files {
        let curve = examples.add(&rules, &positions(ruleset, file)?, usize::MAX, BUCKETS, RESULT_WEIGHT);
        points = points.or(Some(curve.points));
    }
    if examples.training.is_empty() {
        return Err(Failure::Input(message!("train.error.no-positions")));
    }
    let points = points.unwrap_or_default().clamp(1.0, 10_000.0) as u16;
    let going_on = net.and_then(|net| Training::going_on(settings, &rules, net));
    let training = going_on.unwrap_or_else(|| Training::new(settings, &rules));
    Ok(Lessons { examples, points, training })
}

/// Tunes the weights of the classic evaluation by files of positions; says of how many.
pub fn tuned(ruleset: &Ruleset, files: &[PathBuf]) -> Result<(Tuned, usize), Failure> {
    if fits_narrow(ruleset) { tuned_in::<Narrow>(ruleset, files) } else { tuned_in::<Wide>(ruleset, files) }
}

fn tuned_in<B: Bits>(ruleset: &Ruleset, files: &[PathBuf]) -> Result<(Tuned, usize), Failure> {
    let rules = Rules::<B>::new(ruleset).map_err(|faults| Failure::Input(faults.message()))?;
    let mut tuner = Tuner::new(*Weights::of(ruleset));
    for file in files {
        tuner.add(&rules, &positions(ruleset, file)?);
    }
    match tuner.len() {
        0 => Err(Failure::Input(message!("train.error.no-positions"))),
        positions => Ok((tuner.tuned(), positions)),
    }
}

/// Refuses files with records that are no positions: they would count as some, and nothing would be learned from them.
pub fn check(ruleset: &Ruleset, files: &[PathBuf]) -> Result<(), Failure> {
    if fits_narrow(ruleset) { check_in::<Narrow>(ruleset, files) } else { check_in::<Wide>(ruleset, files) }
}

fn check_in<B: Bits>(ruleset: &Ruleset, files: &[PathBuf]) -> Result<(), Failure> {
    let rules = Rules::<B>::new(ruleset).map_err(|faults| Failure::Input(faults.message()))?;
    for file in files {
        let positions = positions(ruleset, file)?;
        let mut faulty =
            (1u64..).zip(positions.records()).filter(|(_, record)| record.state(&rules).is_none());
        if let Some((first, _)) = faulty.next() {
            let error = message!("train.error.records")
                .with("faulty", 1 + faulty.count())
                .with("records", positions.len())
                .with("first", first);
            return Err(Failure::Input(
                message!("train.error").text("file", file.display()).with("error", error),
            ));
        }
    }
    Ok(())
}

fn positions(ruleset: &Ruleset, file: &Path) -> Result<Positions, Failure> {
    Positions::read(file, ruleset).map_err(|error| {
        Failure::Input(message!("train.error").text("file", file.display()).with("error", error.message()))
    })
}
