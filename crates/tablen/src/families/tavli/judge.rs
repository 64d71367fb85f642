//! Asks the engine about every turn of a game.

use std::io::{self, Write};

use serde_json::{Value, json};
use tablen_engine::Signals;
use tablen_engine::analysis::Graph;
use tablen_engine::tavli::{Engine, Player};
use tablen_rules::tavli::Side;
use tablen_rules::words::{Lang, Message};
use tablen_table::TavliRound;

use crate::families::analysis::{Align, write_table};
use crate::families::{Effort, FamilyAnalysis};

/// A turn that was played, and what the computer would have played.
struct Judgement {
    side: Side,
    played: String,
    best: String,
    /// How likely the best turn wins, from 0 to 1.
    chance: f64,
    nodes: u64,
    /// The same men on the same places count as the same turn, whatever the order of the steps.
    is_best: bool,
}

/// The turns of a round, judged.
pub struct Judgements(Vec<Judgement>);

/// Judges the turns of a round until it is stopped. `next` hears before each.
pub fn judge(round: &TavliRound, effort: Effort, signals: Signals<'_>, next: &mut dyn FnMut()) -> Judgements {
    let mut judgements = Vec::new();
    let mut engine = Engine::new();
    for (position, turn) in round.past() {
        next();
        let thought = match effort {
            Effort::Level(level) => Player::new(level, 0).choose(position, turn.roll, signals),
            Effort::Limited(limits) => engine.think(position, turn.roll, &limits, signals, &mut |_| {}),
        };
        let Some(thought) = thought.filter(|_| !signals.stop.is_stopped()) else { break };
        let is_best = position.play(turn) == position.play(&thought.turn);
        let steps: Vec<String> = thought.turn.steps.iter().map(ToString::to_string).collect();
        judgements.push(Judgement {
            side: position.side(),
            played: turn.to_string(),
            best: steps.join(" "),
            chance: thought.value.chance(),
            nodes: thought.nodes,
            is_best,
        });
    }
    Judgements(judgements)
}

impl FamilyAnalysis for Judgements {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        let say = |message: Message| message.render(lang);
        let mut rows = vec![[
            String::new(),
            say(message!("analyse.side")),
            say(message!("analyse.worth")),
            say(message!("analyse.played")),
            say(message!("analyse.computer")),
        ]];
        rows.extend(self.0.iter().enumerate().map(|(turn, judgement)| {
            let chance = message!("analyse.chance").decimal("percent", judgement.chance * 100.0, 1);
            let best = if judgement.is_best { "=" } else { &judgement.best };
            let side = super::side_text(judgement.side);
            [format!("{}.", turn + 1), say(side), say(chance), judgement.played.clone(), best.to_owned()]
        }));
        use Align::{Left, Right};
        write_table(&rows, [Right, Left, Right, Left, Left], out)
    }

    fn as_json(&self) -> Value {
        let turn = |judgement: &Judgement| {
            json!({
                "side": judgement.side.name(),
                "played": judgement.played,
                "best": judgement.best,
                "is_best": judgement.is_best,
                "value": { "chance": judgement.chance },
                "nodes": judgement.nodes,
            })
        };
        json!({ "turns": self.0.iter().map(turn).collect::<Vec<_>>() })
    }

    fn graph(&self, _: Message) -> Option<Graph> {
        None
    }
}
