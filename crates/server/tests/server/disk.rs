//! A disk that fails and recovers, and a file that others can neither read nor keep for themselves.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::support::{Person, SOON, Server, Socket, friendly, hasty, nearby, pick, sit_down, two_at_a_table};
use rlimit::{INFINITY, Resource, prlimit};
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection};
use tablen_server::{Running, listen};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// Where a server in a process of its own keeps its files.
const FOLDER: &str = "TABLEN_TEST_FOLDER";

/// No test by itself: the other process of a test below.
#[tokio::test]
async fn serve_in_a_process_of_its_own() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let listener = listen(nearby()).await.unwrap();
    let running = Running::start(hasty(&folder.join("tablen.db")), listener).await.unwrap();
    let address = running.address().unwrap().to_string();
    std::fs::write(folder.join("new"), address).unwrap();
    std::fs::rename(folder.join("new"), folder.join("address")).unwrap();
    running.serve(std::future::pending()).await.unwrap();
}

/// Ends with the test, however that ends.
struct Process(Child);

impl Process {
    /// Without a chance to put anything in order.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts one. It ignores the signal that says that a file has become too large, and hears of it as an error.
fn start(folder: &Path) -> (Process, SocketAddr) {
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"trap "" XFSZ; umask 022; exec "$0" --exact disk::serve_in_a_process_of_its_own"#])
        .arg(std::env::current_exe().unwrap())
        .env(FOLDER, folder)
        .stdout(std::process::Stdio::null());
    let child = Process(command.spawn().unwrap());
    let began = Instant::now();
    loop {
        if let Ok(address) = std::fs::read_to_string(folder.join("address")) {
            return (child, address.parse().unwrap());
        }
        assert!(began.elapsed() < SOON, "the server does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn limit_files(child: &Process, bytes: u64) {
    let pid = child.0.id().try_into().unwrap();
    prlimit(pid, Resource::FSIZE, Some((bytes, INFINITY)), None).unwrap();
}

#[tokio::test]
async fn what_is_acknowledged_after_the_disk_was_full_lasts() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, address) = start(folder.path());
    for file in ["tablen.db", "tablen.db-wal", "tablen.db-shm", "tablen.db.key"] {
        let mode = std::fs::metadata(folder.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    let mut person = Person::at(address);
    let mut acknowledged = vec![person.open(&friendly("preset:tablut")).await];
    assert_eq!(person.get("/healthz").await.status, 200);
    for _ in 0..2 {
        // A few frames of the log still fit, so that it is the commit that fails and not the beginning.
        let log = std::fs::metadata(folder.path().join("tablen.db-wal")).unwrap().len();
        limit_files(&child, log + 100);
        let answer = person.post("/api/v1/tables?lang=it", &friendly("preset:tablut")).await;
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")));
        assert_eq!(answer.json()["code"], "server.error.cannot-store");
        assert!(answer.json()["text"].as_str().unwrap().starts_with("Quello che succede qui"), "{answer:?}");
        let health = person.get("/healthz").await;
        assert_eq!((health.status, health.json()["code"].as_str()), (503, Some("server.error.cannot-store")));
        limit_files(&child, INFINITY);
        for _ in 0..3 {
            acknowledged.push(person.open(&friendly("preset:tablut")).await);
        }
        assert_eq!(person.get("/healthz").await.status, 200);
    }
    assert!(!person.get("/metrics").await.text().contains("tablen_store_failures_total 0"));
    child.kill();
    let server = Server::in_folder(folder, |_| {}).await;
    for id in acknowledged {
        assert_eq!(server.person().get(&format!("/api/v1/tables/{id}")).await.status, 200, "{id} is lost");
    }
}

/// After a crash nobody loses time until they could have found the table again, and the clock starts when the player to move comes back.
#[tokio::test]
async fn a_crash_leaves_a_moment_to_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, address) = start(folder.path());
    let (mut ada, mut bo) = (Person::at(address), Person::at(address));
    let mut table = friendly("preset:tablut");
    table["control"] = json!("6+0");
    let id = ada.open(&table).await;
    let mut joining = bo.sit(&id).await;
    joining.does(json!({ "command": "join", "occupant": { "person": "Bo" } })).await;
    joining.until(|view| view["phase"] == "playing").await;
    // So that a heartbeat says that the server was there until now.
    tokio::time::sleep(Duration::from_millis(2_200)).await;
    child.kill();
    let server = Server::in_folder(folder, |config| config.grace = Duration::from_secs(60)).await;
    let path = format!("/api/v1/tables/{id}");
    // The first who looks does not start the clock, and time does not pass, though more of it goes by than is left.
    for _ in 0..2 {
        let view = server.person().get(&path).await.json()["view"].take();
        assert_eq!((&view["phase"], &view["clock"]["is_paused"]), (&json!("playing"), &json!(true)));
        tokio::time::sleep(Duration::from_millis(2_200)).await;
    }
    let to_act = server.person().get(&path).await.json()["view"]["to_act"].take();
    // Neither does the opponent, however often they look.
    let (mover, other) = if to_act == "host" { (&mut ada, &mut bo) } else { (&mut bo, &mut ada) };
    (mover.address, other.address) = (server.address, server.address);
    let mut waiting = other.sit(&id).await;
    waiting.hear_of("state").await;
    assert_eq!(waiting.view["clock"]["is_paused"], true);
    let mut moving = mover.sit(&id).await;
    moving.hear_of("state").await;
    assert_eq!(moving.view["clock"]["is_paused"], false);
    waiting.until(|view| view["clock"]["is_paused"] == false).await;
    waiting.until(|view| view["phase"] != "playing").await;
}

/// Who is to move, who is not, and what the first may play.
fn turn_of(players: [Socket; 2]) -> ([Socket; 2], Value) {
    let [host, guest] = players;
    let players = if host.view["to_act"] == "host" { [host, guest] } else { [guest, host] };
    let played = pick(&players[0].view, &mut fastrand::Rng::with_seed(1)).expect("it is their turn");
    (players, played)
}

fn left(view: &Value) -> [u64; 2] {
    ["host", "guest"].map(|seat| view["clock"]["left"][seat]["time"].as_u64().unwrap())
}

/// What a player has spent of so many seconds, at most: what has passed since the game began, without the time that is nobody's.
fn is_all_that_was_spent(view: &Value, seconds: u64, began: Instant, nobodys: Duration) {
    let most = u64::try_from((began.elapsed() - nobodys).as_millis()).unwrap() + 1;
    for left in left(view) {
        assert!(seconds * 1_000 - left <= most, "{left} ms are left of {seconds} s; spent were {most} ms");
    }
}

/// A disk that is full for longer than a player has time, while that player tries to move.
#[tokio::test]
async fn time_in_which_nothing_can_be_stored_is_nobodys() {
    let folder = tempfile::tempdir().unwrap();
    let (child, address) = start(folder.path());
    let (mut ada, mut bo) = (Person::at(address), Person::at(address));
    let mut table = friendly("preset:tablut");
    table["control"] = json!("10+0");
    let id = ada.open(&table).await;
    let began = Instant::now();
    let players = sit_down(&mut ada, &mut bo, &id).await;
    let ([mut moving, mut waiting], played) = turn_of(players);
    let log = std::fs::metadata(folder.path().join("tablen.db-wal")).unwrap().len();
    limit_files(&child, log + 100);
    assert_eq!(moving.refused(played.clone()).await, "server.refusal.not-stored");
    for player in [&mut moving, &mut waiting] {
        assert_eq!(player.hear_of("health").await["stores"], false);
    }
    let full = Instant::now();
    tokio::time::sleep(Duration::from_secs(11)).await;
    let seen = bo.get(&format!("/api/v1/tables/{id}")).await.json()["view"].take();
    assert_eq!(seen["phase"], "playing");
    // They are still connected, and hear that it goes on.
    let nobodys = full.elapsed();
    limit_files(&child, INFINITY);
    for player in [&mut moving, &mut waiting] {
        assert_eq!(player.hear_of("health").await["stores"], true);
        let told = player.hear_of("state").await;
        let events: Vec<&str> =
            told["events"].as_array().unwrap().iter().map(|entry| entry["event"].as_str().unwrap()).collect();
        assert_eq!(events, ["paused", "resumed"]);
        is_all_that_was_spent(&player.view, 10, began, nobodys);
    }
    // What was sent before is still meant.
    let mut again = played;
    again["expected"] = json!(moving.view["next"].as_u64().unwrap() - 2);
    moving.does(again).await;
    waiting.until(|view| view["acts_for"] != Value::Null).await;
}

/// Another program that has the database to itself.
async fn locked(server: &Server) -> sqlx::SqliteConnection {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.folder.path().join("tablen.db"));
    let mut other = options.connect().await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();
    other
}

/// Another program has the database to itself for longer than the opponent has time.
#[tokio::test]
async fn time_in_which_a_move_is_not_stored_is_nobodys() {
    let server = Server::start().await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("8+0");
    let began = Instant::now();
    let (_, _, players) = two_at_a_table(&server, table).await;
    let ([mut moving, mut waiting], played) = turn_of(players);
    let other = locked(&server).await;
    let unlocked = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(9)).await;
        other.close().await.unwrap();
        Instant::now()
    });
    let asked = Instant::now();
    moving.does(played).await;
    let nobodys = unlocked.await.unwrap() - asked;
    waiting.until(|view| view["acts_for"] != Value::Null).await;
    is_all_that_was_spent(&waiting.view, 8, began, nobodys);
    waiting.hear_of("state").await;
    assert!(waiting.heard.iter().any(|message| message["type"] == "health" && message["stores"] == false));
    is_all_that_was_spent(&waiting.view, 8, began, nobodys);
    let played = pick(&waiting.view, &mut fastrand::Rng::with_seed(1)).unwrap();
    waiting.does(played).await;
}

/// Nobody moves while another program has the database to itself, so nothing fails; the time of the player to move seems to end meanwhile.
#[tokio::test]
async fn nobody_loses_on_time_before_it_is_noticed_that_nothing_can_be_stored() {
    // Too seldom for the heartbeat to notice.
    let server = Server::with(|config| config.heartbeat = Duration::from_secs(60)).await;
    let mut table = friendly("preset:tablut");
    table["control"] = json!("10+0");
    let began = Instant::now();
    let (_, _, players) = two_at_a_table(&server, table).await;
    let ([mut moving, mut waiting], played) = turn_of(players);
    let other = locked(&server).await;
    let since = Instant::now();
    // With the lag that is allowed for, the time would have been up after eleven seconds.
    tokio::time::sleep(Duration::from_secs(12)).await;
    let nobodys = since.elapsed();
    other.close().await.unwrap();
    // On a slow machine it may have been noticed by now; then it is tried again, as the refusal says.
    loop {
        let answer = moving.order(played.clone()).await;
        if answer["code"] != "server.refusal.not-stored" {
            assert_eq!(answer["type"], "done", "{answer}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    waiting.until(|view| view["acts_for"] != Value::Null).await;
    is_all_that_was_spent(&waiting.view, 10, began, nobodys);
}

/// Whoever comes while another program has the database to itself is told so, and does not wait until that is over.
#[tokio::test]
async fn newcomers_do_not_wait_for_a_long_write() {
    let server = Server::with(|config| config.patience = Duration::from_secs(5)).await;
    let (id, _, players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let ([mut moving, mut waiting], mut played) = turn_of(players);
    let other = locked(&server).await;
    (played["type"], played["key"]) = (json!("do"), json!(1));
    moving.send(&played).await;
    let began = Instant::now();
    let [mut newcomer, mut another, mut third] = [(); 3].map(|()| server.person());
    let (table, path) = (friendly("preset:tablut"), format!("/api/v1/tables/{id}"));
    let (opened, looked, closed) =
        tokio::join!(newcomer.post("/api/v1/tables?lang=it", &table), another.get(&path), async {
            third.sit(&id).await.closed_with().await
        },);
    for answer in [opened, looked] {
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")), "{}", answer.text());
        assert_eq!(answer.json()["code"], "server.error.late");
    }
    assert_eq!(closed, Some(1013));
    // SQLite itself, and what is tried again, would have waited for a minute.
    assert!(began.elapsed() < SOON / 2, "{:?}", began.elapsed());
    other.close().await.unwrap();
    waiting.until(|view| view["acts_for"] != Value::Null).await;
    assert_eq!(newcomer.get(&format!("/api/v1/tables/{id}")).await.status, 200);
    newcomer.sit(&id).await.hear_of("state").await;
}

/// As many wait for something to be stored as there may be connections: they are all being answered, and still nobody is kept out.
#[tokio::test]
async fn answers_that_do_not_come_keep_nobody_out() {
    let server = Server::with(|config| config.limits.http_connections = 20).await;
    server.person().get("/api/v1/me").await;
    let other = locked(&server).await;
    let mut waiting = Vec::new();
    let table = friendly("preset:tablut").to_string();
    let head = format!("Host: localhost\r\nContent-Length: {}\r\n\r\n{table}", table.len());
    for _ in 0..60 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(format!("POST /api/v1/tables HTTP/1.1\r\n{head}").as_bytes()).await;
        waiting.push(stream);
    }
    for _ in 0..10 {
        let asking = tokio::time::timeout(SOON, async { server.person().get("/healthz").await.status });
        assert!([200, 503].contains(&asking.await.expect("there is room")));
    }
    other.close().await.unwrap();
}

/// While another program has the database to itself, everybody waits together and nothing is refused, unless it takes longer than
/// anybody should have to wait.
#[tokio::test]
async fn a_locked_file_is_waited_for() {
    let server = Server::with(|config| config.patience = SOON).await;
    server.person().get("/api/v1/me").await;
    let other = locked(&server).await;
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let mut person = server.person();
            tokio::spawn(async move { person.open(&friendly("preset:tablut")).await })
        })
        .collect();
    // Longer than SQLite itself waits.
    tokio::time::sleep(Duration::from_millis(6_500)).await;
    assert_eq!(server.person().get("/healthz").await.status, 503);
    other.close().await.unwrap();
    for opened in opening {
        opened.await.unwrap();
    }
    assert_eq!(server.person().get("/healthz").await.status, 200);
}
