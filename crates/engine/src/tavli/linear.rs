//! The evaluation in use: terms counted, weighed and summed.

use std::sync::{Arc, LazyLock};

use tablen_rules::tavli::{BySide, Packed, Ruleset, Side};

use super::evaluator::Evaluator;
use super::formation::{Formation, Stage};
use super::terms::{self, TERMS, Turn};
use super::trained;
use super::value::{LogOdds, Value};
use super::weights::Weights;
use crate::ForSideToMove;

/// A weighed sum of what each side's men are and face.
#[derive(Clone, Debug)]
pub struct Linear {
    weights: Arc<Weights>,
}

static TRAINED: LazyLock<Arc<Weights>> = LazyLock::new(|| Arc::new(trained::TRAINED));

impl Linear {
    /// With weights of one's own.
    pub fn new(weights: Weights) -> Linear {
        Linear { weights: Arc::new(weights) }
    }

    /// With the weights in use.
    pub fn trained() -> Linear {
        Linear { weights: Arc::clone(&TRAINED) }
    }

    /// Calls `count` with the number of every weight that a position uses, as in [`Weights::numbers`], and how often. The value to the
    /// side that throws next is the sum of these weights, each as often as it is used: this is what a training needs.
    ///
    /// ```
    /// use tablen_engine::tavli::{Evaluator, Linear, Weights};
    /// use tablen_rules::tavli::{Position, Ruleset};
    ///
    /// let text = "white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; black to roll";
    /// let position = Position::new(Ruleset::default(), text.parse()?)?;
    /// let (ruleset, to_throw, men) = (position.ruleset(), position.side(), position.packed());
    /// let weights = Weights::trained().numbers();
    /// let mut sum = 0;
    /// Linear::features(&ruleset, to_throw, men, &mut |number, times| sum += weights[number] * times);
    /// let mut values = Vec::new();
    /// Linear::trained().evaluate(&ruleset, to_throw, &[*men], &mut values);
    /// assert_eq!(values[0].0.0, sum);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn features(
        ruleset: &Ruleset,
        to_throw: Side,
        men: &BySide<Packed>,
        count: &mut impl FnMut(usize, i32),
    ) {
        let throwing = Formation::new(ruleset, men[to_throw]);
        let waiting = Formation::new(ruleset, men[to_throw.other()]);
        let row = |own: Stage, enemy: Stage| (own as usize * Stage::ALL.len() + enemy as usize) * TERMS;
        let first = row(throwing.stage, waiting.stage);
        terms::each(ruleset, &throwing, &waiting, Turn::Throws, |term, times| count(first + term.0, times));
        let first = row(waiting.stage, throwing.stage);
        terms::each(ruleset, &waiting, &throwing, Turn::Waits, |term, times| count(first + term.0, -times));
        count(Weights::WAITING, -1);
    }
}

impl Evaluator for Linear {
    fn evaluate(
        &self,
        ruleset: &Ruleset,
        to_throw: Side,
        positions: &[BySide<Packed>],
        values: &mut Vec<Value>,
    ) {
        // Most results of a throw hit nobody and leave the side that throws next as it was, and with it what its men are worth alone
        // while the other side's stage stays the same.
        let mut known: Option<(Formation, Stage, i32)> = None;
        values.extend(positions.iter().map(|men| {
            let waiting = Formation::new(ruleset, men[to_throw.other()]);
            let is_known = |(throwing, stage, _): &(Formation, Stage, i32)| {
                throwing.packed == men[to_throw] && *stage == waiting.stage
            };
            if !known.as_ref().is_some_and(is_known) {
                known = None;
            }
            let (throwing, _, alone) = known.get_or_insert_with(|| {
                let throwing = Formation::new(ruleset, men[to_throw]);
                let weights = self.weights.row(throwing.stage, waiting.stage);
                let mut alone = 0;
                terms::standing(&throwing, &mut |term, times| alone += weights[term.0] * times);
                (throwing, waiting.stage, alone)
            });
            let mut throws = *alone;
            let weights = self.weights.row(throwing.stage, waiting.stage);
            terms::facing(ruleset, throwing, &waiting, Turn::Throws, &mut |term, times| {
                throws += weights[term.0] * times;
            });
            let mut waits = self.weights.waiting;
            let weights = self.weights.row(waiting.stage, throwing.stage);
            terms::each(ruleset, &waiting, throwing, Turn::Waits, |term, times| {
                waits += weights[term.0] * times;
            });
            ForSideToMove(LogOdds(throws - waits))
        }));
    }
}
