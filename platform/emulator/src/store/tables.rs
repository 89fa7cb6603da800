//! The tables. Every row belongs to a namespace.

use rusqlite::Connection;

/// Creates missing tables.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "CREATE TABLE IF NOT EXISTS namespace (
           name TEXT PRIMARY KEY, serial INTEGER NOT NULL, clock_ms INTEGER NOT NULL
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS app (
           ns TEXT NOT NULL, id INTEGER NOT NULL, client_id TEXT NOT NULL, secret BLOB NOT NULL,
           key BLOB NOT NULL, body TEXT NOT NULL, PRIMARY KEY (ns, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS user (
           ns TEXT NOT NULL, id INTEGER NOT NULL, owner INTEGER NOT NULL, body TEXT NOT NULL,
           created_ms INTEGER NOT NULL, PRIMARY KEY (ns, id), UNIQUE (ns, owner)
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
           author TEXT NOT NULL, PRIMARY KEY (ns, type, id)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS object_history (
           ns TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
           version INTEGER NOT NULL, value TEXT NOT NULL, at_ms INTEGER NOT NULL,
           author TEXT NOT NULL, PRIMARY KEY (ns, type, id, name, version)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS object_unique (
           ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
           id INTEGER NOT NULL, PRIMARY KEY (ns, type, name, value)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS object_unique_of ON object_unique (ns, type, id);
         CREATE TABLE IF NOT EXISTS object_phone (
           ns TEXT NOT NULL, key TEXT NOT NULL, type TEXT NOT NULL, id INTEGER NOT NULL,
           PRIMARY KEY (ns, key, type, id)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX IF NOT EXISTS object_phone_of ON object_phone (ns, type, id);
         CREATE TABLE IF NOT EXISTS property (
           ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
           PRIMARY KEY (ns, type, name)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS property_group (
           ns TEXT NOT NULL, type TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
           PRIMARY KEY (ns, type, name)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS association (
           ns TEXT NOT NULL, from_type TEXT NOT NULL, from_id INTEGER NOT NULL,
           to_type TEXT NOT NULL, to_id INTEGER NOT NULL, label INTEGER NOT NULL,
           PRIMARY KEY (ns, from_type, from_id, to_type, to_id, label)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE IF NOT EXISTS association_label (
           ns TEXT NOT NULL, from_type TEXT NOT NULL, to_type TEXT NOT NULL,
           type_id INTEGER NOT NULL, back INTEGER NOT NULL, name TEXT NOT NULL,
           label TEXT NOT NULL, PRIMARY KEY (ns, from_type, to_type, type_id)
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

/// Every table with a namespace column, and its other columns.
pub(super) fn of_namespaces(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare_cached(
            "SELECT tables.name, group_concat(columns.name, ', ')
             FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table' AND tables.name <> 'namespace' AND columns.name <> 'ns'
             GROUP BY tables.name",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// The version of the tables; raised with each change of them. Files of another version are
/// refused: the program was never released, so no migration is needed.
pub(super) const LAYOUT: i64 = 10;
