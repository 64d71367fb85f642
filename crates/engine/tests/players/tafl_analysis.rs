//! Analyses of games, and the facts that explain moves.

use std::sync::Arc;

use crate::tafl_support::*;
use tablen_engine::analysis::{Chance, Mark};
use tablen_engine::tafl::analysis::{
    Fact, GameAnalysis, MoveAnalysis, PositionAnalysis, Reason, analyse_game, analyse_position, facts_of,
    reasons_against,
};
use tablen_engine::tafl::{Engine, Prospect};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Cell, Game, Move, Narrow, Preset, Side};
use tablen_rules::words::{Explain, Lang};

fn cell(text: &str) -> Cell {
    text.parse().unwrap()
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

/// The facts of a move on a board of plain Tablut.
fn facts(side: Side, picture: &str, played: &str) -> Vec<Fact> {
    let game = drawn(&Preset::Tablut.ruleset(), side, picture);
    assert_eq!(game.why_not(mv(played)), None, "{played}");
    facts_of(game.position(), mv(played))
}

/// Attackers capture the king's men one by one, but the eighth move lets him out.
const LOST_ON_MOVE_8: &str = "D5-D8 I6-F6 E7-F7 D1-D5 E6-D6 A6-A7 F7-F8 A7-F7 E5-E7 B5-B7 E7-C7 E1-A1 C7-C1";

fn lost_on_move_8() -> Game<Narrow> {
    let mut game = Game::start(&rules(Preset::Tablut), Defenders);
    for played in LOST_ON_MOVE_8.split(' ') {
        game.play(mv(played)).unwrap();
    }
    game
}

fn analysed(game: &Game<Narrow>, nodes: u64, lines: usize) -> GameAnalysis {
    let mut engine = Engine::new(Arc::clone(game.position().rules()), 1 << 16);
    analyse_game(&mut engine, game, &Limits::nodes(nodes), lines, &Stop::new(), &mut |_| {}).unwrap()
}

#[test]
fn a_blunder_is_marked_where_it_was_made() {
    let found = analysed(&lost_on_move_8(), 20_000, 2);
    assert_eq!(found.moves.len(), 13);
    let blunder = &found.moves[7];
    assert_eq!((blunder.side, blunder.played), (Attackers, mv("A7-F7")));
    assert_eq!((blunder.judged.mark, blunder.judged.turning_point), (Some(Mark::Blunder), true));
    assert_eq!((blunder.judged.chance_after, blunder.played_value), (Chance::NONE, Prospect::LosesIn(6)));
    assert_eq!(blunder.facts[0], Fact::ForcedLoss { moves: 5 });
    assert!(!blunder.is_best && blunder.lines[0].moves[0] == blunder.best && blunder.lines.len() == 2);
    // From there on everyone plays the best moves to the end.
    for (left, analysed) in (1..=5).rev().zip(&found.moves[8..]) {
        assert_eq!((analysed.judged.mark, analysed.judged.loss), (None, Chance::NONE));
        let expected = if left % 2 == 1 { Prospect::WinsIn(left) } else { Prospect::LosesIn(left) };
        assert_eq!((analysed.played_value, analysed.value), (expected, expected));
    }
    assert!(found.moves[12].is_best);
    assert_eq!(found.moves[12].facts[0], Fact::KingEscaped { goal: cell("C1") });
    assert_eq!((found.summary(Attackers).turns, found.summary(Defenders).turns), (6, 7));
    assert!(found.summary(Attackers).blunders >= 1);
    assert!(found.summary(Attackers).mean_loss > found.summary(Defenders).mean_loss);
}

#[test]
fn what_follows_from_a_move_is_told_of_it_and_of_the_next_alike() {
    let found = analysed(&lost_on_move_8(), 3_000, 1);
    for pair in found.moves.windows(2) {
        let [one, next] = pair else { continue };
        // A move that is the best one by a look one move later is what it was before that move.
        assert!(next.judged.chance_before >= -one.judged.chance_after, "{one:?} {next:?}");
        assert_eq!(one.judged.loss, one.judged.chance_before.above(one.judged.chance_after));
        assert!(!one.is_best || one.judged.loss == Chance::NONE);
    }
}

#[test]
fn the_same_game_and_limit_always_give_the_same() {
    let game = lost_on_move_8();
    let mut engine = Engine::new(Arc::clone(game.position().rules()), 1 << 14);
    let mut analyse =
        || analyse_game(&mut engine, &game, &Limits::nodes(2_000), 2, &Stop::new(), &mut |_| {}).unwrap();
    // What an engine knows from before makes no difference.
    assert_eq!(analyse(), analyse());
}

#[test]
fn it_tells_how_far_it_is_and_can_be_stopped() {
    let game = lost_on_move_8();
    let mut engine = Engine::new(Arc::clone(game.position().rules()), 1 << 14);
    let stop = Stop::new();
    let mut seen = Vec::new();
    let mut progress = |moves: &[MoveAnalysis]| {
        seen.push(moves.len());
        if moves.len() == 3 {
            stop.stop();
        }
    };
    let found = analyse_game(&mut engine, &game, &Limits::nodes(500), 1, &stop, &mut progress).unwrap();
    assert_eq!((seen, found.moves.len()), (vec![1, 2, 3], 3));
    assert_eq!(found.summary(Defenders).turns, 2);
}

#[test]
fn several_lines_are_told_the_best_first() {
    let game = Game::<Narrow>::start(&rules(Preset::Tablut), Defenders);
    let mut engine = Engine::new(Arc::clone(game.position().rules()), 1 << 14);
    let limits = Limits::nodes(5_000);
    let mut depths = Vec::new();
    let mut progress = |found: &PositionAnalysis| depths.push(found.depth);
    let found = analyse_position(&mut engine, &game, &limits, 4, &Stop::new(), &mut progress).unwrap();
    assert_eq!(found.lines.len(), 4);
    assert!(found.lines[1..].windows(2).all(|pair| pair[0].chance >= pair[1].chance), "{found:?}");
    assert!(depths.is_sorted() && found.depth > 0 && found.nodes > 0);
    assert_eq!(found.nodes_per_second, None, "the clock stood still");
    assert!(
        analyse_position(&mut engine, &lost_on_move_8(), &limits, 1, &Stop::new(), &mut |_| {}).is_none()
    );
}

const GUARDED: &str = "
    . . . . N . . . .
    . . . . . . . . .
    . . . . B . . . .
    . . . . . . . . .
    N . . . R . . N .
    . . . . . . . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .";

const RAICHI: &str = "
    . . . . N . . . .
    . . . . . . . N .
    . . . . B . . . .
    . . . . . . . . .
    N . . . R . . . .
    . . . . . . . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_man_who_leaves_opens_the_way_he_barred() {
    assert_eq!(
        facts(Attackers, GUARDED, "H5-H8"),
        [
            Fact::RouteOpened { goal: cell("I5"), blocker: Some(cell("H5")) },
            Fact::Raichi,
            Fact::KingReach { before: 7, after: 9 }
        ]
    );
    // A man who was not in the way opens nothing.
    assert_eq!(facts(Attackers, GUARDED, "E9-D9"), []);
}

#[test]
fn raichi_is_answered_or_not() {
    assert_eq!(
        facts(Attackers, RAICHI, "H8-H5"),
        [
            Fact::RouteClosed { goal: cell("I5") },
            Fact::RaichiAnswered,
            Fact::KingReach { before: 9, after: 7 }
        ]
    );
    assert_eq!(facts(Attackers, RAICHI, "E9-D9"), [Fact::RouteLeftOpen { goal: cell("I5") }]);
    assert_eq!(facts(Defenders, RAICHI, "E5-I5"), [Fact::KingEscaped { goal: cell("I5") }]);
    // The king's own step: all ways from there are new, and nobody left them.
    let stepped = facts(Defenders, RAICHI, "E5-F5");
    assert!(stepped.contains(&Fact::RouteOpened { goal: cell("F9"), blocker: None }), "{stepped:?}");
    assert!(stepped.contains(&Fact::Tuichi), "{stepped:?}");
}

const MAN_BETWEEN_TWO: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . N B . . N . .
    . . . . B . . . .
    N . . B R B . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

const MAN_BESIDE_ENEMY: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . N . . . N . .
    . . . . B . . . .
    N . . B R B . . .
    . . . . B . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn men_are_captured_left_between_two_and_saved() {
    assert_eq!(facts(Attackers, MAN_BETWEEN_TWO, "G7-E7"), [Fact::MenCaptured { men: vec![cell("D7")] }]);
    let captor = mv("G7-E7");
    assert_eq!(
        facts(Defenders, MAN_BESIDE_ENEMY, "D5-D7"),
        [
            Fact::ManLeftBetween { man: cell("D7"), captor, was_in_danger: false },
            Fact::KingReach { before: 0, after: 3 }
        ]
    );
    let ignored = facts(Defenders, MAN_BETWEEN_TWO, "F5-F2");
    assert!(
        ignored.contains(&Fact::ManLeftBetween { man: cell("D7"), captor, was_in_danger: true }),
        "{ignored:?}"
    );
    assert_eq!(facts(Defenders, MAN_BETWEEN_TWO, "D7-D9"), [Fact::ManSaved { man: cell("D9") }]);
    let threat = facts(Attackers, MAN_BETWEEN_TWO, "G7-G6");
    assert!(!threat.iter().any(|fact| matches!(fact, Fact::ManThreatened { .. })), "{threat:?}");
}

const SIEGE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . N . . . . . .
    . N R . . . . . .
    . . . . . . . N .
    . . B . . . . . .
    . . . . . . . . .
    . . . N . . . . .";

#[test]
fn the_king_is_besieged_threatened_saved_and_captured() {
    assert_eq!(
        facts(Attackers, SIEGE, "D1-D5"),
        [
            Fact::RouteClosed { goal: cell("I5") },
            Fact::RaichiAnswered,
            Fact::KingThreatened { captor: mv("H4-C4") },
            Fact::KingReach { before: 7, after: 1 },
            Fact::SidesHeld { before: 2, after: 3 }
        ]
    );
    let mut game = drawn(&Preset::Tablut.ruleset(), Attackers, SIEGE);
    game.play(mv("D1-D5")).unwrap();
    let of = |game: &Game, played| facts_of(game.position(), mv(played));
    assert!(of(&game, "C5-C4").contains(&Fact::KingSaved));
    assert!(of(&game, "C3-D3").contains(&Fact::KingLeftInDanger { captor: mv("H4-C4") }));
    game.play(mv("C3-D3")).unwrap();
    assert_eq!(of(&game, "H4-C4"), [Fact::KingCaptured]);
    assert_eq!(of(&game, "A1-A2"), [], "an illegal move has no facts");
}

/// One of each kind.
fn every_fact() -> Vec<Fact> {
    let (at, captor) = (cell("D7"), mv("G7-E7"));
    vec![
        Fact::MissedWin { moves: 3 },
        Fact::ForcedLoss { moves: 1 },
        Fact::KingEscaped { goal: at },
        Fact::KingCaptured,
        Fact::NoMoveLeft,
        Fact::MenCaptured { men: vec![at, cell("E9")] },
        Fact::RouteOpened { goal: at, blocker: None },
        Fact::RouteOpened { goal: at, blocker: Some(cell("E4")) },
        Fact::RouteClosed { goal: at },
        Fact::RouteLeftOpen { goal: at },
        Fact::Raichi,
        Fact::Tuichi,
        Fact::RaichiAnswered,
        Fact::KingThreatened { captor },
        Fact::KingLeftInDanger { captor },
        Fact::KingSaved,
        Fact::ManLeftBetween { man: at, captor, was_in_danger: false },
        Fact::ManLeftBetween { man: at, captor, was_in_danger: true },
        Fact::ManSaved { man: at },
        Fact::ManThreatened { man: at, captor },
        Fact::KingReach { before: 4, after: 1 },
        Fact::SidesHeld { before: 2, after: 3 },
    ]
}

#[test]
fn every_fact_is_said_in_every_language() {
    for fact in every_fact() {
        let said = Lang::ALL.map(|lang| fact.explain(lang));
        for sentence in &said {
            assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{sentence}");
            assert!(!sentence.starts_with("analysis.") && !sentence.starts_with("tafl."), "{sentence}");
        }
        assert!(said[0] != said[1] && said[1] != said[2] && said[0] != said[2], "{said:?}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn json_is_read_back_as_it_was_written() {
    let found = analysed(&lost_on_move_8(), 1_000, 2);
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<GameAnalysis>(&text).unwrap(), found);
    for fact in every_fact() {
        let text = serde_json::to_string(&fact).unwrap();
        assert_eq!(serde_json::from_str::<Fact>(&text).unwrap(), fact);
    }
}

/// Programs rely on these names.
#[cfg(feature = "serde")]
#[test]
fn names_in_json_stay_as_they_are() {
    let said: Vec<String> = every_fact()
        .iter()
        .map(|fact| serde_json::to_value(fact).unwrap()["fact"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        said.join(" "),
        "missed_win forced_loss king_escaped king_captured no_move_left men_captured route_opened route_opened \
         route_closed route_left_open raichi tuichi raichi_answered king_threatened king_left_in_danger king_saved \
         man_left_between man_left_between man_saved man_threatened king_reach sides_held"
    );
    let left = Fact::ManLeftBetween { man: cell("D7"), captor: mv("G7-E7"), was_in_danger: true };
    assert_eq!(
        serde_json::to_value(&left).unwrap(),
        serde_json::json!({ "fact": "man_left_between", "man": "D7", "captor": "G7-E7", "was_in_danger": true })
    );
    let found = serde_json::to_value(analysed(&lost_on_move_8(), 500, 1)).unwrap();
    let keys =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(keys(&found), "attackers defenders turns");
    assert_eq!(keys(&found["attackers"]), "blunders doubtful errors mean_loss turns");
    assert_eq!(
        keys(&found["turns"][0]),
        "best best_facts chance_after chance_before depth facts is_best lines loss mark nodes played played_value side \
         turning_point value"
    );
    assert_eq!(keys(&found["turns"][0]["lines"][0]), "chance moves value");
}

#[test]
fn reasons_are_facts_that_tell_the_played_move_from_the_better_one() {
    let game = lost_on_move_8();
    let found = analysed(&game, 20_000, 2);
    let mut told = 0;
    for (number, analysed) in found.moves.iter().enumerate() {
        let position = game.position_after(number).unwrap();
        let (played, better) = (facts_of(&position, analysed.played), facts_of(&position, analysed.best));
        for reason in reasons_against(analysed) {
            told += 1;
            match reason {
                // What the search has found, the board alone does not show.
                Reason::Did(Fact::MissedWin { .. } | Fact::ForcedLoss { .. }) => {}
                Reason::Did(fact) => assert!(played.contains(&fact) && !better.contains(&fact), "{fact}"),
                Reason::Missed { better: best, fact } => {
                    assert_eq!(best, analysed.best);
                    assert!(better.contains(&fact) && !played.contains(&fact), "{fact}");
                }
            }
        }
        assert!(!analysed.is_best || reasons_against(analysed).is_empty());
    }
    assert!(told > 0);
    let blunder = reasons_against(&found.moves[7]);
    assert_eq!(blunder[0], Reason::Did(Fact::ForcedLoss { moves: 5 }));
}
