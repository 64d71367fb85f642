//! Studies and tables that begin with a position of somebody's choice.

use crate::support::{Server, friendly, two_at_a_table};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const ENDGAME: &str = "/3ttt3/9/9/t7t/t3K2tt/t6Tt/9/9/3ttt3/ defenders";

#[tokio::test]
async fn a_study_is_looked_at_and_nothing_is_kept() {
    let server = Server::start().await;
    let mut person = server.person();
    let node = json!({ "ruleset": "preset:tablut", "start": ENDGAME, "turns": ["E5-E8"] });
    let answer = person.post("/api/v1/study/look", &node).await;
    assert_eq!((answer.status, answer.header("set-cookie")), (200, None), "{}", answer.text());
    let look = answer.json();
    assert_eq!(look["faults"], json!([]));
    assert_eq!(look["view"]["may"], json!(["move"]));
    assert_eq!((&look["view"]["start"], &look["lines"][0]["seat"]), (&json!(ENDGAME), &json!("host")));
    assert!(look["view"]["board"]["targets"]["D1"].is_array());
    let position = look["position"].as_str().unwrap();
    assert!(position.ends_with(" attackers"), "{position}");
    let there = json!({ "ruleset": "preset:tablut", "start": position });
    let there = person.post("/api/v1/study/look", &there).await.json();
    assert_eq!(there["position"], look["position"]);
    assert_eq!(there["view"]["board"]["targets"], look["view"]["board"]["targets"]);
    assert_eq!(person.get("/api/v1/me").await.json()["tables"], json!([]));
}

#[tokio::test]
async fn a_throw_of_tavli_is_chosen() {
    let server = Server::start().await;
    let mut person = server.person();
    let mut node = json!({ "ruleset": "game:tavli", "turns": ["256: hand-2 hand-5 hand-6"] });
    let look = person.post("/api/v1/study/look", &node).await.json();
    assert_eq!((&look["view"]["may"], &look["turn"]), (&json!(["roll"]), &Value::Null));
    node["roll"] = json!("134");
    node["steps"] = json!([{ "from": "hand", "die": "1" }]);
    let look = person.post("/api/v1/study/look", &node).await.json();
    assert_eq!(look["turn"], "134: hand-1");
    assert_eq!(look["view"]["board"]["roll"], "134");
    assert_eq!(look["view"]["may"], json!(["step", "undo-step"]));
}

#[tokio::test]
async fn all_that_is_wrong_with_a_position_is_told_in_ones_language() {
    let server = Server::start().await;
    let mut person = server.person();
    let node = json!({ "ruleset": "preset:tablut", "start": "/K8/9/9/9/4t4/9/9/9/8K/ attackers" });
    let answer = person.ask("POST", "/api/v1/study/look?lang=it", &[], &node.to_string()).await;
    assert_eq!(answer.status, 200);
    let look = answer.json();
    assert_eq!((&look["view"], &look["position"], &look["lines"]), (&Value::Null, &Value::Null, &json!([])));
    let faults = look["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 2);
    assert_eq!((&faults[0]["rule"], &faults[0]["places"]), (&json!("T5"), &json!(["E5"])));
    assert!(faults[1]["text"].as_str().unwrap().contains("altro re"), "{look}");
    let node = json!({ "ruleset": "game:tavli", "start": "white hand:14; black hand:15; white to roll" });
    let look = person.post("/api/v1/study/look", &node).await.json();
    assert_eq!((&look["faults"][0]["rule"], &look["faults"][0]["colour"]), (&json!("Z2"), &json!("light")));
    let node = json!({ "ruleset": "game:tavli", "start": "white some; black none" });
    let look = person.post("/api/v1/study/look", &node).await.json();
    assert_eq!((look["faults"].as_array().unwrap().len(), &look["faults"][0]["rule"]), (1, &Value::Null));
}

#[tokio::test]
async fn what_cannot_be_studied_is_refused_with_its_turn() {
    let server = Server::start().await;
    let mut person = server.person();
    let node = json!({ "ruleset": "preset:alea", "turns": ["I5-H5", "I5-H5"] });
    let refused = person.post("/api/v1/study/look", &node).await;
    assert_eq!((refused.status, &refused.json()["turn"]), (422, &json!(2)));
    assert_eq!(refused.json()["rule"], "A4");
    let node = json!({ "ruleset": "preset:alea", "turns": vec!["I5-H5"; 2_001] });
    let refused = person.post("/api/v1/study/look", &node).await;
    assert_eq!((refused.status, &refused.json()["code"]), (422, &json!("study.too-long")));
    let node = json!({ "ruleset": "preset:nothing" });
    assert_eq!(person.post("/api/v1/study/look", &node).await.status, 422);
    let node = json!({ "ruleset": "preset:alea" }).to_string();
    let elsewhere = [("origin", "http://evil.test")];
    assert_eq!(person.ask("POST", "/api/v1/study/look", &elsewhere, &node).await.status, 403);
}

#[tokio::test]
async fn an_address_looks_so_often_and_no_more() {
    let server = Server::with(|config| {
        config.is_behind_proxy = true;
        config.limits.per_origin.studies_per_minute = 3;
    })
    .await;
    let here = [("x-forwarded-for", "198.51.100.1")];
    let mut person = server.person();
    let mut look = async |turns: usize| {
        let node = json!({ "ruleset": "preset:alea", "turns": vec!["A1-A2"; turns] }).to_string();
        person.ask("POST", "/api/v1/study/look", &here, &node).await
    };
    assert_eq!(look(0).await.status, 200);
    // A long study takes longer, and counts more.
    assert_eq!(look(100).await.status, 422);
    let refused = look(0).await;
    assert_eq!((refused.status, &refused.json()["code"]), (429, &json!("server.error.many-studies")));
}

#[tokio::test]
async fn a_table_begins_with_a_position_and_so_does_its_rematch() {
    let server = Server::start().await;
    let mut table = friendly("preset:tablut");
    table["start"] = json!(ENDGAME);
    table["side"] = json!("light");
    let (id, mut people, mut players) = two_at_a_table(&server, table.clone()).await;
    let [host, guest] = &mut players;
    host.does(json!({ "command": "move", "move": "E5-E8" })).await;
    guest.until(|view| view["turns"] == 1).await;
    host.does(json!({ "command": "resign" })).await;
    guest.until(|view| view["phase"] == "over").await;
    host.does(json!({ "command": "offer-rematch" })).await;
    guest.until(|view| view["rematch_offer"] == "host").await;
    guest.does(json!({ "command": "accept-rematch" })).await;
    let next = guest.hear_of("next").await["path"].as_str().unwrap().replace("/t/", "");
    for person in &mut people {
        let join = json!({ "command": "join", "occupant": { "person": "" } });
        person.sit(&next).await.does(join).await;
    }
    let seen = people[0].get(&format!("/api/v1/tables/{next}")).await.json();
    assert_eq!((&seen["view"]["start"], &seen["view"]["to_act"]), (&json!(ENDGAME), &json!("guest")));
    // What is taken in as a record begins with it, too.
    let record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    assert!(record.contains(&format!("\nStart: {ENDGAME}\n")), "{record}");
    let taken = people[0].ask("POST", "/api/v1/records", &[], &record).await.json();
    let taken = people[0].get(&format!("/api/v1/tables/{}", taken["id"].as_str().unwrap())).await.json();
    assert_eq!(taken["view"]["start"], ENDGAME);
    // Nobody is left with a table that nobody can play at.
    table["start"] = json!("/K8/9/9/9/4t4/9/9/9/8K/ attackers");
    let refused = people[0].post("/api/v1/tables", &table).await;
    assert_eq!(refused.status, 422);
    let text = refused.json()["text"].as_str().unwrap().to_owned();
    assert!(text.contains("E5") && text.contains("I9"), "{text}");
}

#[tokio::test]
async fn the_computer_plays_from_a_position() {
    let server = Server::start().await;
    let mut person = server.person();
    for (rules, start) in
        [("preset:tablut", ENDGAME), ("game:tavli", "white 24:2 off:13 beyond; black 6:15; white to roll")]
    {
        let table =
            json!({ "ruleset": rules, "start": start, "side": "dark", "opponent": { "computer": 1 } });
        let id = person.open(&table).await;
        let mut socket = person.sit(&id).await;
        socket.until(|view| view["turns"] == 1).await;
    }
}

#[tokio::test]
async fn a_study_goes_out_as_a_record_and_comes_back() {
    let server = Server::start().await;
    let mut person = server.person();
    let study = json!({
        "ruleset": "preset:tablut",
        "start": ENDGAME,
        "first": "light",
        "players": { "light": { "person": "Ada" }, "dark": { "computer": 2 } },
        "comment": "Find the way out.",
        "turns": [
            { "text": "E5-E8", "glyph": "?!", "comment": "slow", "variations": [[{ "text": "E5-B5", "glyph": "!!" }]] },
        ],
    });
    let answer = person.post("/api/v1/study/record", &study).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let record = answer.text();
    for line in ["Guest: computer 2", "    {Find the way out.}", "    ?! {slow}"] {
        assert!(record.contains(&format!("\n{line}\n")), "{record}");
    }
    let back = person.ask("POST", "/api/v1/study/read", &[], &record).await.json();
    for part in ["start", "first", "players", "comment"] {
        assert_eq!(back["rounds"][0][part], study[part], "{part}");
    }
    // What the moves do is told.
    let told = &back["rounds"][0]["turns"];
    let mut turns = study["turns"].clone();
    for place in ["/0/text", "/0/variations/0/0/text"] {
        let (bare, whole) = (turns.pointer(place).unwrap().clone(), told.pointer(place).unwrap());
        assert!(whole.as_str().unwrap().starts_with(bare.as_str().unwrap()), "{told}");
        *turns.pointer_mut(place).unwrap() = whole.clone();
    }
    assert_eq!(*told, turns);
    // What was made of it can be sent on as it is, and tables take such a record in.
    assert_eq!(person.post("/api/v1/study/record", &back["rounds"][0]).await.text(), record);
    assert_eq!(person.ask("POST", "/api/v1/records", &[], &record).await.status, 201);
}

#[tokio::test]
async fn what_is_no_study_is_refused_with_its_place() {
    let server = Server::start().await;
    let mut person = server.person();
    let study = json!({ "ruleset": "preset:alea", "turns": [{ "text": "I5-H5" }, { "text": "I5-H5" }] });
    let refused = person.post("/api/v1/study/record", &study).await;
    assert_eq!((refused.status, &refused.json()["turn"]), (422, &json!(2)));
    let study = json!({ "ruleset": "preset:alea", "turns": [{ "text": "I5-H5", "glyph": "!!!" }] });
    assert_eq!(person.post("/api/v1/study/record", &study).await.status, 422);
    let study = json!({ "ruleset": "preset:alea", "start": ENDGAME, "turns": [] });
    let refused = person.post("/api/v1/study/record", &study).await;
    assert!(refused.json()["text"].as_str().unwrap().contains("9 rows"), "{}", refused.text());
    let damaged = "Tablen record 1\nRules: preset:alea\nForm: twice\n\n";
    let refused = person.ask("POST", "/api/v1/study/read", &[], damaged).await;
    assert_eq!((refused.status, &refused.json()["line"]), (422, &json!(3)));
}

#[tokio::test]
async fn studies_come_as_json_and_are_checked() {
    let server = Server::start().await;
    let mut person = server.person();
    let file = json!({
        "format": "tablen-study",
        "version": 1,
        "rounds": [
            { "ruleset": "preset:tablut", "start": ENDGAME, "turns": [{ "text": "E5-E8" }] },
            { "ruleset": "preset:tablut", "first": "dark", "comment": "the second", "turns": [
                { "text": "D1-D3", "glyph": "?", "variations": [[{ "text": "E2-C2", "comment": "better" }]] },
            ] },
        ],
    });
    let answer = person.post("/api/v1/study/read", &file).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let read = answer.json();
    assert_eq!((&read["format"], read["rounds"].as_array().unwrap().len()), (&json!("tablen-study"), 2));
    let second = &read["rounds"][1];
    assert_eq!((&second["comment"], &second["turns"][0]["glyph"]), (&json!("the second"), &json!("?")));
    assert_eq!(second["turns"][0]["variations"][0][0]["comment"], "better");
    // What is answered can be sent again.
    assert_eq!(person.post("/api/v1/study/read", &read).await.json(), read);
    let mut wrong = file.clone();
    wrong["rounds"][1]["turns"][0]["text"] = json!("D1-D9");
    let refused = person.post("/api/v1/study/read", &wrong).await;
    assert_eq!((refused.status, &refused.json()["turn"]), (422, &json!(1)));
    let mut newer = file.clone();
    newer["version"] = json!(2);
    let refused = person.ask("POST", "/api/v1/study/read?lang=fr", &[], &newer.to_string()).await;
    assert!(refused.status == 422 && refused.text().contains("plus récente"), "{}", refused.text());
    newer["rounds"] = json!("none");
    assert_eq!(person.post("/api/v1/study/read", &newer).await.status, 422);
}

#[tokio::test]
async fn texts_that_cannot_be_read_are_explained_in_ones_language() {
    let server = Server::start().await;
    let mut person = server.person();
    let mut table = friendly("preset:tablut");
    table["ruleset"] = json!("preset:tablut goal:moon");
    let refused = person.ask("POST", "/api/v1/tables?lang=it", &[], &table.to_string()).await;
    let text = refused.json()["text"].as_str().unwrap().to_owned();
    assert!(refused.status == 422 && text.contains("moon") && !text.contains("there is"), "{text}");
    let english = person.ask("POST", "/api/v1/tables?lang=en", &[], &table.to_string()).await;
    assert_ne!(english.json()["text"].as_str().unwrap().split(": ").nth(1), text.split(": ").nth(1));
    table["ruleset"] = json!("preset:tablut");
    table["start"] = json!("white some; black none");
    let [it, fr] = ["it", "fr"].map(|lang| format!("/api/v1/tables?lang={lang}"));
    let mut said = Vec::new();
    for path in [it, fr] {
        said.push(
            person.ask("POST", &path, &[], &table.to_string()).await.json()["text"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    let why = |text: &str| text.split_once(':').unwrap().1.trim().to_owned();
    assert_ne!(why(&said[0]), why(&said[1]));
}

#[tokio::test]
async fn links_to_the_page_and_to_studies_have_previews() {
    let server = Server::with(|config| {
        config.is_behind_proxy = true;
        config.limits.per_origin.studies_per_minute = 20;
    })
    .await;
    let mut person = server.person();
    let home = person.ask("GET", "/", &[("accept-language", "fr")], "").await.text();
    assert!(home.contains("property=\"og:title\" content=\"Tablen\""), "{home}");
    assert!(home.contains("Trois jeux anciens"), "{home}");
    let lessons = person.ask("GET", "/learn/tablut/lessons", &[("accept-language", "it")], "").await.text();
    assert!(lessons.contains("property=\"og:title\" content=\"Lezioni · Tablut\""), "{lessons}");
    let study = person
        .get("/study?ruleset=game%3Atavli&position=white+1%3A15%3B+black+hand%3A15%3B+white+to+roll")
        .await;
    assert!(
        study.text().contains("/api/v1/study/picture.png?ruleset=game%3Atavli&amp;position=white%201%3A15"),
        "{}",
        study.text()
    );
    let tafl = "/api/v1/study/picture.png?ruleset=preset%3Abrandubh&position=%2F3t3%2F7%2F7%2F2tKT2%2F7%2F7%2F3t3%2F+defenders";
    for path in ["/api/v1/picture.png", "/api/v1/study/picture.png?ruleset=game%3Atavli", tafl] {
        let picture = person.get(path).await;
        assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/png")), "{path}");
        assert!(picture.body.starts_with(b"\x89PNG"), "{path}");
    }
    let long = format!("/api/v1/study/picture.png?ruleset=preset%3Atablut&position={}", "9%2F".repeat(400));
    assert_eq!(person.get(&long).await.status, 422);
    // Pictures take time: an address has so many of them in a minute.
    let asking: JoinSet<u16> = (0..10)
        .map(|_| {
            let mut person = person.clone();
            async move { person.ask("GET", tafl, &[("x-forwarded-for", "198.51.100.1")], "").await.status }
        })
        .collect();
    assert!(asking.join_all().await.contains(&429));
}

/// What people have written into a record is there after it was taken in, as far as it can be shown, and a study opens with it.
#[tokio::test]
async fn comments_variations_and_tags_of_a_record_are_kept() {
    let server = Server::start().await;
    let mut person = server.person();
    let long = "x".repeat(200_000);
    let record = format!(
        "Tablen record 1\nEvent: Uppsala \u{202e}1732\u{0}\nRules: preset:tablut\nHost plays: light\nHost: \"{long}\"\nGuest: \"B\u{202e}o\u{1b}\"\n\n\
         lot for the first turn: 2\n\nRound 1: host defenders, guest attackers, first defenders\n1. host E4-F4\n    !? {{bold \u{202e}and\u{7} fair}}\n    [E4-D4 {{calm}}; E2-D2]\n"
    );
    let taken = person.ask("POST", "/api/v1/records", &[], &record).await;
    assert_eq!(taken.status, 201, "{}", taken.text());
    let path = format!("/api/v1/tables/{}", taken.json()["id"].as_str().unwrap());
    let view = person.get(&path).await.json()["view"].take();
    assert_eq!(view["seats"]["host"]["occupant"], json!({ "person": "x".repeat(32) }));
    assert_eq!(view["seats"]["guest"]["occupant"], json!({ "person": "Bo" }));
    let given = person.get(&format!("{path}/record")).await.text();
    assert!(given.contains("\nEvent: Uppsala 1732\n"), "{given}");
    assert!(given.contains("    !? {bold and fair}\n"), "{given}");
    assert!(given.contains("[E4-D4 {calm}; E2-D2"), "{given}");
    let as_json = person.get(&format!("{path}/record.json")).await.json();
    let checksum = &as_json["tags"][1][1];
    assert_eq!(as_json["tags"], json!([["Event", "Uppsala 1732"], ["Checksum", checksum]]));
    // Taken in once more, nothing has changed.
    let again = person.ask("POST", "/api/v1/records", &[], &given).await.json();
    let again = person.get(&format!("/api/v1/tables/{}/record", again["id"].as_str().unwrap())).await.text();
    assert_eq!(again, given);
    let study = person.ask("POST", "/api/v1/study/read", &[], &given).await.json();
    let turn = &study["rounds"][0]["turns"][0];
    assert_eq!((&turn["comment"], &turn["glyph"]), (&json!("bold and fair"), &json!("!?")), "{study}");
    assert_eq!(turn["variations"][0][0]["comment"], "calm", "{study}");
}
