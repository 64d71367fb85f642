//! Analyses: lines that come as they are found.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::api::{Checker, document};
use crate::support::{Answer, SOON, Server, friendly, play_on, two_at_a_table};

/// The lines of an answer, each held against its description.
fn lines(answer: &Answer, path: &str) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
    let document = document();
    let schema =
        &document["paths"][path]["post"]["responses"]["200"]["content"]["application/x-ndjson"]["schema"];
    let checker = Checker::strict(&document, schema);
    let text = answer.text();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for line in &lines {
        checker.check(line, path);
    }
    lines
}

fn of_type<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

const POSITION: &str = "/api/v1/study/analysis";
const GAME: &str = "/api/v1/tables/{id}/analysis";

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_looked_at_ever_deeper() {
    let server = Server::start().await;
    let mut ada = server.person();
    let mut depths: Vec<u64> = Vec::new();
    // As long as it takes until there are three.
    for seconds in [1, 4, 15, 60] {
        let question =
            json!({ "ruleset": "preset:tablut", "turns": ["D1-D3"], "lines": 2, "seconds": seconds })
                .to_string();
        // What comes line by line is not compressed, even for those who would read it.
        let answer = ada.ask("POST", POSITION, &[("Accept-Encoding", "gzip")], &question).await;
        assert_eq!(answer.header("content-encoding"), None);
        let lines = lines(&answer, POSITION);
        let found = of_type(&lines, "lines");
        depths = found.iter().map(|line| line["depth"].as_u64().unwrap()).collect();
        assert!(depths.windows(2).all(|pair| pair[0] < pair[1]), "{depths:?}");
        assert!(found.iter().all(|line| line["lines"].as_array().unwrap().len() == 2));
        assert_eq!(lines.last().unwrap()["type"], "done");
        if depths.len() > 2 {
            break;
        }
    }
    assert!(depths.len() > 2, "{depths:?}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn throws_and_turns_of_tavli_are_valued() {
    let server = Server::start().await;
    let mut ada = server.person();
    let start = "white 7:2 20:13 beyond; black 9:1 23:14 beyond; white to roll";
    let before = json!({ "ruleset": "game:tavli", "start": start, "seconds": 60 });
    let before = lines(&ada.post(POSITION, &before).await, POSITION);
    let rolls = of_type(&before, "rolls");
    assert_eq!(rolls[0]["lookahead"], 0);
    assert_eq!(rolls[0]["rolls"].as_array().unwrap().len(), 56);
    let with_roll = json!({ "ruleset": "game:tavli", "start": start, "roll": "246", "seconds": 60 });
    let with_roll = lines(&ada.post(POSITION, &with_roll).await, POSITION);
    let plays = of_type(&with_roll, "plays");
    assert_eq!(plays.last().unwrap()["lookahead"], 1, "{plays:?}");
    let chance = |line: &Value| line["chance"].as_f64().unwrap();
    let turns = plays.last().unwrap()["lines"].as_array().unwrap();
    assert!(turns.len() == 3 && chance(&turns[0]) >= chance(&turns[1]));
    // Of a turn that was begun only what is left of it is looked at, and the steps that were played stay.
    let steps = json!([{ "from": "20", "die": "4" }, { "from": "7", "die": "6" }]);
    let begun =
        json!({ "ruleset": "game:tavli", "start": start, "roll": "246", "steps": steps, "seconds": 60 });
    let begun = lines(&ada.post(POSITION, &begun).await, POSITION);
    let rest = of_type(&begun, "plays").last().unwrap()["lines"].as_array().unwrap().clone();
    assert!(!rest.is_empty() && rest[0] != turns[0], "{rest:?}");
    for line in &rest {
        let text = line["turns"][0]["text"].as_str().unwrap();
        assert!(text.starts_with("246: 20-24 7-13"), "{text}");
        assert_eq!(line["turns"][0]["steps"].as_array().unwrap().len(), 3, "{line}");
    }
    // A game that is over has nothing to be found.
    let over =
        json!({ "ruleset": "game:tavli", "start": "white off:15 beyond; black 23:15 beyond; black to roll" });
    let over = ada.post(POSITION, &over).await;
    assert!(over.status == 422 || lines(&over, POSITION).last().unwrap()["type"] == "done");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused() {
    let server = Server::start().await;
    let mut ada = server.person();
    let answer =
        ada.post(POSITION, &json!({ "ruleset": "preset:tablut", "turns": ["D1-D3", "D1-D3"] })).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    assert_eq!(answer.json()["turn"], 2);
    server.stop().await;
}

/// A request whose answer is read piece by piece.
async fn begun(server: &Server, question: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let body = question.to_string();
    let head = format!(
        "POST {POSITION} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).await.unwrap();
    stream
}

/// Reads until a text has come.
async fn read_until(stream: &mut TcpStream, text: &str) {
    let mut read = String::new();
    let mut buffer = [0; 4_096];
    while !read.contains(text) {
        let length = tokio::time::timeout(SOON, stream.read(&mut buffer)).await.unwrap().unwrap();
        assert!(length > 0, "it ended: {read}");
        read.push_str(&String::from_utf8_lossy(&buffer[..length]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_goes_away_is_no_longer_thought_for() {
    let server = Server::with(|config| config.workers = NonZeroUsize::MIN).await;
    let question = json!({ "ruleset": "preset:alea", "seconds": 60 });
    let thought_through = Instant::now() + Duration::from_secs(60);
    let mut stream = begun(&server, &question).await;
    read_until(&mut stream, "\"type\":\"lines\"").await;
    // On a quiet machine it is within 300 ms; one that tests everything at once is not quiet, but it hears of it long before the end.
    assert!(Instant::now() + Duration::from_secs(30) < thought_through, "the first lines come late");
    drop(stream);
    let mut ada = server.person();
    let ended = async {
        while !ada.get("/metrics").await.text().contains("tablen_thinking_seconds_count 1") {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let in_time = tokio::time::Instant::from_std(thought_through - Duration::from_secs(5));
    tokio::time::timeout_at(in_time, ended).await.expect("the computer goes on thinking for nobody");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_enough_waiting_is_refused() {
    let server = Server::with(|config| {
        config.workers = NonZeroUsize::MIN;
        config.limits.waiting_thoughts = 1;
    })
    .await;
    let question = json!({ "ruleset": "preset:tablut", "seconds": 60 });
    let mut first = begun(&server, &question).await;
    read_until(&mut first, "\"type\":\"lines\"").await;
    let mut second = begun(&server, &question).await;
    read_until(&mut second, "\"type\":\"queued\"").await;
    let mut refused = None;
    // The two take turns: now and then neither waits.
    for _ in 0..50 {
        let mut third = begun(&server, &question).await;
        let mut buffer = [0; 64];
        let length = tokio::time::timeout(SOON, third.read(&mut buffer)).await.unwrap().unwrap();
        let status = String::from_utf8_lossy(&buffer[..length]).into_owned();
        if status.contains(" 429 ") {
            refused = Some(status);
            break;
        }
    }
    assert!(refused.is_some());
    drop((first, second));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_analysed_once_it_is_over() {
    for ruleset in ["preset:brandubh", "game:tavli"] {
        let server = Server::start().await;
        let (id, [mut ada, mut bo], mut players) = two_at_a_table(&server, friendly(ruleset)).await;
        let path = format!("/api/v1/tables/{id}/analysis");
        play_on(&mut players, &mut Rng::with_seed(4), 12).await;
        let early = ada.post(&path, &json!(null)).await;
        assert_eq!(early.status, 409, "{}", early.text());
        players[0].does(json!({ "command": "resign" })).await;
        // Both look on at once; it is found out once, and told to each in their language.
        let (french, italian) = (format!("{path}?lang=fr"), format!("{path}?lang=it"));
        let nothing = json!(null);
        let (one, other) = tokio::join!(ada.post(&french, &nothing), bo.post(&italian, &nothing));
        let (one, other) = (lines(&one, GAME), lines(&other, GAME));
        let turns = |lines: &[Value]| -> Vec<Value> {
            let mut last: Vec<Value> = Vec::new();
            for line in of_type(lines, "turn") {
                let mut line = line.clone();
                line["reasons"] = json!([]);
                let number = usize::try_from(line["turn"].as_u64().unwrap()).unwrap();
                last.resize_with(last.len().max(number), Value::default);
                last[number - 1] = line;
            }
            last
        };
        assert!(!turns(&one).is_empty());
        assert_eq!(turns(&one), turns(&other));
        let summary = of_type(&one, "summary")[0]["rounds"][0].clone();
        assert_eq!(summary["winner"], "dark", "who resigns has lost: {summary}");
        assert_eq!(one.last().unwrap()["type"], "done");
        let done = of_type(&one, "progress");
        assert_eq!(done.last().unwrap()["done"], done.last().unwrap()["all"]);
        // What was found is there after a restart, and nobody thinks for it again.
        let server = Server::in_folder(server.stop().await, |_| {}).await;
        let mut ada = crate::support::Person { address: server.address, ..ada };
        let again = lines(&ada.post(&french, &nothing).await, GAME);
        assert_eq!(turns(&again), turns(&one));
        assert_eq!(of_type(&again, "summary"), of_type(&one, "summary"));
        assert!(ada.get("/metrics").await.text().contains("tablen_thinking_seconds_count 0"));
        server.stop().await;
    }
}

/// Who plays against somebody without help is not helped by bringing the board to a study.
#[tokio::test(flavor = "multi_thread")]
async fn the_position_of_a_running_game_is_not_analysed_for_its_players() {
    let server = Server::start().await;
    for (rules, help) in [("preset:brandubh", false), ("preset:brandubh", true), ("game:tavli", false)] {
        let mut table = friendly(rules);
        table["help"] = json!(help);
        let (id, mut people, mut players) = two_at_a_table(&server, table).await;
        // The opening is everybody's.
        let mut rng = Rng::with_seed(11);
        for turns in [4, 9] {
            while players[0].view["turns"].as_u64().unwrap() < turns {
                play_on(&mut players, &mut rng, 1).await;
            }
            assert!(!players[0].is_over());
            let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
            let study =
                people[0].ask("POST", "/api/v1/study/read", &[("Content-Type", "text/plain")], &record).await;
            let round = study.json()["rounds"][0].clone();
            let texts: Vec<Value> =
                round["turns"].as_array().unwrap().iter().map(|turn| turn["text"].clone()).collect();
            let node = json!({ "ruleset": rules, "first": round["first"], "turns": texts, "seconds": 1 });
            let position = people[0].post("/api/v1/study/look", &node).await.json()["position"].clone();
            let pasted = json!({ "ruleset": rules, "start": position, "seconds": 1 });
            let mut stranger = server.person();
            for question in [node, pasted] {
                let expected = if help || turns < 8 { 200 } else { 409 };
                for own in &mut people {
                    let answer = own.post(POSITION, &question).await;
                    assert_eq!(answer.status, expected, "{}", answer.text());
                    if expected == 409 {
                        assert_eq!(answer.json()["code"], "server.error.own-game");
                    }
                }
                assert_eq!(stranger.post(POSITION, &question).await.status, 200);
            }
            // Nor by a table that begins with the board, or by the record of the game.
            let expected = if help || turns < 8 { 201 } else { 409 };
            let players = [(true, &mut people[0]), (false, &mut stranger)];
            for (is_player, who) in players {
                for opponent in [json!({ "computer": 1 }), json!("same-screen")] {
                    let table = json!({ "ruleset": rules, "start": position, "opponent": opponent });
                    let answer = who.post("/api/v1/tables", &table).await;
                    let expected = if is_player { expected } else { 201 };
                    assert_eq!(answer.status, expected, "{}", answer.text());
                }
                let taken = who.ask("POST", "/api/v1/records", &[], &record).await.json();
                let path = format!("/api/v1/tables/{}/analysis", taken["id"].as_str().unwrap());
                let answer = who.post(&path, &json!(null)).await;
                assert_eq!(answer.status == 409, is_player && expected == 409, "{}", answer.text());
            }
        }
    }
    server.stop().await;
}

/// Nor by playing the same moves at one screen and asking there.
#[tokio::test(flavor = "multi_thread")]
async fn there_are_no_hints_for_a_running_game_at_another_table() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    table["side"] = json!("light");
    let (id, mut people, mut players) = two_at_a_table(&server, table).await;
    let mut rng = Rng::with_seed(11);
    while players[0].view["turns"].as_u64().unwrap() < 9 {
        play_on(&mut players, &mut rng, 1).await;
    }
    let lines = people[0].get(&format!("/api/v1/tables/{id}")).await.json()["lines"].clone();
    for (person, is_helped) in [(&mut people[0], false), (&mut server.person(), true)] {
        let table = json!({ "ruleset": "preset:brandubh", "opponent": "same-screen", "side": "light" });
        let copy = person.open(&table).await;
        let mut socket = person.sit(&copy).await;
        for (number, line) in lines.as_array().unwrap().iter().enumerate() {
            // The opening is everybody's.
            if number == 2 {
                socket.send(&json!({ "type": "hint" })).await;
                socket.hear_of("hint").await;
            }
            let mv = format!("{}-{}", line["from"].as_str().unwrap(), line["to"].as_str().unwrap());
            socket.does(json!({ "command": "move", "move": mv })).await;
        }
        socket.send(&json!({ "type": "hint" })).await;
        if is_helped {
            socket.hear_of("hint").await;
        } else {
            assert_eq!(socket.hear_of("refused").await["code"], "server.refusal.own-game");
        }
    }
    server.stop().await;
}
