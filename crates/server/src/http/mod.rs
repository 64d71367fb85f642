//! The HTTP part: every route in one list, which `docs/openapi.json` describes.

mod arriving;
mod headers;
mod lobby;
mod problem;
mod tables;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{MethodRouter, get, post};
use tablen_words::Lang;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};

pub use problem::{Place, Problem};
pub use tables::table_id;

use crate::{App, assets, socket};

/// What is asked for and who answers.
pub struct Route {
    /// How.
    pub method: Method,
    /// Where, with parts in braces.
    pub path: &'static str,
    answered_by: MethodRouter<App>,
}

/// Every route but the page's own files.
pub fn routes() -> Vec<Route> {
    let get_at = |path, answered_by| Route { method: Method::GET, path, answered_by };
    let post_at = |path, answered_by| Route { method: Method::POST, path, answered_by };
    vec![
        get_at("/api/v1/games", get(lobby::games)),
        get_at("/api/v1/texts/{lang}", get(lobby::texts)),
        get_at("/api/v1/rules/{lang}", get(lobby::rules)),
        get_at("/api/v1/tables", get(lobby::list)),
        post_at("/api/v1/seals", post(tables::seal)),
        post_at("/api/v1/tables", post(tables::open)),
        get_at("/api/v1/me", get(lobby::me)),
        get_at("/api/v1/tables/{id}", get(tables::look)),
        get_at("/api/v1/tables/{id}/socket", get(socket::connect)),
        get_at("/api/v1/tables/{id}/record", get(tables::record)),
        get_at("/api/v1/tables/{id}/record.json", get(tables::record_json)),
        get_at("/api/v1/tables/{id}/verify", get(tables::verify)),
        get_at("/api/v1/tables/{id}/invitation", get(tables::invitation)),
        get_at("/api/v1/tables/{id}/qr.svg", get(tables::qr)),
        post_at("/api/v1/records", post(tables::import)),
        get_at("/api/v1/openapi.json", get(lobby::openapi)),
        get_at("/healthz", get(lobby::health)),
        get_at("/metrics", get(lobby::metrics)),
    ]
}

/// The whole server, ready to be asked.
pub fn app(state: App) -> Router {
    assets::prepare();
    // Fonts are compressed already.
    let worth_it = DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    let largest = state.config().limits.body_bytes;
    let mut router = Router::new();
    for Route { path, answered_by, .. } in routes() {
        router = router.route(path, answered_by);
    }
    router
        .fallback(assets::serve)
        .with_state(state.clone())
        .layer(from_fn_with_state(state, arriving::whole))
        .layer(DefaultBodyLimit::max(largest))
        .layer(from_fn(problem::in_the_usual_form))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_it))
        .layer(CatchPanicLayer::custom(problem::after_a_panic))
        .layer(map_response(headers::strict))
}

/// The language somebody reads: the one they ask for, or the one their browser does.
pub fn language(wished: Option<&str>, headers: &HeaderMap) -> Lang {
    let of_browser = || {
        let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        accepted.split(',').find_map(|lang| Lang::from_locale(lang.split(';').next()?.trim()))
    };
    wished.and_then(Lang::from_locale).or_else(of_browser).unwrap_or_default()
}
