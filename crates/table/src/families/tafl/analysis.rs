//! Analysis of tafl.

use std::fmt::Debug;
use std::sync::Arc;

use tablen_engine::analysis::Thresholds;
use tablen_engine::tafl::analysis::{
    GameWalk, Line, MoveAnalysis, PositionAnalysis, Walked, analyse_position, reasons_against,
};
use tablen_engine::tafl::{Engine, Evaluation, Net, Prospect};
use tablen_engine::{Limits, Signals};
use tablen_rules::tafl::{Bits, Game, Move, Narrow, Side, Wide};
use tablen_rules::words::Explain;

use super::{MoveHint, Tafl, TaflRound};
use crate::analysis::{Analyst, CertainWin, Counts, Found, LineFound, Looked, TurnFound, TurnMark, of_light};
use crate::family::GameRound;
use crate::spec::Colour;

/// Entries of the transposition table, sixteen bytes each: several analyses may be under way at once.
const TABLE_ENTRIES: usize = 1 << 19;

/// So many lines are looked at for every move of a game: the second says whether the first was the only good one.
const LINES_OF_A_GAME: usize = 2;

/// So many moves of a line are told.
const MOVES_TOLD: usize = 8;

/// So often a move is looked at again that was looked at too shortly; then what was seen has to do.
const ATTEMPTS: u32 = 3;

/// So many reasons are told of a move, those that say most.
const REASONS_TOLD: usize = 3;

/// An analyst for the rules of a round.
pub(super) fn analyst(round: &TaflRound) -> Box<dyn Analyst<Tafl>> {
    match round {
        TaflRound::Narrow(game) => analyst_of_width(game),
        TaflRound::Wide(game) => analyst_of_width(game),
    }
}

fn analyst_of_width<B: Width>(game: &Game<B>) -> Box<dyn Analyst<Tafl>> {
    let rules = Arc::clone(game.position().rules());
    // Where no net was trained for the rules, it is the classic evaluation.
    match Net::of(&rules) {
        Some(net) => Box::new(TaflAnalyst::new(Engine::with_evaluation(rules, TABLE_ENTRIES, net))),
        None => Box::new(TaflAnalyst::new(Engine::new(rules, TABLE_ENTRIES))),
    }
}

/// The games of one width.
trait Width: Bits + Sized {
    fn game(round: &TaflRound) -> Option<&Game<Self>>;
}

impl Width for Narrow {
    fn game(round: &TaflRound) -> Option<&Game<Narrow>> {
        match round {
            TaflRound::Narrow(game) => Some(game),
            TaflRound::Wide(_) => None,
        }
    }
}

impl Width for Wide {
    fn game(round: &TaflRound) -> Option<&Game<Wide>> {
        match round {
            TaflRound::Narrow(_) => None,
            TaflRound::Wide(game) => Some(game),
        }
    }
}

#[derive(Debug)]
struct TaflAnalyst<B: Bits, E> {
    engine: Engine<B, E>,
    /// How deep what was told of a position went, and how many positions had been looked at before this piece of work.
    told_depth: u32,
    nodes: u64,
    walk: Option<GameWalk<B>>,
    /// How often the look at the next move was stopped.
    attempts: u32,
    turns: Vec<TurnFound<Tafl>>,
}

impl<B: Bits, E> TaflAnalyst<B, E> {
    const fn new(engine: Engine<B, E>) -> TaflAnalyst<B, E> {
        TaflAnalyst { engine, told_depth: 0, nodes: 0, walk: None, attempts: 0, turns: Vec::new() }
    }
}

impl<B: Width, E: Evaluation<B> + Debug + Send> Analyst<Tafl> for TaflAnalyst<B, E> {
    fn look(
        &mut self,
        round: &TaflRound,
        lines: usize,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found<Tafl>),
    ) -> Looked {
        let Some(game) = B::game(round) else { return Looked::ToTheEnd };
        let before = self.nodes;
        let (engine, told) = (&mut self.engine, &mut self.told_depth);
        let mut hear = |found: &PositionAnalysis| {
            // Asked again, it comes by the depths it has been at before.
            if found.depth > *told || *told == 0 {
                *told = found.depth;
                tell(lines_found(found, before));
            }
        };
        let found = analyse_position(engine, game, limits, lines, signals, &mut hear);
        let Some(found) = found else { return Looked::ToTheEnd };
        hear(&found);
        self.nodes += found.nodes;
        if signals.stop.is_stopped() { Looked::Stopped } else { Looked::ToTheEnd }
    }

    fn look_on(&mut self, round: &TaflRound, limits: &Limits, signals: Signals<'_>) -> Looked {
        let Some(game) = B::game(round) else { return Looked::ToTheEnd };
        let walk = self.walk.get_or_insert_with(|| GameWalk::new(game));
        walk.accept_short_looks(self.attempts >= ATTEMPTS);
        match walk.look_on(&mut self.engine, limits, LINES_OF_A_GAME, signals) {
            Ok(Walked::On) => {
                let known = std::mem::take(&mut self.turns);
                let found = walk.moves().iter().enumerate().map(|(turn, analysed)| {
                    // All but the last are known already, but for what changes with the moves after them.
                    let known = known.get(turn).filter(|known| known.judged == analysed.judged);
                    known.cloned().unwrap_or_else(|| turn_found(round, turn, analysed))
                });
                self.turns = found.collect();
                self.attempts = 0;
                Looked::On
            }
            Ok(Walked::Stopped) => {
                self.attempts += 1;
                Looked::Stopped
            }
            // A game has no illegal moves.
            Ok(Walked::ToTheEnd) | Err(_) => Looked::ToTheEnd,
        }
    }

    fn turns(&self) -> &[TurnFound<Tafl>] {
        &self.turns
    }

    fn thresholds(&self) -> Thresholds {
        Thresholds::USUAL
    }

    fn counts(&self, round: &TaflRound, colour: Colour) -> Counts {
        Counts { captured: Some(round.captured_by(colour)), ..Counts::default() }
    }
}

fn lines_found(found: &PositionAnalysis, nodes_before: u64) -> Found<Tafl> {
    Found::Lines {
        depth: found.depth,
        nodes: nodes_before + found.nodes,
        speed: found.nodes_per_second,
        lines: found.lines.iter().map(|line| line_found(line, found.side)).collect(),
    }
}

fn line_found(line: &Line, side: Side) -> LineFound<Tafl> {
    let win = |side: Side, turns: u32| Some(CertainWin { winner: side.into(), turns });
    LineFound {
        chance: of_light(line.chance.as_f64(), side.into()),
        win: match line.value {
            Prospect::WinsIn(moves) => win(side, moves),
            Prospect::LosesIn(moves) => win(side.other(), moves),
            Prospect::Points(_) => None,
        },
        turns: hints(line),
    }
}

fn hint(mv: &Move) -> MoveHint {
    MoveHint { from: mv.from, to: mv.to, text: mv.to_string() }
}

fn hints(line: &Line) -> Vec<MoveHint> {
    line.moves.iter().take(MOVES_TOLD).map(hint).collect()
}

/// What is told of a move, counted from 0.
fn turn_found(round: &TaflRound, turn: usize, analysed: &MoveAnalysis) -> TurnFound<Tafl> {
    let (colour, judged) = (Colour::from(analysed.side), analysed.judged);
    let second = analysed.lines.get(1).filter(|_| analysed.is_best);
    let is_only =
        second.is_some_and(|second| judged.chance_after.above(second.chance) >= Thresholds::USUAL.error);
    let reasons = match judged.mark {
        Some(_) => reasons_against(analysed).iter().take(REASONS_TOLD).map(Explain::message).collect(),
        None => Vec::new(),
    };
    TurnFound {
        turn: turn + 1,
        colour,
        text: round.turn_played(turn).map_or_else(|| analysed.played.to_string(), |played| played.text),
        chance_before_roll: None,
        chance_before: of_light(judged.chance_before.as_f64(), colour),
        chance_after: of_light(judged.chance_after.as_f64(), colour),
        loss: judged.loss.as_f64(),
        mark: judged.mark.map(TurnMark::from).or(is_only.then_some(TurnMark::Good)),
        turning_point: judged.turning_point,
        forced: analysed.lines.len() < LINES_OF_A_GAME,
        best: (!analysed.is_best).then(|| hint(&analysed.best)),
        best_line: analysed.lines.first().map(hints).unwrap_or_default(),
        luck: None,
        reasons,
        judged,
    }
}
