//! The data, in SQLite: in memory, or in a file with every answer on disk first.
//!
//! Every row belongs to a namespace, so that tests which run side by side do not
//! meet. A snapshot is a namespace too, under a name no request can reach. Keys,
//! secrets, codes and tokens are kept as SHA-256 digests only.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::{
    Connection, OpenFlags, OptionalExtension as _, Transaction, config::DbConfig, params,
};

/// Why a data file is not opened. The file is left as it is.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file holds something else.
    #[error(
        "{} holds no data of this program; it is left as it is, choose another file with --data",
        .0.display()
    )]
    Foreign(PathBuf),
    /// A later version of this program made it.
    #[error(
        "{} has the layout {found}, and this program knows {known}; it is left as it is, use a newer program or another file",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The newest layout this program knows.
        known: i64,
    },
    /// A part of it cannot be read.
    #[error(
        "{} is damaged; it is left as it is, bring a copy of it back or choose another file with --data",
        .0.display()
    )]
    Damaged(PathBuf),
    /// Another program has it open.
    #[error("{} is in use by another program", .0.display())]
    InUse(PathBuf),
    /// The system makes no file there.
    #[error("cannot make {}: {source}; choose another file with --data", path.display())]
    Make {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The system or SQLite refuses it.
    #[error("cannot open {}: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

/// The data of all namespaces.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
    is_durable: bool,
}

impl Store {
    /// Data that ends with the process.
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        let refused = |source| StoreError::Open {
            path: PathBuf::from(":memory:"),
            source,
        };
        let connection = Connection::open_in_memory().map_err(refused)?;
        prepare(&connection).map_err(refused)?;
        Ok(Self::of(connection, false))
    }

    /// Data in a file, which is made when it is not there. The namespaces of a file of
    /// an earlier layout are filled with what that had no place for.
    pub(crate) fn open(path: &Path, fill: Fill) -> Result<Self, StoreError> {
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
        // One process has the file: what it remembers has to be what is there.
        // Whose the file is stands in it before its log begins, so that a crash at
        // any point leaves a file that is known again.
        // Nor is the log of a program that was killed put into the file, which closing
        // does, before it is known that the file is of a layout we know.
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
        // An answer is given after the commit, and the commit waits for the disk.
        connection
            .execute_batch("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
            .map_err(refused)?;
        let mut prepared = || {
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            upgrade_tables(&transaction, found)?;
            prepare(&transaction)?;
            upgrade(&transaction, found, fill)?;
            transaction.commit()
        };
        prepared().map_err(refused)?;
        Ok(Self::of(connection, true))
    }

    fn of(connection: Connection, is_durable: bool) -> Self {
        connection.set_prepared_statement_cache_capacity(STATEMENTS);
        Self {
            connection: Arc::new(Mutex::new(connection)),
            is_durable,
        }
    }

    /// Runs one piece of work in a transaction, and commits before it answers; an
    /// error leaves everything as it was.
    pub(crate) async fn run<T, E>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<rusqlite::Error> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        let task = move || {
            // A poisoned lock means a panic inside a transaction, which SQLite
            // rolled back when it was dropped.
            let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            let transaction = connection.transaction()?;
            let answer = work(&transaction)?;
            transaction.commit()?;
            Ok(answer)
        };
        if !self.is_durable {
            return task();
        }
        // The disk is waited for elsewhere, so that other requests go on.
        match tokio::task::spawn_blocking(task).await {
            Ok(outcome) => outcome,
            Err(_) => Err(rusqlite::Error::UnwindingPanic.into()),
        }
    }
}

/// The same file by a name that SQLite takes for one: it reads `file:…` as an address
/// with options of its own, and has no file at all for `:memory:` and an empty name.
fn file_of(path: &Path) -> std::io::Result<PathBuf> {
    std::path::absolute(path)
}

/// Makes the file when it is not there, for its owner alone. SQLite gives the files
/// beside it the same mode.
fn make(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        outcome => outcome.map(drop),
    }
}

/// Looks at a file without writing to it.
fn check(path: &Path) -> Result<(), StoreError> {
    let foreign = || StoreError::Foreign(path.to_owned());
    match std::fs::metadata(path) {
        Err(_) => return Ok(()),
        Ok(found) if !found.is_file() => return Err(foreign()),
        // SQLite takes an empty file for a new one.
        Ok(found) if found.len() == 0 => return Ok(()),
        Ok(_) => {}
    }
    let header = std::fs::File::open(path).and_then(|mut file| {
        let mut header = [0; HEADER_LENGTH];
        std::io::Read::read_exact(&mut file, &mut header)?;
        Ok(header)
    });
    let header = header.map_err(|_| foreign())?;
    let number = |place: usize| {
        let bytes = header.get(place..place + 4)?;
        Some(i64::from(i32::from_be_bytes(bytes.try_into().ok()?)))
    };
    if !header.starts_with(MAGIC) || number(68) != Some(APPLICATION) {
        return Err(foreign());
    }
    known_layout(path, number(60).unwrap_or_default())
}

/// Whether every page is what it has to be; what indexes say of the rows is not
/// compared, which takes several times as long.
fn is_whole(connection: &Connection) -> rusqlite::Result<bool> {
    let first: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok(first == "ok")
}

fn known_layout(path: &Path, found: i64) -> Result<(), StoreError> {
    if found > LAYOUT {
        return Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known: LAYOUT,
        });
    }
    Ok(())
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TABLE IF NOT EXISTS namespace (
           name TEXT PRIMARY KEY, serial INTEGER NOT NULL, clock_ms INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS app (
           ns TEXT NOT NULL, id INTEGER NOT NULL, client_id TEXT NOT NULL, secret BLOB NOT NULL,
           key BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (ns, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS setting (
           ns TEXT NOT NULL, app INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
           created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, PRIMARY KEY (ns, app, kind)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS install (
           ns TEXT NOT NULL, app INTEGER NOT NULL, PRIMARY KEY (ns, app)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS consent (
           ns TEXT NOT NULL, id BLOB NOT NULL, app INTEGER NOT NULL, body TEXT NOT NULL,
           expires_ms INTEGER NOT NULL, PRIMARY KEY (ns, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS code (
           ns TEXT NOT NULL, id BLOB NOT NULL, app INTEGER NOT NULL, grant_id INTEGER NOT NULL,
           body TEXT NOT NULL, expires_ms INTEGER NOT NULL, is_used INTEGER NOT NULL,
           PRIMARY KEY (ns, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS token (
           ns TEXT NOT NULL, id BLOB NOT NULL, kind TEXT NOT NULL, app INTEGER NOT NULL,
           grant_id INTEGER NOT NULL, user INTEGER NOT NULL, scopes TEXT NOT NULL,
           expires_ms INTEGER, PRIMARY KEY (ns, id)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS token_grant ON token (ns, grant_id);
         CREATE TABLE IF NOT EXISTS call (
           ns TEXT NOT NULL, app INTEGER NOT NULL, id TEXT NOT NULL, engagement INTEGER,
           body TEXT NOT NULL, has_recording INTEGER NOT NULL, PRIMARY KEY (ns, app, id)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS call_engagement ON call (ns, engagement);
         CREATE TABLE IF NOT EXISTS object (
           ns TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL, properties TEXT NOT NULL,
           created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, archived_ms INTEGER,
           source TEXT NOT NULL, PRIMARY KEY (ns, type, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS object_history (
           ns TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
           version INTEGER NOT NULL, value TEXT NOT NULL, at_ms INTEGER NOT NULL,
           source TEXT NOT NULL, PRIMARY KEY (ns, type, id, name, version)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS object_unique (
           ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
           id INTEGER NOT NULL, PRIMARY KEY (ns, type, name, value)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS object_unique_of ON object_unique (ns, type, id);
         CREATE TABLE IF NOT EXISTS object_phone (
           ns TEXT NOT NULL, number TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL,
           PRIMARY KEY (ns, number, type, id)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS object_phone_of ON object_phone (ns, type, id);
         CREATE TABLE IF NOT EXISTS property (
           ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
           PRIMARY KEY (ns, type, name)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS association (
           ns TEXT NOT NULL, from_type TEXT NOT NULL, from_id INTEGER NOT NULL,
           to_type TEXT NOT NULL, to_id INTEGER NOT NULL, label INTEGER NOT NULL,
           PRIMARY KEY (ns, from_type, from_id, to_type, to_id, label)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS account (
           ns TEXT PRIMARY KEY, body TEXT NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS timeline_type (
           ns TEXT NOT NULL, id INTEGER NOT NULL, version INTEGER NOT NULL, app INTEGER NOT NULL,
           from_ms INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (ns, id, version)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS timeline_type_app ON timeline_type (ns, app);
         CREATE TABLE IF NOT EXISTS timeline_event (
           ns TEXT NOT NULL, type INTEGER NOT NULL, id TEXT NOT NULL, object_type TEXT NOT NULL,
           object_id INTEGER, utk TEXT, at_ms INTEGER NOT NULL, body TEXT NOT NULL,
           PRIMARY KEY (ns, type, id)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS timeline_event_of
           ON timeline_event (ns, object_type, object_id, at_ms);
         CREATE INDEX IF NOT EXISTS timeline_event_utk
           ON timeline_event (ns, utk) WHERE object_id IS NULL;
         CREATE TABLE IF NOT EXISTS timeline_visitor (
           ns TEXT NOT NULL, utk TEXT NOT NULL, contact INTEGER NOT NULL, PRIMARY KEY (ns, utk)
         ) STRICT, WITHOUT ROWID;
         PRAGMA user_version = {LAYOUT};"
    ))
}

/// Gives one namespace of a file of an earlier layout what that had no place for.
pub(crate) type Fill = fn(&Connection, &str, Layout) -> rusqlite::Result<()>;

/// An earlier layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Without records, apart from a few callers that no request could change.
    First,
    /// With records, whose properties had no definitions.
    Second,
    /// Without labels of associations, and without timeline events.
    Third,
}

impl Layout {
    const fn of(found: i64) -> Option<Self> {
        match found {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            3 => Some(Self::Third),
            _ => None,
        }
    }
}

/// Gives tables of an earlier layout the columns of this one.
fn upgrade_tables(connection: &Connection, found: i64) -> rusqlite::Result<()> {
    let Some(layout) = Layout::of(found) else {
        return Ok(());
    };
    match layout {
        Layout::First => connection.execute_batch("DROP TABLE IF EXISTS record")?,
        Layout::Second => connection.execute_batch(
            "DROP INDEX IF EXISTS object_creation;
             ALTER TABLE object DROP COLUMN creation_key;
             ALTER TABLE object ADD COLUMN source TEXT NOT NULL DEFAULT '{\"kind\":\"IMPORT\"}';",
        )?,
        Layout::Third => {}
    }
    // Where one of them had associations, these were without labels.
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS association (ns, from_type, from_id, to_type, to_id);
         ALTER TABLE association RENAME TO association_unlabelled",
    )
}

/// Fills what an earlier layout had no place for.
fn upgrade(connection: &Connection, found: i64, fill: Fill) -> rusqlite::Result<()> {
    let Some(layout) = Layout::of(found) else {
        return Ok(());
    };
    let names: Vec<String> = connection
        .prepare("SELECT name FROM namespace")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for name in &names {
        fill(connection, name, layout)?;
    }
    connection.execute_batch(
        "DROP TABLE IF EXISTS object_property;
         INSERT OR IGNORE INTO association (ns, from_type, from_id, to_type, to_id, label)
           SELECT ns, from_type, from_id, to_type, to_id, 0 FROM association_unlabelled;
         DROP TABLE association_unlabelled",
    )
}

/// Empties a namespace.
pub(crate) fn clear(transaction: &Connection, namespace: &str) -> rusqlite::Result<()> {
    for (table, _) in TABLES {
        transaction.execute(&format!("DELETE FROM {table} WHERE ns = ?1"), [namespace])?;
    }
    Ok(())
}

/// A namespace that was taken away.
#[derive(Debug)]
pub(crate) struct Removed {
    /// How many snapshots went with it.
    pub(crate) snapshots: usize,
    /// The last number it gave.
    pub(crate) serial: i64,
}

/// Takes a namespace and its snapshots away; nothing when there is none.
pub(crate) fn remove(
    transaction: &Connection,
    namespace: &str,
) -> rusqlite::Result<Option<Removed>> {
    let found: Vec<(String, i64)> = transaction
        .prepare(
            "SELECT name, serial FROM namespace WHERE name = ?1 OR instr(name, ?1 || '@') = 1",
        )?
        .query_map([namespace], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    let Some((_, serial)) = found.iter().find(|(name, _)| name == namespace) else {
        return Ok(None);
    };
    for (name, _) in &found {
        clear(transaction, name)?;
        transaction.execute("DELETE FROM namespace WHERE name = ?1", [name])?;
    }
    Ok(Some(Removed {
        snapshots: found.len().saturating_sub(1),
        serial: *serial,
    }))
}

/// Makes one namespace hold what another holds.
pub(crate) fn copy(transaction: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
    clear(transaction, to)?;
    for (table, columns) in TABLES {
        transaction.execute(
            &format!(
                "INSERT INTO {table} (ns, {columns}) SELECT ?2, {columns} FROM {table} WHERE ns = ?1"
            ),
            [from, to],
        )?;
    }
    transaction.execute(
        "INSERT INTO namespace (name, serial, clock_ms)
         SELECT ?2, serial, clock_ms FROM namespace WHERE name = ?1
         ON CONFLICT (name) DO UPDATE SET clock_ms = excluded.clock_ms",
        [from, to],
    )?;
    Ok(())
}

/// How far a namespace's clock was moved, in ms; nothing when it is new.
pub(crate) fn clock_ms(transaction: &Connection, namespace: &str) -> rusqlite::Result<Option<i64>> {
    transaction
        .query_row(
            "SELECT clock_ms FROM namespace WHERE name = ?1",
            [namespace],
            |row| row.get(0),
        )
        .optional()
}

/// The next number of a namespace; none is given twice.
pub(crate) fn next_serial(transaction: &Connection, namespace: &str) -> rusqlite::Result<i64> {
    transaction.query_row(
        "UPDATE namespace SET serial = serial + 1 WHERE name = ?1 RETURNING serial",
        params![namespace],
        |row| row.get(0),
    )
}

/// How many namespaces there are, snapshots included.
pub(crate) fn namespaces(transaction: &Connection) -> rusqlite::Result<i64> {
    transaction.query_row("SELECT count(*) FROM namespace", [], |row| row.get(0))
}

/// Every table with rows of namespaces, and its other columns.
const TABLES: [(&str, &str); 17] = [
    ("account", "body"),
    ("app", "id, client_id, secret, key, body"),
    ("setting", "app, kind, body, created_ms, updated_ms"),
    ("install", "app"),
    ("consent", "id, app, body, expires_ms"),
    ("code", "id, app, grant_id, body, expires_ms, is_used"),
    ("token", "id, kind, app, grant_id, user, scopes, expires_ms"),
    ("call", "app, id, engagement, body, has_recording"),
    (
        "object",
        "type, id, properties, source, created_ms, updated_ms, archived_ms",
    ),
    (
        "object_history",
        "type, id, name, version, value, at_ms, source",
    ),
    ("object_phone", "number, type, id"),
    ("object_unique", "type, name, value, id"),
    ("property", "type, name, body"),
    ("association", "from_type, from_id, to_type, to_id, label"),
    ("timeline_type", "id, version, app, from_ms, body"),
    (
        "timeline_event",
        "type, id, object_type, object_id, utk, at_ms, body",
    ),
    ("timeline_visitor", "utk, contact"),
];

/// "cwse", in the header of the file: this program's.
const APPLICATION: i64 = 0x6377_7365;

/// The layout of the tables; raised with each change of them.
const LAYOUT: i64 = 4;

/// More than there are that are asked for again and again.
const STATEMENTS: usize = 64;

/// How every file of SQLite begins.
///
/// Source: the database file format, section 1.3, which has the places of the
/// layout (60) and the application (68) too.
const MAGIC: &[u8] = b"SQLite format 3\0";

const HEADER_LENGTH: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing(_: &Connection, _: &str, _: Layout) -> rusqlite::Result<()> {
        Ok(())
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_file_that_is_something_else_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("notes.txt");
        for content in ["short", "a text that is longer than a header of SQLite"] {
            std::fs::write(&path, content).unwrap();

            let error = Store::open(&path, nothing).unwrap_err();

            assert!(matches!(error, StoreError::Foreign(_)), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        let error = Store::open(folder.path(), nothing).unwrap_err();
        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
    }

    #[test]
    fn a_database_of_another_program_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("other.db");
        let other = Connection::open(&path).unwrap();
        other.execute_batch("CREATE TABLE mine (x)").unwrap();
        drop(other);
        let before = std::fs::read(&path).unwrap();

        let error = Store::open(&path, nothing).unwrap_err();

        assert!(matches!(error, StoreError::Foreign(_)), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_file_of_a_later_version_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("data.db");
        drop(Store::open(&path, nothing).unwrap());
        let later = Connection::open(&path).unwrap();
        later.execute_batch("PRAGMA user_version = 5").unwrap();
        drop(later);
        let before = std::fs::read(&path).unwrap();

        let error = Store::open(&path, nothing).unwrap_err();

        assert!(
            error
                .to_string()
                .contains("has the layout 5, and this program knows 4"),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_later_programs_file_is_left_as_it_is_where_it_was_killed_too() {
        let folder = folder();
        let path = folder.path().join("data.db");
        drop(Store::open(&path, nothing).unwrap());
        let later = Connection::open(&path).unwrap();
        later
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
                 PRAGMA user_version = 5; CREATE TABLE newer (x)",
            )
            .unwrap();
        // A copy of what a killed program leaves: the file, and beside it the log.
        let killed = folder.path().join("killed.db");
        let log = |path: &Path| path.with_extension("db-wal");
        std::fs::copy(&path, &killed).unwrap();
        std::fs::copy(log(&path), log(&killed)).unwrap();
        let read = || {
            (
                std::fs::read(&killed).unwrap(),
                std::fs::read(log(&killed)).unwrap(),
            )
        };
        let before = read();

        let error = Store::open(&killed, nothing).unwrap_err();

        assert!(matches!(error, StoreError::Newer { .. }), "{error}");
        assert_eq!(read(), before);
        drop(later);
    }

    #[test]
    fn a_file_that_is_damaged_behind_its_head_is_left_as_it_is() {
        let folder = folder();
        let path = folder.path().join("data.db");
        drop(Store::open(&path, nothing).unwrap());
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

        // Every page but the first, one at a time, and the end of the file.
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

            let error = Store::open(&path, nothing).unwrap_err();

            assert!(matches!(error, StoreError::Damaged(_)), "{page}: {error}");
            assert_eq!(&std::fs::read(&path).unwrap(), damaged, "{page}");
        }
        assert!(
            StoreError::Damaged(path.clone())
                .to_string()
                .contains("data.db is damaged; it is left as it is")
        );
        std::fs::write(&path, &whole).unwrap();
        assert!(Store::open(&path, nothing).is_ok());
    }

    #[test]
    fn a_file_has_one_user_at_a_time() {
        let folder = folder();
        let path = folder.path().join("data.db");
        let first = Store::open(&path, nothing).unwrap();

        let error = Store::open(&path, nothing).unwrap_err();

        assert!(matches!(error, StoreError::InUse(_)), "{error}");
        drop(first);
        assert!(Store::open(&path, nothing).is_ok());
    }

    #[test]
    fn a_commit_waits_for_the_disk() {
        let folder = folder();
        let store = Store::open(&folder.path().join("data.db"), nothing).unwrap();
        let connection = store.connection.lock().unwrap();
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

    #[test]
    fn a_file_of_an_earlier_layout_gets_what_it_had_no_place_for() {
        fn mark(data: &Connection, namespace: &str, layout: Layout) -> rusqlite::Result<()> {
            data.execute(
                "INSERT INTO property (ns, type, name, body) VALUES (?1, '0-1', 'phone', ?2)",
                [namespace, &format!("{layout:?}")],
            )?;
            Ok(())
        }
        const FIRST: &str = "CREATE TABLE record (ns TEXT NOT NULL, kind TEXT NOT NULL);
             DROP TABLE object; DROP TABLE property; PRAGMA user_version = 1";
        const SECOND: &str = "DROP TABLE object; DROP TABLE property;
             CREATE TABLE object (
               ns TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL, properties TEXT NOT NULL,
               creation_key TEXT, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL,
               archived_ms INTEGER, PRIMARY KEY (ns, type, id)
             ) STRICT, WITHOUT ROWID;
             CREATE UNIQUE INDEX object_creation ON object (ns, type, creation_key)
               WHERE creation_key IS NOT NULL;
             CREATE TABLE object_property (ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL);
             INSERT INTO object VALUES ('a', '0-1', 1, '{}', 'k', 0, 0, NULL);
             PRAGMA user_version = 2";
        const THIRD: &str = "DROP TABLE association; DROP TABLE account; DROP TABLE property;
             DROP TABLE timeline_type; DROP TABLE timeline_event; DROP TABLE timeline_visitor;
             CREATE TABLE property (
               ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
               PRIMARY KEY (ns, type, name)
             ) STRICT, WITHOUT ROWID;
             CREATE TABLE association (
               ns TEXT NOT NULL, from_type TEXT NOT NULL, from_id INTEGER NOT NULL,
               to_type TEXT NOT NULL, to_id INTEGER NOT NULL,
               PRIMARY KEY (ns, from_type, from_id, to_type, to_id)
             ) STRICT, WITHOUT ROWID;
             INSERT INTO association VALUES ('a', '0-48', 1, '0-1', 2), ('a', '0-1', 2, '0-48', 1);
             PRAGMA user_version = 3";
        for (earlier, layout, objects, associations) in [
            (FIRST, "First", 0, 0),
            (SECOND, "Second", 1, 0),
            (THIRD, "Third", 0, 2),
        ] {
            let folder = folder();
            let path = folder.path().join("data.db");
            drop(Store::open(&path, nothing).unwrap());
            let file = Connection::open(&path).unwrap();
            file.execute_batch(
                "INSERT INTO namespace (name, serial, clock_ms) VALUES ('a', 0, 0), ('a@s', 0, 0)",
            )
            .unwrap();
            file.execute_batch(earlier).unwrap();
            drop(file);

            // The second start finds the work done.
            drop(Store::open(&path, mark).unwrap());
            let store = Store::open(&path, mark).unwrap();

            let connection = store.connection.lock().unwrap();
            let told: String = connection
                .query_row(
                    "SELECT group_concat(ns || body) || (SELECT user_version FROM pragma_user_version)
                       || (SELECT count(*) FROM sqlite_master
                           WHERE name IN ('record', 'object_property', 'object_creation',
                             'association_unlabelled'))
                       || (SELECT count(source) FROM object)
                       || (SELECT count(*) FROM association WHERE label = 0)
                     FROM property",
                    [],
                    |row| row.get(0),
                )
                .unwrap();
            assert_eq!(
                told,
                format!("a{layout},a@s{layout}40{objects}{associations}")
            );
        }
    }
}
