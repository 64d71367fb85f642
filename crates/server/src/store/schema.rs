//! The form of the database, and how an older one becomes it.

use sqlx::{Connection, Row, SqliteConnection};

use super::StoreError;

/// What leads from each version to the next. Only ever added to.
const MIGRATIONS: [&str; 3] =
    [include_str!("migrations/1.sql"), include_str!("migrations/2.sql"), include_str!("migrations/3.sql")];

/// Marks a file as Tablen's (`tabl`), so that no other program's database is taken for one.
const APPLICATION_ID: i64 = 0x7461_626c;

/// Brings a database to the present form, all at once or not at all.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version = pragma(connection, "pragma user_version").await?;
    let application = pragma(connection, "pragma application_id").await?;
    let known = MIGRATIONS.len() as i64;
    if application != APPLICATION_ID {
        let objects = pragma(connection, "select count(*) from sqlite_master").await?;
        if application != 0 || version != 0 || objects != 0 {
            return Err(StoreError::NotOurs);
        }
    }
    if version > known {
        return Err(StoreError::TooNew { found: version, known });
    }
    let mut transaction = connection.begin().await?;
    for migration in MIGRATIONS.iter().skip(usize::try_from(version).unwrap_or(0)) {
        sqlx::raw_sql(migration).execute(&mut *transaction).await?;
    }
    let marks = format!("pragma user_version = {known}; pragma application_id = {APPLICATION_ID}");
    sqlx::raw_sql(&marks).execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

async fn pragma(connection: &mut SqliteConnection, query: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(query).fetch_one(connection).await?.try_get(0)?)
}
