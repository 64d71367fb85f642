//! What is read from the store.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use tablen_host::{Kind, Listing, PersonId, TableId};
use tablen_table::dice::Seed;
use tablen_table::{BySeat, Entry, Seat, Table};

use super::{Store, StoreError};
use crate::moments::UnixMillis;

/// A table as it was stored.
#[derive(Debug)]
pub struct StoredTable {
    /// The table itself.
    pub table: Table,
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// The secret of its dice.
    pub seed: Option<Seed>,
    /// When it was opened.
    pub opened: UnixMillis,
    /// What is stored of it besides its events.
    pub listing: Listing,
}

/// A table as lists show it.
#[derive(Debug)]
pub struct Listed {
    /// Which.
    pub id: TableId,
    /// Who sits where.
    pub seats: BySeat<Option<PersonId>>,
    /// What is to be shown, as JSON.
    pub summary: String,
    /// Whose turn it is.
    pub to_act: Option<Seat>,
    /// When something happened last.
    pub updated: UnixMillis,
}

/// A time in which the server was not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// When it was last known to be there.
    pub from: UnixMillis,
    /// When it came back.
    pub to: UnixMillis,
}

impl Store {
    /// A table, if there is one with that id.
    pub async fn load(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let row = sqlx::query(
            "select kind, is_public, seed, opened, host, guest, is_open, waiting_seen is not null as is_waiting, \
             summary, next from tables where id = ?",
        )
        .bind(id.bytes().to_vec())
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let entries = sqlx::query("select entry from events where table_id = ? order by sequence")
            .bind(id.bytes().to_vec())
            .fetch_all(&self.readers)
            .await?;
        let replay = move || {
            let log = entries
                .iter()
                .map(|row| {
                    serde_json::from_str::<Entry>(row.try_get(0)?)
                        .map_err(|error| StoreError::BadTable(format!("{id}: {error}")))
                })
                .collect::<Result<Vec<Entry>, StoreError>>()?;
            Table::from_log(log).map_err(|error| StoreError::BadTable(format!("{id}: {error}")))
        };
        // A long game takes a while to be told again; other tables must not wait for it.
        let replayed = tokio::task::spawn_blocking(replay).await;
        let table = replayed.map_err(|error| StoreError::BadTable(format!("{id}: {error}")))??;
        let kind: String = row.try_get("kind")?;
        let seed: Option<Vec<u8>> = row.try_get("seed")?;
        Ok(Some(StoredTable {
            table,
            kind: Kind::from_name(&kind).ok_or_else(|| StoreError::BadTable(format!("{id}: {kind}")))?,
            is_public: row.try_get("is_public")?,
            seed: seed.and_then(|bytes| bytes.try_into().ok()).map(Seed),
            opened: row.try_get("opened")?,
            listing: Listing {
                seats: seats(&row)?,
                is_open: row.try_get("is_open")?,
                is_waiting: row.try_get("is_waiting")?,
                summary: row.try_get("summary")?,
                next: id_in(&row, "next")?.map(TableId::from_bytes),
            },
        }))
    }

    /// Whether a guest has opened a table.
    pub async fn is_host(&self, id: TableId, guest: PersonId) -> Result<bool, StoreError> {
        let found = sqlx::query("select 1 from tables where id = ? and host = ?")
            .bind(id.bytes().to_vec())
            .bind(guest.bytes().to_vec())
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    /// The times since a moment in which the server was not there, the earliest first.
    pub async fn gaps_since(&self, moment: UnixMillis) -> Result<Vec<Gap>, StoreError> {
        let runs = sqlx::query("select started, seen from runs where seen >= ? order by number")
            .bind(moment)
            .fetch_all(&self.readers)
            .await?;
        let runs = runs
            .iter()
            .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
            .collect::<Result<Vec<(UnixMillis, UnixMillis)>, sqlx::Error>>()?;
        let mut gaps: Vec<Gap> = runs.windows(2).map(|pair| Gap { from: pair[0].1, to: pair[1].0 }).collect();
        // The last event may be younger than the last heartbeat of its run.
        if let Some((started, _)) = runs.first()
            && *started > moment
        {
            gaps.insert(0, Gap { from: moment, to: *started });
        }
        gaps.retain(|gap| gap.to > gap.from);
        Ok(gaps)
    }

    /// Public tables that are still played, or at which somebody has waited since a moment, the newest first. If there are too
    /// many that wait, those are chosen whose players were there last.
    pub async fn public_tables(
        &self,
        waiting_since: UnixMillis,
        most: u32,
    ) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(
            "select * from (select id, host, guest, summary, updated, to_act, opened from tables \
             where is_public = 1 and is_open = 1 and waiting_seen is null order by opened desc limit ?1) \
             union all select * from (select id, host, guest, summary, updated, to_act, opened from tables \
             where is_public = 1 and is_open = 1 and waiting_seen is not null and waiting_seen >= ?2 \
             order by waiting_seen desc limit ?1) order by opened desc limit ?1",
        )
        .bind(most)
        .bind(waiting_since)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(listed).collect()
    }

    /// A guest's own tables that are still played.
    pub async fn tables_of(&self, guest: PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
        let rows = sqlx::query(
            "select id, host, guest, summary, updated, to_act from tables where is_open = 1 and host = ?1 \
             union select id, host, guest, summary, updated, to_act from tables where is_open = 1 and guest = ?1 \
             order by updated desc limit ?2",
        )
        .bind(guest.bytes().to_vec())
        .bind(most)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(listed).collect()
    }

    /// Tables on which a player's time is up.
    pub async fn due_tables(&self, now: UnixMillis, most: u32) -> Result<Vec<TableId>, StoreError> {
        let rows = sqlx::query("select id from tables where deadline is not null and deadline <= ? limit ?")
            .bind(now)
            .bind(most)
            .fetch_all(&self.readers)
            .await?;
        let id = |row| Ok(id_in(row, "id")?.map(TableId::from_bytes));
        rows.iter().filter_map(|row| id(row).transpose()).collect()
    }

    /// The name a guest goes by.
    pub async fn name_of(&self, guest: PersonId) -> Result<Option<String>, StoreError> {
        let query = sqlx::query("select name from guests where id = ?").bind(guest.bytes().to_vec());
        let row = query.fetch_optional(&self.readers).await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    let id = id_in(row, "id")?.map(TableId::from_bytes);
    Ok(Listed {
        id: id.ok_or_else(|| StoreError::BadTable("id".to_owned()))?,
        seats: seats(row)?,
        summary: row.try_get("summary")?,
        to_act: to_act(row)?,
        updated: row.try_get("updated")?,
    })
}

fn to_act(row: &SqliteRow) -> Result<Option<Seat>, sqlx::Error> {
    let name: Option<String> = row.try_get("to_act")?;
    Ok(name.and_then(|name| Seat::ALL.into_iter().find(|seat| seat.name() == name)))
}

fn seats(row: &SqliteRow) -> Result<BySeat<Option<PersonId>>, sqlx::Error> {
    Ok(BySeat {
        host: id_in(row, "host")?.map(PersonId::from_bytes),
        guest: id_in(row, "guest")?.map(PersonId::from_bytes),
    })
}

fn id_in(row: &SqliteRow, column: &str) -> Result<Option<[u8; 16]>, sqlx::Error> {
    let bytes: Option<Vec<u8>> = row.try_get(column)?;
    Ok(bytes.and_then(|bytes| bytes.try_into().ok()))
}
