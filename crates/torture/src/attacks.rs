//! A siege: which attacks there are, how large they are, and what they cost those who only want to play meanwhile.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::attackers::Prepared;
use crate::client::{Heard, Person, Socket};
use crate::outcome::{Broken, Outcome};
use crate::players::pick;
use crate::site::Site;

/// How long a victim waits for a pong before it counts as lost.
pub(crate) const LOST: Duration = Duration::from_secs(60);

/// How often a victim pings: as often as the server lets it, in the long run.
const BETWEEN_PINGS: Duration = Duration::from_millis(110);

/// How long somebody waits who was asked to try again in a moment, and the code with which a socket says so.
pub(crate) const A_MOMENT: Duration = Duration::from_millis(50);
const TRY_AGAIN: u16 = 1013;

/// What a siege may cost others, in milliseconds of the 99th percentile: far above what is measured, far below what was reported before each
/// attack was bounded, which is pings of six seconds, newcomers shut out for ten, replies of five. On a machine that has other work, so many
/// times what it costs without an attack comes to that.
const PING: u64 = 1_500;
const NEWCOMER: u64 = 4_000;
const REPLY: u64 = 4_000;
const TIMES_CALM: u32 = 10;

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
pub(crate) fn await_turn(socket: &mut Socket) -> Outcome<Value> {
    loop {
        let view = socket.hear_of("state", LOST)?["view"].take();
        if view["acts_for"] == "host" || view["phase"] != "playing" {
            return Ok(view);
        }
    }
}
