//! A game that no crate knows plays at a table: seats, matches, takebacks, records, views and the computer are there for it without a
//! line of their own.

use std::time::Duration;

use crate::nim_game::{Counters, Nim, Take};
use serde_json::json;
use tablen_engine::{Level, Stop};
use tablen_table::dice::{Seed, Source};
use tablen_table::record::{Note, Read, Record, Tried, Variation};
use tablen_table::study::{Node, Unplayable};
use tablen_table::verify::{Verdict, verify};
use tablen_table::view::{Ask, View, Viewer, lines};
use tablen_table::{
    BySeat, Command, Computer, Entry, Form, GameRound, Illegal, Occupant, Phase, Refusal, Request, Seat,
    Spec, Table,
};

const NOW: Duration = Duration::ZERO;
const SEED: Seed = Seed([5; 32]);

fn open(host: Occupant, guest: Occupant, form: Form) -> Table<Nim> {
    let spec = Spec { form, occupants: BySeat { host, guest }, ..Spec::of_family(Counters::TWELVE) };
    Table::open(spec, Some(SEED.commitment()), NOW, &mut Source::Verifiable(SEED)).unwrap()
}

fn person(name: &str) -> Occupant {
    Occupant::Person(name.to_owned())
}

fn apply(table: &mut Table<Nim>, seat: Seat, command: Command<Nim>) -> Result<(), Refusal<Nim>> {
    table.apply(seat, command, NOW, &mut Source::Verifiable(SEED)).map(|_| ())
}

/// A match between a person who always takes one and the computer.
fn played() -> Table<Nim> {
    let mut table = open(person("Ada"), Occupant::Computer(Level::WEAKEST), Form::BestOf(3));
    let mut computer = Computer::<Nim>::new(Level::WEAKEST, 1);
    while let Some(seat) = table.state().to_act() {
        let command = match seat {
            Seat::Host => Command::Move { mv: Take(1) },
            Seat::Guest => computer.command(table.state(), seat, &Stop::new()).unwrap(),
        };
        apply(&mut table, seat, command).unwrap();
    }
    table.reveal(SEED, NOW).unwrap();
    table
}

#[test]
fn a_match_is_played_to_its_end() {
    let table = played();
    assert_eq!(table.state().phase(), Phase::Over { winner: Some(Seat::Guest) });
    assert_eq!(table.state().rounds()[0].result.reason.name(), "last-counter");
    assert_eq!(Table::from_log(table.log().to_vec()).unwrap(), table);
    // The lots that decided who begins can be checked like any throw.
    assert!(matches!(verify(table.log()), Verdict::Right { throws: 3.. }));
}

#[test]
fn what_is_illegal_or_of_another_game_is_refused() {
    let mut table = open(person("Ada"), person("Bo"), Form::Single);
    let seat = table.state().to_act().unwrap();
    let before = table.clone();
    for (command, refusal) in [
        (Command::Roll, Refusal::Illegal(Illegal::OtherGame)),
        (Command::UndoStep, Refusal::Illegal(Illegal::OtherGame)),
        (Command::Confirm, Refusal::Illegal(Illegal::OtherGame)),
        (Command::Move { mv: Take(4) }, Refusal::Illegal(Illegal::Rule(crate::nim_game::Wrong))),
    ] {
        assert_eq!(apply(&mut table, seat, command), Err(refusal));
    }
    assert_eq!(apply(&mut table, seat.other(), Command::Move { mv: Take(1) }), Err(Refusal::NotYourTurn));
    assert_eq!(table, before);
    assert_eq!(table.state().round().unwrap().why_not("take-3", ""), Ok(None));
    assert!(serde_json::from_value::<Command<Nim>>(json!({ "command": "step", "from": "hand" })).is_err());
}

#[test]
fn turns_are_taken_back() {
    let mut table = open(person("Ada"), person("Bo"), Form::Single);
    let seat = table.state().to_act().unwrap();
    apply(&mut table, seat, Command::Move { mv: Take(3) }).unwrap();
    apply(&mut table, seat, Command::AskTakeback).unwrap();
    apply(&mut table, seat.other(), Command::GrantTakeback).unwrap();
    assert_eq!((table.state().round().unwrap().left(), table.state().to_act()), (12, Some(seat)));
}

#[test]
fn records_read_back_in_every_form() {
    let mut record = Record::of(&played());
    let first = record.log.iter().position(|entry| serde_json::to_value(entry).unwrap()["event"] == "moved");
    let tried = Tried { turn: Take(2), note: Note { comment: Some("better".to_owned()), ..Note::default() } };
    let note = Note { variations: vec![Variation { turns: vec![tried] }], ..Note::default() };
    record.notes.insert(first.unwrap() as u64, note);
    for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
        let read = Read::<Nim>::of_text(&text);
        assert_eq!(read.error, None, "{text}");
        assert_eq!(read.record, record, "{text}");
        // What is cut off is sound up to there.
        let cut = Read::<Nim>::of_text(&text[..text.len() / 2]);
        assert_eq!(cut.record.log, record.log[..cut.record.log.len()]);
    }
    let text = record.to_string();
    assert!(text.contains("Game: nim\nRules: 12\n"), "{text}");
    assert!(text.contains(". host take-1\n") && text.contains("[take-2 {better}]"), "{text}");
    let wrong = text.replacen("take-1", "take-9", 1);
    assert!(Read::<Nim>::of_text(&wrong).error.is_some());
}

#[test]
fn views_and_lines_tell_all_that_is_needed() {
    let mut table = open(person("Ada"), person("Bo"), Form::Single);
    let seat = table.state().to_act().unwrap();
    let view = |table: &Table<Nim>, viewer| View::new(table.state(), table.log().len() as u64, viewer, NOW);
    let seen = view(&table, Viewer::At(seat));
    assert!(seen.may.contains(&Ask::Move) && !seen.may.contains(&Ask::Roll));
    let seen = serde_json::to_value(seen).unwrap();
    assert_eq!(
        (&seen["game"], &seen["preset"], &seen["rules"]),
        (&json!("nim"), &json!("nim"), &json!("12"))
    );
    assert_eq!(seen["board"], json!({ "left": 12, "may_take": ["take-1", "take-2", "take-3"] }));
    apply(&mut table, seat, Command::Move { mv: Take(2) }).unwrap();
    assert_eq!(view(&table, Viewer::Spectator).board.unwrap().may_take, []);
    let told = serde_json::to_value(lines(table.state(), 1, 1)).unwrap();
    assert_eq!(told[0]["text"], "take-2");
    assert_eq!((&told[0]["seat"], &told[0]["left"]), (&json!(seat), &json!(10)));
}

#[test]
fn requests_and_events_as_json() {
    let text = json!({ "command": "move", "move": "take-2", "key": 7, "expected": 4 });
    let request: Request<Nim> = serde_json::from_value(text.clone()).unwrap();
    assert_eq!(request.command, Command::Move { mv: Take(2) });
    assert_eq!(serde_json::to_value(&request).unwrap(), text);
    let table = played();
    let log: Vec<Entry<Nim>> = serde_json::from_str(&serde_json::to_string(table.log()).unwrap()).unwrap();
    assert_eq!(Table::from_log(log).unwrap(), table);
}

#[test]
fn a_game_that_always_begins_alike_can_be_studied() {
    let turns = |turns: &[&str]| turns.iter().map(|turn| (*turn).to_owned()).collect();
    let node = Node::<Nim> { turns: turns(&["take-3", "take-2"]), ..Node::of_family(Counters::TWELVE) };
    let look = node.look().unwrap();
    assert_eq!((look.position.as_str(), look.turn, look.lines.len()), ("7", None, 2));
    assert_eq!(look.view.may, [Ask::Move]);
    let over = Node { turns: turns(&["take-3"; 4]), ..node.clone() }.look().unwrap();
    assert_eq!((over.view.may.as_slice(), over.view.rounds.len()), (&[][..], 1));
    let wrong = Node { turns: turns(&["take-3", "take-4"]), ..node.clone() }.look();
    assert_eq!(wrong.unwrap_err().turn(), Some(2));
    // There is no text of a position to begin with.
    let start = Node { start: Some("7".to_owned()), ..node }.look();
    assert!(matches!(start, Err(Unplayable::StartText(_))));
}
