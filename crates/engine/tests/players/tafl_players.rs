//! What every player promises: legal moves, the same answer to the same question, an end when told so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::random::Random;
use crate::tafl_support::*;
use tablen_engine::tafl::{Engine, Lapses, Player, Settings, levels};
use tablen_engine::{Level, Limits, Signals, Stop};
use tablen_rules::tafl::{Bits, Game, Narrow, Position, Preset, Side, Status, Wide, fits_narrow};

#[test]
fn no_move_is_illegal_on_any_board() {
    fn play<B: Bits>(preset: Preset) {
        let rules = rules::<B>(preset);
        let mut engine = Engine::new(Arc::clone(&rules), 1 << 10);
        let mut random = Random(3);
        for number in 0..4u64 {
            let mut game = Game::start(&rules, first(&rules));
            let level = Level::new(1 + (number % 2) as u8).expect("a level");
            let mut player = Player::new(Arc::clone(&rules), level, number);
            for turn in 0..40 {
                let Status::ToMove(_) = game.status() else { break };
                let mv = match turn % 4 {
                    0 => {
                        let nodes = 1 + random.below(2_000) as u64;
                        let found = engine.think(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {});
                        let found = found.expect("not over");
                        let mut line = game.clone();
                        for mv in &found.line {
                            line.play(*mv).unwrap_or_else(|illegal| panic!("{preset}: {mv} {illegal:?}"));
                        }
                        found.mv
                    }
                    1 => player.choose(&game, &Stop::new()).expect("not over").mv,
                    _ => {
                        let moves = game.moves();
                        moves[random.below(moves.len())]
                    }
                };
                game.play(mv).unwrap_or_else(|illegal| panic!("{preset}: {mv} {illegal:?}"));
            }
        }
    }
    for preset in Preset::ALL {
        if fits_narrow(&preset.ruleset()) { play::<Narrow>(*preset) } else { play::<Wide>(*preset) }
    }
}

#[test]
fn both_widths_answer_the_same() {
    for preset in [Preset::Ashton, Preset::Brandubh, Preset::Hnefatafl] {
        let (narrow, wide) = (rules::<Narrow>(preset), rules::<Wide>(preset));
        let narrow = Game::start(&narrow, first(&narrow));
        let wide = Game::start(&wide, first(&wide));
        assert_eq!(thought(&narrow, 3), thought(&wide, 3), "{preset}");
    }
}

#[test]
fn the_same_question_has_the_same_answer() {
    let rules = rules::<Narrow>(Preset::Ashton);
    let start = Game::start(&rules, Side::Defenders);
    let mut moved = start.clone();
    moved.play("E3-B3".parse().expect("a move")).expect("legal");
    let mut engine = Engine::new(Arc::clone(&rules), 1 << 10);
    let mut think = |game: &Game<Narrow>| {
        engine.forget();
        engine.think(game, &Limits::nodes(20_000), &Stop::new(), &mut |_| {})
    };
    let answer = think(&start);
    // Other thoughts in between change nothing once they are forgotten.
    think(&moved);
    assert_eq!(think(&start), answer);

    for level in Level::all().take(4) {
        let mut player = Player::new(Arc::clone(&rules), level, 1);
        let answer = player.choose(&start, &Stop::new());
        player.choose(&moved, &Stop::new());
        assert_eq!(player.choose(&start, &Stop::new()), answer, "level {level}");
    }
    let weak = |seed| Player::new(Arc::clone(&rules), Level::WEAKEST, seed).choose(&start, &Stop::new());
    assert!((2..20).any(|seed| weak(seed) != weak(1)), "the seed decides about mistakes");
}

#[test]
fn a_limit_of_nodes_is_kept() {
    let rules = rules::<Narrow>(Preset::Tablut);
    let game = Game::start(&rules, Side::Attackers);
    let mut engine = Engine::new(rules, 1 << 10);
    for nodes in [0, 1, 50, 5_000] {
        let found = engine.think(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {}).expect("an answer");
        assert!(found.nodes <= nodes + 1, "{} of {nodes}", found.nodes);
    }
}

/// Positions looked at after the end was called: a few milliseconds' worth, where 50 ms are promised. Counted, not timed: a busy
/// machine makes everything late.
const AFTER_THE_CALL: u64 = 2_048;

#[test]
fn it_stops_when_told() {
    let rules = rules::<Wide>(Preset::Alea);
    let game = Game::start(&rules, Side::Defenders);
    let mut engine = Engine::new(rules, 1 << 12);
    let stop = Stop::new();
    let mut when_told = None;
    let thought = engine.think(&game, &Limits::default(), &stop, &mut |report| {
        if report.depth == 2 {
            stop.stop();
            when_told = Some(report.nodes);
        }
    });
    let nodes = thought.expect("an answer").nodes;
    assert!(nodes <= when_told.expect("two moves ahead") + AFTER_THE_CALL, "{nodes}, told at {when_told:?}");
    // Stopped before it began: still an answer.
    let thought = engine.think(&game, &Limits::default(), &stop, &mut |_| {}).expect("an answer");
    assert!(thought.nodes <= AFTER_THE_CALL, "{}", thought.nodes);
}

#[test]
fn it_stops_when_the_time_is_over() {
    let rules = rules::<Wide>(Preset::Alea);
    let game = Game::start(&rules, Side::Defenders);
    let mut engine = Engine::new(rules, 1 << 12);
    // A clock that goes on by a millisecond whenever it is read.
    let reads = AtomicU64::new(0);
    let clock = || Duration::from_millis(reads.fetch_add(1, Ordering::Relaxed));
    let stop = Stop::new();
    let signals = Signals::new(&stop, &clock);
    let now = Limits::time(Duration::ZERO);
    let thought = engine.think(&game, &now, signals, &mut |_| {}).expect("an answer");
    assert!(thought.nodes <= AFTER_THE_CALL, "{}", thought.nodes);
    let before = reads.load(Ordering::Relaxed);
    engine.think(&game, &Limits::time(Duration::from_millis(20)), signals, &mut |_| {}).expect("an answer");
    assert_eq!(reads.load(Ordering::Relaxed) - before, 21, "the time is used, and no more");
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let rules = rules::<Narrow>(Preset::Tablut);
    let escaped = "/9/9/9/9/K7t/9/9/9/9/ attackers".parse().expect("a setup");
    let mut over = vec![Game::from_position(Position::new(&rules, &escaped).expect("valid"))];
    let mut repeated = Game::start(&rules, Side::Defenders);
    for text in ["E3-D3", "E2-D2", "D3-E3", "D2-E2"].repeat(2) {
        repeated.play(text.parse().expect("a move")).expect("legal");
    }
    over.push(repeated);
    let mut engine = Engine::new(Arc::clone(&rules), 1 << 10);
    for mut game in over {
        assert!(engine.think(&game, &Limits::depth(3), &Stop::new(), &mut |_| {}).is_none());
        let mut player = Player::new(Arc::clone(&rules), Level::default(), 1);
        assert!(player.choose(&game, &Stop::new()).is_none());
        if game.undo().is_some() {
            assert!(player.choose(&game, &Stop::new()).is_some(), "taken back, it goes on");
        }
    }
}

#[test]
fn every_finished_depth_is_reported() {
    let rules = rules::<Narrow>(Preset::Brandubh);
    let game = Game::start(&rules, Side::Attackers);
    let mut depths = Vec::new();
    let mut last = None;
    let found = Engine::new(rules, 1 << 12).think(&game, &Limits::depth(4), &Stop::new(), &mut |report| {
        depths.push(report.depth);
        last = Some(report.clone());
    });
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!(found, last);
}

/// Of a hundred players of a level, how many take a win that is there.
fn wins_taken(preset: Preset, level: Level, setup: &str) -> usize {
    let rules = rules::<Narrow>(preset);
    let setup = setup.parse().expect("a setup");
    let game = Game::from_position(Position::new(&rules, &setup).expect("valid"));
    (0..100)
        .filter(|seed| {
            let found = Player::new(Arc::clone(&rules), level, *seed).choose(&game, &Stop::new());
            let mut after = game.clone();
            after.play(found.expect("not over").mv).expect("legal");
            matches!(after.status(), Status::Over(_))
        })
        .count()
}

#[test]
fn the_weakest_takes_a_win_about_every_second_time() {
    let ashton = "/3ttt3/9/9/t7t/tt3T1tt/t7t/5K3/9/1t2t4/ defenders";
    let wins = wins_taken(Preset::Ashton, Level::WEAKEST, ashton);
    assert!((35..=75).contains(&wins), "{wins} of 100");
}

#[test]
fn higher_levels_take_more_wins_and_from_the_fourth_on_all() {
    let tablut = "/3ttt3/4t4/4T4/t3T3t/tt1T4t/t3T1K1t/4T4/4t4/3ttt3/ defenders";
    let wins = Vec::from_iter(Level::all().map(|level| wins_taken(Preset::Tablut, level, tablut)));
    assert!(wins.is_sorted(), "{wins:?}");
    assert!(wins[0] < 75, "{wins:?}");
    assert!(wins[3..].iter().all(|wins| *wins == 100), "{wins:?}");
}

#[test]
fn levels_grow() {
    for pair in levels::LEVELS.windows(2) {
        let [lower, higher] = [pair[0], pair[1]];
        assert!(lower.nodes < higher.nodes && lower.noise > higher.noise && lower.depth <= higher.depth);
        let lapses = |settings: Settings| {
            let Lapses { forgotten_percent, overlooked_percent, blind_percent, greed, .. } = settings.lapses;
            [forgotten_percent, overlooked_percent, blind_percent, greed.unsigned_abs()]
        };
        assert!(lapses(lower).iter().zip(lapses(higher)).all(|(lower, higher)| *lower >= higher));
    }
}

#[test]
fn several_lines_are_different_moves_the_best_first() {
    let rules = rules::<Narrow>(Preset::Ashton);
    let game = Game::start(&rules, Side::Defenders);
    let mut engine = Engine::new(rules, 1 << 14);
    let mut told = Vec::new();
    let lines =
        engine.analyse(&game, &Limits::depth(4), 3, &Stop::new(), &mut |lines| told.push(lines.len()));
    assert_eq!(told, [3; 4]);
    assert!(lines.windows(2).all(|pair| pair[0].value >= pair[1].value), "{lines:?}");
    let moves = Vec::from_iter(lines.iter().map(|line| line.mv));
    assert!((0..3).all(|number| !moves[..number].contains(&moves[number])), "{moves:?}");
    // More than there are moves.
    let setup = "/9/9/9/4t4/t3K4/9/4t4/9/9/ attackers".parse().expect("a setup");
    let game = Game::from_position(Position::new(engine.rules(), &setup).expect("valid"));
    let moves = engine.rules().count_moves(game.position().state()) as usize;
    let lines = engine.analyse(&game, &Limits::depth(2), 1_000, &Stop::new(), &mut |_| {});
    assert_eq!(lines.len(), moves);
}

#[test]
fn threads_find_what_one_finds() {
    let rules = rules::<Narrow>(Preset::Tablut);
    let setup = "/3ttt3/4t4/4T4/t3T3t/tt1T4t/t3T1K1t/4T4/4t4/3ttt3/ defenders".parse().expect("a setup");
    let game = Game::from_position(Position::new(&rules, &setup).expect("valid"));
    let mut engine = Engine::new(rules, 1 << 14);
    let alone = engine.think(&game, &Limits::depth(5), &Stop::new(), &mut |_| {}).expect("an answer");
    engine.set_threads(3);
    for _ in 0..5 {
        engine.forget();
        let together = engine.think(&game, &Limits::depth(5), &Stop::new(), &mut |_| {}).expect("an answer");
        assert_eq!(together.value.prospect(), alone.value.prospect());
    }
    // A switch ends all of them.
    let stop = Stop::new();
    stop.stop();
    assert!(engine.think(&game, &Limits::default(), &stop, &mut |_| {}).is_some());
}
