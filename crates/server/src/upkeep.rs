//! What is done while nobody waits for it: all tables are gone through, a few at a time, without end. Whether they are as they were written
//! is found out, what has been kept long enough is forgotten, and games that have ended are packed.

use std::time::Duration;

use tokio::time::MissedTickBehavior;

use crate::App;
use crate::moments::unix_now;
use crate::store::{Change, Retention, Sort, StoreError, Surveyed};

/// Tables that are looked at in one go: the time that it takes is hardly noticed, even where all of them are long.
const AT_ONCE: u32 = 16;

/// People who are forgotten in one go.
const PEOPLE_AT_ONCE: u32 = 1_000;

/// How long is waited after all have been gone through: an hour, in units of the time between two goes.
const ROUNDS: u32 = 3_600;

/// Goes through all tables for as long as the server runs.
pub async fn run(app: App, pause: Duration) {
    let mut ticks = tokio::time::interval(pause);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut after = None;
    let mut found = Totals::default();
    loop {
        ticks.tick().await;
        match app.store().survey(after, AT_ONCE).await {
            Ok(tables) if tables.is_empty() => {
                if let Err(error) = forget_people(&app).await {
                    tracing::warn!(%error, "people without tables could not be forgotten");
                }
                found.publish(&app);
                (after, found) = (None, Totals::default());
                tokio::time::sleep(ROUNDS * pause).await;
            }
            Ok(tables) => {
                after = tables.last().map(|table| table.id);
                for table in &tables {
                    found.add(table);
                    if let Err(error) = look_after(&app, table).await {
                        tracing::warn!(table = %table.id, %error, "a table could not be looked after");
                    }
                }
            }
            Err(error) => tracing::error!(%error, "tables cannot be gone through"),
        }
    }
}

async fn look_after(app: &App, table: &Surveyed) -> Result<(), StoreError> {
    if let Some(damage) = &table.damage {
        tracing::error!(table = %table.id, damage, "a table is not what was stored");
        return Ok(());
    }
    let id = table.id;
    let is_over = app.config().retention.is_over(table, unix_now()) && !app.tables().is_in_memory(id);
    let change = if is_over {
        Change::Forget { table: id, touched: table.touched }
    } else if table.is_loose {
        Change::Pack { table: id }
    } else {
        return Ok(());
    };
    app.store().write(vec![change]).await?;
    // Whoever reads that it is forgotten does not find it any more.
    if is_over {
        app.metrics().forgotten.count();
    }
    Ok(())
}

/// Forgets people whose tables have all been forgotten.
async fn forget_people(app: &App) -> Result<(), StoreError> {
    if app.config().retention == Retention::default() {
        return Ok(());
    }
    let people = app.store().people_without_tables(PEOPLE_AT_ONCE).await?;
    if people.is_empty() {
        return Ok(());
    }
    app.store().write(people.into_iter().map(|person| Change::ForgetPerson { person }).collect()).await
}

/// What all tables come to.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    tables: u64,
    finished: u64,
    bytes: u64,
    largest: u64,
}

impl Totals {
    fn add(&mut self, table: &Surveyed) {
        self.tables += 1;
        if Sort::of(table) == Sort::Finished {
            self.finished += 1;
            self.bytes += table.bytes;
            self.largest = self.largest.max(table.bytes);
        }
    }

    fn publish(&self, app: &App) {
        let metrics = app.metrics();
        metrics.stored_tables.set_to(self.tables);
        metrics.finished_games.set_to(self.finished);
        metrics.finished_game_bytes.set_to(self.bytes);
        metrics.largest_finished_game.set_to(self.largest);
    }
}
