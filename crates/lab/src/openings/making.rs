//! Finding openings that are even.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use fastrand::Rng;
use tablen_engine::Stop;
use tablen_engine::tafl::{Player, Settings};
use tablen_rules::tafl::{
    Bits, Game, Narrow, Rules, Ruleset, RulesetFaults, Side, Status, Wide, fits_narrow,
};

use super::Opening;

/// What is made: so many of the most even among random openings. The same settings make the same openings, on any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Making {
    /// By which rules.
    pub ruleset: Ruleset,
    /// How many openings.
    pub count: usize,
    /// Among how many random ones, for each that is kept.
    pub candidates: usize,
    /// The most moves of one; the fewest are [`Making::FEWEST`].
    pub plies: u32,
    /// How many positions the engine looks at to judge one.
    pub nodes: u64,
    /// What the random moves follow from.
    pub seed: u64,
}

impl Making {
    /// One move of each side.
    pub const FEWEST: u32 = 2;

    /// Five hundred, judged as well as a fast game's moves.
    pub const fn new(ruleset: Ruleset) -> Making {
        Making { ruleset, count: 500, candidates: 40, plies: 8, nodes: 30_000, seed: 1 }
    }
}

/// Openings that were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Each with what the position after it is worth to the side to move, in points.
    pub openings: Vec<(Opening, i32)>,
    /// How many random openings were looked at.
    pub tried: usize,
}

/// A first look takes so many times fewer positions than the judgement, and leaves so many times more than are wanted.
const FIRST_LOOK: u64 = 20;
const LEFT_BY_FIRST_LOOK: usize = 4;

/// What an engine needs to remember about so few positions.
const TABLE_ENTRIES: usize = 1 << 15;

/// Makes openings on so many threads; nothing if it is stopped. `progress` hears how many parts of how many are done.
pub fn make(
    making: &Making,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Made>, RulesetFaults> {
    match fits_narrow(&making.ruleset) {
        true => make_in::<Narrow>(making, threads, stop, progress),
        false => make_in::<Wide>(making, threads, stop, progress),
    }
}

fn make_in<B: Bits>(
    making: &Making,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Made>, RulesetFaults> {
    let rules = Arc::new(Rules::<B>::new(&making.ruleset)?);
    let mut seen = HashSet::new();
    let random = (0..making.count.saturating_mul(making.candidates) as u64)
        .filter_map(|number| random_opening(&rules, making, number))
        .filter(|game| seen.insert(game.position().canonical_key()));
    let mut games: Vec<(Game<B>, i32)> = random.map(|game| (game, 0)).collect();
    let tried = games.len();
    // Work is counted in positions looked at.
    let kept = making.count.saturating_mul(LEFT_BY_FIRST_LOOK).min(tried);
    let total = tried as u64 + kept as u64 * FIRST_LOOK;
    let looks = [(making.nodes / FIRST_LOOK, kept, 1), (making.nodes, making.count, FIRST_LOOK)];
    let mut done = 0;
    for (nodes, keep, cost) in looks {
        let judged = judge(&rules, &games, nodes.max(1), threads, stop, &mut |judged| {
            progress(done + judged * cost, total);
        });
        if stop.is_stopped() {
            return Ok(None);
        }
        done += games.len() as u64 * cost;
        games =
            games.into_iter().zip(judged).filter_map(|((game, _), points)| Some((game, points?))).collect();
        // Stable: what is equally even stays in the order in which it was drawn.
        games.sort_by_key(|(_, points)| points.abs());
        games.truncate(keep);
    }
    let opening =
        |game: &Game<B>| Opening { first: game.first_setup().side, moves: game.moves_made().collect() };
    Ok(Some(Made { openings: games.iter().map(|(game, points)| (opening(game), *points)).collect(), tried }))
}

/// Random moves that do not end the game; nothing where they cannot be found.
fn random_opening<B: Bits>(rules: &Arc<Rules<B>>, making: &Making, number: u64) -> Option<Game<B>> {
    let mut luck = Rng::with_seed(making.seed);
    let mut luck = Rng::with_seed(luck.u64(..) ^ Rng::with_seed(number).u64(..));
    // Where the lot decides who begins, one does as often as the other.
    let first = rules.ruleset().first_side().unwrap_or(Side::ALL[(number % 2) as usize]);
    let mut game = Game::start(rules, first);
    for _ in 0..luck.u32(Making::FEWEST..=making.plies.max(Making::FEWEST)) {
        let moves = game.moves();
        game.play(*moves.get(luck.usize(..moves.len().max(1)))?).ok()?;
    }
    matches!(game.status(), Status::ToMove(_)).then_some(game)
}

/// What each position is worth to its side to move; nothing where the outcome is certain.
fn judge<B: Bits>(
    rules: &Arc<Rules<B>>,
    games: &[(Game<B>, i32)],
    nodes: u64,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64),
) -> Vec<Option<i32>> {
    let settings = Settings { nodes, table_entries: TABLE_ENTRIES, ..Settings::FULL };
    let (next, finished) = (AtomicUsize::new(0), AtomicU64::new(0));
    let mut judged: Vec<(usize, Option<i32>)> = std::thread::scope(|scope| {
        let work = || {
            let mut judged = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some((game, _)) = games.get(place).filter(|_| !stop.is_stopped()) else { return judged };
                // A player of its own, so that no judgement depends on those before it.
                let thought = Player::with_settings(Arc::clone(rules), settings, 0).choose(game, stop);
                let value = thought.map(|thought| thought.value).filter(|value| !value.is_certain());
                judged.push((place, value.map(|value| value.0.0)));
                finished.fetch_add(1, Ordering::Relaxed);
            }
        };
        let helpers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        while helpers.iter().any(|helper| !helper.is_finished()) {
            progress(finished.load(Ordering::Relaxed));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        helpers.into_iter().filter_map(|helper| helper.join().ok()).flatten().collect()
    });
    judged.sort_by_key(|(place, _)| *place);
    judged.into_iter().map(|(_, points)| points).collect()
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
            count: 10,
            candidates: 6,
            plies: 4,
            nodes: 400,
            ..Making::new(Preset::Tablut.ruleset())
        };
        let one = made(&small, 1);
        assert_eq!(one, made(&small, 3));
        assert_ne!(one, made(&Making { seed: 2, ..small.clone() }, 2));
        assert_eq!(one.openings.len(), 10);
        assert!(one.tried > 40 && one.tried <= 60);
        let text: Vec<String> = one.openings.iter().map(|(opening, _)| opening.to_string()).collect();
        let book = Book::read(&text.join("\n"), &small.ruleset).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(book.len(), 10);
        for side in Side::ALL {
            assert!(
                book.openings().iter().any(|opening| opening.first == side),
                "the lot falls on either side"
            );
        }
        assert!(book.openings().iter().all(|opening| (2..=4).contains(&opening.moves.len())));
    }

    #[test]
    fn making_can_be_stopped() {
        let stop = Stop::new();
        stop.stop();
        let making = Making { count: 2, ..Making::new(Preset::Alea.ruleset()) };
        assert_eq!(make(&making, 2, &stop, &mut |_, _| {}), Ok(None));
    }
}
