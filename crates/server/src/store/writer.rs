//! One task owns the connection that writes. Whatever has been asked for while the disk was busy is committed together, so the
//! disk's pace bounds the number of commits and not the number of moves.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, Sqlite, Transaction};
use tablen_table::Seat;
use tokio::sync::{mpsc, oneshot};

use super::lock::DataLock;
use super::{Change, TableChange};
use crate::ids::GuestId;
use crate::metrics::Metrics;
use crate::moments::unix_now;

/// The most requests in one commit: enough that a thousand moves a second need a few commits, few enough that nobody waits long.
const BATCH: usize = 256;

/// Changes that happen together, and who waits for them.
pub struct Request {
    pub changes: Vec<Change>,
    pub done: oneshot::Sender<Result<(), sqlx::Error>>,
}

pub struct Writer {
    pub connection: SqliteConnection,
    pub requests: mpsc::Receiver<Request>,
    pub metrics: Arc<Metrics>,
    /// The number of this run of the server.
    pub run: i64,
    pub heartbeat: Duration,
    /// Told when nothing more is to come.
    pub closed: oneshot::Receiver<()>,
    /// Let go of when the database is closed.
    pub _lock: Option<DataLock>,
}

impl Writer {
    /// Writes until it is told that nothing more is to come and all is written, then leaves the file in one piece.
    pub async fn run(mut self) {
        let mut batch = Vec::with_capacity(BATCH);
        let mut heartbeat = tokio::time::interval(self.heartbeat);
        heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut is_closing = false;
        loop {
            tokio::select! {
                biased;
                // Whoever dropped the other end wants the same.
                _ = &mut self.closed, if !is_closing => {
                    is_closing = true;
                    self.requests.close();
                }
                taken = self.requests.recv_many(&mut batch, BATCH) => {
                    if taken == 0 {
                        break;
                    }
                    self.write(&mut batch).await;
                }
                _ = heartbeat.tick() => self.beat().await,
            }
        }
        self.beat().await;
        if let Err(error) = self.connection.close().await {
            tracing::error!(%error, "the database did not close");
        }
    }

    async fn beat(&mut self) {
        let seen = sqlx::query("update runs set seen = ? where number = ?").bind(unix_now()).bind(self.run);
        if let Err(error) = seen.execute(&mut self.connection).await {
            tracing::error!(%error, "the heartbeat could not be stored");
        }
    }

    async fn write(&mut self, batch: &mut Vec<Request>) {
        let started = Instant::now();
        let together = self.commit(batch.iter().flat_map(|request| &request.changes)).await;
        match together {
            Ok(()) => {
                for request in batch.drain(..) {
                    // Whoever no longer waits has ended; what was stored stays.
                    let _ = request.done.send(Ok(()));
                }
            }
            // One request must not spoil the others: each is tried alone and hears what is wrong with it.
            Err(_) => {
                for request in batch.drain(..) {
                    let alone = self.commit(request.changes.iter()).await;
                    if let Err(error) = &alone {
                        tracing::error!(%error, "changes could not be stored");
                    }
                    let _ = request.done.send(alone);
                }
            }
        }
        self.metrics.commits.count();
        tracing::trace!(took = ?started.elapsed(), "stored");
    }

    async fn commit(&mut self, changes: impl Iterator<Item = &Change>) -> Result<(), sqlx::Error> {
        let mut transaction = self.connection.begin().await?;
        for change in changes {
            match change {
                Change::Table(change) => write_table(&mut transaction, change).await?,
                Change::Name { guest, name } => {
                    sqlx::query(
                        "insert into guests (id, name) values (?, ?) on conflict do update set name = excluded.name",
                    )
                    .bind(guest.bytes().to_vec())
                    .bind(name)
                    .execute(&mut *transaction)
                    .await?;
                }
            }
        }
        transaction.commit().await
    }
}

async fn write_table(
    transaction: &mut Transaction<'_, Sqlite>,
    change: &TableChange,
) -> Result<(), sqlx::Error> {
    let id = change.id.bytes().to_vec();
    let blob = |guest: Option<GuestId>| guest.map(|guest| guest.bytes().to_vec());
    if let Some(opening) = &change.opening {
        sqlx::query(
            "insert into tables (id, kind, is_public, seed, opened, is_open, summary, updated) \
             values (?, ?, ?, ?, ?, 1, '', ?)",
        )
        .bind(&id)
        .bind(opening.kind.name())
        .bind(opening.is_public)
        .bind(opening.seed.map(|seed| seed.0.to_vec()))
        .bind(opening.opened)
        .bind(change.updated)
        .execute(&mut **transaction)
        .await?;
    }
    if let Some(row) = &change.row {
        sqlx::query("update tables set host = ?, guest = ?, is_open = ?, summary = ?, next = ? where id = ?")
            .bind(blob(row.seats.host))
            .bind(blob(row.seats.guest))
            .bind(row.is_open)
            .bind(&row.summary)
            .bind(row.next.map(|next| next.bytes().to_vec()))
            .bind(&id)
            .execute(&mut **transaction)
            .await?;
    }
    sqlx::query("update tables set updated = ?, deadline = ?, to_act = ? where id = ?")
        .bind(change.updated)
        .bind(change.deadline)
        .bind(change.to_act.map(Seat::name))
        .bind(&id)
        .execute(&mut **transaction)
        .await?;
    for (sequence, entry) in &change.entries {
        sqlx::query("insert into events (table_id, sequence, entry) values (?, ?, ?)")
            .bind(&id)
            .bind(sequence)
            .bind(entry)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
