//! What a result is worth when the enemy's next turn has been looked at.

use tablen_rules::tavli::{Outcome, Position, Results, Roll, Status};

use super::budget::Budget;
use super::evaluation::Evaluation;
use super::value::MoverValue;

/// How far looking ahead goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead {
    /// How many of the best results are looked at.
    pub candidates: usize,
    /// Results worse than the best by more than this at a glance are not.
    pub margin: i32,
    /// Of a throw's replies at most about so many are valued, evenly spread. Of three alike there can be 200,000.
    pub replies: usize,
}

/// The enemy's answers to a result: for each throw the best reply, all throws weighed by how often they come.
pub(super) fn value(
    after: &Position,
    lookahead: &Lookahead,
    results: &mut Results,
    budget: &mut Budget<'_>,
) -> Option<MoverValue> {
    if let Status::Over(outcome) = after.status() {
        return Some(match outcome {
            Outcome::BorneOff(_) => MoverValue::WON,
            Outcome::Limit => MoverValue::EVEN,
        });
    }
    let enemy = after.side();
    let (mut lost, mut throws) = (0.0, 0.0);
    // Three alike are 6 of 216 throws and most of the work; they move all results alike.
    for roll in Roll::all().filter(|roll| roll.weight() > 1) {
        budget.look();
        after.results_into(roll, results);
        let mut evaluation = Evaluation::new(after.ruleset(), enemy, after.packed());
        let stride = results.len().div_ceil(lookahead.replies.max(1)).max(1);
        let mut best: Option<MoverValue> = None;
        for men in results.packed().step_by(stride) {
            if budget.is_spent() {
                return None;
            }
            budget.spend();
            best = best.max(Some(evaluation.value(&men)));
        }
        let weight = f64::from(roll.weight());
        lost += weight * best?.chance();
        throws += weight;
    }
    Some(MoverValue::of_chance(1.0 - lost / throws))
}
