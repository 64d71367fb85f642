//! What the tests of tafl players share.

// Every test file is a crate of its own and uses its part of this.
#![allow(dead_code)]

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

/// SplitMix64: random play that is the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}
