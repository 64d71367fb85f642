//! What is acknowledged lasts: through repeated requests, lost connections, idleness, stops and crashes.

use std::time::{Duration, Instant};

use crate::support::{BACK_TO_THE_THIRD, SOON, Server, friendly, pick, play_on, two_at_a_table};
use serde_json::{Value, json};

#[tokio::test]
async fn the_same_request_sent_twice_acts_once() {
    let server = Server::start().await;
    let (_, _, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    let mover = usize::from(!players[0].may("roll"));
    let next = players[mover].view["next"].as_u64();
    let roll = json!({ "type": "do", "command": "roll", "key": 99, "expected": next });
    for _ in 0..3 {
        players[mover].send(&roll).await;
        assert_eq!(players[mover].hear_of("done").await["key"], 99);
    }
    let other = &mut players[1 - mover];
    other.until(|view| view["board"]["roll"].is_string() || view["next"].as_u64() > next).await;
    let rolled = other.view["next"].as_u64();
    assert!(rolled <= next.map(|next| next + 2), "one throw, and at most a turn that ended by itself");
    // A request meant for an earlier state is refused.
    let late = json!({ "type": "do", "command": "resign", "key": 100, "expected": next });
    players[mover].send(&late).await;
    assert_eq!(players[mover].hear_of("refused").await["code"], "table.refusal.stale");
}

#[tokio::test]
async fn a_player_who_was_away_misses_nothing() {
    let server = Server::start().await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    let mut rng = fastrand::Rng::with_seed(11);
    play_on(&mut players, &mut rng, 30).await;
    let [hosting, joining] = players;
    let seen = joining.view["next"].as_u64().unwrap() - 7;
    drop(joining);
    let mut back = people[1].sit_since(&id, seen).await;
    let state = back.hear_of("state").await;
    let sequences: Vec<u64> =
        state["events"].as_array().unwrap().iter().map(|event| event["sequence"].as_u64().unwrap()).collect();
    assert_eq!(sequences, (seen..state["view"]["next"].as_u64().unwrap()).collect::<Vec<_>>());
    assert!(sequences.len() >= 7);
    assert_eq!(state["lines"].as_array().unwrap().len() as u64, state["view"]["turns"].as_u64().unwrap());
    assert!(state["events"].as_array().unwrap().iter().all(|event| event.get("key").is_none()));
    // The game goes on.
    play_on(&mut [hosting, back], &mut rng, 10).await;
    // A client that is ahead of the server is told the state and no events.
    assert_eq!(people[0].sit_since(&id, 100_000).await.hear_of("state").await["events"], json!([]));
}

#[tokio::test]
async fn presence_is_told() {
    let server = Server::start().await;
    let (id, _, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let watching = server.person().sit(&id).await;
    let there = |host, guest, watching| json!({ "host": host, "guest": guest, "watching": watching });
    while players[0].hear_of("presence").await["presence"] != there(true, true, 1) {}
    drop(watching);
    while players[0].hear_of("presence").await["presence"] != there(true, true, 0) {}
    let [mut hosting, joining] = players;
    drop(joining);
    while hosting.hear_of("presence").await["presence"] != there(true, false, 0) {}
}

#[tokio::test]
async fn idle_tables_leave_memory_and_come_back() {
    let server = Server::with(|config| config.idle = Duration::from_millis(100)).await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let mut rng = fastrand::Rng::with_seed(12);
    play_on(&mut players, &mut rng, 4).await;
    let view = players[0].view.clone();
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(server.tables_in_memory().await, 1, "nobody's table leaves while they are there");
    drop(players);
    let began = Instant::now();
    while server.tables_in_memory().await > 0 {
        assert!(began.elapsed() < SOON, "it stays in memory");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut back = [people[0].sit(&id).await, people[1].sit(&id).await];
    for player in &mut back {
        player.hear_of("state").await;
    }
    assert_eq!(back[0].view["board"]["pieces"], view["board"]["pieces"]);
    play_on(&mut back, &mut rng, 4).await;
    // Many ask for a table that is leaving or coming: each is answered.
    drop(back);
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(fastrand::u64(0..12))).await;
        assert_eq!(people[0].get(&format!("/api/v1/tables/{id}")).await.status, 200);
    }
}

fn left(view: &Value, seat: &str) -> i64 {
    view["clock"]["left"][seat]["time"].as_i64().unwrap()
}

#[tokio::test]
async fn a_stop_tells_everybody_and_costs_nobody_time() {
    let server = Server::start().await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("60+0");
    let (id, people, mut players) = two_at_a_table(&server, table).await;
    let began = Instant::now();
    play_on(&mut players, &mut fastrand::Rng::with_seed(13), 3).await;
    let mover = players[0].view["to_act"].as_str().unwrap().to_owned();
    let before = left(&players[0].view, &mover);
    let folder = server.stop().await;
    let stopped = Instant::now();
    for player in &mut players {
        player.hear_of("closing").await;
        assert_eq!(player.closed_with().await, Some(1001));
    }
    // One file is left behind, and the key to what is sealed in it.
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["tablen.db", "tablen.db.key"]);
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let nobodys = stopped.elapsed();
    let server = Server::in_folder(folder, |_| {}).await;
    let mut back = people[0].clone();
    back.address = server.address;
    let mut hosting = back.sit(&id).await;
    hosting.hear_of("state").await;
    assert_eq!(hosting.view["clock"]["is_paused"], false);
    let now = left(&hosting.view, &mover);
    let most = i64::try_from((began.elapsed() - nobodys).as_millis()).unwrap();
    assert!(before - now <= most, "{before} -> {now}, and {most} ms were spent at most");
    let events = back.get(&format!("/api/v1/tables/{id}/record.json")).await.json();
    let kinds: Vec<&str> =
        events["log"].as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds[kinds.len() - 2..], ["paused", "resumed"]);
}

/// A clock that was stopped goes on when the table is asked for, not when the server is back.
#[tokio::test]
async fn a_stopped_clock_waits_until_somebody_comes() {
    let server = Server::start().await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("60+0");
    let began = Instant::now();
    let (id, people, players) = two_at_a_table(&server, table).await;
    drop(players);
    let folder = server.stop().await;
    let stopped = Instant::now();
    let server = Server::in_folder(folder, |config| config.grace = Duration::ZERO).await;
    tokio::time::sleep(Duration::from_millis(6_500)).await;
    let nobodys = stopped.elapsed();
    let mut back = people[0].clone();
    back.address = server.address;
    let view = back.get(&format!("/api/v1/tables/{id}")).await.json()["view"].take();
    assert_eq!((&view["phase"], &view["clock"]["is_paused"]), (&json!("playing"), &json!(false)));
    let most = i64::try_from((began.elapsed() - nobodys).as_millis()).unwrap();
    assert!(
        60_000 - left(&view, view["to_act"].as_str().unwrap()) <= most,
        "{most} ms at most: {}",
        view["clock"]
    );
}

#[tokio::test]
async fn the_computer_answers_after_a_restart() {
    let server = Server::start().await;
    let mut person = server.person();
    let table = json!({ "ruleset": "game:tavli", "opponent": { "computer": 2 }, "side": "light" });
    let id = person.open(&table).await;
    let mut player = person.sit(&id).await;
    player.hear_of("state").await;
    let mut rng = fastrand::Rng::with_seed(14);
    for _ in 0..12 {
        player.until(|view| !view["acts_for"].is_null()).await;
        let command = pick(&player.view, &mut rng).unwrap();
        player.does(command).await;
    }
    let folder = server.stop().await;
    let server = Server::in_folder(folder, |_| {}).await;
    person.address = server.address;
    let mut player = person.sit(&id).await;
    player.hear_of("state").await;
    player.until(|view| !view["acts_for"].is_null()).await;
}

/// A table nobody is at still ends when a player's time is up.
#[tokio::test]
async fn time_runs_out_while_nobody_is_there() {
    let server = Server::with(|config| {
        config.idle = Duration::from_millis(50);
        (config.grace, config.sweep) = (Duration::ZERO, Duration::from_millis(100));
    })
    .await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("1+0");
    let (id, mut people, players) = two_at_a_table(&server, table).await;
    drop(players);
    // Asked without bringing the table into memory, which would be enough to end the game.
    let began = Instant::now();
    while people[0].get("/api/v1/me").await.json()["tables"] != json!([]) {
        assert!(began.elapsed() < SOON, "the game goes on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let seen = people[0].get(&format!("/api/v1/tables/{id}")).await.json();
    assert_eq!(seen["view"]["rounds"][0]["reason"], "out-of-time");
}

/// A backup is made by another program while the server runs, and a second server is refused.
#[tokio::test]
async fn a_file_in_use_can_be_copied_and_not_served_twice() {
    let server = Server::start().await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let mut rng = fastrand::Rng::with_seed(16);
    play_on(&mut players, &mut rng, 3).await;
    let file = server.folder.path().join("tablen.db");
    let listener = tablen_server::listen(crate::support::nearby()).await.unwrap();
    let Err(refused) = tablen_server::Running::start(crate::support::hasty(&file), listener).await else {
        panic!("two servers on one file");
    };
    let said = refused.to_string();
    assert!(said.contains(file.to_str().unwrap()) && said.contains("another Tablen"), "{said}");
    let copies = tempfile::tempdir().unwrap();
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).read_only(true);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let copy = format!("vacuum into '{}'", copies.path().join("tablen.db").display());
    sqlx::raw_sql(&copy).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    std::fs::copy(server.folder.path().join("tablen.db.key"), copies.path().join("tablen.db.key")).unwrap();
    play_on(&mut players, &mut rng, 2).await;
    let other = Server::in_folder(copies, |_| {}).await;
    people[0].address = other.address;
    let seen = people[0].get(&format!("/api/v1/tables/{id}")).await.json();
    assert_eq!((&seen["view"]["turns"], &seen["view"]["viewer"]), (&json!(3), &json!("host")));
}

/// A file of the first version knows nothing of turns; it is used as it is, and knows them as soon as something happens.
#[tokio::test]
async fn an_older_file_is_brought_up_to_date() {
    let server = Server::start().await;
    let (id, mut people, players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    drop(players);
    let folder = server.stop().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tablen.db"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let back = "drop index tables_played; drop index tables_waiting; alter table tables drop column waiting_seen; \
        create index tables_public on tables (opened) where is_public = 1 and is_open = 1; \
        alter table tables drop column to_act; pragma user_version = 1";
    for back in [BACK_TO_THE_THIRD, back] {
        sqlx::raw_sql(back).execute(&mut connection).await.unwrap();
    }
    sqlx::Connection::close(connection).await.unwrap();
    let server = Server::in_folder(folder, |_| {}).await;
    let mut players = Vec::new();
    for person in &mut people {
        person.address = server.address;
        let mine = person.get("/api/v1/me").await.json()["tables"][0].take();
        assert_eq!((&mine["id"], &mine["to_act"]), (&json!(id), &Value::Null));
        let mut player = person.sit(&id).await;
        player.hear_of("state").await;
        players.push(player);
    }
    let mut players: [_; 2] = players.try_into().unwrap_or_else(|_| panic!("two players"));
    play_on(&mut players, &mut fastrand::Rng::with_seed(15), 1).await;
    let mine = people[0].get("/api/v1/me").await.json()["tables"][0].take();
    assert_eq!(mine["to_act"], players[0].view["to_act"]);
}

/// Start-up reads nothing that grows with the number of tables.
#[tokio::test]
async fn ten_thousand_stored_tables_do_not_slow_the_start() {
    let start = async |folder| {
        let began = Instant::now();
        let server = Server::in_folder(folder, |_| {}).await;
        assert_eq!(server.person().get("/healthz").await.status, 200);
        (began.elapsed(), server)
    };
    let with_one_table = async || {
        let (_, server) = start(tempfile::tempdir().unwrap()).await;
        let id = server.person().open(&friendly("preset:tablut")).await;
        (id, server.stop().await)
    };
    let (_, mut small) = with_one_table().await;
    let (id, folder) = with_one_table().await;
    let file = folder.path().join("tablen.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let copies = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000) ";
    for query in [
        "insert into tables select randomblob(16), kind, 1, null, opened + i, randomblob(16), guest, 1, summary, next, \
         updated, i, to_act, null, sketch from n, (select * from tables limit 1)",
        "insert into events select id, sequence, entry, key_seat, key, null from tables, (select * from events) where true \
         on conflict do nothing",
    ] {
        let query = format!("{}{query}", if query.contains("from n") { copies } else { "" });
        sqlx::raw_sql(&query).execute(&mut connection).await.unwrap();
    }
    sqlx::Connection::close(connection).await.unwrap();
    // One beside the other, and the shortest of several: whatever else the machine does only makes one longer.
    let (mut few, mut many) = (Duration::MAX, Duration::MAX);
    let mut large = folder;
    for _ in 0..20 {
        let (took, server) = start(small).await;
        (few, small) = (few.min(took), server.stop().await);
        let (took, server) = start(large).await;
        (many, large) = (many.min(took), server.stop().await);
        if many < few * 5 + Duration::from_millis(250) {
            break;
        }
    }
    assert!(many < few * 5 + Duration::from_millis(250), "{few:?} with one table, {many:?} with 10,000");
    let (_, server) = start(large).await;
    // Lists are short and the newest first.
    let listed = server.person().get("/api/v1/tables").await.json();
    assert_eq!(listed["tables"].as_array().unwrap().len(), 50);
    assert_eq!(server.person().get(&format!("/api/v1/tables/{id}")).await.status, 200);
}
