//! People at the tables: two who play at random what the server says can be played, and one who looks on and has no say.

use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{Heard, Person, Socket};
use crate::ledger::{Ledger, Noticed};
use crate::outcome::Outcome;
use crate::schedule::{GAMES, Game, mixed};

/// How long nobody waits for a change of mind.
const MOMENT: Duration = Duration::from_millis(50);

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(60);

/// Messages that may be sent at once, and each second: a little less than the server allows.
const CREDITS: f64 = 36.0;
const CREDITS_PER_SECOND: f64 = 9.0;

/// Commands that nobody may give who only looks on.
const FORGED: [&str; 4] = ["resign", "roll", "abort", "offer-draw"];

/// Where the server is at the moment, and whether the day is over.
#[derive(Debug, Default)]
pub struct Lobby {
    state: Mutex<LobbyState>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct LobbyState {
    server: Option<SocketAddr>,
    opened: Option<Instant>,
    life: u64,
    is_over: bool,
    /// Whether somebody is to resign.
    is_end_wished: bool,
}

impl Lobby {
    fn locked(&self) -> MutexGuard<'_, LobbyState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A server listens there, and people may come.
    pub fn open(&self, server: SocketAddr) {
        let mut state = self.locked();
        *state = LobbyState {
            server: Some(server),
            opened: Some(Instant::now()),
            life: state.life + 1,
            ..LobbyState::default()
        };
        self.changed.notify_all();
    }

    /// It is gone.
    pub fn close(&self) {
        self.locked().server = None;
    }

    /// Whether whoever plays the first of the games against its host is to resign, in that game and in those that follow.
    pub fn wish_for_an_end(&self, is_wished: bool) {
        self.locked().is_end_wished = is_wished;
    }

    fn is_end_wished(&self) -> bool {
        self.locked().is_end_wished
    }

    /// The day is over.
    fn end(&self) {
        self.locked().is_over = true;
        self.changed.notify_all();
    }

    fn is_over(&self) -> bool {
        self.locked().is_over
    }

    fn life(&self) -> u64 {
        self.locked().life
    }

    /// The server, once there is one; nothing when the day is over.
    fn wait(&self) -> Option<(SocketAddr, u64, Instant)> {
        let mut state = self.locked();
        loop {
            if state.is_over {
                return None;
            }
            if let (Some(server), Some(opened)) = (state.server, state.opened) {
                return Some((server, state.life, opened));
            }
            state = self
                .changed
                .wait_timeout(state, MOMENT)
                .map_or_else(|error| error.into_inner().0, |(state, _)| state);
        }
    }
}

/// What those at one table know together: which table it is.
#[derive(Debug)]
struct Company {
    lobby: Arc<Lobby>,
    ledger: Arc<Ledger>,
    number: u64,
    game: Game,
    seed: u64,
    tables: Mutex<Tables>,
}

impl Company {
    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables of one company, one after the other.
#[derive(Debug, Default)]
struct Tables {
    opened: Vec<String>,
    /// The life of the server in which the last of them was seen to be over: in another it may go on, if a backup was restored.
    over: Option<u64>,
}

impl Tables {
    /// The one that is played at in a life of the server, as far as anybody knows.
    fn current(&self, life: u64) -> Option<&String> {
        self.opened.last().filter(|_| self.over != Some(life))
    }

    fn open(&mut self, table: String) {
        self.opened.push(table);
        self.over = None;
    }

    /// It is over, unless there is another already.
    fn leave(&mut self, table: &str, life: u64) {
        if self.opened.last().is_some_and(|last| last == table) {
            self.over = Some(life);
        }
    }

    /// It was opened after the backup that was restored: the one before it may not be over any more.
    fn lose(&mut self, table: &str) {
        if self.opened.pop_if(|last| last == table).is_some() {
            self.over = None;
        }
    }
}

/// Everybody at the tables of one server, each in a thread of their own.
#[derive(Debug)]
pub struct Crowd {
    /// Where they wait for a server.
    pub lobby: Arc<Lobby>,
    /// What they are told.
    pub ledger: Arc<Ledger>,
    people: Vec<JoinHandle<()>>,
}

impl Crowd {
    /// Two who play and one who looks on, for each game.
    pub fn gather(seed: u64) -> Crowd {
        let (lobby, ledger) = (Arc::new(Lobby::default()), Arc::new(Ledger::default()));
        let mut people = Vec::new();
        for (number, game) in (0..).zip(GAMES) {
            let company = Arc::new(Company {
                lobby: Arc::clone(&lobby),
                ledger: Arc::clone(&ledger),
                number,
                game,
                seed: mixed(&[seed, number]),
                tables: Mutex::default(),
            });
            people.extend([Role::Host, Role::Guest, Role::Spectator].map(|role| {
                let company = Arc::clone(&company);
                thread::spawn(move || Guest::new(role, company).live())
            }));
        }
        Crowd { lobby, ledger, people }
    }

    /// Everybody goes home: how many events they were told of, what they noticed, what they complain of.
    pub fn disperse(self) -> (u64, Noticed, Vec<String>) {
        self.lobby.end();
        for person in self.people {
            if person.join().is_err() {
                self.ledger.complain("somebody at a table has panicked".to_owned());
            }
        }
        (self.ledger.events(), self.ledger.noticed(), self.ledger.complaints())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Host,
    Guest,
    Spectator,
}

impl Role {
    fn seat(self) -> &'static str {
        match self {
            Role::Host => "host",
            Role::Guest => "guest",
            Role::Spectator => "spectator",
        }
    }
}

/// A command on its way.
#[derive(Clone, Debug)]
struct Pending {
    key: u64,
    /// The next event when it was first sent.
    expected: u64,
    command: Value,
    sent: Instant,
    /// Whether it was sent again, and if so whether it had been stored by then.
    resent: Option<bool>,
    /// The event it became.
    acted: Option<u64>,
}

/// Somebody at a table.
struct Guest {
    role: Role,
    company: Arc<Company>,
    cookie: Option<String>,
    table: Option<String>,
    /// The next event they have not seen, at this table.
    next: u64,
    view: Value,
    /// The life of the data in which they know it, if the server speaks of such.
    generation: Option<u64>,
    pending: Option<Pending>,
    /// How many commands they have given.
    sent: u64,
    life_seen: u64,
}

/// Why somebody leaves a socket.
enum Leaving {
    /// The game is over, or the table is another by now.
    Table,
    /// The server is gone, or the day is over.
    Server,
}

impl Guest {
    fn new(role: Role, company: Arc<Company>) -> Guest {
        Guest {
            role,
            company,
            cookie: None,
            table: None,
            next: 0,
            view: Value::Null,
            generation: None,
            pending: None,
            sent: 0,
            life_seen: 0,
        }
    }

    fn live(mut self) {
        while let Some((server, life, opened)) = self.company.lobby.wait() {
            let mut person = Person { cookie: self.cookie.clone(), ..Person::at(server) };
            let visited = self.find_table(&mut person, life).and_then(|found| match found {
                Some(table) => self.visit(&mut person, &table, life, opened),
                None => Ok(Leaving::Server),
            });
            self.cookie = person.cookie;
            match visited {
                Ok(Leaving::Table) => {}
                // Servers come and go: whoever was cut off tries again in a moment.
                Ok(Leaving::Server) | Err(_) => thread::sleep(MOMENT / 5),
            }
        }
    }

    /// The table that is played at; its host opens one if there is none.
    fn find_table(&mut self, person: &mut Person, life: u64) -> Outcome<Option<String>> {
        let known = self.company.tables().current(life).cloned();
        if known.is_none() && self.role == Role::Host {
            let game = self.company.game;
            let wish = json!({ "ruleset": game.ruleset, "control": game.control, "opponent": "friend", "name": "Ada", "side": "light" });
            let id = person.open(&wish)?;
            self.company.ledger.opened(&id);
            self.company.tables().open(id.clone());
            return Ok(Some(id));
        }
        Ok(known)
    }

    /// Stays at a table as long as there is something to do.
    fn visit(&mut self, person: &mut Person, table: &str, life: u64, opened: Instant) -> Outcome<Leaving> {
        if self.table.as_deref() != Some(table) {
            self.forget();
            self.table = Some(table.to_owned());
        }
        let mut socket = match person.try_to_sit(table, self.next, self.generation)? {
            Ok(socket) => socket,
            Err(404) => {
                self.company.tables().lose(table);
                return Ok(Leaving::Table);
            }
            Err(status) => return broken!("no socket: {status}"),
        };
        self.cookie.clone_from(&person.cookie);
        let hello = socket.hear_of("hello", ANSWER)?;
        if hello["is_ahead"] == true {
            self.company.ledger.notice(|noticed| noticed.ahead += 1);
            self.forget();
            return Ok(Leaving::Table);
        }
        self.generation = hello["generation"].as_u64();
        let state = socket.hear_of("state", ANSWER)?;
        if state["view"]["next"].as_u64().is_some_and(|next| next < self.next) {
            self.complain(&format!(
                "the table has gone back from {} to {}",
                self.next, state["view"]["next"]
            ));
        }
        self.hear_state(&state);
        if self.life_seen < life {
            self.life_seen = life;
            self.company.ledger.notice(|noticed| noticed.back.push(opened.elapsed()));
        }
        let mut credits = Credits { left: CREDITS, at: Instant::now() };
        if self.role == Role::Spectator {
            self.forge(&mut socket, &mut credits)?;
        } else if self.pending.is_some() {
            self.resend(&mut socket)?;
        }
        loop {
            if self.company.lobby.life() != life || self.company.lobby.is_over() {
                return Ok(Leaving::Server);
            }
            if matches!(self.view["phase"].as_str(), Some("over" | "aborted")) && self.pending.is_none() {
                self.company.tables().leave(table, life);
                return Ok(Leaving::Table);
            }
            if self.pending.is_none()
                && let Some(command) = self.choose()
            {
                credits.spend();
                self.send(&mut socket, command)?;
            }
            match socket.hear(Instant::now() + MOMENT)? {
                Heard::Said(message) => self.hear(&message, &mut socket)?,
                Heard::Closed(code) => {
                    if let Some(code) = code {
                        self.company.ledger.notice(|noticed| *noticed.closed.entry(code).or_default() += 1);
                    }
                    return Ok(Leaving::Server);
                }
                Heard::Silence => {}
            }
        }
    }

    /// Knows nothing of a table any more.
    fn forget(&mut self) {
        (self.table, self.next, self.view, self.generation, self.pending) =
            (None, 0, Value::Null, None, None);
    }

    fn complain(&self, what: &str) {
        let (table, seat) = (self.table.as_deref().unwrap_or("none"), self.role.seat());
        self.company.ledger.complain(format!("table {table}, {seat}: {what}"));
    }

    fn hear(&mut self, message: &Value, socket: &mut Socket) -> Outcome<()> {
        let key = message["key"].as_u64();
        match message["type"].as_str() {
            Some("state") => self.hear_state(message),
            Some("done") => {
                let Some(done) = self.pending.take_if(|pending| Some(pending.key) == key) else {
                    return Ok(());
                };
                if done.acted.is_none() {
                    self.complain(&format!("acknowledged, and nothing was told of it: {}", done.command));
                }
                self.company.ledger.notice(|noticed| {
                    noticed.done += 1;
                    noticed.resent_known += u64::from(done.resent == Some(true));
                    noticed.resent_new += u64::from(done.resent == Some(false));
                    noticed.answers.push(done.sent.elapsed());
                });
            }
            Some("refused") => {
                let Some(pending) = self.pending.take_if(|pending| Some(pending.key) == key) else {
                    return Ok(());
                };
                self.hear_refusal(pending, message["code"].as_str().unwrap_or_default(), socket)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn hear_refusal(&mut self, pending: Pending, code: &str, socket: &mut Socket) -> Outcome<()> {
        self.company.ledger.notice(|noticed| *noticed.refused.entry(code.to_owned()).or_default() += 1);
        match code {
            _ if pending.acted.is_some() => {
                self.complain(&format!(
                    "{} was stored, and is refused when it is sent again: {code}",
                    pending.command
                ));
            }
            "server.refusal.slow-down" => {
                thread::sleep(4 * MOMENT);
                self.pending = Some(pending);
                self.resend(socket)?;
            }
            "table.refusal.stale" if pending.resent.is_some() => {
                self.company.ledger.notice(|noticed| noticed.resent_stale += 1);
            }
            // What the server itself says is about its state, and the command can be given again.
            _ if code.starts_with("server.") || code == "table.refusal.stale" => {}
            _ => self.complain(&format!(
                "the view says that it can be done, and it is refused: {} {code}",
                pending.command
            )),
        }
        Ok(())
    }

    /// Takes note of all that is told, and of what one's own command has become.
    fn hear_state(&mut self, message: &Value) {
        // Whoever knows nothing of a table hears what they did there before.
        let knows_it = self.next > 0;
        for event in message["events"].as_array().into_iter().flatten() {
            if let Some(table) = &self.table {
                self.company.ledger.told(table, self.generation.unwrap_or(0), event);
            }
            if knows_it {
                self.hear_event(event);
            }
        }
        self.view = message["view"].clone();
        self.next = self.view["next"].as_u64().unwrap_or(self.next);
    }

    fn hear_event(&mut self, event: &Value) {
        let number = event["sequence"].as_u64().unwrap_or_default();
        // A host sits down by opening the table.
        let is_hosts_seat = self.role == Role::Host && event["event"] == "joined";
        if doer(event) != Some(self.role.seat()) || number < self.next || is_hosts_seat || !is_deed(event) {
            return;
        }
        match &mut self.pending {
            Some(pending) if pending.acted.is_none() => {
                pending.acted = Some(number);
                let command = pending.command.clone();
                if !is_of(event, &command) {
                    self.complain(&format!("{command} has become {event}"));
                }
            }
            // What ends a turn by itself.
            Some(_) if event["event"] == "turn-ended" => {}
            Some(pending) => {
                let command = pending.command.clone();
                self.complain(&format!("{command} has acted twice: {event}"));
            }
            None => self.complain(&format!("somebody else has acted: {event}")),
        }
    }

    /// What to do now, if anything: drawn for this place of the game, so that it is the same whenever it is chosen.
    fn choose(&self) -> Option<Value> {
        let may = self.view["may"].as_array()?;
        let can = |what: &str| may.iter().any(|may| may == what);
        if self.role == Role::Guest && can("join") {
            return Some(json!({ "command": "join", "occupant": { "person": "Bo" }, "nonce": "00ff" }));
        }
        if self.role == Role::Spectator {
            return None;
        }
        let resigns = self.role == Role::Guest && self.company.number == 0;
        if resigns && can("resign") && self.company.lobby.is_end_wished() {
            return Some(json!({ "command": "resign" }));
        }
        let mut rng = Rng::with_seed(mixed(&[self.company.seed, self.role as u64, self.next]));
        pick(&self.view, &mut rng)
    }

    fn send(&mut self, socket: &mut Socket, command: Value) -> Outcome<()> {
        self.sent += 1;
        let key = mixed(&[self.company.seed, self.role as u64, self.sent]) >> 11;
        let pending =
            Pending { key, expected: self.next, command, sent: Instant::now(), resent: None, acted: None };
        let message = as_message(&pending, true);
        self.pending = Some(pending);
        socket.send(&message)
    }

    /// Sends again what was not answered: with the number of the event it was meant for, or without, so that only its key is left.
    fn resend(&mut self, socket: &mut Socket) -> Outcome<()> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        pending.resent = Some(pending.acted.is_some());
        let message = as_message(pending, mixed(&[pending.key]) & 1 == 0);
        self.company.ledger.notice(|noticed| noticed.resends += 1);
        socket.send(&message)
    }

    /// Tries what only players may do, and is refused.
    fn forge(&mut self, socket: &mut Socket, credits: &mut Credits) -> Outcome<()> {
        for (number, command) in (1_u64..).zip(FORGED) {
            credits.spend();
            let mut message = json!({ "type": "do", "command": command, "key": number });
            if number % 2 == 0 {
                message["seat"] = json!("host");
            }
            socket.send(&message)?;
            loop {
                match socket.hear(Instant::now() + ANSWER)? {
                    Heard::Said(answer) if answer["type"] == "state" => self.hear_state(&answer),
                    Heard::Said(answer) if answer["key"].as_u64() == Some(number) => {
                        if answer["type"] == "refused" {
                            self.company.ledger.notice(|noticed| noticed.refused_strangers += 1);
                        } else {
                            self.complain(&format!("one who looks on is allowed {command}: {answer}"));
                        }
                        break;
                    }
                    Heard::Said(_) => {}
                    Heard::Closed(_) => return broken!("closed"),
                    Heard::Silence => return broken!("no answer to {command}"),
                }
            }
        }
        Ok(())
    }
}

fn as_message(pending: &Pending, with_expected: bool) -> Value {
    let mut message = pending.command.clone();
    message["type"] = json!("do");
    message["key"] = json!(pending.key);
    if with_expected {
        message["expected"] = json!(pending.expected);
    }
    message
}

/// Whether it is something that a player does.
pub fn is_deed(event: &Value) -> bool {
    let is_resignation = event["event"] == "round-ended" && event["reason"] == "resigned";
    is_resignation
        || matches!(event["event"].as_str(), Some("joined" | "moved" | "rolled" | "stepped" | "turn-ended"))
}

/// Who has done it. Of one who has resigned it is told who has won.
fn doer(event: &Value) -> Option<&str> {
    match event["winner"].as_str() {
        Some("host") if is_deed(event) => Some("guest"),
        Some("guest") if is_deed(event) => Some("host"),
        _ => event["seat"].as_str(),
    }
}

/// Whether an event is what a command asks for.
fn is_of(event: &Value, command: &Value) -> bool {
    let is_move = |played: &Value| {
        let wished = command["move"].as_str().unwrap_or("?");
        played.as_str().is_some_and(|played| played.starts_with(wished))
    };
    match (command["command"].as_str(), event["event"].as_str()) {
        (Some("join"), Some("joined"))
        | (Some("roll"), Some("rolled"))
        | (Some("resign"), Some("round-ended"))
        | (Some("confirm"), Some("turn-ended")) => true,
        (Some("move"), Some("moved")) => is_move(&event["move"]),
        (Some("step"), Some("stepped")) => {
            let from = command["from"].as_str().unwrap_or("?");
            event["step"].as_str().is_some_and(|step| step.starts_with(&format!("{from}-")))
        }
        _ => false,
    }
}

/// Something that a view says can be played.
pub fn pick(view: &Value, rng: &mut Rng) -> Option<Value> {
    let may = view["may"].as_array()?;
    let can = |what: &str| may.iter().any(|may| may == what);
    if can("move") {
        let ways: Vec<String> = view["board"]["targets"]
            .as_object()?
            .iter()
            .flat_map(|(from, targets)| {
                let targets = targets.as_array().into_iter().flatten();
                targets.filter_map(move |target| Some(format!("{from}-{}", target["to"].as_str()?)))
            })
            .collect();
        return Some(json!({ "command": "move", "move": rng.choice(&ways)? }));
    }
    if can("step") {
        let step = rng.choice(view["board"]["next"].as_array()?)?;
        return Some(json!({ "command": "step", "from": step["from"], "die": step["die"] }));
    }
    ["roll", "confirm"].into_iter().find(|command| can(command)).map(|command| json!({ "command": command }))
}

/// How much may still be sent: whoever plays faster than people can is told to slow down.
struct Credits {
    left: f64,
    at: Instant,
}

impl Credits {
    /// Waits until one more may be sent.
    fn spend(&mut self) {
        self.left = (self.left + self.at.elapsed().as_secs_f64() * CREDITS_PER_SECOND).min(CREDITS);
        self.at = Instant::now();
        if self.left < 1.0 {
            thread::sleep(Duration::from_secs_f64((1.0 - self.left) / CREDITS_PER_SECOND));
        }
        self.left -= 1.0;
    }
}
