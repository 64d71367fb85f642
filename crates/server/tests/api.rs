//! The HTTP part is what `docs/openapi.json` says.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use support::{Server, friendly, sit_down, two_at_a_table};
use tablen_rules::rule::RuleId;
use tablen_server::routes;
use tablen_words::Lang;

fn description() -> Value {
    serde_json::from_str(include_str!("../../../docs/openapi.json")).unwrap()
}

/// What is wrong with a value by a schema: as much of JSON Schema as the description uses.
fn faults(document: &Value, schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        return faults(document, &document["components"]["schemas"][name], value, place);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let fitting = options.iter().filter(|option| faults(document, option, value, place).is_empty());
        return if fitting.count() == 1 {
            vec![]
        } else {
            vec![format!("{place}: {value} fits not just one")]
        };
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|known| known == kind),
        known => known.is_null() || known == kind,
    };
    let mut found = Vec::new();
    if !allowed || schema["enum"].as_array().is_some_and(|known| !known.contains(value)) {
        found.push(format!("{place}: {value} is not {}", schema["type"]));
    }
    for required in schema["required"].as_array().into_iter().flatten() {
        if value.get(required.as_str().unwrap()).is_none() {
            found.push(format!("{place}: {required} is missing"));
        }
    }
    for (name, part) in value.as_object().into_iter().flatten() {
        let place = format!("{place}.{name}");
        match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => found.push(format!("{place} is not described")),
            (Value::Null, Value::Object(_)) => {
                found.extend(faults(document, &schema["additionalProperties"], part, &place));
            }
            (Value::Null, _) => {}
            (known, _) => found.extend(faults(document, known, part, &place)),
        }
    }
    for (index, part) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(faults(document, &schema["items"], part, &format!("{place}[{index}]")));
    }
    found
}

#[test]
fn every_route_is_described_and_every_description_is_a_route() {
    let described: BTreeSet<(String, String)> = description()["paths"]
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
    let protocol = include_str!("../../../docs/protocol.md");
    for (method, path) in &described {
        let path = path.replace("{id}", "ID").replace("{lang}", "fr");
        let is_told = protocol.contains(&path) || path.ends_with("record.json") || path.ends_with("socket");
        assert!(is_told, "{method} {path} is not in docs/protocol.md");
    }
}

#[test]
fn examples_fit_their_schemas() {
    let document = description();
    let mut examples = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let bodies = operation["responses"].as_object().unwrap().values();
            for body in bodies.chain([&operation["requestBody"]]) {
                let content = &body["content"]["application/json"];
                if let Some(example) = content.get("example") {
                    examples += 1;
                    assert_eq!(faults(&document, &content["schema"], example, path), [""; 0], "{method}");
                }
            }
        }
    }
    assert!(examples >= 8);
}

#[tokio::test]
async fn answers_fit_the_description() {
    let server = Server::start().await;
    let document = description();
    let mut table = friendly("preset:tablut");
    table["public"] = json!(true);
    let (id, mut people, mut players) = two_at_a_table(&server, table.clone()).await;
    people[0].open(&table).await;
    players[0].does(json!({ "command": "resign" })).await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(operation) = methods.get("get").filter(|_| !path.ends_with("socket")) else { continue };
        let answer = people[0].get(&path.replace("{id}", &id).replace("{lang}", "it")).await;
        assert_eq!(answer.status, 200, "{path}");
        let (kind, body) =
            operation["responses"]["200"]["content"].as_object().unwrap().iter().next().unwrap();
        assert!(answer.header("content-type").unwrap().starts_with(kind), "{path}: {:?}", answer.headers);
        if kind == "application/json" {
            assert_eq!(faults(&document, &body["schema"], &answer.json(), path), [""; 0]);
        }
    }
    let missing = people[0].get("/api/v1/tables/x").await.json();
    assert_eq!(faults(&document, &document["components"]["schemas"]["Problem"], &missing, ""), [""; 0]);
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
        support::play_on(&mut players, &mut rng, 1).await;
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
    support::play_on(&mut players, &mut fastrand::Rng::with_seed(8), 6).await;
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
    for path in ["/index.html", "/t/0123", "/r/0123"] {
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
    support::play_on(&mut players, &mut fastrand::Rng::with_seed(3), 6).await;
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    let refused = strict.person().ask("POST", "/api/v1/records", &[], &record).await;
    assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("server.error.long-record")));
}
