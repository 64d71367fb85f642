//! The weights of the classic evaluation, tuned by games between neighbours of themselves.
//!
//! Positions say who wins, not which weights play well: on large boards, where most games are long and few positions are decided, weights that
//! explain results best have lost to others. So weights climb by results alone, by simultaneous perturbation (SPSA): every round moves all of them
//! at once, each up or down by lot, lets what lies on one side play against what lies on the other, and goes a little towards the winner.

use fastrand::Rng;
use tablen_engine::tafl::Weights;

const COUNT: usize = Weights::NAMES.len();

/// A climb under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    weights: [f64; COUNT],
    /// How far apart neighbours are at first; 0 for weights that stay as they are.
    steps: [f64; COUNT],
    /// How many rounds there are in all.
    rounds: u32,
    /// How many are over.
    done: u32,
    seed: u64,
}

/// A text that this climb does not go on from: of other settings, or of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotThisClimb;

const TITLE: &str = "tablen climb 1";

impl Climb {
    /// Pairs of games in a round.
    pub const PAIRS: u64 = 8;

    /// A step is this share of its weight, and at least so many points: shorter ones change too few games.
    const STEP: f64 = 0.2;
    const SHORTEST_STEP: f64 = 1.5;

    /// How far a pair that is won leads at first, in steps.
    const GAIN: f64 = 0.06;
    /// How fast rounds lead less far, and neighbours come nearer: the exponents that are usual.
    const GAIN_FALLS: f64 = 0.602;
    const STEPS_SHRINK: f64 = 0.101;

    /// Begins with weights. What counts nothing stays so: looking for it would cost time.
    pub fn new(first: &Weights, rounds: u32, seed: u64) -> Climb {
        let weights = first.numbers().map(f64::from);
        let steps = weights.map(|weight| match weight {
            0.0 => 0.0,
            _ => (weight.abs() * Climb::STEP).max(Climb::SHORTEST_STEP),
        });
        Climb { weights, steps, rounds, done: 0, seed }
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

    /// The weights as they are.
    pub fn weights(&self) -> Weights {
        rounded(&self.weights)
    }

    /// Who plays the present round: two neighbours of the weights, one on each side.
    pub fn neighbours(&self) -> [Weights; 2] {
        let directions = self.directions();
        [1.0, -1.0].map(|side| {
            rounded(&std::array::from_fn(|number| {
                self.weights[number] + side * directions[number] * self.step(number)
            }))
        })
    }

    /// Ends the round: the first neighbour had so much of its points.
    pub fn learn(&mut self, score: f64) {
        let directions = self.directions();
        let lead = (2.0 * score - 1.0) * Climb::PAIRS as f64;
        let steady = f64::from(self.rounds) / 10.0;
        let gain =
            Climb::GAIN * ((steady + 1.0) / (steady + f64::from(self.done + 1))).powf(Climb::GAIN_FALLS);
        for (number, direction) in directions.into_iter().enumerate() {
            let step = self.steps[number].powi(2) / self.step(number).max(f64::MIN_POSITIVE);
            self.weights[number] += gain * lead * direction * step;
        }
        self.done += 1;
    }

    /// How far neighbours are from the weights in the present round.
    fn step(&self, number: usize) -> f64 {
        self.steps[number] / f64::from(self.done + 1).powf(Climb::STEPS_SHRINK)
    }

    fn luck(&self) -> Rng {
        Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ Rng::with_seed(u64::from(self.done)).u64(..))
    }

    /// Where the first neighbour of the present round lies: above each weight or below.
    fn directions(&self) -> [f64; COUNT] {
        let mut luck = self.luck();
        // The first number is the seed of the games.
        let _ = luck.u64(..);
        std::array::from_fn(|_| if luck.bool() { 1.0 } else { -1.0 })
    }

    /// What a climb of the same settings goes on from.
    pub fn to_text(&self) -> String {
        let numbers = self.weights.iter().map(|weight| format!("{weight:?}\n"));
        format!("{}{}\n{}", self.heading(), self.done, numbers.collect::<String>())
    }

    /// Goes on from where such a climb was.
    pub fn take_up(&mut self, text: &str) -> Result<(), NotThisClimb> {
        let rest = text.strip_prefix(&self.heading()).ok_or(NotThisClimb)?;
        let mut lines = rest.lines();
        let done = lines.next().and_then(|line| line.parse().ok()).ok_or(NotThisClimb)?;
        let numbers: Vec<f64> = lines.map_while(|line| line.parse().ok()).collect();
        self.weights = numbers.try_into().map_err(|_| NotThisClimb)?;
        self.done = done;
        Ok(())
    }

    fn heading(&self) -> String {
        format!("{TITLE}\n{} {} {:?}\n", self.rounds, self.seed, self.steps)
    }
}

fn rounded(numbers: &[f64; COUNT]) -> Weights {
    let mut weights = Weights::ZERO;
    for (name, number) in Weights::NAMES.iter().zip(numbers) {
        if let Some(weight) = weights.get_mut(name) {
            *weight = number.round() as i32;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Preset;

    use super::*;

    const ROUNDS: u32 = 1_500;

    /// How far weights are from the best, in steps of the climb.
    fn distance(climb: &Climb, weights: &Weights, best: &[f64; COUNT]) -> f64 {
        let far = |number: usize, weight: i32| (f64::from(weight) - best[number]) / climb.steps[number];
        let numbers =
            weights.numbers().into_iter().enumerate().filter(|(number, _)| climb.steps[*number] > 0.0);
        numbers.map(|(number, weight)| far(number, weight).powi(2)).sum::<f64>().sqrt()
    }

    /// Plays a climb to its end against a summit that only games know: whoever is nearer wins more of them.
    fn climbed(climb: &mut Climb, best: &[f64; COUNT]) {
        let mut luck = Rng::with_seed(9);
        while !climb.is_complete() {
            let [one, other] = climb.neighbours().map(|weights| distance(climb, &weights, best).powi(2));
            let chance = 1.0 / (1.0 + ((one - other) / 20.0).exp());
            let won = (0..2 * Climb::PAIRS).filter(|_| luck.f64() < chance).count();
            climb.learn(won as f64 / (2 * Climb::PAIRS) as f64);
        }
    }

    #[test]
    fn weights_come_nearer_to_what_wins_though_luck_decides_most_games() {
        let first = *Weights::of(&Preset::Alea.ruleset());
        let mut climb = Climb::new(&first, ROUNDS, 3);
        let best = std::array::from_fn(|number| climb.weights[number] + 2.0 * climb.steps[number]);
        let before = distance(&climb, &first, &best);
        climbed(&mut climb, &best);
        let after = distance(&climb, &climb.weights(), &best);
        assert!(after < before / 2.0, "{before} and {after}");
        // What counted nothing still does.
        let pairs = first.numbers().into_iter().zip(climb.weights().numbers());
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
        assert_eq!(climb.weights(), first);
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
}
