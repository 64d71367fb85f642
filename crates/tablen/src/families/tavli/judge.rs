//! Asks the engine about every turn of a game.

use tablen_engine::Signals;
use tablen_engine::tavli::{Engine, Player};
use tablen_table::TavliRound;

use crate::families::{Effort, Judgement, Worth};

/// Judges the turns of a round until it is stopped. `next` hears before each.
pub fn judge(
    round: &TavliRound,
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Vec<Judgement> {
    let mut judgements = Vec::new();
    let mut engine = Engine::new();
    for (position, turn) in round.past() {
        next();
        let thought = match effort {
            Effort::Level(level) => Player::new(level, 0).choose(position, turn.roll, signals),
            Effort::Limited(limits) => engine.think(position, turn.roll, &limits, signals, &mut |_| {}),
        };
        let Some(thought) = thought.filter(|_| !signals.stop.is_stopped()) else { break };
        // The same men on the same places count as the same turn, whatever the order of the steps.
        let is_best = position.play(turn) == position.play(&thought.turn);
        let steps: Vec<String> = thought.turn.steps.iter().map(ToString::to_string).collect();
        judgements.push(Judgement {
            side_name: position.side().name(),
            side: super::side_text(position.side()),
            played: turn.to_string(),
            best: steps.join(" "),
            worth: Worth::Chance(thought.value.chance()),
            nodes: thought.nodes,
            is_best,
        });
    }
    judgements
}
