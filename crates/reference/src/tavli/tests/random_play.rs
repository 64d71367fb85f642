use fastrand::Rng;
use tablen_rules::tavli::{
    Cell, Compulsion, Gate, MEN, Men, Phase1Blots, Phase1Move, Roll, Ruleset, Setup, Side,
};

use super::setup;
use crate::tavli::{is_draw, results_within, winner};

fn total(men: &Men) -> u8 {
    men.hand + men.off + men.cells.iter().sum::<u8>() + men.middle.iter().sum::<u8>()
}

fn assert_sound(setup: &Setup) {
    assert!(Side::ALL.iter().all(|side| total(&setup.men[*side]) == MEN), "{setup:?}");
    assert!(
        Cell::all().all(|cell| setup.men.white.on(cell) == 0 || setup.men.black.on(cell) == 0),
        "{setup:?}"
    );
}

/// Z2, Z8, Z20: no man is lost, no cell is shared, and games end.
#[test]
fn z20_random_games_end() {
    let plain = Ruleset::default();
    let other = Ruleset {
        compulsion: Compulsion::Step,
        phase1_move: Phase1Move::PerThrow,
        gate: Gate::Both,
        phase1_blots: Phase1Blots::Hittable,
        ..plain
    };
    let rolls: Vec<Roll> = Roll::all().collect();
    let mut rng = Rng::with_seed(1);
    for ruleset in [plain, plain, other] {
        let mut position = setup("handx15", "handx15");
        position.turns = 0;
        while winner(&position).is_none() && !is_draw(&position) {
            let roll = rolls[rng.usize(..rolls.len())];
            let Some(results) = results_within(&ruleset, &position, roll, 5000) else {
                continue;
            };
            assert!(!results.is_empty());
            let mut results: Vec<Setup> = results.into_iter().collect();
            results.sort_unstable_by_key(|result| (result.men.white, result.men.black));
            position = results.swap_remove(rng.usize(..results.len()));
            assert_sound(&position);
        }
    }
}
