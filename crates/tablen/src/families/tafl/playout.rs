//! Random games.

use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::tafl::{Bits, Game, Narrow, Position, Rules, Side, Status, Wide, fits_narrow};

use crate::failure::Failure;
use crate::families::{Playouts, Tally};
use crate::progress::Progress;

/// Plays random games from a position, on the narrowest words that hold the board.
pub fn playouts(position: &Position, asked: &Playouts, progress: &mut Progress) -> Result<Tally, Failure> {
    if fits_narrow(position.rules().ruleset()) {
        play::<Narrow>(position, asked, progress)
    } else {
        play::<Wide>(position, asked, progress)
    }
}

fn play<B: Bits>(position: &Position, asked: &Playouts, progress: &mut Progress) -> Result<Tally, Failure> {
    let rules = Rules::<B>::new(position.rules().ruleset()).map_err(|faults| Failure::input(&faults))?;
    let rules = Arc::new(rules);
    let setup = position.setup();
    let draws_lots = position.rules().ruleset().first_side().is_none() && !asked.is_start_given;
    let mut rng = Rng::with_seed(asked.seed);
    let mut tally = Tally::default();
    for done in 0..asked.games {
        progress.at(done);
        let mut setup = setup.clone();
        if draws_lots && rng.bool() {
            setup.side = Side::Defenders;
        }
        let start = Position::new(&rules, &setup).map_err(|faults| Failure::input(&faults))?;
        let mut game = Game::from_position(start);
        let mut length = 0;
        loop {
            match game.status() {
                Status::Over(outcome) => {
                    tally.add(outcome.winner.map(Side::name), outcome.reason.name(), length);
                    break;
                }
                Status::ToMove(_) if length == asked.longest => {
                    tally.add_cut(length);
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
    Ok(tally)
}
