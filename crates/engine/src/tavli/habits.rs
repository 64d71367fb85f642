//! Mistakes that people make: they run too early, leave men alone in reach of the enemy, and forget to block. None of them is drawn at
//! every look anew: the same player makes the same mistake in the same position.

use tablen_rules::tavli::{BySide, Packed, Ruleset, Side};

use super::formation::Formation;
use super::terms::risk;

/// How a weaker player misjudges what its men do, in millionths of a unit of log odds. The usual value misjudges nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Of a hundred turns so many are played by these habits, the others as well as the player can.
    pub percent: u32,
    /// What each cell beyond 12 that a man has come seems to be worth beyond its worth.
    pub haste: i32,
    /// What each cell that hits may cost, times throws of 216, seems to cost less than it does.
    pub boldness: i32,
    /// What each cell held against the enemy seems to be worth less than it is.
    pub looseness: i32,
}

impl Habits {
    /// By how much a result of a throw of `mover` seems better than it is.
    pub(super) fn error(&self, ruleset: &Ruleset, mover: Side, men: &BySide<Packed>) -> i32 {
        let own = Formation::new(ruleset, men[mover]);
        let ahead: u32 = own
            .occupied
            .cells()
            .map(|cell| u32::from(cell.number()).saturating_sub(MIDDLE) * u32::from(own.packed.on(cell)))
            .sum();
        let loss = if self.boldness == 0 || own.blots == 0 {
            0
        } else {
            risk(&own, Formation::new(ruleset, men[mover.other()]).shooters(ruleset)).1
        };
        let held = own.held.count_ones() as i32;
        self.haste * ahead as i32 + self.boldness * loss - self.looseness * held
    }
}

/// The middle of the course.
const MIDDLE: u32 = 12;
