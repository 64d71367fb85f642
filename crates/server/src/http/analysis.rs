//! Analyses over HTTP: lines of JSON that come as they are found, until nothing more is to be found or the one who asked has gone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_engine::{Limits, Signals, Stop};
use tablen_host::Kind as TableKind;
use tablen_rules::words::Explain;
use tablen_table::analysis::{Analyst, Found, Looked};
use tablen_table::study::Node;
use tablen_table::{AnyGame, Family, Round, Table};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::lobby::Wishes;
use super::openapi::{Lines, Unread};
use super::study::unplayable;
use super::tables::{own_games, refuse_other_pages, table_id};
use super::{Problem, language};
use crate::App;
use crate::analyses::{GameLine, NotAnalysed, Told};
use crate::origins::{Counted, Origin};
use crate::pool::{Asker, Kind, Thinking};
use crate::tables::ToTable;

/// Lines that may wait for a slow reader.
const WAITING_LINES: usize = 64;

/// How many lines are looked for if nothing is said, and how many at most.
const USUAL_LINES: u8 = 3;
const MOST_LINES: u8 = 5;

/// How long a position is thought about if nothing is said, and how long at most, in seconds.
const USUAL_SECONDS: u8 = 20;
const MOST_SECONDS: u8 = 60;

/// How often those who wait are told how many are before them.
const WAITING: Duration = Duration::from_millis(500);

/// What is counted as a look at a study: an analysis is worth many.
const LOOKS_PER_ANALYSIS: usize = 10;

/// A position that is to be analysed.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct PositionQuestion {
    /// Where somebody is in a study.
    #[serde(flatten)]
    node: Node,
    /// How many lines are looked for: 3 if nothing is said, at most 5.
    #[serde(default)]
    lines: Option<u8>,
    /// How many seconds are thought about it: 20 if nothing is said, at most 60.
    #[serde(default)]
    seconds: Option<u8>,
}

/// A line of the answer to a question about a position.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PositionLine {
    /// What was found; a later line of the same type takes the place of an earlier one.
    Found(Found),
    /// How it goes on.
    Course(Course),
}

/// How an analysis goes on.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Course {
    /// It has to wait.
    Queued {
        /// So many thoughts are taken before it.
        ahead: usize,
    },
    /// Nothing more is to be found, or the time is up.
    Done,
}

/// Who asks: a person, where that is known, from somewhere.
fn asker(app: &App, headers: &HeaderMap, origin: Origin) -> Asker {
    Asker { place: Some(origin), person: app.known_person(headers) }
}

fn line(value: &impl Serialize) -> Bytes {
    // Every line has a JSON form, so this cannot fail.
    let mut text = serde_json::to_vec(value).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// What the computer finds about a position, ever deeper.
pub async fn position(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Unread<PositionQuestion>,
) -> Result<Lines<PositionLine>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let PositionQuestion { node, lines, seconds } = body.read(lang)?;
    app.count_many(origin, Counted::Studies, LOOKS_PER_ANALYSIS, lang)?;
    let table: Table =
        app.aside(origin, move || node.table(), lang).await?.map_err(|why| unplayable(&why, lang))?;
    let round = table.state().round();
    let own = own_games(&app, &headers, origin, lang).await?;
    if round.is_some_and(|round| own.are_near(round)) {
        return Err(Problem::own_game(lang));
    }
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    let Some((round, analyst)) = round.and_then(|round| Some((round.clone(), AnyGame::analyst(round)?)))
    else {
        let _ = sender.try_send(line(&PositionLine::Course(Course::Done)));
        return Ok(Lines::new(receiver));
    };
    let room = app.analyses().room();
    let room = room.map_err(|full| Problem::new(StatusCode::SERVICE_UNAVAILABLE, &full.message(), lang))?;
    let study = PositionStudy {
        _room: room,
        round: Arc::new(round),
        lines: usize::from(lines.unwrap_or(USUAL_LINES).clamp(1, MOST_LINES)),
        asker: asker(&app, &headers, origin),
        sender,
        app,
    };
    let time = Duration::from_secs(seconds.unwrap_or(USUAL_SECONDS).clamp(1, MOST_SECONDS).into());
    let thought = study.thought(analyst, time);
    let first = study.app.tables().means().pool.think(Kind::Analysis, study.asker, thought);
    let first = first.map_err(|many| Problem::new(StatusCode::TOO_MANY_REQUESTS, &many.message(), lang))?;
    tokio::spawn(study.run(first, time));
    Ok(Lines::new(receiver))
}

/// A position being analysed for somebody.
struct PositionStudy {
    round: Arc<Round>,
    lines: usize,
    asker: Asker,
    sender: mpsc::Sender<Bytes>,
    app: App,
    _room: OwnedSemaphorePermit,
}

/// What came of a piece of work on a position.
struct Thought {
    analyst: Box<dyn Analyst<AnyGame>>,
    looked: Looked,
    took: Duration,
}

impl PositionStudy {
    /// A piece of work that takes at most so long. What it finds is sent at once.
    fn thought(
        &self,
        mut analyst: Box<dyn Analyst<AnyGame>>,
        time: Duration,
    ) -> impl FnOnce(&Stop) -> Thought + Send + 'static {
        let (round, lines, sender) = (Arc::clone(&self.round), self.lines, self.sender.clone());
        move |stop| {
            let began = Instant::now();
            let clock = move || began.elapsed();
            let mut tell = |found: Found| {
                // A reader who is that slow misses what the next line says better.
                let _ = sender.try_send(line(&PositionLine::Found(found)));
            };
            let signals = Signals::new(stop, &clock);
            let looked = analyst.look(&round, lines, &Limits::time(time), signals, &mut tell);
            Thought { analyst, looked, took: began.elapsed() }
        }
    }

    /// Goes on until nothing more is to be found, the time is up or the reader has gone.
    async fn run(self, first: Thinking<Thought>, mut time: Duration) {
        let mut thinking = first;
        let mut told_ahead = None;
        loop {
            let ahead = thinking.ahead();
            // Once it is being thought about there is something better to tell.
            if told_ahead != Some(ahead) && (told_ahead.is_none() || ahead > 0) {
                let _ = self.sender.try_send(line(&PositionLine::Course(Course::Queued { ahead })));
                told_ahead = Some(ahead);
            }
            let answer = tokio::select! {
                answer = thinking.answer() => answer,
                () = self.sender.closed() => return,
                () = tokio::time::sleep(WAITING) => continue,
            };
            let Some(Thought { analyst, looked, took }) = answer else { return };
            time = time.saturating_sub(took);
            if looked != Looked::Stopped || time.is_zero() {
                let _ = self.sender.send(line(&PositionLine::Course(Course::Done))).await;
                return;
            }
            let thought = self.thought(analyst, time);
            thinking = self.app.tables().means().pool.think_on(Kind::Analysis, self.asker, thought);
        }
    }
}

/// What the computer finds about the turns of a game that has been played.
pub async fn game(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
) -> Result<Lines<GameLine>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let id = table_id(&id, lang)?;
    app.count_many(origin, Counted::Studies, LOOKS_PER_ANALYSIS, lang)?;
    let asking = app.tables().ask(id, origin, |reply| ToTable::Game { reply });
    let ((kind, log), _) = asking.await.map_err(|error| Problem::no_table(&error, lang))?;
    let table =
        app.aside(origin, move || Table::from_log(log), lang).await?.map_err(|_| Problem::internal(lang))?;
    if kind != TableKind::Record && !table.state().is_over() {
        return Err(Problem::new(StatusCode::CONFLICT, &message!("server.error.still-played"), lang));
    }
    let own = own_games(&app, &headers, origin, lang).await?;
    let table = if own.is_empty() {
        table
    } else {
        let looking = move || {
            let state = table.state();
            let mut rounds = state.rounds().iter().map(|finished| &finished.round).chain(state.round());
            (!rounds.any(|round| own.are_in(round))).then_some(table)
        };
        app.aside(origin, looking, lang).await?.ok_or_else(|| Problem::own_game(lang))?
    };
    let asker = asker(&app, &headers, origin);
    let analysing = app.analyses().of(app.tables(), id, asker, &table).await;
    let mut progress = analysing.map_err(|error| match error {
        NotAnalysed::NoRoom(full) => Problem::new(StatusCode::SERVICE_UNAVAILABLE, &full.message(), lang),
        NotAnalysed::TooMany(many) => Problem::new(StatusCode::TOO_MANY_REQUESTS, &many.message(), lang),
        NotAnalysed::Store(error) => Problem::store(&error, lang),
    })?;
    let (sender, receiver) = mpsc::channel(WAITING_LINES);
    tokio::spawn(async move {
        let mut told = Told::default();
        loop {
            let (lines, is_all) = progress.borrow_and_update().news(&mut told, lang);
            for news in lines {
                if sender.send(line(&news)).await.is_err() {
                    return;
                }
            }
            if is_all {
                return;
            }
            tokio::select! {
                changed = progress.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
        }
    });
    Ok(Lines::new(receiver))
}
