//! What is answered when something cannot be done: `{"code", "text", "rule"}`.

use std::any::Any;

use axum::Json;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;
use tablen_host::messages::Said;
use tablen_rules::words::{Explain, Lang, Message};

use super::language;
use crate::origins::Enough;
use crate::records::NotARecord;
use crate::store::{NotOpened, StoreError};
use crate::tables::NoTable;

/// More than the framework ever says about a request that it refuses.
const LONGEST_REASON: usize = 4_096;

/// After so many seconds it is worth trying again where something could not be stored.
const STORE_RECOVERS: u64 = 5;

/// What cannot be done, and why.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    retry_after: Option<u64>,
    body: Box<ProblemBody>,
}

/// What cannot be done, and why.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct ProblemBody {
    #[serde(flatten)]
    said: Said,
    /// Where a record goes wrong.
    #[serde(flatten)]
    place: Option<TextPlace>,
    /// The turn of a study that cannot be played, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct TextPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Problem {
    /// A problem in a language.
    pub fn new(status: StatusCode, message: &Message, lang: Lang) -> Problem {
        Problem::citing(status, message, None, lang)
    }

    /// A problem that a rule makes.
    pub fn citing(status: StatusCode, message: &Message, rule: Option<String>, lang: Lang) -> Problem {
        Problem {
            status,
            retry_after: None,
            body: Box::new(ProblemBody { said: Said::new(message, rule, lang), place: None, turn: None }),
        }
    }

    /// The same problem, somewhere in a text.
    pub fn at(mut self, place: Option<TextPlace>) -> Problem {
        self.body.place = place;
        self
    }

    /// The same problem, in a turn of a study.
    pub fn in_turn(mut self, turn: Option<usize>) -> Problem {
        self.body.turn = turn;
        self
    }

    /// A text is no record.
    pub fn not_a_record(error: &NotARecord, lang: Lang) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.message(), lang).at(error.place())
    }

    /// An address has had enough for now.
    pub fn enough(enough: &Enough, lang: Lang) -> Problem {
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, &enough.message, lang);
        Problem { retry_after: Some(enough.retry_after), ..problem }
    }

    /// There is nothing there.
    pub fn not_found(lang: Lang) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, &message!("server.error.not-found"), lang)
    }

    /// There is no such table.
    pub fn no_table(error: &NoTable, lang: Lang) -> Problem {
        match error {
            NoTable::Unknown => Problem::new(StatusCode::NOT_FOUND, &error.message(), lang),
            NoTable::Closing => Problem::new(StatusCode::SERVICE_UNAVAILABLE, &error.message(), lang),
            NoTable::Failed => Problem::internal(lang),
            NoTable::Late => Problem::late(lang),
            NoTable::TooMany => Problem::enough(&Enough::too_much_at_once(), lang),
            NoTable::Store(error) => Problem::store(error, lang),
        }
    }

    /// It would help somebody in a game that they play without help.
    pub fn own_game(lang: Lang) -> Problem {
        Problem::new(StatusCode::CONFLICT, &message!("server.error.own-game"), lang)
    }

    /// Something takes too long, because something else has to be stored first. It may be better in a moment.
    pub fn late(lang: Lang) -> Problem {
        let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message!("server.error.late"), lang);
        Problem { retry_after: Some(STORE_RECOVERS), ..problem }
    }

    /// A table is not opened.
    pub fn not_opened(error: &NotOpened, lang: Lang) -> Problem {
        match error {
            NotOpened::TooMany { .. } => Problem::new(StatusCode::TOO_MANY_REQUESTS, &error.message(), lang),
            NotOpened::SealSpent => Problem::new(StatusCode::CONFLICT, &error.message(), lang),
            NotOpened::Store(error) => Problem::store(error, lang),
        }
    }

    /// The store does not do its work. What it says is for the log, not for visitors.
    pub fn store(error: &StoreError, lang: Lang) -> Problem {
        if matches!(error, StoreError::Closed) {
            return Problem::new(StatusCode::SERVICE_UNAVAILABLE, &error.message(), lang);
        }
        tracing::error!(%error, "the store has failed");
        match error {
            // It may be better in a moment.
            StoreError::Full(_) | StoreError::Unavailable(_) | StoreError::InUse => {
                let problem = Problem::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    &message!("server.error.cannot-store"),
                    lang,
                );
                Problem { retry_after: Some(STORE_RECOVERS), ..problem }
            }
            StoreError::Corrupt(_) => {
                Problem::new(StatusCode::INTERNAL_SERVER_ERROR, &message!("server.error.damaged-table"), lang)
            }
            _ => Problem::internal(lang),
        }
    }

    /// Something went wrong here.
    pub fn internal(lang: Lang) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, &message!("server.error.internal"), lang)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry_after = self.retry_after.map(|seconds| [(RETRY_AFTER, seconds.to_string())]);
        (self.status, retry_after, Json(self.body)).into_response()
    }
}

/// Says what the framework refuses by itself in the same form as everything else that is refused.
pub async fn in_the_usual_form(request: Request, next: Next) -> Response {
    let lang = language(None, request.headers());
    let response = next.run(request).await;
    let is_json = response.headers().get(CONTENT_TYPE).is_some_and(|mime| mime == "application/json");
    if !response.status().is_client_error() || is_json {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let message = if parts.status == StatusCode::METHOD_NOT_ALLOWED {
        message!("server.error.method")
    } else {
        let said = to_bytes(body, LONGEST_REASON).await.unwrap_or_default();
        message!("server.error.body").text("error", String::from_utf8_lossy(&said))
    };
    let problem = Problem::new(parts.status, &message, lang).into_response();
    // What else was said stays, such as which methods are allowed.
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.remove(CONTENT_TYPE);
    let (told, body) = problem.into_parts();
    parts.headers.extend(told.headers);
    Response::from_parts(parts, body)
}

/// The answer to a request that made the server stumble.
pub fn after_a_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::internal(Lang::default()).into_response()
}
