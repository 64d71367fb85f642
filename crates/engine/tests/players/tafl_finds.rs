//! What a search must find: wins and dangers on drawn boards.

use std::sync::Arc;

use crate::tafl_support::*;
use tablen_engine::tafl::Prospect::{LosesIn, WinsIn};
use tablen_engine::tafl::{Engine, Value};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::Preset::{Alea17, Ashton, Brandubh, Tablut};
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Game, Narrow, Preset, Repetition, Rules, Ruleset, Side, Status};

/// Plays the best moves of both until the end; the number of moves must be what was promised.
fn plays_out(game: &Game, depth: u32, moves: u32, winner: Side) {
    let found = thought(game, depth);
    assert_eq!(found.value.prospect(), WinsIn(moves), "{}", game.position());
    assert_eq!(found.line.len(), moves as usize, "the line leads to the end");
    let mut game = game.clone();
    for left in (1..=moves).rev() {
        let found = thought(&game, depth);
        let expected = if (moves - left).is_multiple_of(2) { WinsIn(left) } else { LosesIn(left) };
        assert_eq!(found.value.prospect(), expected, "{}", game.position());
        game.play(found.mv).expect("legal");
    }
    assert!(matches!(game.status(), Status::Over(outcome) if outcome.winner == Some(winner)));
}

const TABLUT_ESCAPE: &str = "
    . . . N N . . . .
    . . . . N . . . .
    . . . . B . . . .
    N . . . B . . . N
    N N B . . B . N N
    . . R . B . . . N
    . . N . B . . . .
    . . . . N . . . .
    . . . N N N . . .";

const TABLUT_CAPTURE: &str = "
    . . . N N . . . .
    . . . . . . . . .
    . . . . B . . . .
    . . N . . . . . N
    . N R N . B . N .
    . . . . B . . . .
    . . . . B . . . .
    . . N . . . . . .
    . . . . N N . . .";

const ALEA_CAPTURE: &str = "
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . N . . . . . . . . .
    . . . . . . N R N . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . B . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . N . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . N . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . N . . . . . . . . . . . . . N .
    . . . . . . . . . . . . . . . . .";

const ALEA_ESCAPE: &str = "
    . . . . . . . R . . . . N . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . N . . . . . . . . .
    . . . . . . N . N . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . B . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . N . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . N . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . .
    . N . . . . . . . . . . . . . N .
    . . . . . . . . . . . . . . . . .";

const ASHTON_CAPTURE: &str = "
    . . . N N N . . .
    . . . . . . . . .
    . . . . . . . . .
    N . B . . . . . N
    N N . . . B . N N
    N . R N . . . . N
    . . . . . B . . .
    . . B . . . . . .
    . N . . N N . . .";

const ASHTON_ESCAPE: &str = "
    . . . N N N . . .
    . . . . . . . . .
    . . . . . . . . .
    N . . . . . . . N
    N N . . . B . N N
    N . . . . . . . N
    . . . N . R . . .
    . . . . . N . . .
    . N . . N . . . .";

const BRANDUBH_ESCAPE: &str = "
    . . . N . R .
    . . . N . . .
    . . . B . . .
    N N . . B N N
    . . . B . . .
    . . . N . . .
    . . . N . . .";

const BRANDUBH_CAPTURE: &str = "
    . . . N . . .
    . N . . . . .
    . . . . . . .
    N . . . B N N
    . R N B . . .
    . . . N . . .
    . . . . . . .";

#[test]
fn an_escape_in_one_is_played() {
    for (preset, picture) in
        [(Tablut, TABLUT_ESCAPE), (Ashton, ASHTON_ESCAPE), (Alea17, ALEA_ESCAPE), (Brandubh, BRANDUBH_ESCAPE)]
    {
        let game = drawn(&preset.ruleset(), Defenders, picture);
        for depth in [1, 2, 3] {
            plays_out(&game, depth, 1, Defenders);
        }
    }
}

#[test]
fn a_capture_of_the_king_in_one_is_played() {
    for (preset, picture) in [
        (Tablut, TABLUT_CAPTURE),
        (Ashton, ASHTON_CAPTURE),
        (Alea17, ALEA_CAPTURE),
        (Brandubh, BRANDUBH_CAPTURE),
    ] {
        let game = drawn(&preset.ruleset(), Attackers, picture);
        for depth in [1, 2, 3] {
            plays_out(&game, depth, 1, Attackers);
        }
    }
}

/// After the answer the opponent must not win at once.
fn avoids_losing_in_one(preset: Preset, side: Side, picture: &str) {
    let mut game = drawn(&preset.ruleset(), side, picture);
    for depth in [2, 3] {
        let found = thought(&game, depth);
        game.play(found.mv).expect("legal");
        // Some of these positions can be won instead.
        if let Status::Over(outcome) = game.status() {
            assert_eq!(outcome.winner, Some(side));
            return;
        }
        let answer = thought(&game, 1);
        assert_ne!(answer.value.prospect(), WinsIn(1), "{preset}: {}\n{}", found.mv, game.position());
        game.undo();
    }
}

#[test]
fn a_king_who_would_be_captured_gets_away() {
    avoids_losing_in_one(Tablut, Defenders, TABLUT_CAPTURE);
    avoids_losing_in_one(Ashton, Defenders, ASHTON_CAPTURE);
    avoids_losing_in_one(Alea17, Defenders, ALEA_CAPTURE);
    avoids_losing_in_one(Brandubh, Defenders, BRANDUBH_CAPTURE);
}

#[test]
fn an_escape_that_can_be_stopped_is_stopped() {
    // Raichi to the left along row 7 only: the right is shut.
    let raichi = "
        . . . N N N . . .
        . . . . N . . . .
        . . . . R B . . .
        . . N . . . . . N
        . N B . . B . N N
        N . . . B . . . N
        . . . . B . . . .
        . . . . N . . . .
        . . . N N N . . .";
    avoids_losing_in_one(Tablut, Attackers, raichi);
    avoids_losing_in_one(Ashton, Attackers, raichi);
    let along_the_edge = "
        . . . . R N .
        . . . N . . .
        . N . . . . .
        N . . . B . N
        . . . B . . .
        . . . N . . .
        . . . N . . .";
    avoids_losing_in_one(Brandubh, Attackers, along_the_edge);
}

#[test]
fn a_king_gives_himself_two_routes() {
    // Tuichi: from the third row both ends, or an end and a column, are free, and one move stops one of them only.
    let picture = "
        . . . N N N . . .
        . . . . N . . . .
        . . . . B . . . .
        N . . . B . . . N
        N N B B R B . N N
        N . . . . . . . N
        . . . . . . . . .
        . . . . N . . . .
        . . . N N N . . .";
    plays_out(&drawn(&Tablut.ruleset(), Defenders, picture), 4, 3, Defenders);
    // In ashton an attacker on E4 would take him against the camp, so row 4 must be shut.
    let shut = picture.replacen(
        "N . . . . . . . N\n        . . . . . . . . .",
        "N . B . . . B . N\n        . . . . . . . . .",
        1,
    );
    plays_out(&drawn(&Ashton.ruleset(), Defenders, &shut), 4, 3, Defenders);
    let corners = "
        . . . N . . .
        . . . N . . .
        . . . B . . .
        N N . . B N N
        . . R B . . .
        . . . N . . .
        . . . . . . .";
    plays_out(&drawn(&Brandubh.ruleset(), Defenders, corners), 4, 3, Defenders);
    let alea =
        ALEA_ESCAPE.replacen(". . . . . . . R . . . . N . . . .", ". . . . . . . . . . . . . . . . .", 1);
    let alea = alea.replacen(". . . . . . N . N . . . . . . . .", ". . . . . . N R . . . . . . . . .", 1);
    let alea = alea.replacen(". . . . . . . N . . . . . . . . .", ". . . . . . . . . . . . . . . . .", 1);
    plays_out(&drawn(&Alea17.ruleset(), Defenders, &alea), 3, 3, Defenders);
}

#[test]
fn a_draw_by_repetition_is_seen() {
    // The king's side has lost nearly everything but can go to and fro: what has come twice would end it.
    let mut game = drawn(
        &Preset::TablutCorners.ruleset(),
        Attackers,
        "
        . . N N . . . . .
        . . . . . . . . .
        N . . . . . . . N
        N . . N N . . . N
        . . . N . R N . .
        . . . . . N . . .
        N . . . . . . . N
        . . . . . . . . .
        . . N . . . N . .",
    );
    // Back once, and nearly again: going on the same way brings it about for the third time.
    for text in ["C9-B9", "F5-F6", "B9-C9", "F6-F5", "C9-B9", "F5-F6", "B9-C9"] {
        game.play(text.parse().expect("a move")).expect("legal");
    }
    let before = game.clone();
    let mut completed = game.clone();
    completed.play("F6-F5".parse().expect("a move")).expect("legal");
    assert!(matches!(completed.status(), Status::Over(outcome) if outcome.winner.is_none()));
    let found = thought(&before, 2);
    assert_eq!(
        (found.mv.to_string().as_str(), found.value),
        ("F6-F5", Value::DRAW),
        "a draw is the best there is"
    );

    // Taken back far enough, the same position is not worth a draw any more.
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!(game.position(), before.position());
    assert!(thought(&game, 2).value < Value::DRAW);
}

#[test]
fn who_loses_by_repetition_does_not_repeat() {
    let ruleset = Ruleset { repetition: Repetition::MoverLoses, ..Preset::TablutCorners.ruleset() };
    let rules = Arc::new(Rules::<Narrow>::new(&ruleset).expect("sensible"));
    let mut game = Game::start(&rules, Attackers);
    for text in ["D1-C1", "D5-D6", "C1-D1", "D6-D5", "D1-C1", "D5-D6", "C1-D1"] {
        game.play(text.parse().expect("a move")).expect("legal");
    }
    let found = thought(&game, 1);
    assert_ne!(found.mv.to_string(), "D6-D5");
    assert!(!found.value.is_certain());
}

/// When the limit strikes after the best move of the depth before has turned out to lose, another is played: once a game was lost by it.
#[test]
fn a_move_that_has_just_failed_is_not_played() {
    let rules = rules::<Narrow>(Ashton);
    let mut game = Game::start(&rules, Defenders);
    for mv in
        "E4-H4 A4-F4 E3-F3 E2-G2 E6-H6 A6-E6 F5-F7 E6-G6 F7-G7 F9-F5 G7-G5 G2-G4 F3-G3 F1-F5 G3-G5".split(' ')
    {
        game.play(mv.parse().expect("a move")).expect("legal");
    }
    let mut engine = Engine::new(rules, 1 << 17);
    for nodes in [50_000, 100_000, 200_000, 400_000, 3_000_000, 3_500_000] {
        engine.forget();
        let found = engine.think(&game, &Limits::nodes(nodes), &Stop::new(), &mut |_| {}).expect("not over");
        assert!(!matches!(found.value.prospect(), LosesIn(_)), "{nodes}: {found:?}");
        assert_ne!(found.mv.to_string(), "I4-G4", "{nodes}: {found:?}");
    }
}
