//! What every game promises, whatever its rules: one suite for all of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::game::{Game, ToAct};
use tablen_rules::option::Options;
use tablen_rules::words::{Explain, Lang};
use tablen_rules::{tafl, tavli};

/// How many of the things that can be done are looked at, where there are very many.
const LOOKED_AT: usize = 40;

/// Plays a random game and checks every promise at every step; says whether the game came to its end.
fn keeps_its_promises<G: Game>(start: &G, rng: &mut Rng, most: usize) -> bool {
    let mut game = start.clone();
    let mut past: Vec<(G, G::Action)> = Vec::new();
    while past.len() < most {
        assert_eq!(game.key(), game.fresh_key(), "{game:?}");
        let count = game.count_actions();
        let is_over = matches!(game.to_act(), ToAct::Nobody(_));
        assert_eq!(count == 0, is_over, "{game:?}");
        assert_eq!(game.action(count), None);
        if is_over {
            break;
        }

        // All of them where there are few, some of them where there are many.
        let stride = count.div_ceil(LOOKED_AT);
        let actions: Vec<G::Action> =
            (0..count).step_by(stride).map(|number| game.action(number).unwrap()).collect();
        let texts: HashSet<String> = actions.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), actions.len(), "something is offered twice: {texts:?}");
        for action in &actions {
            assert_eq!(action.to_string().parse::<G::Action>().unwrap(), *action);
        }

        let action = actions[rng.usize(..actions.len())].clone();
        let mut next = game.clone();
        next.act(&action)
            .unwrap_or_else(|reason| panic!("{action} was offered: {}", reason.explain(Lang::En)));
        let mut back = next.clone();
        assert!(back.take_back());
        assert_eq!(back, game, "taking {action} back");
        past.push((game, action));
        game = next;
    }

    let mut replayed = start.clone();
    for (_, action) in &past {
        replayed.act(action).unwrap();
    }
    assert_eq!(replayed, game, "the same actions lead to the same state");

    let is_over = matches!(game.to_act(), ToAct::Nobody(_));
    if let Some((_, last)) = past.last()
        && is_over
    {
        let mut after = game.clone();
        let reason = after.act(last).unwrap_err();
        assert!(Lang::ALL.into_iter().all(|lang| !reason.explain(lang).is_empty()));
        assert_eq!(after, game, "what is refused changes nothing");
    }
    for (before, action) in past.iter().rev() {
        assert!(game.take_back(), "{action}");
        assert_eq!(game, *before);
    }
    assert!(!game.take_back(), "nothing is left to take back");
    is_over
}

fn tafl_game(ruleset: &tafl::Ruleset, first: tafl::Side) -> tafl::Game {
    tafl::Game::start(&Arc::new(tafl::Rules::new(ruleset).unwrap()), first)
}

#[test]
fn tafl_presets() {
    let mut rng = Rng::with_seed(1);
    let mut finished = 0;
    for preset in tafl::Preset::ALL {
        for first in tafl::Side::ALL {
            let start = tafl_game(&preset.ruleset(), first);
            finished += usize::from(keeps_its_promises(&start, &mut rng, 150));
        }
    }
    assert!(finished > 5, "{finished} games came to their end");
}

#[test]
fn tavli_with_every_value_of_every_option() {
    let mut rng = Rng::with_seed(2);
    for option in tavli::Ruleset::options() {
        for value in option.values {
            let mut ruleset = tavli::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            for first in tavli::Side::ALL {
                let start = tavli::Game::new(tavli::Position::start(ruleset, first));
                assert!(keeps_its_promises(&start, &mut rng, 2 * usize::from(tavli::TURN_LIMIT)));
            }
        }
    }
}

#[test]
fn what_is_out_of_turn_is_refused() {
    use tavli::IllegalAction;
    let mut game = tavli::Game::new(tavli::Position::start(tavli::Ruleset::default(), tavli::Side::White));
    let turn: tavli::Action = "123: hand-1 hand-2 hand-3".parse().unwrap();
    assert_eq!(game.act(&turn), Err(IllegalAction::NotThrown));
    game.act(&"123".parse().unwrap()).unwrap();
    let roll = game.roll().unwrap();
    assert_eq!(game.act(&"456".parse().unwrap()), Err(IllegalAction::Thrown(roll)));
    assert_eq!(game.act(&"456: hand-4 hand-5 hand-6".parse().unwrap()), Err(IllegalAction::Thrown(roll)));
    assert!(matches!(game.act(&"123: hand-1".parse().unwrap()), Err(IllegalAction::Turn(_))));
    game.act(&turn).unwrap();
    assert_eq!(game.position().side(), tavli::Side::Black);
}
