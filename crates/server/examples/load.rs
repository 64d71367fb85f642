//! How the server fares under load: a server process of its own on loopback, games with random legal play at a given rate, and
//! watchers who only look on.
//!
//! ```sh
//! cargo build --release && cargo run --release -p tablen-server --example load -- \
//!     --binary target/release/tablen --games 50 --watchers 100 --rate 50 --seconds 10
//! ```
//!
//! It reports moves a second, how long it takes from a command to the opponent's screen, and the server's memory for each table and
//! each connection. It talks to nothing but the server it has started.
//!
//! With `--crowd N` so many of the watchers look at one table. Half of the games begin before the watchers come and half after, because the
//! last tenth of the server's sockets is for those who play.
//!
//! With `--computer LEVEL` every game is one against the computer, and what is timed is how long a player waits for its answer.

#![allow(clippy::unwrap_used, reason = "a measurement that cannot go on must panic")]

#[path = "../tests/server/support/mod.rs"]
mod support;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use support::{Person, Socket, friendly, pick, stay};
use tablen_server::config::Limits;
use tokio::sync::{Mutex, watch};

struct Wishes {
    binary: String,
    rules: String,
    games: usize,
    watchers: usize,
    /// How many of the watchers look at one table; the others are spread over all of them.
    crowd: usize,
    rate: f64,
    seconds: u64,
    /// The level of the computer, if people play against it.
    computer: Option<u8>,
}

impl Wishes {
    fn read() -> Wishes {
        let words: Vec<String> = std::env::args().skip(1).collect();
        let get = |name: &str, usual: &str| {
            let place = words.iter().position(|word| word == name);
            place.and_then(|place| words.get(place + 1)).map_or(usual.to_owned(), Clone::clone)
        };
        Wishes {
            binary: get("--binary", "target/release/tablen"),
            rules: get("--rules", "preset:tablut"),
            games: get("--games", "50").parse().unwrap(),
            watchers: get("--watchers", "100").parse().unwrap(),
            crowd: get("--crowd", "0").parse().unwrap(),
            rate: get("--rate", "50").parse().unwrap(),
            seconds: get("--seconds", "10").parse().unwrap(),
            computer: get("--computer", "").parse().ok(),
        }
    }
}

struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(wishes: &Wishes, data: &std::path::Path) -> Server {
        let mut child = Command::new(&wishes.binary)
            .args(["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().rsplit("http://").next().unwrap().parse().unwrap();
        Server { child, address }
    }

    /// What it holds in memory, in kilobytes.
    fn memory(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0");
        line.split_whitespace().next().unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Those who play at a table.
enum Players {
    Two(Box<[Socket; 2]>),
    Against(Box<Socket>),
}

impl Players {
    fn is_over(&self) -> bool {
        match self {
            Players::Two(players) => players[0].is_over(),
            Players::Against(player) => player.is_over(),
        }
    }

    fn sockets(&mut self) -> Vec<&mut Socket> {
        match self {
            Players::Two(players) => players.iter_mut().collect(),
            Players::Against(player) => vec![&mut **player],
        }
    }

    /// What was said is of no use here; kept, all of it would be freed at the end, just while the last moves are timed.
    fn forget(&mut self) {
        for player in self.sockets() {
            player.sent.clear();
            player.heard.clear();
        }
    }

    /// Plays something that is possible, and tells how long it took until the other saw it, or until the computer had answered.
    async fn play(&mut self, rng: &mut fastrand::Rng) -> Option<Duration> {
        match self {
            Players::Two(players) => {
                let mover = (0..2).find(|mover| pick(&players[*mover].view, rng).is_some())?;
                let (sent, next) = (Instant::now(), send_any(&mut players[mover], rng).await?);
                players[1 - mover].until(|view| view["next"].as_u64() > Some(next)).await;
                let took = sent.elapsed();
                players[mover].until(|view| view["next"].as_u64() > Some(next)).await;
                Some(took)
            }
            Players::Against(player) => {
                let (sent, next) = (Instant::now(), send_any(player, rng).await?);
                let is_answered = |view: &Value| view["acts_for"] == "host" || view["phase"] != "playing";
                player.until(|view| view["next"].as_u64() > Some(next) && is_answered(view)).await;
                Some(sent.elapsed())
            }
        }
    }
}

/// Sends something that is possible; returns which event it will be.
async fn send_any(player: &mut Socket, rng: &mut fastrand::Rng) -> Option<u64> {
    let mut command = pick(&player.view, rng)?;
    command["type"] = json!("do");
    command["key"] = json!(rng.u64(..1 << 53));
    player.send(&command).await;
    player.view["next"].as_u64()
}

/// One game at its pace.
async fn play(mut players: Players, pause: Duration, until: Instant, times: Arc<Mutex<Vec<u32>>>) -> u64 {
    let mut rng = fastrand::Rng::new();
    let mut moves = 0;
    // Games do not all move at the same moment.
    tokio::time::sleep(pause.mul_f64(rng.f64())).await;
    let mut due = Instant::now();
    while Instant::now() < until && !players.is_over() {
        let Some(took) = players.play(&mut rng).await else { break };
        players.forget();
        times.lock().await.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
        moves += 1;
        due += pause;
        tokio::time::sleep_until(due.into()).await;
    }
    moves
}

/// Waits at a table for all others to come.
async fn listen_until(mut players: Players, mut begun: watch::Receiver<()>) -> Players {
    // Nothing is ever sent: the other end goes away when all have come.
    let all_are_there = async {
        let _ = begun.changed().await;
    };
    assert!(stay(players.sockets(), all_are_there).await, "a player was turned away");
    players
}

async fn seated(address: SocketAddr, wishes: &Wishes) -> (String, Players) {
    let rules = &wishes.rules;
    if let Some(level) = wishes.computer {
        let mut ada = Person::at(address);
        let table = json!({ "ruleset": rules, "opponent": { "computer": level }, "side": "light" });
        let id = ada.open(&table).await;
        let mut player = ada.sit(&id).await;
        player.until(|view| view["acts_for"] == "host").await;
        return (id, Players::Against(Box::new(player)));
    }
    let (mut ada, mut bo) = (Person::at(address), Person::at(address));
    let id = ada.open(&friendly(rules)).await;
    let mut hosting = ada.sit(&id).await;
    hosting.hear_of("state").await;
    let mut joining = bo.sit(&id).await;
    joining.does(json!({ "command": "join", "occupant": { "person": "Bo" } })).await;
    hosting.until(|view| view["phase"] == "playing").await;
    (id, Players::Two(Box::new([hosting, joining])))
}

fn percentile(sorted: &[u32], part: f64) -> f64 {
    let place = ((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1));
    f64::from(sorted.get(place).copied().unwrap_or(0)) / 1_000.0
}

#[tokio::main]
async fn main() {
    let wishes = Arc::new(Wishes::read());
    let each = wishes.rate / wishes.games as f64 / 2.0;
    let most = f64::from(Limits::default().credits_per_second);
    assert!(
        each <= most,
        "each player would send {each:.1} moves a second, and the server takes {most}: more games are needed"
    );
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap();
    let sockets = 2 * wishes.games + wishes.watchers;
    assert!(
        files as usize > sockets + 100,
        "{sockets} sockets need more than {files} open files: raise ulimit -n"
    );
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&wishes, &folder.path().join("load.db"));
    let empty = server.memory();
    println!("server: {empty:.0} kB when empty");

    let (begin, begun) = watch::channel(());
    let mut games = Vec::new();
    let first_half = wishes.games.div_ceil(2);
    for _ in 0..first_half {
        let (id, players) = seated(server.address, &wishes).await;
        games.push((id, tokio::spawn(listen_until(players, begun.clone()))));
    }
    let with_games = server.memory();
    let each = (with_games - empty) / first_half as f64;
    println!("{first_half} games: {with_games:.0} kB, {each:.1} kB a table with its two players");

    // Watchers read what they are sent, as browsers would, and think nothing of it.
    let told = Arc::new(AtomicU64::new(0));
    for number in 0..wishes.watchers {
        let table = if number < wishes.crowd { 0 } else { number % games.len() };
        let mut watcher = Person::at(server.address).sit(&games[table].0).await;
        watcher.hear_of("state").await;
        let told = Arc::clone(&told);
        tokio::spawn(async move {
            while watcher.hear_raw().await {
                told.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    let with_watchers = server.memory();
    let each = (with_watchers - with_games) / wishes.watchers.max(1) as f64;
    println!("{} watchers: {with_watchers:.0} kB, {each:.1} kB a connection", wishes.watchers);
    for _ in first_half..wishes.games {
        let (id, players) = seated(server.address, &wishes).await;
        games.push((id, tokio::spawn(listen_until(players, begun.clone()))));
    }

    told.store(0, Ordering::Relaxed);
    let mut players = Vec::new();
    drop((begin, begun));
    for (_, listening) in games {
        players.push(listening.await.unwrap());
    }
    let times = Arc::new(Mutex::new(Vec::new()));
    let pause = Duration::from_secs_f64(wishes.games as f64 / wishes.rate);
    let began = Instant::now();
    let until = began + Duration::from_secs(wishes.seconds);
    let address = server.address;
    let mut playing = tokio::task::JoinSet::new();
    for players in players {
        let (times, wishes) = (Arc::clone(&times), Arc::clone(&wishes));
        playing.spawn(async move {
            let mut moves = play(players, pause, until, Arc::clone(&times)).await;
            while Instant::now() < until {
                let (_, players) = seated(address, &wishes).await;
                moves += play(players, pause, until, Arc::clone(&times)).await;
            }
            moves
        });
    }
    let mut moves = 0;
    while let Some(played) = playing.join_next().await {
        moves += played.unwrap();
    }
    let seconds = began.elapsed().as_secs_f64();
    let mut times = std::mem::take(&mut *times.lock().await);
    times.sort_unstable();
    let until =
        if wishes.computer.is_some() { "to the computer's answer" } else { "to the opponent's screen" };
    println!(
        "{moves} moves in {seconds:.1} s: {:.1} a second; {until} p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
        moves as f64 / seconds,
        percentile(&times, 0.5),
        percentile(&times, 0.99),
        percentile(&times, 1.0),
    );
    println!("{} messages to watchers; {:.0} kB at the end", told.load(Ordering::Relaxed), server.memory());
}
