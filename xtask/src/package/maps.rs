//! The source maps without what they need not have.
//!
//! A map repeats each source, and a module's is what the script beside it already has:
//! nothing to read, and a third of the packed package. The positions in a module that is
//! translated into JavaScript are a lot as well, and lead nowhere.
//!
//! The map of a file for `require` has the positions alone: the sources are in the map of
//! the ES module beside it, which browsers get. What runs the other (Node, Jest) shows
//! names and lines of them, and no text.

mod mappings;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Result},
    workspace,
};

/// What esbuild writes of a map.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Map {
    version: u8,
    sources: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources_content: Vec<Option<String>>,
    mappings: String,
    names: Vec<String>,
}

/// Makes the maps of `pkg/dist` small.
pub(super) fn slim() -> Result<()> {
    for path in workspace::files_below(&workspace::root().join("pkg/dist"))? {
        if path.extension().is_some_and(|ending| ending == "map") {
            let for_require = workspace::file_name(&path).ends_with(".cjs.map");
            let map = slimmed(&workspace::read(&path)?, for_require)
                .map_err(|why| Error::Check(format!("{}: {why}", path.display())))?;
            workspace::write(&path, map)?;
        }
    }
    Ok(())
}

/// The same map with a remark for each module, and no position in one.
fn slimmed(map: &str, for_require: bool) -> serde_json::Result<String> {
    let mut map: Map = serde_json::from_str(map)?;
    let mut modules = Vec::new();
    for ((at, source), content) in (0..).zip(&map.sources).zip(&mut map.sources_content) {
        if is_module(source) {
            *content = Some(REMARK.to_owned());
            modules.push(at);
        }
    }
    if let Some(mappings) = mappings::without(&map.mappings, &modules) {
        map.mappings = mappings;
    }
    if for_require {
        map.sources_content.clear();
    }
    serde_json::to_string(&map).map(|text| in_ascii(&text))
}

/// JSON with every character above ASCII escaped.
fn in_ascii(json: &str) -> String {
    let mut ascii = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                ascii.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    ascii
}

/// Whether a source is a module as text, or as translated code: `pkg/build/widget.js`.
/// wasm-bindgen's glue can be read, and stays.
fn is_module(source: &str) -> bool {
    let path = Path::new(source);
    path.components().any(|part| part.as_os_str() == "build") && !source.ends_with(".glue.js")
}

const REMARK: &str = "// The WebAssembly module. The script beside this map has it.\n";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_for_require_has_positions_and_no_text() {
        let map = r#"{"version":3,"sources":["../src/a.ts"],"sourcesContent":["a"],"mappings":"AAAA","names":["b"]}"#;

        assert_eq!(
            slimmed(map, true).expect("a map"),
            r#"{"version":3,"sources":["../src/a.ts"],"mappings":"AAAA","names":["b"]}"#
        );
    }

    #[test]
    fn characters_above_ascii_are_escaped() {
        assert_eq!(in_ascii("\"\u{b7}\u{1f4de}\""), "\"\\u00b7\\ud83d\\udcde\"");
    }

    #[test]
    fn a_module_is_left_out_and_every_source_stays() {
        let map = r#"{"version":3,"sources":["../build/widget.js","../build/rest.glue.js","../src/build.ts"],"sourcesContent":["text","glue","source"],"mappings":"AAAA,ECAA","names":[]}"#;

        let slim: Map = serde_json::from_str(&slimmed(map, false).expect("a map")).expect("JSON");

        assert_eq!(
            slim.sources_content,
            [REMARK, "glue", "source"].map(|content| Some(content.to_owned()))
        );
        assert_eq!((slim.sources.len(), &*slim.mappings), (3, "A,ECAA"));
    }
}
