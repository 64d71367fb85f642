//! What nobody may read: the secret of the cookies and the seeds of dice. All are stored sealed under the key beside the database, those
//! of an older file from when it is first opened on.

use std::path::Path;

use sqlx::{Row, SqliteConnection};
use tablen_host::TableId;
use tablen_table::dice::Seed;

use super::key_file;
use super::schema::{fact, set_fact};
use crate::ids::random_bytes;
use crate::secret::{Key, Secret};
use crate::store::StoreError;

/// What the secret of the cookies is called, in plain in older files, and sealed.
const PLAIN: &str = "secret";
const SEALED: &str = "sealed-secret";

/// What it is sealed as.
const COOKIES: &[u8] = b"tablen cookies 1";

/// Seeds that are sealed at a time.
const SEEDS: u32 = 500;

/// What a table's seed is sealed as.
fn seed_of(table: TableId) -> Vec<u8> {
    [b"tablen seed 1".as_slice(), &table.bytes()].concat()
}

/// A seed as it is stored.
pub fn seal_seed(key: &Key, table: TableId, seed: &Seed) -> Result<Vec<u8>, StoreError> {
    key.seal(&seed_of(table), &seed.0).map_err(StoreError::NoRandomness)
}

/// A seed as it was before it was stored.
pub fn open_seed(key: &Key, table: TableId, sealed: &[u8]) -> Result<Seed, StoreError> {
    let seed = key.open(&seed_of(table), sealed).map(Seed);
    seed.ok_or_else(|| StoreError::Corrupt(format!("{table}, its seed")))
}

/// Refuses a database whose secrets cannot be read. Changes nothing.
pub async fn refuse_without_key(connection: &mut SqliteConnection, data: &Path) -> Result<(), StoreError> {
    refuse_with_key(connection, &key_file::path_of(data)).await
}

/// Refuses a database whose secrets cannot be read with the key in a file. Changes nothing.
pub async fn refuse_with_key(connection: &mut SqliteConnection, key: &Path) -> Result<(), StoreError> {
    open(connection, key).await.map(drop)
}

/// The key in a file and the secret of the cookies that it opens, if that is sealed already.
async fn open(connection: &mut SqliteConnection, path: &Path) -> Result<Option<(Key, Secret)>, StoreError> {
    let Some(sealed) = fact(connection, SEALED).await? else { return Ok(None) };
    let key = key_file::read(path)?.ok_or_else(|| StoreError::NoKey(path.to_owned()))?;
    let secret = key.open(COOKIES, &sealed).ok_or_else(|| StoreError::WrongKey(path.to_owned()))?;
    Ok(Some((key, Secret::from_bytes(secret))))
}

/// The key of a database and the secret of its cookies. Both are made for a new one; what an older one has in plain is sealed.
pub async fn adopt(connection: &mut SqliteConnection, data: &Path) -> Result<(Key, Secret), StoreError> {
    let path = key_file::path_of(data);
    if let Some(known) = open(connection, &path).await? {
        return Ok(known);
    }
    let key = key_file::read_or_make(&path)?;
    let secret: [u8; 32] = match fact(connection, PLAIN).await? {
        Some(plain) => plain.try_into().map_err(|_| StoreError::Corrupt("facts".to_owned()))?,
        None => random_bytes().map_err(StoreError::NoRandomness)?,
    };
    let sealed = key.seal(COOKIES, &secret).map_err(StoreError::NoRandomness)?;
    set_fact(connection, SEALED, Some(&sealed)).await?;
    set_fact(connection, PLAIN, None).await?;
    seal_seeds(connection, &key).await?;
    Ok((key, Secret::from_bytes(secret)))
}

async fn seal_seeds(connection: &mut SqliteConnection, key: &Key) -> Result<(), StoreError> {
    let mut last = Vec::new();
    loop {
        let rows = sqlx::query(
            "select id, sealed_seed from tables where id > ? and sealed_seed is not null order by id limit ?",
        )
        .bind(&last)
        .bind(SEEDS)
        .fetch_all(&mut *connection)
        .await?;
        for row in &rows {
            let (id, plain): (Vec<u8>, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
            last.clone_from(&id);
            let (Ok(table), Ok(seed)) = (id.as_slice().try_into(), plain.try_into()) else { continue };
            let sealed = seal_seed(key, TableId::from_bytes(table), &Seed(seed))?;
            sqlx::query("update tables set sealed_seed = ? where id = ?")
                .bind(sealed)
                .bind(id)
                .execute(&mut *connection)
                .await?;
        }
        if rows.is_empty() {
            return Ok(());
        }
    }
}

/// Gives up what is sealed under a key that is gone: nobody is recognised any more, and dice of games under way cannot be thrown again.
pub async fn forget(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    set_fact(connection, SEALED, None).await?;
    sqlx::query("update tables set sealed_seed = null").execute(connection).await?;
    Ok(())
}
