//! Counts sequences of moves.

use tablen_rules::tafl::{Bits, Narrow, Position, Rules, Ruleset, Setup, Wide, fits_narrow};
use tablen_rules::words::Lang;

use crate::failure::Failure;
use crate::families::Counted;
use crate::progress::Progress;

/// Counts under each first move, on the narrowest words that hold the board.
pub fn perft(position: &Position, depth: u32, lang: Lang) -> Result<Counted, Failure> {
    let (ruleset, setup) = (position.rules().ruleset(), position.setup());
    if fits_narrow(ruleset) {
        divide::<Narrow>(ruleset, &setup, depth, lang)
    } else {
        divide::<Wide>(ruleset, &setup, depth, lang)
    }
}

fn divide<B: Bits>(ruleset: &Ruleset, setup: &Setup, depth: u32, lang: Lang) -> Result<Counted, Failure> {
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
