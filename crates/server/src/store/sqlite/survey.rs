//! Going through all tables, a few at a time: whether each is as it was written, how much room it takes, and how old it is.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};
use tablen_host::{Kind, TableId};

use super::events::StoredLog;
use crate::moments::UnixMillis;
use crate::store::{StoreError, StoredEntry, Surveyed, is_called_off};

/// A table as it was read, yet to be unpacked.
#[derive(Debug)]
pub struct Unopened {
    surveyed: Surveyed,
    log: Option<StoredLog>,
}

/// Reads so many tables after one, in the order of their ids. To be called within a transaction.
pub async fn read(
    connection: &mut SqliteConnection,
    after: Option<TableId>,
    most: u32,
) -> Result<Vec<Unopened>, StoreError> {
    let rows = sqlx::query(
        "select id, kind, is_open, waiting_seen, updated, summary from tables where id > ? order by id limit ?",
    )
    .bind(after.map_or_else(Vec::new, |id| id.bytes().to_vec()))
    .bind(most)
    .fetch_all(&mut *connection)
    .await?;
    let mut tables = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut surveyed = surveyed(row)?;
        let log = StoredLog::read(connection, surveyed.id).await;
        let log = match log {
            Ok(log) => Some(log),
            Err(StoreError::Corrupt(damage)) => {
                surveyed.damage = surveyed.damage.or(Some(damage));
                None
            }
            Err(error) => return Err(error),
        };
        tables.push(Unopened { surveyed, log });
    }
    Ok(tables)
}

impl Unopened {
    /// Unpacks it, which for a long game takes a while; what it holds is handed to one who wants to see.
    pub fn examine(self, see: impl FnOnce(&[StoredEntry]) -> Option<String>) -> Surveyed {
        let Unopened { mut surveyed, log } = self;
        let Some(log) = log else { return surveyed };
        surveyed.bytes = log.bytes();
        surveyed.is_loose = !surveyed.is_open && log.is_worth_packing();
        let damage = match log.open(surveyed.id) {
            Ok(entries) => {
                surveyed.events = entries.len() as u64;
                see(&entries)
            }
            Err(StoreError::Corrupt(damage)) => Some(damage),
            Err(error) => Some(error.to_string()),
        };
        surveyed.damage = surveyed.damage.or(damage);
        surveyed
    }
}

fn surveyed(row: &SqliteRow) -> Result<Surveyed, StoreError> {
    let id: Vec<u8> = row.try_get("id")?;
    let id = id.try_into().map_err(|_| StoreError::Corrupt("id in tables".to_owned()))?;
    let id = TableId::from_bytes(id);
    let (kind, seen): (String, Option<UnixMillis>) = (row.try_get("kind")?, row.try_get("waiting_seen")?);
    let known = Kind::from_name(&kind);
    let updated: UnixMillis = row.try_get("updated")?;
    Ok(Surveyed {
        id,
        kind: known.unwrap_or(Kind::Apart),
        is_open: row.try_get("is_open")?,
        is_waiting: seen.is_some(),
        is_called_off: is_called_off(row.try_get("summary")?),
        touched: seen.map_or(updated, |seen| seen.max(updated)),
        events: 0,
        bytes: 0,
        is_loose: false,
        damage: known.is_none().then(|| format!("{id}: {kind}")),
    })
}
