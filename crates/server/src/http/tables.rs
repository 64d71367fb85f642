//! Tables over HTTP: opening one, looking at it, its record.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use qrcode::QrCode;
use qrcode::render::svg;
use schemars::JsonSchema;
use serde::Serialize;
use tablen_host::{Kind, Look, TableId, admitted_nonce, tidy_name};
use tablen_rules::words::{Explain, Lang};
use tablen_table::record::Record;
use tablen_table::verify::{Verdict, verify as verify_dice};
use tablen_table::{Entry, GameRound as _, Round};

use super::lobby::Wishes;
use super::openapi::{Created, PlainText, RecordText, Svg, Unread, WrittenJson};
use super::{Problem, language};
use crate::App;
use crate::help::OwnGames;
use crate::ids::random_id;
use crate::moments::unix_now;
use crate::origins::{Counted, Origin};
use crate::people::is_from_the_page;
use crate::records;
use crate::seals::Seal;
use crate::store::{Allowance, Change, NotOpened, StoredEntry};
use crate::tables::{ToOpen, ToTable, imported, open as open_table};

/// The id in a path.
pub fn table_id(text: &str, lang: Lang) -> Result<TableId, Problem> {
    text.parse().map_err(|_| Problem::new(StatusCode::NOT_FOUND, &message!("server.error.no-table"), lang))
}

/// Promises the dice of a table that is yet to be opened: who has the commitment can add to the dice without having to trust the server.
pub async fn seal(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Created<Seal>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    app.count(origin, Counted::Seals, lang)?;
    app.seals().promise().map(Created).map_err(|_| Problem::internal(lang))
}

/// A table that is there now.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenedTable {
    /// Its id.
    id: TableId,
    /// Where the page shows it: `/t/` and its id, or `/r/` for a record.
    path: String,
}

/// Opens a table.
pub async fn open(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Unread<ToOpen>,
) -> Result<(HeaderMap, Created<OpenedTable>), Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let mut asked = body.read(lang)?;
    asked.nonce = admitted_nonce(asked.nonce, app.config().limits.nonce_bytes)
        .map_err(|message| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message, lang))?;
    if asked.seal.is_some_and(|seal| !app.seals().is_own(&seal)) {
        return Err(Problem::not_opened(&NotOpened::SealSpent, lang));
    }
    app.count(origin, Counted::Tables, lang)?;
    if let Some(start) = &asked.start
        && let Ok(round) = Round::from_start(&asked.ruleset, start)
        && own_games(&app, &headers, origin, lang).await?.are_near(&round)
    {
        return Err(Problem::own_game(lang));
    }
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
    let opened = app.in_time(app.store().open_table(changes, allowance), lang).await?;
    opened.map_err(|not_opened| Problem::not_opened(&not_opened, lang))?;
    Ok((cookie, Created(OpenedTable { id, path: format!("/t/{id}") })))
}

/// The table as somebody sees it.
pub async fn look(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<WrittenJson<Look>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    let id = table_id(&id, lang)?;
    let person = app.known_person(&headers);
    let looking = app.tables().ask(id, origin, |reply| ToTable::Look { person, reply });
    let (seen, _) = looking.await.map_err(|error| Problem::no_table(&error, lang))?;
    Ok(WrittenJson::new(seen))
}

/// Everything that has happened at a table.
pub async fn log(app: &App, id: &str, origin: Origin, lang: Lang) -> Result<Vec<Entry>, Problem> {
    let id = table_id(id, lang)?;
    let asking = app.tables().ask(id, origin, |reply| ToTable::Log { reply });
    asking.await.map(|(log, _)| log).map_err(|error| Problem::no_table(&error, lang))
}

/// All of it takes as long to be told as so many events for each look.
const EVENTS_PER_READ: usize = 300;

/// Everything that has happened at a table, for somebody who is told all of it.
async fn whole_log(app: &App, id: &str, origin: Origin, lang: Lang) -> Result<Vec<Entry>, Problem> {
    let log = log(app, id, origin, lang).await?;
    app.count_many(origin, Counted::Reads, log.len() / EVENTS_PER_READ, lang)?;
    Ok(log)
}

/// The same and, if it is a record that was taken in, how that is stored: with what people have added.
async fn game(
    app: &App,
    id: &str,
    origin: Origin,
    lang: Lang,
) -> Result<(Vec<Entry>, Vec<StoredEntry>), Problem> {
    let id = table_id(id, lang)?;
    let asking = app.tables().ask(id, origin, |reply| ToTable::Game { reply });
    let ((kind, log), _) = asking.await.map_err(|error| Problem::no_table(&error, lang))?;
    app.count_many(origin, Counted::Reads, log.len() / EVENTS_PER_READ, lang)?;
    if kind != Kind::Record {
        return Ok((log, Vec::new()));
    }
    let rows = app.store().read(id).await.map_err(|error| Problem::store(&error, lang))?;
    Ok((log, rows.map_or_else(Vec::new, |rows| rows.entries)))
}

/// The record as text.
pub async fn record(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<PlainText, Problem> {
    let lang = language(None, &headers);
    let (log, stored) = game(&app, &id, origin, lang).await?;
    let writing = move || records::recorded(log, &stored).to_string();
    app.aside(origin, writing, lang).await.map(PlainText)
}

/// The record as JSON.
pub async fn record_json(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<WrittenJson<Record>, Problem> {
    let lang = language(None, &headers);
    let (log, stored) = game(&app, &id, origin, lang).await?;
    let writing = move || records::recorded(log, &stored).to_json();
    app.aside(origin, writing, lang).await.map(WrittenJson::new)
}

/// The verdict on the dice.
pub async fn verify(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Verdict>, Problem> {
    let lang = language(None, &headers);
    let log = whole_log(&app, &id, origin, lang).await?;
    app.aside(origin, move || verify_dice(&log), lang).await.map(Json)
}

/// A table's address for others.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Invitation {
    /// The address.
    address: String,
    /// Whether only the machine on which the server runs finds it there.
    is_only_here: bool,
}

/// The table's address for others, and whether others can follow it.
pub async fn invitation(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Invitation>, Problem> {
    let id = table_id(&id, language(None, &headers))?;
    let address = app.address(&headers);
    Ok(Json(Invitation { address: format!("{}/t/{id}", address.start), is_only_here: address.is_only_here }))
}

/// The table's address as a picture for a telephone.
pub async fn qr(State(app): State<App>, Path(id): Path<String>, headers: HeaderMap) -> Result<Svg, Problem> {
    let lang = language(None, &headers);
    let id = table_id(&id, lang)?;
    let address = format!("{}/t/{id}", app.address(&headers).start);
    let code = QrCode::new(address.as_bytes()).map_err(|_| Problem::internal(lang))?;
    Ok(Svg(code.render::<svg::Color<'_>>().min_dimensions(240, 240).build()))
}

/// Takes in a game that was played elsewhere.
pub async fn import(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    RecordText(body): RecordText,
) -> Result<Created<OpenedTable>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    // A long record takes as much room as many tables.
    let tables = 1 + body.len() / app.config().limits.record_bytes_per_table;
    app.count_many(origin, Counted::Tables, tables, lang)?;
    let id: TableId = random_id().map_err(|_| Problem::internal(lang))?;
    // A long game takes a while to be told again; others must not wait for it.
    let most = app.config().limits.table_events;
    let reading = move || records::read(&body, most).map(|(record, table)| imported(id, &record, table));
    let read = app.aside(origin, reading, lang).await?;
    let change = read.map_err(|error| Problem::not_a_record(&error, lang))?;
    let stored = app.in_time(app.store().write(vec![Change::Table(Box::new(change))]), lang).await?;
    stored.map_err(|error| Problem::store(&error, lang))?;
    Ok(Created(OpenedTable { id, path: format!("/r/{id}") }))
}

/// The games in which whoever sends a request is not to be helped.
pub(super) async fn own_games(
    app: &App,
    headers: &HeaderMap,
    origin: Origin,
    lang: Lang,
) -> Result<OwnGames, Problem> {
    let own = OwnGames::of(app, app.known_person(headers), origin, None).await;
    own.map_err(|error| Problem::no_table(&error, lang))
}

pub(super) fn refuse_other_pages(headers: &HeaderMap, lang: Lang) -> Result<(), Problem> {
    if is_from_the_page(headers) {
        Ok(())
    } else {
        Err(Problem::new(StatusCode::FORBIDDEN, &message!("server.error.origin"), lang))
    }
}
