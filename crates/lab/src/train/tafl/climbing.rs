//! The weights of the classic evaluation, or the numbers of the search, tuned by games between neighbours of themselves.
//!
//! Positions say who wins, not which weights play well: on large boards, where most games are long and few positions are decided, weights that
//! explain results best have lost to others; and of the search they say nothing. So numbers climb by results alone, by simultaneous perturbation
//! (SPSA): every round moves all of them at once, each up or down by lot, lets what lies on one side play against what lies on the other, and goes
//! a little towards the winner.

use std::marker::PhantomData;

use fastrand::Rng;
use tablen_engine::tafl::{Tunables, Weights};

/// Numbers that can climb.
pub trait Numbered: Sized {
    /// Shorter steps change too few games.
    const SHORTEST_STEP: f64;
    /// No number falls below this.
    const LEAST: i32;

    /// All numbers, always in the same order.
    fn numbers(&self) -> Vec<i32>;

    /// Made of such numbers.
    fn of_numbers(numbers: &[i32]) -> Self;
}

impl Numbered for Weights {
    const SHORTEST_STEP: f64 = 1.5;
    const LEAST: i32 = i32::MIN;

    fn numbers(&self) -> Vec<i32> {
        Weights::numbers(self).to_vec()
    }

    fn of_numbers(numbers: &[i32]) -> Weights {
        let mut weights = Weights::ZERO;
        for (name, number) in Weights::NAMES.iter().zip(numbers) {
            if let Some(weight) = weights.get_mut(name) {
                *weight = *number;
            }
        }
        weights
    }
}

impl Numbered for Tunables {
    const SHORTEST_STEP: f64 = 1.0;
    // Some of them divide.
    const LEAST: i32 = 1;

    fn numbers(&self) -> Vec<i32> {
        Tunables::numbers(self).to_vec()
    }

    fn of_numbers(numbers: &[i32]) -> Tunables {
        let mut tunables = Tunables::USUAL;
        for (name, number) in Tunables::NAMES.iter().zip(numbers) {
            let known = tunables.set(name, *number);
            debug_assert!(known.is_some(), "{name}");
        }
        tunables
    }
}

/// A climb under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb<N> {
    numbers: Vec<f64>,
    /// How far apart neighbours are at first; 0 for numbers that stay as they are.
    steps: Vec<f64>,
    /// How many rounds there are in all.
    rounds: u32,
    /// How many are over.
    done: u32,
    seed: u64,
    kind: PhantomData<N>,
}

/// Pairs of games in a round.
pub const PAIRS: u64 = 8;

/// A text that this climb does not go on from: of other settings, or of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThisClimb;

const TITLE: &str = "tablen climb 1";

impl<N: Numbered> Climb<N> {
    /// A step is this share of its number.
    const STEP: f64 = 0.2;

    /// How far a pair that is won leads at first, in steps.
    const GAIN: f64 = 0.06;
    /// How fast rounds lead less far, and neighbours come nearer: the exponents that are usual.
    const GAIN_FALLS: f64 = 0.602;
    const STEPS_SHRINK: f64 = 0.101;

    /// Begins with some numbers. What counts nothing stays so: looking for it would cost time.
    pub fn new(first: &N, rounds: u32, seed: u64) -> Climb<N> {
        let numbers: Vec<f64> = first.numbers().into_iter().map(f64::from).collect();
        let step = |number: &f64| match *number {
            0.0 => 0.0,
            number => (number.abs() * Self::STEP).max(N::SHORTEST_STEP),
        };
        let steps = numbers.iter().map(step).collect();
        Climb { numbers, steps, rounds, done: 0, seed, kind: PhantomData }
    }

    /// How many rounds there are in all.
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// How many rounds are over.
    pub const fn done(&self) -> u32 {
        self.done
    }

    /// Whether all are.
    pub const fn is_complete(&self) -> bool {
        self.done >= self.rounds
    }

    /// What the games of the present round follow from, other than those of the rounds before.
    pub fn round_seed(&self) -> u64 {
        self.luck().u64(..)
    }

    /// The numbers as they are.
    pub fn reached(&self) -> N {
        rounded(self.numbers.iter().copied())
    }

    /// Who plays the present round: two neighbours of the numbers, one on each side.
    pub fn neighbours(&self) -> [N; 2] {
        let directions = self.directions();
        [1.0, -1.0].map(|side| {
            let numbers = self.numbers.iter().zip(&directions).enumerate();
            rounded(numbers.map(|(place, (number, direction))| number + side * direction * self.step(place)))
        })
    }

    /// Ends the round: the first neighbour had so much of its points.
    pub fn learn(&mut self, score: f64) {
        let directions = self.directions();
        let lead = (2.0 * score - 1.0) * PAIRS as f64;
        let steady = f64::from(self.rounds) / 10.0;
        let gain = Self::GAIN * ((steady + 1.0) / (steady + f64::from(self.done + 1))).powf(Self::GAIN_FALLS);
        for (number, direction) in directions.into_iter().enumerate() {
            let step = self.steps[number].powi(2) / self.step(number).max(f64::MIN_POSITIVE);
            self.numbers[number] += gain * lead * direction * step;
        }
        self.done += 1;
    }

    /// How far neighbours are from the numbers in the present round.
    fn step(&self, number: usize) -> f64 {
        self.steps[number] / f64::from(self.done + 1).powf(Self::STEPS_SHRINK)
    }

    fn luck(&self) -> Rng {
        Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ Rng::with_seed(u64::from(self.done)).u64(..))
    }

    /// Where the first neighbour of the present round lies: above each number or below.
    fn directions(&self) -> Vec<f64> {
        let mut luck = self.luck();
        // The first number is the seed of the games.
        let _ = luck.u64(..);
        self.numbers.iter().map(|_| if luck.bool() { 1.0 } else { -1.0 }).collect()
    }

    /// What a climb of the same settings goes on from.
    pub fn to_text(&self) -> String {
        let numbers = self.numbers.iter().map(|number| format!("{number:?}\n"));
        format!("{}{}\n{}", self.heading(), self.done, numbers.collect::<String>())
    }

    /// Goes on from where such a climb was.
    pub fn take_up(&mut self, text: &str) -> Result<(), NotThisClimb> {
        let rest = text.strip_prefix(&self.heading()).ok_or(NotThisClimb)?;
        let mut lines = rest.lines();
        let done = lines.next().and_then(|line| line.parse().ok()).ok_or(NotThisClimb)?;
        let numbers: Vec<f64> = lines.map_while(|line| line.parse().ok()).collect();
        if numbers.len() != self.numbers.len() {
            return Err(NotThisClimb);
        }
        self.numbers = numbers;
        self.done = done;
        Ok(())
    }

    fn heading(&self) -> String {
        format!("{TITLE}\n{} {} {:?}\n", self.rounds, self.seed, self.steps)
    }
}

fn rounded<N: Numbered>(numbers: impl Iterator<Item = f64>) -> N {
    N::of_numbers(&numbers.map(|number| (number.round() as i32).max(N::LEAST)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Preset;

    use super::*;

    const ROUNDS: u32 = 1_500;

    /// How far weights are from the best, in steps of the climb.
    fn distance(climb: &Climb<Weights>, weights: &Weights, best: &[f64]) -> f64 {
        let far = |number: usize, weight: i32| (f64::from(weight) - best[number]) / climb.steps[number];
        let numbers =
            weights.numbers().into_iter().enumerate().filter(|(number, _)| climb.steps[*number] > 0.0);
        numbers.map(|(number, weight)| far(number, weight).powi(2)).sum::<f64>().sqrt()
    }

    /// Plays a climb to its end against a summit that only games know: whoever is nearer wins more of them.
    fn climbed(climb: &mut Climb<Weights>, best: &[f64]) {
        let mut luck = Rng::with_seed(9);
        while !climb.is_complete() {
            let [one, other] = climb.neighbours().map(|weights| distance(climb, &weights, best).powi(2));
            let chance = 1.0 / (1.0 + ((one - other) / 20.0).exp());
            let won = (0..2 * PAIRS).filter(|_| luck.f64() < chance).count();
            climb.learn(won as f64 / (2 * PAIRS) as f64);
        }
    }

    #[test]
    fn weights_come_nearer_to_what_wins_though_luck_decides_most_games() {
        let first = *Weights::of(&Preset::Alea.ruleset());
        let mut climb = Climb::new(&first, ROUNDS, 3);
        let best: Vec<f64> =
            climb.numbers.iter().zip(&climb.steps).map(|(number, step)| number + 2.0 * step).collect();
        let before = distance(&climb, &first, &best);
        climbed(&mut climb, &best);
        let after = distance(&climb, &climb.reached(), &best);
        assert!(after < before / 2.0, "{before} and {after}");
        // What counted nothing still does.
        let pairs = first.numbers().into_iter().zip(climb.reached().numbers());
        assert!(pairs.filter(|(before, _)| *before == 0).all(|(_, after)| after == 0));
    }

    #[test]
    fn neighbours_lie_opposite_each_other_and_every_round_elsewhere() {
        let first = *Weights::of(&Preset::Tablut.ruleset());
        let mut climb = Climb::new(&first, 10, 1);
        let [one, other] = climb.neighbours();
        assert_ne!(one, other);
        for ((one, other), first) in one.numbers().into_iter().zip(other.numbers()).zip(first.numbers()) {
            assert!((one + other - 2 * first).abs() <= 1, "{one}, {other} and {first}");
        }
        let seed = climb.round_seed();
        climb.learn(0.5);
        // Nobody has won: the weights stay, and others are tried.
        assert_eq!(climb.reached(), first);
        assert_ne!(climb.neighbours(), [one, other]);
        assert_ne!(climb.round_seed(), seed);
    }

    #[test]
    fn a_climb_that_was_cut_off_goes_on_as_if_it_had_not_been() {
        let first = *Weights::of(&Preset::Alea.ruleset());
        let mut climb = Climb::new(&first, 40, 7);
        for score in [0.75, 0.25, 0.6875] {
            climb.learn(score);
        }
        let mut other = Climb::new(&first, 40, 7);
        assert_eq!(other.take_up(&climb.to_text()), Ok(()));
        assert_eq!(other, climb);
        assert_eq!(other.done(), 3);
        // Not from another climb, nor from half a text.
        assert_eq!(Climb::new(&first, 50, 7).take_up(&climb.to_text()), Err(NotThisClimb));
        assert_eq!(Climb::new(&first, 40, 8).take_up(&climb.to_text()), Err(NotThisClimb));
        let text = climb.to_text();
        assert_eq!(other.take_up(&text[..text.len() / 2]), Err(NotThisClimb));
        assert_eq!(other.take_up(""), Err(NotThisClimb));
    }

    #[test]
    fn numbers_of_the_search_stay_what_a_search_can_use() {
        let mut climb = Climb::new(&Tunables::USUAL, 1_000, 5);
        assert_eq!(climb.reached(), Tunables::USUAL);
        assert_eq!(Tunables::of_numbers(&Numbered::numbers(&Tunables::USUAL)), Tunables::USUAL);
        while !climb.is_complete() {
            climb.learn(if climb.round_seed().is_multiple_of(2) { 1.0 } else { 0.0 });
            for tunables in climb.neighbours() {
                assert!(tunables.numbers().into_iter().all(|number| number >= 1), "{tunables}");
            }
        }
        assert_ne!(climb.reached(), Tunables::USUAL);
    }
}
