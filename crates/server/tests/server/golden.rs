//! Databases and conversations of earlier versions: every table is found as it was left and played on. See `golden/README.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Person, Server, Socket, pick};
use serde_json::{Value, json};
use tablen_host::messages::ClientMessage;
use tablen_table::Entry;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden")
}

fn json_lines(path: &Path) -> Vec<Value> {
    fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A server on a copy of a kept database, and what was kept of its tables and its people.
struct Kept {
    server: Server,
    cookies: BTreeMap<String, String>,
    me: Value,
    tables: Vec<Value>,
}

impl Kept {
    async fn open(set: &str, name: &str) -> Kept {
        let kept = golden().join(set).join("server");
        let folder = tempfile::tempdir().unwrap();
        for ending in ["", "-wal"] {
            let file = kept.join(format!("{name}.db{ending}"));
            if file.exists() {
                fs::copy(file, folder.path().join(format!("tablen.db{ending}"))).unwrap();
            }
        }
        let server = Server::in_folder(folder, |_| {}).await;
        let mut lines = json_lines(&kept.join(format!("{name}.jsonl")));
        let tables = lines.split_off(1);
        let cookies = serde_json::from_value(lines[0]["cookies"].clone()).unwrap();
        Kept { server, cookies, me: lines[0]["me"].clone(), tables }
    }

    /// Somebody by the name that the golden files use; one without a name is somebody new.
    fn person(&self, name: &str) -> Person {
        Person { cookie: self.cookies.get(name).cloned(), ..self.server.person() }
    }

    /// Comes to a table as somebody, and is told everything.
    async fn sit(&self, name: &str, table: &Value) -> (Socket, Vec<Value>) {
        let mut socket = self.person(name).sit_since(table["id"].as_str().unwrap(), 0).await;
        let state = socket.hear_of("state").await;
        let told = state["events"].as_array().unwrap().clone();
        // Of a long game the end is told, and what was before is asked for.
        let first = told.first().map_or(0, |event| event["sequence"].as_u64().unwrap());
        let mut events: Vec<Value> = Vec::new();
        while (events.len() as u64) < first {
            let path =
                format!("/api/v1/tables/{}/events?from={}", table["id"].as_str().unwrap(), events.len());
            let page = self.person(name).get(&path).await.json()["events"].take();
            events.extend(page.as_array().unwrap().iter().cloned());
        }
        events.truncate(usize::try_from(first).unwrap());
        events.extend(told);
        (socket, events)
    }

    /// Comes to a table as everybody who was kept for it, those first who can let a clock run on.
    async fn everybody(&self, table: &Value) -> Vec<(String, Socket)> {
        let views = table["views"].as_object().unwrap();
        let mut names: Vec<&String> = views.keys().collect();
        names.sort_by_key(|name| views[*name]["acts_for"].is_null());
        let mut sockets = Vec::new();
        for name in names {
            sockets.push((name.clone(), self.sit(name, table).await.0));
        }
        let next = sockets.iter().map(|(_, socket)| socket.view["next"].as_u64()).max().unwrap();
        for (_, socket) in &mut sockets {
            socket.until(|view| view["next"].as_u64() >= next).await;
        }
        sockets
    }
}

/// Whether everything that was kept is there, with the same value; what is new is of no account.
fn is_within(kept: &Value, now: &Value) -> bool {
    match (kept, now) {
        (Value::Object(kept), Value::Object(now)) => {
            kept.iter().all(|(name, value)| now.get(name).is_some_and(|now| is_within(value, now)))
        }
        (Value::Array(kept), Value::Array(now)) => {
            kept.len() == now.len() && kept.iter().zip(now).all(|(kept, now)| is_within(kept, now))
        }
        _ => kept == now,
    }
}

/// What of a view may not change, whatever is shown beside it.
fn lasting(view: &Value) -> Value {
    let mut lasting = json!({});
    for name in [
        "viewer",
        "game",
        "preset",
        "rules",
        "form",
        "phase",
        "winner",
        "round",
        "rounds",
        "seats",
        "to_act",
        "acts_for",
        "draw_offer",
        "takeback",
        "rematch_offer",
        "turns",
        "dice",
    ] {
        lasting[name] = view[name].clone();
    }
    for name in ["pieces", "white", "black", "roll"] {
        lasting["board"][name] = view["board"][name].clone();
    }
    lasting
}

fn compare_views(name: &str, kept: &Value, now: &Value) {
    let (mut was, is) = (lasting(kept), lasting(now));
    // Brandubh and Hnefatafl had no names of their own.
    if was["game"] == "other" {
        assert_ne!(is["preset"], Value::Null, "{name}");
        was["game"] = is["preset"].clone();
    }
    assert!(is_within(&was, &is), "{name}:\n{was}\nis now\n{is}");
    for ask in kept["may"].as_array().unwrap() {
        assert!(now["may"].as_array().unwrap().contains(ask), "{name}: {ask} is no longer possible");
    }
    for seat in ["host", "guest"] {
        if kept["clock"]["running"] != json!(seat) {
            assert_eq!(kept["clock"]["left"][seat], now["clock"]["left"][seat], "{name}");
        }
    }
}

fn computer_is_to_act(table: &Value) -> bool {
    let view = &table["views"]["anyone"];
    let seat = view["to_act"].as_str().unwrap_or_default();
    view["seats"][seat]["occupant"].get("computer").is_some()
}

/// Everything about one database.
async fn every_table_is_found_and_played_on(set: &str, name: &str) {
    let kept = Kept::open(set, name).await;
    for (person, me) in kept.me.as_object().unwrap() {
        let now = kept.person(person).get("/api/v1/me").await.json();
        assert_eq!(now["name"], me["name"]);
        // Not their order: a stop touches those whose clocks it stops.
        let ids = |me: &Value| {
            let tables = me["tables"].as_array().unwrap().iter();
            tables.map(|table| (table["id"].to_string(), table["seat"].to_string())).collect::<BTreeSet<_>>()
        };
        assert_eq!(ids(&now), ids(me), "{person}'s tables");
    }
    let mut rng = fastrand::Rng::with_seed(9);
    for table in &kept.tables {
        let name = table["name"].as_str().unwrap();
        let mut sockets = kept.everybody(table).await;
        let (_, events) = kept.sit("anyone", table).await;
        let recorded = table["events"].as_array().unwrap();
        assert_eq!(events[..recorded.len()], recorded[..], "{name}");
        if computer_is_to_act(table) {
            // It takes up what it was about.
            for (_, socket) in &mut sockets {
                socket.until(|view| view["to_act"] != table["views"]["anyone"]["to_act"]).await;
            }
        } else {
            for event in &events[recorded.len()..] {
                let is_of_the_clock = ["paused", "resumed"].contains(&event["event"].as_str().unwrap());
                assert!(is_of_the_clock, "{name}: {event} has happened by itself");
            }
            for (person, socket) in &sockets {
                compare_views(&format!("{name}, {person}"), &table["views"][person], &socket.view);
            }
        }
        let seen =
            kept.person("anyone").get(&format!("/api/v1/tables/{}", table["id"].as_str().unwrap())).await;
        let next = seen.json()["next"].as_str().map(|path| path.trim_start_matches("/t/").to_owned());
        assert_eq!(json!(next), table["next"], "{name}");

        requests_act_no_second_time(&kept, table, &mut sockets).await;
        play_on(name, &mut sockets, &mut rng).await;
    }
}

/// Every request that was carried out, sent again with its key by the same person, is acknowledged and does nothing.
async fn requests_act_no_second_time(kept: &Kept, table: &Value, sockets: &mut [(String, Socket)]) {
    let before = kept.sit("anyone", table).await.1.len();
    for request in table["requests"].as_array().unwrap() {
        // At one screen a request that names no seat is meant for the side to move now.
        let is_for_both = table["views"][request["person"].as_str().unwrap()]["viewer"] == "both";
        if is_for_both && request["message"]["seat"].is_null() {
            continue;
        }
        let (_, socket) = sockets.iter_mut().find(|(name, _)| *name == request["person"]).unwrap();
        socket.send(&request["message"]).await;
        let answer = loop {
            let message = socket.hear().await.unwrap();
            if message["type"] == "done" || message["type"] == "refused" {
                break message;
            }
        };
        assert_eq!(answer, json!({ "type": "done", "key": request["message"]["key"] }), "{request}");
    }
    let after = kept.sit("anyone", table).await.1.len();
    assert_eq!(before, after, "{}: something happened a second time", table["name"]);
}

/// A few commands of the side to move, if the game is not over.
async fn play_on(name: &str, sockets: &mut [(String, Socket)], rng: &mut fastrand::Rng) {
    if sockets[0].1.view["phase"] != "playing" {
        return;
    }
    for _ in 0..6 {
        let next = sockets.iter().map(|(_, socket)| socket.view["next"].as_u64()).max().unwrap();
        for (_, socket) in sockets.iter_mut() {
            socket.until(|view| view["next"].as_u64() >= next).await;
        }
        if sockets[0].1.is_over() {
            return;
        }
        match sockets.iter_mut().find_map(|(_, socket)| Some((pick(&socket.view, rng)?, socket))) {
            Some((command, socket)) => {
                let before = socket.view["next"].as_u64();
                socket.does(command).await;
                assert!(socket.view["next"].as_u64() > before, "{name}");
            }
            // The computer plays.
            None => drop(sockets[0].1.hear_of("state").await),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_a_server_that_was_stopped() {
    every_table_is_found_and_played_on("0.1", "stopped").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_of_a_server_that_was_killed() {
    every_table_is_found_and_played_on("0.1", "killed").await;
}

#[tokio::test]
async fn what_clients_said_is_still_understood() {
    let mut kinds = BTreeMap::<String, usize>::new();
    for file in fs::read_dir(golden().join("0.1/conversations")).unwrap() {
        for line in json_lines(&file.unwrap().path()) {
            let message = &line["message"];
            let kind = message["type"].as_str().unwrap();
            *kinds.entry(format!("{} {kind}", line["from"].as_str().unwrap())).or_default() += 1;
            if line["from"] == "client" {
                let read = serde_json::from_value::<ClientMessage>(message.clone());
                assert_eq!(read.is_ok(), kind != "nonsense", "{message}: {read:?}");
            } else if kind == "state" {
                let events: Vec<Entry> = serde_json::from_value(message["events"].clone()).unwrap();
                assert_eq!(serde_json::to_value(events).unwrap(), message["events"]);
            }
        }
    }
    let said = ["do", "hint", "why", "say", "lang", "ping"].map(|kind| format!("client {kind}"));
    let told = ["hello", "state", "refused", "done", "hint", "why", "presence", "said", "next", "pong"];
    for kind in said.into_iter().chain(told.map(|kind| format!("server {kind}"))) {
        assert!(kinds.contains_key(&kind), "{kind} is in no conversation");
    }
}
