//! The table in `docs/emulator.md` of the service's paths that the emulator does not have.

use serde::Deserialize;

use crate::workspace;

#[derive(Deserialize)]
struct Elsewhere {
    what: String,
    paths: Vec<String>,
    #[serde(rename = "use")]
    instead: Option<String>,
}

/// The page with its table (a test of the emulator reads the file) written anew, from the header line to the next empty one.
pub(super) fn page() -> String {
    let all: Vec<Elsewhere> = serde_json::from_str(TABLE).unwrap_or_default();
    let path = workspace::root().join("docs/emulator.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    let Some((before, rest)) = page.split_once(HEADER) else {
        return page;
    };
    let after = rest.split_once("\n\n").map_or("", |(_, after)| after);
    let rows: String = all.iter().map(row).collect();
    [before, HEADER, "|---|---|---|\n", &rows, "\n", after].concat()
}

fn row(one: &Elsewhere) -> String {
    let paths: Vec<String> = one.paths.iter().map(|path| format!("`{path}`")).collect();
    let instead = one.instead.as_deref().unwrap_or("\u{2013}");
    format!("| {} | {} | {instead} |\n", one.what, paths.join(", "))
}

const HEADER: &str = "| of the service | paths | here |\n";

const TABLE: &str = include_str!("../../../../platform/emulator/src/platform/elsewhere.json");
