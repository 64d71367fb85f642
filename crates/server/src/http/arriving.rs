//! Requests whose bodies have arrived. A client that sends one byte a minute must not be waited for.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest as _, Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::{Problem, language};
use crate::App;
use crate::connections::Arrival;

/// Passes a request on as soon as all of it is there; a body that is too long or comes too slowly is refused.
pub async fn whole(State(app): State<App>, request: Request, next: Next) -> Response {
    if request.method() == Method::GET || request.method() == Method::HEAD {
        return next.run(request).await;
    }
    let limits = app.config().limits;
    let lang = language(None, request.headers());
    let (parts, body) = request.into_parts();
    let reading = Bytes::from_request(Request::from_parts(parts.clone(), body), &());
    let problem = match timeout(limits.arriving, reading).await {
        Ok(Ok(bytes)) => {
            if let Some(arrival) = parts.extensions.get::<Arrival>() {
                arrival.is_whole();
            }
            return next.run(Request::from_parts(parts, Body::from(bytes))).await;
        }
        Ok(Err(refused)) if refused.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let message = message!("server.error.too-large").with("most", limits.body_bytes as u64);
            Problem::new(refused.status(), &message, lang)
        }
        Ok(Err(refused)) => {
            let message = message!("server.error.body").text("error", refused.body_text());
            Problem::new(refused.status(), &message, lang)
        }
        Err(_) => Problem::new(StatusCode::REQUEST_TIMEOUT, &message!("server.error.too-slow"), lang),
    };
    problem.into_response()
}
