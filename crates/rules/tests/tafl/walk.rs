//! Random walks: every legal move, each as likely as any other, and the same again for the same numbers.

use std::collections::HashMap;

use fastrand::Rng;
use tablen_rules::tafl::{
    Arrangement, Bits, Cell, KingMove, Move, Narrow, Piece, Preset, Rules, Ruleset, Setup, Side, State, Walk,
    Wide,
};

fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut rng = Rng::with_seed(seed);
    move || rng.u64(..)
}

/// How often the first step of a walk is each move.
fn first_steps<B: Bits>(rules: &Rules<B>, state: State<B>, steps: u64) -> HashMap<Move, u64> {
    let mut numbers = numbers(7);
    let mut walk = Walk::new(rules, state);
    let mut counts = HashMap::new();
    for _ in 0..steps {
        walk.restart(state);
        let made = walk.step(&mut numbers).expect("there are moves");
        *counts.entry(made.mv).or_default() += 1;
    }
    counts
}

/// That the first steps are all legal moves and no others, and pass Pearson's test of being equally likely.
fn is_uniform<B: Bits>(rules: &Rules<B>, state: State<B>, what: &str) {
    const EACH: u64 = 2_000;
    let mut moves = Vec::new();
    rules.moves_into(&state, &mut moves);
    let counts = first_steps(rules, state, EACH * moves.len() as u64);
    assert!(counts.keys().all(|mv| moves.contains(mv)), "{what}: an illegal move");
    assert_eq!(counts.len(), moves.len(), "{what}: a move never drawn");
    let chi_square: f64 =
        counts.values().map(|count| (*count as f64 - EACH as f64).powi(2) / EACH as f64).sum();
    // Its mean is the number of degrees of freedom, its variance twice that: five deviations are one in a million.
    let freedom = (moves.len() - 1) as f64;
    let bound = freedom + 5.0 * (2.0 * freedom).sqrt();
    assert!(chi_square < bound, "{what}: chi-square {chi_square:.1} with {freedom} degrees of freedom");
}

fn cell(name: &str) -> Cell {
    name.parse().expect("a cell")
}

/// Few pieces of very different freedom, the king and a man of his among them.
fn sparse<B: Bits>(rules: &Rules<B>, side: Side) -> State<B> {
    let mut arrangement = Arrangement::empty(rules.size());
    for (name, piece) in [
        ("C4", Piece::King),
        ("C5", Piece::Defender),
        ("H2", Piece::Defender),
        ("A1", Piece::Attacker),
        ("B1", Piece::Attacker),
        ("A2", Piece::Attacker),
        ("G7", Piece::Attacker),
    ] {
        arrangement.set(cell(name), Some(piece));
    }
    rules.state(&Setup { arrangement, side, king_captured: false }).expect("a position")
}

fn is_uniform_everywhere<B: Bits>(ruleset: &Ruleset, what: &str) {
    let rules = Rules::<B>::new(ruleset).expect("the rules make sense");
    for side in Side::ALL {
        is_uniform(&rules, rules.start(side), &format!("{what}, start, {side:?}"));
        is_uniform(&rules, sparse(&rules, side), &format!("{what}, sparse, {side:?}"));
    }
}

#[test]
fn every_move_of_tablut_is_as_likely() {
    is_uniform_everywhere::<Narrow>(&Preset::Tablut.ruleset(), "narrow");
    is_uniform_everywhere::<Wide>(&Preset::Tablut.ruleset(), "wide");
}

#[test]
fn a_king_of_short_range_too() {
    for king_move in [KingMove::RookFour, KingMove::Step] {
        let ruleset = Ruleset { king_move, ..Preset::Tablut.ruleset() };
        is_uniform_everywhere::<Narrow>(&ruleset, &format!("{king_move:?}"));
    }
}

#[test]
fn rules_whose_moves_are_counted_too() {
    is_uniform_everywhere::<Narrow>(&Preset::Ashton.ruleset(), "ashton");
    let ruleset = Ruleset { king_move: KingMove::ChessKing, ..Preset::Tablut.ruleset() };
    is_uniform_everywhere::<Narrow>(&ruleset, "chess king");
}

#[test]
fn one_move_among_many_cells_is_found() {
    // A man in the corner with one cell to go to, which most draws miss.
    let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap();
    let mut arrangement = Arrangement::empty(9);
    for (name, piece) in
        [("A1", Piece::Attacker), ("A2", Piece::Defender), ("C1", Piece::Defender), ("E5", Piece::King)]
    {
        arrangement.set(cell(name), Some(piece));
    }
    let state = rules.state(&Setup { arrangement, side: Side::Attackers, king_captured: false }).unwrap();
    let counts = first_steps(&rules, state, 1_000);
    assert_eq!(counts, HashMap::from([(Move::new(cell("A1"), cell("B1")), 1_000)]));
}

#[test]
fn a_walk_ends_where_there_is_no_move() {
    let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap();
    let mut arrangement = Arrangement::empty(9);
    for (name, piece) in
        [("A1", Piece::Attacker), ("A2", Piece::Defender), ("B1", Piece::Defender), ("E5", Piece::King)]
    {
        arrangement.set(cell(name), Some(piece));
    }
    let state = rules.state(&Setup { arrangement, side: Side::Attackers, king_captured: false }).unwrap();
    let mut walk = Walk::new(&rules, state);
    assert_eq!(walk.step(&mut numbers(1)), None);
    assert_eq!(*walk.state(), state);
}

/// Walks through whole games, each step compared with the list of moves and with the move made by itself.
fn walks_agree_with_lists<B: Bits>(preset: Preset, games: u64) {
    let rules = Rules::<B>::new(&preset.ruleset()).expect("a preset makes sense");
    let mut walk = Walk::new(&rules, rules.start(Side::Attackers));
    let mut moves = Vec::new();
    for game in 0..games {
        let mut state = rules.start(Side::Attackers);
        walk.restart(state);
        let mut numbers = numbers(game);
        for _ in 0..300 {
            rules.moves_into(&state, &mut moves);
            let Some(made) = walk.step(&mut numbers) else {
                assert!(moves.is_empty(), "{preset}: no step though there are moves");
                break;
            };
            assert!(moves.contains(&made.mv), "{preset}: {:?} is not legal", made.mv);
            assert_eq!(rules.make(&mut state, made.mv), made, "{preset}");
            assert_eq!(*walk.state(), state, "{preset}");
            assert_eq!(state.key(), state.fresh_key(), "{preset}");
            for side in Side::ALL {
                assert_eq!(state.count(side), state.pieces_of(side).len(), "{preset}");
            }
            if rules.decided(&state).is_some() {
                break;
            }
        }
    }
}

#[test]
fn walks_are_games() {
    for preset in Preset::ALL.iter().copied() {
        walks_agree_with_lists::<Wide>(preset, 20);
        if preset.ruleset().board.layout().size() <= Narrow::SIDE {
            walks_agree_with_lists::<Narrow>(preset, 20);
        }
    }
}

#[test]
fn the_same_numbers_walk_the_same_way() {
    let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset()).unwrap();
    let start = rules.start(Side::Attackers);
    let mut fresh = Walk::new(&rules, start);
    let mut used = Walk::new(&rules, start);
    let mut others = numbers(5);
    for _ in 0..100 {
        used.step(&mut others);
    }
    used.restart(start);
    let (mut one, mut two) = (numbers(9), numbers(9));
    for _ in 0..100 {
        assert_eq!(fresh.step(&mut one), used.step(&mut two));
    }
}
