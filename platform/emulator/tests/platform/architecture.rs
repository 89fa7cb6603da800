//! The order of the platform's floors, as `platform/emulator/src/platform/mod.rs` lists them.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

#[test]
fn a_module_names_only_modules_of_lower_floors() {
    let floors = floors();
    let mut arrows = 0;
    for (file, text) in sources(&root()) {
        let inside = file.strip_prefix(root()).unwrap();
        let module: Vec<String> = module_of(inside);
        let Some(own) = module.first() else {
            continue;
        };
        let floor = floors.get(own);
        let floor = floor.unwrap_or_else(|| panic!("{own} is not in the table of floors"));
        for named in named_modules(&text, &module) {
            let Some(below) = floors.get(&named).filter(|_| named != *own) else {
                continue;
            };
            arrows += 1;
            assert!(
                below < floor,
                "{} (floor {floor}) names {named} (floor {below})",
                inside.display()
            );
        }
    }
    assert!(arrows > 200, "{arrows}");
}

#[test]
fn the_data_know_nothing_of_the_platform() {
    for (file, text) in sources(&root().with_file_name("store")) {
        let names = text.contains("platform::");
        assert!(!names, "{} names the platform", file.display());
    }
}

/// The floors of the table, by module.
fn floors() -> BTreeMap<String, u32> {
    let table = fs::read_to_string(root().join("mod.rs")).unwrap();
    let rows = table.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("//! | ")?.split(" | ");
        let floor = cells.next()?.parse().ok()?;
        Some((cells.next()?.trim_matches('`').to_owned(), floor))
    });
    rows.collect()
}

/// The module of a file below the platform.
fn module_of(file: &Path) -> Vec<String> {
    let file = file.with_extension("");
    let parts = file.iter().map(|part| part.to_string_lossy().into_owned());
    parts.filter(|part| part != "mod").collect()
}

/// The modules of the platform that a text imports or names in paths.
fn named_modules(text: &str, module: &[String]) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect();
    let code = code.join("\n");
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
        .filter_map(|path| resolved(path, module))
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

/// The module of the platform that a path leads into.
fn resolved(path: &str, module: &[String]) -> Option<String> {
    if let Some(inside) = path.strip_prefix("crate::platform::") {
        return inside.split("::").next().map(str::to_owned);
    }
    let ups = path.split("::").take_while(|part| *part == "super").count();
    let mut parts = path.split("::").skip(ups);
    match module.len().checked_sub(ups)? {
        // Exactly as many as lead to the platform itself.
        0 => parts.next().map(str::to_owned),
        _ if ups > 0 => module.first().cloned(),
        _ => None,
    }
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources.extend(self::sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            sources.push((path, text));
        }
    }
    sources
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/platform")
}
