//! What can be played, by whom, and how the server fares.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tablen_engine::Level;
use tablen_host::messages::Phrase;
use tablen_host::{PersonId, Summary, TableId};
use tablen_learn::{WholeBooklet, game_of};
use tablen_rules::rule::{Book, RuleId};
use tablen_rules::words::Lang;
use tablen_table::Seat;
use tablen_table::games::{Game, games as all_games};

use super::openapi::{Numbers, WrittenJson, language_schema, wished_language};
use super::{Problem, description, language};
use crate::moments::{UnixMillis, before, unix_now};
use crate::origins::Origin;
use crate::store::Listed;
use crate::{App, assets};

/// The most tables in a list.
const MOST: u32 = 50;

/// The language somebody wishes, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Wishes {
    /// The language of texts; otherwise the browser's.
    #[serde(default, deserialize_with = "wished_language")]
    #[schemars(schema_with = "language_schema")]
    pub lang: Option<String>,
}

/// What can be played, and how.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Games {
    /// The games with their presets and options.
    games: Vec<Game>,
    /// The levels of the computer, the weakest first.
    levels: Vec<u8>,
    /// What players can say to each other.
    phrases: Vec<Phrase>,
}

/// Games, presets and options with their texts.
pub async fn games(Query(wishes): Query<Wishes>, headers: HeaderMap) -> Json<Games> {
    let games = all_games(language(wishes.lang.as_deref(), &headers));
    let levels = Level::all().map(Level::number).collect();
    Json(Games { games, levels, phrases: Phrase::ALL.into() })
}

/// Every text of the page in a language.
pub async fn texts(
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<WrittenJson<BTreeMap<String, String>>, Problem> {
    let lang = known_language(&code, &headers)?;
    let texts = assets::texts(lang, &headers).ok_or_else(|| Problem::internal(lang))?;
    Ok(WrittenJson::in_response(texts))
}

/// What each rule says in a language, in short.
pub async fn rules(
    Path(code): Path<String>,
    headers: HeaderMap,
) -> Result<Json<BTreeMap<String, &'static str>>, Problem> {
    let texts = tablen_rules::TEXTS.catalogue(known_language(&code, &headers)?);
    let text = |rule: RuleId| Some((rule.to_string(), texts.get(&format!("rule.{rule}"))?));
    Ok(Json(RuleId::all().filter_map(text).collect()))
}

/// A game's booklet with its diagrams.
pub async fn booklet(
    Path(game): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<WrittenJson<WholeBooklet>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let book = Book::ALL.into_iter().find(|book| game_of(*book) == game);
    let booklet = book.and_then(|book| assets::booklet(book, lang, &headers));
    booklet.map(WrittenJson::in_response).ok_or_else(|| Problem::not_found(lang))
}

/// The language with a code, or that there is none.
fn known_language(code: &str, headers: &HeaderMap) -> Result<Lang, Problem> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or_else(|| {
        let message = message!("server.refusal.lang").text("lang", code);
        Problem::new(StatusCode::NOT_FOUND, &message, language(None, headers))
    })
}

/// Public tables.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tables {
    /// The newest first.
    tables: Vec<ListedTable>,
}

/// Public tables, the newest first. A table that waits for an opponent is shown while its host is there and for a while after:
/// a person who sat down where nobody comes back would wait in vain.
pub async fn list(
    State(app): State<App>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Json<Tables>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let waiting_since = before(unix_now(), app.config().shown_waiting);
    let tables = app.store().public_tables(waiting_since, MOST).await;
    let tables = tables.map_err(|error| Problem::store(&error, lang))?;
    Ok(Json(Tables {
        tables: tables.iter().filter_map(|table| ListedTable::of(&app, table, None)).collect(),
    }))
}

/// The person who asks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Me {
    /// The name they go by, if they gave one.
    name: Option<String>,
    /// Their tables that are still played, the last touched first.
    tables: Vec<ListedTable>,
}

/// Who somebody is, and their tables that are still played.
pub async fn me(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<(HeaderMap, Json<Me>), Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let (person, cookie) = app.person(&headers, origin, lang)?;
    let of_store = |error| Problem::store(&error, lang);
    let name = app.store().name_of(person).await.map_err(of_store)?;
    let tables = app.store().tables_of(person, MOST).await.map_err(of_store)?;
    let tables = tables.iter().filter_map(|table| ListedTable::of(&app, table, Some(person))).collect();
    Ok((cookie, Json(Me { name, tables })))
}

/// A table in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedTable {
    /// Its id.
    id: TableId,
    /// Where the page shows it.
    path: String,
    #[serde(flatten)]
    summary: Summary,
    /// Whose turn it is.
    to_act: Option<Seat>,
    /// When something happened there last, in milliseconds since 1970.
    updated: UnixMillis,
    /// How many people watch without playing.
    watching: usize,
    /// The seat of the person who asks, in their own list.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
}

impl ListedTable {
    /// A stored table in a list, or in a person's own list. One whose summary cannot be read is none that could be shown.
    fn of(app: &App, table: &Listed, person: Option<PersonId>) -> Option<ListedTable> {
        let summary = serde_json::from_str(&table.summary);
        let summary = summary
            .inspect_err(|error| tracing::error!(%error, table = %table.id, "a summary is damaged"))
            .ok()?;
        let sits = |seat: &Seat| person.is_some() && table.seats[*seat] == person;
        Some(ListedTable {
            id: table.id,
            path: format!("/t/{}", table.id),
            summary,
            to_act: table.to_act,
            updated: table.updated,
            watching: app.tables().watching(table.id),
            seat: Seat::ALL.into_iter().find(sits),
        })
    }
}

/// The description of all this for programs.
pub async fn openapi() -> WrittenJson<Map<String, Value>> {
    WrittenJson::new(description().to_owned())
}

/// That all is well.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// `ok`.
    status: &'static str,
}

/// Whether the server is there and can read and write what it keeps.
pub async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    if !app.store().can_write() {
        let message = message!("server.error.cannot-store");
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message, Lang::default()));
    }
    if let Some((count, first)) = app.metrics().damaged.found() {
        let message = message!("server.error.damaged").with("count", count).text("first", first);
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, &message, Lang::default()));
    }
    let reading = app.store().public_tables(unix_now(), 1).await;
    reading.map_err(|error| Problem::store(&error, Lang::default()))?;
    Ok(Json(Health { status: "ok" }))
}

/// Numbers for those who run it.
pub async fn metrics(State(app): State<App>) -> Numbers {
    Numbers(app.metrics().text())
}
