//! Games over real sockets: people, the computer, one screen, offers, clocks.

use std::time::{Duration, Instant};

use crate::support::{SOON, Server, Socket, friendly, pick, play_on, stay, two_at_a_table};
use serde_json::{Value, json};

#[tokio::test]
async fn whole_games_of_all_kinds_are_played_between_two_people() {
    let server = Server::start().await;
    for (ruleset, form) in [
        ("game:tavli", "single"),
        ("preset:tablut", "two-rounds"),
        ("preset:alea", "single"),
        ("preset:brandubh", "best-of-3"),
    ] {
        let mut table = friendly(ruleset);
        table["form"] = json!(form);
        let (id, mut people, mut players) = two_at_a_table(&server, table).await;
        let given = play_on(&mut players, &mut fastrand::Rng::with_seed(3), 4_000).await;
        assert!(players[0].is_over(), "{ruleset} goes on after {given} commands");
        // What both saw is what is kept, and the dice were right.
        let log = people[0].get(&format!("/api/v1/tables/{id}/record.json")).await.json()["log"].take();
        let kinds: Vec<&str> =
            log.as_array().unwrap().iter().map(|entry| entry["event"].as_str().unwrap()).collect();
        assert_eq!(kinds[..3], ["opened", "joined", "joined"], "{kinds:?}");
        assert_eq!(kinds.last(), Some(&"seed-revealed"));
        let verdict = people[1].get(&format!("/api/v1/tables/{id}/verify")).await.json();
        assert!(["right", "no-throws"].contains(&verdict["verdict"].as_str().unwrap()), "{verdict}");
        let seen = people[0].get(&format!("/api/v1/tables/{id}")).await.json();
        assert_eq!(seen["view"]["next"], json!(log.as_array().unwrap().len()));
    }
}

/// The lines a client has been told are the turns of the game, also over the end of a round and a takeback.
#[tokio::test]
async fn every_turn_is_told_once_line_by_line() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    table["form"] = json!("two-rounds");
    let (id, mut people, mut players) = two_at_a_table(&server, table).await;
    let mut watching = server.person().sit(&id).await;
    let mut lines: Vec<Value> = Vec::new();
    let gather = |message: &Value, lines: &mut Vec<Value>| {
        let view = &message["view"];
        lines
            .retain(|line| line["round"] != view["round"] || line["turn"].as_u64() <= view["turns"].as_u64());
        for line in message["lines"].as_array().unwrap() {
            if !lines.contains(line) {
                lines.push(line.clone());
            }
        }
    };
    play_on(&mut players, &mut fastrand::Rng::with_seed(4), 3).await;
    let asked = if players[0].may("ask-takeback") { 0 } else { 1 };
    players[asked].does(json!({ "command": "ask-takeback" })).await;
    players[1 - asked].does(json!({ "command": "grant-takeback" })).await;
    let last = players[1 - asked].view["next"].as_u64();
    players[asked].until(|view| view["next"].as_u64() >= last).await;
    play_on(&mut players, &mut fastrand::Rng::with_seed(5), 2_000).await;
    assert!(players[0].is_over());
    while !watching.is_over() {
        let message = watching.hear_of("state").await;
        gather(&message, &mut lines);
    }
    let record = people[0].get(&format!("/api/v1/tables/{id}/record.json")).await.json()["log"].take();
    let played =
        |kind: &str| record.as_array().unwrap().iter().filter(|entry| entry["event"] == kind).count();
    let rounds: Vec<usize> =
        (1..=2).map(|round| lines.iter().filter(|line| line["round"] == json!(round)).count()).collect();
    assert_eq!(played("round-ended"), 2);
    assert!(rounds.iter().all(|turns| *turns > 0), "{rounds:?}");
    let taken_back = record.as_array().unwrap().iter().find(|entry| entry["event"] == "taken-back").unwrap();
    let kept = taken_back["turns"].as_u64().unwrap() as usize;
    let before = record.as_array().unwrap().iter().take_while(|entry| entry["event"] != "taken-back");
    let lost = before.filter(|entry| entry["event"] == "moved").count() - kept;
    assert_eq!(rounds.iter().sum::<usize>(), played("moved") - lost);
}

/// Which turns a list of lines tells, by round.
fn turns_told(lines: &Value) -> Vec<(u64, u64)> {
    let lines = lines.as_array().unwrap().iter();
    lines.map(|line| (line["round"].as_u64().unwrap(), line["turn"].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn a_viewer_who_comes_in_a_later_round_can_look_back_at_the_earlier_ones() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    table["form"] = json!("two-rounds");
    let (id, mut people, mut players) = two_at_a_table(&server, table).await;
    let mut rng = fastrand::Rng::with_seed(6);
    play_on(&mut players, &mut rng, 5).await;
    players[0].does(json!({ "command": "resign" })).await;
    players[1].until(|view| view["round"] == 2).await;
    let second_round = players[1].view["next"].as_u64().unwrap();
    play_on(&mut players, &mut rng, 3).await;
    let first: Vec<(u64, u64)> = (1..=5).map(|turn| (1, turn)).collect();
    let second: Vec<(u64, u64)> = (1..=3).map(|turn| (2, turn)).collect();
    let both = [first, second.clone()].concat();
    let seen = people[0].get(&format!("/api/v1/tables/{id}")).await.json();
    assert_eq!(turns_told(&seen["lines"]), both);
    let state = server.person().sit(&id).await.hear_of("state").await;
    assert_eq!(turns_told(&state["lines"]), both);
    for (since, told) in [(0, &both), (second_round - 4, &both), (second_round, &second), (100_000, &both)] {
        let state = server.person().sit_since(&id, since).await.hear_of("state").await;
        assert_eq!(&turns_told(&state["lines"]), told, "since {since}");
    }
    players[0].does(json!({ "command": "resign" })).await;
    assert!(players[0].is_over());
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    let copy = people[0].ask("POST", "/api/v1/records", &[], &record).await.json();
    let copied = copy["id"].as_str().unwrap();
    for id in [id.as_str(), copied] {
        let seen = people[1].get(&format!("/api/v1/tables/{id}")).await.json();
        assert_eq!((turns_told(&seen["lines"]), &seen["view"]["round"]), (both.clone(), &json!(2)));
        let state = server.person().sit(id).await.hear_of("state").await;
        assert_eq!(state["lines"], seen["lines"]);
    }
}

async fn play_against_the_computer(server: &Server, ruleset: &str, seed: u64) -> Socket {
    let mut person = server.person();
    let table = json!({ "ruleset": ruleset, "opponent": { "computer": 1 }, "side": "light" });
    let id = person.open(&table).await;
    let mut player = person.sit(&id).await;
    player.hear_of("state").await;
    let mut rng = fastrand::Rng::with_seed(seed);
    while !player.is_over() {
        match pick(&player.view, &mut rng) {
            Some(command) => player.does(command).await,
            None => drop(player.hear_of("state").await),
        }
    }
    player
}

#[tokio::test]
async fn the_computer_plays_whole_games_and_plays_again() {
    let server = Server::start().await;
    for ruleset in ["game:tavli", "preset:tablut", "preset:alea-17"] {
        let mut player = play_against_the_computer(&server, ruleset, 7).await;
        assert_eq!(player.view["phase"], "over", "{ruleset}");
        player.does(json!({ "command": "offer-rematch" })).await;
        let next = player.hear_of("next").await;
        let path = next["path"].as_str().unwrap().strip_prefix("/t/").unwrap().to_owned();
        assert_eq!(path.len(), 32);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_games_against_the_computer_hold_nobody_up() {
    // So long that nobody waits for the end of it: with the queue as long as it can get, all else goes on.
    let server = Server::with(|config| config.thinking = Duration::from_secs(3_600)).await;
    let waiting = sit_against_the_computer(&server, 100).await;
    let (_, _, mut pair) = two_at_a_table(&server, friendly("preset:brandubh")).await;
    play_on(&mut pair, &mut fastrand::Rng::with_seed(1), 20).await;
    drop(waiting);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_games_against_the_computer_are_all_answered() {
    let server = Server::with(|config| config.thinking = Duration::from_millis(300)).await;
    for player in &mut sit_against_the_computer(&server, 100).await {
        player.until(|view| view["acts_for"] == "host").await;
    }
}

/// So many people, each at a table where the computer begins.
async fn sit_against_the_computer(server: &Server, count: usize) -> Vec<Socket> {
    let mut players = Vec::new();
    for _ in 0..count {
        let mut person = server.person();
        let table = json!({ "ruleset": "preset:tablut", "opponent": { "computer": 5 }, "side": "dark" });
        let id = person.open(&table).await;
        let mut player = person.sit(&id).await;
        player.hear_of("state").await;
        players.push(player);
    }
    players
}

#[tokio::test]
async fn two_play_at_one_screen() {
    let server = Server::start().await;
    let mut person = server.person();
    let table = json!({ "ruleset": "game:tavli", "opponent": "same-screen", "name": "Ada" });
    let id = person.open(&table).await;
    let mut screen = person.sit(&id).await;
    assert_eq!(screen.hear_of("hello").await["seat"], "both");
    screen.hear_of("state").await;
    assert_eq!(screen.view["viewer"], "both");
    let mut rng = fastrand::Rng::with_seed(2);
    while let Some(mut command) = pick(&screen.view, &mut rng) {
        command["seat"] = screen.view["to_act"].clone();
        screen.does(command).await;
    }
    assert_eq!(screen.view["phase"], "over");
    // Somebody else sees it and can do nothing.
    let mut stranger = server.person().sit(&id).await;
    assert_eq!(stranger.hear_of("hello").await["seat"], Value::Null);
    assert_eq!(
        stranger.refused(json!({ "command": "offer-rematch", "seat": "guest" })).await,
        "server.refusal.not-a-player"
    );
    screen.does(json!({ "command": "offer-rematch", "seat": "host" })).await;
    screen.does(json!({ "command": "accept-rematch", "seat": "guest" })).await;
    screen.hear_of("next").await;
}

#[tokio::test]
async fn draws_are_offered_and_both_play_again_with_sides_exchanged() {
    let server = Server::start().await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    players[0].does(json!({ "command": "offer-draw" })).await;
    players[1].until(|view| view["draw_offer"] == "host").await;
    players[1].does(json!({ "command": "decline-draw" })).await;
    players[1].does(json!({ "command": "offer-draw" })).await;
    players[0].until(|view| view["draw_offer"] == "guest").await;
    players[0].does(json!({ "command": "accept-draw" })).await;
    assert_eq!((&players[0].view["phase"], &players[0].view["winner"]), (&json!("over"), &Value::Null));
    players[1].until(|view| view["phase"] == "over").await;
    players[1].does(json!({ "command": "offer-rematch" })).await;
    players[0].until(|view| view["rematch_offer"] == "guest").await;
    players[0].does(json!({ "command": "accept-rematch" })).await;
    let path = players[0].hear_of("next").await["path"].as_str().unwrap().to_owned();
    assert_eq!(players[1].hear_of("next").await["path"], json!(path));
    // A later viewer hears of it too.
    assert_eq!(people[1].sit(&id).await.hear_of("next").await["path"], json!(path));
    let next = path.strip_prefix("/t/").unwrap();
    let mut again = people[0].sit(next).await;
    assert_eq!(again.hear_of("hello").await["seat"], "host");
    again.hear_of("state").await;
    assert_eq!(again.view["phase"], "waiting");
    let commitment = again.view["dice"]["commitment"].clone();
    assert!(commitment.is_string(), "the dice are promised before anybody adds to them");
    // Nobody else sits down there; those who played do, and add to the dice as before.
    let join = |nonce: &str| json!({ "command": "join", "occupant": { "person": "Ada" }, "nonce": nonce });
    let mut stranger = server.person().sit(next).await;
    assert_eq!(stranger.refused(join("07")).await, "table.refusal.seat-taken");
    let mut other = people[1].sit(next).await;
    assert_eq!(other.hear_of("hello").await["seat"], "guest");
    again.does(join("aa")).await;
    other.does(join("bb")).await;
    again.until(|view| view["phase"] == "playing").await;
    assert_eq!(again.view["seats"]["host"]["colour"], "dark");
    assert_eq!(again.view["seats"]["guest"]["occupant"], json!({ "person": "Ada (2)" }));
    let log = people[0].get(&format!("/api/v1/tables/{next}/record.json")).await.json()["log"].take();
    let nonces: Vec<&Value> = log.as_array().unwrap().iter().filter_map(|entry| entry.get("nonce")).collect();
    assert_eq!(nonces, [&json!("aa"), &json!("bb")]);
}

#[tokio::test]
async fn thinking_too_long_loses() {
    let server = Server::start().await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("1+0");
    let began = Instant::now();
    let (id, mut people, mut players) = two_at_a_table(&server, table).await;
    assert_eq!(players[0].view["clock"]["control"], "1+0");
    players[0].until(|view| view["phase"] == "over").await;
    assert!(began.elapsed() >= Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(players[0].view["rounds"][0]["reason"], "out-of-time");
    players[1].until(|view| view["phase"] == "over").await;
    let mine = people[0].get("/api/v1/me").await.json();
    assert_eq!(mine, json!({ "name": "Ada", "tables": [] }), "{id}");
}

/// Without an agreement the computer helps nobody against a person: neither by a hint nor by an analysis of the table.
#[tokio::test]
async fn people_play_by_themselves() {
    let server = Server::start().await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:brandubh")).await;
    let mover = if players[0].view["acts_for"].is_null() { 1 } else { 0 };
    assert_eq!((&players[mover].view["help"], players[mover].may("hint")), (&json!(false), false));
    players[mover].send(&json!({ "type": "hint" })).await;
    assert_eq!(players[mover].hear_of("refused").await["code"], "server.refusal.no-help");
    let analysis = people[mover].post(&format!("/api/v1/tables/{id}/analysis"), &json!({})).await;
    assert_eq!(analysis.status, 409);
}

#[tokio::test]
async fn hints_reasons_and_phrases() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    table["help"] = json!(true);
    let (_, _, mut players) = two_at_a_table(&server, table).await;
    players[0].send(&json!({ "type": "ping" })).await;
    players[0].hear_of("pong").await;
    let mover = if players[0].view["acts_for"].is_null() { 1 } else { 0 };
    players[1 - mover].send(&json!({ "type": "hint" })).await;
    assert_eq!(players[1 - mover].hear_of("refused").await["code"], "table.refusal.not-your-turn");
    players[mover].send(&json!({ "type": "hint" })).await;
    let hint = players[mover].hear_of("hint").await;
    // Both see it.
    let seat = if mover == 0 { "host" } else { "guest" };
    players[1 - mover].until(|view| view["seats"][seat]["hints"] == 1).await;
    players[mover].send(&json!({ "type": "lang", "lang": "fr" })).await;
    players[mover].send(&json!({ "type": "why", "from": "D4", "to": "A1" })).await;
    let why = players[mover].hear_of("why").await;
    assert!(why["rule"].as_str().unwrap().starts_with(['T', 'A']), "{why}");
    assert!(why["text"].as_str().unwrap().contains("\u{202f}: "), "French: {why}");
    players[mover].send(&json!({ "type": "why", "from": "A1" })).await;
    let why = players[mover].hear_of("why").await;
    assert_eq!((&why["to"], why["text"].as_str().unwrap().contains("A1")), (&json!(null), true), "{why}");
    players[1 - mover].send(&json!({ "type": "why", "from": "D4" })).await;
    let why = players[1 - mover].hear_of("why").await;
    assert_eq!(why["text"], "It is your opponent’s turn.");
    players[mover].send(&json!({ "type": "why", "from": "Z99", "to": "A1" })).await;
    assert_eq!(players[mover].hear_of("refused").await["code"], "table.not-a-place");
    players[mover].does(json!({ "command": "move", "move": hint["text"] })).await;
    let spoken = json!({ "type": "say", "phrase": "good-luck" });
    players[1 - mover].send(&spoken).await;
    let said = players[mover].hear_of("said").await;
    assert_eq!(said["phrase"], "good-luck");
    assert_eq!(said["seat"], if mover == 0 { "guest" } else { "host" });
}

/// Whoever waits at a table answers when the server asks whether anybody is there, as the load tool does while others still come; whoever
/// does not is gone.
#[tokio::test]
async fn who_answers_is_not_taken_for_gone() {
    let ping = Duration::from_millis(200);
    let server = Server::with(|config| config.ping = ping).await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&friendly("preset:tablut")).await;
    let mut host = ada.sit(&id).await;
    let mut guest = None;
    let sitting = async {
        let mut sitting = bo.sit(&id).await;
        sitting.does(json!({ "command": "join", "occupant": { "person": "Bo" } })).await;
        guest = Some(sitting);
    };
    assert!(stay(vec![&mut host], sitting).await);
    let mut guest = guest.unwrap();
    assert!(stay(vec![&mut host, &mut guest], tokio::time::sleep(10 * ping)).await);
    let is_there = async |socket: &mut Socket| {
        socket.send(&json!({ "type": "ping" })).await;
        socket.hear_of("pong").await;
    };
    tokio::join!(is_there(&mut host), is_there(&mut guest));
    // One who stays silent meanwhile is let go, and the other hears of it.
    while host.hear_of("presence").await["presence"]["guest"] != false {}
    assert!(!stay(vec![&mut guest], tokio::time::sleep(SOON)).await);
}
