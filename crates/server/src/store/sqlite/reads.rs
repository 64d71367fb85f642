//! What is read.

use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqlitePool};
use tablen_host::{Kind, Listing, PersonId, TableId};
use tablen_table::{BySeat, Seat};

use super::events::{self, StoredLog};
use super::pack::seat_named;
use super::secrets;
use crate::moments::UnixMillis;
use crate::secret::Key;
use crate::store::{Gap, Listed, Preview, StoreError, StoredRows};

pub async fn table(readers: &SqlitePool, key: &Key, id: TableId) -> Result<Option<StoredRows>, StoreError> {
    // Events are packed while others read: what is read is of one moment.
    let mut reading = readers.begin().await?;
    let row = sqlx::query(
        "select kind, is_public, sealed_seed, opened, host, guest, is_open, waiting_seen is not null as is_waiting, \
         summary, next from tables where id = ?",
    )
    .bind(id.bytes().to_vec())
    .fetch_optional(&mut *reading)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let log = StoredLog::read(&mut reading, id).await?;
    reading.commit().await?;
    let entries = if log.is_plain() {
        log.open(id)?
    } else {
        // A long game takes a while to be unpacked; other tables must not wait for it.
        let opening = tokio::task::spawn_blocking(move || log.open(id)).await;
        opening.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))?
    };
    let seed: Option<Vec<u8>> = row.try_get("sealed_seed")?;
    Ok(Some(StoredRows {
        entries,
        kind: kind_in(&row, id)?,
        is_public: row.try_get("is_public")?,
        seed: seed.map(|sealed| secrets::open_seed(key, id, &sealed)).transpose()?,
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

pub async fn length(readers: &SqlitePool, id: TableId) -> Result<u64, StoreError> {
    let mut connection = readers.acquire().await?;
    Ok(events::next(&mut connection, id).await?.cast_unsigned())
}

pub async fn preview(readers: &SqlitePool, id: TableId) -> Result<Option<Preview>, StoreError> {
    let query =
        sqlx::query("select kind, summary, sketch from tables where id = ?").bind(id.bytes().to_vec());
    let Some(row) = query.fetch_optional(readers).await? else { return Ok(None) };
    Ok(Some(Preview {
        kind: kind_in(&row, id)?,
        summary: row.try_get("summary")?,
        sketch: row.try_get("sketch")?,
    }))
}

pub async fn gaps_since(readers: &SqlitePool, moment: UnixMillis) -> Result<Vec<Gap>, StoreError> {
    let runs = sqlx::query("select started, seen from runs where seen >= ? order by number")
        .bind(moment)
        .fetch_all(readers)
        .await?;
    let runs = runs
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<Vec<(UnixMillis, UnixMillis)>, sqlx::Error>>()?;
    Ok(Gap::between(&runs, moment))
}

pub async fn public_tables(
    readers: &SqlitePool,
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
    .fetch_all(readers)
    .await?;
    rows.iter().map(listed).collect()
}

pub async fn tables_of(readers: &SqlitePool, person: PersonId, most: u32) -> Result<Vec<Listed>, StoreError> {
    let rows = sqlx::query(
        "select id, host, guest, summary, updated, to_act from tables where is_open = 1 and host = ?1 \
         union select id, host, guest, summary, updated, to_act from tables where is_open = 1 and guest = ?1 \
         order by updated desc limit ?2",
    )
    .bind(person.bytes().to_vec())
    .bind(most)
    .fetch_all(readers)
    .await?;
    rows.iter().map(listed).collect()
}

pub async fn due_tables(
    readers: &SqlitePool,
    now: UnixMillis,
    most: u32,
) -> Result<Vec<TableId>, StoreError> {
    let rows = sqlx::query("select id from tables where deadline is not null and deadline <= ? limit ?")
        .bind(now)
        .bind(most)
        .fetch_all(readers)
        .await?;
    rows.iter().map(table_id).collect()
}

pub async fn name_of(readers: &SqlitePool, person: PersonId) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("select name from people where id = ?").bind(person.bytes().to_vec());
    let row = query.fetch_optional(readers).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// Which people have no table: a condition of rows of people.
pub const WITHOUT_TABLES: &str = "id not in (select host from tables where host is not null \
    union select guest from tables where guest is not null)";

pub async fn people_without_tables(readers: &SqlitePool, most: u32) -> Result<Vec<PersonId>, StoreError> {
    let query = format!("select id from people where {WITHOUT_TABLES} limit ?");
    let rows = sqlx::query(&query).bind(most).fetch_all(readers).await?;
    let person = |row| {
        id_in(row, "id")?
            .map(PersonId::from_bytes)
            .ok_or_else(|| StoreError::Corrupt("id in people".to_owned()))
    };
    rows.iter().map(person).collect()
}

pub async fn analysis(
    readers: &SqlitePool,
    id: TableId,
    version: String,
) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("select found from analyses where table_id = ? and version = ?");
    let row = query.bind(id.bytes().to_vec()).bind(version).fetch_optional(readers).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

fn listed(row: &SqliteRow) -> Result<Listed, StoreError> {
    Ok(Listed {
        id: table_id(row)?,
        seats: seats(row)?,
        summary: row.try_get("summary")?,
        to_act: seat_in(row, "to_act")?,
        updated: row.try_get("updated")?,
    })
}

fn kind_in(row: &SqliteRow, id: TableId) -> Result<Kind, StoreError> {
    let kind: String = row.try_get("kind")?;
    Kind::from_name(&kind).ok_or_else(|| StoreError::Corrupt(format!("{id}: {kind}")))
}

fn table_id(row: &SqliteRow) -> Result<TableId, StoreError> {
    let bytes = id_in(row, "id")?;
    bytes.map(TableId::from_bytes).ok_or_else(|| StoreError::Corrupt("id in tables".to_owned()))
}

fn seat_in(row: &SqliteRow, column: &str) -> Result<Option<Seat>, sqlx::Error> {
    let name: Option<String> = row.try_get(column)?;
    Ok(name.as_deref().and_then(seat_named))
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
