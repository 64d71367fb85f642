//! What the tests of tafl players share.

use std::sync::Arc;

use tablen_engine::tafl::{Engine, Thought};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{Arrangement, Bits, Game, Position, Preset, Rules, Ruleset, Setup, Side, Wide};

/// The rules of a preset.
pub fn rules<B: Bits>(preset: Preset) -> Arc<Rules<B>> {
    Arc::new(Rules::new(&preset.ruleset()).expect("a preset is sensible"))
}

/// A game that begins with a drawn board, the highest row first: `N` attacker, `B` defender, `R` king.
pub fn drawn(ruleset: &Ruleset, side: Side, picture: &str) -> Game {
    let rules = Arc::new(Rules::<Wide>::new(ruleset).expect("sensible rules"));
    let setup = Setup { arrangement: Arrangement::drawn(picture), side, king_captured: false };
    Game::from_position(Position::new(&rules, &setup).unwrap_or_else(|faults| panic!("{faults:?}\n{setup}")))
}

/// What an engine thinks so many moves ahead.
pub fn thought<B: Bits>(game: &Game<B>, depth: u32) -> Thought {
    let mut engine = Engine::new(Arc::clone(game.position().rules()), 1 << 14);
    engine.think(game, &Limits::depth(depth), &Stop::new(), &mut |_| {}).expect("the game is not over")
}

/// Who moves first; the attackers where the lot decides.
pub fn first<B: Bits>(rules: &Rules<B>) -> Side {
    rules.ruleset().first_side().unwrap_or(Side::Attackers)
}
