//! Boards as pictures: for lists, for previews of links, for what rules change.

use std::sync::LazyLock;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::Deserialize;
use tablen_rules::words::{Explain, Lang};
use tablen_table::games::boards;
use tablen_table::picture::{Ink, Picture};
use tablen_table::study::Node;
use tablen_table::{AnyGame, Family, Ruleset, Sketch, Table};
use tokio::sync::{OnceCell, Semaphore};

use super::openapi::{Kept, Png, Svg};
use super::tables::{log, table_id};
use super::{Problem, language};
use crate::App;
use crate::origins::{Counted, Origin};
use crate::pixels::pixels;
use crate::tables::NoTable;

/// The width and height of previews, as those who show them ask for.
pub const PNG_SIZE: (u32, u32) = (1200, 630);

/// The ground on which a preview's board lies: the page's own.
const GROUND: Ink = Ink::solid(0xf3ede2);

/// How long a picture is kept whose address names the moment it is of, and one whose address does not.
const OF_A_MOMENT: u32 = 30 * 24 * 60 * 60;
const OF_NOW: u32 = 60;
const OF_A_DAY: u32 = 24 * 60 * 60;

/// What is counted as a look at a study: a picture is worth some.
const LOOKS_PER_PICTURE: usize = 3;

/// Pixels take memory while they are made, so few pictures are made at once; others wait for their turn.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

/// The moment a picture is of, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Moment {
    /// Anything that changes with the table, such as when it was updated: with it, browsers keep the picture for long.
    pub at: Option<String>,
}

impl Moment {
    fn kept<T>(&self, answer: T) -> Kept<T> {
        Kept { answer, seconds: if self.at.is_some() { OF_A_MOMENT } else { OF_NOW } }
    }
}

/// A table's board, drawn small.
pub async fn svg(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    headers: HeaderMap,
) -> Result<Kept<Svg>, Problem> {
    let picture = picture(&app, &id, origin, language(None, &headers)).await?;
    Ok(moment.kept(Svg(picture.to_string())))
}

/// A table's board as pixels.
pub async fn png(
    State(app): State<App>,
    origin: Origin,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
    headers: HeaderMap,
) -> Result<Kept<Png>, Problem> {
    let lang = language(None, &headers);
    let picture = picture(&app, &id, origin, lang).await?;
    Ok(moment.kept(pixels_of(&app, picture, origin, lang).await?))
}

/// A position, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Drawing {
    /// The rules as text, such as `preset:brandubh`.
    pub ruleset: String,
    /// The position as text; the game's usual start if nothing is said.
    pub position: Option<String>,
}

/// A longer text is no position of any board, nor rules that a link would have to name.
const LONGEST_TEXT: usize = 800;

impl Drawing {
    /// The game that is played, and its board; nothing if nobody can play it.
    pub fn sketch(self) -> Option<(Ruleset, Sketch)> {
        let Drawing { ruleset, position } = self;
        if ruleset.len() > LONGEST_TEXT || position.as_ref().is_some_and(|text| text.len() > LONGEST_TEXT) {
            return None;
        }
        let ruleset: Ruleset = ruleset.parse().ok()?;
        let table = Node { start: position, ..Node::new(ruleset.clone()) }.table().ok()?;
        Some((ruleset, table.state().sketch()?))
    }
}

/// The board of a position as pixels.
pub async fn position(
    State(app): State<App>,
    origin: Origin,
    Query(drawing): Query<Drawing>,
    headers: HeaderMap,
) -> Result<Kept<Png>, Problem> {
    let lang = language(None, &headers);
    app.count_many(origin, Counted::Studies, LOOKS_PER_PICTURE, lang)?;
    let unfit = || Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message!("server.error.no-diagram"), lang);
    let (_, sketch) = app.aside(origin, move || drawing.sketch(), lang).await?.ok_or_else(unfit)?;
    let picture = AnyGame::picture(&sketch);
    let png = pixels_of(&app, picture, origin, lang).await?;
    Ok(Kept { answer: png, seconds: OF_A_MOMENT })
}

/// The page's own picture: the games' boards. It is made once.
pub async fn home(State(app): State<App>, origin: Origin, headers: HeaderMap) -> Result<Kept<Png>, Problem> {
    static MADE: OnceCell<Vec<u8>> = OnceCell::const_new();
    let lang = language(None, &headers);
    let made = MADE
        .get_or_try_init(async || pixels_of(&app, boards(), origin, lang).await.map(|Png(bytes)| bytes))
        .await?;
    Ok(Kept { answer: Png(made.clone()), seconds: OF_A_DAY })
}

/// A picture as pixels, when its turn comes.
async fn pixels_of(app: &App, picture: Picture, origin: Origin, lang: Lang) -> Result<Png, Problem> {
    let _turn = AT_ONCE.acquire().await.map_err(|_| Problem::internal(lang))?;
    let pixels = app.aside(origin, move || pixels(&picture, PNG_SIZE, GROUND), lang).await?;
    Ok(Png(pixels.ok_or_else(|| Problem::internal(lang))?))
}

async fn picture(app: &App, id: &str, origin: Origin, lang: Lang) -> Result<Picture, Problem> {
    let found =
        app.store().preview(table_id(id, lang)?).await.map_err(|error| Problem::store(&error, lang))?;
    let preview = found.ok_or_else(|| Problem::no_table(&NoTable::Unknown, lang))?;
    let stored = preview.sketch.and_then(|text| serde_json::from_str::<Sketch>(&text).ok());
    let sketch = match stored {
        Some(sketch) => Some(sketch),
        // A table of an older file, at which nothing has happened since.
        None => {
            let log = log(app, id, origin, lang).await?;
            app.aside(origin, move || Table::from_log(log).ok()?.state().sketch(), lang).await?
        }
    };
    sketch.map(|sketch| AnyGame::picture(&sketch)).ok_or_else(|| Problem::internal(lang))
}

/// Rules, behind the question mark.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Drawn {
    /// The rules as text, such as `preset:brandubh`.
    pub ruleset: String,
}

/// What rules change about the usual game.
pub async fn diagram(Query(drawn): Query<Drawn>, headers: HeaderMap) -> Result<Kept<Svg>, Problem> {
    let lang = language(None, &headers);
    let unfit = |message| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message, lang);
    let ruleset: Ruleset =
        drawn.ruleset.parse().map_err(|error: tablen_rules::text::Located<_>| unfit(error.message()))?;
    let picture = ruleset.diagram().ok_or_else(|| unfit(message!("server.error.no-diagram")))?;
    Ok(Kept { answer: Svg(picture.to_string()), seconds: OF_A_MOMENT })
}
