//! Nobody can do what is not theirs to do, and nobody can make the server suffer.

use std::time::{Duration, Instant};

use crate::support::{Answer, SOON, Server, friendly, two_at_a_table};
use serde_json::{Value, json};
use tablen_server::config::Config;
use tokio_tungstenite::tungstenite::Error;

#[tokio::test]
async fn a_stranger_sees_what_all_see_and_does_nothing() {
    let server = Server::start().await;
    let (id, _, mut players) = two_at_a_table(&server, friendly("game:tavli")).await;
    let mut stranger = server.person();
    let mut watching = stranger.sit(&id).await;
    watching.hear_of("state").await;
    assert_eq!(watching.view["viewer"], "spectator");
    assert_eq!((&watching.view["may"], &watching.view["dice"]["seed"]), (&json!([]), &Value::Null));
    for command in ["roll", "resign", "abort", "offer-draw", "leave"] {
        assert_eq!(watching.refused(json!({ "command": command })).await, "server.refusal.not-a-player");
        let as_host = json!({ "command": command, "seat": "host" });
        assert_eq!(watching.refused(as_host).await, "server.refusal.not-a-player");
    }
    let join = json!({ "command": "join", "occupant": { "person": "Eve" } });
    assert_eq!(watching.refused(join).await, "table.refusal.seat-taken");
    watching.send(&json!({ "type": "say", "phrase": "hello" })).await;
    assert_eq!(watching.hear_of("refused").await["code"], "server.refusal.not-a-player");
    // Nor does a player act for the other.
    assert_eq!(
        players[1].refused(json!({ "command": "resign", "seat": "host" })).await,
        "server.refusal.not-a-player"
    );
    // A forged cookie is a stranger's.
    let mut forger = server.person();
    forger.cookie = Some("tablen_guest=00000000000000000000000000000000.00".to_owned());
    assert_eq!(forger.sit(&id).await.hear_of("hello").await["seat"], Value::Null);
    // The secret of the dice is nowhere before the end.
    let record = stranger.get(&format!("/api/v1/tables/{id}/record.json")).await.text();
    assert!(!record.contains("seed-revealed"));
    assert_eq!(stranger.get(&format!("/api/v1/tables/{id}/verify")).await.json()["verdict"], "not-revealed");
    players[0].does(json!({ "command": "resign" })).await;
    watching.until(|view| view["phase"] == "over").await;
    assert!(watching.view["dice"]["seed"].is_string());
}

#[tokio::test]
async fn the_host_cannot_take_both_seats_and_nobody_joins_as_the_computer() {
    let server = Server::start().await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let id = ada.open(&friendly("preset:tablut")).await;
    let mut hosting = ada.sit(&id).await;
    let join = |occupant: Value| json!({ "command": "join", "occupant": occupant });
    assert_eq!(hosting.refused(join(json!({ "person": "Ada" }))).await, "table.refusal.seat-taken");
    let mut joining = bo.sit(&id).await;
    for nobody in [json!("open"), json!({ "computer": 5 })] {
        assert_eq!(joining.refused(join(nobody)).await, "table.refusal.nobody-joins");
    }
    joining.does(join(json!({ "person": " Bo\n of  Ithaca" }))).await;
    assert_eq!(joining.view["seats"]["guest"]["occupant"], json!({ "person": "Bo of Ithaca" }));
    // Nobody is told the key of a request.
    let log = bo.get(&format!("/api/v1/tables/{id}/record.json")).await.json()["log"].take();
    assert_eq!((&log[2]["event"], &log[2]["key"]), (&json!("joined"), &Value::Null));
}

/// Each page shows them in its own language; nothing is stored in the language of somebody else.
#[tokio::test]
async fn people_without_a_name_stay_without_one() {
    let server = Server::start().await;
    let nobody = json!({ "person": "" });
    let id = server.person().open(&json!({ "ruleset": "preset:tablut", "opponent": "friend" })).await;
    let mut joining = server.person().sit(&id).await;
    joining.does(json!({ "command": "join", "occupant": { "person": " \n " } })).await;
    let seats = &joining.view["seats"];
    assert_eq!((&seats["host"]["occupant"], &seats["guest"]["occupant"]), (&nobody, &nobody));
    let record = server.person().get(&format!("/api/v1/tables/{id}/record")).await.text();
    let again = server.person().ask("POST", "/api/v1/records", &[], &record).await;
    assert_eq!(again.status, 201, "{record}");
}

#[tokio::test]
async fn what_players_add_to_the_dice_is_in_the_record_and_has_a_limit() {
    let server = Server::start().await;
    let (mut ada, mut bo) = (server.person(), server.person());
    let with = |nonce: &str| {
        let mut table = friendly("game:tavli");
        table["nonce"] = json!(nonce);
        table
    };
    let id = ada.open(&with("00ff17")).await;
    let mut joining = bo.sit(&id).await;
    let join = |nonce: String| json!({ "command": "join", "occupant": { "person": "Bo" }, "nonce": nonce });
    assert_eq!(joining.refused(join("ab".repeat(65))).await, "server.refusal.nonce");
    joining.does(join("ab".repeat(64))).await;
    let nonces = async |person: &mut crate::support::Person, id: &str| {
        let log = person.get(&format!("/api/v1/tables/{id}/record.json")).await.json()["log"].take();
        [1, 2].map(|event: usize| log[event]["nonce"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(nonces(&mut ada, &id).await, ["00ff17".to_owned(), "ab".repeat(64)]);
    // Without a nonce nothing is added.
    let id = ada.open(&with("")).await;
    assert_eq!(nonces(&mut ada, &id).await[0], "");
    for (wrong, code) in [
        (&*"ab".repeat(65), "server.refusal.nonce"),
        ("abc", "server.error.body"),
        ("zz", "server.error.body"),
    ] {
        let answer = ada.post("/api/v1/tables", &with(wrong)).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (422, Some(code)), "{wrong}");
    }
}

/// The host of a table can know the commitment to its seed before they add to its dice, and each promise is kept once.
#[tokio::test]
async fn dice_are_promised_before_the_table_is_opened() {
    let server = Server::start().await;
    let mut ada = server.person();
    let seal = ada.post("/api/v1/seals", &json!({})).await;
    assert_eq!(seal.status, 201);
    let seal = seal.json();
    let mut table = friendly("game:tavli");
    table["opponent"] = json!({ "computer": 1 });
    table["seal"] = seal.clone();
    table["nonce"] = json!("00ff17");
    let opened = ada.post("/api/v1/tables", &table).await;
    assert_eq!((opened.status, &opened.json()["id"]), (201, &seal["id"]));
    let id = seal["id"].as_str().unwrap();
    let record = format!("/api/v1/tables/{id}/record.json");
    let log = ada.get(&record).await.json()["log"].take();
    assert_eq!(log[0]["commitment"], seal["commitment"]);
    // A guest who knows the seed adds nothing: it could be chosen to suit the host's.
    assert_eq!((&log[1]["nonce"], &log[2]["nonce"]), (&json!("00ff17"), &Value::Null));
    // An answer that was lost is given again, and no table is opened twice.
    assert_eq!(ada.post("/api/v1/tables", &table).await.json(), opened.json());
    assert_eq!(ada.get("/api/v1/me").await.json()["tables"].as_array().unwrap().len(), 1);
    assert_eq!(ada.get(&record).await.json()["log"][1], log[1]);
    // The seed is never known before the game: no other table has it, be it at this server or at another.
    let spent = async |person: &mut crate::support::Person, table: &Value| {
        let again = person.post("/api/v1/tables", table).await;
        assert_eq!((again.status, again.json()["code"].as_str()), (409, Some("server.error.seal")));
    };
    spent(&mut server.person(), &table).await;
    spent(&mut Server::start().await.person(), &table).await;
    table["seal"]["id"] = json!("0".repeat(32));
    spent(&mut ada, &table).await;
    table["seal"]["id"] = json!("somewhere");
    let wrong = ada.post("/api/v1/tables", &table).await;
    assert_eq!((wrong.status, wrong.json()["code"].as_str()), (422, Some("server.error.body")));
}

#[tokio::test]
async fn sockets_have_limits() {
    let server = Server::with(|config| {
        config.limits.credits = 5;
        config.limits.credits_per_second = 0;
        config.limits.patience = 3;
    })
    .await;
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let mut hasty = person.sit(&id).await;
    let mut codes = Vec::new();
    for _ in 0..9 {
        hasty.send(&json!({ "type": "say", "phrase": "oops" })).await;
    }
    while let Some(message) = hasty.hear().await {
        if message["type"] == "refused" {
            codes.push(message["code"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(codes, vec!["server.refusal.slow-down"; 3]);
    let mut wordy = person.sit(&id).await;
    wordy.send_text(&format!("{{\"type\": \"hint\", \"more\": \"{}\"}}", "x".repeat(5_000))).await;
    assert_eq!(wordy.closed_with().await, Some(1009));
    let mut confused = person.sit(&id).await;
    for nonsense in ["{", "[]", "{\"type\": \"fly\"}", "{\"type\": \"do\", \"command\": \"fly\", \"key\": 7}"]
    {
        confused.send_text(nonsense).await;
        let refused = confused.hear_of("refused").await;
        assert_eq!(refused["code"], "server.refusal.not-understood");
        assert_eq!(refused["key"], if nonsense.contains("key") { json!(7) } else { Value::Null });
    }
}

/// Every ping is answered, and a client that does not read the answers would fill the server's memory with them.
#[tokio::test]
async fn pings_are_counted_like_messages() {
    let server = Server::with(|config| {
        (config.limits.credits, config.limits.credits_per_second, config.limits.patience) = (3, 0, 3);
    })
    .await;
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let mut socket = person.sit(&id).await;
    for _ in 0..7 {
        socket.ping().await;
    }
    assert_eq!(socket.closed_with().await, Some(1008));
}

/// A cache between that keeps an answer with a cookie would make one person of many.
#[tokio::test]
async fn no_answer_with_a_cookie_is_kept_by_caches() {
    let server = Server::start().await;
    let table = friendly("preset:tablut").to_string();
    let id = server.person().open(&friendly("preset:tablut")).await;
    let (page, record) = (format!("/t/{id}"), format!("/r/{id}"));
    let asked = [
        ("GET", "/", ""),
        ("GET", "/index.html", ""),
        ("GET", &page, ""),
        ("GET", &record, ""),
        ("GET", "/api/v1/me", ""),
        ("POST", "/api/v1/tables", &table),
    ];
    for (method, path, body) in asked {
        let answer = server.person().ask(method, path, &[], body).await;
        assert!(answer.header("set-cookie").is_some(), "{path}");
        let kept = answer.header("cache-control").unwrap();
        assert!(kept.contains("private") || kept.contains("no-store"), "{path}: {kept}");
    }
    let own = format!("ws://{}/api/v1/tables/{id}/socket", server.address);
    let stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let (_, response) = tokio_tungstenite::client_async(own, stream).await.unwrap();
    assert!(response.headers().contains_key("set-cookie"));
    assert_eq!(response.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn large_keys_are_refused() {
    let server = Server::start().await;
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let mut socket = person.sit(&id).await;
    socket.send(&json!({ "type": "do", "command": "abort", "key": 1_u64 << 53 })).await;
    assert_eq!(socket.hear_of("refused").await["code"], "server.refusal.key");
}

#[tokio::test]
async fn other_pages_cannot_act_for_a_guest() {
    let server = Server::start().await;
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let path = format!("{id}/socket");
    match person.socket(&path, &[("origin", "http://evil.example")]).await {
        Err(Error::Http(response)) => assert_eq!(response.status(), 403),
        _ => panic!("another page was let in"),
    }
    let own = format!("http://{}", server.address);
    assert!(person.socket(&path, &[("origin", &own)]).await.is_ok());
    let body = friendly("preset:tablut").to_string();
    for path in ["/api/v1/tables", "/api/v1/records"] {
        let answer = person.ask("POST", path, &[("Origin", "http://evil.example")], &body).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (403, Some("server.error.origin")));
    }
}

#[tokio::test]
async fn a_guest_has_so_many_tables_open_and_no_more() {
    let server = Server::with(|config| config.limits.tables_per_person = 2).await;
    let mut person = server.person();
    person.open(&friendly("preset:tablut")).await;
    let second = person.open(&friendly("preset:tablut")).await;
    let refused =
        person.ask("POST", "/api/v1/tables?lang=it", &[], &friendly("preset:tablut").to_string()).await;
    assert_eq!(refused.status, 429);
    assert_eq!(refused.json()["code"], "server.error.too-many-tables");
    assert!(refused.json()["text"].as_str().unwrap().contains("2 tavoli"), "{}", refused.text());
    person.sit(&second).await.does(json!({ "command": "abort" })).await;
    person.open(&friendly("preset:tablut")).await;
    server.person().open(&friendly("preset:tablut")).await;
}

fn few(config: &mut Config) {
    let limits = &mut config.limits.per_origin;
    (limits.people_per_minute, limits.tables_per_minute, limits.sockets) = (3, 2, 1);
}

const FORWARDED: &str = "x-forwarded-for";

/// The answer says in words and in a header when to come back.
fn is_sent_away(answer: &Answer, code: &str) {
    assert_eq!((answer.status, answer.json()["code"].as_str()), (429, Some(code)), "{}", answer.text());
    let seconds: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds), "{seconds}");
    let text = answer.json()["text"].as_str().unwrap().to_owned();
    assert!(text.contains("address"), "{text}");
}

#[tokio::test]
async fn an_address_has_limits_however_many_cookies_it_has() {
    let server = Server::with(|config| {
        few(config);
        config.is_behind_proxy = true;
    })
    .await;
    let (here, there) = ((FORWARDED, "10.9.8.7, 198.51.100.1"), (FORWARDED, "198.51.100.2"));
    let mut people = Vec::new();
    for _ in 0..3 {
        let mut person = server.person();
        assert_eq!(person.ask("GET", "/api/v1/me", &[here], "").await.status, 200);
        people.push(person);
    }
    is_sent_away(&server.person().ask("GET", "/api/v1/me", &[here], "").await, "server.error.many-people");
    // The page itself can still be read, and known people are not concerned.
    let page = server.person().ask("GET", "/", &[here], "").await;
    assert_eq!((page.status, page.header("set-cookie")), (200, None));
    assert_eq!(people[0].ask("GET", "/api/v1/me", &[here], "").await.status, 200);
    assert_eq!(server.person().ask("GET", "/api/v1/me", &[there], "").await.status, 200);
    // Whatever the client itself says about where it comes from is not believed.
    let lie = (FORWARDED, "192.0.2.1, 198.51.100.1");
    is_sent_away(&server.person().ask("GET", "/api/v1/me", &[lie], "").await, "server.error.many-people");
    let table = friendly("preset:tablut").to_string();
    let mut ids = Vec::new();
    for person in &mut people[..2] {
        let opened = person.ask("POST", "/api/v1/tables", &[here], &table).await;
        ids.push(opened.json()["id"].as_str().unwrap().to_owned());
    }
    let refused = people[2].ask("POST", "/api/v1/tables", &[here], &table).await;
    is_sent_away(&refused, "server.error.many-tables");
    // A record that is taken in is a table too.
    let record = people[0].get(&format!("/api/v1/tables/{}/record", ids[0])).await.text();
    let refused = people[2].ask("POST", "/api/v1/records", &[here], &record).await;
    is_sent_away(&refused, "server.error.many-tables");
    assert_eq!(people[2].ask("POST", "/api/v1/records", &[there], &record).await.status, 201);
    let path = format!("{}/socket", ids[0]);
    let first = people[0].socket(&path, &[here]).await.unwrap();
    match people[1].socket(&path, &[here]).await {
        Err(Error::Http(response)) => {
            assert_eq!(response.status(), 429);
            assert!(response.headers().contains_key("retry-after"));
        }
        _ => panic!("one socket too many"),
    }
    assert!(people[1].socket(&path, &[there]).await.is_ok());
    drop(first);
    let again = async {
        while people[1].socket(&path, &[here]).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(SOON, again).await.unwrap();
    assert!(!server.person().get("/metrics").await.text().contains("tablen_turned_away_total 0"));
}

/// Who was shown the door for sending too much does not come back at once, nor does anybody else from there.
#[tokio::test]
async fn who_sends_too_much_is_kept_out_for_a_while() {
    let server = Server::with(|config| {
        config.is_behind_proxy = true;
        config.limits.credits = 5;
        config.limits.credits_per_second = 0;
        config.limits.patience = 1;
        config.limits.per_origin.handshakes_per_minute = 2;
        config.limits.per_origin.shut_out.0 = Duration::from_secs(10);
    })
    .await;
    let (here, there) = ((FORWARDED, "198.51.100.1"), (FORWARDED, "198.51.100.2"));
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let path = format!("{id}/socket");
    let came = Instant::now();
    let mut flooding = person.socket(&path, &[here]).await.unwrap();
    for _ in 0..20 {
        if !flooding.ping().await {
            break;
        }
    }
    assert_eq!(flooding.closed_with().await, Some(1008));
    let refused = |outcome: Result<_, Error>| match outcome {
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let said: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
            (response.status().as_u16(), said["code"].as_str().unwrap_or_default().to_owned())
        }
        Err(error) => panic!("{error}"),
        Ok(_) => (101, String::new()),
    };
    let kept_out = refused(person.socket(&path, &[here]).await.map(drop));
    assert_eq!(kept_out, (429, "server.error.shut-out".to_owned()));
    assert_eq!(person.ask("GET", "/api/v1/me", &[here], "").await.status, 200, "they can still look");
    assert!(person.socket(&path, &[there]).await.is_ok());
    // After a while they may come back, but not as often as they like.
    let again = async || refused(person.clone().socket(&path, &[here]).await.map(drop));
    let shut_out = Instant::now();
    let mut answer = again().await;
    while answer.1 == "server.error.shut-out" {
        assert!(shut_out.elapsed() < SOON, "they stay shut out");
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = again().await;
    }
    assert_eq!(answer.0, 101);
    // One more is allowed every half minute, however slow all this was.
    let most = 3 + came.elapsed().as_secs() / 30;
    let mut let_in = 0;
    while let_in < most {
        answer = again().await;
        if answer.0 != 101 {
            break;
        }
        let_in += 1;
    }
    assert_eq!(answer, (429, "server.error.many-handshakes".to_owned()));
}

#[tokio::test]
async fn without_a_proxy_this_machine_has_no_limits_and_the_header_says_nothing() {
    let server = Server::with(few).await;
    let forwarded = (FORWARDED, "198.51.100.1");
    let mut sockets = Vec::new();
    for _ in 0..5 {
        let mut person = server.person();
        let table = friendly("preset:tablut").to_string();
        let opened = person.ask("POST", "/api/v1/tables", &[forwarded], &table).await;
        assert_eq!(opened.status, 201, "{}", opened.text());
        let path = format!("{}/socket", opened.json()["id"].as_str().unwrap());
        sockets.push(person.socket(&path, &[forwarded]).await.unwrap());
    }
}

/// Anyone can write a header: only a proxy that was told of is believed that visitors reach it over TLS.
#[tokio::test]
async fn only_a_proxy_says_that_a_visit_is_encrypted() {
    let invitation = format!("/api/v1/tables/{}/invitation", "0".repeat(32));
    for (is_behind_proxy, told, is_secure) in [
        (false, &["https"][..], false),
        (true, &["https"], true),
        (true, &["HTTPS"], true),
        (true, &["http"], false),
        (true, &[], false),
        // What stands before the last entry is what the client says itself.
        (true, &["https, http"], false),
        (true, &["https", "http"], false),
        (true, &["http, https"], true),
    ] {
        let server = Server::with(|config| config.is_behind_proxy = is_behind_proxy).await;
        let headers: Vec<_> = told.iter().map(|value| ("x-forwarded-proto", *value)).collect();
        let me = server.person().ask("GET", "/api/v1/me", &headers, "").await;
        let cookie = me.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; Secure"), is_secure, "{is_behind_proxy} {told:?}: {cookie}");
        let invited = server.person().ask("GET", &invitation, &headers, "").await.json();
        let start = if is_secure { "https://" } else { "http://" };
        assert!(
            invited["address"].as_str().unwrap().starts_with(start),
            "{is_behind_proxy} {told:?}: {invited}"
        );
    }
}

#[tokio::test]
async fn what_is_asked_wrongly_is_answered_clearly() {
    let server = Server::start().await;
    let mut person = server.person();
    for (body, code) in [
        (json!({}), "server.error.body"),
        (json!({ "ruleset": "preset:chess", "opponent": "friend" }), "server.error.body"),
        (json!({ "ruleset": "preset:tablut", "opponent": { "computer": 9 } }), "server.error.body"),
        (json!({ "ruleset": "preset:tablut", "opponent": "friend", "colour": "red" }), "server.error.body"),
        (
            json!({ "ruleset": "preset:tablut throne_stop:everyone throne_pass:king", "opponent": "friend" }),
            "",
        ),
    ] {
        let answer = person.post("/api/v1/tables", &body).await;
        assert_eq!(answer.status, 422, "{body}: {}", answer.text());
        let said = answer.json();
        assert!(code.is_empty() || said["code"] == code, "{said}");
        assert!(!said["text"].as_str().unwrap().is_empty());
    }
    let unknown = "0".repeat(32);
    for path in [
        "/api/v1/tables/x",
        &format!("/api/v1/tables/{unknown}"),
        &format!("/api/v1/tables/{unknown}/qr.svg/x"),
        "/nothing",
    ] {
        assert_eq!(person.get(path).await.status, 404, "{path}");
    }
    assert!(matches!(
        person.socket(&format!("{unknown}/socket"), &[]).await,
        Err(Error::Http(response)) if response.status() == 404
    ));
    let long = "x".repeat(2 << 20);
    assert_eq!(person.ask("POST", "/api/v1/records", &[], &long).await.status, 413);
}

#[tokio::test]
async fn every_refusal_has_the_same_form() {
    let server = Server::start().await;
    let mut person = server.person();
    let id = person.open(&friendly("preset:tablut")).await;
    let socket = format!("/api/v1/tables/{id}/socket");
    let (twice, since) = (format!("{socket}?lang=en&lang=fr"), format!("{socket}?since=x"));
    let long = "x".repeat(2 << 20);
    for (method, path, body, status, code) in [
        ("GET", "/api/v1/games?lang=en&lang=fr", "", 400, "server.error.body"),
        ("GET", "/api/v1/tables/%ff", "", 400, "server.error.body"),
        ("GET", &*twice, "", 400, "server.error.body"),
        ("GET", &*since, "", 400, "server.error.body"),
        ("GET", &*socket, "", 400, "server.error.body"),
        ("DELETE", "/api/v1/tables", "", 405, "server.error.method"),
        ("POST", "/api/v1/games", "", 405, "server.error.method"),
        ("POST", "/api/v1/records", &*long, 413, "server.error.too-large"),
    ] {
        let answer = person.ask(method, path, &[], body).await;
        assert_eq!(answer.header("content-type"), Some("application/json"), "{method} {path}");
        assert_eq!((answer.status, answer.json()["code"].as_str()), (status, Some(code)), "{method} {path}");
        assert_eq!(answer.header("allow").is_some(), status == 405, "{method} {path}");
    }
}

/// A client that says nothing, or says it too slowly, is not waited for.
#[tokio::test]
async fn slow_requests_are_not_waited_for() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let server = Server::with(|config| {
        config.limits.arriving = Duration::from_secs(2);
        config.limits.http_connections = 3;
    })
    .await;
    let begun = [
        ("", ""),
        ("GET / HTTP/1.1\r\nHost: x\r\n", ""),
        (
            "POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{",
            "server.error.too-slow",
        ),
    ];
    let mut streams = Vec::new();
    for (said, answer) in begun {
        let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        streams.push((stream, answer));
    }
    // Now there are as many as there may be.
    let mut bytes = Vec::new();
    let mut more = tokio::net::TcpStream::connect(server.address).await.unwrap();
    let _ = tokio::time::timeout(SOON, more.read_to_end(&mut bytes)).await.unwrap();
    assert!(bytes.is_empty());
    for (mut stream, answer) in streams {
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(SOON, stream.read_to_end(&mut bytes)).await.unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(answer), "{answer}");
    }
    assert_eq!(server.person().get("/healthz").await.status, 200);
}

/// A client that asks for much and reads nothing does not keep the server's memory for ever.
#[tokio::test]
async fn answers_that_nobody_takes_come_to_an_end() {
    use tokio::io::AsyncWriteExt;
    let server = Server::with(|config| {
        config.limits.leaving = Duration::from_millis(200);
        config.limits.http_connections = 1;
    })
    .await;
    let mut stream = tokio::net::TcpStream::connect(server.address).await.unwrap();
    // More than the operating system holds for the two: the server does not read on while it cannot write.
    let question = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
    let asking = async { while stream.write_all(question.as_bytes()).await.is_ok() {} };
    tokio::time::timeout(SOON, asking).await.expect("the server hangs up");
    // Its place is free again.
    assert_eq!(server.person().get("/healthz").await.status, 200);
}

/// What a long record costs the server counts, so that nobody fills its disk with a few of them.
#[tokio::test]
async fn long_records_count_as_many_tables() {
    let server = Server::with(|config| {
        config.is_behind_proxy = true;
        config.limits.record_bytes_per_table = 100;
        config.limits.per_origin.tables_per_minute = 60;
    })
    .await;
    let (id, mut people, mut players) = two_at_a_table(&server, friendly("preset:brandubh")).await;
    crate::support::play_on(&mut players, &mut fastrand::Rng::with_seed(5), 10).await;
    let mut record = people[0].get(&format!("/api/v1/tables/{id}/record")).await.text();
    // As long as forty tables; what is empty is not read.
    record.push_str(&"\n".repeat(4_000 - record.len()));
    let elsewhere = [("X-Forwarded-For", "198.51.100.1")];
    let first = people[0].ask("POST", "/api/v1/records", &elsewhere, &record).await;
    let second = people[0].ask("POST", "/api/v1/records", &elsewhere, &record).await;
    assert_eq!((first.status, second.status), (201, 429));
    assert_eq!(second.json()["code"], "server.error.many-tables");
}

#[tokio::test]
async fn every_answer_has_strict_headers() {
    let server = Server::start().await;
    let mut person = server.person();
    for path in
        ["/", "/t/abc", "/api/v1/games", "/nothing", "/metrics", "/pictures/mark.svg", "/texts/en.json"]
    {
        let answer = person.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert!(answer.header("cache-control").is_some());
    }
    // One page may be shown inside others; who sees it there is nobody here.
    let framed = server.person().get("/embed?game=tavli").await;
    let policy = framed.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors *") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(
        (framed.status, framed.header("x-frame-options"), framed.header("set-cookie")),
        (200, None, None)
    );
    for path in ["/learn", "/learn/tavli", "/learn/tavli/scene", "/puzzles/alea", "/about", "/embed/more"] {
        let page = person.get(path).await;
        assert_eq!((page.status, page.header("x-frame-options")), (200, Some("DENY")), "{path}");
    }
    for part in ["/app/main.js", "/style/home.css", "/fonts/sans.woff2"] {
        let answer = person.get(part).await;
        assert_eq!(
            (answer.status, answer.header("x-content-type-options")),
            (200, Some("nosniff")),
            "{part}"
        );
    }
    let mut fresh = server.person();
    let cookie = fresh.get("/").await.header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_eq!(fresh.get("/").await.header("set-cookie"), None);
}
