//! Analysis of a position, with a throw or before it.

use tablen_rules::tavli::{IllegalTurn, Position, Roll, Side, Status, Turn};

use super::luck::{luck, mean};
use super::{Luck, chance};
use crate::analysis::Chance;
use crate::tavli::{Engine, Evaluator, RolledOut, Rollout, Trials, Value, roll_on};
use crate::{Limits, Signals};

/// A turn that could be played.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Play {
    /// What is played.
    pub turn: Turn,
    /// The chance of winning of the side that plays it.
    pub chance: Chance,
    /// By how much that is less than with the best turn.
    pub loss: Chance,
    /// What a rollout found, to the side that plays it: then `chance` is the same number.
    pub rolled_out: Option<RolledOut>,
}

/// What was found out about a position with a throw.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ThrowAnalysis {
    /// Whose throw it is.
    pub side: Side,
    /// The throw.
    pub roll: Roll,
    /// The best turns, the best first.
    pub plays: Vec<Play>,
    /// How many distinct results the throw has.
    pub choices: usize,
    /// The chance of winning before the throw.
    pub chance_before: Chance,
    /// What the throw brought.
    pub luck: Luck,
    /// How many turns ahead the best turns were looked at: 1 for their results alone, 2 for the enemy's answers, 3 for the own answers to those.
    pub depth: u32,
    /// How many positions have been looked at.
    pub nodes: u64,
}

/// A throw with the chance it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ThrowChance {
    /// The throw.
    pub roll: Roll,
    /// How many of 216 throws it is.
    pub weight: u8,
    /// The chance of winning with the best turn.
    pub chance: Chance,
}

/// What was found out about a position before a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PositionAnalysis {
    /// Whose turn it is.
    pub side: Side,
    /// The chance of winning.
    pub chance: Chance,
    /// The same for every throw, the best first.
    pub throws: Vec<ThrowChance>,
}

/// Looks for the best `plays` turns with a throw. Nothing if the game is over or it was stopped.
///
/// ```
/// use tablen_engine::{Limits, Stop, tavli::{Engine, analysis::analyse_throw}};
/// use tablen_rules::tavli::Position;
///
/// let zeno = Position::zeno();
/// let mut engine = Engine::new();
/// let found = analyse_throw(&mut engine, &zeno, "256".parse()?, 3, &Limits::nodes(300_000), &Stop::new()).unwrap();
/// // He had no choice, and no luck.
/// assert_eq!((found.choices, found.plays.len()), (1, 1));
/// assert!(found.luck.percent() < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse_throw<'c>(
    engine: &mut Engine,
    position: &Position,
    roll: Roll,
    plays: usize,
    limits: &Limits,
    signals: impl Into<Signals<'c>>,
) -> Option<ThrowAnalysis> {
    let signals = signals.into();
    let found = engine.assess(position, roll, None, plays, limits, signals)?;
    // All throws are looked at however little may be thought about one of them.
    let throws = engine.throws(position, &Limits { nodes: None, ..*limits }, signals)?;
    if signals.stop.is_stopped() {
        return None;
    }
    Some(ThrowAnalysis {
        side: position.side(),
        roll,
        plays: plays_of(&found.plays),
        choices: found.choices,
        chance_before: Chance::estimated(mean(&throws)),
        luck: luck(&throws, roll),
        depth: found.depth,
        nodes: found.nodes,
    })
}

impl ThrowAnalysis {
    /// Rolls its turns out and orders them by what comes of it. `played` has what was played of it before, for each turn in the order in
    /// which they are told before they are rolled out; `progress` is told what has been played after every game. Stopped before its
    /// end, it leaves its turns as they were.
    ///
    /// # Errors
    ///
    /// A turn is not legal in the position.
    pub fn roll_out<'c>(
        &mut self,
        evaluator: &dyn Evaluator,
        position: &Position,
        rollout: &Rollout,
        played: &mut Vec<Trials>,
        signals: impl Into<Signals<'c>>,
        progress: &mut dyn FnMut(&[Trials]),
    ) -> Result<(), IllegalTurn> {
        let signals = signals.into();
        let mut plays = self.plays.clone();
        played.resize(plays.len(), Trials::default());
        for (number, play) in plays.iter_mut().enumerate() {
            let after = position.play(&play.turn)?;
            if let Status::Over(_) = after.status() {
                continue;
            }
            let mut trials = played[number].clone();
            let mut tell = |so_far: &Trials| {
                played[number].clone_from(so_far);
                progress(played);
            };
            let found = roll_on(evaluator, &after, rollout, &mut trials, signals, &mut tell);
            let Some(found) = found else { return Ok(()) };
            // What was found is the enemy's, who throws next.
            let found = RolledOut { chance: 1.0 - found.chance, ..found };
            play.chance = Chance::estimated(found.chance);
            play.rolled_out = Some(found);
        }
        plays.sort_by_key(|play| std::cmp::Reverse(play.chance));
        let best = plays.first().map_or(Chance::NONE, |play| play.chance);
        plays.iter_mut().for_each(|play| play.loss = best.above(play.chance));
        self.plays = plays;
        Ok(())
    }
}

/// What each throw is worth, and with that the position. Nothing if the game is over or it was stopped.
pub fn analyse_position<'c>(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
    signals: impl Into<Signals<'c>>,
) -> Option<PositionAnalysis> {
    let found = engine.throws(position, &Limits { nodes: None, ..*limits }, signals)?;
    let mut throws: Vec<ThrowChance> = found
        .iter()
        .map(|(roll, value)| ThrowChance { roll: *roll, weight: roll.weight(), chance: chance(*value) })
        .collect();
    throws.sort_by_key(|throw| std::cmp::Reverse(throw.chance));
    Some(PositionAnalysis { side: position.side(), chance: Chance::estimated(mean(&found)), throws })
}

/// Turns with what they are worth beside the best.
pub(super) fn plays_of(plays: &[(Turn, Value)]) -> Vec<Play> {
    let best = plays.first().map_or(Chance::NONE, |(_, value)| chance(*value));
    let play = |(turn, value): &(Turn, Value)| {
        let chance = chance(*value);
        Play { turn: turn.clone(), chance, loss: best.above(chance), rolled_out: None }
    };
    plays.iter().map(play).collect()
}
