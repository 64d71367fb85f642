//! A computer that plays tafl.

use std::sync::Arc;

use tablen_engine::{Signals, tafl as engine};
use tablen_rules::tafl::{Move, Narrow, Ruleset, Wide};

use super::TaflRound;

/// A computer player. Its engine is made for the rules of the round it is asked about.
#[derive(Clone, Debug)]
pub struct TaflPlayer {
    settings: engine::Settings,
    seed: u64,
    engine: Option<(Ruleset, Engine)>,
}

#[derive(Clone, Debug)]
enum Engine {
    Narrow(engine::Player<Narrow>),
    Wide(engine::Player<Wide>),
}

impl TaflPlayer {
    /// A player with settings of one's own. Its errors are drawn from the seed.
    pub const fn new(settings: engine::Settings, seed: u64) -> TaflPlayer {
        TaflPlayer { settings, seed, engine: None }
    }

    pub(super) fn choose(&mut self, round: &TaflRound, signals: Signals<'_>) -> Option<Move> {
        let ruleset = round.ruleset();
        if self.engine.as_ref().is_none_or(|(known, _)| known != ruleset) {
            let engine = match round {
                TaflRound::Narrow(game) => Engine::Narrow(engine::Player::with_settings(
                    Arc::clone(game.position().rules()),
                    self.settings,
                    self.seed,
                )),
                TaflRound::Wide(game) => Engine::Wide(engine::Player::with_settings(
                    Arc::clone(game.position().rules()),
                    self.settings,
                    self.seed,
                )),
            };
            self.engine = Some((ruleset.clone(), engine));
        }
        let thought = match (&mut self.engine.as_mut()?.1, round) {
            (Engine::Narrow(player), TaflRound::Narrow(game)) => player.choose(game, signals),
            (Engine::Wide(player), TaflRound::Wide(game)) => player.choose(game, signals),
            // The width follows from the ruleset, which is the same.
            _ => None,
        };
        thought.map(|thought| thought.mv)
    }
}
