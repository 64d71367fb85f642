//! Asks the engine about every move of a game.

use std::sync::Arc;

use tablen_engine::Signals;
use tablen_engine::tafl::{Engine, Player, Prospect, levels};
use tablen_rules::tafl::{Bits, Game, Position};
use tablen_table::TaflRound;

use crate::failure::Failure;
use crate::families::{Effort, Judgement, Worth};

/// Judges the moves of a round until it is stopped. `next` hears before each.
pub fn judge(
    round: &TaflRound,
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<Vec<Judgement>, Failure> {
    match round {
        TaflRound::Narrow(game) => judge_game(game, effort, signals, next),
        TaflRound::Wide(game) => judge_game(game, effort, signals, next),
    }
}

fn judge_game<B: Bits>(
    played: &Game<B>,
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<Vec<Judgement>, Failure> {
    let rules = played.position().rules();
    let first = Position::new(rules, &played.first_setup()).map_err(|faults| Failure::input(&faults))?;
    let mut game = Game::from_position(first);
    let mut engine = Engine::new(Arc::clone(rules), levels::Settings::FULL.table_entries);
    let mut player = match effort {
        Effort::Level(level) => Some(Player::new(Arc::clone(rules), level, 0)),
        Effort::Limited(_) => None,
    };
    let mut judgements = Vec::new();
    for mv in played.moves_made() {
        next();
        let side = game.position().side();
        let thought = match (&mut player, effort) {
            (Some(player), _) => player.choose(&game, signals),
            (None, Effort::Limited(limits)) => engine.think(&game, &limits, signals, &mut |_| {}),
            (None, Effort::Level(_)) => None,
        };
        // A thought that was stopped is not what it would have been.
        let Some(thought) = thought.filter(|_| !signals.stop.is_stopped()) else { break };
        judgements.push(Judgement {
            side_name: side.name(),
            side: super::side_text(side),
            played: mv.to_string(),
            best: thought.mv.to_string(),
            worth: match thought.value.prospect() {
                Prospect::Points(points) => Worth::Points(points),
                Prospect::WinsIn(moves) => Worth::WinsIn(moves),
                Prospect::LosesIn(moves) => Worth::LosesIn(moves),
            },
            nodes: thought.nodes,
            is_best: thought.mv == mv,
        });
        game.play(mv).map_err(|illegal| Failure::input(&illegal))?;
    }
    Ok(judgements)
}
