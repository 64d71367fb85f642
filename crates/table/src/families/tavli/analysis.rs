//! Analysis of tavli.

use tablen_engine::analysis::{Chance, Judged, Thresholds};
use tablen_engine::tavli::analysis::{
    THRESHOLDS, TurnAnalysis, analyse_turn, pips_played, pips_wasted, reasons_against,
};
use tablen_engine::tavli::{Engine, Value};
use tablen_engine::{Limits, Signals};
use tablen_rules::tavli::{Play, Position, Roll, Status, Turn};
use tablen_rules::words::Explain;

use super::{Tavli, TavliRound, TurnView};
use crate::analysis::{
    Analyst, CertainWin, Counts, Found, LineFound, Looked, RollFound, TurnFound, TurnMark, of_light, rounded,
};
use crate::spec::Colour;

/// Of the results of a throw about so many are looked at where all throws are.
const RESULTS_OF_A_THROW: u64 = 4_000;

/// So many turns are looked at for every turn of a game: the second says whether the first was the only good one.
const PLAYS_OF_A_GAME: usize = 2;

/// So many reasons are told of a turn, those that say most.
const REASONS_TOLD: usize = 3;

/// So often a piece of work is begun again that was stopped before its end; then a glance has to do.
const ATTEMPTS: u32 = 2;

/// How far is looked: at the results alone, or at the enemy's answers to them.
const GLANCE: u32 = 1;
const ANSWERS: u32 = 2;

pub(super) fn analyst() -> Box<dyn Analyst<Tavli>> {
    Box::new(TavliAnalyst {
        engine: Engine::new(),
        has_glanced: false,
        rolls: Vec::new(),
        attempts: 0,
        turns: Vec::new(),
    })
}

#[derive(Debug)]
struct TavliAnalyst {
    engine: Engine,
    /// Whether what a glance shows of a position has been told.
    has_glanced: bool,
    /// Throws of a position that have been looked at with the enemy's answers.
    rolls: Vec<ValuedRoll>,
    /// How often the present piece of work was stopped.
    attempts: u32,
    turns: Vec<TurnFound<Tavli>>,
}

/// A throw with its best turn and the chance of whoever throws it.
#[derive(Debug)]
struct ValuedRoll {
    roll: Roll,
    best: Turn,
    chance: f64,
}

/// The chance that goes with a value, certain where the game is won.
fn chance(value: Value) -> f64 {
    if value == Value::WON { 1.0 } else { Chance::estimated(value.chance()).as_f64() }
}

impl TavliAnalyst {
    /// The limits of the next attempt.
    fn limits(&self, limits: &Limits) -> Limits {
        let depth = if self.attempts < ATTEMPTS { ANSWERS } else { GLANCE };
        Limits { depth: Some(limits.depth.unwrap_or(depth).min(depth)), ..*limits }
    }

    /// Whether a piece of work that was stopped is to be begun again.
    fn is_to_begin_again(&mut self, signals: Signals<'_>) -> bool {
        let is_again = signals.stop.is_stopped() && self.attempts < ATTEMPTS;
        self.attempts = if is_again { self.attempts + 1 } else { 0 };
        is_again
    }

    fn look_at_plays(
        &mut self,
        play: &Play,
        lines: usize,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found<Tavli>),
    ) -> Looked {
        let colour = Colour::from(play.position().side());
        let plays = |engine: &mut Engine, limits: &Limits| {
            let found = engine.assess_rest(play, lines, limits, signals)?;
            let line = |(turn, value): &(Turn, Value)| LineFound {
                chance: of_light(chance(*value), colour),
                win: (*value == Value::WON).then_some(CertainWin { winner: colour, turns: 1 }),
                turns: vec![TurnView::from(turn)],
            };
            let lookahead = found.depth.saturating_sub(1);
            Some(Found::Plays { lookahead, lines: found.plays.iter().map(line).collect() })
        };
        if !self.has_glanced {
            let Some(found) = plays(&mut self.engine, &Limits { depth: Some(GLANCE), ..*limits }) else {
                return Looked::ToTheEnd;
            };
            tell(found);
            self.has_glanced = true;
        }
        let limits = self.limits(limits);
        let found = plays(&mut self.engine, &limits);
        if self.is_to_begin_again(signals) {
            return Looked::Stopped;
        }
        if let Some(found @ Found::Plays { lookahead: 1.., .. }) = found {
            tell(found);
        }
        Looked::ToTheEnd
    }

    fn look_at_rolls(
        &mut self,
        position: &Position,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found<Tavli>),
    ) -> Looked {
        let colour = Colour::from(position.side());
        let valued = |engine: &mut Engine, roll: Roll, limits: &Limits| {
            let found = engine.assess(position, roll, None, 1, limits, signals)?;
            let (best, value) = found.plays.into_iter().next()?;
            Some(ValuedRoll { roll, best, chance: chance(value) })
        };
        if !self.has_glanced {
            let glance = Limits { depth: Some(GLANCE), nodes: Some(RESULTS_OF_A_THROW), ..Limits::default() };
            let rolls: Option<Vec<ValuedRoll>> =
                Roll::all().map(|roll| valued(&mut self.engine, roll, &glance)).collect();
            let Some(rolls) = rolls else { return Looked::ToTheEnd };
            tell(rolls_found(&rolls, colour, 0));
            self.has_glanced = true;
        }
        for roll in Roll::all().skip(self.rolls.len()) {
            let limits = self.limits(limits);
            let found = valued(&mut self.engine, roll, &limits);
            if self.is_to_begin_again(signals) {
                return Looked::Stopped;
            }
            let Some(found) = found else { return Looked::ToTheEnd };
            self.rolls.push(found);
            if signals.stop.is_stopped() {
                return Looked::Stopped;
            }
        }
        tell(rolls_found(&self.rolls, colour, 1));
        Looked::ToTheEnd
    }
}

fn rolls_found(valued: &[ValuedRoll], colour: Colour, lookahead: u32) -> Found<Tavli> {
    let mut valued: Vec<&ValuedRoll> = valued.iter().collect();
    valued.sort_by(|one, other| other.chance.total_cmp(&one.chance));
    let (mut sum, mut ways) = (0.0, 0.0);
    for found in &valued {
        sum += f64::from(found.roll.weight()) * found.chance;
        ways += f64::from(found.roll.weight());
    }
    let roll = |found: &&ValuedRoll| RollFound {
        roll: found.roll,
        ways: found.roll.weight(),
        chance: of_light(found.chance, colour),
        best: Some(TurnView::from(&found.best)),
    };
    Found::Rolls {
        lookahead,
        chance: of_light(sum / f64::max(ways, 1.0), colour),
        rolls: valued.iter().map(roll).collect(),
    }
}

impl Analyst<Tavli> for TavliAnalyst {
    fn look(
        &mut self,
        round: &TavliRound,
        lines: usize,
        limits: &Limits,
        signals: Signals<'_>,
        tell: &mut dyn FnMut(Found<Tavli>),
    ) -> Looked {
        let position = round.position();
        if let Status::Over(_) = position.status() {
            return Looked::ToTheEnd;
        }
        match round.under_way() {
            Some(play) => self.look_at_plays(play, lines, limits, signals, tell),
            None => self.look_at_rolls(position, limits, signals, tell),
        }
    }

    fn look_on(&mut self, round: &TavliRound, limits: &Limits, signals: Signals<'_>) -> Looked {
        let number = self.turns.len();
        let Some((position, turn)) = round.past().get(number) else { return Looked::ToTheEnd };
        let after = round.past().get(number + 1).map_or(round.position(), |(after, _)| after);
        let limits = self.limits(limits);
        let found = analyse_turn(&mut self.engine, position, turn, after, &limits, PLAYS_OF_A_GAME, signals);
        let Some(found) = found else {
            self.attempts += 1;
            return if signals.stop.is_stopped() { Looked::Stopped } else { Looked::ToTheEnd };
        };
        self.attempts = 0;
        self.turns.push(turn_found(number, position, &found));
        Judged::find_turning_points(
            &mut self.turns.iter_mut().map(|turn| &mut turn.judged).collect::<Vec<_>>(),
        );
        for turn in &mut self.turns {
            turn.turning_point = turn.judged.turning_point;
        }
        Looked::On
    }

    fn turns(&self) -> &[TurnFound<Tavli>] {
        &self.turns
    }

    fn thresholds(&self) -> Thresholds {
        THRESHOLDS
    }

    fn counts(&self, round: &TavliRound, colour: Colour) -> Counts {
        let own = || {
            let is_own = |(position, _): &&(Position, Turn)| Colour::from(position.side()) == colour;
            round.past().iter().filter(is_own).map(|(_, turn)| turn)
        };
        let hits = own().flat_map(|turn| &turn.steps).filter(|step| step.hits).count();
        Counts {
            captured: None,
            hits: u32::try_from(hits).ok(),
            pips: Some(own().map(pips_played).sum()),
            pips_wasted: Some(own().map(pips_wasted).sum()),
        }
    }
}

/// What is told of a turn, counted from 0.
fn turn_found(turn: usize, position: &Position, found: &TurnAnalysis) -> TurnFound<Tavli> {
    let (colour, judged) = (Colour::from(found.side), found.judged);
    let second = found.plays.get(1).filter(|_| found.is_best);
    let is_only = second.is_some_and(|second| second.loss >= THRESHOLDS.error);
    let reasons = match judged.mark {
        Some(_) => reasons_against(position, &found.played, &found.best),
        None => Vec::new(),
    };
    TurnFound {
        turn: turn + 1,
        colour,
        text: found.played.to_string(),
        chance_before_roll: Some(of_light(found.chance_before_throw.as_f64(), colour)),
        chance_before: of_light(judged.chance_before.as_f64(), colour),
        chance_after: of_light(judged.chance_after.as_f64(), colour),
        loss: judged.loss.as_f64(),
        mark: judged.mark.map(TurnMark::from).or(is_only.then_some(TurnMark::Good)),
        turning_point: judged.turning_point,
        forced: found.is_forced,
        best: (!found.is_best).then(|| TurnView::from(&found.best)),
        best_line: vec![TurnView::from(&found.best)],
        luck: Some(rounded(found.luck.as_f64())),
        reasons: reasons.iter().take(REASONS_TOLD).map(Explain::message).collect(),
        judged,
    }
}
