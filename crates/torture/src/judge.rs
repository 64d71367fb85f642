//! Compares what people were told with what a server has, by its own API.

use std::net::SocketAddr;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use crate::client::{Answer, PATIENCE, Person};
use crate::ledger::Ledger;
use crate::outcome::Outcome;
use crate::players::Crowd;
use crate::schedule::GAMES;
use crate::server::DATABASE;
use crate::site::Site;

/// How long a table may stand still when nothing is wrong.
pub(crate) const PROGRESS: Duration = Duration::from_secs(60);

/// How many commands are acknowledged at least, once nothing is wrong any more.
const ENOUGH: u64 = 20;

/// What a server answers that may say for a while that it is too busy.
pub fn patiently(asked: &mut Person, path: &str) -> Outcome<Answer> {
    let began = Instant::now();
    loop {
        let answer = asked.get(path)?;
        if answer.status != 503 || began.elapsed() > PATIENCE {
            return Ok(answer);
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Holds the log of every table, but for some that were compared before, against what was told of it.
pub fn compare(server: SocketAddr, ledger: &Ledger, except: &[String]) -> Outcome<()> {
    let mut asked = Person::at(server);
    for (table, told) in ledger.tables() {
        if except.contains(&table) {
            continue;
        }
        let answer = patiently(&mut asked, &format!("/api/v1/tables/{table}/record.json"))?;
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
        let seen = patiently(&mut asked, &format!("/api/v1/tables/{table}"))?.json()?;
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

/// Waits until people have been told of more than so many of their commands that they are done, and somebody who looks on was refused theirs.
pub fn await_deeds(ledger: &Ledger, more_than: u64) -> Outcome<()> {
    let began = Instant::now();
    loop {
        let noticed = ledger.noticed();
        if noticed.done > more_than && noticed.refused_strangers > 0 {
            return Ok(());
        }
        ensure!(
            began.elapsed() < PATIENCE,
            "{} commands were acknowledged, and {} of those who look on refused",
            noticed.done,
            noticed.refused_strangers
        );
        thread::sleep(Duration::from_millis(20));
    }
}

/// Lets somebody resign, and waits until a game is over that was not.
pub fn await_end(server: SocketAddr, Crowd { lobby, ledger, .. }: &Crowd, within: Duration) -> Outcome<()> {
    let began = Instant::now();
    lobby.wish_for_an_end(true);
    let mut over = Vec::new();
    finished(server, ledger, &mut over)?;
    let before = over.len();
    while over.len() == before {
        ensure!(began.elapsed() < within, "no game has ended for {within:?}");
        thread::sleep(Duration::from_millis(50));
        finished(server, ledger, &mut over)?;
    }
    lobby.wish_for_an_end(false);
    Ok(())
}

/// Starts a server once more, in peace: everything is there, and all games go on. When it was killed in its turn everything is there again,
/// and SQLite finds nothing wrong.
pub fn play_on_in_peace(site: &Site, crowd: &Crowd) -> Outcome<()> {
    let Crowd { lobby, ledger, .. } = crowd;
    let (server, _) = site.start()?;
    compare(server.address, ledger, &[])?;
    lobby.open(server.address);
    await_progress(server.address, ledger, PROGRESS)?;
    await_deeds(ledger, ENOUGH)?;
    lobby.close();
    server.kill()?;
    let (server, _) = site.start()?;
    compare(server.address, ledger, &[])?;
    server.kill()?;
    look_through(&site.launch.folder)
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
