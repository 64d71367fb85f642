//! How much one guest or one table may take of the server, however many ask at once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

use support::{Answer, Guest, Server, friendly};
use tokio::task::JoinSet;

/// So many requests of one guest to open a table, all sent before any is answered.
async fn open_at_once(guest: &Guest, requests: usize) -> Vec<Answer> {
    let asking: JoinSet<Answer> = (0..requests)
        .map(|_| {
            let mut guest = guest.clone();
            async move { guest.post("/api/v1/tables", &friendly("preset:tablut")).await }
        })
        .collect();
    asking.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_requests_at_once_opens_more_tables_than_a_guest_may_have() {
    const MOST: usize = 7;
    let server = Server::with(|config| config.limits.tables_per_guest = MOST as u32).await;
    let mut ada = server.guest();
    ada.get("/api/v1/me").await;
    let (opened, refused): (Vec<_>, Vec<_>) =
        open_at_once(&ada, 60).await.into_iter().partition(|answer| answer.status == 201);
    assert_eq!((opened.len(), refused.len()), (MOST, 60 - MOST));
    for answer in refused {
        assert_eq!(answer.status, 429, "{}", answer.text());
        assert_eq!(answer.json()["code"], "server.error.too-many-tables");
    }
    assert_eq!(ada.get("/api/v1/me").await.json()["tables"].as_array().unwrap().len(), MOST);
    // Whoever is refused takes nobody's place.
    let mut bo = server.guest();
    bo.get("/api/v1/me").await;
    let others = open_at_once(&bo, MOST).await;
    assert!(others.iter().all(|answer| answer.status == 201));
}
