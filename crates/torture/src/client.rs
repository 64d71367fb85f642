//! A client in few words: HTTP and WebSocket over blocking sockets, so that what goes over the line is what is written here.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, TcpStream};
use std::time::{Duration, Instant};

use serde_json::Value;
use socket2::{Domain, Socket as RawSocket, Type};

use crate::frames::{Frame, opcode};
use crate::outcome::{Broken, Outcome};

/// How long an answer may take before the server counts as one that hangs.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Somebody with a cookie, at an address of loopback.
#[derive(Clone, Debug)]
pub struct Person {
    /// Where the server listens.
    pub server: SocketAddr,
    /// From where they come.
    pub from: Ipv4Addr,
    /// Who they are, once the server has said so.
    pub cookie: Option<String>,
}

/// An answer over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// What came with it.
    pub body: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Outcome<Value> {
        let text = || String::from_utf8_lossy(&self.body[..self.body.len().min(200)]).into_owned();
        serde_json::from_slice(&self.body)
            .map_err(|error| Broken(format!("{error}: {} {}", self.status, text())))
    }
}

impl Person {
    /// Somebody whom the server does not know yet.
    pub fn at(server: SocketAddr) -> Person {
        Person { server, from: Ipv4Addr::LOCALHOST, cookie: None }
    }

    /// The same from another address of loopback.
    pub fn coming_from(self, from: Ipv4Addr) -> Person {
        Person { from, ..self }
    }

    /// A connection, before anything is said.
    pub fn connect(&self) -> Outcome<TcpStream> {
        let socket = RawSocket::new(Domain::IPV4, Type::STREAM, None)?;
        if self.from != Ipv4Addr::LOCALHOST {
            socket.bind(&SocketAddrV4::new(self.from, 0).into())?;
        }
        socket.connect_timeout(&self.server.into(), PATIENCE)?;
        socket.set_tcp_nodelay(true)?;
        let stream = TcpStream::from(socket);
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Ok(stream)
    }

    /// Asks for a page.
    pub fn get(&mut self, path: &str) -> Outcome<Answer> {
        self.ask("GET", path, "")
    }

    /// Sends JSON.
    pub fn post(&mut self, path: &str, body: &Value) -> Outcome<Answer> {
        self.ask("POST", path, &body.to_string())
    }

    /// One request on a connection of its own. In HTTP/1.0 an answer ends where its connection does.
    pub fn ask(&mut self, method: &str, path: &str, body: &str) -> Outcome<Answer> {
        let mut stream = self.connect()?;
        let length = body.len();
        let head =
            format!("{method} {path} HTTP/1.0\r\nHost: {}\r\nContent-Length: {length}\r\n", self.server);
        stream.write_all(format!("{head}{}\r\n{body}", self.cookie_line()).as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let (head, body) = split_head(&answer).ok_or_else(|| Broken("no answer".to_owned()))?;
        self.remember(&head);
        Ok(Answer { status: status(&head), body: body.to_vec() })
    }

    /// Opens a table and says its id.
    pub fn open(&mut self, table: &Value) -> Outcome<String> {
        let answer = self.post("/api/v1/tables", table)?;
        let said = answer.json()?;
        ensure!(answer.status == 201, "no table was opened: {} {said}", answer.status);
        said["id"].as_str().map(str::to_owned).ok_or_else(|| Broken(format!("no id: {said}")))
    }

    /// A socket at a table, with all events from a number on.
    pub fn sit(&mut self, table: &str, since: u64) -> Outcome<Socket> {
        self.try_to_sit(table, since, None)?.map_err(|status| Broken(format!("no socket: {status}")))
    }

    /// The same for one who knows the table from some life of the data, or the status with which they are turned away.
    pub fn try_to_sit(
        &mut self,
        table: &str,
        since: u64,
        generation: Option<u64>,
    ) -> Outcome<Result<Socket, u16>> {
        let mut stream = self.connect()?;
        let generation = generation.map(|generation| format!("&generation={generation}")).unwrap_or_default();
        let head = format!(
            "GET /api/v1/tables/{table}/socket?lang=en&since={since}{generation} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n",
            self.server
        );
        stream.write_all(format!("{head}{}\r\n", self.cookie_line()).as_bytes())?;
        let (mut answer, mut piece) = (Vec::new(), [0; 4096]);
        loop {
            if let Some((head, rest)) = split_head(&answer) {
                self.remember(&head);
                let socket = Socket { stream, unread: rest.to_vec() };
                return Ok(if status(&head) == 101 { Ok(socket) } else { Err(status(&head)) });
            }
            let read = stream.read(&mut piece)?;
            ensure!(read > 0, "closed before there was a socket");
            answer.extend(&piece[..read]);
        }
    }

    fn cookie_line(&self) -> String {
        self.cookie.as_ref().map(|cookie| format!("Cookie: {cookie}\r\n")).unwrap_or_default()
    }

    fn remember(&mut self, head: &str) {
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("set-cookie").then(|| value.split(';').next())?
        });
        self.cookie = cookie.map(str::to_owned).or(self.cookie.take());
    }
}

fn split_head(answer: &[u8]) -> Option<(String, &[u8])> {
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n")?;
    Some((String::from_utf8_lossy(&answer[..end]).into_owned(), &answer[end + 4..]))
}

fn status(head: &str) -> u16 {
    head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
}

/// What came over a socket.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// A message.
    Said(Value),
    /// The other side has closed the socket, with this code; or is gone, with none.
    Closed(Option<u16>),
    /// Nothing has come in time.
    Silence,
}

/// A socket at a table.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl Socket {
    /// Sends a message.
    pub fn send(&mut self, message: &Value) -> Outcome<()> {
        self.send_raw(&Frame::new(opcode::TEXT, message.to_string()).encode())
    }

    /// The connection beneath it.
    pub fn into_stream(self) -> TcpStream {
        self.stream
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) -> Outcome<()> {
        Ok(self.stream.write_all(bytes)?)
    }

    /// The next message until then.
    pub fn hear(&mut self, until: Instant) -> Outcome<Heard> {
        loop {
            while let Some((frame, taken)) = Frame::decode(&self.unread) {
                self.unread.drain(..taken);
                match frame.opcode {
                    opcode::TEXT => return Ok(Heard::Said(serde_json::from_slice(&frame.bytes)?)),
                    opcode::CLOSE => {
                        let code = frame.bytes.get(..2).and_then(|code| code.try_into().ok());
                        return Ok(Heard::Closed(code.map(u16::from_be_bytes)));
                    }
                    opcode::PING => self.send_raw(&Frame::new(opcode::PONG, frame.bytes).encode())?,
                    _ => {}
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Heard::Silence);
            }
            self.stream.set_read_timeout(Some(left))?;
            let mut piece = [0; 16 << 10];
            match self.stream.read(&mut piece) {
                Ok(0) => return Ok(Heard::Closed(None)),
                Ok(read) => self.unread.extend(&piece[..read]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Ok(Heard::Closed(None)),
            }
        }
    }

    /// The next message of a kind; others are passed over.
    pub fn hear_of(&mut self, kind: &str, within: Duration) -> Outcome<Value> {
        let until = Instant::now() + within;
        loop {
            match self.hear(until)? {
                Heard::Said(message) if message["type"] == kind => return Ok(message),
                Heard::Said(_) => {}
                Heard::Closed(code) => return broken!("closed ({code:?}) before {kind}"),
                Heard::Silence => return broken!("no {kind} within {within:?}"),
            }
        }
    }

    /// The code with which the other side closes the socket; nothing if it does not in that time, `Some(None)` without a code.
    pub fn closed_with(&mut self, within: Duration) -> Outcome<Option<Option<u16>>> {
        let until = Instant::now() + within;
        loop {
            match self.hear(until)? {
                Heard::Said(_) => {}
                Heard::Closed(code) => return Ok(Some(code)),
                Heard::Silence => return Ok(None),
            }
        }
    }

    /// How long a `ping` takes to be answered.
    pub fn ping(&mut self, within: Duration) -> Outcome<Duration> {
        let sent = Instant::now();
        self.send(&serde_json::json!({ "type": "ping" }))?;
        self.hear_of("pong", within)?;
        Ok(sent.elapsed())
    }
}
