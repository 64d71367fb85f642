//! `tablen challenge`, both ends of it in processes of their own, and each against a program that misbehaves.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::PATIENCE;
use serde_json::{Value, json};
use tablen_table::{EndReason, Phase, Seat, record};

struct Process {
    child: Child,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Process {
    fn start(arguments: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablen"))
            .arg("challenge")
            .args(arguments)
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let out = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Process { child, lines, heard: Vec::new() }
    }

    /// A server on free ports, and where it awaits white and black.
    fn server(arguments: &[&str]) -> (Process, Vec<SocketAddr>) {
        let mut server = Process::start(&[&["server", "--port", "0"], arguments].concat());
        let awaited = if arguments.contains(&"--computer") { 1 } else { 2 };
        let addresses = (0..awaited)
            .map(|_| {
                let line = server.hear_of("Waiting for");
                line.rsplit(' ').next().unwrap().parse().unwrap()
            })
            .collect();
        (server, addresses)
    }

    fn client(colour: &str, address: SocketAddr, arguments: &[&str]) -> Process {
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        Process::start(&[&[colour, &host, "--port", &port], arguments].concat())
    }

    /// The next line with these words.
    fn hear_of(&mut self, words: &str) -> String {
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{words}: {:?}", self.heard));
            self.heard.push(line.clone());
            if line.contains(words) {
                return line;
            }
        }
    }

    /// The exit code, all that was said, and what was complained about.
    fn end(&mut self) -> (Option<i32>, String, String) {
        let mut complaint = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        let code = self.child.wait().unwrap().code();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.heard.push(line);
        }
        (code, self.heard.join("\n"), complaint)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program of a student, in as few words as will do.
struct Student(TcpStream);

impl Student {
    fn connect(address: SocketAddr) -> Student {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Student(stream)
    }

    fn named(address: SocketAddr, name: &str) -> Student {
        let mut student = Student::connect(address);
        student.send(&json!(name));
        student
    }

    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    fn send_text(&mut self, text: &str) {
        self.0.write_all(&u32::try_from(text.len()).unwrap().to_be_bytes()).unwrap();
        self.0.write_all(text.as_bytes()).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = [0; 4];
        self.0.read_exact(&mut length).unwrap();
        let mut text = vec![0; u32::from_be_bytes(length) as usize];
        self.0.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

fn mv(from: &str, to: &str, turn: &str) -> Value {
    json!({ "from": from, "to": to, "turn": turn })
}

#[test]
fn two_processes_play_a_game_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let (mut server, ports) = Process::server(&["--seconds", "20", "--records", file.to_str().unwrap()]);
    // In either order; a slow machine has time enough, weak players need little.
    let mut black =
        Process::client("black", ports[1], &["--level", "1", "--seconds", "20", "--name", "Nero"]);
    let mut white =
        Process::client("white", ports[0], &["--level", "2", "--seconds", "20", "--name", "Bianca"]);
    let (code, said, complaint) = server.end();
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{said}");
    let ends = [white.end(), black.end()];
    for (code, said, complaint) in &ends {
        assert_eq!((*code, complaint.as_str()), (Some(0), ""), "{said}");
        assert!(!said.contains("does not follow"), "{said}");
    }
    assert!(said.contains("Bianca (white) against Nero (black)") && said.contains("1. Bianca: "), "{said}");
    let results = ends.map(|(_, said, _)| said.lines().last().unwrap().to_owned());
    let read = record::read_all(&fs::read(&file).unwrap());
    let table = read[0].record.table().unwrap();
    let expected = match table.state().phase() {
        Phase::Over { winner: Some(Seat::Host) } => ["Won.", "Lost."],
        Phase::Over { winner: Some(Seat::Guest) } => ["Lost.", "Won."],
        _ => ["A draw.", "A draw."],
    };
    assert_eq!(results, expected);
    assert_eq!(table.state().spec().ruleset.preset(), Some("ashton"));
}

#[test]
fn tablen_plays_against_a_students_program_and_an_illegal_move_loses() {
    let (mut server, ports) = Process::server(&["--computer", "white", "--level", "1", "--seconds", "20"]);
    let mut student = Student::named(ports[0], "Studente");
    let start = student.receive();
    assert_eq!((&start["turn"], &start["board"][4][4]), (&json!("WHITE"), &json!("KING")));
    let moved = student.receive();
    assert_eq!(moved["turn"], "BLACK");
    student.send(&mv("d1", "d2", "BLACK"));
    let accepted = student.receive();
    assert_eq!((&accepted["turn"], &accepted["board"][1][3]), (&json!("WHITE"), &json!("BLACK")));
    assert_eq!(student.receive()["turn"], "BLACK");
    student.send(&mv("a1", "a2", "BLACK"));
    assert_eq!(student.receive()["turn"], "WHITEWIN");
    let (code, said, complaint) = server.end();
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert_eq!(said.matches("Studente has lost: A1-A2 is against the rules.").count(), 1, "{said}");
    assert!(!said.contains("Resigned"), "{said}");
}

/// White answers with something else than a move, or with nothing while so many seconds go by; black is told that it has won.
fn black_wins_when(seconds: &str, white: impl FnOnce(Student) -> Option<Student>) -> (String, EndReason) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    let (mut server, ports) = Process::server(&["--seconds", seconds, "--records", file.to_str().unwrap()]);
    let mut one = Student::named(ports[0], "Uno");
    let mut other = Student::named(ports[1], "Due");
    assert_eq!(one.receive()["turn"], "WHITE");
    assert_eq!(other.receive()["turn"], "WHITE");
    let still_there = white(one);
    assert_eq!(other.receive()["turn"], "BLACKWIN");
    if let Some(mut one) = still_there {
        assert_eq!(one.receive()["turn"], "BLACKWIN");
    }
    let (code, said, complaint) = server.end();
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    let table = record::read_all(&fs::read(&file).unwrap())[0].record.table().unwrap();
    (said, table.state().rounds()[0].result.reason)
}

#[test]
fn whoever_sends_no_move_loses() {
    let (said, reason) = black_wins_when("3", Some);
    assert!(said.contains("Uno has lost: Nothing came in time."), "{said}");
    assert_eq!(reason, EndReason::OutOfTime);
    let (said, reason) = black_wins_when("20", |student| {
        drop(student);
        None
    });
    assert!(said.contains("Uno has lost: The connection was closed"), "{said}");
    assert_eq!(reason, EndReason::Resigned);
    for (sent, complaint) in [
        ("nonsense".to_owned(), "What came is not a move of that side: nonsense"),
        (mv("d1", "d2", "BLACK").to_string(), "What came is not a move of that side"),
        (mv("e5", "e6", "WHITE").to_string(), "E5-E6 is against the rules"),
    ] {
        let (said, _) = black_wins_when("20", |mut student| {
            student.send_text(&sent);
            Some(student)
        });
        assert!(said.contains(complaint), "{sent}: {said}");
    }
    let (said, _) = black_wins_when("20", |mut student| {
        student.0.write_all(&[0xff; 4]).unwrap();
        Some(student)
    });
    assert!(said.contains("bytes was announced"), "{said}");
    // Byte after byte, but never a whole move.
    let (said, _) = black_wins_when("3", |mut student| {
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(4_500) && student.0.write_all(&[0]).is_ok() {
            std::thread::sleep(Duration::from_millis(1_200));
        }
        None
    });
    assert!(said.contains("Uno has lost"), "{said}");
}

#[test]
fn a_repetition_is_a_draw() {
    let (mut server, ports) = Process::server(&[]);
    let mut white = Student::named(ports[0], "Uno");
    let mut black = Student::named(ports[1], "Due");
    let steps = [("e3", "d3", "WHITE"), ("e2", "d2", "BLACK"), ("d3", "e3", "WHITE")];
    let last = steps.len() - 1;
    for (number, (from, to, turn)) in steps.into_iter().enumerate() {
        assert_eq!(white.receive()["turn"], turn);
        assert_eq!(black.receive()["turn"], turn);
        let mover = if turn == "WHITE" { &mut white } else { &mut black };
        mover.send(&mv(from, to, turn));
        if number == last {
            white.receive();
            black.receive();
        }
    }
    // A Muscovite that has left its camp does not come back: black goes another way and back.
    for (from, to, turn) in [("d2", "c2", "BLACK"), ("e3", "d3", "WHITE"), ("c2", "d2", "BLACK")] {
        let mover = if turn == "WHITE" { &mut white } else { &mut black };
        mover.send(&mv(from, to, turn));
        let told = (white.receive(), black.receive());
        assert_eq!(told.0, told.1);
        if from == "c2" {
            assert_eq!(told.0["turn"], "DRAW");
        }
    }
    assert!(server.end().1.contains("draw"));
}

#[test]
fn strangers_are_sent_away_and_the_game_goes_on() {
    let (mut server, ports) = Process::server(&["--seconds", "5"]);
    let mut stranger = Student::connect(ports[0]);
    stranger.0.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    server.hear_of("was sent away");
    let mut nameless = Student::connect(ports[0]);
    nameless.send(&json!({ "name": 3 }));
    server.hear_of("What came is not a name as a JSON string");
    let mut white = Student::named(ports[0], "Uno");
    let _black = Student::named(ports[1], "Due");
    assert_eq!(white.receive()["turn"], "WHITE");
}

/// A server of one connection that says what it is told to say.
fn answers(said: impl FnOnce(Student) + Send + 'static) -> (Option<i32>, String, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut student = Student(stream);
        assert_eq!(student.receive(), json!("Tablen"));
        said(student);
    });
    let end = Process::client("white", address, &["--level", "1", "--seconds", "5"]).end();
    server.join().unwrap();
    end
}

fn start() -> Value {
    board([
        "...BBB...",
        "....B....",
        "....W....",
        "B...W...B",
        "BBWWKWWBB",
        "B...W...B",
        "....W....",
        "....B....",
        "...BBB...",
    ])
}

/// A board on which white is to move.
fn board(rows: [&str; 9]) -> Value {
    let row = |signs: &str| {
        let name = |sign: char| match sign {
            'B' => "BLACK",
            'W' => "WHITE",
            'K' => "KING",
            _ => "EMPTY",
        };
        signs.chars().map(name).collect::<Vec<_>>()
    };
    json!({ "board": rows.map(row), "turn": "WHITE" })
}

#[test]
fn who_has_no_move_is_told_that_the_game_is_lost_by_it() {
    let (code, said, found) = answers(|mut client| {
        let mut rows = ["........."; 9];
        (rows[1], rows[2], rows[3]) = ("....B....", "...BKB...", "....B....");
        client.send(&board(rows));
    });
    assert_eq!((code, found.as_str()), (Some(0), ""));
    assert!(said.ends_with("There is no legal move, and who has none has lost."), "{said}");
}

#[test]
fn a_server_that_misbehaves_is_told_of_clearly() {
    for (sent, complaint) in [
        ("nonsense", "What came is not a board and whose turn it is: nonsense"),
        (r#"{"board":[],"turn":"WHITE"}"#, "What came is not a board"),
        (r#"{"turn":"WHITE"}"#, "What came is not a board"),
    ] {
        let (code, _, found) = answers(move |mut client| client.send_text(sent));
        assert_eq!(code, Some(2));
        assert!(found.contains("The game cannot go on.") && found.contains(complaint), "{found}");
    }
    let (code, _, found) = answers(|mut client| client.0.write_all(&[0x7f; 8]).unwrap());
    assert!(code == Some(2) && found.contains("bytes was announced"), "{found}");
    let (code, _, found) = answers(drop);
    assert!(code == Some(2) && found.contains("The connection was closed"), "{found}");
    let (code, _, found) = answers(|mut client| {
        let mut kingless = start();
        kingless["board"][4][4] = json!("EMPTY");
        client.send(&kingless);
    });
    let complaint = "The game cannot go on. The board that it told is no position. There is no king.";
    assert!(code == Some(2) && found.contains(complaint), "{found}");
    // A server that allows errors tells the same state again.
    let (code, _, found) = answers(|mut client| {
        client.send(&start());
        assert_eq!(client.receive()["turn"], "WHITE");
        client.send(&start());
    });
    assert!(code == Some(2) && found.contains("The server has not played"), "{found}");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (code, _, found) = Process::client("black", nobody, &[]).end();
    assert!(code == Some(2) && found.contains("There is no server at 127.0.0.1:"), "{found}");
}

#[test]
fn a_board_that_does_not_follow_is_played_on_from() {
    let (code, said, found) = answers(|mut client| {
        client.send(&start());
        client.receive();
        let mut other = start();
        other["board"][0][3] = json!("EMPTY");
        other["board"][8][3] = json!("EMPTY");
        client.send(&other);
        assert_eq!(client.receive()["turn"], "WHITE");
        other["turn"] = json!("WHITEWIN");
        client.send(&other);
    });
    assert_eq!((code, found.as_str()), (Some(0), ""));
    assert!(said.contains("does not follow from the one before") && said.ends_with("Won."), "{said}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (arguments, complaint) in [
        ("", "needs a"),
        ("red", "“red” is not a value of role"),
        ("white --computer black", "--computer does not go with white here"),
        ("server --name Tablen", "--name does not go with server here"),
        ("server --threads 2", "--threads does not go with server here"),
        ("server nowhere", "A server listens on an address such as 127.0.0.1"),
        ("white --seconds 0", "--seconds takes a number from 1 to"),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let (code, said, found) = Process::start(&words).end();
        assert_eq!((code, said.as_str()), (Some(2), ""), "{arguments}");
        assert!(found.contains(complaint), "{arguments}: {found}");
    }
}
