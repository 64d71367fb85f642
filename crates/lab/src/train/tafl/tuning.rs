//! The weights of the classic evaluation, tuned by positions of many games.
//!
//! The classic evaluation is a sum of what is seen on the board, each times its weight. Log odds of winning are made of the same sum, so
//! the weights that explain best what became of the games are found by logistic regression: Newton's method on all positions at once.

use tablen_engine::tafl::{Classic, Evaluation, PositionInfo, Weights};
use tablen_rules::tafl::{Bits, Rules, State};

use super::RESULT_WEIGHT;
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
    pub fn add<B: Bits>(&mut self, positions: &Positions) {
        let labels = positions.records().map(|record| {
            let label = record.label();
            (f64::from(label.score.0.0), f64::from(label.result.for_defenders()))
        });
        let curve = Curve::fitted(labels);
        let before = self.rows.len();
        positions.visit(units::<B>, |record, rules| {
            let Some((rules, units)) = rules else { return };
            let Some(state) = record.state(rules) else { return };
            let label = record.label();
            let result = f64::from(label.result.for_defenders());
            let searched = curve.chance(f64::from(label.score.0.0));
            let target = (RESULT_WEIGHT * result + (1.0 - RESULT_WEIGHT) * searched) as f32;
            self.rows.push(Row { seen: seen(rules, units, &state), target });
        });
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
        // At first only the shift is found, so that the first weights are judged fairly.
        for _ in 0..SHIFT_ROUNDS {
            let mut slope = self.slope(&unknowns);
            (0..COUNT).for_each(|number| slope.hold(number));
            unknowns = slope.stepped(unknowns);
        }
        let before = self.slope(&unknowns).error;
        for _ in 0..ROUNDS {
            let mut slope = self.slope(&unknowns);
            for (number, (name, weight)) in Weights::NAMES.iter().zip(self.first.numbers()).enumerate() {
                if KNOWN.contains(name) {
                    slope.hold(number);
                } else {
                    // A weight of ten points is held as much as one of a hundred, for what it is.
                    let strength = CAUTION * (points / f64::from(weight.abs().max(10))).powi(2);
                    slope.gradient[number] -= strength * (unknowns[number] - first[number]);
                    slope.curvature[number][number] += strength;
                }
            }
            unknowns = slope.stepped(unknowns);
        }
        let mut weights = self.first;
        for (name, unknown) in Weights::NAMES.iter().zip(unknowns) {
            if let Some(number) = weights.get_mut(name) {
                *number = (unknown * points).round() as i32;
            }
        }
        Tuned { weights, errors: [before, self.slope(&unknowns).error] }
    }

    /// How the likelihood of what became of the games changes with the unknowns.
    fn slope(&self, unknowns: &[f64; UNKNOWNS]) -> Slope {
        let mut slope =
            Slope { gradient: [0.0; UNKNOWNS], curvature: [[0.0; UNKNOWNS]; UNKNOWNS], error: 0.0 };
        for row in &self.rows {
            let mut seen = [1.0; UNKNOWNS];
            for (seen, number) in seen.iter_mut().zip(row.seen) {
                *seen = f64::from(number);
            }
            let odds: f64 = unknowns.iter().zip(seen).map(|(unknown, seen)| unknown * seen).sum();
            let chance = 1.0 / (1.0 + (-odds).exp());
            let off = f64::from(row.target) - chance;
            let weight = (chance * (1.0 - chance)).max(1e-3);
            slope.error += off * off / self.rows.len() as f64;
            for ((gradient, curvature), one) in slope.gradient.iter_mut().zip(&mut slope.curvature).zip(seen)
            {
                *gradient += off * one;
                for (curvature, other) in curvature.iter_mut().zip(seen) {
                    *curvature += weight * one * other;
                }
            }
        }
        slope
    }
}

/// Where these count something has to be answered, and no such position is learned from.
const KNOWN: [&str; 3] = ["raichi", "tuichi", "king_hangs"];

/// How much the first weights stand for: little, so that only what is hardly ever seen stays as it is.
const CAUTION: f64 = 1e-3;

/// Steps of Newton's method for the shift, and for all.
const SHIFT_ROUNDS: usize = 6;
const ROUNDS: usize = 14;

/// A row of a square of numbers for every unknown.
type Square = [[f64; UNKNOWNS]; UNKNOWNS];

/// The slope of the likelihood, and how it bends.
struct Slope {
    gradient: [f64; UNKNOWNS],
    curvature: Square,
    /// The mean square of how far off the chances are.
    error: f64,
}

impl Slope {
    /// Leaves an unknown as it is.
    fn hold(&mut self, number: usize) {
        self.gradient[number] = 0.0;
        self.curvature[number] = [0.0; UNKNOWNS];
        self.curvature.iter_mut().for_each(|row| row[number] = 0.0);
        self.curvature[number][number] = 1.0;
    }

    /// The unknowns after a step of Newton's method, none of them too long.
    fn stepped(self, mut unknowns: [f64; UNKNOWNS]) -> [f64; UNKNOWNS] {
        for (unknown, step) in unknowns.iter_mut().zip(solved(self.curvature, self.gradient)) {
            *unknown += step.clamp(-1.0, 1.0);
        }
        unknowns
    }
}

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

/// Solves linear equations by elimination; what they leave open is 0.
fn solved(mut matrix: Square, mut right: [f64; UNKNOWNS]) -> [f64; UNKNOWNS] {
    const NOTHING: f64 = 1e-9;
    for column in 0..UNKNOWNS {
        let largest = |row: &usize| matrix[*row][column].abs();
        let pivot = (column..UNKNOWNS).max_by(|one, other| largest(one).total_cmp(&largest(other)));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (equation, known) = (matrix[column], right[column]);
        if equation[column].abs() < NOTHING {
            continue;
        }
        for (number, (row, right)) in matrix.iter_mut().zip(&mut right).enumerate() {
            if number == column {
                continue;
            }
            let factor = row[column] / equation[column];
            row.iter_mut().zip(equation).for_each(|(place, number)| *place -= factor * number);
            *right -= factor * known;
        }
    }
    std::array::from_fn(|place| {
        let divisor = matrix[place][place];
        if divisor.abs() < NOTHING { 0.0 } else { right[place] / divisor }
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
