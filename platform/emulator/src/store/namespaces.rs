//! Namespaces: their rows, their clocks and their serials.

use rusqlite::{Connection, OptionalExtension as _, params};

use super::tables::of_namespaces;

/// Adds a namespace without rows.
pub(crate) fn add_namespace(
    transaction: &Connection,
    name: &str,
    serial: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO namespace (name, serial, clock_ms) VALUES (?1, ?2, 0)",
        params![name, serial],
    )?;
    Ok(())
}

/// Empties a namespace.
pub(crate) fn clear(transaction: &Connection, namespace: &str) -> rusqlite::Result<()> {
    for (table, _) in of_namespaces(transaction)? {
        transaction.execute(&format!("DELETE FROM {table} WHERE ns = ?1"), [namespace])?;
    }
    Ok(())
}

/// A removed namespace.
#[derive(Debug)]
pub(crate) struct Removed {
    /// The number of snapshots removed with it.
    pub(crate) snapshots: usize,
    /// Its last serial.
    pub(crate) serial: i64,
}

/// Removes a namespace and its snapshots; `None` if it does not exist.
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

/// Replaces the rows of a namespace with those of another.
pub(crate) fn copy(transaction: &Connection, from: &str, to: &str) -> rusqlite::Result<()> {
    clear(transaction, to)?;
    for (table, columns) in of_namespaces(transaction)? {
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

/// The offset of a namespace's clock, in ms; `None` for a new namespace.
pub(crate) fn clock_ms(transaction: &Connection, namespace: &str) -> rusqlite::Result<Option<i64>> {
    transaction
        .query_row(
            "SELECT clock_ms FROM namespace WHERE name = ?1",
            [namespace],
            |row| row.get(0),
        )
        .optional()
}

/// The next serial of a namespace; never reused.
pub(crate) fn next_serial(transaction: &Connection, namespace: &str) -> rusqlite::Result<i64> {
    transaction.query_row(
        "UPDATE namespace SET serial = serial + 1 WHERE name = ?1 RETURNING serial",
        params![namespace],
        |row| row.get(0),
    )
}

/// The number of namespaces, including snapshots.
pub(crate) fn namespaces(transaction: &Connection) -> rusqlite::Result<i64> {
    transaction.query_row("SELECT count(*) FROM namespace", [], |row| row.get(0))
}
