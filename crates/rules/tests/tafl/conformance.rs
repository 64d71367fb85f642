//! What must hold for every tafl game, whatever its rules: tried by random play on every preset, from random
//! boards, and under random combinations of options.

use crate::support;

use std::sync::Arc;

use fastrand::Rng;
use support::tafl::*;
use tablen_rules::option::Options;
use tablen_rules::tafl::{
    Arrangement, Bits, Game, Move, MoveRecord, Narrow, Outcome, Position, Preset, Reason, Rules, Ruleset,
    Setup, Side, Status, Symmetry, Wide, fits_narrow,
};

/// Every preset, and combinations of options drawn at random.
fn rulesets(rng: &mut Rng) -> Vec<Ruleset> {
    let mut rulesets: Vec<Ruleset> = Preset::ALL.iter().map(|preset| preset.ruleset()).collect();
    while rulesets.len() < 80 {
        let mut ruleset = ruleset("tablut");
        for option in Ruleset::options() {
            let value: &&str = pick(rng, option.values);
            option.set(&mut ruleset, value).expect("a listed value");
        }
        if ruleset.faults().is_empty() {
            rulesets.push(ruleset);
        }
    }
    rulesets
}

/// Calls `check` with positions of random games, begun from the start and from random boards, and with the move
/// that is played next.
fn in_random_play<B: Bits>(ruleset: &Ruleset, rng: &mut Rng, mut check: impl FnMut(&Position<B>, Move)) {
    let rules = Arc::new(Rules::<B>::new(ruleset).expect("a sensible ruleset"));
    // Large boards are slow, so they are played for fewer moves.
    let most = 3_000 / usize::from(rules.size()).pow(2);
    for round in 0..4 {
        let mut position = if round % 2 == 0 {
            Position::start(&rules, *pick(rng, &Side::ALL))
        } else {
            scattered(&rules, rng)
        };
        for _ in 0..most {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let mv = *pick(rng, &moves);
            check(&position, mv);
            position = next(&position, mv);
        }
    }
}

/// Runs one property for every ruleset.
fn for_all_rulesets(seed: u64, mut property: impl FnMut(&Ruleset, &mut Rng)) {
    let mut rng = Rng::with_seed(seed);
    for ruleset in rulesets(&mut rng) {
        property(&ruleset, &mut rng);
    }
}

fn next<B: Bits>(position: &Position<B>, mv: Move) -> Position<B> {
    position.clone().play(mv).expect("a listed move is legal")
}

#[test]
fn the_incremental_key_is_the_fresh_key() {
    for_all_rulesets(2, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let after = next(position, mv);
            assert_eq!(after.key(), after.state().fresh_key(), "{mv}\n{position}\n{ruleset}");
            assert_ne!(after.key(), position.key());
            // So are its parts: those of the same men set up anew.
            if let Ok(anew) = Position::<Wide>::new(position.rules(), &after.setup()) {
                for side in Side::ALL {
                    assert_eq!(
                        after.state().key_of(side),
                        anew.state().key_of(side),
                        "{mv}\n{position}\n{ruleset}"
                    );
                }
            }
        });
    });
}

#[test]
fn a_move_taken_back_leaves_no_trace() {
    for_all_rulesets(3, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let rules = position.rules();
            let mut state = *position.state();
            let made = rules.make(&mut state, mv);
            assert_eq!(state, *next(position, mv).state());
            rules.unmake(&mut state, &made);
            // Debug shows the derived lines too, which equality leaves out.
            assert_eq!(
                format!("{state:?}"),
                format!("{:?}", position.state()),
                "{mv}\n{position}\n{ruleset}"
            );
        });
    });
}

#[test]
fn a_move_moves_one_piece_and_takes_only_enemies() {
    for_all_rulesets(4, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let mut state = *position.state();
            let made = position.rules().make(&mut state, mv);
            let mut expected = position.setup();
            expected.arrangement.set(mv.from, None);
            for cell in made.captured.cells() {
                let victim = expected.arrangement.get(cell);
                assert_eq!(
                    victim.map(|piece| piece.side()),
                    Some(position.side().other()),
                    "{mv}\n{position}"
                );
                expected.arrangement.set(cell, None);
            }
            expected.arrangement.set(mv.to, position.get(mv.from));
            expected.side = expected.side.other();
            expected.king_captured = state.king_captured();
            assert_eq!(position.rules().setup(&state), expected, "{mv}\n{position}\n{ruleset}");
            assert!(made.captured.len() <= 3 || ruleset.king_move == tablen_rules::tafl::KingMove::ChessKing);
        });
    });
}

#[test]
fn moves_are_counted_and_numbered_as_they_are_listed() {
    for_all_rulesets(5, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, _| {
            let (rules, state) = (position.rules(), position.state());
            let moves = position.moves();
            assert_eq!(rules.count_moves(state), moves.len() as u64);
            assert_eq!(rules.has_move(state), !moves.is_empty());
            let numbered: Vec<Move> = (0..).map_while(|index| rules.nth_move(state, index)).collect();
            assert_eq!(numbered, moves, "{position}");
        });
    });
}

fn image(symmetry: Symmetry, setup: &Setup) -> Setup {
    let mut arrangement = Arrangement::empty(setup.arrangement.size());
    for (cell, piece) in setup.arrangement.pieces() {
        arrangement.set(symmetry.apply(cell), Some(piece));
    }
    Setup { arrangement, ..setup.clone() }
}

#[test]
fn symmetric_positions_share_a_key_and_play_alike() {
    for_all_rulesets(6, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let after = next(position, mv);
            for symmetry in position.rules().symmetries() {
                let of = |position: &Position| {
                    Position::new(position.rules(), &image(*symmetry, &position.setup())).unwrap()
                };
                let mirrored = of(position);
                assert_eq!(mirrored.canonical_key(), position.canonical_key(), "{position}");
                assert_eq!(mirrored.moves().len(), position.moves().len(), "{position}");
                let mirrored_move = Move::new(symmetry.apply(mv.from), symmetry.apply(mv.to));
                let mirrored_after = next(&mirrored, mirrored_move);
                assert_eq!(mirrored_after, of(&after), "{mv}\n{position}\n{ruleset}");
                assert_eq!(mirrored_after.status(), after.status());
                assert_eq!(
                    mirrored_after.announcements().routes.len(),
                    after.announcements().routes.len(),
                    "{after}"
                );
            }
        });
    });
}

#[test]
fn narrow_and_wide_words_play_alike() {
    for_all_rulesets(7, |ruleset, rng| {
        if !fits_narrow(ruleset) {
            return;
        }
        let wide = Arc::new(Rules::<Wide>::new(ruleset).unwrap());
        in_random_play::<Narrow>(ruleset, rng, |position, mv| {
            let twin: Position = Position::new(&wide, &position.setup()).unwrap();
            assert_eq!(twin.key(), position.key());
            assert_eq!(twin.canonical_key(), position.canonical_key());
            assert_eq!(twin.moves(), position.moves(), "{position}\n{ruleset}");
            assert_eq!(twin.announcements(), position.announcements(), "{position}\n{ruleset}");
            let (twin, after) = (next(&twin, mv), next(position, mv));
            assert_eq!(twin.setup(), after.setup(), "{mv}\n{position}\n{ruleset}");
            assert_eq!(twin.status(), after.status());
        });
    });
}

#[test]
fn positions_moves_and_rulesets_survive_their_text() {
    for_all_rulesets(8, |ruleset, rng| {
        assert_eq!(read::<Ruleset>(&ruleset.to_string()), *ruleset);
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let after = next(position, mv);
            let setup: Setup = read(&after.to_string());
            assert_eq!(setup, after.setup());
            // A captured king too is a position of its own.
            assert_eq!(Position::new(position.rules(), &setup), Ok(after), "{mv}\n{position}\n{ruleset}");
            assert_eq!(read::<Move>(&mv.to_string()), mv);
            assert_eq!(read::<Move>(&mv.to_string().to_lowercase()), mv);
        });
    });
}

#[test]
fn games_survive_their_moves_text_and_can_be_taken_back() {
    for_all_rulesets(9, |ruleset, rng| {
        let rules = Arc::new(Rules::<Wide>::new(ruleset).unwrap());
        let first = *pick(rng, &Side::ALL);
        let mut game = Game::start(&rules, first);
        let mut before = Vec::new();
        while let Status::ToMove(side) = game.status()
            && before.len() < 100
        {
            assert_eq!(side, game.position().side());
            before.push(game.clone());
            let mv = *pick(rng, &game.moves());
            assert_eq!(game.play(mv).unwrap().mv, mv);
        }
        let mut replayed = Game::start(&rules, first);
        for record in game.moves_played() {
            assert_eq!(read::<MoveRecord>(&record.to_string()), record);
            let made = replayed.play(record.mv).unwrap();
            assert_eq!(made.captured.cells().collect::<Vec<_>>(), record.captured);
        }
        assert_eq!(replayed, game);
        assert_eq!(game.first_setup(), Position::start(&rules, first).setup());
        while let Some(expected) = before.pop() {
            let last = game.moves_played().last().map(|record| record.mv);
            assert_eq!(game.undo(), last);
            assert_eq!(game, expected);
            assert_eq!(game.status(), expected.status());
        }
        assert_eq!(game.undo(), None);
    });
}

#[test]
fn a_finished_game_says_who_has_won_and_why() {
    for_all_rulesets(10, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, mv| {
            let after = next(position, mv);
            let Status::Over(Outcome { winner, reason }) = after.status() else {
                assert!(!after.moves().is_empty(), "{after}");
                return;
            };
            assert_eq!(after.moves(), [], "{after}");
            assert!(after.announcements().routes.is_empty() || reason == Reason::NoMove);
            match reason {
                Reason::Escape => {
                    assert_eq!(winner, Some(Side::Defenders));
                    assert!(position.rules().goals().contains(after.state().king()));
                }
                Reason::Capture => {
                    assert_eq!((winner, position.side()), (Some(Side::Attackers), Side::Attackers));
                    assert!(position.rules().threats(position.state()).contains(&mv), "{mv}\n{position}");
                }
                Reason::NoMove => assert!(winner.is_none_or(|winner| winner == position.side())),
                Reason::Repetition => panic!("a position knows no repetition"),
            }
        });
    });
}

#[test]
fn what_is_announced_can_be_played() {
    for_all_rulesets(11, |ruleset, rng| {
        in_random_play::<Wide>(ruleset, rng, |position, _| {
            let (rules, state) = (position.rules(), position.state());
            match position.side() {
                Side::Defenders => {
                    let escapes = |mv: &Move| {
                        mv.from == state.king() && rules.decided(next(position, *mv).state()).is_some()
                    };
                    let routes = rules.routes(state);
                    for route in &routes {
                        assert!(escapes(&route.mv), "{}\n{position}", route.mv);
                    }
                    assert_eq!(routes.is_empty(), !position.moves().iter().any(escapes), "{position}");
                }
                Side::Attackers => {
                    let captures: Vec<Move> = position
                        .moves()
                        .into_iter()
                        .filter(|mv| next(position, *mv).state().king_captured())
                        .collect();
                    assert_eq!(rules.threats(state), captures, "{position}");
                }
            }
        });
    });
}
