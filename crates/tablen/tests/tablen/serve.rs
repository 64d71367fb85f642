//! The real binary as a server: started, killed in mid-turn, started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::{PATIENCE, quickest};
use serde_json::{Value, json};

/// A server in a process of its own.
pub struct Process {
    child: Child,
    pub address: String,
    said: String,
}

impl Process {
    fn start(arguments: &[&str]) -> Process {
        Process::spawn(Command::new(env!("CARGO_BIN_EXE_tablen")).args(arguments))
    }

    fn spawn(command: &mut Command) -> Process {
        let mut child = command
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim_end().rsplit("http://").next().unwrap().to_owned();
        Process { child, address, said }
    }

    pub fn at(data: &Path) -> Process {
        Process::start(&["serve", "--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()])
    }

    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One request, and the answer's cookie and JSON.
pub fn ask(address: &str, method: &str, path: &str, cookie: &str, body: &str) -> (Option<String>, Value) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    let cookie = cookie.map(|cookie| cookie.split(';').next().unwrap().to_owned());
    let json = body[body.find(['{', '[']).unwrap()..=body.rfind(['}', ']']).unwrap()].to_owned();
    (cookie, serde_json::from_str(&json).unwrap())
}

/// A socket in as few words as will do.
struct Socket {
    stream: BufReader<TcpStream>,
}

impl Socket {
    fn open(address: &str, id: &str, cookie: &str) -> Socket {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "GET /api/v1/tables/{id}/socket HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        .unwrap();
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            assert!(stream.read_line(&mut line).unwrap() > 0);
        }
        Socket { stream }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).unwrap();
        // Masked with zeros.
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0];
        frame.extend_from_slice(text.as_bytes());
        self.stream.get_mut().write_all(&frame).unwrap();
    }

    fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let mut head = [0; 2];
            self.stream.read_exact(&mut head).unwrap();
            let length = match head[1] {
                126 => {
                    let mut long = [0; 2];
                    self.stream.read_exact(&mut long).unwrap();
                    usize::from(u16::from_be_bytes(long))
                }
                127 => {
                    let mut long = [0; 8];
                    self.stream.read_exact(&mut long).unwrap();
                    usize::try_from(u64::from_be_bytes(long)).unwrap()
                }
                short => usize::from(short),
            };
            let mut text = vec![0; length];
            self.stream.read_exact(&mut text).unwrap();
            if head[0] == 0x81 {
                let message: Value = serde_json::from_slice(&text).unwrap();
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }
}

#[test]
fn what_was_acknowledged_is_there_after_a_kill_and_no_time_was_lost() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.db");
    let mut server = Process::at(&data);
    // Against oneself at one screen, with a clock, in the middle of a turn of tavli.
    let table = json!({ "ruleset": "game:tavli", "opponent": "same-screen", "control": "20+0" }).to_string();
    let (cookie, opened) = ask(&server.address, "POST", "/api/v1/tables", "", &table);
    let (cookie, id) = (cookie.unwrap(), opened["id"].as_str().unwrap().to_owned());
    let mut socket = Socket::open(&server.address, &id, &cookie);
    let began = Instant::now();
    socket.hear_of("state");
    socket.send(&json!({ "type": "do", "command": "roll", "key": 1 }));
    let view = socket.hear_of("state")["view"].clone();
    socket.hear_of("done");
    let step = &view["board"]["next"][0];
    socket.send(
        &json!({ "type": "do", "command": "step", "from": step["from"], "die": step["die"], "key": 2 }),
    );
    let is_played = |view: &Value| view["board"]["steps"].as_array().is_some_and(|steps| !steps.is_empty());
    let mut before = socket.hear_of("state")["view"].clone();
    while !is_played(&before) {
        before = socket.hear_of("state")["view"].clone();
    }
    socket.hear_of("done");
    server.kill();
    let killed = Instant::now();
    std::thread::sleep(Duration::from_secs(2));
    let nobodys = killed.elapsed();
    let server = Process::at(&data);
    let mut socket = Socket::open(&server.address, &id, &cookie);
    let hello = socket.hear_of("hello");
    assert_eq!(hello["seat"], "both", "the cookie still counts");
    let after = socket.hear_of("state")["view"].clone();
    for part in ["board", "phase", "to_act", "may"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let seat = before["to_act"].as_str().unwrap();
    let left = |view: &Value| view["clock"]["left"][seat]["time"].as_i64().unwrap();
    let most = i64::try_from((began.elapsed() - nobodys).as_millis()).unwrap();
    assert!(left(&before) - left(&after) <= most, "{} -> {}, {most} ms at most", left(&before), left(&after));
    // The same request, sent again because its answer might have been lost, acts no second time.
    socket.send(
        &json!({ "type": "do", "command": "step", "from": step["from"], "die": step["die"], "key": 2 }),
    );
    socket.hear_of("done");
    let (_, seen) = ask(&server.address, "GET", &format!("/api/v1/tables/{id}"), &cookie, "");
    assert_eq!(seen["view"]["board"]["steps"], before["board"]["steps"]);
}

#[test]
fn a_file_is_served_by_one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("games.db");
    let mut server = Process::at(&data);
    let mut complaint = String::new();
    // At once, not after waiting for the database.
    quickest(Duration::from_secs(3), || {
        let asked = Instant::now();
        complaint = refuses(&["--listen", "127.0.0.1:0", "--data", data.to_str().unwrap()]);
        asked.elapsed()
    });
    assert!(complaint.contains(data.to_str().unwrap()) && complaint.contains("--data"), "{complaint}");
    assert!(complaint.contains("another Tablen is using it"), "{complaint}");
    // Nobody is harmed by the attempt.
    let table = json!({ "ruleset": "preset:tablut", "opponent": "friend" }).to_string();
    let (_, opened) = ask(&server.address, "POST", "/api/v1/tables", "", &table);
    server.kill();
    // What a killed server leaves behind keeps nobody from going on.
    let mut server = Process::at(&data);
    let path = format!("/api/v1/tables/{}", opened["id"].as_str().unwrap());
    assert_eq!(ask(&server.address, "GET", &path, "", "").1["view"]["phase"], "waiting");
    crate::signal("TERM", server.child.id());
    assert!(server.child.wait().unwrap().success());
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["games.db", "games.db.key"]);
}

#[test]
fn without_a_command_it_serves_and_in_memory_it_keeps_nothing() {
    let server = Process::start(&["--listen", "127.0.0.1:0", "--data", ":memory:"]);
    let table =
        json!({ "ruleset": "preset:alea", "opponent": { "computer": 1 }, "side": "dark" }).to_string();
    let (cookie, opened) = ask(&server.address, "POST", "/api/v1/tables", "", &table);
    let (cookie, id) = (cookie.unwrap(), opened["id"].as_str().unwrap().to_owned());
    let mut socket = Socket::open(&server.address, &id, &cookie);
    while socket.hear_of("state")["view"]["acts_for"] != "host" {}
    let (_, mine) = ask(&server.address, "GET", "/api/v1/me", &cookie, "");
    assert_eq!(mine["tables"][0]["id"], json!(id));
}

#[test]
fn it_stops_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::at(&folder.path().join("games.db"));
    assert_eq!(server.said, format!("Tablen is at http://{}\n", server.address));
    let told = Instant::now();
    crate::signal("TERM", server.child.id());
    assert!(server.child.wait().unwrap().success());
    assert!(told.elapsed() < PATIENCE);
}

/// A server that may open so many files, as the shell says it: `-n 200` for good, `-S -n 200` until it wants more.
#[cfg(target_os = "linux")]
fn with_files(limit: &str) -> Process {
    let serving = r#"ulimit $1 && exec "$0" --listen 127.0.0.1:0 --data :memory:"#;
    Process::spawn(Command::new("sh").args(["-c", serving, env!("CARGO_BIN_EXE_tablen"), limit]))
}

/// What a process may open: at first, and at most.
#[cfg(target_os = "linux")]
fn open_files(process: u32) -> (String, String) {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).unwrap();
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    let mut numbers = line.split_whitespace().map(str::to_owned);
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
#[cfg(target_os = "linux")]
fn it_opens_as_many_files_as_it_may_and_says_if_those_are_few() {
    let server = with_files("-S -n 200");
    let (soft, hard) = open_files(server.child.id());
    assert_eq!(soft, hard);
    assert_ne!(soft, "200");
    // For good: it says what becomes of that, in words without codes of colours, since nobody looks at a pipe.
    let mut server = with_files("-n 200");
    assert_eq!(open_files(server.child.id()), ("200".to_owned(), "200".to_owned()));
    let mut said = String::new();
    BufReader::new(server.child.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("fewer sockets and other connections are let in"), "{said}");
    assert!(said.contains("files=200 sockets=109 others=27"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

/// The lowest number that a file opened next would get. With no more than that a process cannot open any; their count would leave one for
/// every number between that has been given back.
#[cfg(target_os = "linux")]
fn next_file(process: u32) -> u64 {
    let open: Vec<u64> = std::fs::read_dir(format!("/proc/{process}/fd"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_str().unwrap().parse().unwrap())
        .collect();
    (0..).find(|number| !open.contains(number)).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn that_nobody_can_be_let_in_is_said() {
    use rlimit::{Resource, prlimit};

    let mut server = Process::start(&["--listen", "127.0.0.1:0", "--data", ":memory:"]);
    let process = server.child.id();
    let open = next_file(process);
    let (mut soft, mut hard) = (0, 0);
    let pid = process.try_into().unwrap();
    prlimit(pid, Resource::NOFILE, None, Some((&mut soft, &mut hard))).unwrap();
    prlimit(pid, Resource::NOFILE, Some((open, hard)), None).unwrap();
    let waiting = TcpStream::connect(&server.address).unwrap();
    // Where few files can be opened, that is said first.
    let mut lines = BufReader::new(server.child.stderr.as_mut().unwrap()).lines().map(Result::unwrap);
    let said = lines.find(|line| line.contains("nobody can be let in at the moment")).unwrap();
    assert!(said.contains("os error 24"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    // Once there is room, whoever waited is answered.
    prlimit(pid, Resource::NOFILE, Some((soft, hard)), None).unwrap();
    let mut waiting = waiting;
    write!(waiting, "GET /healthz HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address)
        .unwrap();
    let mut answer = String::new();
    waiting.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

fn refuses(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tablen")).args(arguments).env("LANG", "C").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn what_cannot_be_served_is_said_clearly() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let complaint = refuses(&["serve", "--listen", &address, "--data", ":memory:"]);
    assert!(complaint.contains("Another program listens") && complaint.contains(&address), "{complaint}");
    assert!(refuses(&["--listen", "here"]).contains("not “here”"));
    assert!(
        refuses(&["--log", "loud"]).contains("“loud” is not a value of log. Choose one of: plain, json.")
    );
    assert!(refuses(&["--workers", "0"]).contains("1 to 256"));
    assert!(refuses(&["--public", "--listen", "127.0.0.1:0"]).contains("give one of them"));
    let nowhere = folder.path().join("no").join("such").join("folder.db");
    let complaint = refuses(&["--listen", "127.0.0.1:0", "--data", nowhere.to_str().unwrap()]);
    assert!(complaint.contains("cannot be used"), "{complaint}");
    let text = folder.path().join("letter.txt");
    std::fs::write(&text, "Dear Ada, this is no database but a letter of more than a few words.".repeat(20))
        .unwrap();
    assert!(
        refuses(&["--listen", "127.0.0.1:0", "--data", text.to_str().unwrap()]).contains("not a database")
    );
    // A file of a later version: four bytes of SQLite's header are the number.
    let newer = folder.path().join("newer.db");
    let mut server = Process::at(&newer);
    crate::signal("TERM", server.child.id());
    assert!(server.child.wait().unwrap().success());
    let mut bytes = std::fs::read(&newer).unwrap();
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&newer, bytes).unwrap();
    let complaint = refuses(&["--listen", "127.0.0.1:0", "--data", newer.to_str().unwrap()]);
    assert!(complaint.contains("newer Tablen") && complaint.contains("99"), "{complaint}");
}
