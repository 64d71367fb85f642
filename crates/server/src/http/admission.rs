//! What is asked of every request before anything else: that it says where it is sent to, and that not too many come.

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::{Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Problem, language};
use crate::App;
use crate::hosts::only_host;
use crate::origins::{Counted, Origin};

/// Refuses a request that does not say which host it is sent to, or names two: whatever stands before the server may have read another.
pub async fn of_one_host(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let needs_none = request.version() < Version::HTTP_11 && !headers.contains_key(HOST);
    if needs_none || only_host(headers).is_some() {
        return next.run(request).await;
    }
    Problem::new(StatusCode::BAD_REQUEST, &message!("server.error.host"), language(None, headers))
        .into_response()
}

/// Counts what is only looked at. What changes something is counted by what it does, a socket by being there, and what the page is made of is
/// kept by browsers.
pub async fn counted(State(app): State<App>, origin: Origin, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_read = (request.method() == Method::GET || request.method() == Method::HEAD)
        && path.starts_with("/api/")
        && !path.ends_with("/socket");
    if is_read && let Err(problem) = app.count(origin, Counted::Reads, language(None, request.headers())) {
        return problem.into_response();
    }
    next.run(request).await
}
