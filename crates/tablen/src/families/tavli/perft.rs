//! Counts sequences of turns: every roll with every distinct result.

use tablen_rules::tavli::{Position, Results, Roll};
use tablen_rules::words::Lang;

use crate::families::Counted;
use crate::progress::Progress;

/// Counts under each roll.
pub fn perft(position: &Position, depth: u32, lang: Lang) -> Counted {
    let mut progress = Progress::new(Roll::all().count() as u64, lang);
    let mut buffers: Vec<Results> = (0..depth).map(|_| Results::new()).collect();
    let parts = Roll::all()
        .enumerate()
        .map(|(done, roll)| {
            progress.at(done as u64);
            (roll.to_string(), position.perft(roll, &mut buffers))
        })
        .collect();
    (parts, progress.elapsed())
}
