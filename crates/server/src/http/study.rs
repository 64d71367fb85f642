//! Studies over HTTP: whatever is asked says all that is needed to answer it, and nothing is kept.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_rules::words::{Explain, Lang};
use tablen_table::study::{Look, Node, Studies, Tree, Unplayable};
use tablen_table::view::{Line, View};
use tablen_table::{BadStart, Colour};

use super::lobby::Wishes;
use super::openapi::{PlainText, StudyText, Unread};
use super::tables::refuse_other_pages;
use super::{Problem, language};
use crate::App;
use crate::origins::{Counted, Origin};
use crate::records;

/// So many turns of a study take as long to be played again as everything else about it.
const TURNS_PER_QUESTION: usize = 100;

/// So many bytes of a study or of its record do, too.
const BYTES_PER_QUESTION: usize = 2_048;

/// A position of a study as somebody sees it who plays both sides.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StudyLook {
    /// What is wrong with the position that it begins with; then there is nothing else to see.
    faults: Vec<PositionFault>,
    /// The board and what can be played on it, as at a table.
    view: Option<View>,
    /// The turns so far, as at a table.
    lines: Vec<Line>,
    /// The position before the turn under way, as text: a study or a table can begin with it.
    position: Option<String>,
    /// The turn under way as far as it has been played, as it is written among the turns once it is confirmed.
    turn: Option<String>,
}

/// One thing that is wrong with a position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PositionFault {
    /// What, in a sentence.
    text: String,
    /// The rule that says so.
    rule: Option<String>,
    /// The places that it is about.
    places: Vec<String>,
    /// The side whose men it is about, where that is one.
    colour: Option<Colour>,
}

impl PositionFault {
    fn new(fault: &BadStart, lang: Lang) -> PositionFault {
        PositionFault {
            text: fault.explain(lang),
            rule: fault.rule().map(|rule| rule.to_string()),
            places: fault.places(),
            colour: fault.colour(),
        }
    }
}

impl StudyLook {
    fn new(looked: Result<Look, Unplayable>, lang: Lang) -> Result<StudyLook, Problem> {
        let faulty = |faults| StudyLook { faults, view: None, lines: Vec::new(), position: None, turn: None };
        match looked {
            Ok(Look { view, lines, position, turn }) => {
                let (view, position) = (Some(view), Some(position));
                Ok(StudyLook { faults: Vec::new(), view, lines, position, turn })
            }
            Err(Unplayable::StartText(why)) => {
                let text = why.render(lang);
                Ok(faulty(vec![PositionFault { text, rule: None, places: Vec::new(), colour: None }]))
            }
            Err(Unplayable::Start(faults)) => {
                Ok(faulty(faults.0.iter().map(|fault| PositionFault::new(fault, lang)).collect()))
            }
            Err(other) => Err(unplayable(&other, lang)),
        }
    }
}

/// Why a turn of a study cannot be played.
pub(super) fn unplayable(why: &Unplayable, lang: Lang) -> Problem {
    let rule = why.rule().map(|rule| rule.to_string());
    let problem = Problem::citing(StatusCode::UNPROCESSABLE_ENTITY, &why.message(), rule, lang);
    problem.in_turn(why.turn())
}

/// A position as somebody sees it who tries turns out for both sides.
pub async fn look(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Unread<Node>,
) -> Result<Json<StudyLook>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let node: Node = body.read(lang)?;
    app.count_many(origin, Counted::Studies, 1 + node.turns.len() / TURNS_PER_QUESTION, lang)?;
    let looked = app.aside(origin, move || node.look(), lang).await?;
    StudyLook::new(looked, lang).map(Json)
}

/// A man that somebody would like to move in a study.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct WhyNot {
    /// Where they are in it.
    #[serde(flatten)]
    node: Node,
    /// The place that it stands on.
    from: String,
    /// Where it is to go; without it, why it cannot be taken up at all.
    #[serde(default)]
    to: Option<String>,
}

/// Why a man cannot go there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StudyReason {
    /// In a sentence; nothing if it can.
    text: Option<String>,
    /// The rule that says so.
    rule: Option<String>,
}

/// Why a man cannot be moved, told as at a table.
pub async fn why(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Unread<WhyNot>,
) -> Result<Json<StudyReason>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    let WhyNot { node, from, to } = body.read(lang)?;
    app.count_many(origin, Counted::Studies, 1 + node.turns.len() / TURNS_PER_QUESTION, lang)?;
    let table = app.aside(origin, move || node.table(), lang).await?.map_err(|why| unplayable(&why, lang))?;
    let reason = table.state().why_not(&from, to.as_deref());
    let reason = reason
        .map_err(|no_place| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &no_place.message(), lang))?;
    Ok(Json(StudyReason {
        text: reason.as_ref().map(|reason| reason.explain(lang)),
        rule: reason.and_then(|reason| reason.rule()).map(|rule| rule.to_string()),
    }))
}

/// The record that keeps a study.
pub async fn record(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    body: Unread<Tree>,
) -> Result<PlainText, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    app.count_many(origin, Counted::Studies, 1 + body.len() / BYTES_PER_QUESTION, lang)?;
    let study: Tree = body.read(lang)?;
    let written = app.aside(origin, move || study.record().map(|record| record.to_string()), lang).await?;
    written.map(PlainText).map_err(|why| unplayable(&why, lang))
}

/// The studies that a record keeps, or studies that came as JSON, checked by the rules.
pub async fn read(
    State(app): State<App>,
    origin: Origin,
    Query(wishes): Query<Wishes>,
    headers: HeaderMap,
    StudyText(body): StudyText,
) -> Result<Json<Studies>, Problem> {
    let lang = language(wishes.lang.as_deref(), &headers);
    refuse_other_pages(&headers, lang)?;
    app.count_many(origin, Counted::Studies, 1 + body.len() / BYTES_PER_QUESTION, lang)?;
    let most = app.config().limits.table_events;
    let reading = move || {
        if Studies::is_meant(&body) {
            let studies: Studies = Unread::from(body.into_bytes()).read(lang)?;
            return studies.checked().map_err(|why| unplayable(&why, lang));
        }
        let record =
            records::read_record(&body, most).map_err(|error| Problem::not_a_record(&error, lang))?;
        Ok(Studies::new(Tree::of_record(&record)))
    };
    app.aside(origin, reading, lang).await?.map(Json)
}
