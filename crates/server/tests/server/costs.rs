//! What anyone can make the server do has an end, and others do not wait for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablen_table::dice::Source;
use tablen_table::record::Record;
use tablen_table::{BySeat, Colour, Command, Occupant, Ruleset, Spec, Table};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Error;

use crate::support::{Person, SOON, Server, friendly, two_at_a_table};

/// More than anybody plays, and fewer than there may be: enough to see whether something grows with them.
const MOVES: usize = 4_000;

/// A game in which two men go back and forth.
fn shuttle(moves: usize) -> String {
    let person = |name: &str| Occupant::Person(name.to_owned());
    let ruleset: Ruleset = "preset:alea repetition:none".parse().unwrap();
    let spec = Spec {
        host_plays: Some(Colour::Light),
        occupants: BySeat { host: person("Ada"), guest: person("Bo") },
        ..Spec::new(ruleset)
    };
    let dice = &mut Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, dice).unwrap();
    for mv in ["I5-H5", "C1-C2", "H5-I5", "C2-C1"].into_iter().cycle().take(moves) {
        let seat = table.state().to_act().unwrap();
        table.apply(seat, Command::Move { mv: mv.parse().unwrap() }, Duration::ZERO, dice).unwrap();
    }
    Record { log: table.into_log(), ..Record::default() }.to_string()
}

async fn imported(person: &mut Person, moves: usize) -> String {
    let record = tokio::task::spawn_blocking(move || shuttle(moves)).await.unwrap();
    let answer = person.ask("POST", "/api/v1/records", &[], &record).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn turns(lines: &Value) -> Vec<u64> {
    lines.as_array().unwrap().iter().map(|line| line["turn"].as_u64().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_game_is_told_page_by_page() {
    let server = Server::start().await;
    let mut eve = server.person();
    let id = imported(&mut eve, MOVES).await;
    let last = MOVES as u64;
    let look = eve.get(&format!("/api/v1/tables/{id}")).await;
    assert!(look.body.len() < 200_000, "{} bytes", look.body.len());
    assert_eq!(turns(&look.json()["lines"]), (last - 299..=last).collect::<Vec<_>>());
    assert_eq!(look.json()["view"]["turns"], MOVES);
    // Further back, until the first.
    let mut known = last - 299;
    while known > 1 {
        let page = eve.get(&format!("/api/v1/tables/{id}/lines?round=1&before={known}")).await.json();
        let turns = turns(&page["lines"]);
        assert_eq!(*turns.last().unwrap(), known - 1);
        assert!(turns.len() <= 300 && turns.is_sorted());
        known = turns[0];
    }
    for (nothing, count) in
        [("round=1&before=1", 0), ("round=2", 0), ("round=0", 0), ("round=1", 300), ("before=3", 2)]
    {
        let page = eve.get(&format!("/api/v1/tables/{id}/lines?{nothing}")).await.json();
        assert_eq!(page["lines"].as_array().unwrap().len(), count, "{nothing}");
    }
    // So with what has happened.
    let mut watching = eve.sit_since(&id, 0).await;
    let state = watching.hear_of("state").await;
    let events = state["events"].as_array().unwrap();
    assert_eq!(events.len(), 300);
    assert_eq!(turns(&state["lines"]).len(), 300);
    assert_eq!(
        events.last().unwrap()["sequence"].as_u64().unwrap() + 1,
        state["view"]["next"].as_u64().unwrap()
    );
    let page = eve.get(&format!("/api/v1/tables/{id}/events?from=10")).await.json();
    let numbers: Vec<u64> =
        page["events"].as_array().unwrap().iter().map(|event| event["sequence"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (10..310).collect::<Vec<_>>());
    assert_eq!(
        eve.get(&format!("/api/v1/tables/{id}/events?from=99999999")).await.json(),
        json!({ "events": [] })
    );
}

/// One long record after the other is asked for, by somebody who looks at each only once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_games_that_nobody_looks_at_leave_memory_soon() {
    let server = Server::start().await;
    let mut eve = server.person();
    let short = imported(&mut eve, 10).await;
    let long = [imported(&mut eve, MOVES).await, imported(&mut eve, MOVES + 4).await];
    for id in long.iter().chain([&short]) {
        assert_eq!(eve.get(&format!("/api/v1/tables/{id}")).await.status, 200);
    }
    let began = Instant::now();
    while server.tables_in_memory().await > 1 {
        assert!(began.elapsed() < SOON, "they stay");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    // The short one stays, and the long ones come back when they are asked for.
    assert_eq!(server.tables_in_memory().await, 1);
    let [first, _] = long;
    assert_eq!(eve.get(&format!("/api/v1/tables/{first}")).await.json()["view"]["turns"], MOVES);
}

/// What the threads of a runtime have computed so far: on a busy machine others have the processor in between. Nothing where the system does
/// not tell.
fn computed_by(threads: &str) -> Option<Duration> {
    let mut sum = Duration::ZERO;
    for thread in std::fs::read_dir("/proc/self/task").ok()? {
        // One that has ended since was not of this runtime, which keeps its own.
        let read = |file: &str| std::fs::read_to_string(thread.as_ref().ok()?.path().join(file)).ok();
        if read("comm").is_some_and(|name| name.trim_end() == threads) {
            sum += Duration::from_nanos(read("schedstat")?.split(' ').next()?.parse().ok()?);
        }
    }
    Some(sum).filter(|sum| !sum.is_zero())
}

/// Somebody asks for a long game again and again, on three connections; another at another table asks whether anybody is there. What a look
/// costs does not grow with the game.
#[test]
fn who_looks_at_a_long_game_keeps_nobody_waiting() {
    const THREADS: &str = "long-looks";
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_name(THREADS)
        .thread_keep_alive(Duration::from_secs(3_600))
        .enable_all()
        .build()
        .unwrap();
    let looks = async |people: &[Person; 3], id: &str| {
        let before = computed_by(THREADS)?;
        let looking: JoinSet<()> = people
            .iter()
            .map(|person| {
                let (mut person, path) = (person.clone(), format!("/api/v1/tables/{id}"));
                async move {
                    for _ in 0..10 {
                        assert_eq!(person.get(&path).await.status, 200);
                    }
                }
            })
            .collect();
        looking.join_all().await;
        Some(computed_by(THREADS)?.saturating_sub(before))
    };
    runtime.block_on(async move {
        let server = Server::start().await;
        let mut eve = server.person();
        let (short, long) = (imported(&mut eve, MOVES / 10).await, imported(&mut eve, MOVES).await);
        let eves = [eve.clone(), eve.clone(), eve.clone()];
        let (_, _, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
        // The best of several rounds: whatever else the machine does only makes one worse.
        let mut best = (Duration::MAX, Duration::MAX);
        for _ in 0..10 {
            let Some(few) = looks(&eves, &short).await else { break };
            let pings = async {
                for _ in 0..20 {
                    players[0].send(&json!({ "type": "ping" })).await;
                    players[0].hear_of("pong").await;
                }
            };
            let (many, ()) = tokio::join!(looks(&eves, &long), pings);
            best = (best.0.min(few), best.1.min(many.unwrap()));
            println!("30 looks at {} moves: {few:?}; at {MOVES}, with pings: {many:?}", MOVES / 10);
            if best.1 < 3 * best.0 {
                break;
            }
        }
        // Before, each look at the long one took some hundred milliseconds of a thread.
        assert!(best.1 <= best.0.saturating_mul(3), "{best:?}");
    });
}

/// Somebody asks for a dozen long games that are not in memory, all at once; another, from elsewhere, for one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_many_long_games_keeps_others_from_none() {
    let many = |config: &mut tablen_server::config::Config| {
        config.is_behind_proxy = true;
        config.patience = SOON;
        config.limits.per_origin.tables_per_minute = 1_000;
    };
    let mut server = Server::with(many).await;
    let mut eve = server.person();
    // Just long enough to be told again one at a time.
    let record = tokio::task::spawn_blocking(|| shuttle(2_000)).await.unwrap();
    let mut long = Vec::new();
    for _ in 0..13 {
        let answer = eve.ask("POST", "/api/v1/records", &[], &record).await;
        long.push(format!("/api/v1/tables/{}", answer.json()["id"].as_str().unwrap()));
    }
    let (others, eves) = long.split_first().unwrap();
    // The best of several rounds: whatever else the machine does only makes one worse.
    let mut left = 0;
    for _ in 0..5 {
        let look = |path: &str, from: &'static str| {
            let (mut person, path) = (server.person(), path.to_owned());
            async move { person.ask("GET", &path, &[("X-Forwarded-For", from)], "").await.status }
        };
        let mut asked: JoinSet<u16> = eves.iter().map(|path| look(path, "192.0.2.7")).collect();
        // By then all have been asked for.
        assert_eq!(asked.join_next().await.unwrap().unwrap(), 200);
        assert_eq!(look(others, "192.0.2.8").await, 200);
        while asked.try_join_next().is_some() {}
        left = left.max(asked.len());
        assert!(asked.join_all().await.iter().all(|status| *status == 200));
        if left > 0 {
            break;
        }
        // Nothing is in memory.
        server = Server::in_folder(server.stop().await, many).await;
    }
    assert!(left > 0, "the other waits for all of them");
}

#[tokio::test]
async fn who_looks_too_often_is_told_to_wait() {
    let server = Server::with(|config| {
        config.is_behind_proxy = true;
        config.limits.per_origin.reads_per_minute = 5;
        config.limits.per_origin.tables_per_minute = 2;
    })
    .await;
    let mut eve = server.person();
    let from = |address: &'static str| [("X-Forwarded-For", address)];
    for _ in 0..5 {
        assert_eq!(eve.ask("GET", "/api/v1/tables", &from("192.0.2.7"), "").await.status, 200);
    }
    let enough = eve.ask("GET", "/api/v1/tables", &from("192.0.2.7"), "").await;
    assert_eq!((enough.status, enough.json()["code"].as_str()), (429, Some("server.error.many-reads")));
    assert!(enough.header("retry-after").unwrap().parse::<u64>().unwrap() <= 12);
    // Others may look, and whoever watches over the server.
    assert_eq!(eve.ask("GET", "/api/v1/tables", &from("192.0.2.8"), "").await.status, 200);
    assert_eq!(eve.ask("GET", "/healthz", &from("192.0.2.7"), "").await.status, 200);
    // Promises of dice have an end too, and are for the page itself.
    for _ in 0..2 {
        assert_eq!(eve.ask("POST", "/api/v1/seals", &from("192.0.2.7"), "").await.status, 201);
    }
    let enough = eve.ask("POST", "/api/v1/seals", &from("192.0.2.7"), "").await;
    assert_eq!((enough.status, enough.json()["code"].as_str()), (429, Some("server.error.many-tables")));
    let elsewhere = eve.ask("POST", "/api/v1/seals", &[("Origin", "http://evil.test")], "").await;
    assert_eq!((elsewhere.status, elsewhere.json()["code"].as_str()), (403, Some("server.error.origin")));
}

#[tokio::test]
async fn connections_on_which_nothing_is_asked_keep_nobody_out() {
    let server = Server::with(|config| config.limits.http_connections = 40).await;
    let mut half_open = Vec::new();
    for _ in 0..160 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\n").await;
        half_open.push(stream);
    }
    for _ in 0..10 {
        let asking = tokio::time::timeout(SOON, async { server.person().get("/healthz").await.status });
        assert_eq!(asking.await.expect("there is room"), 200);
    }
    // Nor do those that have asked once and are left open.
    let mut idle = Vec::new();
    for _ in 0..80 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
        assert!(stream.read(&mut [0; 1024]).await.unwrap() > 0);
        idle.push(stream);
    }
    assert_eq!(server.person().get("/healthz").await.status, 200);
}

/// A head is soon sent: who sends nothing but that, or the rest by the byte, keeps nobody out either.
#[tokio::test]
async fn bodies_that_do_not_arrive_keep_nobody_out() {
    let server = Server::with(|config| config.limits.http_connections = 40).await;
    let mut slow = Vec::new();
    for number in 0..160 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let length = if number % 2 == 0 { "Content-Length: 500" } else { "Transfer-Encoding: chunked" };
        let head = format!("POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n{length}\r\n\r\n");
        let _ = stream.write_all(head.as_bytes()).await;
        slow.push(stream);
    }
    for _ in 0..10 {
        let asking = tokio::time::timeout(SOON, async { server.person().get("/healthz").await.status });
        assert_eq!(asking.await.expect("there is room"), 200);
        for stream in &mut slow {
            let _ = stream.write_all(b"1").await;
        }
    }
}

/// However many come at the same moment.
#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_sockets_at_once_is_more_than_there_may_be() {
    let server = Server::with(|config| config.limits.connections = 20).await;
    let id = server.person().open(&friendly("preset:tablut")).await;
    let all_have_come = Arc::new(Barrier::new(100));
    let coming: JoinSet<bool> = (0..100)
        .map(|_| {
            let (mut person, path) = (server.person(), format!("{id}/socket"));
            let all_have_come = Arc::clone(&all_have_come);
            async move {
                let socket = person.socket(&path, &[]).await;
                all_have_come.wait().await;
                socket.is_ok()
            }
        })
        .collect();
    let let_in = coming.join_all().await.into_iter().filter(|is_in| *is_in).count();
    assert!((1..=18).contains(&let_in), "{let_in} were let in");
}

/// However few are opened at a time, all come in: they wait for their turn, and are sent away only if it does not come.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_wait_for_their_turn_to_be_opened() {
    let server = Server::with(|config| config.limits.handshakes = 1).await;
    let id = server.person().open(&friendly("preset:tablut")).await;
    let coming: JoinSet<()> = (0..50)
        .map(|_| {
            let (mut person, id) = (server.person(), id.clone());
            async move { drop(person.sit(&id).await.hear_of("state").await) }
        })
        .collect();
    coming.join_all().await;
    let server = Server::with(|config| {
        config.limits.handshakes = 0;
        config.limits.arriving = Duration::from_secs(2);
    })
    .await;
    let mut ada = server.person();
    let id = ada.open(&friendly("preset:tablut")).await;
    let began = Instant::now();
    match ada.socket(&format!("{id}/socket"), &[]).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 503),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("nobody may open one"),
    }
    assert!(began.elapsed() >= Duration::from_secs(2), "they wait for a while");
}

#[tokio::test]
async fn the_last_sockets_are_for_those_who_play() {
    let server = Server::with(|config| config.limits.connections = 20).await;
    let mut ada = server.person();
    let id = ada.open(&friendly("preset:tablut")).await;
    let mut watching = Vec::new();
    while watching.len() < 18 {
        watching.push(server.person().sit(&id).await);
    }
    let refused = server.person().socket(&format!("{id}/socket"), &[]).await;
    assert!(refused.is_err(), "the crowd is large enough");
    let mut playing = ada.sit(&id).await;
    assert_eq!(playing.hear_of("hello").await["seat"], "host");
}

/// More than are told at once.
#[tokio::test]
async fn a_crowd_hears_everything_in_order() {
    let server = Server::start().await;
    let (id, _, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    let mut crowd = Vec::new();
    for _ in 0..150 {
        let mut watching = server.person().sit(&id).await;
        watching.hear_of("state").await;
        crowd.push(watching);
    }
    let mover = usize::from(!players[0].may("move"));
    let mut told = Vec::new();
    for turn in 0..6 {
        let player = &mut players[(mover + turn) % 2];
        player.until(|view| view["may"].as_array().unwrap().contains(&json!("move"))).await;
        let mv = crate::support::pick(&player.view, &mut fastrand::Rng::with_seed(7)).unwrap();
        player.does(mv).await;
        told.push(player.view["next"].as_u64().unwrap());
    }
    for watching in &mut crowd {
        let mut heard = Vec::new();
        while heard.len() < told.len() {
            heard.push(watching.hear_of("state").await["view"]["next"].as_u64().unwrap());
        }
        assert_eq!(heard, told);
    }
}

/// A frame of a client: what it begins with, and what it carries, masked with zeros.
fn frame(head: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![head, 0x80 | u8::try_from(payload.len()).unwrap(), 0, 0, 0, 0];
    bytes.extend_from_slice(payload);
    bytes
}

/// A socket at a table, without anybody who knows how sockets are spoken over.
async fn raw_socket(server: &Server, id: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request = format!(
        "GET /api/v1/tables/{id}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// The code with which the server closes; whatever else it says is passed over.
async fn close_code(stream: &mut TcpStream) -> Option<u16> {
    let reading = async {
        loop {
            let [head, length] = [stream.read_u8().await.ok()?, stream.read_u8().await.ok()?];
            let length = match length {
                126 => u64::from(stream.read_u16().await.ok()?),
                127 => stream.read_u64().await.ok()?,
                length => u64::from(length),
            };
            let mut payload = vec![0; usize::try_from(length).unwrap()];
            stream.read_exact(&mut payload).await.ok()?;
            if head == 0x88 {
                return payload.get(..2).map(|code| u16::from_be_bytes([code[0], code[1]]));
            }
        }
    };
    tokio::time::timeout(SOON, reading).await.expect("the socket is closed")
}

#[tokio::test]
async fn a_socket_is_closed_with_the_code_that_fits() {
    let server = Server::start().await;
    let id = server.person().open(&friendly("preset:tablut")).await;
    for (sent, code) in [
        (frame(0x81, b"\xff\xfe"), 1007),
        (frame(0x81, &[b'"', 0xed, 0xa0, 0x80, b'"']), 1007),
        // A reserved bit, a kind of frame that there is not, the rest of nothing, a ping in parts.
        (frame(0xc1, b"{}"), 1002),
        (frame(0x83, b"{}"), 1002),
        (frame(0x80, b"{}"), 1002),
        (frame(0x09, b""), 1002),
        // Without a mask.
        (vec![0x81, 2, b'{', b'}'], 1002),
        // Longer than a message may be.
        ([&[0x81, 0xfe, 0x20, 0, 0, 0, 0, 0][..], &[b' '; 0x2000]].concat(), 1009),
    ] {
        let mut stream = raw_socket(&server, &id).await;
        stream.write_all(&sent).await.unwrap();
        assert_eq!(close_code(&mut stream).await, Some(code), "{:x?}", &sent[..2]);
    }
}

#[tokio::test]
async fn frames_of_which_no_message_comes_are_counted() {
    let server = Server::with(|config| config.limits.credits = 40).await;
    let id = server.person().open(&friendly("preset:tablut")).await;
    let stream = raw_socket(&server, &id).await;
    let (mut reading, mut writing) = stream.into_split();
    let flood = tokio::spawn(async move {
        let empty = frame(0x00, b"").repeat(1_000);
        let mut sent = 0_usize;
        let _ = writing.write_all(&frame(0x01, b"")).await;
        while sent < 100_000_000 && writing.write_all(&empty).await.is_ok() {
            sent += empty.len();
        }
        sent
    });
    // It is closed, and what was sent is not read.
    let mut heard = Vec::new();
    let _ = tokio::time::timeout(SOON, reading.read_to_end(&mut heard)).await.expect("the socket is closed");
    drop(reading);
    let sent = tokio::time::timeout(SOON, flood).await.unwrap().unwrap();
    assert!(sent < 20_000_000, "{sent} bytes were taken");
}

#[tokio::test]
async fn a_request_names_one_host_and_nobody_is_invited_to_another() {
    let server = Server::start().await;
    let id = server.person().open(&friendly("preset:tablut")).await;
    let ask = async |head: String| {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let path = format!("/api/v1/tables/{id}/invitation");
    for hosts in ["", "Host: a.test\r\nHost: a.test\r\n", "Host: a.test/b\r\n", "Host:\r\n"] {
        let answer = ask(format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n")).await;
        assert!(
            answer.starts_with("HTTP/1.1 400") && answer.contains("server.error.host"),
            "{hosts}: {answer}"
        );
    }
    let answer = ask(format!("GET {path} HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n")).await;
    assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("evil.test"), "{answer}");
    // Who asks about health need not know where.
    assert!(ask("GET /healthz HTTP/1.0\r\n\r\n".to_owned()).await.starts_with("HTTP/1.0 200"));
}

#[tokio::test]
async fn who_runs_it_sees_how_it_fares() {
    let server = Server::start().await;
    let numbers = server.person().get("/metrics").await.text();
    assert!(numbers.contains(concat!("tablen_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1")));
    let mut known = vec!["tablen_uptime_seconds", "process_max_fds"];
    if cfg!(target_os = "linux") {
        known.extend(["process_resident_memory_bytes", "process_open_fds"]);
    }
    for name in known {
        let line = numbers.lines().find(|line| line.starts_with(&format!("{name} ")));
        let value: u64 = line.unwrap_or_else(|| panic!("{name}")).split(' ').nth(1).unwrap().parse().unwrap();
        assert!(value > 0 || name == "tablen_uptime_seconds", "{name}");
    }
}
