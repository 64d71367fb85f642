//! Rounds that begin with a position of somebody's choice.

use std::time::Duration;

use crate::support::{person, seated};
use tablen_engine::{Level, Stop};
use tablen_rules::words::{Explain, Lang};
use tablen_table::dice::Source;
use tablen_table::record::{Read, Record};
use tablen_table::view::{View, Viewer};
use tablen_table::{
    BySeat, Colour, Command, Computer, Form, GameRound, Occupant, Phase, Refusal, Ruleset, Seat, Spec, Start,
    Table,
};

const NOW: Duration = Duration::ZERO;
/// The king can escape at once: a goal is open to him.
const ENDGAME: &str = "/3ttt3/9/9/t7t/t3K2tt/t6Tt/9/9/3ttt3/ defenders";
const BEARING_OFF: &str = "white 24:2 off:13 beyond; black 6:15; white to roll";

fn rules(preset: &str) -> Ruleset {
    Ruleset::from_preset(preset).unwrap()
}

fn from(preset: &str, start: &str) -> Spec {
    Spec { start: Some(start.parse().unwrap()), host_plays: Some(Colour::Light), ..seated(rules(preset)) }
}

fn open(spec: Spec) -> Table {
    Table::open(spec, None, NOW, &mut Source::Seeded(1)).unwrap()
}

fn do_it(table: &mut Table, seat: Seat, command: Command) {
    table.apply(seat, command, NOW, &mut Source::Seeded(1)).unwrap();
}

fn move_of(text: &str) -> Command {
    Command::Move { mv: text.parse().unwrap() }
}

#[test]
fn every_round_begins_with_the_start_whoever_the_rules_would_let_begin() {
    let mut table = open(Spec { form: Form::TwoRounds, ..from("tablut", ENDGAME) });
    // T3 would leave it to the lot; no die was thrown.
    assert_eq!((table.state().throws(), table.state().to_act()), (0, Some(Seat::Host)));
    assert_eq!(table.state().round().unwrap().position_before(0).unwrap().to_string(), ENDGAME);
    do_it(&mut table, Seat::Host, move_of("E5-E8"));
    do_it(&mut table, Seat::Guest, move_of("D1-D2"));
    do_it(&mut table, Seat::Host, Command::AskTakeback);
    do_it(&mut table, Seat::Guest, Command::GrantTakeback);
    assert_eq!(table.state().round().unwrap().position_before(0).unwrap().to_string(), ENDGAME);
    do_it(&mut table, Seat::Host, move_of("E5-B5"));
    do_it(&mut table, Seat::Guest, Command::Resign);
    // Sides are exchanged, and the start is the same.
    assert_eq!((table.state().rounds().len(), table.state().to_act()), (1, Some(Seat::Guest)));
    assert_eq!(table.state().round().unwrap().position_before(0).unwrap().to_string(), ENDGAME);
    // Nobody has captured the men that were not there at first (A12).
    assert_eq!(table.state().rounds()[0].result.captured, BySeat { host: 0, guest: 0 });
    do_it(&mut table, Seat::Guest, Command::Resign);
    assert_eq!(table.state().phase(), Phase::Over { winner: Some(Seat::Host) });
    do_it(&mut table, Seat::Host, Command::OfferRematch);
    do_it(&mut table, Seat::Guest, Command::AcceptRematch);
    assert_eq!(table.state().rematch().unwrap().start, table.state().spec().start);
}

#[test]
fn a_start_is_kept_in_records_logs_and_views() {
    for (preset, start) in [("tablut", ENDGAME), ("tavli", BEARING_OFF)] {
        let mut table = open(from(preset, start));
        let usual = open(Spec { start: None, ..table.state().spec().clone() });
        do_it(&mut table, Seat::Host, if preset == "tavli" { Command::Roll } else { move_of("E5-E8") });
        let record = Record::of(&table);
        assert!(record.to_string().contains(&format!("\nStart: {start}\n")), "{record}");
        for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
            let read: Record = text.parse().unwrap();
            assert_eq!(read, record, "{text}");
            assert_eq!(read.table().unwrap(), table);
        }
        let seen = |table: &Table| {
            serde_json::to_value(View::new(table.state(), 0, Viewer::Spectator, NOW)).unwrap()
        };
        assert_eq!(seen(&table)["start"], start);
        // Where it is the usual one nothing is told of it, as before there were others.
        assert_eq!(seen(&usual).get("start"), None);
        assert!(!Record::of(&usual).to_json().contains("start"));
        assert!(!Record::of(&usual).to_string().contains("\nStart:"));
    }
}

#[test]
fn computers_play_from_a_start() {
    for (preset, start) in [("tablut", ENDGAME), ("tavli", BEARING_OFF)] {
        let computer = Occupant::Computer(Level::WEAKEST);
        let occupants = BySeat { host: person("Ada"), guest: computer };
        let mut table = open(Spec { host_plays: Some(Colour::Dark), occupants, ..from(preset, start) });
        if preset == "tavli" {
            do_it(&mut table, Seat::Guest, Command::Roll);
        }
        let mut player = Computer::new(Level::WEAKEST, 1);
        let command = player.command(table.state(), Seat::Guest, &Stop::new()).unwrap();
        do_it(&mut table, Seat::Guest, command);
        assert_ne!(table.state().to_act(), Some(Seat::Guest), "{preset}");
    }
}

/// A sentence, the rule that it cites, the places and the side that it is about.
type Told = (String, Option<String>, Vec<String>, Option<Colour>);

/// What is said about a table that is not opened.
fn faults(spec: Spec) -> Vec<Told> {
    match Table::open(spec, None, NOW, &mut Source::Seeded(1)) {
        Err(Refusal::BadStart(faults)) => faults
            .0
            .iter()
            .map(|fault| {
                let rule = fault.rule().map(|rule| rule.to_string());
                (fault.explain(Lang::En), rule, fault.places(), fault.colour())
            })
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_fault_of_a_start_is_told_at_once_with_its_rule_and_place() {
    let told = faults(from("tablut", "/K8/9/9/9/4t4/9/9/9/8K/ attackers"));
    let told: Vec<_> = told.iter().map(|(_, rule, places, _)| (rule.as_deref(), places.join(" "))).collect();
    assert_eq!(told, [(Some("T5"), "E5".to_owned()), (Some("T2"), "I9".to_owned())]);
    let told = faults(from("tavli", "white 7:14 3:2; black hand:14 3:1 off:1 beyond; white to roll"));
    let short: Vec<_> = told
        .iter()
        .map(|(_, rule, places, colour)| (rule.as_deref().unwrap(), places.join(" "), *colour))
        .collect();
    let (light, dark) = (Some(Colour::Light), Some(Colour::Dark));
    let place = str::to_owned;
    assert_eq!(
        short,
        [
            ("Z2", place(""), light),
            ("Z2", place(""), dark),
            ("Z8", place("3"), None),
            ("Z15", place("7"), light),
            ("Z16", place("hand off"), dark),
            ("Z14", place("hand"), dark),
        ]
    );
    assert_eq!(told[0].0, "White has 16 men instead of 15.");
}

#[test]
fn what_is_over_or_of_another_game_is_no_start() {
    let only = |spec: Spec| {
        let told = faults(spec);
        assert_eq!(told.len(), 1, "{told:?}");
        told[0].0.clone()
    };
    let over = "The game is already over in this position.";
    for (preset, start) in [
        ("tablut", "/4K4/9/9/9/9/9/9/9/t8/ attackers"),
        ("tablut", "/9/9/9/9/4K4/9/9/9/9/ attackers"),
        ("tavli", "white off:15 beyond; black 6:15; black to roll"),
    ] {
        assert_eq!(only(from(preset, start)), over, "{start}");
    }
    assert_eq!(only(from("tablut", BEARING_OFF)), "This is a position of another game.");
    assert_eq!(only(from("tavli", ENDGAME)), "This is a position of another game.");
    // Every second round must be able to begin with it, too.
    let handicap = Some(rules("brandubh"));
    assert_eq!(
        only(Spec { handicap, ..from("tablut", ENDGAME) }),
        "The board has 9 rows; these rules need 7."
    );
}

#[test]
fn a_record_with_a_wrong_start_says_where() {
    let text = Record::of(&open(from("tablut", ENDGAME))).to_string();
    let line = text.lines().position(|line| line.starts_with("Start:")).unwrap() + 1;
    for (wrong, said) in [
        (ENDGAME.replace("3K2", "6"), "There is no king."),
        (ENDGAME.replace("defenders", "swedes"), "swedes"),
        (BEARING_OFF.to_owned(), "another game"),
    ] {
        let read = <Read>::of_text(&text.replace(ENDGAME, &wrong));
        let error = read.error.unwrap();
        assert_eq!((error.line, error.column, read.record.log.len()), (line, 8, 0), "{error}");
        assert!(error.to_string().contains(said), "{error}");
    }
    // Before the rules it is checked when they are known.
    let moved: String =
        text.lines().filter(|line| !line.starts_with("Start:")).map(|line| format!("{line}\n")).collect();
    let start: Start = BEARING_OFF.parse().unwrap();
    let moved = moved.replacen("Game:", &format!("Start: {start}\nGame:"), 1);
    let error = <Read>::of_text(&moved).error.unwrap();
    assert!(moved.lines().nth(error.line - 1).unwrap().starts_with("Rules:"), "{error}");
}
