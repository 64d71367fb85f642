//! Backups and their way back, what is forgotten, how much room games take, and what is found out about damage.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::support::{Person, SOON, Server, friendly, play_on, two_at_a_table};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, Row, SqliteConnection};
use tablen_server::keeping::{self, CannotKeep, Restored, Retention, Room, Sort, Verified, WhichKey};

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn backup(data: &Path, to: &Path) -> Result<Verified, CannotKeep> {
    let (data, to) = (data.to_owned(), to.to_owned());
    aside(move || keeping::backup(&data, &to, false, &mut |_, _| {})).await
}

async fn restore(from: &Path, data: &Path, key: WhichKey) -> Result<Restored, CannotKeep> {
    let (from, data) = (from.to_owned(), data.to_owned());
    aside(move || keeping::restore(&from, &data, &key, &mut |_, _| {})).await
}

async fn verify(data: &Path) -> Result<Verified, CannotKeep> {
    let data = data.to_owned();
    aside(move || keeping::verify(&data, &mut |_, _| {})).await
}

async fn connect(file: &Path) -> SqliteConnection {
    sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await.unwrap()
}

async fn change(file: &Path, sql: &str) {
    let mut connection = connect(file).await;
    let changed = sqlx::query(sql).execute(&mut connection).await.unwrap();
    assert!(changed.rows_affected() > 0, "{sql}");
    connection.close().await.unwrap();
}

fn data_of(server: &Server) -> PathBuf {
    server.folder.path().join("tablen.db")
}

fn back_at(person: &Person, server: &Server) -> Person {
    Person { address: server.address, ..person.clone() }
}

fn names(folder: &Path) -> Vec<String> {
    let files =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_during_play_is_whole_private_and_silent_about_secrets() {
    let server = Server::start().await;
    let (id, _, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("backup.db");
    let mut rng = fastrand::Rng::with_seed(3);
    play_on(&mut players, &mut rng, 40).await;
    let data = data_of(&server);
    let (copied, _) = tokio::join!(backup(&data, &file), play_on(&mut players, &mut rng, 40));
    let copied = copied.unwrap();
    assert_eq!((copied.count(), copied.damage.len()), (1, 0));
    assert!(copied.events >= 40, "{copied:?}");
    assert_eq!(names(elsewhere.path()), ["backup.db"]);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // A file that is there is not overwritten, and stays as it is.
    let before = std::fs::read(&file).unwrap();
    let again = backup(&data, &file).await;
    assert!(matches!(&again, Err(CannotKeep::Exists(exists)) if *exists == file), "{again:?}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    // The seed that is revealed when the game ends, and the secret that signs cookies, are in neither file.
    let mover = usize::from(!players[0].may("resign"));
    players[mover].does(json!({ "command": "resign" })).await;
    let log = server.person().get(&format!("/api/v1/tables/{id}/record.json")).await.json();
    let revealed =
        log["log"].as_array().unwrap().iter().find_map(|entry| entry["seed"].as_str()).unwrap().to_owned();
    let seed = tablen_table::hex::read(&revealed).unwrap();
    let mut copy = connect(&file).await;
    let facts = sqlx::query("select name from facts order by name").fetch_all(&mut copy).await.unwrap();
    let facts: Vec<String> = facts.iter().map(|row| row.get(0)).collect();
    assert_eq!(facts, ["sealed-secret"], "neither a secret in plain nor a generation");
    copy.close().await.unwrap();
    let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    assert!(!holds(&before, &seed) && !holds(&before, revealed.as_bytes()));
}

/// A client that has seen more than was restored is told so, and shares no number with what happens now.
#[tokio::test]
async fn whoever_is_ahead_of_a_restored_table_is_told_so() {
    let server = Server::start().await;
    let (id, people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let mut rng = fastrand::Rng::with_seed(5);
    play_on(&mut players, &mut rng, 4).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("backup.db");
    let data = data_of(&server);
    backup(&data, &file).await.unwrap();
    let kept = players[0].view["next"].as_u64().unwrap();
    play_on(&mut players, &mut rng, 6).await;
    let seen = players[0].view["next"].as_u64().unwrap();
    let generation =
        players[0].heard.iter().find(|message| message["type"] == "hello").unwrap()["generation"]
            .as_u64()
            .unwrap();
    let refused = restore(&file, &data, WhichKey::Beside).await;
    assert!(matches!(&refused, Err(CannotKeep::Unusable(..))), "while the server runs: {refused:?}");
    let folder = server.stop().await;
    let restored = restore(&file, &data, WhichKey::Beside).await.unwrap();
    let replaced = restored.aside.unwrap();
    assert_eq!(replaced.file_name().unwrap(), "tablen.db.before-restore-1");
    assert_eq!(names(folder.path()), ["tablen.db", "tablen.db.before-restore-1", "tablen.db.key"]);
    assert!(verify(&replaced).await.unwrap().events > restored.found.events, "what was there is kept whole");
    let server = Server::in_folder(folder, |_| {}).await;
    let mut ada = back_at(&people[0], &server);
    // By its number alone, and by the generation even where the number is one that has come again.
    let mut fresh = ada.sit(&id).await;
    let hello = fresh.hear_of("hello").await;
    let now = hello["generation"].as_u64().unwrap();
    assert_ne!(now, generation);
    assert_eq!((&hello["seat"], &hello["is_ahead"]), (&json!("host"), &json!(false)), "cookies hold");
    for (path, is_ahead) in [
        (format!("{id}/socket?since={seen}"), true),
        (format!("{id}/socket?since={kept}&generation={generation}"), true),
        (format!("{id}/socket?since={kept}&generation={now}"), false),
        (format!("{id}/socket?since={kept}"), false),
    ] {
        let mut socket = ada.socket(&path, &[]).await.unwrap();
        assert_eq!(socket.hear_of("hello").await["is_ahead"], is_ahead, "{path}");
        let state = socket.hear_of("state").await;
        assert_eq!(state["events"], json!([]), "{path}");
        if is_ahead {
            assert_eq!(state["lines"].as_array().unwrap().len(), 4, "the whole game is told anew");
            let command = json!({ "command": "resign", "expected": kept });
            assert_eq!(socket.refused(command).await, "server.refusal.restored");
        }
    }
    fresh.hear_of("state").await;
    assert_eq!(fresh.view["phase"], "playing");
}

#[tokio::test]
async fn a_backup_is_put_back_elsewhere_with_its_key_or_without() {
    let server = Server::start().await;
    let (id, people, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    play_on(&mut players, &mut fastrand::Rng::with_seed(7), 10).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("backup.db");
    let data = data_of(&server);
    backup(&data, &file).await.unwrap();
    let key = elsewhere.path().join("kept-apart.key");
    std::fs::copy(server.folder.path().join("tablen.db.key"), &key).unwrap();
    drop(players);
    server.stop().await;
    // Somewhere where there is no key, and where there is another.
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("tablen.db");
    let without = restore(&file, &new, WhichKey::Beside).await.unwrap_err();
    assert!(without.to_string().contains("tablen.db.key, is missing"), "{without}");
    assert_eq!(names(folder.path()), [""; 0]);
    restore(&file, &new, WhichKey::From(key)).await.unwrap();
    assert_eq!(
        std::fs::metadata(folder.path().join("tablen.db.key")).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let server = Server::in_folder(folder, |_| {}).await;
    let mut ada = back_at(&people[0], &server);
    let mut bo = back_at(&people[1], &server);
    let mut players = [ada.sit(&id).await, bo.sit(&id).await];
    for player in &mut players {
        assert_ne!(player.hear_of("hello").await["seat"], Value::Null, "they are recognised");
        player.hear_of("state").await;
    }
    play_on(&mut players, &mut fastrand::Rng::with_seed(8), 12).await;
    drop(players);
    let folder = server.stop().await;
    // A key that is not the right one, and none for good.
    std::fs::write(folder.path().join("tablen.db.key"), "00".repeat(32)).unwrap();
    let wrong = restore(&file, &new, WhichKey::Beside).await.unwrap_err();
    assert!(wrong.to_string().contains("is not the key"), "{wrong}");
    restore(&file, &new, WhichKey::Lost).await.unwrap();
    let server = Server::in_folder(folder, |_| {}).await;
    assert_eq!(back_at(&people[0], &server).get("/api/v1/me").await.json()["tables"], json!([]));
    assert_eq!(server.person().get(&format!("/api/v1/tables/{id}")).await.status, 200);
}

/// What another program left half done beside the file that was there is no part of what is put in its place.
#[tokio::test]
async fn a_journal_of_what_was_there_goes_aside_with_it() {
    let server = Server::start().await;
    two_at_a_table(&server, friendly("preset:tablut")).await;
    let folder = server.stop().await;
    let [data, file] = ["tablen.db", "backup.db"].map(|name| folder.path().join(name));
    backup(&data, &file).await.unwrap();
    std::fs::write(&data, "no database").unwrap();
    std::fs::write(folder.path().join("tablen.db-journal"), "half done").unwrap();
    restore(&file, &data, WhichKey::Beside).await.unwrap();
    assert_eq!(
        names(folder.path()),
        [
            "backup.db",
            "tablen.db",
            "tablen.db.before-restore-1",
            "tablen.db.before-restore-1-journal",
            "tablen.db.key"
        ]
    );
    assert!(verify(&data).await.unwrap().damage.is_empty());
}

#[tokio::test]
async fn what_is_damaged_is_neither_put_back_nor_copied() {
    let server = Server::start().await;
    let (_, _, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    play_on(&mut players, &mut fastrand::Rng::with_seed(9), 6).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("backup.db");
    let data = data_of(&server);
    backup(&data, &file).await.unwrap();
    drop(players);
    let folder = server.stop().await;
    let before = std::fs::read(&data).unwrap();
    change(&file, "update events set entry = replace(entry, '\"at\":', '\"at\":1') where sequence = 3").await;
    let refused = restore(&file, &data, WhichKey::Beside).await;
    assert!(matches!(refused, Err(CannotKeep::Damaged(..))), "{refused:?}");
    assert_eq!(std::fs::read(&data).unwrap(), before);
    assert_eq!(names(folder.path()), ["tablen.db", "tablen.db.key"]);
    let copy = elsewhere.path().join("copy.db");
    std::fs::copy(folder.path().join("tablen.db.key"), elsewhere.path().join("backup.db.key")).unwrap();
    assert!(matches!(backup(&file, &copy).await, Err(CannotKeep::Damaged(..))));
    assert!(!copy.exists());
    let found = verify(&file).await.unwrap();
    assert_eq!(found.damage.len(), 1, "a changed time is noticed: {found:?}");
    assert!(found.damage.values().all(|damage| damage.contains("from event 3 on")), "{found:?}");
    assert!(verify(&data).await.unwrap().damage.is_empty());
}

/// Whether somebody asks for the table or nobody does, a row that was changed is found out and said.
#[tokio::test]
async fn health_tells_of_damaged_rows() {
    for is_asked_for in [true, false] {
        let server = Server::with(|config| config.upkeep = Duration::from_secs(3_600)).await;
        let (id, _, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
        play_on(&mut players, &mut fastrand::Rng::with_seed(9), 6).await;
        drop(players);
        let folder = server.stop().await;
        let sql = "update events set entry = replace(entry, '\"at\":', '\"at\":1') where sequence = 4";
        change(&folder.path().join("tablen.db"), sql).await;
        let pause = if is_asked_for { Duration::from_secs(3_600) } else { Duration::from_millis(20) };
        let server = Server::in_folder(folder, |config| config.upkeep = pause).await;
        let mut person = server.person();
        if is_asked_for {
            let answer = person.get(&format!("/api/v1/tables/{id}?lang=fr")).await;
            assert_eq!(
                (answer.status, answer.json()["code"].as_str()),
                (500, Some("server.error.damaged-table"))
            );
        }
        let health = loop {
            let health = person.get("/healthz").await;
            if health.status != 200 || is_asked_for {
                break health;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        assert_eq!((health.status, health.json()["code"].as_str()), (503, Some("server.error.damaged")));
        assert!(health.text().contains(&id), "{}", health.text());
        assert!(person.get("/metrics").await.text().contains("\ntablen_damaged_tables 1\n"));
        // Others play on.
        person.open(&friendly("preset:tablut")).await;
    }
}

async fn stored_bytes(file: &Path) -> (i64, i64) {
    let mut connection = connect(file).await;
    let sizes = "select (select coalesce(sum(length(entries)), 0) from packs) + (select sum(length(entry)) from events), \
        (select coalesce(sum(count), 0) from packs) + (select count(*) from events)";
    let row = sqlx::query(sizes).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    (row.get(0), row.get(1))
}

/// Steps that are played and taken back again and again take less room than the messages that asked for them, and are all there.
#[tokio::test]
async fn undone_steps_take_little_room() {
    let server = Server::start().await;
    let (id, people, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    let mover = usize::from(!players[0].may("roll"));
    let player = &mut players[mover];
    player.does(json!({ "command": "roll" })).await;
    player.until(|view| view["may"].as_array().unwrap().contains(&json!("step"))).await;
    let step = player.view["board"]["next"][0].clone();
    let before = player.sent.len();
    for _ in 0..400 {
        player.does(json!({ "command": "step", "from": step["from"], "die": step["die"] })).await;
        player.does(json!({ "command": "undo-step" })).await;
    }
    let sent: usize = player.sent[before..].iter().map(|message| message.to_string().len()).sum();
    let next = player.view["next"].as_u64().unwrap();
    let again = player.sent.last().unwrap().clone();
    drop(players);
    let folder = server.stop().await;
    let (bytes, events) = stored_bytes(&folder.path().join("tablen.db")).await;
    assert_eq!(events as u64, next);
    assert!((bytes as usize) < sent / 2, "{bytes} bytes for {sent} bytes of messages");
    // All of it is there, once and in order, and what is sent again acts no second time.
    let server = Server::in_folder(folder, |_| {}).await;
    let mut sequences: Vec<u64> = Vec::new();
    while (sequences.len() as u64) < next {
        let path = format!("/api/v1/tables/{id}/events?from={}", sequences.len());
        let page = back_at(&people[mover], &server).get(&path).await.json();
        let page = page["events"].as_array().unwrap();
        assert!(!page.is_empty(), "{path}: nothing more");
        sequences.extend(page.iter().map(|entry| entry["sequence"].as_u64().unwrap()));
    }
    assert_eq!(sequences, (0..next).collect::<Vec<_>>());
    let mut socket = back_at(&people[mover], &server).sit_since(&id, next).await;
    socket.hear_of("state").await;
    socket.send(&again).await;
    assert_eq!(socket.hear_of("done").await["key"], again["key"]);
    assert_eq!(
        back_at(&people[0], &server).get(&format!("/api/v1/tables/{id}")).await.json()["view"]["next"],
        next
    );
}

async fn kinds(person: &mut Person, ids: &[String]) -> Vec<u16> {
    let mut statuses = Vec::new();
    for id in ids {
        statuses.push(person.get(&format!("/api/v1/tables/{id}")).await.status);
    }
    statuses
}

/// A table that waits, one that was begun, a record, a game that was played to its end, and one that was called off before it began.
async fn one_of_each(server: &Server) -> Vec<String> {
    let (begun, _, _) = two_at_a_table(server, friendly("preset:tablut")).await;
    let (ended, _, mut players) = two_at_a_table(server, friendly("preset:tablut")).await;
    play_on(&mut players, &mut fastrand::Rng::with_seed(2), 30).await;
    if !players[0].is_over() {
        players[0].does(json!({ "command": "resign" })).await;
    }
    let mut person = server.person();
    let waiting = person.open(&friendly("preset:tablut")).await;
    let record = person.get(&format!("/api/v1/tables/{ended}/record")).await.text();
    let record =
        person.ask("POST", "/api/v1/records", &[], &record).await.json()["id"].as_str().unwrap().to_owned();
    let (called_off, _, mut players) = two_at_a_table(server, friendly("preset:tablut")).await;
    players[0].does(json!({ "command": "abort" })).await;
    vec![waiting, begun, record, ended, called_off]
}

const AGES: &str = "update tables set updated = updated - 864000000, waiting_seen = waiting_seen - 864000000";
const WEEK: Duration = Duration::from_secs(7 * 86_400);

#[tokio::test]
async fn what_nobody_goes_on_with_is_forgotten_when_told_so() {
    let server = Server::with(|config| config.upkeep = Duration::from_millis(5)).await;
    let ids = one_of_each(&server).await;
    let folder = server.stop().await;
    let data = folder.path().join("tablen.db");
    change(&data, AGES).await;
    let all = Retention { waiting: Some(WEEK), unfinished: Some(WEEK), records: Some(WEEK) };
    let prune = async |retention: Retention, is_trial| {
        let data = data.clone();
        aside(move || keeping::prune(&data, &retention, is_trial, &mut |_, _| {})).await.unwrap()
    };
    let people = async || {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&data);
        let mut connection = options.connect().await.unwrap();
        let row = sqlx::query("select count(*) from people").fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        row.get::<i64, _>(0)
    };
    let named = people().await;
    let would = prune(all, true).await;
    assert_eq!(people().await, named);
    let counts = |rooms: &std::collections::BTreeMap<Sort, Room>| {
        rooms.iter().map(|(sort, room)| (*sort, room.tables)).collect::<Vec<_>>()
    };
    assert_eq!(counts(&would), [(Sort::Waiting, 2), (Sort::Unfinished, 1), (Sort::Record, 1)]);
    let found = verify(&data).await.unwrap();
    assert_eq!((found.count(), found.damage.len()), (5, 0), "a trial changes nothing");
    assert!(found.tables[&Sort::Finished].average() < 2_000, "{found:?}");
    assert_eq!(prune(Retention { unfinished: Some(2 * WEEK), ..all }, false).await.len(), 2);
    assert!(people().await < named, "whose tables are all gone need not be known");
    let found = verify(&data).await.unwrap();
    assert_eq!(found.tables.keys().copied().collect::<Vec<_>>(), [Sort::Unfinished, Sort::Finished]);
    // A server does it by itself, without haste; by default it forgets nothing.
    let server = Server::in_folder(folder, |config| config.upkeep = Duration::from_millis(5)).await;
    let began = std::time::Instant::now();
    while !server.person().get("/metrics").await.text().contains("\ntablen_stored_tables 2\n") {
        assert!(began.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let metrics = server.person().get("/metrics").await.text();
    assert!(
        metrics.contains("\ntablen_finished_games 1\n") && metrics.contains("\ntablen_forgotten_total 0\n"),
        "{metrics}"
    );
    let folder = server.stop().await;
    let server = Server::in_folder(folder, |config| {
        (config.upkeep, config.retention) = (Duration::from_millis(5), all);
    })
    .await;
    let began = std::time::Instant::now();
    while !server.person().get("/metrics").await.text().contains("\ntablen_forgotten_total 1\n") {
        assert!(began.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(kinds(&mut server.person(), &ids).await, [404, 404, 404, 200, 404]);
}
