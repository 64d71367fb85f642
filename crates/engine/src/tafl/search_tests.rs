//! The search against an obvious one that looks at everything.

use std::sync::Arc;

use tablen_rules::tafl::{
    Bits, Game, Narrow, Position, Preset, Rules, Ruleset, Side, Stalemate, State, Wide, fits_narrow,
};

use super::bench::bench;
use super::engine::Engine;
use super::evaluate::Evaluator;
use super::grid::{Rows, has};
use super::quiet::CAPTURES_IN_A_ROW;
use super::search::{Means, Search};
use super::value::ForMover;
use crate::random::splitmix;
use crate::{Limits, Stop};

/// Changes on purpose only: whoever changes search or evaluation writes the new number here.
const BENCH: u64 = 160_274;

#[test]
fn the_bench_is_what_it_was() {
    assert_eq!(bench(), BENCH);
}

/// Minimax: no bounds, no table, no order. The same evaluation at the end of the same lines.
struct Minimax<'e, B: Bits> {
    evaluator: &'e Evaluator<B>,
    path: Vec<u64>,
}

impl<B: Bits> Minimax<'_, B> {
    fn value(&mut self, state: &State<B>, depth: u32) -> ForMover {
        let ply = self.path.len() as u32;
        let rules = &self.evaluator.rules;
        if rules.decided(state).is_some() {
            return ForMover::loses_in(ply);
        }
        let is_repeated = self.path.contains(&state.key());
        assert!(rules.ruleset().repetition == tablen_rules::tafl::Repetition::Draw || ply < 4);
        if is_repeated {
            return ForMover::DRAW;
        }
        let mut depth = depth;
        let view = self.evaluator.view(state);
        if depth == 0 {
            if !Search::must_be_answered(state, &view) {
                return self.quiet(state, ply, CAPTURES_IN_A_ROW);
            }
            depth = 1;
        }
        self.path.push(state.key());
        let mut best = None;
        let rules = Arc::clone(&self.evaluator.rules);
        rules.visit_moves(state, |mv| {
            let mut next = *state;
            rules.make(&mut next, mv);
            let value = -self.value(&next, depth - 1);
            best = best.max(Some(value));
        });
        self.path.pop();
        best.unwrap_or(match rules.ruleset().stalemate {
            Stalemate::Loses => ForMover::loses_in(ply),
            Stalemate::Draw => ForMover::DRAW,
        })
    }

    fn quiet(&self, state: &State<B>, ply: u32, captures_left: u32) -> ForMover {
        let view = self.evaluator.view(state);
        if self.evaluator.winning_move(state, &view).is_some() {
            return ForMover::wins_in(ply + 1);
        }
        let mut best = self.evaluator.evaluate(state, &view);
        let rules = &self.evaluator.rules;
        if captures_left > 0 {
            // Quiet captures are those the pattern sees.
            let spots: Rows = self.evaluator.capture_spots(state.side(), &view);
            rules.visit_moves(state, |mv| {
                let mut next = *state;
                let made = rules.make(&mut next, mv);
                if !has(&spots, mv.to) {
                    return;
                }
                if rules.decided(&next).is_some() {
                    best = best.max(ForMover::wins_in(ply + 1));
                } else if !made.captured.is_empty() {
                    best = best.max(-self.quiet(&next, ply + 1, captures_left - 1));
                }
            });
        }
        best
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = splitmix(self.0);
        self.0 % limit
    }
}

/// A position some random moves into a game that is not over.
fn somewhere<B: Bits>(rules: &Arc<Rules<B>>, random: &mut Random) -> Game<B> {
    loop {
        let first = Side::ALL[random.below(2) as usize];
        let mut state = rules.start(first);
        for _ in 0..random.below(60) {
            if rules.outcome(&state).is_none() {
                let number = random.below(rules.count_moves(&state));
                let mv = rules.nth_move(&state, number).expect("there is one");
                rules.make(&mut state, mv);
            }
        }
        if rules.outcome(&state).is_none() {
            return Game::from_position(Position::from_state(rules, state));
        }
    }
}

fn value_with<B: Bits>(engine: &mut Engine<B>, means: Means, game: &Game<B>, depth: u32) -> ForMover {
    engine.means = means;
    engine.think(game, &Limits::depth(depth), &Stop::new(), &mut |_| {}).expect("not over").value
}

fn compare<B: Bits>(ruleset: &Ruleset, depth: u32, positions: u64) {
    let rules = Arc::new(Rules::<B>::new(ruleset).expect("a preset"));
    let mut random = Random(u64::from(depth) + 40);
    let mut engine = Engine::new(Arc::clone(&rules), 1 << 12);
    for number in 0..positions {
        let game = somewhere(&rules, &mut random);
        let state = *game.position().state();
        let evaluator = engine.evaluator.clone();
        let expected = Minimax { evaluator: &evaluator, path: Vec::new() }.value(&state, depth);
        for means in [Means::Plain, Means::Exact] {
            let found = value_with(&mut engine, means, &game, depth);
            assert_eq!(
                found,
                expected,
                "{means:?} {number} at depth {depth}:\n{:?}",
                game.position().setup()
            );
        }
    }
}

fn compare_any(preset: Preset, depth: u32, positions: u64) {
    let ruleset = preset.ruleset();
    if fits_narrow(&ruleset) {
        compare::<Narrow>(&ruleset, depth, positions);
    } else {
        compare::<Wide>(&ruleset, depth, positions);
    }
}

#[test]
fn the_value_is_that_of_minimax_one_and_two_moves_ahead() {
    for preset in Preset::ALL {
        let is_large = !fits_narrow(&preset.ruleset());
        compare_any(*preset, 1, if is_large { 1 } else { 10 });
        if !is_large {
            compare_any(*preset, 2, 1);
        }
    }
}

#[test]
fn the_value_is_that_of_minimax_three_moves_ahead() {
    compare_any(Preset::Brandubh, 3, 3);
}

#[test]
fn the_table_does_not_change_the_value_at_a_fixed_depth() {
    for preset in [Preset::Ashton, Preset::TablutCorners, Preset::Brandubh, Preset::TablutStepKing] {
        let rules = Arc::new(Rules::<Narrow>::new(&preset.ruleset()).expect("a preset"));
        let mut random = Random(9);
        let mut engine = Engine::new(Arc::clone(&rules), 1 << 14);
        for _ in 0..6 {
            let game = somewhere(&rules, &mut random);
            let plain = value_with(&mut engine, Means::Plain, &game, 3);
            assert_eq!(value_with(&mut engine, Means::Exact, &game, 3), plain, "{preset}");
        }
    }
}

/// The evaluation's own idea of the king's moves must be the rules': the search counts on it for wins in one.
#[test]
fn the_view_of_the_king_is_that_of_the_rules() {
    fn check<B: Bits>(ruleset: &Ruleset, name: &str) {
        let Ok(rules) = Rules::<B>::new(ruleset) else { return };
        let rules = Arc::new(rules);
        let evaluator = Evaluator::new(Arc::clone(&rules));
        let mut random = Random(5);
        for _ in 0..200 {
            let game = somewhere(&rules, &mut random);
            let state = *game.position().state();
            let view = evaluator.view(&state);
            assert_eq!(view.reach.routes as usize, rules.routes(&state).len(), "{name}");
            if state.side() == Side::Defenders {
                let mut moves = 0;
                rules.visit_moves(&state, |mv| {
                    if mv.from == state.king() {
                        moves += 1;
                        assert!(has(&view.reach.cells, mv.to), "{name}: {mv}");
                    }
                });
                assert_eq!(view.reach.cells.iter().map(|row| row.count_ones()).sum::<u32>(), moves, "{name}");
            } else if ruleset.companions == tablen_rules::tafl::Companions::None {
                let taking = evaluator.winning_move(&state, &view);
                assert_eq!(taking.is_some(), !rules.threats(&state).is_empty(), "{name}");
            }
        }
    }
    for preset in Preset::ALL {
        for change in
            ["", " throne_stop:nobody", " throne_pass:nobody", " king_capture:custodial", " king_move:rook-4"]
        {
            let name = format!("preset:{preset}{change}");
            let ruleset: Ruleset = name.parse().expect("readable");
            if fits_narrow(&ruleset) {
                check::<Narrow>(&ruleset, &name);
            } else {
                check::<Wide>(&ruleset, &name);
            }
        }
    }
}
