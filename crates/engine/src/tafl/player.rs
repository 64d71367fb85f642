//! A player of some strength.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Rules, Status};

use super::engine::{Engine, Thought};
use super::evaluate::Noise;
use super::levels::{CARELESS_NOISE, Settings, TABLE_ENTRIES, favoured_side, settings};
use super::value::ForMover;
use crate::random::splitmix;
use crate::{Level, Limits, Stop};

/// An engine at a level.
///
/// What it errs in follows from its seed and the position: with the same seed it answers the same game the same way.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Level, Stop, tafl::Player};
/// use tablen_rules::tafl::{Game, Narrow, Preset, Rules, Side};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Ashton.ruleset())?);
/// let mut game = Game::start(&rules, Side::Defenders);
/// let mut player = Player::new(rules, Level::WEAKEST, 7);
/// let thought = player.choose(&game, &Stop::new()).expect("the game has just begun");
/// game.play(thought.mv)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Player<B: Bits> {
    engine: Engine<B>,
    settings: Settings,
    seed: u64,
}

impl<B: Bits> Player<B> {
    /// A player of a level.
    pub fn new(rules: Arc<Rules<B>>, level: Level, seed: u64) -> Player<B> {
        Player::with_settings(rules, settings(level), seed)
    }

    /// A player with settings of one's own.
    pub fn with_settings(rules: Arc<Rules<B>>, settings: Settings, seed: u64) -> Player<B> {
        Player { engine: Engine::new(rules, TABLE_ENTRIES), settings, seed: splitmix(seed) }
    }

    /// The move it plays, with what it thinks of it; nothing if the game is over.
    pub fn choose(&mut self, game: &Game<B>, stop: &Stop) -> Option<Thought> {
        let Status::ToMove(side) = game.status() else { return None };
        // Whoever comes back to a position should not be bound to make the same mistake.
        let lot = splitmix(self.seed ^ game.position().key().rotate_left(17) ^ game.len() as u64);
        let is_favoured = favoured_side(self.engine.rules().ruleset()) == Some(side);
        let careless_percent = if is_favoured {
            self.settings.careless_favoured_percent
        } else {
            self.settings.careless_percent
        };
        if lot % 100 < u64::from(careless_percent) {
            return self.choose_carelessly(game, lot);
        }
        let noise = Noise { points: self.settings.noise, seed: self.seed };
        let limits =
            Limits { nodes: Some(self.settings.nodes), depth: Some(self.settings.depth), deadline: None };
        self.engine.think_with(noise, game, &limits, stop, &mut |_| {})
    }

    /// The move after which the position looks best at a glance: no threat is noticed, and by the lowest levels no win either.
    fn choose_carelessly(&mut self, game: &Game<B>, lot: u64) -> Option<Thought> {
        let settings = self.settings;
        let evaluator = &mut self.engine.evaluator;
        evaluator.noise = Noise { points: CARELESS_NOISE, seed: lot };
        let state = *game.position().state();
        let mut best: Option<Thought> = None;
        let mut nodes = 0;
        evaluator.rules.visit_moves(&state, |mv| {
            let mut next = state;
            evaluator.rules.make(&mut next, mv);
            let wins = || evaluator.rules.decided(&next).is_some_and(|end| end.winner == Some(state.side()));
            let value = if settings.careless_sees_wins && wins() {
                ForMover::wins_in(1)
            } else {
                -evaluator.evaluate(&next, &evaluator.view(&next))
            };
            nodes += 1;
            if best.as_ref().is_none_or(|best| value > best.value) {
                best = Some(Thought { mv, value, line: vec![mv], depth: 0, nodes: 0 });
            }
        });
        best.map(|best| Thought { nodes, ..best })
    }
}
