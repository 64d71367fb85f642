//! What positions are worth at a glance: the seam between choosing a turn and what it counts.

use std::fmt::Debug;
use std::sync::Arc;

use tablen_rules::tavli::{BySide, MEN, Packed, Ruleset, Side};

use super::linear::Linear;
use super::net::Net;
use super::pips::PipCount;
use super::value::Value;

/// The evaluators that are built in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EvaluatorKind {
    /// The trained [`Net`].
    #[default]
    Net,
    /// [`Linear`] with the trained weights: what was in use before the net, kept as its opponent.
    Linear,
    /// [`PipCount`]: what others must beat.
    Pips,
}

impl EvaluatorKind {
    /// Every evaluator, the usual one first.
    pub const ALL: [EvaluatorKind; 3] = [EvaluatorKind::Net, EvaluatorKind::Linear, EvaluatorKind::Pips];

    /// Its name in the text of a player.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluatorKind::Net => "net",
            EvaluatorKind::Linear => "linear",
            EvaluatorKind::Pips => "pips",
        }
    }

    /// The evaluator with that name, if there is one.
    pub fn from_name(name: &str) -> Option<EvaluatorKind> {
        EvaluatorKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The evaluator itself.
    pub fn evaluator(self) -> Arc<dyn Evaluator> {
        match self {
            // The net is there: a test reads it.
            EvaluatorKind::Net => match Net::registered() {
                Some(net) => Arc::new(net),
                None => Arc::new(Linear::trained()),
            },
            EvaluatorKind::Linear => Arc::new(Linear::trained()),
            EvaluatorKind::Pips => Arc::new(PipCount),
        }
    }
}

/// Values many positions at once: all results of a throw, or as many as are wanted.
///
/// ```
/// use tablen_engine::tavli::{Evaluator, PipCount, Value};
/// use tablen_rules::tavli::{Position, Ruleset, Side};
///
/// let start = Position::start(Ruleset::default(), Side::White);
/// let mut values = Vec::new();
/// PipCount.evaluate(&start.ruleset(), Side::White, &[*start.packed()], &mut values);
/// assert!(values[0] > Value::EVEN, "it is an advantage to throw next");
/// ```
pub trait Evaluator: Debug + Send + Sync {
    /// Puts what each position is worth to `to_throw`, the side that throws next, at the end of `values`, one for each position.
    /// What it says of a position in which the game is over does not matter.
    fn evaluate(
        &self,
        ruleset: &Ruleset,
        to_throw: Side,
        positions: &[BySide<Packed>],
        values: &mut Vec<Value>,
    );
}

/// How many positions are valued at once: enough that a call costs nothing, few enough to stay in the fastest cache.
const BATCH: usize = 128;

/// Positions to be valued together and their values, in buffers that are used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    positions: Vec<BySide<Packed>>,
    values: Vec<Value>,
}

impl Batch {
    /// Takes at most so many of the results of a throw of `mover` and values them: the results and their values. The values are the
    /// mover's, whose turn it is.
    pub fn evaluate(
        &mut self,
        evaluator: &dyn Evaluator,
        ruleset: &Ruleset,
        mover: Side,
        results: &mut impl Iterator<Item = BySide<Packed>>,
        most: u64,
    ) -> (&[BySide<Packed>], &[Value]) {
        self.positions.clear();
        self.positions.extend(results.take(usize::try_from(most).unwrap_or(BATCH).min(BATCH)));
        self.values.clear();
        evaluator.evaluate(ruleset, mover.other(), &self.positions, &mut self.values);
        for (value, men) in self.values.iter_mut().zip(&self.positions) {
            *value = if men[mover].off() == MEN { Value::WON } else { -*value };
        }
        (&self.positions, &self.values)
    }
}
