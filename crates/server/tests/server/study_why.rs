//! Why a man cannot be moved in a study, told as at a table.

use crate::support::Server;
use serde_json::{Value, json};

const CAPTURE: &str = "/9/9/3t5/2tKt4/9/3t5/9/9/9/ attackers";

#[tokio::test]
async fn what_cannot_be_played_in_a_study_has_a_reason() {
    let server = Server::start().await;
    let mut person = server.person();
    let cases = [
        // On the other side of a man; nowhere at all; where it can.
        (
            json!({ "ruleset": "preset:tablut", "from": "E9", "to": "E7" }),
            json!("T4: the piece on E8 is in the way."),
        ),
        (json!({ "ruleset": "preset:tablut", "from": "E9" }), json!("T4: the piece on E9 has no move.")),
        (json!({ "ruleset": "preset:tablut", "from": "D1", "to": "D3" }), Value::Null),
        // Before the throw; with a throw that has no man there.
        (json!({ "ruleset": "game:tavli", "from": "hand", "to": "4" }), json!("Throw the dice first.")),
        (
            json!({ "ruleset": "game:tavli", "roll": "123", "from": "5" }),
            json!("Z5: no man of yours is on cell 5."),
        ),
    ];
    for (question, text) in cases {
        let answer = person.post("/api/v1/study/why", &question).await;
        assert_eq!((answer.status, &answer.json()["text"]), (200, &text), "{question}");
        let cites = text.as_str().and_then(|text| text.split_once(": "));
        assert_eq!(answer.json()["rule"], cites.map_or(Value::Null, |(rule, _)| json!(rule)));
    }
    // Nothing can be played any more.
    let over =
        json!({ "ruleset": "preset:tablut", "start": CAPTURE, "turns": ["D6-D5"], "from": "C4", "to": "C5" });
    let answer = person.ask("POST", "/api/v1/study/why?lang=it", &[], &over.to_string()).await.json();
    assert_eq!(answer["text"], "La partita è finita.");
    // What is no place, and where nobody can be.
    for wrong in [
        json!({ "ruleset": "preset:tablut", "from": "nowhere" }),
        json!({ "ruleset": "preset:tablut", "turns": ["A1-A2"], "from": "E9" }),
    ] {
        assert_eq!(person.post("/api/v1/study/why", &wrong).await.status, 422);
    }
}
