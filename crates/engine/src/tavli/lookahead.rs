//! What a result is worth when the enemy's next turn has been looked at: expectimax over all throws.

use tablen_rules::tavli::{Outcome, Position, Results, Roll, Status};

use super::budget::Budget;
use super::evaluator::{Batch, Evaluator};
use super::value::{LogOdds, Value};
use crate::ForSideToMove;

/// How far looking ahead goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// How many of the best results are looked at.
    pub candidates: usize,
    /// Results worse than the best by more than this at a glance are not, in millionths of a unit of log odds.
    pub margin: i32,
    /// Of a throw's replies at most about so many are valued, evenly spread. Of three alike there can be 200,000.
    pub replies: usize,
}

/// What it is worth to play a turn that leads to a position: for each throw the enemy's best reply, all throws weighed by how often
/// they come. Nothing if there was no time for all.
pub(super) fn value(
    after: &Position,
    evaluator: &dyn Evaluator,
    lookahead: &Lookahead,
    replies: &mut Results,
    batch: &mut Batch,
    budget: &mut Budget<'_>,
) -> Option<Value> {
    if let Status::Over(outcome) = after.status() {
        return Some(match outcome {
            Outcome::BorneOff(_) => Value::WON,
            Outcome::TurnLimit => Value::EVEN,
        });
    }
    let (ruleset, enemy) = (after.ruleset(), after.side());
    let (mut lost, mut throws) = (0.0, 0.0);
    // Three alike are 6 of 216 throws and most of the work; they move all results alike.
    for roll in Roll::all().filter(|roll| roll.weight() > 1) {
        budget.look();
        after.results_into(roll, replies);
        let stride = replies.len().div_ceil(lookahead.replies.max(1)).max(1);
        let mut left = replies.packed().step_by(stride);
        let mut best: Option<Value> = None;
        loop {
            let values = batch.evaluate(evaluator, &ruleset, enemy, &mut left, u64::MAX);
            if values.is_empty() {
                break;
            }
            for value in values {
                if budget.is_spent() {
                    return None;
                }
                budget.spend();
                best = best.max(Some(*value));
            }
        }
        let weight = f64::from(roll.weight());
        lost += weight * best?.chance();
        throws += weight;
    }
    Some(ForSideToMove(LogOdds::of_chance(1.0 - lost / throws)))
}
