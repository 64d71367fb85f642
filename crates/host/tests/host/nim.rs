//! A game that no crate knows is hosted like any other: it is asked for and told in the same messages, stored in the same writes,
//! and the computer plays it.

use std::time::Duration;

use crate::nim_game::{Counters, Nim};
use serde_json::{Value, json};
use tablen_engine::{Level, Stop};
use tablen_host::{
    ConnectionId, Effect, Host, Input, Kind, Limits, Opened, Opening, PersonId, Settings, TableId, open,
};
use tablen_rules::words::Lang;
use tablen_table::dice::{Seed, Source};
use tablen_table::{BySeat, Entry, Form, Occupant, Spec, Table};

const NOW: Duration = Duration::ZERO;
const ADA: PersonId = PersonId::from_bytes([1; 16]);
const CONNECTION: ConnectionId = ConnectionId(1);

/// A driver that carries everything out at once, and keeps what was stored and told.
struct Driver {
    host: Host<Nim>,
    stored: Vec<Entry<Nim>>,
    told: Vec<Value>,
    next: Option<Box<Opened<Nim>>>,
}

impl Driver {
    fn give(&mut self, input: Input<Nim>) {
        let effects = self.host.handle(input, NOW);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect<Nim>>) {
        for effect in effects {
            match effect {
                Effect::Store(write) => {
                    // What is stored is text.
                    let text = serde_json::to_string(&write.entries).unwrap();
                    self.stored.extend(serde_json::from_str::<Vec<Entry<Nim>>>(&text).unwrap());
                    self.next = write.next.or(self.next.take());
                    self.give(Input::Stored(write.id));
                }
                Effect::Tell { message, .. } => {
                    self.told.push(serde_json::from_str(&message.text()).unwrap())
                }
                Effect::Think { thought, job, .. } => {
                    let answer = Some(job.run(&Stop::new()));
                    self.give(Input::Thought { thought, answer });
                }
                Effect::Warn(trouble) => panic!("{trouble:?}"),
                Effect::Show { .. } | Effect::StopThinking(_) | Effect::End(_) => {}
            }
        }
    }

    /// Sends a message as it comes over a socket; returns what is told of it.
    fn send(&mut self, message: Value) -> Vec<Value> {
        let before = self.told.len();
        self.give(Input::Message(CONNECTION, serde_json::from_value(message).unwrap()));
        self.told[before..].to_vec()
    }
}

fn hosted() -> Driver {
    let occupants =
        BySeat { host: Occupant::Person("Ada".to_owned()), guest: Occupant::Computer(Level::WEAKEST) };
    let opened = open(Opening {
        id: TableId::from_bytes([7; 16]),
        spec: Spec { occupants, form: Form::BestOf(3), ..Spec::of_family(Counters::TWELVE) },
        seats: BySeat { host: Some(ADA), guest: None },
        kind: Kind::Apart,
        is_public: false,
        nonces: BySeat::default(),
        dice: Source::Verifiable(Seed([7; 32])),
    })
    .unwrap();
    let settings = Settings {
        limits: Limits { events: 1_000, nonce_bytes: 64 },
        sighting: Duration::from_secs(60),
        generation: 1,
        computer_seeds: BySeat { host: 0, guest: 1 },
        keeps_computer: false,
    };
    let next_table = Box::new(|| Ok((TableId::from_bytes([8; 16]), Source::Verifiable(Seed([8; 32])))));
    let stored = opened.table.log().to_vec();
    let (host, effects) = Host::new(opened, settings, &[], next_table, NOW);
    let mut driver = Driver { host, stored, told: Vec::new(), next: None };
    driver.carry_out(effects);
    driver.give(Input::Connected {
        connection: CONNECTION,
        person: ADA,
        lang: Lang::En,
        since: None,
        generation: None,
    });
    driver
}

#[test]
fn a_match_of_nim_is_hosted_from_the_first_counter_to_the_next_table() {
    let mut driver = hosted();
    assert_eq!(driver.told[0]["type"], "hello");
    assert_eq!(driver.told[1]["view"]["acts_for"], "host");
    while driver.host.table().state().to_act().is_some() {
        let told = driver.send(json!({ "type": "do", "command": "move", "move": "take-1" }));
        assert!(told.iter().any(|message| message["type"] == "done"), "{told:?}");
    }
    let told = driver.send(json!({ "type": "do", "command": "offer-rematch" }));
    assert!(told.iter().any(|message| message["type"] == "next"), "{told:?}");
    assert_eq!(driver.next.as_ref().unwrap().id, TableId::from_bytes([8; 16]));
    let replayed = Table::from_log(driver.stored.clone()).unwrap();
    assert_eq!(replayed.state(), driver.host.table().state());
    assert_eq!(replayed.state().seed(), Some(Seed([7; 32])));
}

#[test]
fn what_nim_does_not_allow_is_refused_and_a_hint_is_given() {
    let mut driver = hosted();
    let told = driver.send(json!({ "type": "do", "command": "move", "move": "take-5", "key": 3 }));
    assert_eq!((&told[0]["type"], &told[0]["key"]), (&json!("refused"), &json!(3)));
    let told = driver.send(json!({ "type": "do", "command": "roll" }));
    assert_eq!(told[0]["code"], "table.illegal.other-game");
    let told = driver.send(json!({ "type": "hint" }));
    assert_eq!(told[0]["type"], "hint", "{told:?}");
    assert!(told[0]["take"].is_string(), "{told:?}");
}
