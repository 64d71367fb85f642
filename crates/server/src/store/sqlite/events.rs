//! The events of a table as they are stored: the last ones a row each, those before them in packs.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite, SqliteConnection};
use tablen_host::TableId;
use tablen_table::RequestKey;

use super::failure::Failure;
use super::pack::{BLOCK, Pack, checksum_of, damaged, seat_named};
use crate::store::{StoreError, StoredEntry};

/// The most events in one statement.
const ROWS: usize = 200;

/// Statements for so many events are kept for the next time: a command causes no more. Of the many greater lengths few come again.
const KEPT_ROWS: usize = 16;

/// A game that has ended is packed if so many of its events are not; fewer, such as what is said of another game, are no gain.
const WORTH_PACKING: usize = 8;

/// Writes events that follow each other and what is stored.
pub async fn append(
    connection: &mut SqliteConnection,
    table: TableId,
    entries: &[StoredEntry],
) -> Result<(), Failure> {
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else { return Ok(()) };
    if last.sequence - first.sequence >= 2 * BLOCK {
        return append_many(connection, table, entries).await;
    }
    insert(connection, table, entries).await?;
    // The first event of a block is the one by which the block before it is complete.
    for block in first.sequence.saturating_sub(1) / BLOCK..last.sequence / BLOCK {
        pack_rows(connection, table, block * BLOCK, BLOCK).await?;
    }
    Ok(())
}

/// A record that is taken in has thousands: whole blocks of them are packed before they are written.
async fn append_many(
    connection: &mut SqliteConnection,
    table: TableId,
    entries: &[StoredEntry],
) -> Result<(), Failure> {
    let first = entries.first().map_or(0, |entry| entry.sequence);
    if i64::try_from(first).ok() != Some(next(connection, table).await?) {
        return Err(Failure::Conflict(table));
    }
    let to_block = usize::try_from(first.next_multiple_of(BLOCK) - first).unwrap_or(0).min(entries.len());
    let (before, rest) = entries.split_at(to_block);
    insert(connection, table, before).await?;
    if let Some(begun) = first.checked_sub(first % BLOCK).filter(|_| !before.is_empty()) {
        pack_rows(connection, table, begun, BLOCK).await?;
    }
    // The last event is always a row.
    let whole = rest.len().saturating_sub(1) / BLOCK as usize * BLOCK as usize;
    let (blocks, after) = rest.split_at(whole);
    for block in blocks.chunks(BLOCK as usize) {
        insert_pack(connection, table, &Pack::new(table, block)?).await?;
    }
    for rows in after.chunks(ROWS) {
        let mut statement = insertion(table, rows);
        statement.build().persistent(false).execute(&mut *connection).await.map_err(Failure::about(table))?;
    }
    Ok(())
}

/// Packs what is not yet packed of a game that has ended, but for its last event.
pub async fn pack_ended(connection: &mut SqliteConnection, table: TableId) -> Result<(), Failure> {
    let last = next(connection, table).await? - 1;
    let first = sqlx::query("select coalesce(min(sequence), 0) from events where table_id = ?")
        .bind(table.bytes().to_vec())
        .fetch_one(&mut *connection)
        .await?;
    let mut first: i64 = first.try_get(0)?;
    while first < last {
        let count = (last - first).min(BLOCK as i64);
        if count < WORTH_PACKING as i64 {
            break;
        }
        pack_rows(connection, table, number_in(first)?, number_in(count)?).await?;
        first += count;
    }
    Ok(())
}

/// Packs so many events from one on, if all of them are rows.
async fn pack_rows(
    connection: &mut SqliteConnection,
    table: TableId,
    first: u64,
    count: u64,
) -> Result<(), Failure> {
    let end = first + count;
    let rows = sqlx::query(
        "select sequence, entry, key_seat, key, checksum from events \
         where table_id = ? and sequence >= ? and sequence < ? order by sequence",
    )
    .bind(table.bytes().to_vec())
    .bind(stored_number(first))
    .bind(stored_number(end))
    .fetch_all(&mut *connection)
    .await?;
    // Those of an older file may be packed later, by the one who looks after them.
    if rows.len() as u64 != count {
        return Ok(());
    }
    // What is damaged stays as it is, to be found: packed, it would look sound.
    let Ok(entries) = rows.iter().map(|row| entry_in(table, row)).collect::<Result<Vec<_>, _>>() else {
        return Ok(());
    };
    insert_pack(connection, table, &Pack::new(table, &entries)?).await?;
    sqlx::query("delete from events where table_id = ? and sequence >= ? and sequence < ?")
        .bind(table.bytes().to_vec())
        .bind(stored_number(first))
        .bind(stored_number(end))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_pack(connection: &mut SqliteConnection, table: TableId, pack: &Pack) -> Result<(), Failure> {
    sqlx::query("insert into packs (table_id, first, count, entries, checksum) values (?, ?, ?, ?, ?)")
        .bind(table.bytes().to_vec())
        .bind(stored_number(pack.first))
        .bind(stored_number(pack.count))
        .bind(&pack.entries)
        .bind(pack.checksum.as_slice())
        .execute(connection)
        .await
        .map_err(Failure::about(table))?;
    Ok(())
}

/// The number of the event that comes next.
pub async fn next(connection: &mut SqliteConnection, table: TableId) -> Result<i64, sqlx::Error> {
    let row = sqlx::query("select coalesce(max(sequence) + 1, 0) from events where table_id = ?")
        .bind(table.bytes().to_vec())
        .fetch_one(connection)
        .await?;
    row.try_get(0)
}

/// Writes rows if the first is the next of their table: the same statement that writes them looks.
async fn insert(
    connection: &mut SqliteConnection,
    table: TableId,
    entries: &[StoredEntry],
) -> Result<(), Failure> {
    for rows in entries.chunks(ROWS) {
        let Some(first) = rows.first() else { continue };
        let mut insert = insertion(table, rows);
        insert.push(" where ").push_bind(stored_number(first.sequence));
        insert.push(" = (select coalesce(max(sequence) + 1, 0) from events where table_id = ");
        insert.push_bind(table.bytes().to_vec()).push(")");
        let statement = insert.build().persistent(rows.len() <= KEPT_ROWS);
        let written = statement.execute(&mut *connection).await.map_err(Failure::about(table))?;
        if written.rows_affected() != rows.len() as u64 {
            return Err(Failure::Conflict(table));
        }
    }
    Ok(())
}

fn insertion(table: TableId, rows: &[StoredEntry]) -> QueryBuilder<'_, Sqlite> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "insert into events (table_id, sequence, entry, key_seat, key, checksum) select * from (",
    );
    insert.push_values(rows, |mut row, stored| {
        row.push_bind(table.bytes().to_vec())
            .push_bind(stored_number(stored.sequence))
            .push_bind(&stored.entry);
        row.push_bind(stored.key.map(|key| key.seat.name()));
        row.push_bind(stored.key.map(|key| stored_number(key.key)));
        row.push_bind(checksum_of(table, stored).to_vec());
    });
    insert.push(")");
    insert
}

/// Everything that is stored of a table's events, as it is stored.
#[derive(Debug)]
pub struct StoredLog {
    packs: Vec<Pack>,
    rows: Vec<StoredEntry>,
}

impl StoredLog {
    /// Reads it. Both queries have to see the same moment: to be called within a transaction.
    pub async fn read(connection: &mut SqliteConnection, table: TableId) -> Result<StoredLog, StoreError> {
        let packs = sqlx::query(
            "select first, count, entries, checksum from packs where table_id = ? order by first",
        )
        .bind(table.bytes().to_vec())
        .fetch_all(&mut *connection)
        .await?;
        let rows = sqlx::query(
            "select sequence, entry, key_seat, key, checksum from events where table_id = ? order by sequence",
        )
        .bind(table.bytes().to_vec())
        .fetch_all(connection)
        .await?;
        Ok(StoredLog {
            packs: packs.iter().map(|row| pack_in(table, row)).collect::<Result<_, _>>()?,
            rows: rows.iter().map(|row| entry_in(table, row)).collect::<Result<_, _>>()?,
        })
    }

    /// Whether there is nothing to be unpacked.
    pub fn is_plain(&self) -> bool {
        self.packs.is_empty()
    }

    /// Whether more than the last events are rows.
    pub fn is_worth_packing(&self) -> bool {
        self.rows.len() > WORTH_PACKING
    }

    /// How many bytes it takes, without what the database adds to it.
    pub fn bytes(&self) -> u64 {
        let packs = self.packs.iter().map(|pack| pack.entries.len());
        packs.chain(self.rows.iter().map(|row| row.entry.len())).sum::<usize>() as u64
    }

    /// All events in order. Packs may overlap nothing and leave nothing out.
    pub fn open(self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let mut entries: Vec<StoredEntry> = Vec::new();
        let mut pieces: Vec<Vec<StoredEntry>> = Vec::with_capacity(self.packs.len() + 1);
        for pack in &self.packs {
            pieces.push(pack.open(table)?);
        }
        // Rows of an older file may stand before packs.
        let mut rows = self.rows.into_iter().peekable();
        for piece in pieces {
            let first = piece.first().map_or(0, |entry| entry.sequence);
            while rows.peek().is_some_and(|row| row.sequence < first) {
                entries.extend(rows.next());
            }
            entries.extend(piece);
        }
        entries.extend(rows);
        match (0..).zip(&entries).find(|(number, entry)| *number != entry.sequence) {
            Some((number, _)) => Err(damaged(table, number)),
            None => Ok(entries),
        }
    }
}

fn pack_in(table: TableId, row: &SqliteRow) -> Result<Pack, StoreError> {
    let (first, count): (i64, i64) = (row.try_get("first")?, row.try_get("count")?);
    let checksum: Vec<u8> = row.try_get("checksum")?;
    let first = number_in(first)?;
    Ok(Pack {
        first,
        count: number_in(count)?,
        entries: row.try_get("entries")?,
        checksum: checksum.try_into().map_err(|_| damaged(table, first))?,
    })
}

fn entry_in(table: TableId, row: &SqliteRow) -> Result<StoredEntry, StoreError> {
    let (seat, key): (Option<String>, Option<i64>) = (row.try_get("key_seat")?, row.try_get("key")?);
    let stored = StoredEntry {
        sequence: number_in(row.try_get("sequence")?)?,
        entry: row.try_get("entry")?,
        key: match (seat.as_deref().and_then(seat_named), key) {
            (Some(seat), Some(key)) => Some(RequestKey { seat, key: number_in(key)? }),
            _ => None,
        },
    };
    // Those of an older file have none.
    let checksum: Option<Vec<u8>> = row.try_get("checksum")?;
    let is_sound = checksum.is_none_or(|kept| kept == checksum_of(table, &stored).as_slice());
    if is_sound { Ok(stored) } else { Err(damaged(table, stored.sequence)) }
}

/// Beyond what SQLite can count there is no next one.
fn stored_number(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(-1)
}

fn number_in(number: i64) -> Result<u64, StoreError> {
    u64::try_from(number).map_err(|_| StoreError::Corrupt(format!("{number} in events")))
}
