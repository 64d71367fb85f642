//! A real server on loopback with a real database, and clients that know no rule.

#![allow(dead_code, reason = "every test file uses its own part")]

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use futures_util::future::select_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tablen_server::config::{Config, Data};
use tablen_server::{Listen, Running, listen};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};

/// How long a test waits for what must come at once. Where all goes well nobody waits that long: a busy machine is slow, not wrong.
pub const SOON: Duration = Duration::from_secs(60);

/// Takes a file back to the third version of its form, the last that kept no list of migrations.
pub const BACK_TO_THE_THIRD: &str = "drop table _sqlx_migrations; drop table packs; alter table events drop column checksum; \
    alter table tables rename column sealed_seed to seed; drop table analyses; alter table tables drop column sketch; \
    alter table people rename to guests; alter table events drop column key; alter table events drop column key_seat; pragma user_version = 3;";

/// A server in this process.
pub struct Server {
    pub address: SocketAddr,
    pub folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Tests play faster than people, and on a busy machine they wait longer: nobody is sent away because somebody else has the processor. Tests
/// of such times choose their own.
pub fn hasty(file: &Path) -> Config {
    let mut config = Config::new(Data::File(file.to_owned()));
    config.limits.credits = 1_000_000;
    config.limits.waiting = 1_000;
    config.patience = SOON;
    config.stopping = SOON;
    // Clients of tests answer only while they listen.
    config.ping = Duration::from_secs(3_600);
    config
}

/// A free port of this machine.
pub fn nearby() -> Listen {
    Listen::At("127.0.0.1:0".parse().unwrap())
}

impl Server {
    pub async fn start() -> Server {
        Server::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Server {
        Server::in_folder(tempfile::tempdir().unwrap(), change).await
    }

    pub async fn in_folder(folder: TempDir, change: impl FnOnce(&mut Config)) -> Server {
        let mut config = hasty(&folder.path().join("tablen.db"));
        change(&mut config);
        let listener = listen(nearby()).await.unwrap();
        let running = Running::start(config, listener).await.unwrap();
        let address = running.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            running.serve(stopped).await.unwrap();
        });
        Server { address, folder, stop: Some(stop), task }
    }

    /// Stops it as SIGTERM would, and returns the folder with what it kept.
    pub async fn stop(mut self) -> TempDir {
        self.stop.take().unwrap().send(()).unwrap();
        tokio::time::timeout(SOON, &mut self.task).await.unwrap().unwrap();
        self.folder
    }

    pub fn person(&self) -> Person {
        Person { address: self.address, cookie: None }
    }

    pub async fn tables_in_memory(&self) -> u64 {
        let metrics = self.person().get("/metrics").await.text();
        let line = metrics.lines().find(|line| line.starts_with("tablen_tables_in_memory ")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    }
}

/// A person with a cookie jar.
#[derive(Clone, Debug)]
pub struct Person {
    pub address: SocketAddr,
    pub cookie: Option<String>,
}

/// An answer over HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

impl Person {
    pub fn at(address: SocketAddr) -> Person {
        Person { address, cookie: None }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask("GET", path, &[], "").await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[], &body.to_string()).await
    }

    /// One request on a connection of its own, in the words of HTTP.
    pub async fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n",
            self.address,
            body.len()
        );
        if let Some(cookie) = &self.cookie {
            request += &format!("Cookie: {cookie}\r\n");
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        request += "\r\n";
        request += body;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        // A server that refuses a long body need not read all of it.
        let _ = stream.read_to_end(&mut bytes).await;
        let split = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
            .collect();
        let mut body = bytes[split + 4..].to_vec();
        if headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked") {
            body = unchunked(&body);
        }
        let answer = Answer { status, headers, body };
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        }
        answer
    }

    /// Opens a table and returns its id.
    pub async fn open(&mut self, table: &Value) -> String {
        let answer = self.post("/api/v1/tables", table).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        answer.json()["id"].as_str().unwrap().to_owned()
    }

    pub async fn sit(&mut self, id: &str) -> Socket {
        self.socket(&format!("{id}/socket"), &[]).await.unwrap()
    }

    pub async fn sit_since(&mut self, id: &str, since: u64) -> Socket {
        self.socket(&format!("{id}/socket?since={since}"), &[]).await.unwrap()
    }

    pub async fn socket(&mut self, path: &str, headers: &[(&'static str, &str)]) -> Result<Socket, Error> {
        let url = format!("ws://{}/api/v1/tables/{path}", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let stream = TcpStream::connect(self.address).await.unwrap();
        let (stream, response) = tokio_tungstenite::client_async(request, stream).await?;
        if let Some(cookie) = response.headers().get("set-cookie") {
            self.cookie = Some(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        Ok(Socket {
            stream,
            view: Value::Null,
            sent: Vec::new(),
            heard: Vec::new(),
            missed: Vec::new(),
            next_key: fastrand::u64(..1 << 50),
        })
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|window| window == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        if length == 0 {
            break;
        }
        whole.extend_from_slice(&bytes[end + 2..end + 2 + length]);
        bytes = &bytes[end + 4 + length..];
    }
    whole
}

/// A client at a table.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// The last view it was sent.
    pub view: Value,
    /// Every message it has sent.
    pub sent: Vec<Value>,
    /// Every message it was sent.
    pub heard: Vec<Value>,
    /// What came while it waited for the answer to a command.
    missed: Vec<Value>,
    next_key: u64,
}

impl Socket {
    pub async fn send(&mut self, message: &Value) {
        self.sent.push(message.clone());
        self.send_text(&message.to_string()).await;
    }

    pub async fn send_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// Sends what the other end answers without thinking; says whether it could be sent.
    pub async fn ping(&mut self) -> bool {
        self.stream.send(Message::Ping(vec![7; 100].into())).await.is_ok()
    }

    /// The next message; nothing when the server has closed the socket.
    pub async fn hear(&mut self) -> Option<Value> {
        loop {
            let message =
                tokio::time::timeout(SOON, self.stream.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] == "state" {
                        self.view = message["view"].clone();
                    }
                    self.heard.push(message.clone());
                    return Some(message);
                }
                Some(Ok(Message::Close(_))) | Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits for whatever comes next without reading it; says whether there will be more.
    pub async fn hear_raw(&mut self) -> bool {
        matches!(self.stream.next().await, Some(Ok(_)))
    }

    /// The next message of a type; others are passed over.
    pub async fn hear_of(&mut self, kind: &str) -> Value {
        let missed = std::mem::take(&mut self.missed);
        if let Some(message) = missed.into_iter().find(|message| message["type"] == kind) {
            return message;
        }
        loop {
            let message = self.hear().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The code with which the server closes the socket.
    pub async fn closed_with(&mut self) -> Option<u16> {
        loop {
            match tokio::time::timeout(SOON, self.stream.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Waits until a view is as wished.
    pub async fn until(&mut self, wished: impl Fn(&Value) -> bool) {
        while self.view.is_null() || !wished(&self.view) {
            self.hear_of("state").await;
        }
    }

    /// Asks for a command and waits for the answer: `done` or `refused`.
    pub async fn order(&mut self, mut command: Value) -> Value {
        self.next_key += 1;
        let key = self.next_key;
        command["type"] = json!("do");
        command["key"] = json!(key);
        self.send(&command).await;
        loop {
            let message = self.hear().await.expect("an answer");
            match message["type"].as_str() {
                Some("done" | "refused") if message["key"] == json!(key) => return message,
                Some("state") => {}
                _ => self.missed.push(message),
            }
        }
    }

    /// Asks for a command that must be carried out.
    pub async fn does(&mut self, command: Value) {
        let answer = self.order(command.clone()).await;
        assert_eq!(answer["type"], "done", "{command}: {answer}");
    }

    /// The code with which a command is refused.
    pub async fn refused(&mut self, command: Value) -> String {
        let answer = self.order(command.clone()).await;
        assert_eq!(answer["type"], "refused", "{command}: {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    pub fn is_over(&self) -> bool {
        ["over", "aborted"].contains(&self.view["phase"].as_str().unwrap_or_default())
    }

    pub fn may(&self, ask: &str) -> bool {
        self.view["may"].as_array().is_some_and(|may| may.contains(&json!(ask)))
    }
}

/// Something that a view says can be played, chosen at random.
pub fn pick(view: &Value, rng: &mut fastrand::Rng) -> Option<Value> {
    let may = view["may"].as_array()?;
    if may.contains(&json!("move")) {
        let targets: Vec<(String, String)> = view["board"]["targets"]
            .as_object()?
            .iter()
            .flat_map(|(from, to)| {
                let to = to.as_array().unwrap().iter();
                to.map(|to| (from.clone(), to["to"].as_str().unwrap().to_owned()))
            })
            .collect();
        let (from, to) = rng.choice(&targets)?;
        return Some(json!({ "command": "move", "move": format!("{from}-{to}") }));
    }
    if may.contains(&json!("step")) {
        let next = view["board"]["next"].as_array()?;
        let step = rng.choice(next)?;
        return Some(json!({ "command": "step", "from": step["from"], "die": step["die"] }));
    }
    for command in ["roll", "confirm"] {
        if may.contains(&json!(command)) {
            return Some(json!({ "command": command }));
        }
    }
    None
}

/// Stays at tables until something has happened, as browsers do: whoever waits answers when the server asks whether anybody is there. Says
/// whether nobody was turned away.
pub async fn stay(sockets: Vec<&mut Socket>, until: impl Future<Output = ()>) -> bool {
    let staying = sockets.into_iter().map(|socket| Box::pin(async move { while socket.hear_raw().await {} }));
    tokio::select! {
        () = until => true,
        _ = select_all(staying) => false,
    }
}

/// Plays for two clients, at random, until the game is over or so many commands have been given.
pub async fn play_on(players: &mut [Socket; 2], rng: &mut fastrand::Rng, most: usize) -> usize {
    for given in 0..most {
        agree(players).await;
        if players[0].is_over() {
            return given;
        }
        let turn = players.iter_mut().find_map(|player| Some((pick(&player.view, rng)?, player)));
        let (command, player) = turn.unwrap_or_else(|| panic!("somebody can play"));
        player.does(command).await;
    }
    agree(players).await;
    most
}

/// Waits until both know of everything that has happened.
async fn agree(players: &mut [Socket; 2]) {
    let next = players.iter().map(|player| player.view["next"].as_u64().unwrap()).max();
    for player in players.iter_mut() {
        player.until(|view| view["next"].as_u64() >= next).await;
    }
}

/// Two people at a new table, both seated.
pub async fn two_at_a_table(server: &Server, table: Value) -> (String, [Person; 2], [Socket; 2]) {
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&table).await;
    let players = sit_down(&mut ada, &mut bo, &id).await;
    (id, [ada, bo], players)
}

/// The host of a table comes to it, and a friend takes the other seat.
pub async fn sit_down(host: &mut Person, friend: &mut Person, id: &str) -> [Socket; 2] {
    let mut hosting = host.sit(id).await;
    hosting.hear_of("state").await;
    let mut joining = friend.sit(id).await;
    joining.hear_of("state").await;
    joining.does(json!({ "command": "join", "occupant": { "person": "Bo" } })).await;
    hosting.until(|view| view["phase"] == "playing").await;
    [hosting, joining]
}

/// What is needed to open a table for a friend.
pub fn friendly(ruleset: &str) -> Value {
    json!({ "ruleset": ruleset, "opponent": "friend", "name": "Ada", "side": "light" })
}
