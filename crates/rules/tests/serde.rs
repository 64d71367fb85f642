//! Every text form as a JSON string: the same text, read back to the same value, refused with the same words.

#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::fmt::{Debug, Display};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tablen_rules::option::Options;
use tablen_rules::rule::{Book, RuleId};
use tablen_rules::{tafl, tavli};

/// A value is the JSON string of its text, and comes back from it whole.
fn round_trip<T: Serialize + DeserializeOwned + Display + Debug + PartialEq>(value: &T) {
    let json = serde_json::to_value(value).unwrap();
    assert_eq!(json, Value::String(value.to_string()));
    assert_eq!(serde_json::from_value::<T>(json).unwrap(), *value);
    let written = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&written).unwrap(), *value);
}

fn round_trips<T>(values: impl IntoIterator<Item = T>)
where
    T: Serialize + DeserializeOwned + Display + Debug + PartialEq,
{
    let mut count = 0;
    for value in values {
        round_trip(&value);
        count += 1;
    }
    assert!(count > 0, "nothing was tried");
}

/// Why a JSON string is no `T`.
fn refused<T: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_value::<T>(Value::String(text.to_owned())).unwrap_err().to_string()
}

#[test]
fn rule_ids() {
    for book in [Book::Zeno, Book::Tablut, Book::Alea] {
        round_trips((1..=book.rules()).map(|number| RuleId::new(book, number)));
    }
}

#[test]
fn names() {
    round_trips(tafl::Side::ALL);
    round_trips(tafl::Preset::ALL.iter().copied());
    round_trips(tavli::Side::ALL);
}

#[test]
fn rulesets() {
    round_trips(tafl::Preset::ALL.iter().map(|preset| preset.ruleset()));
    for option in tafl::Ruleset::options() {
        for value in option.values {
            let mut ruleset = tafl::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            round_trip(&ruleset);
        }
    }
    for option in tavli::Ruleset::options() {
        for value in option.values {
            let mut ruleset = tavli::Ruleset::default();
            option.set(&mut ruleset, value).unwrap();
            round_trip(&ruleset);
        }
    }
    let start = tafl::Arrangement::drawn(
        "
        . . . N . . .
        . . . . . . .
        . . . B . . .
        N . B R B . N
        . . . B . . .
        . . . . . . .
        . . . N . . .",
    );
    let layout = Arc::new(tafl::Layout::new(start));
    round_trip(&tafl::Ruleset { board: tafl::Board::Custom(layout), ..tafl::Ruleset::default() });
}

#[test]
fn games_of_tafl() {
    round_trips(tafl::Cell::all(tafl::MAX_SIZE));
    for preset in tafl::Preset::ALL {
        let rules = Arc::new(tafl::Rules::<tafl::Wide>::new(&preset.ruleset()).unwrap());
        let mut game = tafl::Game::start(&rules, tafl::Side::Attackers);
        for ply in 0..60 {
            round_trip(&game.position().setup());
            round_trip(&game.position().setup().arrangement);
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            round_trips(moves.iter().copied());
            game.play(moves[ply * 31 % moves.len()]).unwrap();
        }
        round_trips(game.moves_played());
    }
    round_trip(&"/4t4/3tT4/9/9/9/9/9/9/4K4/ defenders captured".parse::<tafl::Setup>().unwrap());
}

#[test]
fn games_of_tavli() {
    round_trips(tavli::Die::ALL);
    round_trips(tavli::Roll::all());
    let mut position = tavli::Position::start(tavli::Ruleset::default(), tavli::Side::White);
    let rolls: Vec<tavli::Roll> = tavli::Roll::all().collect();
    for number in 0..200 {
        round_trip(&position.setup());
        if matches!(position.status(), tavli::Status::Over(_)) {
            break;
        }
        let roll = rolls[number * 31 % rolls.len()];
        let mut results = tavli::Results::new();
        position.results_into(roll, &mut results);
        let result = results.position(number * 17 % results.len()).unwrap();
        let turn = position.turn_to(roll, &result).unwrap();
        round_trip(&turn);
        for step in &turn.steps {
            round_trip(step);
            round_trip(&step.from);
            round_trip(&step.to);
        }
        position = result;
    }
    round_trips(tavli::Cell::all().map(tavli::Place::Cell));
    round_trips(tavli::Column::all().map(tavli::Place::Middle));
    round_trips([tavli::Place::Hand, tavli::Place::Off]);
}

/// What a parser says, with its place, is what serde says.
#[test]
fn errors_name_the_place() {
    assert_eq!(refused::<RuleId>("Z21"), "Z21".parse::<RuleId>().unwrap_err().to_string());
    let place = |message: String| message.split_once(": ").unwrap().0.to_owned();
    assert_eq!(place(refused::<tafl::Cell>("E0")), "Character 2");
    assert_eq!(place(refused::<tafl::Arrangement>("/3/1x1/3/")), "Character 5");
    assert_eq!(place(refused::<tafl::Setup>("/3/1K1/3/ nobody")), "Character 11");
    assert_eq!(place(refused::<tafl::Move>("E4=E5")), "Character 3");
    assert_eq!(place(refused::<tafl::MoveRecord>("E4-E5xT1")), "Character 7");
    assert_eq!(place(refused::<tafl::Ruleset>("preset:tablut goal:moon")), "Character 20");
    assert_eq!(place(refused::<tavli::Ruleset>("gate:own reentry:never")), "Character 18");
    assert_eq!(place(refused::<tavli::Roll>("127")), "Character 3");
    assert_eq!(place(refused::<tavli::Step>("4-off(7)")), "Character 7");
    assert_eq!(place(refused::<tavli::Turn>("123: 1-2 2-x")), "Character 12");
    assert_eq!(place(refused::<tavli::Roll>("12")), "Character 3");
    assert_eq!(place(refused::<tavli::Setup>("white 25:1; black; white to roll")), "Character 7");
}

/// A name can only be wrong as a whole; the names that there are say what would be right.
#[test]
fn errors_name_what_would_be_right() {
    assert_eq!(
        refused::<tafl::Side>("white"),
        r#"invalid value: string "white", expected one of attackers, defenders"#
    );
    assert_eq!(
        refused::<tavli::Side>("attackers"),
        r#"invalid value: string "attackers", expected one of white, black"#
    );
    assert_eq!(refused::<tavli::Die>("7"), r#"invalid value: string "7", expected one of 1, 2, 3, 4, 5, 6"#);
    for name in tafl::Preset::NAMES {
        assert!(refused::<tafl::Preset>("chess").contains(name));
    }
    assert!(refused::<tavli::Place>("m13").contains("expected one of hand, m1, m2, "));
}

/// Nothing but a string is read.
#[test]
fn other_json_is_refused() {
    for json in ["1", "null", "[]", "{}", "true"] {
        assert!(serde_json::from_str::<tafl::Cell>(json).is_err());
        assert!(serde_json::from_str::<tavli::Die>(json).is_err());
    }
}
