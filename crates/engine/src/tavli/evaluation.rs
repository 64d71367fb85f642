//! How good a position is for the side that has just moved, at a glance.

use tablen_rules::tavli::{BySide, MEN, Packed, Ruleset, Side};

use super::camp::Camp;
use super::terms::{self, Turned};
use super::value::MoverValue;
use super::weights::{WAITING, WEIGHTS};

/// Values the results of one side's throw.
pub(super) struct Evaluation {
    ruleset: Ruleset,
    mover: Side,
    /// The enemy of the last result: most results of a throw hit nobody and leave it as it was.
    enemy: Camp,
}

impl Evaluation {
    /// To value results of `mover`, who plays against these men.
    pub fn new(ruleset: Ruleset, mover: Side, men: &BySide<Packed>) -> Evaluation {
        Evaluation { ruleset, mover, enemy: Camp::new(ruleset, men[mover.other()]) }
    }

    /// What the men after a turn are worth to the mover.
    #[inline]
    pub fn value(&mut self, men: &BySide<Packed>) -> MoverValue {
        if men[self.mover].off() == MEN {
            return MoverValue::WON;
        }
        let enemy = men[self.mover.other()];
        if enemy != self.enemy.packed {
            self.enemy = Camp::new(self.ruleset, enemy);
        }
        let own = Camp::new(self.ruleset, men[self.mover]);
        let waiting = sum(self.ruleset, &own, &self.enemy, Turned::Waiting);
        let throwing = sum(self.ruleset, &self.enemy, &own, Turned::Throwing);
        MoverValue(WAITING + waiting - throwing)
    }
}

#[inline]
fn sum(ruleset: Ruleset, own: &Camp, enemy: &Camp, turned: Turned) -> i32 {
    let weights = &WEIGHTS[own.stage as usize];
    let mut sum = 0;
    terms::each(ruleset, own, enemy, turned, |term, times| sum += weights[term.0] * times);
    sum
}
