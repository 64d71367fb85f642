//! The form of the database, and how an older one becomes it.

use std::pin::Pin;

use sqlx::error::BoxDynError;
use sqlx::migrate::{Migrate, Migration, MigrationSource, MigrationType, Migrator};
use sqlx::{Row, SqliteConnection};

use super::look::Found;
use crate::ids::random_generation;
use crate::store::StoreError;

/// What leads from each version to the next, and what it is about. Only ever added to: what has been published is never changed,
/// and the library would refuse every file that has it.
///
/// A list rather than the library's macro: the macro would have SQLite compiled a second time, to be run by the compiler.
const MIGRATIONS: [(&str, &str); 7] = [
    ("tables", include_str!("migrations/0001_tables.sql")),
    ("whose turn", include_str!("migrations/0002_whose_turn.sql")),
    ("waiting", include_str!("migrations/0003_waiting.sql")),
    ("people and keys", include_str!("migrations/0004_people_and_keys.sql")),
    ("analyses", include_str!("migrations/0005_analyses.sql")),
    ("sketches", include_str!("migrations/0006_sketches.sql")),
    ("sealed and packed", include_str!("migrations/0007_sealed_and_packed.sql")),
];

/// The version of the last of them.
pub const NEWEST: i64 = MIGRATIONS.len() as i64;

/// The mark of Tablen's files, which the first migration sets.
const APPLICATION_ID: i64 = 0x7461_626c;

/// The last version whose file counts only by SQLite's `user_version` and has no list of migrations.
const LAST_WITHOUT_LIST: i64 = 3;

/// Refuses what is another program's or a newer version's. Changes nothing.
pub async fn refuse_others(connection: &mut SqliteConnection) -> Result<Found, StoreError> {
    let version = number(connection, "pragma user_version").await?;
    let application = number(connection, "pragma application_id").await?;
    let objects = number(connection, "select count(*) from sqlite_master").await?;
    if application != APPLICATION_ID {
        let is_empty = application == 0 && version == 0 && objects == 0;
        return if is_empty { Ok(Found::Nothing) } else { Err(StoreError::NotOurs) };
    }
    let listed = "select count(*) from sqlite_master where name = '_sqlx_migrations'";
    let newest_listed = match number(connection, listed).await? {
        0 => 0,
        _ => number(connection, "select coalesce(max(version), 0) from _sqlx_migrations").await?,
    };
    match version.max(newest_listed) {
        found if found > NEWEST => Err(StoreError::TooNew { found, known: NEWEST }),
        _ => Ok(Found::Ours),
    }
}

/// Refuses what is in an older form, by those who bring nothing to the present one. Changes nothing.
pub async fn refuse_older(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    match number(connection, "pragma user_version").await? {
        found if found < NEWEST => Err(StoreError::TooOld { found, known: NEWEST }),
        _ => Ok(()),
    }
}

/// Refuses a database of ours of which not even the first rows can be read. Changes nothing, and reads nothing that grows.
pub async fn refuse_damaged(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    for (table, number) in [("facts", "name"), ("runs", "number"), ("tables", "id"), ("events", "sequence")] {
        let first = format!("select {number} from {table} limit 1");
        sqlx::query(&first).fetch_optional(&mut *connection).await.map_err(|error| match error.into() {
            StoreError::Unavailable(error) => StoreError::Corrupt(error),
            error => error,
        })?;
    }
    Ok(())
}

fn migrations() -> impl Iterator<Item = Migration> {
    (1..).zip(MIGRATIONS).map(|(version, (about, sql))| {
        Migration::new(version, about.into(), MigrationType::Simple, sql.into(), false)
    })
}

/// Where the library finds them.
#[derive(Debug)]
struct Migrations;

impl MigrationSource<'static> for Migrations {
    fn resolve(self) -> Pin<Box<dyn Future<Output = Result<Vec<Migration>, BoxDynError>> + Send>> {
        Box::pin(async { Ok(migrations().collect()) })
    }
}

/// Brings a database to the present form. To be called within a transaction.
pub async fn migrate(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    connection.ensure_migrations_table().await?;
    adopt(connection).await?;
    Migrator::new(Migrations).await?.run(&mut *connection).await?;
    Ok(())
}

/// What holds for the whole database, by its name.
pub async fn fact(connection: &mut SqliteConnection, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
    let row = sqlx::query("select value from facts where name = ?").bind(name).fetch_optional(connection);
    Ok(row.await?.map(|row| row.try_get(0)).transpose()?)
}

/// Writes down what holds for the whole database, or that it does no more.
pub async fn set_fact(
    connection: &mut SqliteConnection,
    name: &str,
    value: Option<&[u8]>,
) -> Result<(), StoreError> {
    let statement = match value {
        Some(value) => {
            sqlx::query("insert or replace into facts (name, value) values (?, ?)").bind(name).bind(value)
        }
        None => sqlx::query("delete from facts where name = ?").bind(name),
    };
    statement.execute(connection).await?;
    Ok(())
}

/// What the generation of a database is called.
const GENERATION: &str = "generation";

/// Which life of the database this is: a number drawn when it is first opened, and anew after it was restored from a backup, of which it is
/// left out. Two logs of the same table with the same generation are the same as far as both go.
pub async fn generation(connection: &mut SqliteConnection) -> Result<u64, StoreError> {
    if let Some(known) = fact(connection, GENERATION).await? {
        let bytes = known.try_into().map_err(|_| StoreError::Corrupt("facts".to_owned()))?;
        return Ok(u64::from_be_bytes(bytes));
    }
    let drawn = random_generation().map_err(StoreError::NoRandomness)?;
    set_fact(connection, GENERATION, Some(&drawn.to_be_bytes())).await?;
    Ok(drawn)
}

/// Lets the next server that opens the database begin another generation.
pub async fn forget_generation(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    set_fact(connection, GENERATION, None).await
}

/// Writes down which migrations a file has that kept no list of them.
async fn adopt(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version = number(connection, "pragma user_version").await?;
    if !(1..=LAST_WITHOUT_LIST).contains(&version)
        || number(connection, "select count(*) from _sqlx_migrations").await? != 0
    {
        return Ok(());
    }
    for migration in migrations().filter(|migration| migration.version <= version) {
        sqlx::query(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time) \
             values (?, ?, true, ?, 0)",
        )
        .bind(migration.version)
        .bind(&*migration.description)
        .bind(&*migration.checksum)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

pub async fn number(connection: &mut SqliteConnection, query: &'static str) -> Result<i64, StoreError> {
    Ok(sqlx::query(query).fetch_one(connection).await?.try_get(0)?)
}

/// What makes a file of an older version, with its list of migrations.
#[cfg(test)]
pub fn older_form(version: i64) -> String {
    let mut sql = "create table _sqlx_migrations (version bigint primary key, description text not null, installed_on timestamp \
        not null default current_timestamp, success boolean not null, checksum blob not null, execution_time bigint not null);"
        .to_owned();
    for migration in migrations().filter(|migration| migration.version <= version) {
        sql += &migration.sql;
        let digits = tablen_table::hex::write(&migration.checksum);
        sql += &format!(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time) values ({}, '{}', true, x'{digits}', 0);",
            migration.version, migration.description
        );
    }
    sql
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;

    async fn file(folder: &tempfile::TempDir, name: &str, sql: &'static str) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(folder.path().join(name)).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection
    }

    async fn versions(connection: &mut SqliteConnection) -> (i64, i64, i64) {
        (
            number(connection, "pragma user_version").await.unwrap(),
            number(connection, "pragma application_id").await.unwrap(),
            number(connection, "select count(*) from _sqlx_migrations").await.unwrap(),
        )
    }

    #[tokio::test]
    async fn a_new_file_and_every_older_one_come_to_the_same_form() {
        let folder = tempfile::tempdir().unwrap();
        let mut forms = Vec::new();
        for version in 0..=LAST_WITHOUT_LIST {
            let mut connection = file(&folder, &format!("{version}.db"), "").await;
            for migration in migrations().filter(|migration| migration.version <= version) {
                sqlx::raw_sql(&migration.sql).execute(&mut connection).await.unwrap();
            }
            let mark = format!("pragma user_version = {version}");
            sqlx::raw_sql(&mark).execute(&mut connection).await.unwrap();
            for _ in 0..2 {
                refuse_others(&mut connection).await.unwrap();
                migrate(&mut connection).await.unwrap();
                assert_eq!(versions(&mut connection).await, (NEWEST, APPLICATION_ID, NEWEST), "{version}");
            }
            let rows = sqlx::query("select name, sql from sqlite_master order by name");
            let rows = rows.fetch_all(&mut connection).await.unwrap();
            let form: Vec<(String, Option<String>)> =
                rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            forms.push(form);
        }
        assert!(forms.windows(2).all(|pair| pair[0] == pair[1]), "{forms:#?}");
    }

    #[tokio::test]
    async fn keys_come_out_of_the_events() {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = file(&folder, "keys.db", include_str!("migrations/0001_tables.sql")).await;
        let old = r#"
            pragma user_version = 1;
            insert into guests values (x'01', 'Ada');
            insert into events values (x'0a', 0, '{"sequence":0,"at":0,"event":"opened"}');
            insert into events values (x'0a', 1, '{"sequence":1,"at":5,"key":18014398509481982,"event":"left","seat":"host"}');
            insert into events values (x'0a', 2, '{"sequence":2,"at":5,"key":7,"event":"left","seat":"guest"}');
            insert into events values (x'0a', 3, 'no JSON');
        "#;
        sqlx::raw_sql(old).execute(&mut connection).await.unwrap();
        migrate(&mut connection).await.unwrap();
        let rows = sqlx::query("select entry, key_seat, key from events order by sequence");
        let rows = rows.fetch_all(&mut connection).await.unwrap();
        let found: Vec<(String, Option<String>, Option<i64>)> =
            rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
        let event = |entry: &str, seat: Option<&str>, key| (entry.to_owned(), seat.map(str::to_owned), key);
        let largest = (1 << 53) - 1;
        assert_eq!(
            found,
            [
                event(r#"{"sequence":0,"at":0,"event":"opened"}"#, None, None),
                event(r#"{"sequence":1,"at":5,"event":"left","seat":"host"}"#, Some("host"), Some(largest)),
                event(r#"{"sequence":2,"at":5,"event":"left","seat":"guest"}"#, Some("guest"), Some(3)),
                event("no JSON", None, None),
            ]
        );
        assert_eq!(number(&mut connection, "select count(*) from people").await.unwrap(), 1);
    }

    #[tokio::test]
    async fn others_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for (name, sql) in [
            ("table.db", "create table theirs (a)"),
            ("application.db", "pragma application_id = 7"),
            ("version.db", "pragma user_version = 7"),
        ] {
            let mut connection = file(&folder, name, sql).await;
            assert!(matches!(refuse_others(&mut connection).await, Err(StoreError::NotOurs)), "{name}");
        }
        let mut newer = file(&folder, "newer.db", "").await;
        migrate(&mut newer).await.unwrap();
        sqlx::raw_sql("insert into _sqlx_migrations values (99, 'later', '', true, x'00', 0)")
            .execute(&mut newer)
            .await
            .unwrap();
        let refused = migrate(&mut newer).await;
        assert!(matches!(refused, Err(StoreError::TooNew { found: 99, known: NEWEST })), "{refused:?}");
        sqlx::raw_sql("pragma user_version = 100").execute(&mut newer).await.unwrap();
        let refused = refuse_others(&mut newer).await;
        assert!(matches!(refused, Err(StoreError::TooNew { found: 100, known: NEWEST })), "{refused:?}");
    }
}
