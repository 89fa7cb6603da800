//! Checks the order of the layers, as `docs/architecture.md` and the emulator's table have them.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The layers that each layer may name.
const ALLOWED: &[(&str, &[&str])] = &[
    ("protocol", &[]),
    ("lifecycle", &["protocol"]),
    ("phone", &["protocol"]),
    ("session", &["lifecycle", "protocol"]),
    ("web", &["lifecycle", "protocol", "session"]),
];

/// Crates that only the folders `web` may name.
const WEB_CRATES: &[&str] = &[
    "gloo_",
    "js_sys",
    "serde_wasm_bindgen",
    "wasm_bindgen",
    "web_sys",
];

#[test]
fn imports_point_inward_only() {
    for (file, text) in sources() {
        let module = module_of(&file, &root());
        let Some(layer) = module.first().filter(|_| module != ["lib"]) else {
            continue;
        };
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(name, _)| name == layer)
            .unwrap_or_else(|| panic!("src/{layer} is no layer; add it to docs/architecture.md"));

        for named in named_modules(&text, "crate::", &module) {
            assert!(
                named == *layer || allowed.contains(&named.as_str()),
                "{} names crate::{named}, which {layer} may not know",
                file.display()
            );
        }
    }
}

/// The table of `mod.rs` has the layer of each module.
#[test]
fn a_module_of_the_emulator_names_only_modules_of_lower_layers() {
    let root = emulator().join("platform");
    let table = fs::read_to_string(root.join("mod.rs")).expect("a table");
    let layers: BTreeMap<&str, u32> = table
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("//! | ")?.split(" | ");
            let layer = cells.next()?.parse().ok()?;
            Some((cells.next()?.trim_matches('`'), layer))
        })
        .collect();
    let mut arrows = 0;
    for (file, text) in sources_below(&root) {
        let module = module_of(&file, &root);
        let Some(own) = module.first() else {
            continue;
        };
        let layer = layers.get(own.as_str());
        let layer = layer.unwrap_or_else(|| panic!("{own} is not in the table of layers"));
        for named in named_modules(&text, "crate::platform::", &module) {
            let Some(below) = layers.get(named.as_str()).filter(|_| named != *own) else {
                continue;
            };
            arrows += 1;
            assert!(
                below < layer,
                "{} (layer {layer}) names {named} (layer {below})",
                file.display()
            );
        }
    }
    assert!(arrows > 200, "{arrows}");
}

#[test]
fn the_emulators_data_know_nothing_of_the_platform() {
    for (file, text) in sources_below(&emulator().join("store")) {
        let names = text.contains("platform::");
        assert!(!names, "{} names the platform", file.display());
    }
}

#[test]
fn the_rest_client_imports_only_the_protocol_of_the_core() {
    for (file, text) in sources_below(&rest()) {
        for after in without_comments(&text).split("calling_widget_sdk").skip(1) {
            assert!(
                after.starts_with("::protocol::"),
                "{} names another layer",
                file.display()
            );
        }
    }
}

#[test]
fn only_the_web_layer_names_the_browser() {
    for (file, text) in sources().into_iter().chain(sources_below(&rest())) {
        if file.starts_with(root().join("web")) || file.starts_with(rest().join("web")) {
            continue;
        }
        let code = without_comments(&text);
        for name in WEB_CRATES {
            assert!(!code.contains(name), "{} names {name}", file.display());
        }
    }
}

#[test]
fn pure_layers_hold_no_clock_and_do_nothing_by_themselves() {
    const IMPURE: &[&str] = &[
        "std::fs",
        "std::net",
        "std::thread",
        "Instant",
        "SystemTime",
        "async ",
    ];

    // The REST client waits for its transport; the rest of its crate is data.
    let impure = [
        root().join("web"),
        rest().join("web"),
        rest().join("client"),
    ];
    for (file, text) in sources().into_iter().chain(sources_below(&rest())) {
        if impure.iter().any(|folder| file.starts_with(folder)) {
            continue;
        }
        let code = without_comments(&text);
        for name in IMPURE {
            assert!(!code.contains(name), "{} names {name}", file.display());
        }
    }
}

#[test]
fn two_places_of_the_core_are_exempt_from_lints_against_panics() {
    const EXEMPT: &[(&str, &str)] = &[
        ("protocol/kind.rs", "clippy::indexing_slicing"),
        ("session/host/record.rs", "clippy::indexing_slicing"),
    ];

    let [denied, by_rest] = [root(), rest()].map(|folder| {
        let crate_root = fs::read_to_string(folder.join("lib.rs")).expect("a crate has a root");
        crate_root
            .lines()
            .map(|line| line.trim().trim_end_matches(',').to_owned())
            .filter(|line| line.starts_with("clippy::"))
            .collect::<Vec<_>>()
    });
    let mut exempt = Vec::new();
    for (file, text) in sources().into_iter().chain(sources_below(&rest())) {
        let name = file
            .strip_prefix(root())
            .or_else(|_| file.strip_prefix(rest()))
            .expect("a source");
        // The exports are no part of the core; one panics on purpose, for tests.
        if name == Path::new("lib.rs") || name.starts_with("web") {
            continue;
        }
        let code = without_comments(&text);
        for lint in code
            .split(|c: char| !c.is_alphanumeric() && !"_:".contains(c))
            .filter(|word| denied.iter().any(|lint| lint == word))
        {
            exempt.push((name.to_string_lossy().into_owned(), lint.to_owned()));
        }
    }

    exempt.sort();
    let exempt: Vec<_> = exempt
        .iter()
        .map(|(f, l)| (f.as_str(), l.as_str()))
        .collect();
    assert_eq!(denied.len(), 10);
    assert_eq!(denied, by_rest);
    assert_eq!(exempt, EXEMPT, "CONTRIBUTING.md names them");
}

/// The module of a file of a crate, or of a part of one.
fn module_of(file: &Path, root: &Path) -> Vec<String> {
    let inside = file.strip_prefix(root).expect("a source");
    let inside = inside.with_extension("");
    let parts = inside
        .iter()
        .map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

/// The top modules below `root` that a module's text imports or names in paths.
fn named_modules(text: &str, root: &str, module: &[String]) -> Vec<String> {
    let code = without_comments(text);
    let mut paths = Vec::new();
    let mut rest = code.as_str();
    while let Some(at) = ["crate::", "super::"]
        .iter()
        .filter_map(|start| rest.find(start))
        .min()
    {
        let length = expand("", &rest[at..], &mut paths);
        rest = &rest[at + length..];
    }
    paths
        .iter()
        .filter_map(|path| resolved(path, root, module))
        .filter(|name| !name.is_empty())
        .collect()
}

/// Adds every path of one that may have groups, and returns its length.
fn expand(before: &str, text: &str, paths: &mut Vec<String>) -> usize {
    let name = text.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter));
    let end = name.unwrap_or(text.len());
    let path = [before, &text[..end]].concat();
    if !text[end..].starts_with('{') || !path.ends_with("::") {
        paths.push(path);
        return end;
    }
    let mut at = end + 1;
    while at < text.len() && !text[at..].starts_with('}') {
        let is_name = text[at..].starts_with(|letter: char| letter.is_alphanumeric());
        at += if is_name {
            expand(&path, &text[at..], paths)
        } else {
            1
        };
    }
    at + 1
}

/// The top module that a path leads into.
fn resolved(path: &str, root: &str, module: &[String]) -> Option<String> {
    if let Some(inside) = path.strip_prefix(root) {
        return inside.split("::").next().map(str::to_owned);
    }
    let ups = path.split("::").take_while(|part| *part == "super").count();
    let mut parts = path.split("::").skip(ups);
    match module.len().checked_sub(ups)? {
        // Exactly as many as lead to the root itself.
        0 => parts.next().map(str::to_owned),
        _ if ups > 0 => module.first().cloned(),
        _ => None,
    }
}

fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}

fn sources() -> Vec<(PathBuf, String)> {
    sources_below(&root())
}

fn sources_below(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder.to_path_buf()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("a source is text");
                sources.push((path, text));
            }
        }
    }
    sources
}

/// The sources of the engines' crate.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The sources of the REST client's crate.
fn rest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("platform/rest/src")
}

/// The sources of the emulator.
fn emulator() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("platform/emulator/src")
}
