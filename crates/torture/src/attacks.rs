//! People who want the server to suffer, and somebody who only wants to play: how long their pings take meanwhile.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{Heard, PATIENCE, Person, Socket};
use crate::frames::{Frame, opcode};
use crate::fuzz;
use crate::outcome::{Broken, Outcome};
use crate::players::pick;
use crate::site::Site;

/// How long a victim waits for a pong before it counts as lost.
const LOST: Duration = Duration::from_secs(60);

/// How often a victim pings: as often as the server lets it, in the long run.
const BETWEEN_PINGS: Duration = Duration::from_millis(110);

/// How long somebody waits who was asked to try again in a moment, and the code with which a socket says so.
const A_MOMENT: Duration = Duration::from_millis(50);
const TRY_AGAIN: u16 = 1013;

/// What somebody reads at a time who reads slowly.
const A_LITTLE: usize = 64;

/// What a siege may cost others, in milliseconds of the 99th percentile: far above what is measured, far below what was reported before each
/// attack was bounded, which is pings of six seconds, newcomers shut out for ten, replies of five. On a machine that has other work, so many
/// times what it costs without an attack comes to that.
const PING: u64 = 1_500;
const NEWCOMER: u64 = 4_000;
const REPLY: u64 = 4_000;
const TIMES_CALM: u32 = 10;

/// How many read a long record each.
const READERS: usize = 3;

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Nobody attacks.
    None,
    /// Records as long as there may be, read again and again.
    LongReads,
    /// Connections from four addresses over which nothing is said.
    HalfOpen,
    /// Requests from four addresses whose heads come at once and whose bodies by the byte.
    SlowBodies,
    /// Requests from four addresses whose answers are long, and are taken by the byte.
    SlowTakers,
    /// Messages that never end, in empty pieces.
    EmptyPieces,
    /// Many guests at many tables who all want hints.
    Hints,
    /// Many who look on at one table.
    Watchers,
    /// Many who look on and read a few bytes now and then.
    SlowReaders,
    /// Frames that no client should send.
    WrongFrames,
}

impl Attack {
    /// All of them, after what it is like without any.
    pub const ALL: [Attack; 10] = [
        Attack::None,
        Attack::LongReads,
        Attack::HalfOpen,
        Attack::SlowBodies,
        Attack::SlowTakers,
        Attack::EmptyPieces,
        Attack::Hints,
        Attack::Watchers,
        Attack::SlowReaders,
        Attack::WrongFrames,
    ];

    /// What it is called in a report.
    pub fn name(self) -> &'static str {
        match self {
            Attack::None => "none",
            Attack::LongReads => "the longest records, read by three",
            Attack::HalfOpen => "half-open connections",
            Attack::SlowBodies => "bodies that come by the byte",
            Attack::SlowTakers => "answers that are taken by the byte",
            Attack::EmptyPieces => "empty continuation frames",
            Attack::Hints => "hints",
            Attack::Watchers => "watchers of one table",
            Attack::SlowReaders => "watchers who read slowly",
            Attack::WrongFrames => "wrong frames",
        }
    }
}

/// How large an attack is.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// How long it lasts.
    pub lasting: Duration,
    /// Moves of the long record.
    pub moves: usize,
    /// Connections over which nothing is said, from each of four addresses.
    pub half_open: usize,
    /// Connections over which answers are taken by the byte, from each of four addresses: what is not taken the operating system keeps.
    pub takers: usize,
    /// Guests who want hints, and the tables of each.
    pub hinted: (usize, usize),
    /// Those who look on.
    pub watchers: usize,
}

impl Scale {
    /// What can be done beside the tests of everybody else.
    pub const SHORT: Scale = Scale {
        lasting: Duration::from_secs(2),
        moves: 3_000,
        half_open: 1_000,
        takers: 100,
        hinted: (4, 5),
        watchers: 150,
    };

    /// What was reported.
    pub const FULL: Scale = Scale {
        lasting: Duration::from_secs(15),
        moves: 19_990,
        half_open: 1_000,
        takers: 1_000,
        hinted: (8, 25),
        watchers: 5_000,
    };
}

/// What came of an attack.
#[derive(Clone, Debug)]
pub struct Siege {
    /// Which.
    pub attack: Attack,
    /// What was done, in words.
    pub deeds: String,
    /// How long the victim's pings took.
    pub pings: Vec<Duration>,
    /// How long newcomers took to be at a table.
    pub newcomers: Vec<Duration>,
    /// How long the computer, at level 3, took to answer.
    pub replies: Vec<Duration>,
    /// What the server holds in memory at the end, in kilobytes.
    pub memory: u64,
    /// What was wrong.
    pub complaints: Vec<String>,
}

impl Siege {
    /// What it costs others beyond what it may, on a machine where it costs so much without an attack.
    pub fn costs(&self, calm: Option<&Siege>) -> Vec<String> {
        let times = |siege: &Siege| [siege.pings.clone(), siege.newcomers.clone(), siege.replies.clone()];
        let calm = calm.map(times).unwrap_or_default().map(|times| TIMES_CALM * percentile(&times, 0.99));
        let bounds = [("ping", PING), ("newcomer", NEWCOMER), ("reply", REPLY)];
        let mut costs = Vec::new();
        for (((who, bound), calm), times) in bounds.into_iter().zip(calm).zip(times(self)) {
            let (p99, bound) = (percentile(&times, 0.99), Duration::from_millis(bound) + calm);
            if times.is_empty() {
                costs.push(format!("{:?}: no {who} at all", self.attack));
            } else if p99 > bound {
                costs.push(format!("{:?}: {who} takes {p99:?} (p99), which may be {bound:?}", self.attack));
            }
        }
        costs
    }
}

/// A moment in sorted times.
pub fn percentile(times: &[Duration], part: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let place = ((sorted.len() as f64 * part) as usize).min(sorted.len().saturating_sub(1));
    sorted.get(place).copied().unwrap_or_default()
}

/// Attacks a server of its own, while somebody plays there and others come.
pub fn besiege(binary: &Path, seed: u64, attack: Attack, scale: Scale) -> Outcome<Siege> {
    // Where no more can be had the attack is as large as can be.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let site = Site::new(binary, true)?;
    let (mut server, _) = site.start()?;
    let at = server.address;
    let table = Person::at(at).open(&json!({ "ruleset": "preset:tablut", "opponent": "friend" }))?;
    let prepared = Prepared::new(attack, scale, at)?;
    let is_over = Arc::new(AtomicBool::new(false));
    let victim = repeat(&is_over, BETWEEN_PINGS, {
        let mut socket = Person::at(at).coming_from(Ipv4Addr::new(127, 200, 0, 1)).sit(&table, 0)?;
        move || socket.ping(LOST)
    });
    let newcomers = repeat(&is_over, Duration::from_millis(300), {
        let table = table.clone();
        let newcomer = Person::at(at).coming_from(Ipv4Addr::new(127, 201, 0, 1));
        move || {
            let came = Instant::now();
            arrive(&newcomer, &table, came + LOST)?;
            Ok(came.elapsed())
        }
    });
    let replies = repeat(&is_over, Duration::from_millis(400), computer_replies(at, seed)?);
    let began = Instant::now();
    let attacked = prepared.run(at, &table, seed, began + scale.lasting);
    thread::sleep(scale.lasting.saturating_sub(began.elapsed()));
    is_over.store(true, Ordering::Relaxed);
    let mut complaints = Vec::new();
    let mut collect = |who: &str, times: JoinHandle<Outcome<Vec<Duration>>>| match times.join() {
        Ok(Ok(times)) => times,
        Ok(Err(broken)) => {
            complaints.push(format!("{attack:?}: {who}: {broken}"));
            Vec::new()
        }
        Err(_) => Vec::new(),
    };
    let (pings, newcomers, replies) =
        (collect("victim", victim), collect("newcomer", newcomers), collect("computer", replies));
    let deeds = attacked.unwrap_or_else(|broken| {
        complaints.push(format!("{attack:?}: {broken}"));
        String::new()
    });
    if server.is_gone()? {
        complaints.push(format!("{attack:?}: the server has died"));
    }
    let memory = server.memory();
    complaints.iter_mut().for_each(|complaint| *complaint = format!("seed {seed}, {complaint}"));
    Ok(Siege { attack, deeds, pings, newcomers, replies, memory, complaints })
}

/// Comes to a table until its state is told: who is asked to try again in a moment does, and has taken so much longer.
fn arrive(newcomer: &Person, table: &str, until: Instant) -> Outcome<()> {
    loop {
        match newcomer.clone().try_to_sit(table, 0, None)? {
            Ok(mut socket) => loop {
                match socket.hear(until)? {
                    Heard::Said(message) if message["type"] == "state" => return Ok(()),
                    Heard::Said(_) => {}
                    Heard::Closed(Some(TRY_AGAIN)) if Instant::now() < until => break,
                    Heard::Closed(code) => return broken!("closed ({code:?}) before state"),
                    Heard::Silence => return broken!("no state within {LOST:?}"),
                }
            },
            Err(503) if Instant::now() < until => {}
            Err(status) => return broken!("no socket: {status}"),
        }
        thread::sleep(A_MOMENT);
    }
}

/// Does something again and again until it is over, and says how long it took each time.
fn repeat(
    is_over: &Arc<AtomicBool>,
    pause: Duration,
    mut once: impl FnMut() -> Outcome<Duration> + Send + 'static,
) -> JoinHandle<Outcome<Vec<Duration>>> {
    let is_over = Arc::clone(is_over);
    thread::spawn(move || {
        let mut times = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            times.push(once()?);
            thread::sleep(pause);
        }
        Ok(times)
    })
}

/// Somebody who plays Tablut against the computer at level 3; a game that is over is followed by another.
fn computer_replies(at: SocketAddr, seed: u64) -> Outcome<impl FnMut() -> Outcome<Duration>> {
    let mut rng = Rng::with_seed(seed);
    let mut person = Person::at(at).coming_from(Ipv4Addr::new(127, 202, 0, 1));
    let begin = move |person: &mut Person| {
        let wish = json!({ "ruleset": "preset:tablut", "opponent": { "computer": 3 }, "side": "light" });
        let table = person.open(&wish)?;
        let mut socket = person.sit(&table, 0)?;
        let view = await_turn(&mut socket)?;
        Ok::<(Socket, Value), Broken>((socket, view))
    };
    let (mut socket, mut view) = begin(&mut person)?;
    Ok(move || {
        if view["phase"] != "playing" {
            (socket, view) = begin(&mut person)?;
        }
        let Some(mut command) = pick(&view, &mut rng) else {
            return broken!("nothing can be played: {}", view["may"]);
        };
        command["type"] = json!("do");
        command["key"] = json!(rng.u64(..1 << 53));
        let sent = Instant::now();
        socket.send(&command)?;
        let next = view["next"].as_u64();
        while view["next"].as_u64() <= next {
            view = await_turn(&mut socket)?;
        }
        Ok(sent.elapsed())
    })
}

/// Waits until the host is to act, or nobody is any more.
fn await_turn(socket: &mut Socket) -> Outcome<Value> {
    loop {
        let view = socket.hear_of("state", LOST)?["view"].take();
        if view["acts_for"] == "host" || view["phase"] != "playing" {
            return Ok(view);
        }
    }
}

/// An attack that is ready to begin.
enum Prepared {
    Nothing,
    LongReads { records: Vec<String> },
    HalfOpen { crowd: Vec<HalfOpen>, each: usize },
    EmptyPieces,
    Hints { sockets: Vec<Socket> },
    Watchers { pair: Box<Pair>, sockets: Vec<TcpStream>, do_read: bool },
    WrongFrames,
}

impl Prepared {
    fn new(attack: Attack, scale: Scale, at: SocketAddr) -> Outcome<Prepared> {
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
    fn run(self, at: SocketAddr, table: &str, seed: u64, until: Instant) -> Outcome<String> {
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
struct HalfOpen {
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

/// Two people who play at a table.
pub(crate) struct Pair {
    pub table: String,
    players: [Socket; 2],
    views: [Value; 2],
    rng: Rng,
}

impl Pair {
    /// Two with as much time as is said.
    pub fn new(at: SocketAddr, control: &str) -> Outcome<Pair> {
        let (mut ada, mut bo) = (Person::at(at), Person::at(at));
        let wish =
            json!({ "ruleset": "preset:tablut", "opponent": "friend", "side": "light", "control": control });
        let table = ada.open(&wish)?;
        let mut players = [ada.sit(&table, 0)?, bo.sit(&table, 0)?];
        players[1]
            .send(&json!({ "type": "do", "command": "join", "occupant": { "person": "Bo" }, "key": 1 }))?;
        let mut pair = Pair { table, players, views: [Value::Null, Value::Null], rng: Rng::with_seed(1) };
        while pair.views.iter().any(|view| view["phase"] != "playing") {
            pair.hear(0)?;
        }
        Ok(pair)
    }

    /// Both hear what comes, until both know as much as was expected.
    fn hear(&mut self, next: u64) -> Outcome<()> {
        for (player, view) in self.players.iter_mut().zip(&mut self.views) {
            while view["next"].as_u64().is_none_or(|seen| seen < next) || view["phase"] == "waiting" {
                *view = player.hear_of("state", LOST)?["view"].take();
            }
        }
        Ok(())
    }

    /// Plays a turn, and says how long it took until both had seen it; nothing when the game is over.
    pub fn play(&mut self) -> Outcome<Option<Duration>> {
        let turn =
            self.views.iter().position(|view| view["phase"] == "playing" && !view["acts_for"].is_null());
        let Some(player) = turn else { return Ok(None) };
        let Some(mut command) = pick(&self.views[player], &mut self.rng) else { return Ok(None) };
        command["type"] = json!("do");
        command["key"] = json!(self.rng.u64(..1 << 53));
        let sent = Instant::now();
        self.players[player].send(&command)?;
        let next = self.views[player]["next"].as_u64().unwrap_or(0) + 1;
        self.hear(next)?;
        Ok(Some(sent.elapsed()))
    }
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
