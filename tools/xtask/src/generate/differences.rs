//! The list of differences in `docs/migration.md`, from the table that `cargo xtask compare` uses.

use serde_json::Value;

use super::{parsed, with_table};
use crate::error::Result;

/// The page, with the list between its markers.
pub(super) fn page() -> Result<String> {
    let table: Vec<Value> = parsed("tests/compare/differences.json", TABLE)?;
    with_table(PAGE, BEGIN, END, &format!("\n\n{}\n", list(&table)))
}

fn list(table: &[Value]) -> String {
    let rows = table.iter().map(|row| {
        let text = |name: &str| row[name].as_str().unwrap_or_default();
        let mode = if row["published"] == true {
            "yes"
        } else {
            "–"
        };
        format!("| {} | {} | {mode} |\n", text("subject"), text("here"))
    });
    format!(
        "| subject | here | in `mode: \"published\"` |\n|---|---|---|\n{}",
        rows.collect::<String>()
    )
}

pub(super) const PAGE: &str = "docs/migration.md";
const BEGIN: &str =
    "<!-- Written by `cargo xtask generate` from tests/compare/differences.json. -->";
const END: &str = "<!-- End of the list. -->";
const TABLE: &str = include_str!("../../../../tests/compare/differences.json");
