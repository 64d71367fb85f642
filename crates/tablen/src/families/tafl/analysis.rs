//! Asks the engine about positions and about every move of a game.

use std::io::{self, Write};
use std::sync::Arc;

use serde_json::{Value, json};
use tablen_engine::analysis::{Graph, Summary};
use tablen_engine::tafl::analysis::{
    Fact, GameAnalysis, MoveAnalysis, PositionAnalysis, analyse_game, analyse_position,
};
use tablen_engine::tafl::{Engine, Net, Prospect, levels};
use tablen_engine::{Limits, Signals};
use tablen_rules::tafl::{Bits, Game, Narrow, Position, Rules, Side, Wide, fits_narrow};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::view::TaflBoard;
use tablen_table::{Colour, TaflRound};

use super::picture::picture;
use super::side_text;
use crate::failure::Failure;
use crate::families::analysis::{
    Align, ToldTurn, hope, on_a_line, percent, tell_marked, tell_turns, with_members, write_table,
};
use crate::families::{Asked, Decision, Effort, FamilyAnalysis};

/// Entries of the transposition table, sixteen bytes each: an analysis thinks longer than a player.
const TABLE_ENTRIES: usize = 1 << 20;

/// So many facts are told about a move, those that say most; JSON has them all.
const FACTS_TOLD: usize = 5;

/// Decimals of a chance of winning in percent.
const DECIMALS: usize = 0;

/// Analyses the moves of a round until it is stopped. `next` hears of each.
pub fn analyse_round(
    round: &TaflRound,
    asked: &Asked,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<GameAnalysis, Failure> {
    match round {
        TaflRound::Narrow(game) => analyse_moves(game, asked, signals, next),
        TaflRound::Wide(game) => analyse_moves(game, asked, signals, next),
    }
}

fn analyse_moves<B: Bits>(
    game: &Game<B>,
    asked: &Asked,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<GameAnalysis, Failure> {
    let (limits, rules) = (limits(asked.effort), Arc::clone(game.position().rules()));
    let mut progress = |_: &[MoveAnalysis]| next();
    // Where no net was trained for the rules, it is the classic evaluation.
    let found = match Net::of(&rules) {
        Some(net) => {
            let mut engine = Engine::with_evaluation(rules, TABLE_ENTRIES, net);
            analyse_game(&mut engine, game, &limits, asked.lines, signals, &mut progress)
        }
        None => {
            let mut engine = Engine::new(rules, TABLE_ENTRIES);
            analyse_game(&mut engine, game, &limits, asked.lines, signals, &mut progress)
        }
    };
    found.map_err(|illegal| Failure::input(&illegal))
}

/// Analyses a position, on the narrowest words that hold the board.
pub fn analyse(
    position: &Position,
    asked: &Asked,
    signals: Signals<'_>,
) -> Result<AnalysedPosition, Failure> {
    if let Some(roll) = &asked.roll {
        return Err(roll.refused(message!("analyse.error.no-dice")));
    }
    let found = if fits_narrow(position.rules().ruleset()) {
        analyse_on::<Narrow>(position, asked, signals)
    } else {
        analyse_on::<Wide>(position, asked, signals)
    };
    Ok(AnalysedPosition { position: position.clone(), found: found? })
}

fn analyse_on<B: Bits>(
    position: &Position,
    asked: &Asked,
    signals: Signals<'_>,
) -> Result<PositionAnalysis, Failure> {
    let rules = Rules::<B>::new(position.rules().ruleset()).map_err(|faults| Failure::input(&faults))?;
    let rules = Arc::new(rules);
    let start = Position::new(&rules, &position.setup()).map_err(|faults| Failure::input(&faults))?;
    let (game, limits) = (Game::from_position(start), limits(asked.effort));
    let found = match Net::of(&rules) {
        Some(net) => {
            let mut engine = Engine::with_evaluation(rules, TABLE_ENTRIES, net);
            analyse_position(&mut engine, &game, &limits, asked.lines, signals, &mut |_| {})
        }
        None => {
            let mut engine = Engine::new(rules, TABLE_ENTRIES);
            analyse_position(&mut engine, &game, &limits, asked.lines, signals, &mut |_| {})
        }
    };
    found.ok_or_else(|| Failure::Input(message!("analyse.error.over")))
}

/// A level thinks as long as it does when it plays, but makes no mistakes on purpose.
fn limits(effort: Effort) -> Limits {
    match effort {
        Effort::Limited(limits) => limits,
        Effort::Level(level) => {
            let settings = levels::settings(level);
            Limits { nodes: Some(settings.nodes), depth: Some(settings.depth), ..Limits::default() }
        }
    }
}

/// A position with what was found out about it.
pub struct AnalysedPosition {
    position: Position,
    found: PositionAnalysis,
}

impl FamilyAnalysis for AnalysedPosition {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        writeln!(out, "{}", picture(&TaflBoard::at(&self.position)))?;
        writeln!(out, "{}", super::to_move(self.found.side).render(lang))?;
        let rows: Vec<[String; 4]> = (1..)
            .zip(&self.found.lines)
            .map(|(number, line)| {
                let worth = worth(line.value).render(lang);
                [
                    format!("{number}."),
                    hope(line.chance, DECIMALS).render(lang),
                    worth,
                    on_a_line(&line.moves),
                ]
            })
            .collect();
        use Align::{Left, Right};
        write_table(&rows, &[Right, Right, Right, Left], out)?;
        tell_facts(&self.found.facts, out, lang)?;
        let work = message!("analyse.work").with("depth", self.found.depth).with("nodes", self.found.nodes);
        let speed = self.found.nodes_per_second.map(|speed| message!("analyse.speed").with("speed", speed));
        let sentences: Vec<Message> = [work].into_iter().chain(speed).collect();
        let sentences: Vec<String> = sentences.iter().map(|sentence| sentence.render(lang)).collect();
        writeln!(out, "{}", sentences.join(" "))
    }

    fn as_json(&self) -> Value {
        let ruleset = self.position.rules().ruleset().to_string();
        with_members(
            serde_json::to_value(&self.found),
            json!({ "position": self.position.to_string(), "ruleset": ruleset }),
        )
    }

    fn graph(&self, _: Message) -> Option<Graph> {
        None
    }

    fn decisions(&self, _: Colour) -> Vec<Decision> {
        Vec::new()
    }
}

impl FamilyAnalysis for GameAnalysis {
    fn tell(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
        tell_turns(&self.moves.iter().map(told).collect::<Vec<_>>(), None, DECIMALS, out, lang)?;
        writeln!(out)?;
        for side in Side::ALL {
            writeln!(out, "{}", summary(side, self.summary(side)).render(lang))?;
        }
        for (number, analysed) in (1..).zip(&self.moves) {
            tell_mark(number, analysed, out, lang)?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        with_members(serde_json::to_value(self), json!({}))
    }

    fn graph(&self, title: Message) -> Option<Graph> {
        Some(GameAnalysis::graph(self, title))
    }

    fn decisions(&self, side: Colour) -> Vec<Decision> {
        let own = self.moves.iter().filter(|turn| Colour::from(turn.side) == side);
        let decision = |turn: &MoveAnalysis| Decision { judged: turn.judged, is_forced: false, luck: None };
        own.map(decision).collect()
    }
}

fn told(analysed: &MoveAnalysis) -> ToldTurn {
    ToldTurn {
        side: side_text(analysed.side),
        played: analysed.played.to_string(),
        better: (!analysed.is_best).then(|| analysed.best.to_string()),
        judged: analysed.judged,
        after: match analysed.played_value {
            Prospect::Points(_) => hope(analysed.judged.chance_after, DECIMALS),
            certain => worth(certain),
        },
        luck: None,
    }
}

/// What was wrong with a move that has a mark, and what would have been better.
fn tell_mark(number: usize, analysed: &MoveAnalysis, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    if !tell_marked(number, &told(analysed), DECIMALS, out, lang)? {
        return Ok(());
    }
    tell_facts(&analysed.facts, out, lang)?;
    if let Some(line) = analysed.lines.first() {
        let better = message!("analyse.better").text("line", on_a_line(&line.moves));
        writeln!(out, "   {}", better.render(lang))?;
        tell_facts(&analysed.best_facts, out, lang)?;
    }
    Ok(())
}

/// The facts that say most.
fn tell_facts(facts: &[Fact], out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let sentences: Vec<String> = facts.iter().take(FACTS_TOLD).map(|fact| fact.explain(lang)).collect();
    if sentences.is_empty() { Ok(()) } else { writeln!(out, "   {}", sentences.join(" ")) }
}

fn summary(side: Side, summary: &Summary) -> Message {
    message!("analyse.summary")
        .with("side", side_text(side))
        .with("turns", summary.turns)
        .with("loss", percent(summary.mean_loss, 1))
        .with("doubtful", summary.doubtful)
        .with("errors", summary.errors)
        .with("blunders", summary.blunders)
}

/// What a line is worth to the side that begins it.
fn worth(value: Prospect) -> Message {
    match value {
        Prospect::Points(points) => {
            let key = if points < 0 { "analyse.less" } else { "analyse.more" };
            message!(key).decimal("value", f64::from(points).abs() / 100.0, 2)
        }
        Prospect::WinsIn(moves) => message!("analyse.wins-in").with("moves", moves),
        Prospect::LosesIn(moves) => message!("analyse.loses-in").with("moves", moves),
    }
}
