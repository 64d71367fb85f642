//! Puzzles of tavli: throws with one turn that is clearly the best.

use serde::{Deserialize, Serialize};
use tablen_engine::tavli::analysis::{Fact, facts_of, reasons_against};
use tablen_engine::tavli::{Engine, EvaluatorKind, Player, RolledOut, Rollout, Settings, Value, roll_out};
use tablen_engine::{Level, Limits, Stop};
use tablen_rules::tavli::{Position, Ruleset, Side, Status, Turn};

use super::{Grade, id_of};
use crate::decisions::engine;
use crate::dice::{any_roll, luck_of};

/// What tells the best turn from the second best: a fact of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TavliTheme {
    /// Two men or more are hit, and the second best turn hits fewer.
    TwoHits,
    /// A man is hit whom the second best turn leaves standing.
    Hit,
    /// One turn hits, the other bears more men off.
    HitOrBearOff,
    /// The second best turn leaves more to be hit.
    Safety,
    /// The second best turn breaks a cell that is held, or does not make one.
    Wall,
    /// The second best turn leaves more men waiting in the hand or in the middle row.
    Enter,
    /// The second best turn bears fewer men off.
    BearOff,
    /// The second best turn wastes pips.
    NoWaste,
    /// The second best turn leaves the enemy more throws that can be played.
    ShutOut,
    /// The second best turn hits somebody whom the best one leaves standing.
    HoldBack,
    /// No fact tells them apart.
    Quiet,
}

impl TavliTheme {
    /// All of them.
    pub const ALL: [TavliTheme; 11] = [
        TavliTheme::TwoHits,
        TavliTheme::Hit,
        TavliTheme::HitOrBearOff,
        TavliTheme::Safety,
        TavliTheme::Wall,
        TavliTheme::Enter,
        TavliTheme::BearOff,
        TavliTheme::NoWaste,
        TavliTheme::ShutOut,
        TavliTheme::HoldBack,
        TavliTheme::Quiet,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            TavliTheme::TwoHits => "two-hits",
            TavliTheme::Hit => "hit",
            TavliTheme::HitOrBearOff => "hit-or-bear-off",
            TavliTheme::Safety => "safety",
            TavliTheme::Wall => "wall",
            TavliTheme::Enter => "enter",
            TavliTheme::BearOff => "bear-off",
            TavliTheme::NoWaste => "no-waste",
            TavliTheme::ShutOut => "shut-out",
            TavliTheme::HoldBack => "hold-back",
            TavliTheme::Quiet => "quiet",
        }
    }

    /// What tells two turns apart.
    fn of(position: &Position, best: &Turn, second: &Turn) -> TavliTheme {
        let for_best = reasons_against(position, second, best);
        let for_second = reasons_against(position, best, second);
        let hits = |facts: &[Fact]| facts.iter().any(|fact| matches!(fact, Fact::HitMissed { .. }));
        let bears = |facts: &[Fact]| facts.iter().any(|fact| matches!(fact, Fact::FewerBorneOff { .. }));
        if hits(&for_best) && bears(&for_second) || bears(&for_best) && hits(&for_second) {
            return TavliTheme::HitOrBearOff;
        }
        match for_best.first() {
            Some(Fact::HitMissed { .. }) => {
                let hit = facts_of(position, best).into_iter().find_map(|fact| match fact {
                    Fact::MenHit { cells } => Some(cells.len()),
                    _ => None,
                });
                if hit.unwrap_or_default() >= 2 { TavliTheme::TwoHits } else { TavliTheme::Hit }
            }
            Some(Fact::ManWithinReach { .. } | Fact::MenExposed { .. }) => TavliTheme::Safety,
            Some(Fact::BlockBroken { .. } | Fact::BlockMissed { .. }) => TavliTheme::Wall,
            Some(Fact::FewerEntered { .. }) => TavliTheme::Enter,
            Some(Fact::FewerBorneOff { .. } | Fact::WinMissed) => TavliTheme::BearOff,
            Some(Fact::PipsWasted { .. }) => TavliTheme::NoWaste,
            Some(Fact::EnemyPassesLess { .. }) => TavliTheme::ShutOut,
            _ if hits(&for_second) => TavliTheme::HoldBack,
            _ => TavliTheme::Quiet,
        }
    }
}

/// A throw with one turn that is clearly the best.
///
/// The best few results, looked at one turn ahead, were rolled out. The best wins more often than each of the others by more than [`MARGIN`] and
/// by more than [`SURE`] standard errors of the difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TavliPuzzle {
    /// A short name.
    pub id: String,
    /// What tells the best turn from the second best.
    pub theme: TavliTheme,
    /// How hard it is.
    pub grade: Grade,
    /// The position before the throw.
    pub position: String,
    /// The best turn, with its throw. Another order of steps to the same position is the same turn.
    pub best: String,
    /// The second best.
    pub second: String,
    /// The chances of winning with both, in thousandths, and the standard errors.
    pub chances: [u32; 2],
    /// The standard errors of both, in ten thousandths.
    pub errors: [u32; 2],
}

/// The best turn wins more often than any other by more than this.
pub const MARGIN: f64 = 0.04;
/// And by more than so many standard errors.
pub const SURE: f64 = 4.0;
/// At a glance and one turn ahead the difference must be as large as this to be rolled out.
const PROMISING: f64 = 0.045;
/// So many turns are rolled out, at most.
const PLAYS: usize = 4;
/// Turns that lose more one turn ahead are not.
const FAR: f64 = 0.12;
/// Where fewer things can be done there is little to find.
const FEWEST_CHOICES: usize = 6;
/// So many puzzles of one game are taken.
const MOST_OF_A_GAME: usize = 4;

/// How turns are rolled out. All turns of a puzzle have the same dice.
const fn rollout(seed: u64) -> Rollout {
    Rollout { trials: 864, turns: Some(3), enough: Some(0.007), seed, threads: 1 }
}

/// The seed of the rollouts that make puzzles, and of those that check them.
const SEEDS: [u64; 2] = [1, 2];

/// The level that plays the games. Its mistakes bring about positions in which something can be gained.
const PLAYS_AT: u8 = 2;

/// The puzzles in one game of a weak level against itself: it follows from the seed and the game's number. Nothing if it is stopped.
pub fn from_game(seed: u64, number: u64, stop: &Stop) -> Option<Vec<TavliPuzzle>> {
    let mut rng = luck_of(seed, number);
    let mut glancing = engine(0);
    let mut looking = Engine::new();
    let mut player = Player::new(Level::new(PLAYS_AT).unwrap_or_default(), rng.u64(..));
    let mut found = Vec::new();
    let mut position = Position::start(Ruleset::default(), Side::White);
    while let Status::Roll(_) = position.status() {
        let roll = any_roll(&mut rng);
        let limits = Limits::default();
        let seen = glancing.assess(&position, roll, None, 2, &limits, stop)?;
        if found.len() < MOST_OF_A_GAME
            && seen.choices >= FEWEST_CHOICES
            && is_promising(&seen.plays)
            && let ahead = looking.assess(&position, roll, None, PLAYS, &limits, stop)?
            && is_promising(&ahead.plays)
            && let Some(puzzle) = rolled_out(&position, &ahead.plays, stop)
        {
            found.push(puzzle);
        }
        if stop.is_stopped() {
            return None;
        }
        let thought = player.choose(&position, roll, stop)?;
        position = position.play(&thought.turn).ok()?;
    }
    Some(found)
}

/// Whether the first of some turns seems to be much better than the second.
fn is_promising(plays: &[(Turn, Value)]) -> bool {
    let [(_, best), (_, second), ..] = plays else { return false };
    *best != Value::WON && best.chance() - second.chance() > PROMISING
}

fn roll(position: &Position, turn: &Turn, seed: u64, stop: &Stop) -> Option<RolledOut> {
    let after = position.play(turn).ok()?;
    let evaluator = EvaluatorKind::default().evaluator();
    let found = roll_out(&*evaluator, &after, &rollout(seed), stop, &mut |_| {})?;
    // The enemy throws next.
    Some(RolledOut { chance: 1.0 - found.chance, ..found })
}

/// Whether one turn is clearly better than another.
fn is_clear(best: &RolledOut, other: &RolledOut) -> bool {
    let difference = best.chance - other.chance;
    difference > MARGIN && difference > SURE * best.standard_error.hypot(other.standard_error)
}

/// The puzzle, if the first of some turns is clearly the best.
fn rolled_out(position: &Position, plays: &[(Turn, Value)], stop: &Stop) -> Option<TavliPuzzle> {
    let (best, value) = plays.first()?;
    let chance = roll(position, best, SEEDS[0], stop)?;
    let mut second: Option<(&Turn, RolledOut)> = None;
    let others = plays.iter().skip(1).filter(|(_, other)| value.chance() - other.chance() < FAR);
    // The second is rolled out however bad it seems.
    let others = others.chain(plays.get(1).filter(|(_, other)| value.chance() - other.chance() >= FAR));
    for (turn, _) in others {
        let other = roll(position, turn, SEEDS[0], stop)?;
        if !is_clear(&chance, &other) {
            return None;
        }
        if second.as_ref().is_none_or(|(_, second)| other.chance > second.chance) {
            second = Some((turn, other));
        }
    }
    let (second, second_chance) = second?;
    let text = position.to_string();
    let parts = |number: f64, whole: f64| (number * whole).round() as u32;
    Some(TavliPuzzle {
        id: id_of(&[&text, &best.roll.to_string()]),
        theme: TavliTheme::of(position, best, second),
        grade: grade(position, best),
        position: text,
        best: best.to_string(),
        second: second.to_string(),
        chances: [chance, second_chance].map(|rolled| parts(rolled.chance, 1_000.0)),
        errors: [chance, second_chance].map(|rolled| parts(rolled.standard_error, 10_000.0)),
    })
}

/// The weakest level that comes to the same position.
fn grade(position: &Position, best: &Turn) -> Grade {
    let wanted = position.play(best).ok();
    let errs = |level| {
        let Settings { noise, habits, .. } = Settings::of(level);
        noise > 0 || habits.percent > 0
    };
    Grade::measure(errs, |level, seed| {
        let thought = Player::new(level, seed).choose(position, best.roll, &Stop::new());
        thought.and_then(|thought| position.play(&thought.turn).ok()) == wanted
    })
}

impl TavliPuzzle {
    /// The position and the two turns.
    fn parts(&self) -> Result<(Position, Turn, Turn), String> {
        let setup = self.position.parse().map_err(|_| "that is no position")?;
        let position = Position::new(Ruleset::default(), setup).map_err(|faults| faults.to_string())?;
        let turn = |text: &String| text.parse::<Turn>().map_err(|_| format!("{text} is no turn"));
        let (best, second) = (turn(&self.best)?, turn(&self.second)?);
        for turn in [&best, &second] {
            position.play(turn).map_err(|error| error.to_string())?;
        }
        if best.roll != second.roll || position.play(&best).ok() == position.play(&second).ok() {
            return Err("the turns are no choice".to_owned());
        }
        Ok((position, best, second))
    }

    /// What is true whatever the dice say: both turns are legal and lead elsewhere, what is told is a clear margin of more than [`SURE`]
    /// standard errors, and the theme is what the board says.
    pub fn check_facts(&self) -> Result<(), String> {
        let (position, best, second) = self.parts()?;
        let rolled = |index: usize| RolledOut {
            // As exact as it is told.
            chance: f64::from(self.chances[index]) / 1_000.0,
            standard_error: f64::from(self.errors[index]) / 10_000.0,
            trials: 0,
        };
        let (first, other) = (rolled(0), rolled(1));
        // Two chances and two errors are told as whole thousandths and ten thousandths.
        let (rounding, rounded_off) = (0.001, 0.000_1);
        let difference = first.chance + rounding - other.chance;
        if difference <= MARGIN {
            return Err("the margin is too small".to_owned());
        }
        let error = first.standard_error.hypot(other.standard_error);
        if difference <= SURE * (error - rounded_off) {
            return Err(format!("the margin is not sure: {difference:.3} ± {error:.4}"));
        }
        if TavliTheme::of(&position, &best, &second) != self.theme {
            return Err("the theme is not what the board says".to_owned());
        }
        Ok(())
    }

    /// As [`check_facts`](TavliPuzzle::check_facts), and rolls both turns out again with other dice: the best must be better by more than
    /// [`SURE`] standard errors.
    pub fn check(&self) -> Result<(), String> {
        self.check_facts()?;
        let (position, best, second) = self.parts()?;
        let rolled = |turn: &Turn| roll(&position, turn, SEEDS[1], &Stop::new()).ok_or("the game is over");
        let (first, other) = (rolled(&best)?, rolled(&second)?);
        let (difference, error) =
            (first.chance - other.chance, first.standard_error.hypot(other.standard_error));
        if difference > SURE * error {
            Ok(())
        } else {
            Err(format!("with other dice the best turn is better by {difference:.3} ± {error:.3}"))
        }
    }
}
