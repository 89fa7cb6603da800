//! The data, in SQLite: in memory, or in a file that is synced before each answer.
//!
//! Every row belongs to a namespace, so that parallel tests do not interfere. A snapshot is a
//! namespace too, under a name that no request can reach. Keys, secrets, codes and tokens
//! are stored as SHA-256 hashes only.

mod error;
mod file;
mod namespaces;
mod tables;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rusqlite::{
    Connection, OpenFlags, ToSql, Transaction,
    config::DbConfig,
    types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef},
};
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::Mutex;

pub use self::error::StoreError;
pub(crate) use self::namespaces::{
    add_namespace, clear, clock_ms, copy, namespaces, next_serial, remove,
};
use self::{
    file::{APPLICATION, check, file_of, is_whole, known_layout, make},
    tables::prepare,
};
use crate::system;

/// The data of all namespaces.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    /// Fair: the longest waiter is next. Waiting takes no thread.
    connection: Arc<Mutex<Connection>>,
}

impl Store {
    /// Data in memory.
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        memory().map(Self::of).map_err(in_memory)
    }

    /// Runs a function on temporary data.
    pub(crate) fn apart<T>(work: impl FnOnce(&Transaction<'_>) -> T) -> Result<T, StoreError> {
        let mut connection = memory().map_err(in_memory)?;
        let transaction = connection.transaction().map_err(in_memory)?;
        Ok(work(&transaction))
    }

    /// Data in a file, which is created if missing.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        check(path)?;
        let unopened = |source| StoreError::Make {
            path: path.to_owned(),
            source,
        };
        make(path).map_err(unopened)?;
        let refused = |source: rusqlite::Error| match source.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => StoreError::InUse(path.to_owned()),
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(path.to_owned()),
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => StoreError::Damaged(path.to_owned()),
            _ => StoreError::Open {
                path: path.to_owned(),
                source,
            },
        };
        let named = file_of(path).map_err(unopened)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(named, flags).map_err(refused)?;
        // Only one process may open the file. We write our application id before the WAL
        // starts, so a crash leaves a file we recognise. We do not checkpoint a left-over
        // WAL, which closing does, before we know the layout.
        let keep_log = DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE;
        connection.set_db_config(keep_log, true).map_err(refused)?;
        connection
            .execute_batch("PRAGMA locking_mode = EXCLUSIVE;")
            .map_err(refused)?;
        let found = connection
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(refused)?;
        known_layout(path, found)?;
        if !is_whole(&connection).map_err(refused)? {
            return Err(StoreError::Damaged(path.to_owned()));
        }
        connection.set_db_config(keep_log, false).map_err(refused)?;
        connection
            .execute_batch(&format!("PRAGMA application_id = {APPLICATION};"))
            .map_err(refused)?;
        // We answer after the commit, and the commit waits for the disk.
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
            .map_err(refused)?;
        let mut prepared = || {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            prepare(&transaction)?;
            transaction.commit()
        };
        prepared().map_err(refused)?;
        Ok(Self::of(connection))
    }

    /// All data, as the bytes of an SQLite file; `None` while work runs on them.
    pub(crate) fn image(&self) -> Option<Vec<u8>> {
        let mut connection = self.connection.try_lock().ok()?;
        let image = connection.serialize(rusqlite::MAIN_DB).ok()?;
        Some(image.to_vec())
    }

    /// Replaces all data with an image from [`Self::image`].
    pub(crate) fn restore(&self, image: &[u8]) -> Result<(), StoreError> {
        let mut restored = Connection::open_in_memory().map_err(in_memory)?;
        restored
            .deserialize_read_exact(rusqlite::MAIN_DB, image, image.len(), false)
            .map_err(in_memory)?;
        let place = Path::new(":memory:");
        let found = restored
            .query_row("PRAGMA user_version", [], |row| row.get(0))
            .map_err(in_memory)?;
        known_layout(place, found)?;
        if !is_whole(&restored).map_err(in_memory)? {
            return Err(StoreError::Damaged(place.to_owned()));
        }
        prepare(&restored).map_err(in_memory)?;
        restored.set_prepared_statement_cache_capacity(STATEMENTS);
        match self.connection.try_lock() {
            Ok(mut connection) => *connection = restored,
            Err(_) => return Err(StoreError::InUse(place.to_owned())),
        }
        Ok(())
    }

    fn of(connection: Connection) -> Self {
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Self {
            connection: Arc::new(Mutex::new(connection)),
        }
    }

    /// Runs a function in a transaction, and commits before it returns; an error rolls back. Runs
    /// on a separate thread, so that requests without data are served meanwhile.
    pub(crate) async fn run<T, E>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<rusqlite::Error> + Send + 'static,
    {
        let mut connection = Arc::clone(&self.connection).lock_owned().await;
        let task = move || {
            let transaction = connection.transaction()?;
            let answer = work(&transaction)?;
            transaction.commit()?;
            Ok(answer)
        };
        match system::aside(task).await {
            Ok(outcome) => outcome,
            // A panic within a transaction, which its drop rolled back.
            Err(_) => Err(rusqlite::Error::UnwindingPanic.into()),
        }
    }
}

fn memory() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    prepare(&connection)?;
    Ok(connection)
}

fn in_memory(source: rusqlite::Error) -> StoreError {
    StoreError::Open {
        path: PathBuf::from(":memory:"),
        source,
    }
}

/// A value stored as JSON text.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let read = serde_json::from_str(value.as_str()?);
        read.map(Self).map_err(FromSqlError::other)
    }
}

impl<T: Serialize> ToSql for Json<T> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let text = serde_json::to_string(&self.0);
        let text = text.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
        Ok(text.into())
    }
}

/// Above the number of statements in use.
const STATEMENTS: usize = 128;

#[cfg(test)]
mod tests {
    use super::{tables::LAYOUT, *};

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    /// The refusal of a file, which must not change.
    fn refused(path: &Path) -> StoreError {
        let before = std::fs::read(path).unwrap();
        let error = Store::open(path).unwrap_err();
        assert_eq!(std::fs::read(path).unwrap(), before);
        error
    }

    #[tokio::test]
    async fn work_on_the_data_holds_up_nothing_else() {
        let store = Store::in_memory().unwrap();
        let (meanwhile, done) = std::sync::mpsc::channel();

        let work = store.run(move |_| {
            let done = done.recv_timeout(std::time::Duration::from_secs(30));
            Ok::<_, rusqlite::Error>(done.is_ok())
        });
        let (was_done, ()) = tokio::join!(work, async {
            meanwhile.send(()).unwrap();
        });

        assert!(was_done.unwrap());
    }

    #[tokio::test]
    async fn a_panic_leaves_the_data_as_they_were() {
        let store = Store::in_memory().unwrap();
        let add = "INSERT INTO namespace (name, serial, clock_ms) VALUES ('a', 0, 0)";

        let work = store.run(move |data| -> rusqlite::Result<()> {
            data.execute(add, [])?;
            panic!("as a fault of ours would");
        });
        let failed = work.await;

        assert!(failed.is_err());
        let count = store.run(|data| namespaces(data)).await;
        assert_eq!(count.unwrap(), 0);
    }

    #[test]
    fn a_file_that_is_something_else_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("notes.txt");
        for content in ["short", "a text that is longer than a header of SQLite"] {
            std::fs::write(&path, content).unwrap();

            let error = refused(&path);

            assert!(matches!(error, StoreError::Foreign(_)), "{error}");
            let named = "notes.txt holds no data of this program; it is left as it is";
            assert!(error.to_string().contains(named), "{error}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = Store::open(folder.path()).unwrap_err();
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    }

    #[test]
    fn a_database_of_another_program_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("other.db");
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE mine (x)").unwrap();
        drop(other);

        assert!(matches!(refused(&path), StoreError::Foreign(_)));
    }

    #[test]
    fn a_file_of_another_layout_is_left_as_it_is() {
        for layout in [LAYOUT - 1, LAYOUT + 1] {
            let folder = folder();
            let path = folder.path().join("data.db");
            drop(Store::open(&path).unwrap());
            let other = Connection::open(&path).unwrap();
            other
                .execute_batch(&format!("PRAGMA user_version = {layout}"))
                .unwrap();
            drop(other);

            let error = refused(&path).to_string();

            let layouts = format!("(layout {layout}, this one has {LAYOUT})");
            assert!(error.contains(&layouts), "{error}");
            assert!(error.contains("start a new file with --data"), "{error}");
        }
    }

    #[test]
    fn another_layout_is_left_as_it_is_where_it_was_killed_too() {
        let folder = folder();
        let path = folder.path().join("data.db");
        drop(Store::open(&path).unwrap());
        let later = Connection::open(&path).unwrap();
        later
            .execute_batch(&format!(
                "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                 PRAGMA user_version = {}; CREATE TABLE newer (x)",
                LAYOUT + 1
            ))
            .unwrap();
        // Copies the state after a kill: the file and its log.
        let killed = folder.path().join("killed.db");
        let log = |path: &Path| path.with_extension("db-wal");
        std::fs::copy(&path, &killed).unwrap();
        std::fs::copy(log(&path), log(&killed)).unwrap();
        let before = std::fs::read(log(&killed)).unwrap();

        let error = refused(&killed);

        assert!(matches!(error, StoreError::OtherLayout { .. }), "{error}");
        assert_eq!(std::fs::read(log(&killed)).unwrap(), before);
        drop(later);
    }

    #[test]
    fn a_file_that_is_damaged_behind_its_head_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("data.db");
        drop(Store::open(&path).unwrap());
        let filling = Connection::open(&path).unwrap();
        filling
            .execute_batch(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000)
                 INSERT INTO object SELECT 'a', '0-1', i, '{}', 0, 0, NULL, '{}' FROM n;
                 PRAGMA wal_checkpoint(TRUNCATE)",
            )
            .unwrap();
        drop(filling);
        let whole = std::fs::read(&path).unwrap();
        let pages = whole.len() / 4096;
        assert!(pages > 40, "{pages}");

        // Damages every page but the first, one at a time, and the end of the file.
        let mut damages: Vec<Vec<u8>> = (1..pages)
            .map(|page| {
                let mut damaged = whole.clone();
                damaged[page * 4096..(page + 1) * 4096].fill(0xa5);
                damaged
            })
            .collect();
        damages.push(whole[..whole.len() - 3 * 4096].to_vec());
        for (page, damaged) in damages.iter().enumerate() {
            std::fs::write(&path, damaged).unwrap();

            assert!(matches!(refused(&path), StoreError::Damaged(_)), "{page}");
        }
        assert!(
            StoreError::Damaged(path.clone())
                .to_string()
                .contains("data.db is damaged; it is left as it is")
        );
        std::fs::write(&path, &whole).unwrap();
        assert!(Store::open(&path).is_ok());
    }

    #[test]
    fn a_file_has_one_user_at_a_time() {
        let folder = folder();
        let path = folder.path().join("data.db");
        let first = Store::open(&path).unwrap();

        let error = Store::open(&path).unwrap_err();

        assert!(matches!(error, StoreError::InUse(_)), "{error}");
        drop(first);
        assert!(Store::open(&path).is_ok());
    }

    #[test]
    fn a_commit_waits_for_the_disk() {
        let folder = folder();
        let store = Store::open(&folder.path().join("data.db")).unwrap();
        let connection = store.connection.blocking_lock();
        let pragma = |name: &str| -> String {
            connection
                .query_row(
                    &format!("SELECT CAST(x AS TEXT) FROM (SELECT {name} AS x FROM pragma_{name})"),
                    [],
                    |row| row.get(0),
                )
                .unwrap()
        };

        assert_eq!(pragma("synchronous"), "2");
        assert_eq!(pragma("journal_mode"), "wal");
    }

    /// A snapshot copies these columns.
    #[test]
    fn every_table_of_namespaces_is_found_with_its_columns() {
        let store = Store::in_memory().unwrap();
        let connection = store.connection.blocking_lock();

        let tables = tables::of_namespaces(&connection).unwrap();

        assert_eq!(tables.len(), 20);
        let install = ("install".to_owned(), "app".to_owned());
        assert!(tables.contains(&install), "{tables:?}");
    }

    #[test]
    fn an_image_restores_the_data_and_a_damaged_one_changes_nothing() {
        let name = |store: &Store| -> Option<String> {
            let connection = store.connection.try_lock().ok()?;
            let found = connection.query_row("SELECT name FROM namespace", [], |row| row.get(0));
            found.ok()
        };
        let made = Store::in_memory().unwrap();
        {
            let mut connection = made.connection.try_lock().unwrap();
            let transaction = connection.transaction().unwrap();
            add_namespace(&transaction, "kept", 0).unwrap();
            transaction.commit().unwrap();
        }
        let image = made.image().unwrap();
        let other = Store::in_memory().unwrap();
        assert_eq!(name(&other), None);

        other.restore(&image).unwrap();

        assert_eq!(name(&other).as_deref(), Some("kept"));
        let cut = image.get(..image.len() / 2).unwrap();
        for damaged in [cut, b"no database", &vec![7; image.len()]] {
            assert!(other.restore(damaged).is_err(), "{}", damaged.len());
            assert_eq!(name(&other).as_deref(), Some("kept"));
        }
    }
}
