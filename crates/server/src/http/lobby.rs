//! What can be played, by whom, and how the server fares.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tablen_engine::Level;
use tablen_host::PersonId;
use tablen_host::messages::Phrase;
use tablen_rules::rule::RuleId;
use tablen_table::Seat;
use tablen_table::games::games as all_games;
use tablen_words::Lang;

use super::{Problem, language};
use crate::moments::{before, unix_now};
use crate::origins::Origin;
use crate::store::Listed;
use crate::{App, assets};

/// The most tables in a list.
const MOST: u32 = 50;

/// The language somebody wishes, behind the question mark.
#[derive(Debug, Deserialize)]
pub struct Wishes {
    /// Its code.
    pub lang: Option<String>,
}

/// Games, presets and options with their texts.
pub async fn games(Query(wishes): Query<Wishes>, headers: HeaderMap) -> Json<Value> {
    let games = all_games(language(wishes.lang.as_deref(), &headers));
    let levels: Vec<u8> = Level::all().map(Level::number).collect();
    Json(json!({ "games": games, "levels": levels, "phrases": Phrase::ALL }))
}

/// Every text of the page in a language.
pub async fn texts(Path(code): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let lang = known_language(&code, &headers)?;
    assets::texts(lang, &headers).ok_or_else(|| Problem::internal(lang))
}

/// What each rule says in a language, in short.
pub async fn rules(
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Map<String, Value>>, Problem> {
    let texts = tablen_rules::TEXTS.catalogue(known_language(&code, &headers)?);
    let text = |rule: RuleId| Some((rule.to_string(), Value::from(texts.get(&format!("rule.{rule}"))?)));
    Ok(Json(RuleId::all().filter_map(text).collect()))
}

/// The language with a code, or that there is none.
fn known_language(code: &str, headers: &HeaderMap) -> Result<Lang, Problem> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or_else(|| {
        let message = message!("server.refusal.lang").text("lang", code);
        Problem::new(StatusCode::NOT_FOUND, &message, language(None, headers))
    })
}

/// Public tables, the newest first. A table that waits for an opponent is shown while its host is there and for a while after:
/// whoever sat down where nobody comes back would wait in vain.
pub async fn list(
    State(app): State<App>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Json<Value>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let waiting_since = before(unix_now(), app.config().shown_waiting);
    let tables = app.store().public_tables(waiting_since, MOST).await;
    let tables = tables.map_err(|error| Problem::store(&error, lang))?;
    Ok(Json(json!({ "tables": tables.iter().map(|table| shown(table, None)).collect::<Vec<_>>() })))
}

/// Who somebody is, and their tables that are still played.
pub async fn me(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let (person, cookie) = app.person(&headers, origin, lang)?;
    let of_store = |error| Problem::store(&error, lang);
    let name = app.store().name_of(person).await.map_err(of_store)?;
    let tables = app.store().tables_of(person, MOST).await.map_err(of_store)?;
    let tables: Vec<Value> = tables.iter().map(|table| shown(table, Some(person))).collect();
    Ok((cookie, Json(json!({ "name": name, "tables": tables }))).into_response())
}

/// A table in a list: its summary, where it is, and the seat of whoever asks.
fn shown(table: &Listed, person: Option<PersonId>) -> Value {
    let mut shown: Map<String, Value> = serde_json::from_str(&table.summary).unwrap_or_default();
    shown.insert("id".to_owned(), json!(table.id));
    shown.insert("path".to_owned(), json!(format!("/t/{}", table.id)));
    shown.insert("to_act".to_owned(), json!(table.to_act));
    shown.insert("updated".to_owned(), json!(table.updated));
    if person.is_some() {
        let seat = Seat::ALL.into_iter().find(|seat| table.seats[*seat] == person);
        shown.insert("seat".to_owned(), json!(seat));
    }
    Value::Object(shown)
}

/// The description of all this for programs.
pub async fn openapi() -> Response {
    let description = include_str!("../../../../docs/openapi.json");
    ([(header::CONTENT_TYPE, "application/json")], description).into_response()
}

/// Whether the server is there and can read and write what it keeps.
pub async fn health(State(app): State<App>) -> Response {
    if !app.store().can_write() {
        let message = message!("server.error.cannot-store");
        return Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message, Lang::default()).into_response();
    }
    match app.store().public_tables(unix_now(), 1).await {
        Ok(_) => Json(json!({ "status": "ok" })).into_response(),
        Err(error) => Problem::store(&error, Lang::default()).into_response(),
    }
}

/// Numbers for those who run it.
pub async fn metrics(State(app): State<App>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics().text()).into_response()
}
