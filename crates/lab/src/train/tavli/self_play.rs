//! Games of an evaluation against itself, as examples to learn from.

use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;
use tablen_engine::tavli::{Evaluator, Value, net};
use tablen_rules::option::Options;
use tablen_rules::tavli::{BySide, MEN, Outcome, Packed, Position, Results, Ruleset, Side, Status};

use crate::dice::{any_roll, luck_of};
use crate::train::examples::Examples;

/// λ: how much of a position's target comes from what is farther away than the next position.
const LAMBDA: f32 = 0.7;
/// One turn of so many is random. What came of the game after it says nothing about the turns before it.
const RANDOM_TURN: u64 = 60;
/// One game of so many has random options.
const RANDOM_OPTIONS: u64 = 8;
/// Of the results of a throw at most about so many are looked at, evenly spread. Three alike can have 200,000.
const RESULTS: usize = 300;

/// Adds a position before a throw, and the chance that the side to throw wins.
pub(super) fn add(examples: &mut Examples, position: &Position, target: f32) {
    examples.add(target, |inputs| {
        net::visit(&position.ruleset(), position.side(), position.packed(), |input| inputs.push(input))
    });
}

/// Plays games with the numbers from `first` on, on so many threads. What comes out does not depend on the threads.
pub fn play(evaluator: &dyn Evaluator, seed: u64, first: u64, games: u64, threads: usize) -> Examples {
    let next = AtomicU64::new(0);
    let mut played: Vec<(u64, Examples)> = std::thread::scope(|scope| {
        let work = || {
            let mut table = Table::default();
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return played;
                }
                let game = table.play(evaluator, &mut luck_of(seed, first + number));
                let game = game.map(|game| examples(&game.moments, game.outcome));
                played.push((number, game.unwrap_or_default()));
            }
        };
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    played.sort_by_key(|(number, _)| *number);
    let mut examples = Examples::default();
    played.iter().for_each(|(_, game)| examples.append(game));
    examples
}

/// Where games are played, in buffers that are used again and again.
#[derive(Debug, Default)]
pub(super) struct Table {
    results: Results,
    men: Vec<BySide<Packed>>,
    values: Vec<Value>,
}

/// A game that is over.
pub(super) struct Game {
    pub moments: Vec<Moment>,
    pub outcome: Outcome,
}

/// A position of a game before a throw, and what came next.
pub(super) struct Moment {
    pub position: Position,
    /// The chance of the side to throw after its best turn, as the evaluation sees it.
    best: f32,
    /// Whether that turn was played.
    is_best: bool,
}

impl Table {
    /// Plays a game; nothing if a result of a throw is no position, which does not happen.
    pub fn play(&mut self, evaluator: &dyn Evaluator, luck: &mut Rng) -> Option<Game> {
        let mut ruleset = Ruleset::default();
        if luck.u64(..RANDOM_OPTIONS) == 0 {
            for option in Ruleset::options() {
                // Every listed value can be set.
                let _ = option.set(&mut ruleset, option.values[luck.usize(..option.values.len())]);
            }
        }
        let mut position = Position::start(ruleset, Side::ALL[luck.usize(..2)]);
        let mut moments = Vec::new();
        loop {
            if let Status::Over(outcome) = position.status() {
                return Some(Game { moments, outcome });
            }
            let roll = any_roll(luck);
            position.results_into(roll, &mut self.results);
            let (chosen, best) = self.best(evaluator, &position);
            let is_best = luck.u64(..RANDOM_TURN) != 0;
            let chosen = if is_best { chosen } else { luck.usize(..self.results.len()) };
            moments.push(Moment { position, best, is_best });
            position = self.results.position(chosen)?;
        }
    }

    /// The number of the result that is worth least to the enemy, who throws next, one that wins at once before all; and the mover's
    /// chance with it.
    fn best(&mut self, evaluator: &dyn Evaluator, position: &Position) -> (usize, f32) {
        let (ruleset, side) = (position.ruleset(), position.side());
        let stride = self.results.len().div_ceil(RESULTS).max(1);
        self.men.clear();
        self.men.extend(self.results.packed().step_by(stride));
        if let Some(winning) = self.men.iter().position(|men| men[side].off() == MEN) {
            return (winning * stride, 1.0);
        }
        self.values.clear();
        evaluator.evaluate(&ruleset, side.other(), &self.men, &mut self.values);
        let least = self.values.iter().enumerate().min_by_key(|(_, value)| **value);
        least.map_or((0, 0.5), |(index, value)| (index * stride, 1.0 - value.chance() as f32))
    }
}

/// What each position of a game should have been valued at: a mean of what the evaluation said one turn later, two turns later and so on,
/// and of what came of the game.
fn examples(moments: &[Moment], outcome: Outcome) -> Examples {
    let mut targets = Vec::with_capacity(moments.len());
    // The chance of the side that is to throw after the last turn.
    let mut later = match (outcome, moments.last()) {
        (Outcome::BorneOff(winner), Some(last)) if winner == last.position.side() => 0.0,
        (Outcome::BorneOff(_), _) => 1.0,
        (Outcome::TurnLimit, _) => 0.5,
    };
    for moment in moments.iter().rev() {
        let target =
            if moment.is_best { (1.0 - LAMBDA) * moment.best + LAMBDA * (1.0 - later) } else { moment.best };
        targets.push(target);
        later = target;
    }
    let mut examples = Examples::default();
    for (moment, target) in moments.iter().zip(targets.into_iter().rev()) {
        add(&mut examples, &moment.position, target);
    }
    examples
}

#[cfg(test)]
mod tests {
    use tablen_engine::tavli::Linear;

    use super::*;

    #[test]
    fn threads_make_no_difference_and_the_last_turn_has_won() {
        let linear = Linear::trained();
        let played = [1, 3].map(|threads| play(&linear, 5, 100, 6, threads));
        assert_eq!(played[0], played[1]);
        assert!(played[0].len() > 6 * 30, "{}", played[0].len());
        assert_eq!(played[0].get(played[0].len() - 1).target, 1.0);
        for number in 0..played[0].len() {
            let example = played[0].get(number);
            assert!((0.0..=1.0).contains(&example.target) && example.output < net::OUTPUTS);
            assert!(
                example.inputs.len() > 15
                    && example.inputs.iter().all(|input| usize::from(*input) < net::INPUTS)
            );
        }
    }
}
