//! People who want the server to suffer, each in a way of their own.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::json;

use crate::attacks::{A_MOMENT, Attack, Scale, await_turn, percentile};
use crate::client::{Heard, PATIENCE, Person, Socket};
use crate::frames::{Frame, opcode};
use crate::fuzz;
use crate::outcome::{Broken, Outcome};
use crate::pair::Pair;

/// What somebody reads at a time who reads slowly.
const A_LITTLE: usize = 64;

/// How many read a long record each.
const READERS: usize = 3;

/// An attack that is ready to begin.
pub(crate) enum Prepared {
    Nothing,
    LongReads { records: Vec<String> },
    HalfOpen { crowd: Vec<HalfOpen>, each: usize },
    EmptyPieces,
    Hints { sockets: Vec<Socket> },
    Watchers { pair: Box<Pair>, sockets: Vec<TcpStream>, do_read: bool },
    WrongFrames,
}

impl Prepared {
    /// Does all that comes before it: what takes long is not part of the attack.
    pub fn new(attack: Attack, scale: Scale, at: SocketAddr) -> Outcome<Prepared> {
        Ok(match attack {
            Attack::None => Prepared::Nothing,
            Attack::LongReads => {
                let records = (0..READERS).map(|_| import(at, scale.moves));
                Prepared::LongReads { records: records.collect::<Outcome<_>>()? }
            }
            Attack::HalfOpen | Attack::SlowBodies | Attack::SlowTakers => {
                let each = if attack == Attack::SlowTakers { scale.takers } else { scale.half_open };
                let head = match attack {
                    Attack::SlowTakers => LONG_QUESTION,
                    Attack::SlowBodies => HEAD_OF_A_BODY,
                    _ => HALF_A_HEAD,
                };
                Prepared::HalfOpen { crowd: HalfOpen::from_four(at, head, each), each }
            }
            Attack::EmptyPieces => Prepared::EmptyPieces,
            Attack::Hints => Prepared::Hints { sockets: hinted(at, scale.hinted)? },
            Attack::Watchers | Attack::SlowReaders => {
                let do_read = attack == Attack::Watchers;
                let pair = Box::new(Pair::new(at, "none")?);
                Prepared::Watchers { sockets: watchers(at, &pair.table, scale.watchers)?, pair, do_read }
            }
            Attack::WrongFrames => Prepared::WrongFrames,
        })
    }

    /// Attacks until then, and says what was done.
    pub fn run(self, at: SocketAddr, table: &str, seed: u64, until: Instant) -> Outcome<String> {
        match self {
            Prepared::Nothing => Ok("nothing".to_owned()),
            Prepared::LongReads { records } => read_long(at, &records, until),
            Prepared::HalfOpen { crowd, each } => Ok(half_open(crowd, each, until)),
            Prepared::EmptyPieces => empty_pieces(at, table, until),
            Prepared::Hints { sockets } => ask_for_hints(sockets, until),
            Prepared::Watchers { mut pair, sockets, do_read } => watch(&mut pair, sockets, do_read, until),
            Prepared::WrongFrames => wrong_frames(at, table, seed, until),
        }
    }
}

/// Takes in a record of Alea in which two men go to and fro, and says its id.
fn import(at: SocketAddr, moves: usize) -> Outcome<String> {
    let rules = "preset:alea repetition:none first:attackers";
    let mut person = Person::at(at);
    let mut turns: Vec<String> = Vec::new();
    for _ in 0..2 {
        let seen = person.post("/api/v1/study/look", &json!({ "ruleset": rules, "turns": turns }))?.json()?;
        let targets = seen["view"]["board"]["targets"]
            .as_object()
            .ok_or_else(|| Broken(format!("no moves: {seen}")))?;
        let way = targets.iter().find_map(|(from, to)| Some(format!("{from}-{}", to[0]["to"].as_str()?)));
        turns.push(way.ok_or_else(|| Broken("no way".to_owned()))?);
    }
    let back = |turn: &String| turn.split_once('-').map(|(from, to)| format!("{to}-{from}"));
    turns.extend(turns.clone().iter().filter_map(back));
    let mut text = format!(
        "Tablen record 1\nRules: {rules}\nHost: \"Ada\"\nGuest: \"Bo\"\nHost plays: light\n\n\
         Round 1: host defenders, guest attackers, first attackers\n"
    );
    for number in 0..moves {
        let seat = if number % 2 == 0 { "guest" } else { "host" };
        text += &format!("{}. {seat} {}\n", number + 1, turns[number % turns.len()]);
    }
    let began = Instant::now();
    let answer = loop {
        let answer = person.ask("POST", "/api/v1/records", &text)?;
        if answer.status != 503 || began.elapsed() > PATIENCE {
            break answer;
        }
        thread::sleep(A_MOMENT);
    };
    let said = answer.json()?;
    ensure!(answer.status == 201, "the record is not taken in: {said}");
    Ok(said["id"].as_str().unwrap_or_default().to_owned())
}

/// Each is read by somebody, one request after the other.
fn read_long(at: SocketAddr, records: &[String], until: Instant) -> Outcome<String> {
    let (reads, bytes, refused) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    thread::scope(|scope| {
        for (reader, record) in (1..).zip(records) {
            let (reads, bytes, refused) = (&reads, &bytes, &refused);
            scope.spawn(move || {
                let mut person = Person::at(at).coming_from(Ipv4Addr::new(127, 1, 0, reader));
                while Instant::now() < until {
                    match person.get(&format!("/api/v1/tables/{record}")) {
                        Ok(answer) if answer.status == 200 => {
                            reads.fetch_add(1, Ordering::Relaxed);
                            bytes.fetch_add(answer.body.len() as u64, Ordering::Relaxed);
                        }
                        _ => {
                            refused.fetch_add(1, Ordering::Relaxed);
                            thread::sleep(Duration::from_millis(10));
                        }
                    }
                }
            });
        }
    });
    let (reads, bytes) = (reads.into_inner(), bytes.into_inner());
    Ok(format!("{reads} reads of {} kB, {} refused", bytes / reads.max(1) / 1000, refused.into_inner()))
}

/// How requests begin that never end.
const HALF_A_HEAD: &[u8] = b"GET /api/v1/games HTTP/1.1\r\nHost: ";
const HEAD_OF_A_BODY: &[u8] =
    b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n";

/// A request whose answer is long: as much as the operating system holds for a connection and more.
const LONG_QUESTION: &[u8] = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// Connections over which a request begins and never ends, or is answered without end, all from one address.
pub(crate) struct HalfOpen {
    attacker: Person,
    begin: &'static [u8],
    held: Vec<TcpStream>,
    refused: u64,
}

impl HalfOpen {
    /// From each of four addresses.
    fn from_four(at: SocketAddr, begin: &'static [u8], each: usize) -> Vec<HalfOpen> {
        let attacker = |address| Person::at(at).coming_from(Ipv4Addr::new(127, 1, 1, address));
        let mut crowd: Vec<HalfOpen> = (1..=4)
            .map(|address| HalfOpen { attacker: attacker(address), begin, held: Vec::new(), refused: 0 })
            .collect();
        thread::scope(|scope| crowd.iter_mut().for_each(|one| drop(scope.spawn(|| one.fill(each)))));
        crowd
    }

    /// Opens as many as the server lets in.
    fn fill(&mut self, each: usize) {
        while self.held.len() < each {
            match begin_request(&self.attacker, self.begin) {
                Ok(stream) => self.held.push(stream),
                Err(_) => {
                    self.refused += 1;
                    return;
                }
            }
        }
    }

    /// Opens anew what the server has closed, and sends another byte over the rest.
    fn keep_up(&mut self, each: usize, until: Instant) {
        while Instant::now() < until {
            self.held.retain_mut(|stream| !matches!(stream.read(&mut [0; 64]), Ok(0)));
            self.held.retain_mut(|stream| stream.write(b"x").is_ok());
            self.fill(each);
            thread::sleep(Duration::from_millis(200));
        }
    }
}

fn half_open(mut crowd: Vec<HalfOpen>, each: usize, until: Instant) -> String {
    thread::scope(|scope| crowd.iter_mut().for_each(|one| drop(scope.spawn(|| one.keep_up(each, until)))));
    let held: usize = crowd.iter().map(|one| one.held.len()).sum();
    let refused: u64 = crowd.iter().map(|one| one.refused).sum();
    format!("{held} connections held from 4 addresses, {refused} refused")
}

fn begin_request(attacker: &Person, begin: &[u8]) -> Outcome<TcpStream> {
    let mut stream = attacker.connect()?;
    stream.write_all(begin)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

/// Four who send a message in empty pieces, until then and until one of them was shown the door.
fn empty_pieces(at: SocketAddr, table: &str, until: Instant) -> Outcome<String> {
    let (bytes, closed) = (AtomicU64::new(0), AtomicU64::new(0));
    let latest = until + PATIENCE;
    let goes_on = || {
        let now = Instant::now();
        now < until || now < latest && closed.load(Ordering::Relaxed) == 0
    };
    thread::scope(|scope| {
        for attacker in 1..=4 {
            let (bytes, closed, goes_on) = (&bytes, &closed, &goes_on);
            scope.spawn(move || {
                let mut person = Person::at(at).coming_from(Ipv4Addr::new(127, 1, 2, attacker));
                let pieces = Frame::new(opcode::CONTINUATION, "").with_more_to_come().encode().repeat(2_000);
                while goes_on() {
                    let Ok(mut socket) = person.sit(table, 0) else {
                        thread::sleep(A_MOMENT);
                        continue;
                    };
                    let mut sent =
                        socket.send_raw(&Frame::new(opcode::TEXT, "{").with_more_to_come().encode());
                    while sent.is_ok() && goes_on() {
                        sent = socket.send_raw(&pieces);
                        bytes.fetch_add(pieces.len() as u64, Ordering::Relaxed);
                    }
                    closed.fetch_add(u64::from(sent.is_err()), Ordering::Relaxed);
                }
            });
        }
    });
    let (bytes, closed) = (bytes.into_inner(), closed.into_inner());
    ensure!(
        closed > 0,
        "{bytes} bytes in empty frames were taken from four people, and nobody was shown the door"
    );
    Ok(format!("{:.1} MB in empty frames, closed {closed} times", bytes as f64 / 1e6))
}

/// Guests at tables of Alea against the computer, each a socket.
fn hinted(at: SocketAddr, (guests, tables): (usize, usize)) -> Outcome<Vec<Socket>> {
    let mut sockets = Vec::new();
    for guest in 0..guests {
        let mut person =
            Person::at(at).coming_from(Ipv4Addr::new(127, 1, 3, u8::try_from(guest % 250).unwrap_or(0) + 1));
        for _ in 0..tables {
            let wish = json!({ "ruleset": "preset:alea", "opponent": { "computer": 1 }, "side": "light" });
            let table = person.open(&wish)?;
            let mut socket = person.sit(&table, 0)?;
            await_turn(&mut socket)?;
            sockets.push(socket);
        }
    }
    Ok(sockets)
}

fn ask_for_hints(mut sockets: Vec<Socket>, until: Instant) -> Outcome<String> {
    let mut asked = 0;
    let (mut hints, mut refused) = (0_u64, 0_u64);
    while Instant::now() < until {
        for socket in &mut sockets {
            if socket.send(&json!({ "type": "hint" })).is_ok() {
                asked += 1;
            }
            while let Ok(Heard::Said(message)) = socket.hear(Instant::now() + Duration::from_micros(200)) {
                hints += u64::from(message["type"] == "hint");
                refused += u64::from(message["type"] == "refused");
            }
        }
        thread::sleep(Duration::from_millis(300));
    }
    Ok(format!("{} tables, {asked} hints asked for, {hints} given, {refused} refused", sockets.len()))
}

/// Those who look on: sockets of which nothing more is known, no more than a thousand from one address.
fn watchers(at: SocketAddr, table: &str, count: usize) -> Outcome<Vec<TcpStream>> {
    let mut streams = Vec::with_capacity(count);
    for address in 1..=u8::MAX {
        let mut person = Person::at(at).coming_from(Ipv4Addr::new(127, 2, 0, address));
        for _ in 0..(count - streams.len()).min(1_000) {
            let stream = person.sit(table, 0)?.into_stream();
            stream.set_nonblocking(true)?;
            streams.push(stream);
        }
    }
    Ok(streams)
}

/// Two play while all look on.
fn watch(pair: &mut Pair, mut sockets: Vec<TcpStream>, do_read: bool, until: Instant) -> Outcome<String> {
    let all = sockets.len();
    let mut moves = Vec::new();
    let mut piece = vec![0; 64 << 10];
    // Who reads slowly takes a little of each message, and is ever further behind.
    let most = if do_read { piece.len() } else { A_LITTLE };
    while Instant::now() < until {
        moves.extend(pair.play()?);
        sockets.retain_mut(|stream| {
            loop {
                match stream.read(&mut piece[..most]) {
                    Ok(0) => return false,
                    Ok(_) if do_read => {}
                    Ok(_) => return true,
                    Err(error) => return error.kind() == std::io::ErrorKind::WouldBlock,
                }
            }
        });
        thread::sleep(Duration::from_millis(60));
    }
    let p99 = percentile(&moves, 0.99);
    Ok(format!(
        "{all} watchers, {} lost, {} moves, to both screens p99 {p99:.1?}",
        all - sockets.len(),
        moves.len()
    ))
}

/// Everything that is wrong, and then anything.
fn wrong_frames(at: SocketAddr, table: &str, seed: u64, until: Instant) -> Outcome<String> {
    // Each comes from an address of its own: one that has sent too much has to wait, and what is sent is tried here, not that.
    let mut from = (0..=u16::MAX).cycle().map(u16::to_be_bytes);
    let mut stranger = || {
        let [high, low] = from.next().unwrap_or_default();
        Person::at(at).coming_from(Ipv4Addr::new(127, 100, high, low))
    };
    let mut found = Vec::new();
    let wrongs = fuzz::wrongs();
    for wrong in &wrongs {
        found.extend(fuzz::send(&mut stranger(), table, wrong)?);
    }
    let mut rng = Rng::with_seed(seed);
    let mut sent = 0_u64;
    while Instant::now() < until {
        fuzz::send_anything(&mut stranger(), table, &mut rng)?;
        sent += 1;
    }
    ensure!(found.is_empty(), "{}", found.join("; "));
    Ok(format!("{} wrong in known ways, {sent} at random", wrongs.len()))
}
