//! The table in `docs/emulator.md` of paths that the emulator does not have.

use serde::Deserialize;

use super::{parsed, with_table};
use crate::error::Result;

#[derive(Deserialize)]
struct Elsewhere {
    what: String,
    paths: Vec<String>,
    #[serde(rename = "use")]
    instead: Option<String>,
}

/// The page, with the table from its header to the next empty line.
pub(super) fn page() -> Result<String> {
    let all: Vec<Elsewhere> = parsed("platform/emulator/src/platform/elsewhere.json", TABLE)?;
    let rows: String = all.iter().map(row).collect();
    with_table(
        PAGE,
        HEADER,
        "\n\n",
        &["|---|---|---|\n", rows.trim_end()].concat(),
    )
}

fn row(one: &Elsewhere) -> String {
    let paths: Vec<String> = one.paths.iter().map(|path| format!("`{path}`")).collect();
    let instead = one.instead.as_deref().unwrap_or("\u{2013}");
    format!("| {} | {} | {instead} |\n", one.what, paths.join(", "))
}

pub(super) const PAGE: &str = "docs/emulator.md";
const HEADER: &str = "| absent | paths | in its place |\n";

const TABLE: &str = include_str!("../../../../platform/emulator/src/platform/elsewhere.json");
