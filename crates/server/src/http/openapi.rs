//! The description of the HTTP part for programs: OpenAPI 3.1, made of the types that the handlers take and give.
//!
//! A handler's arguments say what is asked ([`Asked`]), its answer says what comes back ([`Answer`]); what no type can say, such as when something is
//! refused, is said with the route ([`Operation`]). `docs/openapi.json` is a copy of the result.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequest, Path, Query, Request, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use tablen_host::messages::{ClientMessage, ServerMessage, VERSION};
use tablen_rules::words::{Explain as _, Lang, Message};
use tablen_table::record::Record;
use tablen_table::study::Studies;
use tablen_table::{Ruleset, Start};
use tokio::sync::mpsc;

use super::problem::{ProblemBody, TextPlace};
use super::{Problem, Route};
use crate::App;
use crate::connections::Allowed;
use crate::origins::Origin;

const JSON: &str = "application/json";
const SCHEMAS: &str = "/components/schemas";
const LANGUAGES: [&str; Lang::ALL.len()] = [Lang::En.code(), Lang::Fr.code(), Lang::It.code()];

const ABOUT: &str = "Opening tables, lists, records. A table is played over its WebSocket, on which clients send a ClientMessage and the \
    server a ServerMessage; docs/protocol.md says when, web/fixtures/messages-*.json has one of each.";

/// Schemas of what is read and of what is written: a field that may be left out of the one is always there in the other.
#[derive(Debug)]
pub struct Schemas {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Schemas {
    fn new() -> Schemas {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = SCHEMAS.into();
            settings.meta_schema = None;
        });
        Schemas {
            read: settings.clone().for_deserialize().into_generator(),
            written: settings.for_serialize().into_generator(),
        }
    }

    fn read<T: JsonSchema>(&mut self) -> Schema {
        self.read.subschema_for::<T>()
    }

    fn written<T: JsonSchema>(&mut self) -> Schema {
        self.written.subschema_for::<T>()
    }

    /// All schemas by their names. A type that is read in one form and written in another needs two names; a test sees to that.
    fn all(mut self) -> BTreeMap<String, Value> {
        let mut all: BTreeMap<String, Value> = self.read.take_definitions(true).into_iter().collect();
        all.extend(self.written.take_definitions(true));
        all.values_mut().for_each(compose);
        all
    }
}

/// Says of schemas that stand beside properties that all of it holds. It is so anyway; but programs that make types of schemas overlook it.
fn compose(schema: &mut Value) {
    match schema {
        Value::Array(parts) => parts.iter_mut().for_each(compose),
        Value::Object(keywords) => {
            keywords.values_mut().for_each(compose);
            if keywords.contains_key("properties") {
                let beside = ["$ref", "anyOf", "oneOf"].into_iter();
                let beside = beside.filter_map(|keyword| Some(json!({ keyword: keywords.remove(keyword)? })));
                let beside: Vec<Value> = beside.collect();
                if !beside.is_empty() {
                    keywords.insert("allOf".to_owned(), beside.into());
                }
            }
        }
        _ => {}
    }
}

/// What a route takes and gives.
#[derive(Debug, Default)]
pub struct Operation {
    parameters: Vec<Value>,
    body: Option<Map<String, Value>>,
    responses: BTreeMap<u16, Value>,
}

/// What the type of a handler's argument says about what is asked.
pub trait Asked {
    /// Adds it.
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

/// Arguments that nobody need send anything particular for. What stands in a path is described with the path.
macro_rules! says_nothing {
    ($($argument:ty),*) => { $(
        impl Asked for $argument {
            fn describe(_: &mut Operation, _: &mut Schemas) {}
        }
    )* };
}
says_nothing!(State<App>, Origin, HeaderMap, Path<String>, Extension<Allowed>);

/// What makes a request one for a socket (RFC 6455): without it there is nothing to upgrade.
impl Asked for WebSocketUpgrade {
    fn describe(operation: &mut Operation, _: &mut Schemas) {
        let headers = [
            ("Connection", json!({ "type": "string", "const": "Upgrade" })),
            ("Upgrade", json!({ "type": "string", "const": "websocket" })),
            ("Sec-WebSocket-Version", json!({ "type": "string", "const": "13" })),
            ("Sec-WebSocket-Key", json!({ "type": "string", "pattern": "^[A-Za-z0-9+/]{22}==$" })),
        ];
        operation.parameters.extend(headers.map(
            |(name, schema)| json!({ "name": name, "in": "header", "required": true, "schema": schema }),
        ));
    }
}

impl<T: JsonSchema> Asked for Query<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        let schema = T::json_schema(&mut schemas.read);
        let properties = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
        let required = schema.get("required").and_then(Value::as_array);
        for (name, schema) in properties {
            let is_required = required.is_some_and(|names| names.iter().any(|required| required == name));
            let mut schema = schema.clone();
            let about = schema.as_object_mut().and_then(|schema| schema.remove("description"));
            // What is left out is nothing, which is no value of its own.
            schema.as_object_mut().and_then(|schema| schema.remove("default"));
            operation.parameters.push(json!({
                "name": name, "in": "query", "required": is_required, "description": about, "schema": schema,
            }));
        }
    }
}

/// A body that is yet to be read as JSON: its faults are told in a language that the handler knows, after what matters more.
#[derive(Debug)]
pub struct Unread<T>(axum::body::Bytes, PhantomData<T>);

impl<T> From<Vec<u8>> for Unread<T> {
    fn from(body: Vec<u8>) -> Unread<T> {
        Unread(body.into(), PhantomData)
    }
}

impl<T> Unread<T> {
    /// How many bytes it has.
    pub const fn len(&self) -> usize {
        self.0.len()
    }
}

impl<T: DeserializeOwned> Unread<T> {
    /// What it says.
    pub fn read(&self, lang: Lang) -> Result<T, Problem> {
        serde_json::from_slice(&self.0).map_err(|error| {
            let place = TextPlace { line: error.line(), column: error.column() };
            let message = match unread_text(&self.0) {
                Some(why) => message!("server.error.body").with("error", why),
                None => message!("server.error.body").text("error", error),
            };
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, &message, lang).at(Some(place))
        })
    }
}

/// Why a text of the games' own cannot be read, in a sentence that exists in every language: what reads JSON can only pass on the English one.
fn unread_text(body: &[u8]) -> Option<Message> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let text = |name: &str| body.get(name).and_then(Value::as_str);
    let rules = || {
        ["ruleset", "handicap"].into_iter().filter_map(text).find_map(|text| text.parse::<Ruleset>().err())
    };
    rules().map(|why| why.message()).or_else(|| Some(text("start")?.parse::<Start>().err()?.message()))
}

impl<S: Send + Sync, T> FromRequest<S> for Unread<T> {
    type Rejection = <axum::body::Bytes as FromRequest<S>>::Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        axum::body::Bytes::from_request(request, state).await.map(|bytes| Unread(bytes, PhantomData))
    }
}

impl<T: JsonSchema> Asked for Unread<T> {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        let schema = schemas.read::<T>();
        operation.body.get_or_insert_default().insert(JSON.to_owned(), json!({ "schema": schema }));
    }
}

/// A record in either of its forms, or studies as JSON.
#[derive(Debug)]
pub struct StudyText(pub String);

impl<S: Send + Sync> FromRequest<S> for StudyText {
    type Rejection = <String as FromRequest<S>>::Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        String::from_request(request, state).await.map(StudyText)
    }
}

impl Asked for StudyText {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        let forms = [schemas.written::<Record>(), schemas.read::<Studies>()];
        let body = operation.body.get_or_insert_default();
        body.insert("text/plain".to_owned(), json!({ "schema": { "type": "string" } }));
        body.insert(JSON.to_owned(), json!({ "schema": { "anyOf": forms } }));
    }
}

/// A record in either of its forms.
#[derive(Debug)]
pub struct RecordText(pub String);

impl<S: Send + Sync> FromRequest<S> for RecordText {
    type Rejection = <String as FromRequest<S>>::Rejection;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        String::from_request(request, state).await.map(RecordText)
    }
}

impl Asked for RecordText {
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        let body = operation.body.get_or_insert_default();
        body.insert("text/plain".to_owned(), json!({ "schema": { "type": "string" } }));
        body.insert(JSON.to_owned(), json!({ "schema": schemas.written::<Record>() }));
    }
}

/// What the type of a handler's answer says about what comes back.
pub trait Answer {
    /// The status of an answer to what can be done.
    const STATUS: StatusCode = StatusCode::OK;

    /// What it carries: its media type and schema.
    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)>;
}

impl<T: Answer> Answer for Result<T, Problem> {
    const STATUS: StatusCode = T::STATUS;

    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        T::content(schemas)
    }
}

/// With a cookie for those who have not been here before.
impl<T: Answer> Answer for (HeaderMap, T) {
    const STATUS: StatusCode = T::STATUS;

    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        T::content(schemas)
    }
}

impl<T: JsonSchema> Answer for Json<T> {
    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some((JSON, schemas.written::<T>()))
    }
}

/// Something is there that was not there before.
#[derive(Debug)]
pub struct Created<T>(pub T);

impl<T: serde::Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> Answer for Created<T> {
    const STATUS: StatusCode = StatusCode::CREATED;

    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some((JSON, schemas.written::<T>()))
    }
}

/// The JSON of a `T` that somebody has already written, sometimes with headers of its own.
#[derive(Debug)]
pub struct WrittenJson<T>(Response, PhantomData<T>);

impl<T> WrittenJson<T> {
    /// An answer with that text.
    pub fn new(text: String) -> WrittenJson<T> {
        WrittenJson::in_response(([(header::CONTENT_TYPE, JSON)], text).into_response())
    }

    /// An answer that is made.
    pub fn in_response(response: Response) -> WrittenJson<T> {
        WrittenJson(response, PhantomData)
    }
}

impl<T> IntoResponse for WrittenJson<T> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<T: JsonSchema> Answer for WrittenJson<T> {
    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some((JSON, schemas.written::<T>()))
    }
}

/// The largest number that is counted up to: what JavaScript can hold.
pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// The media type of lines of JSON.
pub const JSON_LINES: &str = "application/x-ndjson";

/// Lines of JSON, each a `T`, sent as they come until nothing more does.
#[derive(Debug)]
pub struct Lines<T>(mpsc::Receiver<Bytes>, PhantomData<T>);

impl<T> Lines<T> {
    /// Everything that is received.
    pub const fn new(lines: mpsc::Receiver<Bytes>) -> Lines<T> {
        Lines(lines, PhantomData)
    }
}

impl<T> IntoResponse for Lines<T> {
    fn into_response(self) -> Response {
        // Whoever is between must not wait for more before it passes a line on.
        let headers = [(header::CONTENT_TYPE.as_str(), JSON_LINES), ("x-accel-buffering", "no")];
        (headers, axum::body::Body::new(Arriving(self.0))).into_response()
    }
}

impl<T: JsonSchema> Answer for Lines<T> {
    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some((JSON_LINES, schemas.written::<T>()))
    }
}

/// A body that arrives piece by piece.
struct Arriving(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Arriving {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<Bytes>, Self::Error>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| Ok(hyper::body::Frame::data(piece))))
    }
}

/// Answers that are no JSON.
macro_rules! texts {
    ($($(#[$about:meta])* $name:ident: $media:literal $(, $parameter:literal)?;)*) => { $(
        $(#[$about])*
        #[derive(Debug)]
        pub struct $name(pub String);

        impl IntoResponse for $name {
            fn into_response(self) -> Response {
                ([(header::CONTENT_TYPE, concat!($media $(, "; ", $parameter)?))], self.0).into_response()
            }
        }

        impl Answer for $name {
            fn content(_: &mut Schemas) -> Option<(&'static str, Schema)> {
                Some(($media, json_schema!({ "type": "string" })))
            }
        }
    )* };
}
texts! {
    /// A text for people.
    PlainText: "text/plain", "charset=utf-8";
    /// Numbers in Prometheus' form.
    Numbers: "text/plain", "version=0.0.4";
    /// A picture.
    Svg: "image/svg+xml";
}

/// A picture that browsers may keep for a while.
#[derive(Debug)]
pub struct Kept<T> {
    /// The picture.
    pub answer: T,
    /// For how many seconds.
    pub seconds: u32,
}

impl<T: IntoResponse> IntoResponse for Kept<T> {
    fn into_response(self) -> Response {
        // What one person may see need not be for another: nobody between keeps it.
        let control = format!("private, max-age={}", self.seconds);
        ([(header::CACHE_CONTROL, control)], self.answer).into_response()
    }
}

impl<T: Answer> Answer for Kept<T> {
    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        T::content(schemas)
    }
}

/// A picture of pixels.
#[derive(Debug)]
pub struct Png(pub Vec<u8>);

impl Png {
    const MEDIA: &str = "image/png";
}

impl IntoResponse for Png {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, Png::MEDIA)], self.0).into_response()
    }
}

impl Answer for Png {
    fn content(_: &mut Schemas) -> Option<(&'static str, Schema)> {
        Some((Png::MEDIA, json_schema!({ "type": "string", "format": "binary" })))
    }
}

/// The answer after which both sides send what [`ClientMessage`] and [`ServerMessage`] say.
#[derive(Debug)]
pub struct Upgraded(pub Response);

impl IntoResponse for Upgraded {
    fn into_response(self) -> Response {
        self.0
    }
}

impl Answer for Upgraded {
    const STATUS: StatusCode = StatusCode::SWITCHING_PROTOCOLS;

    fn content(schemas: &mut Schemas) -> Option<(&'static str, Schema)> {
        schemas.read::<ClientMessage>();
        schemas.written::<ServerMessage>();
        None
    }
}

/// A handler whose types say what it does.
pub trait Describing<Arguments>: Handler<Arguments, App> {
    /// Adds what they say.
    fn describe(operation: &mut Operation, schemas: &mut Schemas);
}

macro_rules! describing {
    ($($argument:ident)*) => {
        impl<F, Going, Given, Way, $($argument),*> Describing<(Way, $($argument,)*)> for F
        where
            F: Fn($($argument),*) -> Going + Handler<(Way, $($argument,)*), App>,
            Going: Future<Output = Given>,
            Given: Answer,
            $($argument: Asked,)*
        {
            fn describe(operation: &mut Operation, schemas: &mut Schemas) {
                $($argument::describe(operation, schemas);)*
                operation.answers::<Given>(schemas);
            }
        }
    };
}
describing!(A1);
describing!(A1 A2);
describing!(A1 A2 A3);
describing!(A1 A2 A3 A4);
describing!(A1 A2 A3 A4 A5);
describing!(A1 A2 A3 A4 A5 A6);
describing!(A1 A2 A3 A4 A5 A6 A7);

impl<F, Going, Given> Describing<((),)> for F
where
    F: Fn() -> Going + Handler<((),), App>,
    Going: Future<Output = Given>,
    Given: Answer,
{
    fn describe(operation: &mut Operation, schemas: &mut Schemas) {
        operation.answers::<Given>(schemas);
    }
}

impl Operation {
    /// What comes back if all is well.
    fn answers<Given: Answer>(&mut self, schemas: &mut Schemas) {
        let mut response = json!({ "description": "as asked" });
        if let Some((media, schema)) = Given::content(schemas) {
            response["content"] = json!({ media: { "schema": schema } });
        }
        self.responses.insert(Given::STATUS.as_u16(), response);
    }

    /// The whole description of a route.
    fn of(route: &Route, schemas: &mut Schemas) -> Value {
        let mut operation = Operation { parameters: in_path(route.path), ..Operation::default() };
        (route.describe)(&mut operation, schemas);
        if let Some(response) = operation.responses.values_mut().next() {
            if let Some(about) = route.answers {
                response["description"] = about.into();
            }
            if let Some(example) = &route.example {
                let media =
                    response["content"].as_object().and_then(|content| content.keys().next().cloned());
                response["content"][media.as_deref().unwrap_or(JSON)]["example"] = example.clone();
            }
        }
        let problem = schemas.written::<ProblemBody>();
        for (status, about) in &route.refusals {
            let mut response =
                json!({ "description": about, "content": { JSON: { "schema": problem.clone() } } });
            if *status == StatusCode::TOO_MANY_REQUESTS {
                let retry_after = json!({
                    "description": "seconds, for the limits of an address", "schema": { "type": "integer" },
                });
                response["headers"] = json!({ "Retry-After": retry_after });
            }
            operation.responses.insert(status.as_u16(), response);
        }
        let mut described = json!({ "summary": route.summary, "responses": {} });
        for (status, response) in operation.responses {
            described["responses"][status.to_string()] = response;
        }
        if !operation.parameters.is_empty() {
            described["parameters"] = operation.parameters.into();
        }
        if let Some(mut content) = operation.body {
            if let (Some(example), Some(body)) = (&route.body_example, content.get_mut(JSON)) {
                body["example"] = example.clone();
            }
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        described
    }
}

/// The parts of a path in braces.
fn in_path(path: &str) -> Vec<Value> {
    let names = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let described = |name| {
        let schema = match name {
            "lang" => language(),
            _ => json_schema!({ "type": "string" }),
        };
        json!({ "name": name, "in": "path", "required": true, "schema": schema })
    };
    names.map(described).collect()
}

/// A language that somebody wishes, if there is one with that code.
pub fn wished_language<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let code = String::deserialize(deserializer)?;
    if Lang::ALL.into_iter().any(|lang| lang.code() == code) {
        return Ok(Some(code));
    }
    Err(D::Error::unknown_variant(&code, &LANGUAGES))
}

/// The code of a language.
pub fn language_schema(_: &mut SchemaGenerator) -> Schema {
    language()
}

fn language() -> Schema {
    json_schema!({ "type": "string", "enum": LANGUAGES })
}

/// The description of all routes.
pub fn document(routes: &[Route]) -> Value {
    let mut schemas = Schemas::new();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for route in routes {
        let operation = Operation::of(route, &mut schemas);
        paths.entry(route.path).or_default().insert(route.method.as_str().to_lowercase(), operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tablen",
            "version": VERSION.to_string(),
            "description": ABOUT,
            "license": { "name": env!("CARGO_PKG_LICENSE") },
        },
        "paths": paths,
        "components": { "schemas": schemas.all() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_and_written_is_one_schema() {
        let mut schemas = Schemas::new();
        for route in super::super::routes() {
            Operation::of(&route, &mut schemas);
        }
        let written = schemas.written.take_definitions(true);
        let read = schemas.read.take_definitions(true);
        assert!(!written.is_empty() && !read.is_empty());
        for (name, schema) in read {
            assert_eq!(written.get(&name).unwrap_or(&schema), &schema, "{name}");
        }
    }
}
