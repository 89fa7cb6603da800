//! `cargo xtask generate`: the files that mirror the protocol tables.
//!
//! Each module is a pure function from the tables of `src/protocol`, or the structs of
//! `platform/rest/src`, to the text of one file; this one writes the texts or compares them with
//! the files.

mod codes;
mod conformance;
mod constants;
mod differences;
mod elsewhere;
mod handlers;
mod lifecycle;
mod limits;
mod masks;
mod messages;
mod origins;
mod phone;
mod protocol_doc;
mod published;
mod reference;
mod rest;
mod text;

use crate::error::{Error, Result};
use crate::workspace;

pub(crate) use reference::write as write_reference;

/// Writes every generated file, or with `check` only compares.
///
/// # Errors
///
/// With `check`, [`Error::Check`] names the files that are out of date.
pub(crate) fn run(check: bool) -> Result<()> {
    let mut stale = Vec::new();
    for (path, contents) in files()? {
        let file = workspace::root().join(path);
        let current = file.is_file() && workspace::read(&file)? == contents;
        match (current, check) {
            (true, _) => {}
            (false, true) => stale.push(path),
            (false, false) => {
                workspace::write(&file, contents)?;
                println!("wrote {path}");
            }
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    Err(Error::Check(format!(
        "out of date: {}\n  to bring them up to date: cargo xtask generate",
        stale.join(", ")
    )))
}

/// The path of every generated file, from the root, with its text.
fn files() -> Result<[(&'static str, String); 18]> {
    Ok([
        (
            "tools/conformance/generated/payloads.json",
            conformance::payloads(),
        ),
        ("tools/conformance/README.md", conformance::page()),
        ("pkg/src/generated/codes.ts", codes::types()),
        ("pkg/src/generated/constant-types.ts", constants::types()),
        ("pkg/src/generated/constants.ts", constants::text()),
        ("pkg/src/generated/causes.ts", codes::causes()),
        ("pkg/src/generated/explanations.ts", codes::explanations()),
        ("pkg/src/generated/handlers.ts", handlers::text()),
        ("pkg/src/generated/limits.ts", limits::text()),
        ("pkg/src/generated/lifecycle.ts", lifecycle::text()),
        ("pkg/src/generated/masks.ts", masks::text()),
        ("pkg/src/generated/messages.ts", messages::text()),
        ("pkg/src/generated/origins.ts", origins::text()),
        ("pkg/src/generated/rest.ts", rest::text()),
        (differences::PAGE, differences::page()?),
        (elsewhere::PAGE, elsewhere::page()?),
        ("docs/phone.md", phone::page()),
        ("pkg/src/generated/phone.ts", phone::text()),
    ])
}

/// A page with a table written anew, between what begins it and what ends it.
fn with_table(page: &str, begin: &str, end: &str, table: &str) -> Result<String> {
    let text = workspace::read(&workspace::root().join(page))?;
    let parts = text.split_once(begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(end)?;
        Some([before, begin, table, end, after].concat())
    });
    parts.ok_or_else(|| Error::Check(format!("{page} has no table from {begin:?} to {end:?}")))
}

/// A table's rows.
fn parsed<T: serde::de::DeserializeOwned>(file: &str, text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Check(format!("{file}: {error}")))
}
