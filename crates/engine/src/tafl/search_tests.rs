//! The search against an obvious one that looks at everything.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use tablen_rules::tafl::{
    Bits, Game, Made, Narrow, Position, Preset, Repetition, Rules, Ruleset, Side, Stalemate, State, Wide,
    fits_narrow,
};

use super::bench::{BENCHED, BenchCount, bench};
use super::classic::Classic;
use super::engine::{Engine, Thought};
use super::evaluation::Evaluation;
use super::lapses::Errors;
use super::material::Material;
use super::noise::Noise;
use super::position_info::PositionInfo;
use super::search::{Search, Shared, Shortcuts, Worker};
use super::transposition::TranspositionTable;
use super::tunables::Tunables;
use super::value::{Points, Value};
use crate::limits::Watch;
use crate::random::splitmix;
use crate::{ForLight, Limits, Stop};

#[test]
fn the_bench_is_what_it_was() {
    assert_eq!(bench().map(BenchCount::nodes).sum::<u64>(), BENCHED);
}

/// Minimax: no bounds, no table, no order. The same evaluation at the end of the same lines.
struct Minimax<'e, B: Bits> {
    rules: &'e Rules<B>,
    evaluation: &'e mut Classic,
    path: Vec<u64>,
}

impl<B: Bits> Minimax<'_, B> {
    fn value(&mut self, state: &State<B>, depth: u32, threats: i32) -> Value {
        let ply = self.path.len() as u32;
        let rules = self.rules;
        if rules.decided(state).is_some() {
            return Value::loses_in(ply);
        }
        let is_repeated = self.path.contains(&state.key());
        if is_repeated
            && matches!(
                rules.ruleset().repetition,
                Repetition::Draw | Repetition::DrawAtOnce | Repetition::None
            )
        {
            return Value::DRAW;
        }
        let (mut depth, mut threats) = (depth, threats);
        if depth == 0 {
            let info = PositionInfo::new(rules, state);
            let must_be_answered = match state.side() {
                Side::Attackers => info.must_be_answered(Side::Attackers),
                Side::Defenders => info.king_hangs(rules, state),
            };
            if !must_be_answered
                || threats == Shortcuts::None.threats_answered(&Tunables::USUAL)
                || info.winning_move(rules, state).is_some()
            {
                return self.quiet(state, ply, Shortcuts::None.captures_followed(&Tunables::USUAL));
            }
            depth = 1;
            threats += 1;
        }
        self.path.push(state.key());
        let mut best = None;
        rules.visit_moves(state, |mv| {
            let mut next = *state;
            rules.make(&mut next, mv);
            let value = -self.value(&next, depth - 1, threats);
            best = best.max(Some(value));
        });
        self.path.pop();
        best.unwrap_or(match rules.ruleset().stalemate {
            Stalemate::Loses => Value::loses_in(ply),
            Stalemate::Draw => Value::DRAW,
        })
    }

    fn quiet(&mut self, state: &State<B>, ply: u32, captures_left: i32) -> Value {
        let rules = self.rules;
        let info = PositionInfo::new(rules, state);
        if info.winning_move(rules, state).is_some() {
            return Value::wins_in(ply + 1);
        }
        let points = self.evaluation.evaluate(rules, state, &info);
        let mut best = points.for_side_to_move(state.side()).uncertain();
        if captures_left == 0 {
            return best;
        }
        // Quiet captures are those the pattern sees.
        let spots = rules.capture_spots(state);
        rules.visit_moves(state, |mv| {
            let mut next = *state;
            let made = rules.make(&mut next, mv);
            if !spots.contains(mv.to) {
                return;
            }
            if rules.decided(&next).is_some() {
                best = best.max(Value::wins_in(ply + 1));
            } else if !made.captured.is_empty() {
                best = best.max(-self.quiet(&next, ply + 1, captures_left - 1));
            }
        });
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

fn value_with<B: Bits>(engine: &mut Engine<B>, shortcuts: Shortcuts, game: &Game<B>, depth: u32) -> Value {
    engine.shortcuts = shortcuts;
    engine.think(game, &Limits::depth(depth), &Stop::new(), &mut |_| {}).expect("not over").value
}

fn compare<B: Bits>(ruleset: &Ruleset, depth: u32, positions: u64) {
    let rules = Arc::new(Rules::<B>::new(ruleset).expect("a preset"));
    let mut random = Random(u64::from(depth) + 40);
    let mut engine = Engine::new(Arc::clone(&rules), 1 << 12);
    for number in 0..positions {
        let game = somewhere(&rules, &mut random);
        let state = *game.position().state();
        let mut evaluation = Classic::new(&rules);
        let mut minimax = Minimax { rules: &rules, evaluation: &mut evaluation, path: Vec::new() };
        let expected = minimax.value(&state, depth, 0);
        for shortcuts in [Shortcuts::None, Shortcuts::ExactDepth] {
            let found = value_with(&mut engine, shortcuts, &game, depth);
            assert_eq!(
                found,
                expected,
                "{shortcuts:?} {number} at depth {depth}:\n{:?}",
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
            let plain = value_with(&mut engine, Shortcuts::None, &game, 3);
            assert_eq!(value_with(&mut engine, Shortcuts::ExactDepth, &game, 3), plain, "{preset}");
        }
    }
}

/// The search counts on what is seen of the king for wins in one.
#[test]
fn what_is_seen_of_the_king_agrees_with_legal_moves() {
    fn check<B: Bits>(ruleset: &Ruleset, name: &str) {
        let Ok(rules) = Rules::<B>::new(ruleset) else { return };
        let rules = Arc::new(rules);
        let mut random = Random(5);
        for _ in 0..200 {
            let game = somewhere(&rules, &mut random);
            let state = *game.position().state();
            let info = PositionInfo::new(&rules, &state);
            assert_eq!(info.reach.routes as usize, rules.routes(&state).len(), "{name}");
            if state.side() == Side::Defenders {
                let mut moves = 0;
                rules.visit_moves(&state, |mv| {
                    if mv.from == state.king() {
                        moves += 1;
                        assert!(info.reach.contains(mv.to), "{name}: {mv}");
                    }
                });
                assert_eq!(info.reach.count(), moves, "{name}");
            } else if ruleset.companions == tablen_rules::tafl::Companions::None {
                let taking = info.winning_move(&rules, &state);
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

/// An evaluation that keeps where the pieces of both sides stand by what it is told alone. A turn that is passed leaves them where they are.
#[derive(Clone, Debug)]
struct Told {
    keys: Vec<[u64; 2]>,
}

impl Told {
    fn key<B: Bits>(state: &State<B>) -> [u64; 2] {
        Side::ALL.map(|side| state.key_of(side))
    }
}

impl<B: Bits> Evaluation<B> for Told {
    fn begin(&mut self, _rules: &Rules<B>, state: &State<B>) {
        self.keys = vec![Told::key(state)];
    }

    fn made(&mut self, after: &State<B>, _made: &Made<B>) {
        self.keys.push(Told::key(after));
    }

    fn unmade(&mut self, _made: &Made<B>) {
        self.keys.pop();
    }

    fn evaluate(&mut self, rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> ForLight<Points> {
        assert_eq!(self.keys.last(), Some(&Told::key(state)), "a move made or taken back was not told");
        Classic::new(rules).evaluate(rules, state, info)
    }
}

#[test]
fn an_evaluation_is_told_of_every_move_made_and_taken_back() {
    for preset in [Preset::Ashton, Preset::TablutChessKing, Preset::Brandubh] {
        let rules = Arc::new(Rules::<Narrow>::new(&preset.ruleset()).expect("a preset"));
        let mut random = Random(77);
        let mut told = Engine::with_evaluation(Arc::clone(&rules), 1 << 10, Told { keys: Vec::new() });
        let mut classic = Engine::new(Arc::clone(&rules), 1 << 10);
        for _ in 0..4 {
            let game = somewhere(&rules, &mut random);
            // Stopped in the middle of a depth, too.
            for limits in [Limits::depth(3), Limits::nodes(777)] {
                let think = told.think(&game, &limits, &Stop::new(), &mut |_| {});
                assert_eq!(told.workers[0].evaluation.keys.len(), 1, "every move is taken back");
                // What points mean is the affair of each evaluation.
                let found = classic.think(&game, &limits, &Stop::new(), &mut |_| {});
                let scale = think.as_ref().map(|thought| thought.scale);
                assert_eq!(think, found.zip(scale).map(|(found, scale)| Thought { scale, ..found }));
            }
        }
    }
}

#[test]
fn material_kept_move_by_move_is_material_counted() {
    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Ashton.ruleset()).expect("a preset"));
    let mut random = Random(3);
    let mut kept = Material::new(&rules);
    for _ in 0..40 {
        let mut state = *somewhere(&rules, &mut random).position().state();
        kept.begin(&rules, &state);
        let mut made = Vec::new();
        while made.len() < 30 && rules.outcome(&state).is_none() {
            let number = random.below(rules.count_moves(&state));
            let mv = rules.nth_move(&state, number).expect("there is one");
            made.push(rules.make(&mut state, mv));
            kept.made(&state, &made[made.len() - 1]);
        }
        loop {
            let info = PositionInfo::new(&rules, &state);
            let mut counted = Material::new(&rules);
            counted.begin(&rules, &state);
            assert_eq!(kept.evaluate(&rules, &state, &info), counted.evaluate(&rules, &state, &info));
            let Some(last) = made.pop() else { break };
            rules.unmake(&mut state, &last);
            kept.unmade(&last);
        }
    }
}

/// Two threads with a worker each share the rest: both find the win that one finds.
#[test]
fn a_win_at_hand_is_played_however_little_is_looked_at() {
    let rules = Arc::new(Rules::<Wide>::new(&Preset::Alea.ruleset()).unwrap());
    // The king's way along the edge is open, and hundreds of moves come before it by their cells.
    let text = "/2T8t5t1/t8t6t2/2T3t8T3/1T12t4/Tt17/11t6t/15t3/8T1Tt4t2/3t8t5t/1t4T12/7T11/10T5t2/7T1TT8/8T10/\
                8Tt4t4/1T3Ttt9T1/2T2t10T2/t2T1T7t1T3/4K3t10/ defenders";
    let game = Game::from_position(Position::new(&rules, &text.parse().unwrap()).unwrap());
    let thought = Engine::new(Arc::clone(&rules), 1 << 10)
        .think(&game, &Limits::nodes(10), &Stop::new(), &mut |_| {})
        .unwrap();
    assert_eq!((thought.mv.to_string().as_str(), thought.value), ("E19-A19", Value::wins_in(1)));
}

#[test]
fn workers_share_a_search() {
    let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset()).expect("a preset"));
    let setup = "/9/9/9/4t4/t3K4/9/4t4/9/9/ defenders".parse().expect("a setup");
    let state = *Position::new(&rules, &setup).expect("a position").state();
    let mut transpositions = TranspositionTable::new(1 << 8);
    transpositions.begin();
    let stop = Stop::new();
    let limits = Limits::default();
    let shared = Shared {
        rules: &rules,
        transpositions: &transpositions,
        shortcuts: Shortcuts::All,
        tunables: Tunables::USUAL,
        noise: Noise::default(),
        errors: Errors::default(),
        most_nodes: None,
        watch: Watch::new(&limits, (&stop).into()),
        halt: &AtomicBool::new(false),
        nodes_beside: &AtomicU64::new(0),
    };
    std::thread::scope(|scope| {
        let think = || {
            let mut worker = Worker::new(Classic::new(&rules), rules.size());
            let mut search = Search::new(&shared, &mut worker, &state, [].into_iter());
            (1..=3).map(|depth| search.root(&state, depth, 0, Value::WORST, Value::BEST)).last()
        };
        let threads = [scope.spawn(think), scope.spawn(think)];
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), Some(Value::wins_in(1)));
        }
    });
}

#[test]
fn several_lines_are_in_order_wherever_the_search_ends() {
    for preset in [Preset::Ashton, Preset::TablutCorners, Preset::Brandubh] {
        let rules = Arc::new(Rules::<Narrow>::new(&preset.ruleset()).unwrap());
        let game = Game::start(&rules, Side::Defenders);
        for nodes in (500..9_000).step_by(700) {
            let mut engine = Engine::new(Arc::clone(&rules), 1 << 14);
            let found = engine.analyse(&game, &Limits::nodes(nodes), 4, &Stop::new(), &mut |_| {});
            let values: Vec<Value> = found.iter().map(|thought| thought.value).collect();
            assert!(values.is_sorted_by(|better, worse| better >= worse), "{preset:?}, {nodes}: {values:?}");
            assert!(found.iter().all(|thought| thought.depth == found[0].depth));
        }
    }
}
