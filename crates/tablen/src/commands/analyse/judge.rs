//! Asks the engines about every turn of a round.

use std::sync::Arc;

use tablen_engine::tafl::Prospect;
use tablen_engine::{Level, Limits, Signals, tafl as tafl_engine, tavli as tavli_engine};
use tablen_rules::tafl::{self, Bits};
use tablen_rules::tavli;
use tablen_table::{Round, TaflRound};
use tablen_words::Message;

use crate::failure::Failure;

/// How hard the computer thinks about each turn.
#[derive(Clone, Copy)]
pub enum Effort {
    /// As it does when it plays at a level.
    Level(Level),
    /// As well as it can within limits.
    Limited(Limits),
}

/// A turn that was played, and what the computer would have played.
pub struct Judgement {
    /// Whose turn it was, as it is called in text forms.
    pub side_name: &'static str,
    /// Whose turn it was, for people.
    pub side: Message,
    /// What was played.
    pub played: String,
    /// What the computer would have played.
    pub best: String,
    /// What that is worth to the side whose turn it was.
    pub worth: Worth,
    /// How many positions were looked at.
    pub nodes: u64,
    is_best: bool,
}

impl Judgement {
    /// Whether the computer would have played the same.
    pub fn is_best(&self) -> bool {
        self.is_best
    }
}

/// What a turn is worth to the side that plays it.
#[derive(Clone, Copy)]
pub enum Worth {
    /// Nothing is certain: points, about a hundred for a man.
    Points(i32),
    /// A win after so many moves, both sides' counted.
    WinsIn(u32),
    /// A loss after so many moves, both sides' counted.
    LosesIn(u32),
    /// How likely it wins, from 0 to 1.
    Chance(f64),
}

/// Judges the turns of a round until it is stopped. `next` hears before each.
pub fn round(
    round: &Round,
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<Vec<Judgement>, Failure> {
    match round {
        Round::Tafl(TaflRound::Narrow(game)) => tafl_round(game, effort, signals, next),
        Round::Tafl(TaflRound::Wide(game)) => tafl_round(game, effort, signals, next),
        Round::Tavli(round) => Ok(tavli_round(round.past(), effort, signals, next)),
    }
}

fn tafl_round<B: Bits>(
    played: &tafl::Game<B>,
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<Vec<Judgement>, Failure> {
    let rules = played.position().rules();
    let first =
        tafl::Position::new(rules, &played.first_setup()).map_err(|faults| Failure::input(&faults))?;
    let mut game = tafl::Game::from_position(first);
    let mut engine = tafl_engine::Engine::new(Arc::clone(rules), tafl_engine::levels::TABLE_ENTRIES);
    let mut player = match effort {
        Effort::Level(level) => Some(tafl_engine::Player::new(Arc::clone(rules), level, 0)),
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
            side: tablen_rules::TEXTS.message(format!("tafl.side.{side}")),
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

fn tavli_round(
    turns: &[(tavli::Position, tavli::Turn)],
    effort: Effort,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Vec<Judgement> {
    let mut judgements = Vec::new();
    let mut engine = tavli_engine::Engine::new();
    for (position, turn) in turns {
        next();
        let thought = match effort {
            Effort::Level(level) => tavli_engine::Player::new(level, 0).choose(position, turn.roll, signals),
            Effort::Limited(limits) => engine.think(position, turn.roll, &limits, signals, &mut |_| {}),
        };
        let Some(thought) = thought.filter(|_| !signals.stop.is_stopped()) else { break };
        // The same men on the same places count as the same turn, whatever the order of the steps.
        let is_best = position.play(turn) == position.play(&thought.turn);
        let steps: Vec<String> = thought.turn.steps.iter().map(ToString::to_string).collect();
        judgements.push(Judgement {
            side_name: position.side().name(),
            side: tablen_rules::TEXTS.message(format!("tavli.side.{}", position.side())),
            played: turn.to_string(),
            best: steps.join(" "),
            worth: Worth::Chance(thought.value.chance()),
            nodes: thought.nodes,
            is_best,
        });
    }
    judgements
}
