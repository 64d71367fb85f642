//! A disk that fails and recovers, and a file that others can neither read nor keep for themselves.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::support::{Person, SOON, Server, friendly, hasty, nearby};
use rlimit::{INFINITY, Resource, prlimit};
use serde_json::json;
use tablen_server::{Running, listen};

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
    for file in ["tablen.db", "tablen.db-wal", "tablen.db-shm"] {
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
        assert_eq!(person.post("/api/v1/tables", &friendly("preset:tablut")).await.status, 500);
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
    table["control"] = json!("3+0");
    let id = ada.open(&table).await;
    let mut joining = bo.sit(&id).await;
    joining.does(json!({ "command": "join", "occupant": { "person": "Bo" } })).await;
    joining.until(|view| view["phase"] == "playing").await;
    // So that a heartbeat says that the server was there until now, and little time is left.
    tokio::time::sleep(Duration::from_millis(2_200)).await;
    child.kill();
    let server = Server::in_folder(folder, |config| config.grace = Duration::from_secs(4)).await;
    let path = format!("/api/v1/tables/{id}");
    // The first who looks does not start the clock, and time does not pass.
    for _ in 0..2 {
        let view = server.person().get(&path).await.json()["view"].take();
        assert_eq!((&view["phase"], &view["clock"]["is_paused"]), (&json!("playing"), &json!(true)));
        tokio::time::sleep(Duration::from_millis(1_500)).await;
    }
    let to_act = server.person().get(&path).await.json()["view"]["to_act"].take();
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

/// While another program has the database to itself, everybody waits together and nothing is refused.
#[tokio::test]
async fn a_locked_file_is_waited_for() {
    let server = Server::start().await;
    server.person().get("/api/v1/me").await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(server.folder.path().join("tablen.db"));
    let mut other = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let mut person = server.person();
            tokio::spawn(async move { person.open(&friendly("preset:tablut")).await })
        })
        .collect();
    // Longer than SQLite itself waits.
    tokio::time::sleep(Duration::from_millis(6_500)).await;
    assert_eq!(server.person().get("/healthz").await.status, 503);
    sqlx::query("rollback").execute(&mut other).await.unwrap();
    for opened in opening {
        opened.await.unwrap();
    }
    assert_eq!(server.person().get("/healthz").await.status, 200);
}
