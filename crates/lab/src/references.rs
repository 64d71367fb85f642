//! Opponents of tavli that everybody understands: what a trained evaluation must beat. They are short, nobody has tuned their numbers, and
//! they stay as they are.

use std::sync::Arc;

use tablen_engine::ForSideToMove;
use tablen_engine::tavli::{Evaluator, LogOdds, PipCount, Settings, Value};
use tablen_rules::tavli::{BySide, Cell, Packed, Ruleset, Side};

/// An opponent that judges the results of its throw by a rule of thumb and looks no farther.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Counts progress and nothing else: how many pips each side has left.
    Runner,
    /// Counts progress, single men in reach of an enemy, and blocks in an enemy's way.
    Careful,
}

impl Reference {
    /// All of them, the weakest first.
    pub const ALL: [Reference; 2] = [Reference::Runner, Reference::Careful];

    /// Its name in the text of a player.
    pub const fn name(self) -> &'static str {
        match self {
            Reference::Runner => "runner",
            Reference::Careful => "careful",
        }
    }

    /// The settings with which the engine plays like this.
    pub fn settings(self) -> Settings {
        let evaluator: Arc<dyn Evaluator> = match self {
            Reference::Runner => Arc::new(PipCount),
            Reference::Careful => Arc::new(Careful),
        };
        Settings { evaluator, lookahead: None, ..Settings::full() }
    }
}

/// Progress, single men and blocks.
#[derive(Clone, Copy, Debug)]
struct Careful;

/// From before cell 1 until a man is off.
const COURSE: i32 = 25;
/// An enemy so far behind, or nearer, may hit a single man.
const REACH: i32 = 12;

impl Careful {
    /// How well a side stands, in pips.
    fn standing(ruleset: &Ruleset, own: Packed, enemy: Packed) -> i32 {
        let (men, enemies) = (own.men(), enemy.men());
        let middle: i32 = (1..).zip(men.middle).map(|(column, men)| (COURSE - column) * i32::from(men)).sum();
        let mut pips = COURSE * i32::from(men.hand) + middle;
        let (mut risk, mut blocks) = (0, 0);
        for cell in Cell::all() {
            let place = i32::from(cell.number());
            let is_near = |other: i32| (place - REACH..place).contains(&other);
            let attacker = (1..).zip(enemies.cells).any(|(other, men)| men > 0 && is_near(other))
                || (0..).zip(enemies.middle).any(|(other, men)| men > 0 && is_near(other))
                || enemies.hand > 0 && is_near(0);
            pips += (COURSE - place) * i32::from(own.on(cell));
            if own.on(cell) >= 2 && attacker {
                blocks += 1;
            }
            if ruleset.blots(own).cells().any(|blot| blot == cell) && attacker {
                risk += 2 + (place - i32::from(cell.column().number())) / 2;
            }
        }
        3 * blocks - risk - pips
    }
}

impl Evaluator for Careful {
    fn evaluate(
        &self,
        ruleset: &Ruleset,
        to_throw: Side,
        positions: &[BySide<Packed>],
        values: &mut Vec<Value>,
    ) {
        values.extend(positions.iter().map(|men| {
            let (throws, waits) = (men[to_throw], men[to_throw.other()]);
            let lead = Careful::standing(ruleset, throws, waits) - Careful::standing(ruleset, waits, throws);
            ForSideToMove(LogOdds(lead * 30_000))
        }));
    }
}
