//! What has been played at a table, page by page: a view has the end of it, and who wants more asks for it here.

use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_table::Entry;
use tablen_table::view::Line;

use super::openapi::{LARGEST_NUMBER, WrittenJson, language_schema, wished_language};
use super::{Problem, language, table_id};
use crate::App;
use crate::origins::Origin;
use crate::tables::ToTable;

/// From where somebody looks further back, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct LookBack {
    /// The language of texts; otherwise the browser's.
    #[serde(default, deserialize_with = "wished_language")]
    #[schemars(schema_with = "language_schema")]
    lang: Option<String>,
    /// The round, from 1; the first if nothing is said.
    #[serde(default)]
    #[schemars(with = "usize", range(max = LARGEST_NUMBER))]
    round: Option<usize>,
    /// The turn before which, from 1; the last turns of the round if nothing is said.
    #[serde(default)]
    #[schemars(with = "usize", range(max = LARGEST_NUMBER))]
    before: Option<usize>,
}

/// Turns of a round.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EarlierLines {
    /// The turns right before the one that was named, at most 300.
    pub lines: Vec<Line>,
}

/// The turns of a round before those that are known.
pub async fn lines(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(from): Query<LookBack>,
    headers: HeaderMap,
) -> Result<WrittenJson<EarlierLines>, Problem> {
    let lang = language(from.lang.as_deref(), &headers);
    let (round, before) = (from.round.unwrap_or(1), from.before.unwrap_or(usize::MAX));
    let asking =
        app.tables().ask(table_id(&id, lang)?, origin, |reply| ToTable::Lines { round, before, reply });
    asking.await.map(|(lines, _)| WrittenJson::new(lines)).map_err(|error| Problem::no_table(&error, lang))
}

/// Which events somebody has missed, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Missed {
    /// The language of texts; otherwise the browser's.
    #[serde(default, deserialize_with = "wished_language")]
    #[schemars(schema_with = "language_schema")]
    lang: Option<String>,
    /// The number of the first, from 0; the first of all if nothing is said.
    #[serde(default)]
    #[schemars(with = "u64", range(max = LARGEST_NUMBER))]
    from: Option<u64>,
}

/// What has happened at a table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EarlierEvents {
    /// The events from the one that was named on, at most 300.
    pub events: Vec<Entry>,
}

/// The events of a table from one on.
pub async fn events(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(missed): Query<Missed>,
    headers: HeaderMap,
) -> Result<WrittenJson<EarlierEvents>, Problem> {
    let lang = language(missed.lang.as_deref(), &headers);
    let from = missed.from.unwrap_or(0);
    let asking = app.tables().ask(table_id(&id, lang)?, origin, |reply| ToTable::Events { from, reply });
    asking.await.map(|(events, _)| WrittenJson::new(events)).map_err(|error| Problem::no_table(&error, lang))
}
