//! The example bot plays against the real server.

use std::process::{Command, Output};

use crate::support::{Server, friendly, pick};
use serde_json::json;

fn bot(address: String, arguments: Vec<String>) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bot.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(address).args(arguments).args(["--pace", "0"]);
    python.output().expect("python3 is there")
}

#[tokio::test]
async fn who_opens_a_table_can_say_that_it_is_a_bot() {
    let server = Server::start().await;
    let mut table = friendly("preset:brandubh");
    (table["bot"], table["public"], table["name"]) = (json!(true), json!(true), json!("Zoe"));
    let id = server.person().open(&table).await;
    let mut visitor = server.person();
    let listed = visitor.get("/api/v1/tables").await.json();
    assert_eq!(listed["tables"][0]["seats"]["host"], json!({ "bot": "Zoe" }));
    let seen = visitor.get(&format!("/api/v1/tables/{id}")).await.json();
    assert_eq!(seen["view"]["seats"]["host"]["occupant"], json!({ "bot": "Zoe" }));
    let page = visitor.ask("GET", &format!("/t/{id}"), &[("Accept-Language", "fr")], "").await.text();
    assert!(page.contains("Zoe (robot)"), "the preview of the link says so: {page}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_plays_the_computer_and_a_friend() {
    let server = Server::start().await;
    let address = format!("http://{}", server.address);
    for rules in ["game:tavli", "preset:brandubh"] {
        let (address, arguments) = (address.clone(), vec!["--rules".to_owned(), rules.to_owned()]);
        let output = tokio::task::spawn_blocking(move || bot(address, arguments)).await.unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.ends_with("has won.\n"), "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(said.lines().count(), 1, "nothing was refused: {said}");
    }
    let mut person = server.person();
    let id = person.open(&friendly("preset:brandubh")).await;
    let mut hosting = person.sit(&id).await;
    let playing = tokio::task::spawn_blocking(move || bot(address, vec![id]));
    let mut rng = fastrand::Rng::with_seed(21);
    hosting.until(|view| view["phase"] == "playing").await;
    let bot_at_the_table = json!({ "bot": "Random bot" });
    assert_eq!(hosting.view["seats"]["guest"]["occupant"], bot_at_the_table);
    let own = person.get("/api/v1/me").await.json();
    assert_eq!(own["tables"][0]["seats"]["guest"], bot_at_the_table);
    for _ in 0..5 {
        hosting.until(|view| view["acts_for"] == "host" || view["phase"] == "over").await;
        let Some(command) = pick(&hosting.view, &mut rng) else { break };
        hosting.does(command).await;
    }
    if !hosting.is_over() {
        hosting.order(json!({ "command": "resign" })).await;
    }
    let output = playing.await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
