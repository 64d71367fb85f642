//! Random games.

use fastrand::Rng;
use tablen_rules::tavli::{BySide, Die, Position, Results, Roll, Side, Status, roll_off};

use crate::families::{Playouts, Tally};
use crate::progress::Progress;

/// Plays random games from a position.
pub fn playouts(position: &Position, asked: &Playouts, progress: &mut Progress) -> Tally {
    let rolls_off = position.ruleset().first_side().is_none() && !asked.is_start_given;
    let mut rng = Rng::with_seed(asked.seed);
    let mut tally = Tally::default();
    let mut results = Results::new();
    for game in 0..asked.games {
        progress.at(game);
        let start =
            if rolls_off { Position::start(position.ruleset(), who_begins(&mut rng)) } else { *position };
        play(start, asked.longest, &mut rng, &mut results, &mut tally);
    }
    tally
}

/// One die each until they differ (Z3).
fn who_begins(rng: &mut Rng) -> Side {
    loop {
        let dice = BySide { white: any_die(rng), black: any_die(rng) };
        if let Some(side) = roll_off(dice) {
            return side;
        }
    }
}

fn any_die(rng: &mut Rng) -> Die {
    Die::ALL[rng.usize(..6)]
}

fn play(mut position: Position, most: u32, rng: &mut Rng, results: &mut Results, tally: &mut Tally) {
    let mut length = 0;
    loop {
        match position.status() {
            Status::Over(outcome) => {
                return tally.add(outcome.winner().map(Side::name), outcome.reason(), length);
            }
            Status::Roll(_) if length == most => return tally.add_cut(length),
            Status::Roll(_) => {
                position.results_into(Roll::new([(); 3].map(|()| any_die(rng))), results);
                // Every throw has a result: where nothing can be played, the same position for the opponent.
                let Some(next) = results.position(rng.usize(..results.len().max(1))) else { return };
                position = next;
                length += 1;
            }
        }
    }
}
