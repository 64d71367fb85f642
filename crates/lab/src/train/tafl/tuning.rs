//! The weights of the classic evaluation, tuned by positions of many games.
//!
//! The classic evaluation is a sum of what is seen on the board, each times its weight. Log odds of winning are made of the same sum, so
//! the weights that explain best what became of the games are found by logistic regression: Newton's method on all positions at once.

use tablen_engine::tafl::{Classic, Evaluation, PositionInfo, Weights};
use tablen_rules::tafl::{Bits, Rules, State};

use super::RESULT_WEIGHT;
use super::examples::state_of;
use super::positions::Positions;
use crate::statistics::Curve;

const COUNT: usize = Weights::NAMES.len();

/// One more unknown: who wins where nothing is seen. It is not part of the weights.
const UNKNOWNS: usize = COUNT + 1;

/// A weight is found out by setting it to this and all others to 0: large enough that shares of it are not rounded away.
const UNIT: i32 = 100_000;

/// What positions show and what became of them.
#[derive(Clone, Debug)]
pub struct Tuner {
    first: Weights,
    /// Points of one unit of log odds, weighed by positions.
    points: f64,
    rows: Vec<Row>,
}

/// A position: what is seen in it, and the defenders' chance of winning that it stands for.
#[derive(Clone, Copy, Debug)]
struct Row {
    seen: [f32; COUNT],
    target: f32,
}

/// What came of tuning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuned {
    /// The weights.
    pub weights: Weights,
    /// The mean square of how far off the first weights are, and these.
    pub errors: [f64; 2],
}

impl Tuner {
    /// Begins with weights: those that positions say nothing about stay as they are.
    pub const fn new(first: Weights) -> Tuner {
        Tuner { first, points: 0.0, rows: Vec::new() }
    }

    /// How many positions there are.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the positions of a file.
    pub fn add<B: Bits>(&mut self, rules: &Rules<B>, positions: &Positions) {
        let labels = positions.records().map(|record| {
            let label = record.label();
            (f64::from(label.score.0.0), f64::from(label.result.for_defenders()))
        });
        let curve = Curve::fitted(labels);
        let mut units = units(rules);
        let before = self.rows.len();
        for record in positions.records() {
            let Some(state) = state_of(record, rules) else { continue };
            let label = record.label();
            let result = f64::from(label.result.for_defenders());
            let searched = curve.chance(f64::from(label.score.0.0));
            let target = (RESULT_WEIGHT * result + (1.0 - RESULT_WEIGHT) * searched) as f32;
            self.rows.push(Row { seen: seen(rules, &mut units, &state), target });
        }
        let (old, new) = (before as f64, (self.rows.len() - before) as f64);
        self.points = (self.points * old + curve.points * new) / (old + new).max(1.0);
    }

    /// Tunes the weights.
    pub fn tuned(&self) -> Tuned {
        let points = self.points.max(1.0);
        let mut unknowns = [0.0; UNKNOWNS];
        for (unknown, number) in unknowns.iter_mut().zip(self.first.numbers()) {
            *unknown = f64::from(number) / points;
        }
        let first = unknowns;
        // The first weights stand for as much as a few positions: what is never seen stays as it is.
        let caution = 1e-6 * self.rows.len() as f64 + 0.1;
        let mut with_best_shift = [0.0; 2];
        for round in 0..ROUNDS {
            let (mut gradient, mut curvature) = ([0.0; UNKNOWNS], [[0.0; UNKNOWNS]; UNKNOWNS]);
            let mut error = 0.0;
            for row in &self.rows {
                let seen = |number: usize| row.seen.get(number).map_or(1.0, |seen| f64::from(*seen));
                let odds: f64 = (0..UNKNOWNS).map(|number| unknowns[number] * seen(number)).sum();
                let chance = 1.0 / (1.0 + (-odds).exp());
                let off = f64::from(row.target) - chance;
                let weight = (chance * (1.0 - chance)).max(1e-3);
                error += off * off;
                for one in 0..UNKNOWNS {
                    gradient[one] += off * seen(one);
                    for other in 0..=one {
                        curvature[one][other] += weight * seen(one) * seen(other);
                    }
                }
            }
            let error = error / (self.rows.len() as f64).max(1.0);
            // In the first rounds only the shift is found, so that the first weights are judged fairly.
            match round {
                SHIFT_ROUNDS => with_best_shift[0] = error,
                _ => with_best_shift[1] = error,
            }
            let only_shift = round < SHIFT_ROUNDS;
            for one in 0..UNKNOWNS {
                for other in one + 1..UNKNOWNS {
                    curvature[one][other] = curvature[other][one];
                }
            }
            for number in 0..COUNT {
                let is_known = KNOWN.contains(&Weights::NAMES[number]);
                // A weight of a hundred points and one of ten should be held alike.
                let scale =
                    caution * (points / f64::from(self.first.numbers()[number].abs().max(10))).powi(2) * 1e-2;
                gradient[number] -= scale * (unknowns[number] - first[number]);
                curvature[number][number] += scale;
                if only_shift || is_known {
                    gradient[number] = 0.0;
                    curvature[number] = [0.0; UNKNOWNS];
                    for other in &mut curvature {
                        other[number] = 0.0;
                    }
                    curvature[number][number] = 1.0;
                }
            }
            curvature[COUNT][COUNT] += 1e-6;
            let steps = solved(curvature, gradient);
            for (unknown, step) in unknowns.iter_mut().zip(steps) {
                *unknown += step.clamp(-1.0, 1.0);
            }
        }
        let mut weights = self.first;
        for (name, unknown) in Weights::NAMES.iter().zip(unknowns) {
            if let Some(number) = weights.get_mut(name) {
                *number = (unknown * points).round() as i32;
            }
        }
        Tuned { weights, errors: with_best_shift }
    }
}

/// Where these count something has to be answered, and no such position is learned from.
const KNOWN: [&str; 3] = ["raichi", "tuichi", "king_hangs"];

const SHIFT_ROUNDS: usize = 6;
const ROUNDS: usize = 20;

/// For each weight an evaluation in which it is [`UNIT`] and all others are 0.
fn units<B: Bits>(rules: &Rules<B>) -> [Classic; COUNT] {
    std::array::from_fn(|number| {
        let mut weights = Weights::ZERO;
        if let Some(weight) = weights.get_mut(Weights::NAMES[number]) {
            *weight = UNIT;
        }
        Classic::with_weights(rules, weights)
    })
}

/// What each weight is multiplied with in a position.
fn seen<B: Bits>(rules: &Rules<B>, units: &mut [Classic; COUNT], state: &State<B>) -> [f32; COUNT] {
    let info = PositionInfo::new(rules, state);
    std::array::from_fn(|number| {
        let points = units[number].evaluate(rules, state, &info).0.0;
        (f64::from(points) / f64::from(UNIT)) as f32
    })
}

/// Solves linear equations by elimination.
fn solved(mut matrix: [[f64; UNKNOWNS]; UNKNOWNS], mut right: [f64; UNKNOWNS]) -> [f64; UNKNOWNS] {
    for column in 0..UNKNOWNS {
        let largest = |row: &usize| matrix[*row][column].abs();
        let pivot =
            (column..UNKNOWNS).max_by(|one, other| largest(one).total_cmp(&largest(other))).unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let divisor = matrix[column][column];
        if divisor.abs() < 1e-12 {
            continue;
        }
        for row in 0..UNKNOWNS {
            if row == column {
                continue;
            }
            let factor = matrix[row][column] / divisor;
            for place in column..UNKNOWNS {
                matrix[row][place] -= factor * matrix[column][place];
            }
            right[row] -= factor * right[column];
        }
    }
    std::array::from_fn(|place| {
        let divisor = matrix[place][place];
        if divisor.abs() < 1e-12 { 0.0 } else { right[place] / divisor }
    })
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use tablen_rules::tafl::Preset;

    use super::*;

    #[test]
    fn weights_are_found_again() {
        let first = *Weights::of(&Preset::Tablut.ruleset());
        let mut wanted = first;
        wanted.walled_in = -900;
        wanted.king_mobility = 12;
        let points = 200.0;
        let mut luck = Rng::with_seed(3);
        let mut tuner = Tuner { first, points, rows: Vec::new() };
        for _ in 0..4_000 {
            let seen: [f32; COUNT] = std::array::from_fn(|_| luck.f32() - 0.5);
            let sum: f64 = seen.iter().zip(wanted.numbers()).map(|(s, w)| f64::from(*s) * f64::from(w)).sum();
            // The defenders win more than what is seen says.
            let target = 1.0 / (1.0 + (-(sum / points) - 0.8).exp());
            tuner.rows.push(Row { seen, target: target as f32 });
        }
        let tuned = tuner.tuned();
        for ((name, wanted), found) in
            Weights::NAMES.iter().zip(wanted.numbers()).zip(tuned.weights.numbers())
        {
            assert!((wanted - found).abs() <= 2, "{name}: {wanted} and {found}");
        }
        assert!(tuned.errors[1] < tuned.errors[0] / 100.0, "{:?}", tuned.errors);
    }

    #[test]
    fn what_is_seen_times_the_weights_is_what_the_evaluation_says() {
        use tablen_rules::tafl::{Narrow, Side};
        let ruleset = Preset::TablutCorners.ruleset();
        let rules = Rules::<Narrow>::new(&ruleset).unwrap();
        let weights = *Weights::of(&ruleset);
        let mut luck = Rng::with_seed(5);
        let mut state = rules.start(Side::Attackers);
        for _ in 0..200 {
            if rules.outcome(&state).is_some() {
                state = rules.start(Side::Defenders);
            }
            let mv = rules.nth_move(&state, luck.u64(..rules.count_moves(&state))).unwrap();
            rules.make(&mut state, mv);
            let info = PositionInfo::new(&rules, &state);
            let said = Classic::new(&rules).evaluate(&rules, &state, &info).0.0;
            let seen = seen(&rules, &mut units(&rules), &state);
            let sum: f64 =
                seen.iter().zip(weights.numbers()).map(|(s, w)| f64::from(*s) * f64::from(w)).sum();
            // A man is worth a whole number of points.
            assert!((f64::from(said) - sum).abs() < 20.0, "{said} and {sum}");
        }
    }
}
