//! Every message over a socket, kept in `web/fixtures/` and read there by the page's own tests.
//!
//! `TABLEN_BLESS=1` writes the files anew after a change that is meant.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use tablen_engine::Level;
use tablen_host::messages::{ClientMessage, Do, Phrase, Presence, Said, ServerMessage, VERSION};
use tablen_rules::words::{Explain as _, Lang};
use tablen_table::dice::{Seed, Source};
use tablen_table::view::{Hint, MoveHint, View, Viewer, lines};
use tablen_table::{BySeat, Colour, Command, Occupant, Refusal, Request, Ruleset, Seat, Spec, Table};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/fixtures").join(format!("messages-{name}.json"))
}

fn keep(name: &str, value: &Value) {
    let text = serde_json::to_string_pretty(value).unwrap() + "\n";
    if std::env::var_os("TABLEN_BLESS").is_some() {
        std::fs::write(path(name), &text).unwrap();
    }
    let kept = std::fs::read_to_string(path(name)).unwrap_or_default();
    assert!(kept == text, "{name} is not what is sent: run with TABLEN_BLESS=1 if the change is meant");
}

fn from_client() -> Vec<ClientMessage> {
    let asked = |command: Command, seat| {
        let request = Request { command, key: Some(4_503_599_627_370_497), expected: Some(12), spent: None };
        ClientMessage::Do(Do { seat, request })
    };
    let mut messages = vec![
        asked(Command::Join { occupant: Occupant::Person("Bo".to_owned()), nonce: vec![1, 0xab] }, None),
        asked(Command::Move { mv: "E3-C3".parse().unwrap() }, Some(Seat::Host)),
        asked(Command::Roll, Some(Seat::Guest)),
        ClientMessage::Hint,
        ClientMessage::Why { from: "E3".to_owned(), to: Some("D4".to_owned()) },
        ClientMessage::Why { from: "E3".to_owned(), to: None },
        ClientMessage::Lang { lang: "fr".to_owned() },
        ClientMessage::Ping,
    ];
    messages.extend(Phrase::ALL.map(|phrase| ClientMessage::Say { phrase }));
    messages
}

#[test]
fn messages_of_clients() {
    let messages = from_client();
    keep("from-client", &json!(messages));
    let text = std::fs::read_to_string(path("from-client")).unwrap();
    assert_eq!(serde_json::from_str::<Vec<ClientMessage>>(&text).unwrap(), messages);
}

#[test]
fn messages_of_the_server() {
    let seed = Seed([7; 32]);
    let dice = &mut Source::Verifiable(seed);
    let spec = Spec {
        host_plays: Some(Colour::Light),
        occupants: BySeat {
            host: Occupant::Person("Ada".to_owned()),
            guest: Occupant::Person("Bo".to_owned()),
        },
        ..Spec::new(Ruleset::from_preset("brandubh").unwrap())
    };
    let mut table = Table::open(spec, Some(seed.commitment()), Duration::ZERO, dice).unwrap();
    let seat = table.state().to_act().unwrap();
    let tablen_table::Round::Tafl(game) = table.state().round().unwrap() else { panic!("brandubh is tafl") };
    let mv = game.moves()[0];
    let known = table.log().len() as u64;
    table.apply(seat, Command::Move { mv }, Duration::from_secs(2), dice).unwrap();
    let view =
        View::new(table.state(), table.log().len() as u64, Viewer::At(Seat::Host), table.last_moment());
    let presence = Presence { seats: BySeat { host: true, guest: false }, watching: 2 };
    let turn: tablen_rules::tavli::Turn = "256: hand-2 hand-5 hand-6".parse().unwrap();
    let refusal = <Refusal>::NotYourTurn.message();
    let messages = [
        ServerMessage::Hello {
            version: VERSION,
            table: "0123456789abcdef0123456789abcdef".to_owned(),
            viewer: Viewer::At(Seat::Host),
            seat: Some(Viewer::At(Seat::Host).name()),
            levels: Level::all().map(Level::number).collect(),
            generation: 3_141_592_653_589_793,
            is_ahead: false,
        },
        ServerMessage::State {
            events: table.since(known).to_vec().into(),
            view: view.into(),
            lines: lines(table.state(), 1, 1).into(),
            presence,
        },
        ServerMessage::Refused { key: Some(12), why: Said::new(&refusal, None, Lang::Fr) },
        ServerMessage::Refused {
            key: None,
            why: Said::new(&tablen_host::TEXTS.message("server.refusal.not-a-player"), None, Lang::En),
        },
        ServerMessage::Done { key: Some(12) },
        ServerMessage::Hint {
            hint: Hint::Move(MoveHint { from: mv.from, to: mv.to, text: mv.to_string() }),
            reason: Some("The king’s way to A1 is barred.".to_owned()),
        },
        ServerMessage::Hint { hint: Hint::Turn((&turn).into()), reason: None },
        ServerMessage::Why {
            from: "E3".to_owned(),
            to: Some("D4".to_owned()),
            text: Some("T4: pieces move along a row or a column.".to_owned()),
            rule: Some("T4".to_owned()),
        },
        ServerMessage::Presence { presence },
        ServerMessage::Said { seat: Seat::Guest, phrase: Phrase::WellPlayed },
        ServerMessage::Next { path: "/t/0123456789abcdef0123456789abcdef".to_owned() },
        ServerMessage::Pong,
        ServerMessage::Closing,
    ];
    keep("from-server", &json!(messages));
}
