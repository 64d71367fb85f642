//! What the engine's points mean: how often a side wins that the engine sees so far ahead, if both play on as well as the engine.
//!
//! The engine plays against itself from openings drawn by [lot](Lot). By most rules one side is ahead after most of them; so for each game it
//! is drawn, too, who shall be ahead and how far, and of many openings the one is taken that comes nearest to it. What the engine said in each
//! position is compared with what became of the game, and the curve is the one by which the chances agree best.

use std::sync::Arc;

use fastrand::Rng;
use tablen_engine::Stop;
use tablen_engine::tafl::{EvaluationKind, Player, Settings};
use tablen_rules::tafl::{Bits, Game, Narrow, Rules, Ruleset, RulesetFaults, Side, Wide, fits_narrow};

use crate::adjudication::{Adjudication, GameResult};
use crate::openings::Lot;
use crate::parallel::Crew;
use crate::statistics::{Bounds, Curve};

/// Which games are played. The same settings give the same games, on any number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// By which rules.
    pub ruleset: Ruleset,
    /// What the engine counts.
    pub evaluation: EvaluationKind,
    /// How many games.
    pub games: u64,
    /// How many positions are looked at for a move.
    pub nodes: u64,
    /// What all luck follows from.
    pub seed: u64,
}

impl Calibration {
    /// As many games as tell the curve within some percent, at the strength of a good player.
    pub const fn new(ruleset: Ruleset) -> Calibration {
        Calibration { ruleset, evaluation: EvaluationKind::Net, games: 400, nodes: 5_000, seed: 1 }
    }
}

/// The fewest and the most moves that are drawn by lot before a game is played.
const OPENING: Lot = Lot { fewest: 2, most: 24 };

/// A side is ahead after the opening by so many points at most.
const FARTHEST: i32 = 600;

/// So many openings are drawn for a game, or fewer if one comes as near as this to what it should be.
const DRAWN: u32 = 16;
const NEAR_ENOUGH: i32 = 60;

/// How many positions are looked at to see who is ahead after an opening.
const GLANCE: u64 = 1_000;

/// A game that has had so many moves is drawn: on the largest board some never end.
const LONGEST: usize = 400;

/// A game is given up by nobody, however far behind: whether it is lost is what shall be found out. Only certain wins need not be played.
const NEVER_DECIDED: i32 = i32::MAX;

/// What an engine needs to remember for such thoughts.
const TABLE_ENTRIES: usize = 1 << 16;

/// What the engine said and what became of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// How many games the attackers won, nobody won and the defenders won.
    pub results: [u64; 3],
    /// For each position in which nothing was certain: points to the defenders, and what they made of the game.
    said: Vec<(i32, GameResult)>,
}

/// Positions in which much the same was said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// How many positions.
    pub positions: usize,
    /// The chance that the curve gives the side which is ahead, on average.
    pub said: f64,
    /// What that side made of these positions, a draw counting half.
    pub happened: f64,
}

impl Found {
    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.said.len()
    }

    /// The curve by which the chances agree best with what became of the games.
    pub fn curve(&self) -> Curve {
        let labels =
            self.said.iter().map(|(points, result)| (f64::from(*points), f64::from(result.for_defenders())));
        Curve::fitted_within(labels, &Bounds::WIDE)
    }

    /// How well a curve agrees with what happened to each side that was ahead by it: from even to certain, positions of each tenth.
    pub fn bins(&self, curve: Curve, side: Side) -> Vec<Bin> {
        let mut bins = [(0_usize, 0.0, 0.0); 5];
        for (points, result) in &self.said {
            let chance = curve.chance(f64::from(*points));
            let (said, happened) = match side {
                Side::Defenders => (chance, result.for_defenders()),
                Side::Attackers => (1.0 - chance, 1.0 - result.for_defenders()),
            };
            if said < 0.5 {
                continue;
            }
            let bin = &mut bins[(((said - 0.5) * 10.0) as usize).min(4)];
            *bin = (bin.0 + 1, bin.1 + said, bin.2 + f64::from(happened));
        }
        let filled = bins.into_iter().filter(|(positions, ..)| *positions > 0);
        filled
            .map(|(positions, said, happened)| {
                let count = positions as f64;
                Bin { positions, said: said / count, happened: happened / count }
            })
            .collect()
    }
}

/// Plays the games on so many threads; nothing if it is stopped. `progress` hears how many of how many are played.
pub fn calibrate(
    calibration: &Calibration,
    threads: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Found>, RulesetFaults> {
    let crew = Crew { threads, stop };
    Ok(match fits_narrow(&calibration.ruleset) {
        true => play_all::<Narrow>(calibration, crew, progress)?,
        false => play_all::<Wide>(calibration, crew, progress)?,
    })
}

fn play_all<B: Bits>(
    calibration: &Calibration,
    crew: Crew<'_>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Option<Found>, RulesetFaults> {
    let rules = Arc::new(Rules::<B>::new(&calibration.ruleset)?);
    let numbers: Vec<u64> = (0..calibration.games).collect();
    let played = crew.work_on(&numbers, &mut |done| progress(done, calibration.games), |number| {
        Table { calibration, rules: &rules, stop: crew.stop }.play(*number)
    });
    Ok(played.map(|games| {
        let mut found = Found::default();
        for Played { said, result } in games.into_iter().flatten() {
            found.results[result as usize] += 1;
            found.said.extend(said.into_iter().map(|points| (points, result)));
        }
        found
    }))
}

/// A game that is over.
struct Played {
    /// Points to the defenders, position by position.
    said: Vec<i32>,
    result: GameResult,
}

/// Where one of the games is played.
struct Table<'c, B: Bits> {
    calibration: &'c Calibration,
    rules: &'c Arc<Rules<B>>,
    stop: &'c Stop,
}

impl<B: Bits> Table<'_, B> {
    /// Plays the game of that number; nothing if there is none, or if it is stopped.
    fn play(&self, number: u64) -> Option<Played> {
        let mut luck = Rng::with_seed(self.calibration.seed);
        let mut luck = Rng::with_seed(luck.u64(..) ^ Rng::with_seed(number).u64(..));
        let mut player = self.player(self.calibration.nodes);
        let mut game = self.opening(&mut luck)?;
        let mut adjudication = Adjudication::new(NEVER_DECIDED, LONGEST);
        let mut said = Vec::new();
        let result = loop {
            if let Some(result) = adjudication.of_game(&game) {
                break result;
            }
            let thought = player.choose(&game, self.stop)?;
            let side = game.position().side();
            if let Some(result) = adjudication.after(side, thought.value) {
                break result;
            }
            said.push(thought.value.for_light(side).0.0);
            if self.stop.is_stopped() {
                return None;
            }
            game.play(thought.mv).ok()?;
        };
        Some(Played { said, result })
    }

    /// A game after moves drawn by lot that leave a side as far ahead as was drawn, or nearly so; its outcome is not certain.
    fn opening(&self, luck: &mut Rng) -> Option<Game<B>> {
        let wanted = luck.i32(-FARTHEST..=FARTHEST);
        let (mut helper, mut judge) = (self.player(Lot::GOOD_MOVE_NODES), self.player(GLANCE));
        let mut nearest: Option<(i32, Game<B>)> = None;
        for _ in 0..DRAWN {
            let drawn = OPENING.draw(self.rules, luck, |game| Some(helper.choose(game, self.stop)?.mv));
            let Some(game) = drawn else { continue };
            let value = judge.choose(&game, self.stop)?.value;
            let distance = (value.for_light(game.position().side()).0.0 - wanted).abs();
            if !value.is_certain() && nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                nearest = Some((distance, game));
            }
            if self.stop.is_stopped() || nearest.as_ref().is_some_and(|(least, _)| *least <= NEAR_ENOUGH) {
                break;
            }
        }
        nearest.map(|(_, game)| game)
    }

    fn player(&self, nodes: u64) -> Player<B> {
        let evaluation = self.calibration.evaluation;
        let settings = Settings { evaluation, nodes, table_entries: TABLE_ENTRIES, ..Settings::FULL };
        Player::with_settings(Arc::clone(self.rules), settings, self.calibration.seed)
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Preset;

    use super::*;

    fn found(calibration: &Calibration, threads: usize) -> Found {
        let found = calibrate(calibration, threads, &Stop::new(), &mut |done, all| assert!(done <= all));
        found.ok().flatten().unwrap_or_else(|| panic!("{calibration:?}"))
    }

    #[test]
    fn games_are_the_same_whatever_the_threads() {
        let small = Calibration { games: 12, nodes: 200, ..Calibration::new(Preset::Brandubh.ruleset()) };
        let one = found(&small, 1);
        assert_eq!(one, found(&small, 3));
        assert_ne!(one, found(&Calibration { seed: 2, ..small.clone() }, 2));
        assert_eq!(one.results.iter().sum::<u64>(), 12);
        assert!(one.positions() > 50, "{} positions", one.positions());
        let counted: usize =
            Side::ALL.into_iter().flat_map(|side| one.bins(one.curve(), side)).map(|bin| bin.positions).sum();
        assert!(counted >= one.positions());
    }

    #[test]
    fn what_was_found_says_what_happens() {
        // The defenders win one of three where they are 100 points behind, two where they are 100 points ahead, three of four at 162.
        let won = |points, won: usize, of: usize| {
            let result =
                move |game| if game < won { GameResult::DefendersWon } else { GameResult::AttackersWon };
            (0..of).map(move |game| (points, result(game)))
        };
        let said = won(-100, 1, 3).chain(won(100, 2, 3)).chain(won(162, 3, 4)).collect();
        let found = Found { said, ..Found::default() };
        let curve = found.curve();
        assert!((curve.points - 144.0).abs() < 5.0 && curve.fair().abs() < 5.0, "{curve:?}");
        for side in Side::ALL {
            let bins = found.bins(curve, side);
            assert!(!bins.is_empty());
            assert!(bins.iter().all(|bin| (bin.said - bin.happened).abs() < 0.02), "{bins:?}");
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let stop = Stop::new();
        stop.stop();
        let calibration = Calibration::new(Preset::Alea.ruleset());
        assert_eq!(calibrate(&calibration, 2, &stop, &mut |_, _| {}), Ok(None));
    }
}
