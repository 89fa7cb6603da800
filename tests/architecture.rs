//! Checks the order of the layers, as `docs/architecture.md` draws them.

#![expect(clippy::expect_used, reason = "a test may fail")]

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
        let Some(layer) = layer(&file) else {
            continue;
        };
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(name, _)| *name == layer)
            .unwrap_or_else(|| panic!("src/{layer} is no layer; add it to docs/architecture.md"));

        for named in named_layers(&text) {
            assert!(
                named == layer || allowed.contains(&named.as_str()),
                "{} names crate::{named}, which {layer} may not know",
                file.display()
            );
        }
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

/// The layer a source belongs to; `None` for `src/lib.rs`.
fn layer(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(root()).ok()?;
    let first = inside.components().next()?.as_os_str().to_string_lossy();
    (inside.components().count() > 1).then(|| first.into_owned())
}

/// Every first name after `crate::`, also in groups.
fn named_layers(text: &str) -> Vec<String> {
    let code = without_comments(text);
    let mut named = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(group) => named.extend(group_names(group)),
            None => named.push(first_name(after)),
        }
    }
    named
}

/// The first name of each item of a `{…}` group.
fn group_names(group: &str) -> Vec<String> {
    let mut depth = 0_usize;
    let mut item = String::new();
    let mut names = Vec::new();
    for character in group.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(std::mem::take(&mut item)),
            _ if depth == 0 => item.push(character),
            _ => {}
        }
    }
    names.push(item);
    names
        .iter()
        .map(|item| first_name(item.trim()))
        .filter(|name| !name.is_empty())
        .collect()
}

fn first_name(path: &str) -> String {
    path.chars()
        .take_while(|character| character.is_alphanumeric() || *character == '_')
        .collect()
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
