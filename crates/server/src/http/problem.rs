//! What is answered when something cannot be done: `{"code", "text", "rule"}`.

use std::any::Any;

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tablen_words::{Explain, Lang, Message};

use crate::addresses::Enough;
use crate::messages::Said;
use crate::store::StoreError;
use crate::tables::NoTable;

/// What cannot be done, and why.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    retry_after: Option<u64>,
    body: Body,
}

#[derive(Debug, Serialize)]
struct Body {
    #[serde(flatten)]
    said: Said,
    /// Where a record goes wrong.
    #[serde(flatten)]
    place: Option<Place>,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Place {
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
            body: Body { said: Said::new(message, rule, lang), place: None },
        }
    }

    /// The same problem, somewhere in a text.
    pub fn at(mut self, place: Option<Place>) -> Problem {
        self.body.place = place;
        self
    }

    /// An address has had enough for now.
    pub fn enough(enough: &Enough, lang: Lang) -> Problem {
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, &enough.message, lang);
        Problem { retry_after: Some(enough.retry_after), ..problem }
    }

    /// There is nothing there.
    pub fn not_found(lang: Lang) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, &Message::new("server.error.not-found"), lang)
    }

    /// There is no such table.
    pub fn no_table(error: &NoTable, lang: Lang) -> Problem {
        match error {
            NoTable::Unknown => Problem::new(StatusCode::NOT_FOUND, &error.message(), lang),
            NoTable::Closing => Problem::new(StatusCode::SERVICE_UNAVAILABLE, &error.message(), lang),
            NoTable::Store(error) => Problem::store(error, lang),
        }
    }

    /// The store does not do its work. What it says is for the log, not for visitors.
    pub fn store(error: &StoreError, lang: Lang) -> Problem {
        tracing::error!(%error, "the store has failed");
        Problem::internal(lang)
    }

    /// Something went wrong here.
    pub fn internal(lang: Lang) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, &Message::new("server.error.internal"), lang)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry_after = self.retry_after.map(|seconds| [(RETRY_AFTER, seconds.to_string())]);
        (self.status, retry_after, Json(self.body)).into_response()
    }
}

/// The answer to a request that made the server stumble.
pub fn after_a_panic(_: Box<dyn Any + Send>) -> Response {
    Problem::internal(Lang::default()).into_response()
}
