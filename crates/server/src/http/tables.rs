//! Tables over HTTP: opening one, looking at it, its record.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg;
use serde_json::{Value, json};
use tablen_host::{TableId, admitted_nonce, tidy_name};
use tablen_table::Entry;
use tablen_table::verify::verify as verify_dice;
use tablen_words::{Explain, Lang};

use super::lobby::Wishes;
use super::problem::Place;
use super::{Problem, language};
use crate::App;
use crate::ids::random_id;
use crate::moments::unix_now;
use crate::origins::{Counted, Origin};
use crate::people::is_from_the_page;
use crate::records;
use crate::store::{Allowance, Change, NotOpened};
use crate::tables::{ToOpen, ToTable, imported, open as open_table};

/// The id in a path.
pub fn table_id(text: &str, lang: Lang) -> Result<TableId, Problem> {
    text.parse().map_err(|_| Problem::new(StatusCode::NOT_FOUND, &message!("server.error.no-table"), lang))
}

/// Promises the dice of a table that is yet to be opened: who has the commitment can add to the dice without having to trust the server.
pub async fn seal(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let seal = app.seals().promise().map_err(|_| Problem::internal(language(None, &headers)))?;
    Ok((StatusCode::CREATED, Json(seal)).into_response())
}

/// Opens a table.
pub async fn open(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let mut asked: ToOpen = serde_json::from_slice(&body).map_err(|error| {
        let place = Place { line: error.line(), column: error.column() };
        let message = message!("server.error.body").text("error", error);
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message, lang).at(Some(place))
    })?;
    asked.nonce = admitted_nonce(asked.nonce, app.config().limits.nonce_bytes)
        .map_err(|message| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message, lang))?;
    if asked.seal.is_some_and(|seal| !app.seals().is_own(&seal)) {
        return Err(Problem::not_opened(&NotOpened::SealSpent, lang));
    }
    app.count(origin, Counted::Tables, lang)?;
    let (person, cookie) = app.person(&headers, origin, lang)?;
    let of_store = |error| Problem::store(&error, lang);
    let given = asked.name.as_deref().and_then(tidy_name);
    let name = match &given {
        Some(name) => Some(name.clone()),
        None => app.store().name_of(person).await.map_err(of_store)?,
    };
    let change = open_table(asked, person, name.unwrap_or_default(), app.seals()).map_err(|refusal| {
        let rule = refusal.rule().map(|rule| rule.to_string());
        Problem::citing(StatusCode::UNPROCESSABLE_ENTITY, &refusal.message(), rule, lang)
    })?;
    let id = change.id;
    let mut changes = vec![Change::Table(Box::new(change))];
    changes.extend(given.map(|name| Change::Name { person, name }));
    let allowance = Allowance::new(person, &app.config().limits, unix_now());
    let opened = app.store().open_table(changes, allowance).await;
    opened.map_err(|not_opened| Problem::not_opened(&not_opened, lang))?;
    Ok((StatusCode::CREATED, cookie, Json(json!({ "id": id, "path": format!("/t/{id}") }))).into_response())
}

/// The table as somebody sees it.
pub async fn look(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let id = table_id(&id, lang)?;
    let person = app.known_person(&headers);
    let looking = app.tables().ask(id, |reply| ToTable::Look { person, reply });
    let (seen, _) = looking.await.map_err(|error| Problem::no_table(&error, lang))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], seen).into_response())
}

async fn log(app: &App, id: &str, lang: Lang) -> Result<Vec<Entry>, Problem> {
    let id = table_id(id, lang)?;
    let asking = app.tables().ask(id, |reply| ToTable::Log { reply });
    asking.await.map(|(log, _)| log).map_err(|error| Problem::no_table(&error, lang))
}

/// Does what takes a while for a long game where nobody else waits for it.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    lang: Lang,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::internal(lang))
}

/// The record as text.
pub async fn record(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(None, &headers);
    let log = log(&app, &id, lang).await?;
    let text = aside(move || records::text(log), lang).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The record as JSON.
pub async fn record_json(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(None, &headers);
    let log = log(&app, &id, lang).await?;
    let text = aside(move || records::json(log), lang).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// The verdict on the dice.
pub async fn verify(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(None, &headers);
    let log = log(&app, &id, lang).await?;
    Ok(Json(aside(move || verify_dice(&log), lang).await?).into_response())
}

/// The table's address for others, and whether others can follow it.
pub async fn invitation(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Problem> {
    let id = table_id(&id, language(None, &headers))?;
    let address = app.address(&headers);
    Ok(Json(json!({ "address": format!("{}/t/{id}", address.start), "is_only_here": address.is_only_here })))
}

/// The table's address as a picture for a telephone.
pub async fn qr(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let lang = language(None, &headers);
    let id = table_id(&id, lang)?;
    let address = format!("{}/t/{id}", app.address(&headers).start);
    let code = QrCode::new(address.as_bytes()).map_err(|_| Problem::internal(lang))?;
    let picture = code.render::<svg::Color<'_>>().min_dimensions(240, 240).build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// Takes in a game that was played elsewhere.
pub async fn import(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    // A long record takes as much room as many tables.
    let tables = 1 + body.len() / app.config().limits.record_bytes_per_table;
    app.count_many(origin, Counted::Tables, tables, lang)?;
    let id: TableId = random_id().map_err(|_| Problem::internal(lang))?;
    // A long game takes a while to be told again; others must not wait for it.
    let most = app.config().limits.table_events;
    let reading =
        tokio::task::spawn_blocking(move || records::read(&body, most).map(|table| imported(id, table)));
    let read = reading.await.map_err(|_| Problem::internal(lang))?;
    let change = read.map_err(|error| {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.message(), lang).at(error.place())
    })?;
    app.store()
        .write(vec![Change::Table(Box::new(change))])
        .await
        .map_err(|error| Problem::store(&error, lang))?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id, "path": format!("/r/{id}") }))).into_response())
}

fn refuse_other_pages(headers: &HeaderMap, lang: Lang) -> Result<(), Problem> {
    if is_from_the_page(headers) {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::FORBIDDEN, &message!("server.error.origin"), lang))
    }
}
