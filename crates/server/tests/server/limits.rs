//! How much one person or one table may take of the server, however many ask at once.

use crate::support::{Answer, Person, Server, friendly, pick, play_on, two_at_a_table};
use serde_json::json;
use tokio::task::JoinSet;

/// So many requests of one person to open a table, all sent before any is answered.
async fn open_at_once(person: &Person, requests: usize) -> Vec<Answer> {
    let asking: JoinSet<Answer> = (0..requests)
        .map(|_| {
            let mut person = person.clone();
            async move { person.post("/api/v1/tables", &friendly("preset:tablut")).await }
        })
        .collect();
    asking.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_requests_at_once_opens_more_tables_than_a_guest_may_have() {
    const MOST: usize = 7;
    let server = Server::with(|config| config.limits.tables_per_person = MOST as u32).await;
    let mut ada = server.person();
    ada.get("/api/v1/me").await;
    let (opened, refused): (Vec<_>, Vec<_>) =
        open_at_once(&ada, 60).await.into_iter().partition(|answer| answer.status == 201);
    assert_eq!((opened.len(), refused.len()), (MOST, 60 - MOST));
    for answer in refused {
        assert_eq!(answer.status, 429, "{}", answer.text());
        assert_eq!(answer.json()["code"], "server.error.too-many-tables");
    }
    assert_eq!(ada.get("/api/v1/me").await.json()["tables"].as_array().unwrap().len(), MOST);
    // A refused request takes nobody's place.
    let mut bo = server.person();
    bo.get("/api/v1/me").await;
    let others = open_at_once(&bo, MOST).await;
    assert!(others.iter().all(|answer| answer.status == 201));
}

/// Two who play on at once have room for it. Whoever has begun other games since finishes one first, and so does one who wants more
/// after the rematch.
#[tokio::test]
async fn a_rematch_counts_like_any_table() {
    let server = Server::with(|config| config.limits.tables_per_person = 1).await;
    let (_, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    players[0].does(json!({ "command": "resign" })).await;
    let other = people[0].open(&friendly("preset:tablut")).await;
    players[0].does(json!({ "command": "offer-rematch" })).await;
    let accept = json!({ "command": "accept-rematch" });
    assert_eq!(players[1].refused(accept.clone()).await, "server.error.too-many-tables");
    people[0].sit(&other).await.does(json!({ "command": "abort" })).await;
    players[1].does(accept).await;
    players[0].hear_of("next").await;
    let refused = people[0].post("/api/v1/tables", &friendly("preset:tablut")).await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (429, Some("server.error.too-many-tables"))
    );
}

async fn events(person: &mut Person, id: &str) -> u64 {
    person.get(&format!("/api/v1/tables/{id}")).await.json()["view"]["next"].as_u64().unwrap()
}

const MOST_EVENTS: u64 = 60;

/// What can be done for ever is refused at half of what there may be, play at nine tenths, and what ends the game never.
#[tokio::test]
async fn no_table_grows_without_end_and_every_game_can_be_ended() {
    let server = Server::with(|config| config.limits.table_events = MOST_EVENTS as usize).await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    // Offered and declined, again and again.
    let code = loop {
        players[0].does(json!({ "command": "offer-draw" })).await;
        let answer = players[1].order(json!({ "command": "decline-draw" })).await;
        if answer["type"] == "refused" {
            break answer["code"].clone();
        }
    };
    assert_eq!(code, "server.refusal.long-table");
    assert!((MOST_EVENTS / 2..=MOST_EVENTS / 2 + 1).contains(&events(&mut people[0], &id).await));
    // The game moves on, though nothing is taken back.
    let rng = &mut fastrand::Rng::with_seed(21);
    play_on(&mut players, rng, 4).await;
    for command in ["ask-takeback", "grant-takeback", "refuse-takeback", "undo-step", "decline-draw"] {
        assert_eq!(players[0].refused(json!({ "command": command })).await, "server.refusal.long-table");
    }
    // A request that was carried out will be acknowledged once more, however long the table has become since.
    let author = usize::from(!players[0].may("move"));
    let mut acknowledged = pick(&players[author].view, rng).unwrap();
    (acknowledged["type"], acknowledged["key"]) = (json!("do"), json!(4711));
    players[author].send(&acknowledged).await;
    players[author].hear_of("done").await;
    let room = MOST_EVENTS - MOST_EVENTS / 10;
    let left = room - events(&mut people[0], &id).await;
    assert_eq!(play_on(&mut players, rng, left as usize).await, left as usize, "the game is not over");
    let mover = usize::from(!players[0].may("move"));
    let more = pick(&players[mover].view, rng).unwrap();
    assert_eq!(players[mover].refused(more).await, "server.refusal.full-table");
    players[author].send(&acknowledged).await;
    assert_eq!(players[author].hear_of("done").await["key"], 4711);
    // It can be ended, and played again; its record can be taken in.
    players[0].does(json!({ "command": "offer-draw" })).await;
    assert_eq!(players[1].refused(json!({ "command": "decline-draw" })).await, "server.refusal.long-table");
    players[1].does(json!({ "command": "accept-draw" })).await;
    players[0].does(json!({ "command": "offer-rematch" })).await;
    players[1].does(json!({ "command": "accept-rematch" })).await;
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    assert_eq!(people[0].ask("POST", "/api/v1/records", &[], &record).await.status, 201);
}

/// One player alone can take a step back for ever, or offer draws to the computer, which declines them all.
#[tokio::test]
async fn nor_does_it_by_one_player_alone() {
    let server = Server::with(|config| config.limits.table_events = MOST_EVENTS as usize).await;
    let mut ada = server.person();
    let alone = json!({ "ruleset": "preset:tablut", "side": "light", "opponent": { "computer": 1 } });
    let id = ada.open(&alone).await;
    let mut playing = ada.sit(&id).await;
    loop {
        // The computer plays and declines in its own time.
        playing.until(|view| view["may"].as_array().unwrap().contains(&json!("offer-draw"))).await;
        let answer = playing.order(json!({ "command": "offer-draw" })).await;
        if answer["type"] == "refused" {
            assert_eq!(answer["code"], "server.refusal.long-table");
            break;
        }
    }
    assert!(events(&mut ada, &id).await <= MOST_EVENTS / 2 + 2);
    playing.does(json!({ "command": "resign" })).await;
}
