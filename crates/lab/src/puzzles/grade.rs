//! How hard a puzzle is, measured.

use serde::{Deserialize, Serialize};
use tablen_engine::Level;

/// How hard a puzzle is: the number of the weakest level that finds the whole solution in most of its [`TRIES`], each with a seed of its
/// own; one more than the strongest level's if none does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grade(u8);

/// Every level has so many tries.
pub const TRIES: u64 = 5;

impl Grade {
    /// No level finds it.
    pub const BEYOND: Grade = Grade(Level::STRONGEST.number() + 1);

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Measures a puzzle: `finds` lets a level try with a seed. `errs` tells whether a level errs at all: one that does not has one try, the
    /// others would be the same.
    pub fn measure(errs: impl Fn(Level) -> bool, mut finds: impl FnMut(Level, u64) -> bool) -> Grade {
        let mut is_found = |level: Level| {
            let tries = if errs(level) { TRIES } else { 1 };
            let most = tries / 2 + 1;
            let (mut found, mut missed) = (0, 0);
            for seed in 1..=tries {
                *if finds(level, seed) { &mut found } else { &mut missed } += 1;
                // The rest changes nothing.
                if found == most || missed == most {
                    break;
                }
            }
            found == most
        };
        Level::all().find(|level| is_found(*level)).map_or(Grade::BEYOND, |level| Grade(level.number()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_is_the_first_level_that_finds_it_in_most_tries() {
        let mut tries = Vec::new();
        let errs = |level: Level| level != Level::STRONGEST;
        let grade = Grade::measure(errs, |level, seed| {
            tries.push((level.number(), seed));
            level.number() >= 3 || level.number() == 2 && seed <= 2
        });
        assert_eq!(grade.number(), 3);
        // Level 1 fails three times; level 2 finds it twice and then fails three times.
        assert_eq!(tries.len(), 3 + 5 + 3);
        let mut strongest = 0;
        let grade = Grade::measure(errs, |level, _| {
            strongest += u32::from(level == Level::STRONGEST);
            false
        });
        assert_eq!((grade, strongest), (Grade::BEYOND, 1));
    }
}
