//! A player of some strength.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Piece, Rules, Status};

use super::classic::Classic;
use super::engine::{Engine, Thought};
use super::evaluation::{Evaluation, EvaluationKind};
use super::lapses::{Errors, Lapses};
use super::levels::{Settings, settings};
use super::material::Material;
use super::net::Net;
use super::noise::Noise;
use crate::random::splitmix;
use crate::{Level, Limits, Signals};

/// An engine with some settings, such as those of a level.
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
    engine: AnyEngine<B>,
    settings: Settings,
    seed: u64,
}

/// An engine for each [`EvaluationKind`].
#[derive(Clone, Debug)]
enum AnyEngine<B: Bits> {
    Classic(Engine<B, Classic>),
    Material(Engine<B, Material>),
    Net(Engine<B, Net>),
}

impl<B: Bits> Player<B> {
    /// A player of a level.
    pub fn new(rules: Arc<Rules<B>>, level: Level, seed: u64) -> Player<B> {
        Player::with_settings(rules, settings(level), seed)
    }

    /// A player with settings of one's own.
    pub fn with_settings(rules: Arc<Rules<B>>, settings: Settings, seed: u64) -> Player<B> {
        let net = match settings.evaluation {
            EvaluationKind::Net => Net::of(&rules),
            EvaluationKind::OwnNet(parameters) => Net::new(parameters, &rules),
            EvaluationKind::Classic | EvaluationKind::OwnWeights(_) | EvaluationKind::Material => None,
        };
        let engine = match (settings.evaluation, net) {
            (_, Some(net)) => AnyEngine::Net(engine(rules, &settings, net)),
            (EvaluationKind::Material, _) => {
                let material = Material::new(&rules);
                AnyEngine::Material(engine(rules, &settings, material))
            }
            (EvaluationKind::OwnWeights(weights), _) => {
                let classic = Classic::with_weights(&rules, *weights);
                AnyEngine::Classic(engine(rules, &settings, classic))
            }
            _ => {
                let classic = Classic::new(&rules);
                AnyEngine::Classic(engine(rules, &settings, classic))
            }
        };
        Player { engine, settings, seed: splitmix(seed) }
    }

    /// The move it plays, with what it thinks of it; nothing if the game is over.
    pub fn choose<'c>(&mut self, game: &Game<B>, signals: impl Into<Signals<'c>>) -> Option<Thought> {
        let signals = signals.into();
        match &mut self.engine {
            AnyEngine::Classic(engine) => choose(engine, &self.settings, self.seed, game, signals),
            AnyEngine::Material(engine) => choose(engine, &self.settings, self.seed, game, signals),
            AnyEngine::Net(engine) => choose(engine, &self.settings, self.seed, game, signals),
        }
    }
}

fn engine<B: Bits, E: Evaluation<B>>(
    rules: Arc<Rules<B>>,
    settings: &Settings,
    evaluation: E,
) -> Engine<B, E> {
    let mut engine = Engine::with_evaluation(rules, settings.table_entries, evaluation);
    engine.set_threads(settings.threads);
    engine.set_tunables(settings.tunables);
    engine
}

/// Errors are written in hundredths of a man of Tablut's defenders, of whom there are eight. Where there are more, each counts for less.
const TABLUT_MEN: i32 = 8;

fn defenders_men<B: Bits>(rules: &Rules<B>) -> i32 {
    i32::try_from(rules.ruleset().board.layout().start.count(Piece::Defender)).unwrap_or(i32::MAX).max(1)
}

fn choose<B: Bits, E: Evaluation<B>>(
    engine: &mut Engine<B, E>,
    settings: &Settings,
    seed: u64,
    game: &Game<B>,
    signals: Signals<'_>,
) -> Option<Thought> {
    let Status::ToMove(_) = game.status() else { return None };
    if !settings.remembers {
        engine.forget();
    }
    // A player who comes back to a position should not be bound to make the same mistake.
    let lot = splitmix(seed ^ game.len() as u64);
    let of_a_man = |hundredths: i32| hundredths * TABLUT_MEN / defenders_men(engine.rules());
    let noise = Noise { points: of_a_man(settings.noise.cast_signed()).unsigned_abs(), seed };
    let lapses = Lapses { greed: of_a_man(settings.lapses.greed), ..settings.lapses };
    let focus = [game.moves_made().next_back().map(|mv| mv.to), Some(game.position().state().king())];
    let errors = Errors { lapses, seed: lot, focus, size: engine.rules().size() };
    let choices = engine.rules().count_moves(game.position().state());
    let limits = Limits {
        nodes: Some(settings.nodes.max(settings.nodes_a_move * choices)),
        depth: Some(settings.depth),
        time: settings.time,
        target: None,
    };
    engine.think_with(noise, errors, game, &limits, signals, &mut |_| {})
}
