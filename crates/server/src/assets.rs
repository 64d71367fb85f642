//! The page, inside the binary. In debug builds it is read from the disk, so that designers see what they change.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::App;
use crate::addresses::Client;
use crate::http::{Problem, language};

#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "fixtures/*"]
#[exclude = "test/*"]
#[exclude = "node_modules/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig.json"]
struct Web;

/// The page's own file, which also answers the addresses of tables and records.
const PAGE: &str = "index.html";

/// Everything that no route is for.
pub async fn serve(
    State(app): State<App>,
    client: Client,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_page = path.is_empty() || path == PAGE || is_address(path);
    let lang = language(None, &headers);
    if method != Method::GET && method != Method::HEAD {
        return Problem::not_found(lang).into_response();
    }
    let Some(file) = Web::get(if is_page { PAGE } else { path }) else {
        return Problem::not_found(lang).into_response();
    };
    let mut response = answer(file, &headers);
    // Whoever opens the page is a guest before anything else is asked for, so that no two answers make two of one. Whoever may not
    // become one can still read the page, and is told why as soon as they want to play.
    if is_page && let Ok((_, cookie)) = app.guest(&headers, client, lang) {
        response.headers_mut().extend(cookie);
    }
    response
}

/// The address of a table or a record.
fn is_address(path: &str) -> bool {
    ["t/", "r/"].iter().any(|start| path.strip_prefix(start).is_some_and(|id| !id.contains('/')))
}

fn answer(file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = file.metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let etag = format!("\"{hash}\"");
    let is_known = headers
        .get_all(IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == etag);
    let mime = file.metadata.mimetype();
    let mime = if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() };
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(file.data))
    };
    let out = response.headers_mut();
    for (name, value) in [(ETAG, etag), (CONTENT_TYPE, mime)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            out.insert(name, value);
        }
    }
    // Asked about every time, sent only when it has changed: a new version is seen at once.
    out.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
