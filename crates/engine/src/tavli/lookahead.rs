//! What a result is worth when the next turns have been looked at: expectimax over all throws.

use std::collections::HashMap;

use tablen_rules::tavli::{Outcome, Position, Results, Roll, Status};

use super::budget::Budget;
use super::ends::exact_chance;
use super::evaluator::{Batch, Evaluator};
use super::value::{LogOdds, Value};
use crate::ForSideToMove;

/// How far looking ahead goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lookahead {
    /// How many turns are looked at: the enemy's answer, or that and the own answer to it.
    pub turns: Turns,
    /// How many of the best results are looked at.
    pub candidates: usize,
    /// Results worse than the best by more than this at a glance are not, in millionths of a unit of log odds.
    pub margin: i32,
    /// Of a throw's replies at most about so many are valued, evenly spread. Of three alike there can be 200,000.
    pub replies: usize,
}

/// How many turns are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// The enemy's next one.
    One,
    /// The enemy's next one and the own one after it.
    Two,
}

/// Looks ahead from the results of one throw, in buffers that are used again and again.
#[derive(Clone, Debug, Default)]
pub(super) struct Looker {
    replies: Results,
    answers: Results,
    batch: Batch,
    /// What positions are worth to the side that has just moved, looked at one turn ahead, by their keys: different throws may be
    /// answered by the same position.
    known: HashMap<u64, Value>,
}

impl Looker {
    /// What every throw is worth in a position to the side that throws, at a glance. Nothing if there was no time for all.
    pub fn throws(
        &mut self,
        position: &Position,
        evaluator: &dyn Evaluator,
        replies: usize,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<(Roll, Value)>> {
        Roll::all()
            .map(|roll| {
                budget.look();
                let best =
                    best(position, roll, evaluator, replies, &mut self.replies, &mut self.batch, budget);
                best.map(|(_, value)| (roll, value))
            })
            .collect()
    }

    /// What it is worth to play a turn that leads to a position: for each throw the enemy's best reply, all throws weighed by how often
    /// they come. Nothing if there was no time for all.
    pub fn value(
        &mut self,
        after: &Position,
        evaluator: &dyn Evaluator,
        lookahead: &Lookahead,
        budget: &mut Budget<'_>,
    ) -> Option<Value> {
        self.known.clear();
        match lookahead.turns {
            Turns::One => expected(after, budget, |roll, budget| {
                best(after, roll, evaluator, lookahead.replies, &mut self.replies, &mut self.batch, budget)
                    .map(|(_, value)| value)
            }),
            Turns::Two => {
                let Looker { replies, answers, batch, known } = self;
                expected(after, budget, |roll, budget| {
                    let (index, value) =
                        best(after, roll, evaluator, lookahead.replies, replies, batch, budget)?;
                    if value == Value::WON {
                        return Some(value);
                    }
                    let reply = replies.position(index)?;
                    if let Some(value) = known.get(&reply.key()) {
                        return Some(*value);
                    }
                    let value = expected(&reply, budget, |roll, budget| {
                        best(&reply, roll, evaluator, lookahead.replies, answers, batch, budget)
                            .map(|(_, value)| value)
                    })?;
                    known.insert(reply.key(), value);
                    Some(value)
                })
            }
        }
    }
}

/// What a position is worth to the side that has just moved, by what each throw is worth to the side that throws.
fn expected<'b>(
    after: &Position,
    budget: &mut Budget<'b>,
    mut of_throw: impl FnMut(Roll, &mut Budget<'b>) -> Option<Value>,
) -> Option<Value> {
    if let Status::Over(outcome) = after.status() {
        return Some(match outcome {
            Outcome::BorneOff(_) => Value::WON,
            Outcome::TurnLimit => Value::EVEN,
        });
    }
    if let Some(exact) = exact_chance(after) {
        return Some(ForSideToMove(LogOdds::of_chance(1.0 - exact)));
    }
    let (mut lost, mut throws) = (0.0, 0.0);
    // Three alike are 6 of 216 throws and most of the work; they move all results alike.
    for roll in Roll::all().filter(|roll| roll.weight() > 1) {
        budget.look();
        let weight = f64::from(roll.weight());
        lost += weight * of_throw(roll, budget)?.chance();
        throws += weight;
    }
    Some(ForSideToMove(LogOdds::of_chance(1.0 - lost / throws)))
}

/// The best result of a throw at a glance, by its number, and what it is worth to the side that throws.
pub(super) fn best(
    position: &Position,
    roll: Roll,
    evaluator: &dyn Evaluator,
    replies: usize,
    results: &mut Results,
    batch: &mut Batch,
    budget: &mut Budget<'_>,
) -> Option<(usize, Value)> {
    position.results_into(roll, results);
    let stride = results.len().div_ceil(replies.max(1)).max(1);
    let mut left = results.packed().step_by(stride);
    let mut best: Option<(usize, Value)> = None;
    let mut number = 0;
    loop {
        let (_, values) =
            batch.evaluate(evaluator, &position.ruleset(), position.side(), &mut left, u64::MAX);
        if values.is_empty() {
            return best;
        }
        for value in values {
            if budget.is_spent() {
                return None;
            }
            budget.spend();
            if best.is_none_or(|(_, most)| *value > most) {
                best = Some((number * stride, *value));
            }
            number += 1;
        }
    }
}
