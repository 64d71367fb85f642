//! What every answer says to browsers about itself.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

const EVERYWHERE: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// For whatever somebody can open by itself.
const DOCUMENTS: [(HeaderName, &str); 5] = [
    // No script but the page's own files; the computer in the browser is WebAssembly.
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    // A table's address is a secret: no other site hears of it.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// In place of the usual, for the one page that others may show inside theirs: nothing can be done there that is anybody's own.
const FRAMED: [(HeaderName, &str); 2] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors *",
    ),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// What an answer carries that other sites may show in a frame.
#[derive(Clone, Copy, Debug)]
pub struct MayBeFramed;

/// Never documents, but many: the page is made of dozens of them, and what is said with each adds up.
const PARTS: [&str; 3] = ["text/javascript", "text/css", "font/"];

/// Adds them; what concerns one visitor is kept by nobody.
pub async fn strict(mut response: Response) -> Response {
    let is_framed = response.extensions().get::<MayBeFramed>().is_some();
    let headers = response.headers_mut();
    let mime = headers.get(header::CONTENT_TYPE).and_then(|mime| mime.to_str().ok()).unwrap_or_default();
    let is_part = PARTS.iter().any(|part| mime.starts_with(part));
    let documents = DOCUMENTS.into_iter().filter(|_| !is_part);
    for (name, value) in EVERYWHERE.into_iter().chain(documents) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if is_framed {
        headers.remove(header::X_FRAME_OPTIONS);
        for (name, value) in FRAMED {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    // Another person who got an answer with this cookie would be taken for its owner, so no cache between may hand it on.
    if headers.contains_key(header::SET_COOKIE) && headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
