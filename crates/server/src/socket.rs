//! A socket at a table. It holds little memory while nothing happens: thousands of them wait for an opponent to think.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::Deserialize;
use tablen_host::messages::{ClientMessage, Said, ServerMessage};
use tablen_host::{PersonId, TableId};
use tablen_rules::words::Lang;
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval_at, sleep_until, timeout};
use tungstenite::error::ProtocolError;

use crate::App;
use crate::config::Limits;
use crate::connections::{Allowed, Intake};
use crate::help::OwnGames;
use crate::http::{LARGEST_NUMBER, Problem, Upgraded, language, language_schema, table_id, wished_language};
use crate::metrics::Held;
use crate::origins::{Origin, SocketHeld};
use crate::people::is_from_the_page;
use crate::tables::{Handle, ToTable};

/// The library's own buffers are two hundred times larger, which is a lot for a socket that carries a move a minute.
const READ_BUFFER: usize = 1024;

/// More than any message: what waits to leave cannot grow without end, whatever a client makes the library answer by itself.
const WRITE_BUFFER: usize = 16 << 20;

/// How long a message may take to leave.
const SENDING: Duration = Duration::from_secs(10);

/// After how many questions whether anybody is there, with nothing heard, nobody is.
const UNANSWERED: u32 = 2;

/// Close codes of RFC 6455: the server goes away, the protocol was violated, a text is none, a policy was violated, a message was too big.
const GOING_AWAY: u16 = 1001;
const PROTOCOL: u16 = 1002;
const NO_TEXT: u16 = 1007;
const POLICY: u16 = 1008;
const TOO_BIG: u16 = 1009;
/// A code that is registered for it: the server is too busy, and better in a moment.
const TRY_AGAIN: u16 = 1013;

/// Of so many sockets one is kept for those who play, so that no crowd that watches keeps them from their tables.
const KEPT_FOR_PLAYERS: u64 = 10;

/// What stands behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wishes {
    /// The language of texts; otherwise the browser's.
    #[serde(default, deserialize_with = "wished_language")]
    #[schemars(schema_with = "language_schema")]
    lang: Option<String>,
    /// The next event one has not seen.
    #[serde(default)]
    #[schemars(with = "u64", range(max = LARGEST_NUMBER))]
    since: Option<u64>,
    /// The `generation` of the `hello` that came before it.
    #[serde(default)]
    #[schemars(with = "u64", range(max = LARGEST_NUMBER))]
    generation: Option<u64>,
}

/// Somebody connects to a table.
pub async fn connect(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    Extension(Allowed(intake)): Extension<Allowed>,
    upgrade: WebSocketUpgrade,
) -> Result<(HeaderMap, Upgraded), Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    if !is_from_the_page(&headers) {
        return Err(Problem::new(StatusCode::FORBIDDEN, &message!("server.error.origin"), lang));
    }
    let id = table_id(&id, lang)?;
    let limits = app.config().limits;
    let open = &app.metrics().connections;
    let is_full = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message!("server.error.full"), lang);
    if open.get() >= limits.connections {
        return Err(is_full());
    }
    let of_address = app.hold_socket(origin, lang)?;
    let person = app.known_person(&headers);
    let asking = app.tables().ask(id, origin, |reply| ToTable::Plays { person, reply });
    let (plays, _) = asking.await.map_err(|error| Problem::no_table(&error, lang))?;
    let kept = if plays { 0 } else { limits.connections / KEPT_FOR_PLAYERS };
    // Others may have come since it was looked: counted first and looked at then, there are never more than there may be.
    let held = (open.hold(), of_address);
    if open.get() > limits.connections - kept {
        return Err(is_full());
    }
    let turn = app.handshake().await.ok_or_else(is_full)?;
    let (person, cookie) = app.person(&headers, origin, lang)?;
    intake.limit(&limits);
    let Wishes { since, generation, .. } = wishes;
    let asked = Connection { id, person, origin, lang, since, generation, intake, held, turn };
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
    origin: Origin,
    lang: Lang,
    since: Option<u64>,
    generation: Option<u64>,
    intake: Arc<Intake>,
    held: (Held, SocketHeld),
    turn: OwnedSemaphorePermit,
}

/// Carries messages both ways until one side has enough.
async fn attend(app: App, mut socket: WebSocket, asked: Connection) {
    let Connection { id, person, origin, mut lang, since, generation, intake, held, turn } = asked;
    let limits = app.config().limits;
    let (out, mut outgoing) = mpsc::channel::<Utf8Bytes>(limits.waiting);
    let entering = app.tables().ask(id, origin, |reply| ToTable::Connect {
        person,
        origin,
        lang,
        out: out.clone(),
        since,
        generation,
        reply,
    });
    // To bring a table into memory takes a large future; on the heap, it is gone when the table is there.
    let Ok((connection, table)) = Box::pin(entering).await else {
        return close(&mut socket, GOING_AWAY).await;
    };
    drop((out, turn));
    let mut credits = Credits::new(&limits);
    let each = app.config().ping;
    let mut ping = interval_at(tokio::time::Instant::now() + each, each);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut unanswered = 0;
    // Nobody is welcomed before what has happened is stored, and nobody waits for that without end.
    let latest = tokio::time::Instant::now() + app.config().patience;
    let mut is_welcomed = false;
    let code = loop {
        tokio::select! {
            // What has come is heard before it is asked whether anybody is there. Nobody can send so much that the rest has to wait: credits end.
            biased;
            () = intake.is_enough() => break Some(POLICY),
            received = socket.recv() => {
                unanswered = 0;
                let text = match received {
                    Some(Ok(Frame::Text(text))) => text,
                    // The library answers pings by itself, so they cost as much as whatever else is answered.
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => match credits.spend(&limits) {
                        Spending::Fine | Spending::TooFast => continue,
                        Spending::Enough => break Some(POLICY),
                    },
                    Some(Ok(Frame::Binary(_))) => Utf8Bytes::default(),
                    Some(Ok(Frame::Close(_))) | None => break None,
                    Some(Err(error)) => break code_of(error),
                };
                let said = match credits.spend(&limits) {
                    Spending::Fine => None,
                    Spending::TooFast => Some(message!("server.refusal.slow-down")),
                    Spending::Enough => break Some(POLICY),
                };
                let said = match (said, serde_json::from_str::<ClientMessage>(&text)) {
                    (Some(said), _) => said,
                    (None, Ok(ClientMessage::Hint)) if helps_elsewhere(&app, id, (person, origin), &table).await => {
                        message!("server.refusal.own-game")
                    }
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
                Some(text) => {
                    is_welcomed = true;
                    if !send(&mut socket, Frame::Text(text)).await {
                        break None;
                    }
                }
                None => break Some(GOING_AWAY),
            },
            () = sleep_until(latest), if !is_welcomed => break Some(TRY_AGAIN),
            _ = ping.tick() => {
                // Not by how long nothing was heard: a busy machine may have let nobody ask.
                if unanswered == UNANSWERED || !send(&mut socket, Frame::Ping(Default::default())).await {
                    break None;
                }
                unanswered += 1;
            }
        }
    };
    table.send(ToTable::Disconnect(connection)).await;
    if code == Some(POLICY) {
        app.shut_out(origin);
    }
    if let Some(code) = code {
        close(&mut socket, code).await;
    }
    drop(held);
}

/// Whether a hint at a table would help somebody in another game, which they play without help; also if that cannot be found out.
async fn helps_elsewhere(
    app: &App,
    id: TableId,
    (person, origin): (PersonId, Origin),
    table: &Handle,
) -> bool {
    // A game that is played without help itself says so.
    let Ok(own) = OwnGames::of(app, Some(person), origin, Some(id)).await else { return true };
    if own.is_empty() {
        return false;
    }
    let (reply, answer) = oneshot::channel();
    if !table.send(ToTable::Played { reply }).await {
        return true;
    }
    let played = timeout(app.config().patience, answer).await;
    played.map_or(true, |played| played.ok().flatten().is_some_and(|played| own.are_near(&played.round)))
}

/// The code with which a socket is closed that cannot be read from; none if nobody is there to be told.
fn code_of(error: axum::Error) -> Option<u16> {
    match error.into_inner().downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Some(TOO_BIG),
        tungstenite::Error::Utf8(_) => Some(NO_TEXT),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(PROTOCOL),
        _ => None,
    }
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
