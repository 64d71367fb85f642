//! Tables at which somebody waits for an opponent: when they are listed, and when they end.

use std::time::Duration;

use crate::support::{BACK_TO_THE_THIRD, Person, Server, friendly, sit_down, two_at_a_table};
use serde_json::{Value, json};

fn public() -> Value {
    let mut table = friendly("preset:tablut");
    table["public"] = json!(true);
    table
}

async fn is_in(person: &mut Person, list: &str, id: &str) -> bool {
    let listed = person.get(list).await.json();
    listed["tables"].as_array().unwrap().iter().any(|table| table["id"] == id)
}

const LOBBY: &str = "/api/v1/tables";
const OWN: &str = "/api/v1/me";

/// Asks for the lobby until it shows a table, or no longer does.
async fn until_shown(person: &mut Person, id: &str, is_shown: bool) {
    while is_in(person, LOBBY, id).await != is_shown {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_table_that_everybody_has_left_is_called_off() {
    let server = Server::with(|config| config.limits.tables_per_person = 1).await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&public()).await;
    assert!(is_in(&mut bo, LOBBY, &id).await);
    let (mut hosting, mut watching) = (ada.sit(&id).await, bo.sit(&id).await);
    hosting.does(json!({ "command": "leave" })).await;
    for seen in [&mut hosting, &mut watching] {
        seen.until(|view| view["phase"] == "aborted").await;
    }
    let join = json!({ "command": "join", "occupant": { "person": "Bo" } });
    assert_eq!(watching.refused(join).await, "table.refusal.over");
    assert!(!is_in(&mut bo, LOBBY, &id).await && !is_in(&mut ada, OWN, &id).await);
    // It no longer counts, and it is so for later viewers.
    ada.open(&public()).await;
    let folder = server.stop().await;
    let server = Server::in_folder(folder, |_| {}).await;
    let seen = server.person().get(&format!("/api/v1/tables/{id}")).await.json();
    assert_eq!(seen["view"]["phase"], "aborted");
}

/// A client that did not hear that it has left says it again, though the seat is no longer its own.
#[tokio::test]
async fn to_leave_twice_is_to_leave_once() {
    let server = Server::start().await;
    let mut ada = server.person();
    let id = ada.open(&public()).await;
    let mut hosting = ada.sit(&id).await;
    hosting.hear_of("state").await;
    let leave = json!({ "type": "do", "command": "leave", "key": 77 });
    for _ in 0..2 {
        hosting.send(&leave).await;
        assert_eq!(hosting.hear_of("done").await["key"], 77);
    }
    let other = json!({ "command": "leave" });
    assert_eq!(hosting.refused(other).await, "server.refusal.not-a-player");
}

#[tokio::test]
async fn a_seat_that_is_left_after_the_game_changes_nothing_about_it() {
    let server = Server::start().await;
    let (_, _, mut players) = two_at_a_table(&server, public()).await;
    players[0].does(json!({ "command": "resign" })).await;
    for player in &mut players {
        player.does(json!({ "command": "leave" })).await;
    }
    players[1].until(|view| view["phase"] == "over").await;
}

/// Short enough to wait for it to pass.
fn soon_hidden(config: &mut tablen_server::config::Config) {
    config.shown_waiting = Duration::from_secs(3);
    // Being there is what counts, whether or not the table was in memory before.
    config.idle = Duration::from_millis(100);
}

#[tokio::test]
async fn a_table_is_shown_while_its_host_waits_and_for_a_while_after() {
    let server = Server::with(soon_hidden).await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&public()).await;
    let updated = ada.get(OWN).await.json()["tables"][0]["updated"].clone();
    // A spectator keeps no table in the list.
    let looking_on = bo.sit(&id).await;
    until_shown(&mut bo, &id, false).await;
    drop(looking_on);
    assert!(is_in(&mut ada, OWN, &id).await, "one's own tables are never hidden");
    let hosting = ada.sit(&id).await;
    until_shown(&mut bo, &id, true).await;
    // The host stays for longer than the table is shown without.
    tokio::time::sleep(Duration::from_secs(4)).await;
    until_shown(&mut bo, &id, true).await;
    drop(hosting);
    until_shown(&mut bo, &id, false).await;
    assert_eq!(ada.get(OWN).await.json()["tables"][0]["updated"], updated, "nothing has happened");
    // By its address it is found as before; a game that is played is shown no matter who is there.
    let players = sit_down(&mut ada, &mut bo, &id).await;
    until_shown(&mut bo, &id, true).await;
    drop(players);
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert!(is_in(&mut bo, LOBBY, &id).await);
}

/// However many tables nobody waits at any more, those are found at which somebody does, and they are not passed over one by one.
#[tokio::test]
async fn abandoned_tables_take_no_place_in_the_list_and_no_time() {
    let server = Server::start().await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let waiting = ada.open(&public()).await;
    // Moments are stored in milliseconds.
    tokio::time::sleep(Duration::from_millis(2)).await;
    let (played, ..) = two_at_a_table(&server, public()).await;
    let folder = server.stop().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tablen.db"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let abandoned = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000) \
         insert into tables (id, kind, is_public, opened, host, is_open, summary, updated, waiting_seen) \
         select randomblob(16), kind, 1, opened + i, randomblob(16), 1, summary, updated, waiting_seen - 3600000 - i \
         from n, (select * from tables where waiting_seen is not null)";
    sqlx::raw_sql(abandoned).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let server = Server::in_folder(folder, |_| {}).await;
    (ada.address, bo.address) = (server.address, server.address);
    let listed = bo.get(LOBBY).await.json();
    let ids: Vec<&Value> = listed["tables"].as_array().unwrap().iter().map(|table| &table["id"]).collect();
    assert_eq!(ids, [&json!(played), &json!(waiting)], "the newest first");
}

/// A file of the second version does not know when players were last at their tables; when something happened last is near enough.
#[tokio::test]
async fn tables_of_an_older_file_are_shown_by_when_something_happened_last() {
    let server = Server::start().await;
    let mut ada = server.person();
    let (recent, old) = (ada.open(&public()).await, ada.open(&public()).await);
    let (played, ..) = two_at_a_table(&server, public()).await;
    let folder = server.stop().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("tablen.db"));
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let back = format!(
        "{BACK_TO_THE_THIRD} drop index tables_played; drop index tables_waiting; alter table tables drop column waiting_seen; \
         create index tables_public on tables (opened) where is_public = 1 and is_open = 1; pragma user_version = 2; \
         update tables set updated = updated - 7200000 where id in (x'{old}', x'{played}')"
    );
    sqlx::raw_sql(&back).execute(&mut connection).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let server = Server::in_folder(folder, |_| {}).await;
    ada.address = server.address;
    for (id, is_shown) in [(&recent, true), (&old, false), (&played, true)] {
        assert_eq!(is_in(&mut ada, LOBBY, id).await, is_shown, "{id}");
    }
    let hosting = ada.sit(&old).await;
    until_shown(&mut ada, &old, true).await;
    drop(hosting);
}
