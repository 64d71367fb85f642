//! Correction history: how far what was judged at a glance has been from what a search found, for positions that have the same men of one
//! side. An evaluation errs alike in positions that are alike, so the next glance is corrected by it.

use tablen_rules::tafl::{Bits, BySide, Side, State};

/// So many arrangements of each side's men are told apart, for each side to move.
const PLACES: usize = 1 << 14;

/// The most that is remembered for one of them.
const MOST: i32 = 1 << 10;

/// So much of what is remembered is one point.
const PER_POINT: i32 = 16;

/// The most that one search teaches.
const MOST_AT_ONCE: i32 = MOST / 4;

#[derive(Clone, Debug)]
pub(super) struct Corrections {
    /// By the arrangement of one side's men, then by the side to move.
    of_men: BySide<BySide<Vec<i16>>>,
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        let places = || BySide { attackers: vec![0; PLACES], defenders: vec![0; PLACES] };
        Corrections { of_men: BySide { attackers: places(), defenders: places() } }
    }

    /// Forgets everything: the next search is of another game.
    pub(super) fn forget(&mut self) {
        for men in Side::ALL {
            for to_move in Side::ALL {
                self.of_men[men][to_move].fill(0);
            }
        }
    }

    fn place<B: Bits>(state: &State<B>, men: Side) -> usize {
        state.key_of(men) as usize & (PLACES - 1)
    }

    /// What a glance at a position is likely to miss, in points to the side to move.
    #[inline]
    pub(super) fn of<B: Bits>(&self, state: &State<B>) -> i32 {
        let of_men = |men| i32::from(self.of_men[men][state.side()][Corrections::place(state, men)]);
        (of_men(Side::Attackers) + of_men(Side::Defenders)) / PER_POINT
    }

    /// A search `depth` moves ahead has found so much more, or less, than was judged.
    pub(super) fn learn<B: Bits>(&mut self, state: &State<B>, depth: i32, more: i32) {
        let bonus = (more * depth / 8).clamp(-MOST_AT_ONCE, MOST_AT_ONCE);
        for men in Side::ALL {
            let place = &mut self.of_men[men][state.side()][Corrections::place(state, men)];
            // What is far out already moves less, so that it never passes the limit.
            let now = i32::from(*place);
            *place = (now + bonus - now * bonus.abs() / MOST) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::{Narrow, Position, Preset, Rules};

    use super::*;

    fn start(side: Side) -> State<Narrow> {
        let rules = std::sync::Arc::new(Rules::new(&Preset::Tablut.ruleset()).unwrap());
        *Position::start(&rules, side).state()
    }

    #[test]
    fn what_searches_find_again_and_again_is_expected_within_bounds() {
        let state = start(Side::Attackers);
        let mut corrections = Corrections::new();
        assert_eq!(corrections.of(&state), 0);
        corrections.learn(&state, 4, 60);
        let once = corrections.of(&state);
        assert!((1..60).contains(&once), "{once}");
        for _ in 0..1_000 {
            corrections.learn(&state, 100, 20_000);
        }
        assert!((once..=2 * MOST / PER_POINT).contains(&corrections.of(&state)));
        for _ in 0..1_000 {
            corrections.learn(&state, 100, -20_000);
        }
        assert!((-2 * MOST / PER_POINT..0).contains(&corrections.of(&state)));
        corrections.forget();
        assert_eq!(corrections.of(&state), 0);
    }

    #[test]
    fn it_is_about_the_side_to_move() {
        let mut corrections = Corrections::new();
        corrections.learn(&start(Side::Attackers), 8, 100);
        assert!(corrections.of(&start(Side::Attackers)) > 0);
        assert_eq!(corrections.of(&start(Side::Defenders)), 0);
    }
}
