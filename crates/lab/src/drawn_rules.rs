//! Rules whose options are drawn by lot, so that a player shows what it makes of rules that nobody chose for it, and a net learns them. The board
//! is always the one that was given.

use std::time::Duration;

use fastrand::Rng;
use tablen_engine::tafl::net::GoalKind;
use tablen_table::dice::Source;
use tablen_table::{Ruleset, Spec, Table};

/// Which options are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnRules {
    /// None: the rules are as they are given.
    AsGiven,
    /// All: each stays as it is given or takes one of its values, both as often.
    AllOptions,
    /// The same, among rules whose goal is of the [same kind](GoalKind).
    SameGoalKind,
}

/// Rules are drawn so often until some can be played: only few options do not go together, or not with the board.
const MOST_LOTS: usize = 64;

/// The option that is never drawn.
pub const BOARD: &str = "board";

impl DrawnRules {
    /// Draws rules.
    pub fn draw(self, given: &Ruleset, luck: &mut Rng) -> Ruleset {
        if self == DrawnRules::AsGiven {
            return given.clone();
        }
        for _ in 0..MOST_LOTS {
            let mut drawn = given.clone();
            for option in given.options() {
                if option.key != BOARD && luck.bool() {
                    // Every listed value can be set.
                    let _ = drawn.set(option.key, option.values[luck.usize(..option.values.len())]);
                }
            }
            let is_wanted = self == DrawnRules::AllOptions || goal_kind(&drawn) == goal_kind(given);
            if is_wanted
                && Table::open(Spec::new(drawn.clone()), None, Duration::ZERO, &mut Source::Seeded(0)).is_ok()
            {
                return drawn;
            }
        }
        given.clone()
    }
}

fn goal_kind(ruleset: &Ruleset) -> Option<GoalKind> {
    match ruleset {
        Ruleset::Tafl(ruleset) => Some(GoalKind::of(ruleset)),
        Ruleset::Tavli(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tablen_rules::tafl::Preset;

    use super::*;

    #[test]
    fn the_board_is_never_drawn() {
        let given = Ruleset::Tafl(Preset::Tablut.ruleset());
        let mut luck = Rng::with_seed(3);
        for _ in 0..100 {
            let drawn = DrawnRules::AllOptions.draw(&given, &mut luck);
            let board = drawn.options().into_iter().find(|option| option.key == BOARD).unwrap();
            assert_eq!(board.chosen, "9", "{drawn}");
        }
    }

    #[test]
    fn all_goals_are_drawn_or_only_those_of_the_same_kind() {
        let given = Ruleset::Tafl(Preset::Tablut.ruleset());
        let mut luck = Rng::with_seed(3);
        let mut goals = |rules: DrawnRules| -> BTreeSet<String> {
            let goal = |ruleset: Ruleset| match ruleset {
                Ruleset::Tafl(ruleset) => ruleset.goal.name().to_owned(),
                Ruleset::Tavli(_) => String::new(),
            };
            (0..100).map(|_| goal(rules.draw(&given, &mut luck))).collect()
        };
        assert_eq!(goals(DrawnRules::AsGiven), BTreeSet::from(["edge"].map(String::from)));
        assert_eq!(
            goals(DrawnRules::SameGoalKind),
            BTreeSet::from(["edge", "edge-without-bases"].map(String::from))
        );
        assert_eq!(
            goals(DrawnRules::AllOptions),
            BTreeSet::from(["edge", "edge-without-bases", "corners"].map(String::from))
        );
    }
}
