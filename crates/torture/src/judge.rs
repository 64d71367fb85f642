//! Compares what people were told with what a server has, by its own API.

use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use crate::client::{PATIENCE, Person};
use crate::ledger::Ledger;
use crate::outcome::Outcome;
use crate::schedule::GAMES;
use crate::server::DATABASE;

/// Holds the log of every table, but for some that were compared before, against what was told of it.
pub fn compare(server: SocketAddr, ledger: &Ledger, except: &[String]) -> Outcome<()> {
    let mut asked = Person::at(server);
    for (table, told) in ledger.tables() {
        if except.contains(&table) {
            continue;
        }
        let answer = asked.get(&format!("/api/v1/tables/{table}/record.json"))?;
        if answer.status != 200 {
            ledger.complain(format!("table {table} with {told} events is gone: {}", answer.status));
            continue;
        }
        let record = answer.json()?;
        ledger.compare(&table, record["log"].as_array().map(Vec::as_slice).unwrap_or_default());
    }
    Ok(())
}

/// Adds the tables at which nothing more can happen to those that are known.
pub fn finished(server: SocketAddr, ledger: &Ledger, known: &mut Vec<String>) -> Outcome<()> {
    let mut asked = Person::at(server);
    for (table, _) in ledger.tables() {
        if known.contains(&table) {
            continue;
        }
        let seen = asked.get(&format!("/api/v1/tables/{table}"))?.json()?;
        if matches!(seen["view"]["phase"].as_str(), Some("over" | "aborted")) {
            known.push(table);
        }
    }
    Ok(())
}

/// Waits until people play at every table.
pub fn settle(ledger: &Ledger) -> Outcome<()> {
    let began = Instant::now();
    while ledger.tables().len() < GAMES.len() || ledger.tables().iter().any(|(_, next)| *next < 6) {
        ensure!(began.elapsed() < PATIENCE, "people do not come to play: {:?}", ledger.tables());
        thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Waits until something has happened at every table that is not over: games between friends go on.
pub fn await_progress(server: SocketAddr, ledger: &Ledger, within: Duration) -> Outcome<()> {
    let (began, before) = (Instant::now(), ledger.tables());
    let mut over = Vec::new();
    finished(server, ledger, &mut over)?;
    loop {
        let now = ledger.tables();
        let stands = |(table, next): &&(String, u64)| {
            !over.contains(table) && now.iter().any(|(other, found)| other == table && found <= next)
        };
        let Some((table, next)) = before.iter().find(stands) else { return Ok(()) };
        ensure!(began.elapsed() < within, "table {table} stands at event {next} for {within:?}");
        thread::sleep(Duration::from_millis(50));
        // One may have ended just before.
        finished(server, ledger, &mut over)?;
    }
}

/// Waits until a game is over that was not.
pub fn await_end(server: SocketAddr, ledger: &Ledger, within: Duration) -> Outcome<()> {
    let began = Instant::now();
    let mut over = Vec::new();
    finished(server, ledger, &mut over)?;
    let before = over.len();
    while over.len() == before {
        ensure!(began.elapsed() < within, "no game has ended for {within:?}");
        thread::sleep(Duration::from_millis(50));
        finished(server, ledger, &mut over)?;
    }
    Ok(())
}

/// Lets SQLite look through a database that no server uses.
pub fn look_through(folder: &Path) -> Outcome<()> {
    let file = folder.join(DATABASE);
    let found: String = in_sqlite(&file, async |connection| {
        sqlx::query("pragma integrity_check").fetch_one(connection).await?.try_get(0)
    })?;
    ensure!(found == "ok", "{}: {found}", file.display());
    Ok(())
}

/// Does something with a database as another program would.
pub fn in_sqlite<T>(
    file: &Path,
    work: impl AsyncFnOnce(&mut sqlx::SqliteConnection) -> Result<T, sqlx::Error>,
) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut connection = sqlx::sqlite::SqliteConnectOptions::new().filename(file).connect().await?;
        let found = work(&mut connection).await?;
        connection.close().await?;
        Ok(found)
    })
}
