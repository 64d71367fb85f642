//! The HTTP part is what `docs/openapi.json` says, and so are the messages of sockets.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::{Person, Server, Socket, friendly, sit_down, two_at_a_table};
use jsonschema::Validator;
use serde_json::{Value, json};
use tablen_host::messages::ClientMessage;
use tablen_rules::rule::RuleId;
use tablen_rules::words::Lang;
use tablen_server::{description, routes};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");

/// The description.
pub fn document() -> Value {
    serde_json::from_str(description()).unwrap()
}

/// Holds values against a schema of the description.
pub struct Checker(Validator);

impl Checker {
    /// For what is written by a schema: it must be described in full.
    pub fn strict(document: &Value, schema: &Value) -> Checker {
        let mut root = in_full(schema);
        root["components"] = json!({ "schemas": {} });
        for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
            root["components"]["schemas"][name] = parts_in_full(schema);
        }
        Checker(jsonschema::draft202012::new(&root).unwrap())
    }

    /// For what is of a type that has a name.
    fn named(document: &Value, name: &str) -> Checker {
        Checker::strict(document, &json!({ "$ref": format!("#/components/schemas/{name}") }))
    }

    pub fn check(&self, value: &Value, place: &str) {
        let faults: Vec<String> = self
            .0
            .iter_errors(value)
            .map(|fault| format!("{place}{}: {fault} ({})", fault.instance_path(), fault.schema_path()))
            .collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// A schema that admits nothing besides what it describes, neither in a value itself nor in its parts. Schemas that others are put together of
/// cannot say that of themselves.
fn in_full(schema: &Value) -> Value {
    let mut schema = parts_in_full(schema);
    if let Some(keywords) = schema.as_object_mut() {
        keywords.entry("unevaluatedProperties").or_insert(json!(false));
    }
    schema
}

fn parts_in_full(schema: &Value) -> Value {
    let Some(keywords) = schema.as_object() else { return schema.clone() };
    let of_all = |schemas: &Value| -> Value {
        let schemas = schemas.as_object().unwrap().iter();
        schemas.map(|(name, schema)| (name.clone(), in_full(schema))).collect()
    };
    let part = |(keyword, value): (&String, &Value)| {
        let value = match keyword.as_str() {
            "properties" | "patternProperties" => of_all(value),
            "items" | "additionalProperties" => in_full(value),
            "prefixItems" => value.as_array().unwrap().iter().map(in_full).collect(),
            "oneOf" | "anyOf" | "allOf" => value.as_array().unwrap().iter().map(parts_in_full).collect(),
            _ => value.clone(),
        };
        (keyword.clone(), value)
    };
    keywords.iter().map(part).collect()
}

#[test]
fn the_committed_description_is_the_one_that_the_types_make() {
    if std::env::var_os("TABLEN_BLESS").is_some() {
        std::fs::write(FILE, description()).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        kept == description(),
        "{FILE} is not what the types make: run with TABLEN_BLESS=1 if the change is meant, then `npm --prefix web run types`"
    );
}

#[test]
fn every_route_is_described_and_every_description_is_a_route() {
    let described: BTreeSet<(String, String)> = document()["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(|method| (method.to_uppercase(), path.clone())).collect::<Vec<_>>()
        })
        .collect();
    let there: BTreeSet<(String, String)> =
        routes().iter().map(|route| (route.method.to_string(), route.path.to_owned())).collect();
    assert_eq!(described, there);
    let protocol = include_str!("../../../../docs/protocol.md");
    for (method, path) in &described {
        let path = path.replace("{id}", "ID").replace("{lang}", "fr").replace("{game}", "tavli");
        let is_told = protocol.contains(&path) || path.ends_with("record.json") || path.ends_with("socket");
        assert!(is_told, "{method} {path} is not in docs/protocol.md");
    }
}

/// What bot authors are told cannot go stale: every command with an example that is one, every field of a view, every refusal.
#[test]
fn the_protocol_names_every_command_field_and_refusal() {
    let protocol = include_str!("../../../../docs/protocol.md");
    let document = document();
    let is_told =
        |name: &str| protocol.contains(&format!("`{name}`")) || protocol.contains(&format!("\"{name}\""));
    let commands = document["components"]["schemas"]["Do"]["allOf"][0]["oneOf"].as_array().unwrap();
    let examples: Vec<Value> = protocol
        .lines()
        .filter_map(|line| line.split('`').find(|part| part.starts_with(r#"{"type":"do""#)))
        .map(|example| serde_json::from_str(example).unwrap_or_else(|error| panic!("{example}: {error}")))
        .collect();
    assert!(commands.len() >= 20);
    for command in commands {
        let name = command["properties"]["command"]["const"].as_str().unwrap();
        let example = examples.iter().find(|example| example["command"] == name);
        let example = example.unwrap_or_else(|| panic!("`{name}` has no example in docs/protocol.md"));
        let read: Result<ClientMessage, _> = serde_json::from_value(example.clone());
        assert!(matches!(read, Ok(ClientMessage::Do(_))), "{example}");
    }
    let seen = ["View", "SeatView", "RoundView", "ClockView", "WaitView", "TimeLeft", "DiceView"];
    let boards = ["TaflBoard", "Target", "TavliBoard", "MenView", "StepView"];
    for schema in seen.into_iter().chain(boards) {
        let properties = &document["components"]["schemas"][schema]["properties"];
        let names = properties.as_object().unwrap_or_else(|| panic!("{schema}")).keys();
        for name in names {
            assert!(is_told(name), "`{name}` of {schema} is not in docs/protocol.md");
        }
    }
    for ask in document["components"]["schemas"]["Ask"]["oneOf"].as_array().unwrap() {
        assert!(is_told(ask["const"].as_str().unwrap()));
    }
    assert!(is_told("winner"));
    let texts = [&tablen_table::TEXTS, &tablen_host::TEXTS, &tablen_server::TEXTS];
    let catalogues = texts.map(|texts| texts.catalogue(Lang::En));
    let refusals: Vec<&str> = catalogues
        .iter()
        .flat_map(|catalogue| catalogue.keys())
        .filter(|key| key.contains(".refusal."))
        .collect();
    assert!(refusals.len() > 20);
    for refusal in refusals {
        assert!(is_told(refusal), "`{refusal}` is not in docs/protocol.md");
    }
}

#[tokio::test]
async fn there_are_three_languages_and_no_other() {
    let server = Server::start().await;
    for (wished, status) in [("fr", 200), ("AAA", 400), ("", 400), ("fr-CH", 400)] {
        let answer = server.person().get(&format!("/api/v1/games?lang={wished}")).await;
        assert_eq!(answer.status, status, "{wished}");
    }
    // Rules of all games are named alike.
    let table = json!({ "ruleset": "preset:tavli", "opponent": "friend" });
    server.person().open(&table).await;
}

#[test]
fn examples_fit_their_schemas() {
    let document = document();
    let mut examples = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let bodies = operation["responses"].as_object().unwrap().values();
            for body in bodies.chain(operation.get("requestBody")) {
                for content in body["content"].as_object().into_iter().flat_map(|content| content.values()) {
                    if let Some(example) = content.get("example") {
                        examples += 1;
                        let checker = Checker::strict(&document, &content["schema"]);
                        checker.check(example, &format!("{method} {path}"));
                    }
                }
            }
        }
    }
    assert!(examples >= 8);
}

#[test]
fn the_description_refuses_what_is_wrong_with_an_answer() {
    let document = document();
    let view = std::fs::read_to_string(fixtures().join("view-tavli-middle.json")).unwrap();
    let view: Value = serde_json::from_str(&view).unwrap();
    let checker = Checker::named(&document, "View");
    checker.check(&view, "view");
    let wrong = [
        ("/next", json!("7")),
        ("/viewer", json!("nobody")),
        ("/board/kind", json!("nim")),
        ("/board/undescribed", json!(1)),
        ("/seats/host/undescribed", json!(1)),
    ];
    for (place, value) in wrong {
        let mut view = view.clone();
        let (whole, name) = place.rsplit_once('/').unwrap();
        view.pointer_mut(whole).unwrap()[name] = value;
        assert!(!checker.0.is_valid(&view), "{place}");
    }
    let mut without = view;
    without.as_object_mut().unwrap().remove("may");
    assert!(!checker.0.is_valid(&without));
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/fixtures")
}

#[test]
fn fixtures_fit_the_description() {
    let document = document();
    let mut checked = 0;
    for file in std::fs::read_dir(fixtures()).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let schema = match name.as_str() {
            "messages-from-client" => "ClientMessage",
            "messages-from-server" => "ServerMessage",
            // As a message has it, without its type.
            "requests" => "Do",
            _ if name.starts_with("view-") => "View",
            _ if name.starts_with("lines-") => "Line",
            _ if name.starts_with("log-") => "Entry",
            _ => panic!("{name}: nobody says what that is"),
        };
        let checker = Checker::named(&document, schema);
        let values = value.as_array().cloned().unwrap_or_else(|| vec![value]);
        for (place, value) in values.iter().enumerate() {
            checker.check(value, &format!("{name}[{place}]"));
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}

/// Two people play a while, talk and ask; then one resigns.
async fn conversation(server: &Server, ruleset: &str) -> (String, [Person; 2], [Socket; 2]) {
    let mut table = friendly(ruleset);
    table["public"] = json!(true);
    let (id, people, mut players) = two_at_a_table(server, table).await;
    crate::support::play_on(&mut players, &mut fastrand::Rng::with_seed(4), 24).await;
    if ruleset == "preset:tablut" {
        let mover = players.iter_mut().find(|player| player.may("move")).unwrap();
        mover.send(&json!({ "type": "why", "from": "D4", "to": "A1" })).await;
        mover.hear_of("why").await;
    }
    let [host, guest] = &mut players;
    host.send(&json!({ "type": "say", "phrase": "hello" })).await;
    guest.hear_of("said").await;
    host.send(&json!({ "type": "lang", "lang": "fr" })).await;
    host.send(&json!({ "type": "ping" })).await;
    host.hear_of("pong").await;
    host.refused(json!({ "command": "accept-draw" })).await;
    host.does(json!({ "command": "resign" })).await;
    guest.until(|view| view["phase"] == "over").await;
    host.does(json!({ "command": "offer-rematch" })).await;
    guest.until(|view| view["rematch_offer"] == "host").await;
    guest.does(json!({ "command": "accept-rematch" })).await;
    guest.hear_of("next").await;
    (id, people, players)
}

#[tokio::test]
async fn answers_and_messages_fit_the_description() {
    let server = Server::start().await;
    let document = document();
    let (sent, heard) =
        (Checker::named(&document, "ClientMessage"), Checker::named(&document, "ServerMessage"));
    for ruleset in ["preset:tablut", "game:tavli"] {
        let (id, mut people, players) = conversation(&server, ruleset).await;
        for player in &players {
            player.sent.iter().for_each(|message| sent.check(message, "sent"));
            player.heard.iter().for_each(|message| heard.check(message, "heard"));
        }
        let kinds: BTreeSet<&str> = players
            .iter()
            .flat_map(|player| &player.heard)
            .filter_map(|message| message["type"].as_str())
            .collect();
        for kind in ["done", "hello", "next", "pong", "refused", "said", "state"] {
            assert!(kinds.contains(kind), "{ruleset}: {kind}");
        }
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                answer_fits(&document, operation, (method, path), &id, &mut people[0]).await;
            }
        }
    }
    let missing = server.person().get("/api/v1/tables/x").await.json();
    Checker::named(&document, "Problem").check(&missing, "missing");
    let damaged = server.person().ask("POST", "/api/v1/records", &[], "nonsense").await.json();
    Checker::named(&document, "Problem").check(&damaged, "damaged");
}

/// Asks for what an operation describes, with the body of its example if it has one, and holds the answer against the description.
async fn answer_fits(
    document: &Value,
    operation: &Value,
    (method, path): (&str, &str),
    id: &str,
    person: &mut Person,
) {
    let place = format!("{method} {path}");
    let path = path.replace("{id}", id).replace("{lang}", "it").replace("{game}", "alea");
    // What has to stand behind the question mark.
    let path = path.replace("diagram.svg", "diagram.svg?ruleset=preset:brandubh");
    let path = path.replace("study/picture.png", "study/picture.png?ruleset=preset:brandubh");
    let example = operation["requestBody"]["content"]["application/json"].get("example").cloned();
    let body = match path.as_str() {
        "/api/v1/tables" if method == "post" => {
            let mut example = example.unwrap();
            example["seal"] = person.post("/api/v1/seals", &Value::Null).await.json();
            example.to_string()
        }
        "/api/v1/records" | "/api/v1/study/read" => {
            person.get(&format!("/api/v1/tables/{id}/record.json")).await.text()
        }
        // What goes over it has been checked.
        _ if path.ends_with("/socket") => return,
        _ => example.map_or_else(String::new, |example| example.to_string()),
    };
    let answer = person.ask(&method.to_uppercase(), &path, &[], &body).await;
    let response = &operation["responses"][answer.status.to_string()];
    assert!(answer.status < 300 && !response.is_null(), "{place}: {} {}", answer.status, answer.text());
    let (media, content) = response["content"].as_object().unwrap().iter().next().unwrap();
    assert!(answer.header("content-type").unwrap().starts_with(media), "{place}: {:?}", answer.headers);
    if media == "application/json" {
        Checker::strict(document, &content["schema"]).check(&answer.json(), &place);
    }
}

#[tokio::test]
async fn rules_come_apart_from_the_other_texts() {
    let server = Server::start().await;
    let mut person = server.person();
    for lang in Lang::ALL {
        let rules = person.get(&format!("/api/v1/rules/{}", lang.code())).await.json();
        let told: BTreeSet<String> = rules.as_object().unwrap().keys().cloned().collect();
        assert_eq!(told, RuleId::all().map(|rule| rule.to_string()).collect());
        assert_eq!(rules["T5"], tablen_rules::TEXTS.catalogue(lang).get("rule.T5").unwrap());
        let texts = person.get(&format!("/api/v1/texts/{}", lang.code())).await.json();
        assert!(texts["web.yes"].is_string());
        assert!(RuleId::all().all(|rule| texts.get(format!("rule.{rule}")).is_none()));
    }
    let unknown = person.get("/api/v1/rules/tlh").await;
    assert_eq!((unknown.status, &unknown.json()["code"]), (404, &json!("server.refusal.lang")));
}

#[tokio::test]
async fn lists_show_public_tables_and_ones_own() {
    let server = Server::start().await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let private = ada.open(&friendly("preset:alea")).await;
    let mut listed = friendly("game:tavli");
    listed["public"] = json!(true);
    let public = ada.open(&listed).await;
    let all = bo.get("/api/v1/tables").await.json();
    assert_eq!(all["tables"].as_array().unwrap().len(), 1);
    assert_eq!((&all["tables"][0]["id"], &all["tables"][0]["game"]), (&json!(public), &json!("tavli")));
    assert!(!all.to_string().contains(&private));
    let mine = ada.get("/api/v1/me").await.json();
    assert_eq!(mine["name"], "Ada");
    assert_eq!(mine["tables"].as_array().unwrap().len(), 2);
    assert_eq!(mine["tables"][0]["seat"], "host");
    let fresh = bo.get("/api/v1/me").await.json();
    assert_eq!(fresh, json!({ "name": null, "tables": [] }));
    let french = bo.get("/api/v1/games?lang=fr").await.json();
    assert_ne!(french["games"], bo.get("/api/v1/games").await.json()["games"]);
    let accepted = bo.ask("GET", "/api/v1/games", &[("Accept-Language", "de, fr-CH;q=0.9")], "").await.json();
    assert_eq!(accepted, french);
}

#[tokio::test]
async fn lists_tell_who_plays_and_whose_turn_it_is() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    table["public"] = json!(true);
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&table).await;
    let mine = ada.get("/api/v1/me").await.json()["tables"][0].take();
    assert_eq!(mine["seats"], json!({ "host": { "person": "Ada" }, "guest": "open" }));
    assert_eq!(mine.get("to_act"), Some(&Value::Null), "nobody's turn before both are there");
    let mut players = sit_down(&mut ada, &mut bo, &id).await;
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..3 {
        for (person, seat) in [(&mut ada, "host"), (&mut bo, "guest")] {
            let mine = person.get("/api/v1/me").await.json()["tables"][0].take();
            let listed = person.get("/api/v1/tables").await.json()["tables"][0].take();
            assert_eq!(mine["seat"], seat);
            for table in [mine, listed] {
                assert_eq!(
                    table["seats"],
                    json!({ "host": { "person": "Ada" }, "guest": { "person": "Bo" } })
                );
                assert_eq!(table["to_act"], players[0].view["to_act"]);
                assert!(table["to_act"].is_string());
            }
        }
        crate::support::play_on(&mut players, &mut rng, 1).await;
    }
    let alone = json!({ "ruleset": "game:tavli", "opponent": { "computer": 3 }, "public": true });
    ada.open(&alone).await;
    let listed = bo.get("/api/v1/tables").await.json()["tables"][0].take();
    assert_eq!(listed["seats"]["guest"], json!({ "computer": 3 }));
}

#[tokio::test]
async fn records_go_out_and_come_back() {
    let server = Server::start().await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:brandubh")).await;
    crate::support::play_on(&mut players, &mut fastrand::Rng::with_seed(8), 6).await;
    for form in ["record", "record.json"] {
        let record = people[0].get(&format!("/api/v1/tables/{id}/{form}")).await.text();
        let answer = people[1].ask("POST", "/api/v1/records", &[], &record).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        let copy = answer.json();
        let copied = copy["id"].as_str().unwrap().to_owned();
        assert_eq!(copy["path"], json!(format!("/r/{copied}")));
        let seen = people[1].get(&format!("/api/v1/tables/{copied}")).await.json();
        assert_eq!(seen["view"]["board"]["pieces"], players[0].view["board"]["pieces"]);
        // It can be looked at, not played on.
        let mut socket = people[0].sit(&copied).await;
        assert_eq!(socket.refused(json!({ "command": "resign" })).await, "server.refusal.not-a-player");
    }
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    let damaged = record.replacen("1. ", "1. nobody ", 1);
    let line = 1 + record.lines().position(|line| line.starts_with("1. ")).unwrap();
    for (wrong, line) in [("nonsense", 1), ("[]", 1), (damaged.as_str(), line)] {
        let answer = people[0].ask("POST", "/api/v1/records", &[], wrong).await;
        assert_eq!((answer.status, &answer.json()["line"]), (422, &json!(line)), "{}", answer.text());
    }
}

#[tokio::test]
async fn the_page_is_served_and_revalidated() {
    let server = Server::start().await;
    let mut person = server.person();
    let page = person.get("/").await;
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let etag = page.header("etag").unwrap().to_owned();
    let known = person.ask("GET", "/index.html", &[("If-None-Match", &etag)], "").await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    // Of a table that is not there nothing is told in the page's head, wherever it is asked for.
    let plain = person.get("/t/0123").await;
    assert!(page.text().contains("og:title") && !plain.text().contains("og:title"));
    let etag = plain.header("etag").unwrap().to_owned();
    for path in ["/t/0123", "/r/0123"] {
        let answer = person.ask("GET", path, &[("If-None-Match", &etag)], "").await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{path}");
    }
    for path in ["/fixtures/requests.json", "/package.json", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/t/a/b"]
    {
        assert_eq!(person.get(path).await.status, 404, "{path}");
    }
    let texts = person.ask("GET", "/api/v1/texts/en", &[("Accept-Encoding", "gzip")], "").await;
    assert_eq!(texts.header("content-encoding"), Some("gzip"));
    let etag = texts.header("etag").unwrap().to_owned();
    let known = person.ask("GET", "/api/v1/texts/en", &[("If-None-Match", &etag)], "").await;
    assert_eq!((known.status, known.body.len()), (304, 0));
    let font = person.ask("GET", "/fonts/sans.woff2", &[("Accept-Encoding", "gzip")], "").await;
    assert_eq!((font.status, font.header("content-encoding")), (200, None), "fonts are compressed already");
    let metrics = person.get("/metrics").await.text();
    for name in [
        "tablen_connections",
        "tablen_commands_total",
        "tablen_store_seconds_bucket",
        "tablen_computer_queue",
    ] {
        assert!(metrics.contains(name), "{name}");
    }
    let qr = person.get(&format!("/api/v1/tables/{}/qr.svg", "0".repeat(32))).await;
    assert!(qr.text().contains("<svg"));
}

#[tokio::test]
async fn invitations_name_an_address_that_others_can_follow() {
    let id = "0".repeat(32);
    let path = format!("/api/v1/tables/{id}/invitation");
    let alone = Server::start().await;
    let invitation = alone.person().get(&path).await.json();
    assert_eq!(
        invitation,
        json!({ "address": format!("http://{}/t/{id}", alone.address), "is_only_here": true })
    );
    let open = Server::with(|config| config.public_address = Some("http://192.0.2.7:8080".to_owned())).await;
    let invitation = open.person().get(&path).await.json();
    assert_eq!(
        invitation,
        json!({ "address": format!("http://192.0.2.7:8080/t/{id}"), "is_only_here": false })
    );
}

#[tokio::test]
async fn a_record_without_end_is_refused() {
    let server = Server::start().await;
    let strict = Server::with(|config| config.limits.table_events = 5).await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:tablut")).await;
    crate::support::play_on(&mut players, &mut fastrand::Rng::with_seed(3), 6).await;
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    let refused = strict.person().ask("POST", "/api/v1/records", &[], &record).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("server.error.long-record")));
}
