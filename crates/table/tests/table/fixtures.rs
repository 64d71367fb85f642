//! What is sent over the wire, kept in `web/fixtures/` and read there by the page's own tests.
//!
//! `TABLEN_BLESS=1` writes the files anew after a change that is meant.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tablen_engine::Level;
use tablen_rules::tavli::{Cell, Die, Place};
use tablen_table::clock::Control;
use tablen_table::dice::{Seed, Source};
use tablen_table::view::{View, Viewer, lines};
use tablen_table::{
    BySeat, Colour, Command, Form, GameRound, Occupant, Request, Round, Ruleset, Seat, Spec, StepChoice,
    Table,
};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/fixtures")
}

const SEED: Seed = Seed([7; 32]);

fn open(preset: &str, form: Form) -> Table {
    let spec = Spec {
        host_plays: Some(Colour::Light),
        control: Control::Fischer { base: Duration::from_secs(600), increment: Duration::from_secs(5) },
        form,
        occupants: BySeat {
            host: Occupant::Person("Ada".to_owned()),
            guest: Occupant::Computer(Level::WEAKEST),
        },
        ..Spec::new(Ruleset::from_preset(preset).unwrap())
    };
    let dice = &mut Source::Verifiable(SEED);
    Table::open(spec, Some(SEED.commitment()), Duration::ZERO, dice).unwrap()
}

/// Plays at random until it is the host's turn to move a man after so many turns.
fn play_until(table: &mut Table, turns: usize) {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut dice = Source::Verifiable(SEED);
    while let (Some(seat), Some(round)) = (table.state().to_act(), table.state().round()) {
        let command = match round {
            Round::Tafl(game) => rng.choice(game.moves()).map(|mv| Command::Move { mv }),
            Round::Tavli(round) => match round.under_way() {
                None => Some(Command::Roll),
                Some(play) => rng
                    .choice(play.next_steps())
                    .map(|step| Command::Step(StepChoice { from: step.from, die: step.die }))
                    .or(Some(Command::Confirm)),
            },
        };
        let can_move = !matches!(command, Some(Command::Roll | Command::Confirm));
        if seat == Seat::Host && can_move && round.turns() >= turns {
            return;
        }
        let now = table.last_moment() + Duration::from_millis(625);
        table.apply(seat, command.unwrap(), now, &mut dice).unwrap();
    }
}

fn view(table: &Table, viewer: Viewer) -> Value {
    let view = View::new(table.state(), table.log().len() as u64, viewer, table.last_moment());
    serde_json::to_value(view).unwrap()
}

fn fixtures() -> BTreeMap<String, Value> {
    let host = Viewer::At(Seat::Host);
    let mut fixtures = BTreeMap::new();
    for (preset, turns) in [("tablut", 8), ("alea", 8), ("alea-17", 3), ("tavli", 44), ("brandubh", 2)] {
        let mut table = open(preset, Form::TwoRounds);
        fixtures.insert(format!("view-{preset}-start"), view(&table, host));
        play_until(&mut table, turns);
        fixtures.insert(format!("view-{preset}-middle"), view(&table, host));
        fixtures.insert(format!("view-{preset}-spectator"), view(&table, Viewer::Spectator));
        let dice = &mut Source::Verifiable(SEED);
        while table.state().to_act().is_some() {
            table.apply(Seat::Host, Command::Resign, table.last_moment(), dice).unwrap();
        }
        table.reveal(SEED, table.last_moment()).unwrap();
        fixtures.insert(format!("view-{preset}-over"), view(&table, host));
        fixtures.insert(format!("lines-{preset}"), serde_json::to_value(lines(table.state(), 1, 1)).unwrap());
        fixtures.insert(format!("log-{preset}"), serde_json::to_value(table.log()).unwrap());
    }
    let requests: Vec<Request> = [
        Command::Join { occupant: Occupant::Person("Bo".to_owned()), nonce: vec![1, 0xab] },
        Command::Join { occupant: Occupant::Bot("Random bot".to_owned()), nonce: Vec::new() },
        Command::Roll,
        Command::Step(StepChoice { from: Place::Hand, die: Die::ALL[1] }),
        Command::Turn {
            steps: vec![
                StepChoice { from: Place::Hand, die: Die::ALL[1] },
                StepChoice { from: Place::Cell(Cell::new(2).unwrap()), die: Die::ALL[4] },
            ],
            end: true,
        },
        Command::Move { mv: "E3-C3".parse().unwrap() },
        Command::Confirm,
    ]
    .into_iter()
    .map(|command| Request { command, key: Some(12), expected: Some(40), spent: None })
    .collect();
    fixtures.insert("requests".to_owned(), json!(requests));
    fixtures
}

#[test]
fn fixtures_are_what_is_sent() {
    let is_blessing = std::env::var_os("TABLEN_BLESS").is_some();
    for (name, value) in fixtures() {
        let path = folder().join(format!("{name}.json"));
        let text = serde_json::to_string_pretty(&value).unwrap() + "\n";
        if is_blessing {
            std::fs::create_dir_all(folder()).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == text,
            "{} is not what is sent: run with TABLEN_BLESS=1 if the change is meant",
            path.display()
        );
    }
}

#[test]
fn requests_are_read_back() {
    let text = std::fs::read_to_string(folder().join("requests.json")).unwrap();
    let requests: Vec<Request> = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_value(&requests).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
}
