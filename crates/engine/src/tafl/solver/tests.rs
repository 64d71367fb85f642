//! The solver against an obvious search that looks at everything.

use std::collections::HashMap;
use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Narrow, Position, Preset, Rules, Side, State, Wide, fits_narrow};

use super::{Answer, Solver, Verdict};
use crate::random::splitmix;
use crate::{Limits, Stop};

/// Whether a side wins within so many plies, whatever the other plays: no shortcuts at all.
fn wins_within<B: Bits>(
    rules: &Rules<B>,
    state: &State<B>,
    prover: Side,
    plies: u32,
    known: &mut HashMap<(u64, u32), bool>,
) -> bool {
    if let Some(outcome) = rules.outcome(state) {
        return outcome.winner == Some(prover);
    }
    if plies == 0 {
        return false;
    }
    if let Some(known) = known.get(&(state.key(), plies)) {
        return *known;
    }
    let mut moves = Vec::new();
    rules.moves_into(state, &mut moves);
    let mut wins = |mv| {
        let mut next = *state;
        rules.make(&mut next, mv);
        wins_within(rules, &next, prover, plies - 1, known)
    };
    let is_win = if state.side() == prover {
        moves.into_iter().any(&mut wins)
    } else {
        moves.into_iter().all(&mut wins)
    };
    known.insert((state.key(), plies), is_win);
    is_win
}

/// Positions of random games that avoid wins in one but like captures, so that few men are left.
fn positions<B: Bits>(rules: &Rules<B>, games: u64, mut visit: impl FnMut(&State<B>)) {
    let mut seed = 7;
    for game in 0..games {
        let mut state = rules.start(Side::ALL[game as usize % 2]);
        for ply in 0..120 {
            if rules.outcome(&state).is_some() {
                break;
            }
            seed = splitmix(seed);
            if ply >= 12 && seed % 9 == 0 {
                visit(&state);
            }
            let mut best = (0, 0);
            let mut chosen = None;
            let mut number = seed;
            rules.visit_moves(&state, |mv| {
                number = splitmix(number);
                let mut next = state;
                let made = rules.make(&mut next, mv);
                let value = (u64::from(made.captured.len()) * (seed >> 7 & 1), number >> 1);
                if rules.decided(&next).is_none() && value >= best {
                    best = value;
                    chosen = Some(mv);
                }
            });
            let Some(mv) = chosen else { break };
            rules.make(&mut state, mv);
        }
    }
}

fn solve<B: Bits>(solver: &mut Solver<B>, state: &State<B>, prover: Side, limits: Limits) -> Answer {
    solver.solve(state, prover, &[], &limits, &Stop::new(), &mut |_| {})
}

fn agrees_with_an_obvious_search<B: Bits>(preset: Preset, games: u64, plies: u32) -> [u32; 2] {
    let rules = Arc::new(Rules::<B>::new(&preset.ruleset()).unwrap());
    let mut solver = Solver::new(Arc::clone(&rules), 1 << 14);
    let mut counted = [0; 2];
    positions(&rules, games, |state| {
        for prover in Side::ALL {
            let mut known = HashMap::new();
            let expected = (0..=plies).find(|plies| wins_within(&rules, state, prover, *plies, &mut known));
            let answer = solve(&mut solver, state, prover, Limits::depth(plies));
            match (expected, answer.verdict) {
                (Some(expected), Verdict::Wins(win)) => {
                    counted[0] += 1;
                    assert!(win.is_shortest);
                    assert_eq!(win.plies, expected, "{} for {prover}", rules.setup(state));
                    assert_eq!(win.line.len() as u32, expected, "{} for {prover}", rules.setup(state));
                }
                (None, Verdict::Unknown | Verdict::CannotWin) => counted[1] += 1,
                (expected, verdict) => {
                    panic!("{expected:?} but {verdict:?} in {} for {prover}", rules.setup(state))
                }
            }
        }
    });
    counted
}

#[test]
fn wins_and_their_lengths_are_those_of_an_obvious_search() {
    let mut wins = 0;
    for preset in Preset::ALL {
        let counted = if fits_narrow(&preset.ruleset()) {
            let plies = if *preset == Preset::Hnefatafl { 2 } else { 3 };
            agrees_with_an_obvious_search::<Narrow>(*preset, 6, plies)
        } else {
            agrees_with_an_obvious_search::<Wide>(*preset, 1, 2)
        };
        wins += counted[0];
    }
    assert!(wins > 100, "{wins}");
    let brandubh = agrees_with_an_obvious_search::<Narrow>(Preset::Brandubh, 20, 5);
    assert!(brandubh.iter().all(|count| *count > 10), "{brandubh:?}");
}

#[test]
fn a_search_without_a_bound_agrees_where_it_knows() {
    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Brandubh.ruleset()).unwrap());
    let mut solver = Solver::new(Arc::clone(&rules), 1 << 14);
    let mut counted = [0; 3];
    positions(&rules, 30, |state| {
        for prover in Side::ALL {
            let answer = solve(&mut solver, state, prover, Limits::nodes(20_000));
            let mut known = HashMap::new();
            match answer.verdict {
                Verdict::Wins(win) if win.plies <= 5 => {
                    counted[0] += 1;
                    assert!(wins_within(&rules, state, prover, win.plies, &mut known));
                }
                Verdict::Wins(_) => counted[1] += 1,
                Verdict::CannotWin => {
                    counted[2] += 1;
                    assert!(!wins_within(&rules, state, prover, 5, &mut known));
                }
                Verdict::Unknown => {}
            }
        }
    });
    assert!(counted.iter().all(|count| *count > 0), "{counted:?}");
}

#[test]
fn the_same_limit_of_nodes_has_the_same_answer() {
    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap());
    let mut solver = Solver::new(Arc::clone(&rules), 1 << 12);
    positions(&rules, 3, |state| {
        let first = solve(&mut solver, state, Side::Attackers, Limits::nodes(5_000));
        // What another search leaves behind does not matter.
        solve(&mut solver, state, Side::Defenders, Limits::nodes(5_000));
        assert_eq!(solve(&mut solver, state, Side::Attackers, Limits::nodes(5_000)), first);
        assert!(first.nodes <= 5_400, "{}", first.nodes);
    });
}

#[test]
fn to_come_back_to_a_position_of_the_game_is_no_win() {
    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap());
    let setup = "/9/1t5t1/9/9/t3K4/9/9/1t5t1/9/ attackers".parse().unwrap();
    let state = rules.state(&setup).unwrap();
    let mut solver = Solver::new(Arc::clone(&rules), 1 << 12);
    let mut after = Vec::new();
    rules.visit_moves(&state, |mv| {
        let mut next = state;
        rules.make(&mut next, mv);
        after.push(next.key());
    });
    let wins = |solver: &mut Solver<Narrow>, past: &[u64]| {
        let limits = Limits::depth(2);
        let answer = solver.solve(&state, Side::Defenders, past, &limits, &Stop::new(), &mut |_| {});
        matches!(answer.verdict, Verdict::Wins(_))
    };
    let is_won = wins(&mut solver, &[]);
    assert!(!wins(&mut solver, &after));
    assert!(is_won, "the king has a way that nobody can close");
}

#[test]
fn a_forced_win_can_be_played() {
    for preset in [Preset::Tablut, Preset::Ashton, Preset::TablutCorners, Preset::Brandubh] {
        let rules = Arc::new(Rules::<Narrow>::new(&preset.ruleset()).unwrap());
        let mut solver = Solver::new(Arc::clone(&rules), 1 << 14);
        let mut longest = 0;
        positions(&rules, 40, |state| {
            let mut game = Game::from_position(Position::from_state(&rules, *state));
            let Some(win) = solver.forced_win(&game, &Limits::nodes(5_000), &Stop::new()) else { return };
            assert_eq!(win.line.len() as u32, win.plies);
            longest = longest.max(win.plies);
            for mv in win.line {
                game.play(mv).unwrap();
            }
            let outcome = rules.outcome(game.position().state()).unwrap();
            assert_eq!(outcome.winner, Some(state.side()));
        });
        assert!(longest >= 3, "{preset}: {longest}");
    }
}
