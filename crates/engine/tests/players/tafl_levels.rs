//! Each level beats the one below.
//!
//! A handful of games cannot measure strength; they can catch a level that has fallen behind. The measured table is in
//! `docs/strength.md`.

use std::sync::Arc;

use crate::random::Random;
use crate::tafl_support::*;
use tablen_engine::tafl::Player;
use tablen_engine::{Level, Stop};
use tablen_rules::tafl::{Game, Narrow, Preset, Rules, Side, Status, Wide};

/// A game that has not ended by then counts as drawn.
const LONGEST: usize = 160;

/// How many pairs of games levels from the second on play against the one below. The highest think too long to play enough games here
/// to mean anything.
const PAIRS: [u64; 4] = [12, 12, 12, 10];

/// Twice the score of one level against another: two for a win, one for a draw.
fn half_points(rules: &Arc<Rules<Narrow>>, level: Level, other: Level, pairs: u64) -> u64 {
    let mut half_points = 0;
    for pair in 0..pairs {
        for side in Side::ALL {
            let mut player = Player::new(Arc::clone(rules), level, pair);
            let mut opponent = Player::new(Arc::clone(rules), other, pair + 1_000);
            let mut game = Game::start(rules, first(rules));
            for _ in 0..LONGEST {
                let Status::ToMove(turn) = game.status() else { break };
                let mover = if turn == side { &mut player } else { &mut opponent };
                let found = mover.choose(&game, &Stop::new()).expect("not over");
                game.play(found.mv).expect("legal");
            }
            half_points += match game.status() {
                Status::Over(outcome) if outcome.winner == Some(side) => 2,
                Status::Over(outcome) if outcome.winner.is_some() => 0,
                _ => 1,
            };
        }
    }
    half_points
}

#[test]
fn each_level_beats_the_one_below() {
    for preset in [Preset::Ashton, Preset::TablutCorners] {
        let rules = rules::<Narrow>(preset);
        for ((weaker, stronger), pairs) in Level::all().zip(Level::all().skip(1)).zip(PAIRS) {
            let score = half_points(&rules, stronger, weaker, pairs);
            assert!(
                score > 2 * pairs,
                "{preset}: level {stronger} has {score} of {} half points against {weaker}",
                4 * pairs
            );
        }
    }
}

/// On the largest board there are hundreds of moves: a level that looked at a fixed number of positions did not see all of them, and
/// walked about for a thousand moves.
#[test]
fn even_on_a_wide_board_a_middling_level_soon_beats_aimless_play() {
    let rules = rules::<Wide>(Preset::Alea);
    for (side, seed) in
        [(Side::Defenders, 0), (Side::Defenders, 1), (Side::Attackers, 2), (Side::Attackers, 3)]
    {
        let mut player = Player::new(Arc::clone(&rules), Level::new(3).expect("a level"), seed);
        let mut luck = Random(seed);
        let mut game = Game::start(&rules, first(&rules));
        while let Status::ToMove(turn) = game.status() {
            assert!(game.len() < 300, "{side:?}, seed {seed}: not over");
            let mv = if turn == side {
                player.choose(&game, &Stop::new()).expect("not over").mv
            } else {
                let moves = game.moves();
                moves[luck.below(moves.len())]
            };
            game.play(mv).expect("legal");
        }
        assert!(
            matches!(game.status(), Status::Over(outcome) if outcome.winner == Some(side)),
            "{side:?}, seed {seed}"
        );
    }
}
