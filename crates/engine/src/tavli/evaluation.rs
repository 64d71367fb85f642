//! How good a position is for the side that has just moved, at a glance.

use tablen_rules::tavli::{BySide, MEN, Packed, Ruleset, Side};

use super::camp::{Camp, Stage};
use super::terms::{self, TERMS, Turned};
use super::value::MoverValue;
use super::weights::{WAITING, WEIGHTS};

/// Values the results of one side's throw.
pub(super) struct Evaluation {
    ruleset: Ruleset,
    mover: Side,
    /// The enemy of the last result: most results of a throw hit nobody and leave it as it was.
    enemy: Camp,
    /// What the enemy's men are worth alone, and the mover's stage for which that holds.
    enemy_alone: Option<(Stage, i32)>,
}

impl Evaluation {
    /// To value results of `mover`, who plays against these men.
    pub fn new(ruleset: Ruleset, mover: Side, men: &BySide<Packed>) -> Evaluation {
        Evaluation { ruleset, mover, enemy: Camp::new(ruleset, men[mover.other()]), enemy_alone: None }
    }

    /// What the men after a turn are worth to the mover.
    #[inline]
    pub fn value(&mut self, men: &BySide<Packed>) -> MoverValue {
        if men[self.mover].off() == MEN {
            return MoverValue::WON;
        }
        let own = Camp::new(self.ruleset, men[self.mover]);
        if men[self.mover.other()] != self.enemy.packed {
            self.enemy = Camp::new(self.ruleset, men[self.mover.other()]);
            self.enemy_alone = None;
        }
        let enemy = &self.enemy;
        let weights = weights(enemy, &own);
        let alone = match self.enemy_alone {
            Some((stage, sum)) if stage == own.stage => sum,
            _ => {
                let mut sum = 0;
                terms::standing(enemy, &mut |term, times| sum += weights[term.0] * times);
                self.enemy_alone = Some((own.stage, sum));
                sum
            }
        };
        let mut throwing = alone;
        terms::facing(self.ruleset, enemy, &own, Turned::Throwing, &mut |term, times| {
            throwing += weights[term.0] * times;
        });
        let weights = self::weights(&own, enemy);
        let mut waiting = WAITING;
        terms::each(self.ruleset, &own, enemy, Turned::Waiting, |term, times| {
            waiting += weights[term.0] * times;
        });
        MoverValue(waiting - throwing)
    }
}

/// The weights of a side's men against an enemy's.
#[inline]
fn weights(own: &Camp, enemy: &Camp) -> &'static [i32; TERMS] {
    &WEIGHTS[own.stage as usize][enemy.stage as usize]
}
