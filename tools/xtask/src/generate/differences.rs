//! The list of differences in `docs/migration.md`, from the table that `cargo xtask compare` uses.

use serde_json::Value;

use crate::workspace;

/// The page, with the list between its markers.
pub(super) fn page() -> String {
    let page = workspace::read(&workspace::root().join(PAGE)).unwrap_or_default();
    let (before, rest) = page.split_once(BEGIN).unwrap_or((&page, ""));
    let (_, after) = rest.split_once(END).unwrap_or_default();
    format!("{before}{BEGIN}\n\n{}\n{END}{after}", list())
}

fn list() -> String {
    let table: Value = serde_json::from_str(TABLE).unwrap_or_default();
    let rows = table.as_array().into_iter().flatten().map(|row| {
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
