//! The HTTP part: every route in one list, of which `docs/openapi.json` is made.

mod admission;
mod analysis;
mod arriving;
mod headers;
mod lobby;
mod openapi;
mod pages;
mod pictures;
mod problem;
mod study;
mod tables;

use std::sync::LazyLock;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::routing::{MethodRouter, get, post};
use serde_json::{Value, json};
use tablen_rules::words::Lang;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate as _};

pub use headers::MayBeFramed;
pub use openapi::{LARGEST_NUMBER, Upgraded, language_schema, wished_language};
pub use pages::{EarlierEvents, EarlierLines};
pub use pictures::{Drawing, PNG_SIZE};
pub use problem::{Problem, TextPlace};
pub use tables::table_id;

use self::openapi::{Describing, Operation, Schemas};
use crate::{App, assets, socket};

/// What is asked for, who answers, and what is told of it besides what the types of the handler say.
pub struct Route {
    /// How.
    pub method: Method,
    /// Where, with parts in braces.
    pub path: &'static str,
    answered_by: MethodRouter<App>,
    describe: fn(&mut Operation, &mut Schemas),
    summary: &'static str,
    /// What comes back if all is well, where that is more than what was asked for.
    answers: Option<&'static str>,
    example: Option<Value>,
    body_example: Option<Value>,
    refusals: Vec<(StatusCode, &'static str)>,
}

impl Route {
    fn get<Arguments: 'static, H: Describing<Arguments>>(
        path: &'static str,
        handler: H,
        summary: &'static str,
    ) -> Route {
        let route = Route::new(Method::GET, path, get(handler), H::describe, summary);
        if path.starts_with("/api/") {
            return route.refuses(StatusCode::TOO_MANY_REQUESTS, "too many requests from one address");
        }
        route
    }

    fn post<Arguments: 'static, H: Describing<Arguments>>(
        path: &'static str,
        handler: H,
        summary: &'static str,
    ) -> Route {
        Route::new(Method::POST, path, post(handler), H::describe, summary)
    }

    fn new(
        method: Method,
        path: &'static str,
        answered_by: MethodRouter<App>,
        describe: fn(&mut Operation, &mut Schemas),
        summary: &'static str,
    ) -> Route {
        Route {
            method,
            path,
            answered_by,
            describe,
            summary,
            answers: None,
            example: None,
            body_example: None,
            refusals: vec![(
                StatusCode::BAD_REQUEST,
                "a request that cannot be read: no `Host` or two, or a wrong value behind the question mark",
            )],
        }
    }

    fn answers(self, about: &'static str) -> Route {
        Route { answers: Some(about), ..self }
    }

    fn example(self, answer: Value) -> Route {
        Route { example: Some(answer), ..self }
    }

    fn body_example(self, body: Value) -> Route {
        Route { body_example: Some(body), ..self }
    }

    fn refuses(mut self, status: StatusCode, when: &'static str) -> Route {
        self.refusals.push((status, when));
        self
    }
}

/// Why something is refused, where that takes a whole line or is said of several routes.
const SEAL_SPENT_OR_OWN_GAME: &str = "the seal is another's, has been used, or was given before the server started anew; or the start is the position of a game \
    that the person who asks plays against somebody, without help";
const NO_RECORD: &str = "no record; line and column say where it goes wrong, where that is known";
const TOO_MANY_TABLES: &str = "too many open tables, or too many requests from one address";
const NOT_AN_ID: &str = "not an id; whether there is such a table is not looked up";
const MANY_ANALYSES: &str = "too many analyses of one person wait, or too many requests from one address";
const OWN_GAME: &str =
    "it is the position of a game that the person who asks plays against somebody, without help";
const UNPLAYABLE: &str = "rules that cannot be played by, more than 2,000 turns, or a turn that cannot be played: `turn` says which, from 1";
const TOO_MANY_QUESTIONS: &str = "too many questions about studies from one address";
const STOPPING: &str = "the server is about to stop, or nothing can be stored at the moment";
const FULL: &str = "too many analyses at a time, or the server is about to stop";

/// The id of a table that examples are about.
const EXAMPLE_ID: &str = "0123456789abcdef0123456789abcdef";
/// The commitment to the seed of its dice.
const EXAMPLE_COMMITMENT: &str = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";

fn example_of_a_listed_table() -> Value {
    json!({
        "id": EXAMPLE_ID,
        "path": format!("/t/{EXAMPLE_ID}"),
        "game": "tablut",
        "preset": "tablut",
        "form": "single",
        "control": "5m+3",
        "phase": { "phase": "waiting" },
        "seats": { "host": { "person": "Ada" }, "guest": "open" },
        "to_act": null,
        "updated": 1_767_225_600_000_u64,
        "watching": 0,
        "seat": "host",
    })
}

fn example_of_a_study() -> Value {
    json!({
        "ruleset": "preset:tablut",
        "first": "light",
        "players": { "light": { "person": "Ada" }, "dark": { "person": "Bo" } },
        "comment": "The usual start.",
        "turns": [
            { "text": "E4-H4", "glyph": "!?", "variations": [[{ "text": "E3-C3" }, { "text": "D1-D3", "comment": "waits" }]] },
            { "text": "D1-D3" },
        ],
    })
}

/// Every route but the page's own files.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/v1/games", lobby::games, "games, presets and options with their texts"),
        Route::get("/api/v1/texts/{lang}", lobby::texts, "every text of the page")
            .example(json!({ "game.tablut": "Tablut" }))
            .refuses(StatusCode::NOT_FOUND, "no such language"),
        Route::get("/api/v1/rules/{lang}", lobby::rules, "what each rule says, in short, by its id")
            .example(json!({ "T3": "Usually the lot decides who starts. It can also be agreed that the Muscovites start, \
                or the Swedes." }))
            .refuses(StatusCode::NOT_FOUND, "no such language"),
        Route::get("/api/v1/booklets/{game}", lobby::booklet, "the rules of a game to read, with the boards of all diagrams")
            .refuses(StatusCode::NOT_FOUND, "no booklet of that game"),
        Route::get("/api/v1/tables", lobby::list, "public tables that can be watched or joined, the newest first; one that waits for an opponent while \
                its host is connected and for about an hour after")
            .example(json!({ "tables": [example_of_a_listed_table()] })),
        Route::post("/api/v1/seals", tables::seal, "promises the dice of a table that is yet to be opened")
            .answers("the id that the table will have, and the commitment to its seed")
            .example(json!({ "id": EXAMPLE_ID, "commitment": EXAMPLE_COMMITMENT }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::TOO_MANY_REQUESTS, "too many requests from one address")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::post("/api/v1/tables", tables::open, "opens a table")
            .answers("the table; the same for the same person with the same seal")
            .example(json!({ "id": EXAMPLE_ID, "path": format!("/t/{EXAMPLE_ID}") }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::CONFLICT, SEAL_SPENT_OR_OWN_GAME)
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "what cannot be played")
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_TABLES)
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING)
            .body_example(json!({
                "ruleset": "preset:tablut",
                "handicap": null,
                "start": null,
                "form": "single",
                "control": "5m+3",
                "side": "light",
                "opponent": { "computer": 3 },
                "name": "Ada",
                "public": false,
                "seal": { "id": EXAMPLE_ID, "commitment": EXAMPLE_COMMITMENT },
                "nonce": "5f1c0a9e3b7d2468ace013579bdf8642",
            })),
        Route::get("/api/v1/me", lobby::me, "one's name and unfinished tables")
            .example(json!({ "name": "Ada", "tables": [example_of_a_listed_table()] }))
            .refuses(StatusCode::TOO_MANY_REQUESTS, "too many new people or requests from one address"),
        Route::get("/api/v1/tables/{id}", tables::look, "the table as one sees it")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/lines", pages::lines, "turns that were played before those that the table is shown with")
            .answers("the turns, with the boards after them")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/events", pages::events, "what has happened at a table, from one event on")
            .answers("the events, in their order")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/socket", socket::connect, "the WebSocket of a table")
            .answers("the socket is open")
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::TOO_MANY_REQUESTS, "too many sockets from one address")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, "too many people, or the server is about to stop"),
        Route::get("/api/v1/tables/{id}/record", tables::record, "the record as text")
            .answers("the record")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/record.json", tables::record_json, "the record as JSON")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/verify", tables::verify, "the verdict on the dice")
            .example(json!({ "verdict": "right", "throws": 57 }))
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/invitation", tables::invitation, "the table's address for others")
            .answers("the address, and whether others can follow it")
            .example(json!({ "address": format!("http://192.168.1.20:8080/t/{EXAMPLE_ID}"), "is_only_here": false }))
            .refuses(StatusCode::NOT_FOUND, NOT_AN_ID),
        Route::get("/api/v1/tables/{id}/qr.svg", tables::qr, "the table's address as a QR code")
            .answers("the picture")
            .refuses(StatusCode::NOT_FOUND, NOT_AN_ID),
        Route::get("/api/v1/tables/{id}/picture.svg", pictures::svg, "the table's board, drawn small")
            .answers("the picture")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/tables/{id}/picture.png", pictures::png, "the same as pixels, for previews of links")
            .answers("the picture")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::get("/api/v1/picture.png", pictures::home, "a board of each game, for previews of links to the page itself")
            .answers("the picture"),
        Route::get("/api/v1/study/picture.png", pictures::position, "the board of a position as pixels, for previews of links")
            .answers("the picture")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "rules or a position that cannot be read or played, or too long a text")
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_QUESTIONS),
        Route::get("/api/v1/diagram.svg", pictures::diagram, "what rules change about the usual game, as a small picture")
            .answers("the picture")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, "rules that nobody can play by"),
        Route::post("/api/v1/records", tables::import, "takes in a record")
            .example(json!({ "id": EXAMPLE_ID, "path": format!("/r/{EXAMPLE_ID}") }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_RECORD)
            .refuses(StatusCode::TOO_MANY_REQUESTS, "too many records from one address")
            .refuses(StatusCode::SERVICE_UNAVAILABLE, STOPPING),
        Route::post("/api/v1/tables/{id}/analysis", analysis::game, "what the computer finds about the turns of a game that has been played: lines of \
                JSON, each sent when it is found; what was found before is told at once")
            .answers("one line after the other; an answer that ends without the line `done` has failed")
            .example(json!({
                "type": "turn", "round": 1, "turn": 5, "colour": "dark", "text": "E3-C3", "chance_before_roll": null, "chance_before": 0.41,
                "chance_after": 0.62, "loss": 0.21, "mark": "blunder", "turning_point": true, "forced": false,
                "best": { "from": "E2", "to": "C2", "text": "E2-C2" }, "best_line": [{ "from": "E2", "to": "C2", "text": "E2-C2" }],
                "luck": null, "reasons": ["The king’s way to E1 is open: the man on E3 barred it."],
            }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::NOT_FOUND, "no such table")
            .refuses(StatusCode::CONFLICT, "it is still being played")
            .refuses(StatusCode::TOO_MANY_REQUESTS, MANY_ANALYSES)
            .refuses(StatusCode::SERVICE_UNAVAILABLE, FULL),
        Route::post("/api/v1/study/analysis", analysis::position, "what the computer finds about a position, ever deeper: lines of JSON, each sent \
                when it is found, until the time is up, nothing more is to be found or the connection is closed")
            .answers("one line after the other; an answer that ends without the line `done` has failed")
            .example(json!({
                "type": "lines", "depth": 9, "nodes": 123_456, "speed": 2_400_000,
                "lines": [{ "chance": 0.63, "win": null, "turns": [{ "from": "E4", "to": "H4", "text": "E4-H4" }] }],
            }))
            .body_example(json!({ "ruleset": "preset:tablut", "turns": ["D1-D3"], "lines": 3, "seconds": 20 }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::CONFLICT, OWN_GAME)
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, UNPLAYABLE)
            .refuses(StatusCode::TOO_MANY_REQUESTS, MANY_ANALYSES)
            .refuses(StatusCode::SERVICE_UNAVAILABLE, FULL),
        Route::post("/api/v1/study/look", study::look, "a position as somebody sees it who tries turns out for both sides; \
                nothing is kept of it")
            .answers("what is wrong with the position that it begins with, all at once; or the board, and what can be played on it")
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, UNPLAYABLE)
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_QUESTIONS)
            .body_example(json!({
                "ruleset": "preset:tablut",
                "start": "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ defenders",
                "first": null,
                "turns": ["E4-H4", "D1-D3"],
                "roll": null,
                "steps": [],
            }))
            .example(json!({
                "faults": [{ "text": "There is another king on E6; there can be only one.", "rule": "T2", "places": ["E6"], "colour": null }],
                "view": null,
                "lines": [],
                "position": null,
                "turn": null,
            })),
        Route::post("/api/v1/study/why", study::why, "why a man cannot go from one place to another in a study, or from there at all")
            .answers("the reason and the rule that says so; nothing if it can")
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, UNPLAYABLE)
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_QUESTIONS)
            .body_example(json!({ "ruleset": "preset:tablut", "turns": ["D1-D3"], "from": "E4", "to": "E9" }))
            .example(json!({ "text": "T4: the piece on E5 is in the way.", "rule": "T4" })),
        Route::post("/api/v1/study/record", study::record, "the record of a study, with its variations, comments and signs")
            .answers("the record as text")
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, UNPLAYABLE)
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_QUESTIONS)
            .body_example(example_of_a_study()),
        Route::post("/api/v1/study/read", study::read, "a record as studies, with its variations, comments and signs; or studies in the form in which \
                they are answered, checked by the rules")
            .answers("a study for each round that was played")
            .example(json!({ "format": "tablen-study", "version": 1, "rounds": [example_of_a_study()] }))
            .refuses(StatusCode::FORBIDDEN, "from another site's page")
            .refuses(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive")
            .refuses(StatusCode::PAYLOAD_TOO_LARGE, "too long")
            .refuses(StatusCode::UNPROCESSABLE_ENTITY, NO_RECORD)
            .refuses(StatusCode::TOO_MANY_REQUESTS, TOO_MANY_QUESTIONS),
        Route::get("/api/v1/openapi.json", lobby::openapi, "this description"),
        Route::get("/healthz", lobby::health, "whether the server can do its work")
            .example(json!({ "status": "ok" }))
            .refuses(StatusCode::SERVICE_UNAVAILABLE, "what happens cannot be stored at the moment"),
        Route::get("/metrics", lobby::metrics, "numbers in Prometheus' text form")
            .answers("the numbers"),
    ]
}

/// The description of every route in OpenAPI's form, as it is served and as `docs/openapi.json` has it.
pub fn description() -> &'static str {
    static DESCRIPTION: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", openapi::document(&routes())));
    &DESCRIPTION
}

/// The whole server, ready to be asked.
pub fn app(state: App) -> Router {
    assets::prepare();
    // Fonts are compressed already.
    let worth_it = DefaultPredicate::new()
        .and(NotForContentType::const_new("font/"))
        // What comes line by line is not held back until there is enough of it to be compressed.
        .and(NotForContentType::const_new(openapi::JSON_LINES));
    let largest = state.config().limits.body_bytes;
    let mut router = Router::new();
    for Route { path, answered_by, .. } in routes() {
        router = router.route(path, answered_by);
    }
    router
        .fallback(assets::serve)
        .with_state(state.clone())
        .layer(from_fn_with_state(state.clone(), arriving::whole))
        .layer(from_fn_with_state(state, admission::counted))
        .layer(from_fn(admission::of_one_host))
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
