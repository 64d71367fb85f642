//! A socket at a table. It holds little memory while nothing happens: thousands of them wait for an opponent to think.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::Deserialize;
use tablen_host::messages::{ClientMessage, Said, ServerMessage};
use tablen_host::{PersonId, TableId};
use tablen_rules::words::Lang;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval_at, timeout};

use crate::App;
use crate::config::Limits;
use crate::http::{Problem, Upgraded, language, language_schema, table_id};
use crate::metrics::Held;
use crate::origins::{Origin, SocketHeld};
use crate::people::is_from_the_page;
use crate::tables::ToTable;

/// The library's own buffers are two hundred times larger, which is a lot for a socket that carries a move a minute.
const READ_BUFFER: usize = 1024;

/// More than any message: what waits to leave cannot grow without end, whatever a client makes the library answer by itself.
const WRITE_BUFFER: usize = 16 << 20;

/// How often a silent client is asked whether it is still there; a client silent for two such times is not.
const PING: Duration = Duration::from_secs(30);

/// How long a message may take to leave.
const SENDING: Duration = Duration::from_secs(10);

/// Close codes of RFC 6455: the server goes away, a policy was violated, a message was too big.
const GOING_AWAY: u16 = 1001;
const POLICY: u16 = 1008;
const TOO_BIG: u16 = 1009;

/// What stands behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wishes {
    /// The language of texts; otherwise the browser's.
    #[schemars(schema_with = "language_schema")]
    lang: Option<String>,
    /// The next event one has not seen.
    #[schemars(with = "u64")]
    since: Option<u64>,
}

/// Somebody connects to a table.
pub async fn connect(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<(HeaderMap, Upgraded), Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    if !is_from_the_page(&headers) {
        return Err(Problem::new(StatusCode::FORBIDDEN, &message!("server.error.origin"), lang));
    }
    let id = table_id(&id, lang)?;
    let limits = app.config().limits;
    if app.metrics().connections.get() >= limits.connections {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message!("server.error.full"), lang));
    }
    let of_address = app.hold_socket(origin, lang)?;
    app.tables().find(id).await.map_err(|error| Problem::no_table(&error, lang))?;
    let (person, cookie) = app.person(&headers, origin, lang)?;
    let held = (app.metrics().connections.hold(), of_address);
    let asked = Connection { id, person, lang, since: wishes.since, held };
    let response = upgrade
        .read_buffer_size(READ_BUFFER)
        // Nothing is gained by gathering: every message is to be seen at once.
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(limits.message_bytes)
        .max_frame_size(limits.message_bytes)
        .on_upgrade(move |socket| attend(app, socket, asked));
    Ok((cookie, Upgraded(response)))
}

/// A connection to a table that is to be taken up.
struct Connection {
    id: TableId,
    person: PersonId,
    lang: Lang,
    since: Option<u64>,
    held: (Held, SocketHeld),
}

/// Carries messages both ways until one side has enough.
async fn attend(app: App, mut socket: WebSocket, asked: Connection) {
    let Connection { id, person, mut lang, since, held } = asked;
    let limits = app.config().limits;
    let (out, mut outgoing) = mpsc::channel::<Utf8Bytes>(limits.waiting);
    let entering =
        app.tables().ask(id, |reply| ToTable::Connect { person, lang, out: out.clone(), since, reply });
    // To bring a table into memory takes a large future; on the heap, it is gone when the table is there.
    let Ok((connection, table)) = Box::pin(entering).await else {
        return close(&mut socket, GOING_AWAY).await;
    };
    drop(out);
    let mut credits = Credits::new(&limits);
    let mut ping = interval_at(tokio::time::Instant::now() + PING, PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    let code = loop {
        tokio::select! {
            received = socket.recv() => {
                heard = Instant::now();
                let text = match received {
                    Some(Ok(Frame::Text(text))) => text,
                    // The library answers pings by itself, so they cost as much as whatever else is answered.
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => match credits.spend(&limits) {
                        Spending::Fine | Spending::TooFast => continue,
                        Spending::Enough => break Some(POLICY),
                    },
                    Some(Ok(Frame::Binary(_))) => Utf8Bytes::default(),
                    Some(Ok(Frame::Close(_))) | None => break None,
                    // Whatever else is wrong with a socket, it cannot be told.
                    Some(Err(_)) => break Some(TOO_BIG),
                };
                let said = match credits.spend(&limits) {
                    Spending::Fine => None,
                    Spending::TooFast => Some(message!("server.refusal.slow-down")),
                    Spending::Enough => break Some(POLICY),
                };
                let said = match (said, serde_json::from_str::<ClientMessage>(&text)) {
                    (Some(said), _) => said,
                    (None, Ok(message)) => {
                        if let ClientMessage::Lang { lang: wished } = &message {
                            lang = Lang::from_locale(wished).unwrap_or(lang);
                        }
                        if !table.send(ToTable::From(connection, message)).await {
                            break Some(GOING_AWAY);
                        }
                        continue;
                    }
                    (None, Err(error)) => message!("server.refusal.not-understood").text("error", error),
                };
                app.metrics().refusals.count();
                let refused: ServerMessage = ServerMessage::Refused { key: key_of(&text), why: Said::new(&said, None, lang) };
                if !send(&mut socket, Frame::text(refused.text())).await {
                    break None;
                }
            }
            text = outgoing.recv() => match text {
                Some(text) => if !send(&mut socket, Frame::Text(text)).await {
                    break None;
                },
                None => break Some(GOING_AWAY),
            },
            _ = ping.tick() => {
                let is_gone = heard.elapsed() >= 2 * PING;
                if is_gone || !send(&mut socket, Frame::Ping(Default::default())).await {
                    break None;
                }
            }
        }
    };
    table.send(ToTable::Disconnect(connection)).await;
    if let Some(code) = code {
        close(&mut socket, code).await;
    }
    drop(held);
}

/// The key of a message that was not carried out, so that its sender knows which it was.
fn key_of(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Keyed {
        key: Option<u64>,
    }
    serde_json::from_str::<Keyed>(text).ok()?.key
}

async fn send(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(timeout(SENDING, socket.send(frame)).await, Ok(Ok(())))
}

async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame { code, reason: Utf8Bytes::default() };
    send(socket, Frame::Close(Some(frame))).await;
}

/// How much a client may still send. Credits come back with time.
struct Credits {
    left: f32,
    at: Instant,
    patience: u32,
}

enum Spending {
    Fine,
    TooFast,
    Enough,
}

impl Credits {
    fn new(limits: &Limits) -> Credits {
        Credits { left: limits.credits as f32, at: Instant::now(), patience: limits.patience }
    }

    fn spend(&mut self, limits: &Limits) -> Spending {
        let most = limits.credits as f32;
        let earned = self.at.elapsed().as_secs_f32() * limits.credits_per_second as f32;
        self.at = Instant::now();
        self.left = (self.left + earned).min(most);
        if self.left >= 1.0 {
            self.left -= 1.0;
            if self.left >= most / 2.0 {
                self.patience = limits.patience;
            }
            return Spending::Fine;
        }
        match self.patience.checked_sub(1) {
            Some(patience) => {
                self.patience = patience;
                Spending::TooFast
            }
            None => Spending::Enough,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_run_out_then_patience_does() {
        let limits = Limits { credits: 3, credits_per_second: 0, patience: 2, ..Limits::default() };
        let mut credits = Credits::new(&limits);
        let spent: Vec<u8> = (0..6).map(|_| credits.spend(&limits) as u8).collect();
        assert_eq!(spent, [0, 0, 0, 1, 1, 2]);
    }

    #[test]
    fn a_refused_message_is_known_by_its_key() {
        assert_eq!(key_of(r#"{"type":"do","command":"fly","key":12}"#), Some(12));
        assert_eq!(key_of("nonsense"), None);
    }
}
