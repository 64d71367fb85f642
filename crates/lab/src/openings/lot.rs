//! Openings drawn by lot.
//!
//! Random moves of both sides leave most positions of an unbalanced ruleset to the same side. So in every opening one side, and how
//! much of it is drawn too, plays some of its moves well: among many such openings there are even ones by any rules.

use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::tafl::{Bits, Game, Move, Rules, Side, Status};

/// How an opening is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The fewest moves.
    pub fewest: u32,
    /// The most moves.
    pub most: u32,
}

impl Lot {
    /// How many positions are looked at for a good move.
    pub const GOOD_MOVE_NODES: u64 = 500;

    /// Draws an opening: a game after its moves, not over. Nothing if there is no such game, or if `good_move` has none to say.
    ///
    /// Where the rules leave open who begins, the lot decides it.
    pub fn draw<B: Bits>(
        self,
        rules: &Arc<Rules<B>>,
        luck: &mut Rng,
        mut good_move: impl FnMut(&Game<B>) -> Option<Move>,
    ) -> Option<Game<B>> {
        let first = rules.ruleset().first_side().unwrap_or_else(|| Side::ALL[luck.usize(..2)]);
        let favoured = Side::ALL[luck.usize(..2)];
        // By unbalanced rules it takes many good moves to make up for the start.
        let share_of_good = luck.f64().sqrt();
        let mut game = Game::start(rules, first);
        for _ in 0..luck.u32(self.fewest..=self.most.max(self.fewest)) {
            let Status::ToMove(side) = game.status() else { return None };
            let is_good = side == favoured && luck.f64() < share_of_good;
            let mv = if is_good { good_move(&game)? } else { random_move(&game, luck)? };
            game.play(mv).ok()?;
        }
        matches!(game.status(), Status::ToMove(_)).then_some(game)
    }
}

/// Any move, each as likely as another; nothing if there is none.
pub fn random_move<B: Bits>(game: &Game<B>, luck: &mut Rng) -> Option<Move> {
    let (rules, state) = (game.position().rules(), game.position().state());
    let count = rules.count_moves(state);
    if count == 0 { None } else { rules.nth_move(state, luck.u64(..count)) }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::{Narrow, Preset};

    use super::*;

    #[test]
    fn one_side_plays_some_moves_well_and_each_has_its_turn() {
        let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap());
        let lot = Lot { fewest: 4, most: 8 };
        let (mut firsts, mut favoured) = ([0; 2], [0; 2]);
        for seed in 0..200 {
            let mut luck = Rng::with_seed(seed);
            let mut good = Vec::new();
            let game = lot.draw(&rules, &mut luck, |game| {
                good.push(game.position().side());
                game.moves().first().copied()
            });
            let Some(game) = game else { continue };
            assert!((4..=8).contains(&game.len()));
            firsts[game.first_setup().side as usize] += 1;
            if let Some(side) = good.first() {
                favoured[*side as usize] += 1;
                assert!(good.iter().all(|other| other == side), "only one side is favoured");
                assert!(good.len() <= game.len().div_ceil(2));
            }
        }
        assert!(firsts.into_iter().chain(favoured).all(|count| count > 40), "{firsts:?} {favoured:?}");
    }
}
