//! Finding openings that are even.
//!
//! What an engine says about a position is not enough: where one side knows better what to do with it, positions worth nothing to either
//! are lost to the other. So the engine plays trial games against itself from each opening, and those from which both sides win are even.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use tablen_engine::Stop;
use tablen_engine::tafl::{Player, Settings};
use tablen_rules::tafl::{Bits, Game, Narrow, Rules, Ruleset, RulesetFaults, Wide, fits_narrow};

use super::{Lot, Opening};
use crate::adjudication::{Adjudication, GameResult};
use crate::parallel::Crew;
use crate::statistics::Curve;

/// What is made: so many of the most even among openings drawn by [lot](Lot). The same settings make the same openings, on any number of
/// threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Making {
    /// By which rules.
    pub ruleset: Ruleset,
    /// How many openings.
    pub count: usize,
    /// Among how many drawn ones, for each that is kept.
    pub candidates: usize,
    /// The most moves of one; the fewest are [`Making::FEWEST`].
    pub plies: u32,
    /// How many positions the engine looks at for each move of the trial games that decide.
    pub nodes: u64,
    /// What the lot follows from.
    pub seed: u64,
}

impl Making {
    /// One move of each side.
    pub const FEWEST: u32 = 2;

    /// As many as long matches need, tried with quick games.
    pub const fn new(ruleset: Ruleset) -> Making {
        Making { ruleset, count: 200, candidates: 400, plies: 20, nodes: 1_200, seed: 1 }
    }
}

/// What became of the trial games from an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// The attackers won so many.
    pub attackers: u32,
    /// So many had no winner.
    pub drawn: u32,
    /// The defenders won so many.
    pub defenders: u32,
}

impl Trial {
    fn add(&mut self, result: GameResult) {
        *match result {
            GameResult::AttackersWon => &mut self.attackers,
            GameResult::Drawn => &mut self.drawn,
            GameResult::DefendersWon => &mut self.defenders,
        } += 1;
    }

    /// The least even last; among the equally even, those in which fewer games had a winner.
    fn unevenness(self) -> (u32, Reverse<u32>) {
        (self.attackers.abs_diff(self.defenders), Reverse(self.attackers + self.defenders))
    }

    /// The side that is behind has at least half as many points as the other.
    fn is_fair(self) -> bool {
        let (attackers, defenders) = (2 * self.attackers + self.drawn, 2 * self.defenders + self.drawn);
        attackers.max(defenders) <= 2 * attackers.min(defenders)
    }
}

/// Openings that were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The most even first.
    pub openings: Vec<(Opening, Trial)>,
    /// How many openings were drawn.
    pub drawn: usize,
}

/// First trials look at so many times fewer positions than those that decide.
const FIRST_TRIALS: u64 = 4;

/// Games of the first trials, and of those that decide.
const FIRST_GAMES: u64 = 2;
const DECIDING_GAMES: u64 = 6;

/// Openings are tried so many at a time, those first that should be even by what the earlier ones have shown.
const BATCH: usize = 64;

/// In trial games positions are misjudged by up to so many points, each game otherwise: else all from an opening would be the same.
const NOISE: u32 = 10;

/// A trial game is won by a side that is ahead by so many points for long, and drawn after so many moves. On large boards the attackers
/// are ahead by more than decides a game on small ones before anybody has moved.
const DECIDED: i32 = 1_500;
const DECIDED_ON_LARGE: i32 = 4_500;
const LONGEST: usize = 250;
const LONGEST_ON_LARGE: usize = 400;

/// What an engine needs to remember for such short thoughts.
const TABLE_ENTRIES: usize = 1 << 15;

/// Makes openings on so many threads; nothing if it is stopped. `progress` hears how many parts of how many are done.
pub fn make(
    making: &Making,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Made>, RulesetFaults> {
    Ok(match fits_narrow(&making.ruleset) {
        true => Search::<Narrow>::new(making, threads, stop)?.run(progress),
        false => Search::<Wide>::new(making, threads, stop)?.run(progress),
    })
}

/// An opening that may be even.
struct Candidate<B: Bits> {
    game: Game<B>,
    /// What a short look says: points to the defenders.
    points: f64,
}

/// How much of the work is drawing, in percent.
const DRAWING: u64 = 5;

struct Search<'m, B: Bits> {
    making: &'m Making,
    rules: Arc<Rules<B>>,
    crew: Crew<'m>,
}

impl<'m, B: Bits> Search<'m, B> {
    fn new(making: &'m Making, threads: usize, stop: &'m Stop) -> Result<Search<'m, B>, RulesetFaults> {
        Ok(Search { making, rules: Arc::new(Rules::new(&making.ruleset)?), crew: Crew { threads, stop } })
    }

    fn run(&self, progress: &mut dyn FnMut(u64, u64)) -> Option<Made> {
        let first_nodes = (self.making.nodes / FIRST_TRIALS).max(1);
        let numbers: Vec<u64> =
            (0..self.making.count.saturating_mul(self.making.candidates) as u64).collect();
        let candidates = self.crew.work_on(
            &numbers,
            &mut |done| progress(done * DRAWING / numbers.len().max(1) as u64, 100),
            |number| self.draw(*number, first_nodes),
        )?;
        let mut seen = HashSet::new();
        let mut candidates: Vec<Candidate<B>> = candidates
            .into_iter()
            .flatten()
            .filter(|candidate| seen.insert(candidate.game.position().canonical_key()))
            .collect();
        let drawn = candidates.len();

        // The points at which both sides win alike are learned while openings are tried.
        let mut shown: Vec<(f64, f64)> = Vec::new();
        let mut openings: Vec<(Opening, Trial)> = Vec::new();
        while openings.len() < self.making.count && !candidates.is_empty() {
            let fair = if shown.is_empty() { 0.0 } else { Curve::fitted(shown.iter().copied()).fair() };
            candidates
                .sort_by(|one, other| (one.points - fair).abs().total_cmp(&(other.points - fair).abs()));
            let rest = candidates.split_off(BATCH.min(candidates.len()));
            let batch = std::mem::replace(&mut candidates, rest);
            let first = self.crew.work_on(&batch, &mut |_| {}, |candidate| {
                self.trial(&candidate.game, FIRST_GAMES, first_nodes)
            })?;
            let mut left = Vec::new();
            for (candidate, trial) in batch.into_iter().zip(first) {
                let defenders = f64::from(2 * trial.defenders + trial.drawn) / (2 * FIRST_GAMES) as f64;
                shown.push((candidate.points, defenders));
                if trial.is_fair() {
                    left.push(candidate.game);
                }
            }
            let trials = self
                .crew
                .work_on(&left, &mut |_| {}, |game| self.trial(game, DECIDING_GAMES, self.making.nodes))?;
            let tried = left.iter().zip(trials).filter(|(_, trial)| trial.is_fair());
            openings.extend(tried.map(|(game, trial)| {
                (Opening { first: game.first_setup().side, moves: game.moves_made().collect() }, trial)
            }));
            // Enough are found, or all are tried.
            let found = openings.len().min(self.making.count) * drawn / self.making.count.max(1);
            progress(DRAWING + found.max(shown.len()) as u64 * (100 - DRAWING) / drawn as u64, 100);
        }
        // Stable: what is equally even stays in the order in which it was tried.
        openings.sort_by_key(|(_, trial)| trial.unevenness());
        openings.truncate(self.making.count);
        Some(Made { openings, drawn })
    }

    /// What follows from the seed for one opening or game.
    fn luck(&self, number: u64) -> Rng {
        let mut luck = Rng::with_seed(self.making.seed);
        Rng::with_seed(luck.u64(..) ^ Rng::with_seed(number).u64(..))
    }

    /// Draws an opening; nothing where the outcome is certain after it.
    fn draw(&self, number: u64, nodes: u64) -> Option<Candidate<B>> {
        let lot = Lot { fewest: Making::FEWEST, most: self.making.plies };
        let game = lot.draw(&self.rules, &mut self.luck(number), |game| {
            Some(self.player(Lot::GOOD_MOVE_NODES, 0, 0).choose(game, self.crew.stop)?.mv)
        })?;
        let value = self.player(nodes, 0, 0).choose(&game, self.crew.stop)?.value;
        let points = f64::from(value.for_light(game.position().side()).0.0);
        (!value.is_certain()).then_some(Candidate { game, points })
    }

    /// Plays trial games from an opening.
    fn trial(&self, opening: &Game<B>, games: u64, nodes: u64) -> Trial {
        let mut trial = Trial::default();
        for number in 0..games {
            let seed = self.luck(opening.position().canonical_key() ^ number).u64(..);
            let mut player = self.player(nodes, NOISE, seed);
            let mut game = opening.clone();
            let mut adjudication = if fits_narrow(&self.making.ruleset) {
                Adjudication::new(DECIDED, LONGEST)
            } else {
                Adjudication::new(DECIDED_ON_LARGE, LONGEST_ON_LARGE)
            };
            let result = loop {
                if let Some(result) = adjudication.of_game(&game) {
                    break result;
                }
                // A game that is stopped is not used.
                let Some(thought) = player.choose(&game, self.crew.stop) else { break GameResult::Drawn };
                if let Some(result) = adjudication.after(game.position().side(), thought.value) {
                    break result;
                }
                if self.crew.stop.is_stopped() || game.play(thought.mv).is_err() {
                    break GameResult::Drawn;
                }
            };
            trial.add(result);
        }
        trial
    }

    /// A player of its own, so that nothing depends on what was played before.
    fn player(&self, nodes: u64, noise: u32, seed: u64) -> Player<B> {
        let settings = Settings { nodes, noise, table_entries: TABLE_ENTRIES, ..Settings::FULL };
        Player::with_settings(Arc::clone(&self.rules), settings, seed)
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Preset;

    use super::*;
    use crate::openings::Book;

    fn made(making: &Making, threads: usize) -> Made {
        let made = make(making, threads, &Stop::new(), &mut |done, total| assert!(done <= total));
        made.ok().flatten().unwrap_or_else(|| panic!("{making:?}"))
    }

    #[test]
    fn the_most_even_are_made_whatever_the_threads() {
        let small = Making {
            count: 5,
            candidates: 80,
            plies: 10,
            nodes: 20,
            ..Making::new(Preset::TablutCorners.ruleset())
        };
        let one = made(&small, 1);
        assert_eq!(one, made(&small, 3));
        assert_ne!(one, made(&Making { seed: 2, ..small.clone() }, 2));
        assert_eq!(one.openings.len(), 5);
        assert!(one.drawn > 200 && one.drawn <= 400, "{}", one.drawn);
        assert!(one.openings.iter().all(|(_, trial)| trial.is_fair()), "{one:?}");
        assert!(one.openings.is_sorted_by_key(|(_, trial)| trial.unevenness()));
        let text: Vec<String> = one.openings.iter().map(|(opening, _)| opening.to_string()).collect();
        let book = Book::read(&text.join("\n"), &small.ruleset).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(book.len(), 5);
        assert!(book.openings().iter().all(|opening| (2..=10).contains(&opening.moves.len())));
    }

    #[test]
    fn what_is_even_is_what_both_sides_win() {
        let trial = |attackers, drawn, defenders| Trial { attackers, drawn, defenders };
        assert!(trial(3, 0, 3).is_fair() && trial(0, 6, 0).is_fair() && trial(2, 0, 4).is_fair());
        assert!(!trial(1, 0, 5).is_fair() && !trial(0, 2, 4).is_fair() && !trial(2, 0, 0).is_fair());
        let mut trials = [trial(0, 6, 0), trial(2, 0, 4), trial(3, 0, 3)];
        trials.sort_by_key(|trial| trial.unevenness());
        assert_eq!(trials, [trial(3, 0, 3), trial(0, 6, 0), trial(2, 0, 4)]);
    }

    #[test]
    fn making_can_be_stopped() {
        let stop = Stop::new();
        stop.stop();
        let making = Making { count: 2, ..Making::new(Preset::Alea.ruleset()) };
        assert_eq!(make(&making, 2, &stop, &mut |_, _| {}), Ok(None));
    }
}
