//! What every answer says to browsers about itself.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

const STRICT: [(HeaderName, &str); 7] = [
    // No script but the page's own files; the computer in the browser is WebAssembly.
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A table's address is a secret: no other site hears of it.
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Adds them; what concerns one visitor is kept by nobody.
pub async fn strict(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in STRICT {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
