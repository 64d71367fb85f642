//! Analysis of a game, turn by turn.

use tablen_rules::tavli::{IllegalTurn, Outcome, Position, Side, Status, Turn};
use tablen_rules::words::Message;

use super::luck::{luck, mean};
use super::position::plays_of;
use super::{Luck, Play, THRESHOLDS, chance};
use crate::analysis::{Axis, Chance, Graph, GraphTurn, Judged, Summary};
use crate::tavli::Engine;
use crate::{ForLight, ForSideToMove, Limits, Signals};

/// What was found out about a game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameAnalysis {
    /// Its turns; if it was stopped, those that were looked at until then.
    pub turns: Vec<TurnAnalysis>,
    /// How well white played, and how lucky.
    pub white: PlayerSummary,
    /// How well black played, and how lucky.
    pub black: PlayerSummary,
    /// What white would have won of this game if both had thrown as well as one does in the mean: the result without what the throws
    /// brought. It may be less than nothing or more than the whole game. Nothing if the game is not over or was not looked at to its end.
    pub white_without_luck: Option<Luck>,
}

/// How well a side played a game, and how lucky it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerSummary {
    /// All of its turns.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub summary: Summary,
    /// Turns in which it had a choice.
    pub unforced: usize,
    /// What each of these cost it in the mean: the lower, the better it played.
    pub loss_per_unforced: Chance,
    /// What its throws brought.
    pub luck: Luck,
}

/// What was found out about a turn.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TurnAnalysis {
    /// Whose turn it was.
    pub side: Side,
    /// What was played.
    pub played: Turn,
    /// What should have been played.
    pub best: Turn,
    /// Whether that leads to the same position.
    pub is_best: bool,
    /// Whether the throw left no choice.
    pub is_forced: bool,
    /// What the turn cost.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub judged: Judged,
    /// The chance of winning before the throw.
    pub chance_before_throw: Chance,
    /// What the throw brought.
    pub luck: Luck,
    /// The best turns, the best first.
    pub plays: Vec<Play>,
    /// How many turns ahead they were looked at.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
}

impl GameAnalysis {
    fn new(turns: Vec<TurnAnalysis>, outcome: Option<Outcome>) -> GameAnalysis {
        let summary = |side: Side| {
            let own = turns.iter().filter(move |turn| turn.side == side);
            let unforced = own.clone().filter(|turn| !turn.is_forced);
            PlayerSummary {
                summary: Summary::of(own.clone().map(|turn| &turn.judged)),
                unforced: unforced.clone().count(),
                loss_per_unforced: Chance::mean(unforced.map(|turn| turn.judged.loss)),
                luck: own.map(|turn| turn.luck).sum(),
            }
        };
        let (white, black) = (summary(Side::White), summary(Side::Black));
        let result = outcome.map(|outcome| match outcome.winner() {
            Some(Side::White) => 1.0,
            Some(Side::Black) => 0.0,
            None => 0.5,
        });
        let white_without_luck =
            result.map(|result| Luck::estimated(result - white.luck.as_f64() + black.luck.as_f64()));
        GameAnalysis { turns, white, black, white_without_luck }
    }

    /// How well a side played, and how lucky it was.
    pub const fn summary(&self, side: Side) -> &PlayerSummary {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// The graph of its winning chances.
    pub fn graph(&self, title: Message) -> Graph {
        let side = |side: Side| tablen_rules::TEXTS.message(format!("tavli.side.{}", side.name()));
        Graph {
            title,
            light: side(Side::White),
            dark: side(Side::Black),
            axis: Axis::Chances,
            start: self.turns.first().map_or(ForLight(Chance::EVEN), |first| {
                ForSideToMove(first.chance_before_throw).for_light(first.side)
            }),
            turns: self
                .turns
                .iter()
                .map(|turn| GraphTurn::new(&turn.played, turn.side, &turn.judged))
                .collect(),
        }
    }
}

/// Looks at every turn of a game, each given with the position before it: the best `plays` turns, what the one that was played cost, and what
/// its throw brought. `progress` is told after each turn what has been found so far. A game that is stopped is told as far as it was looked at.
///
/// # Errors
///
/// A turn is not legal in the position before it.
pub fn analyse_game<'c>(
    engine: &mut Engine,
    played: &[(Position, Turn)],
    limits: &Limits,
    plays: usize,
    signals: impl Into<Signals<'c>>,
    progress: &mut dyn FnMut(&[TurnAnalysis]),
) -> Result<GameAnalysis, IllegalTurn> {
    let signals = signals.into();
    let mut turns: Vec<TurnAnalysis> = Vec::new();
    let mut outcome = None;
    for (position, turn) in played {
        let after = position.play(turn)?;
        let Some(analysed) = analyse_turn(engine, position, turn, &after, limits, plays, signals) else {
            break;
        };
        turns.push(analysed);
        Judged::find_turning_points(&mut turns.iter_mut().map(|turn| &mut turn.judged).collect::<Vec<_>>());
        progress(&turns);
        if let Status::Over(how) = after.status() {
            outcome = Some(how);
        }
    }
    Ok(GameAnalysis::new(turns, outcome))
}

/// Looks at a turn: the best `plays` turns with its throw, what it cost and what the throw brought. `after` is the position that it led to. Nothing
/// if it was stopped.
pub fn analyse_turn<'c>(
    engine: &mut Engine,
    position: &Position,
    turn: &Turn,
    after: &Position,
    limits: &Limits,
    plays: usize,
    signals: impl Into<Signals<'c>>,
) -> Option<TurnAnalysis> {
    let signals = signals.into();
    let found = engine.assess(position, turn.roll, Some(after), plays, limits, signals)?;
    // All throws are looked at however little may be thought about one of them.
    let throws = engine.throws(position, &Limits { nodes: None, ..*limits }, signals)?;
    // What was found when it was stopped is not what it would have been.
    if signals.stop.is_stopped() {
        return None;
    }
    let (best, best_value) = found.plays.first()?;
    let is_best = position.play(best).as_ref() == Ok(after);
    let played_value = found.played.unwrap_or(*best_value);
    Some(TurnAnalysis {
        side: position.side(),
        played: turn.clone(),
        best: if is_best { turn.clone() } else { best.clone() },
        is_best,
        is_forced: found.choices == 1,
        judged: Judged::new(chance(*best_value), chance(played_value), &THRESHOLDS),
        chance_before_throw: Chance::estimated(mean(&throws)),
        luck: luck(&throws, turn.roll),
        plays: plays_of(&found.plays),
        depth: found.depth,
        nodes: found.nodes,
    })
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::{Roll, Ruleset};

    use super::*;
    use crate::Stop;
    use crate::tavli::{EvaluatorKind, Settings};

    /// A short game between two players who take the first result they see.
    fn game() -> Vec<(Position, Turn)> {
        let text = "white 19:2 20:1 22:3 24:2 off:7 beyond; black 21:5 23:3 off:7 beyond; black to roll";
        let mut position =
            Position::new(Ruleset::default(), text.parse().expect("a setup")).expect("a position");
        let mut played = Vec::new();
        let rolls: Vec<Roll> = Roll::all().collect();
        for number in 0.. {
            let roll = rolls[number * 17 % rolls.len()];
            let mut results = tablen_rules::tavli::Results::new();
            position.results_into(roll, &mut results);
            let Some(after) = results.position(0) else { break };
            played.push((position, position.turn_to(roll, &after).expect("a turn")));
            position = after;
        }
        played
    }

    #[test]
    fn losses_luck_and_the_result_fit_together() {
        let settings = Settings { evaluator: EvaluatorKind::Linear.evaluator(), ..Settings::full() };
        let mut engine = Engine::with_settings(settings);
        let (played, limits) = (game(), Limits::nodes(50_000));
        let mut told = 0;
        let found =
            analyse_game(&mut engine, &played, &limits, 3, &Stop::new(), &mut |turns| told = turns.len());
        let found = found.expect("legal turns");
        assert_eq!((found.turns.len(), told), (played.len(), played.len()));
        for turn in &found.turns {
            assert!(!turn.is_best || turn.judged.loss == Chance::NONE);
            assert!(!turn.is_forced || turn.is_best && turn.plays.len() == 1);
            assert!(turn.plays.windows(2).all(|pair| pair[0].chance >= pair[1].chance));
            assert_eq!(turn.judged.chance_before, turn.plays[0].chance.max(turn.judged.chance_after));
        }
        let last = found.turns.last().expect("a turn");
        assert_eq!(last.judged.chance_after, Chance::CERTAIN);
        let luck = found.white.luck.as_f64() - found.black.luck.as_f64();
        let result = if last.side == Side::White { 1.0 } else { 0.0 };
        let without = found.white_without_luck.expect("the game is over").as_f64();
        assert!((without + luck - result).abs() < 1e-9, "{without} {luck}");
        assert_eq!(found.white.summary.turns + found.black.summary.turns, played.len());
    }

    #[test]
    fn a_game_that_is_stopped_is_told_as_far_as_it_was_looked_at() {
        let (stop, played) = (Stop::new(), game());
        let mut engine = Engine::with_settings(Settings { lookahead: None, ..Settings::full() });
        let found = analyse_game(&mut engine, &played, &Limits::default(), 1, &stop, &mut |turns| {
            if turns.len() == 2 {
                stop.stop();
            }
        });
        let found = found.expect("legal turns");
        assert_eq!(found.turns.len(), 2);
        assert_eq!(found.white_without_luck, None);
    }
}
