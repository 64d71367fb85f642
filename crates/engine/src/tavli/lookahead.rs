//! What a result is worth when the next turns have been looked at: expectimax over all throws.

use std::collections::HashMap;

use tablen_rules::tavli::{Outcome, Position, Results, Roll, Status};

use super::budget::Budget;
use super::candidates::{Candidate, Candidates};
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

/// How many throws there are of three dice that are told apart.
pub(super) const ORDERED_THROWS: u32 = 216;

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

/// The chance of winning before a throw: all throws weighed by how often they come.
pub(super) fn mean_chance(throws: &[(Roll, Value)]) -> f64 {
    throws
        .iter()
        .map(|(roll, value)| f64::from(roll.weight()) * value.chance() / f64::from(ORDERED_THROWS))
        .sum()
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

/// The best result of a throw at a glance, by its number, and what it is worth to the side that throws. Of more than so many replies not all
/// are valued: some evenly spread, then those around the best of them nearer and nearer, because results that stand side by side differ in
/// the steps of few men.
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
    let (results, plays, replies) = (&*results, results.len(), replies.max(1));
    let spread = if plays <= replies { replies } else { replies.div_ceil(2) };
    let mut stride = plays.div_ceil(spread).max(1);
    // The other half is for the neighbours: two of each that is kept, as often as the stride is halved.
    let mut kept = Candidates::new(if stride == 1 { 1 } else { replies / 4 / stride.ilog2() as usize });
    let mut value = |numbers: &mut dyn Iterator<Item = usize>, kept: &mut Candidates| {
        let mut numbers = numbers.peekable();
        while numbers.peek().is_some() {
            let mut taken = Vec::new();
            let mut men =
                (&mut numbers).inspect(|index| taken.push(*index)).filter_map(|index| results.men(index));
            let (_, values) =
                batch.evaluate(evaluator, &position.ruleset(), position.side(), &mut men, u64::MAX);
            for (index, value) in taken.into_iter().zip(values) {
                if budget.is_spent() {
                    return None;
                }
                budget.spend();
                kept.offer(Candidate { index, value: *value });
            }
        }
        Some(())
    };
    value(&mut (0..plays).step_by(stride), &mut kept)?;
    while stride > 1 {
        stride = stride.div_ceil(2);
        let centres = kept.list();
        let beside = |centre: &Candidate| [centre.index.checked_sub(stride), Some(centre.index + stride)];
        let mut next: Vec<usize> =
            centres.iter().flat_map(beside).flatten().filter(|index| *index < plays).collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|index| centres.iter().all(|centre| centre.index != *index));
        value(&mut next.into_iter(), &mut kept)?;
    }
    kept.list().first().map(|best| (best.index, best.value))
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::{Ruleset, Side};

    use super::*;
    use crate::random::splitmix;
    use crate::tavli::EvaluatorKind;
    use crate::{Limits, Stop};

    /// How often the best play of a throw is lost where not all of its plays are valued.
    #[derive(Debug, Default)]
    struct Lost {
        throws: u32,
        lost: u32,
        cost: f64,
        worst: f64,
        looked_at: u64,
    }

    /// How often the best play of three alike and of other throws is lost if at most so many are valued, in so many positions of games
    /// that the net plays against itself.
    fn lost(replies: usize, positions: usize) -> [Lost; 2] {
        let evaluator = EvaluatorKind::Net.evaluator();
        let (limits, stop) = (Limits::default(), Stop::new());
        let (mut results, mut batch) = (Results::new(), Batch::default());
        let mut look = |position: &Position, roll: Roll, replies: usize| {
            let mut budget = Budget::new(&limits, (&stop).into());
            let found = best(position, roll, &*evaluator, replies, &mut results, &mut batch, &mut budget);
            found.map(|(index, value)| (value, results.position(index), results.len(), budget.nodes()))
        };
        let (alike, others): (Vec<Roll>, Vec<Roll>) = Roll::all().partition(|roll| roll.weight() == 1);
        let start = Position::start(Ruleset::default(), Side::White);
        let (mut position, mut luck) = (start, 5u64);
        let mut found = <[Lost; 2]>::default();
        for number in 0..positions {
            luck = splitmix(luck);
            let tried = [alike[number % alike.len()], others[luck as usize % others.len()]];
            for (lost, roll) in found.iter_mut().zip(tried) {
                let Some((all, _, plays, _)) = look(&position, roll, usize::MAX) else { continue };
                let Some((some, _, _, nodes)) = look(&position, roll, replies) else { continue };
                if plays > replies {
                    let cost = all.chance() - some.chance();
                    lost.throws += 1;
                    lost.lost += u32::from(some < all);
                    lost.cost += cost;
                    lost.worst = lost.worst.max(cost);
                    lost.looked_at += nodes;
                }
            }
            // Three alike would end games too soon to see all of them.
            let played = look(&position, others[(luck >> 32) as usize % others.len()], usize::MAX);
            position = played.and_then(|(_, after, ..)| after).unwrap_or(start);
        }
        found
    }

    /// The figures are in docs/strength.md.
    #[test]
    fn what_is_left_out_of_throws_with_very_many_plays_costs_little() {
        for (replies, most) in [(Lookahead::FULL.replies, 0.003), (Lookahead::TWO_TURNS.replies, 0.006)] {
            for (lost, kind) in lost(replies, 700).iter().zip(["three alike", "others"]) {
                let Lost { throws, lost, cost, worst, looked_at } = *lost;
                let mean = cost / f64::from(throws);
                println!(
                    "{replies} replies, {kind}: best play lost in {lost} of {throws}, {:.2} % in the mean, {:.2} % at worst",
                    100.0 * mean,
                    100.0 * worst
                );
                assert!(throws > 20 && mean < most, "{mean}");
                assert!(
                    looked_at <= u64::from(throws) * (replies as u64 + replies as u64 / 10),
                    "{looked_at}"
                );
            }
        }
    }
}
