//! What the npm package holds of other people's work: their licences, and a bill of
//! materials in the form of CycloneDX 1.6.
//!
//! The package has no dependency of its own; what its modules are compiled of is the
//! crates below, and Rust's own library. Neither file holds a time or a serial number, so
//! that the same sources give the same files.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
};

use serde_json::{Value, json};

use crate::{
    error::{Error, Result},
    package::{CORE, ENTRIES, REST},
    process::{capture, cargo, compiler},
    workspace,
};

/// A crate that is compiled into the package, or Rust's own library.
#[derive(Debug)]
struct Component {
    name: String,
    version: String,
    /// An SPDX expression.
    license: String,
    /// The licences as its authors wrote them.
    texts: Vec<String>,
}

/// Writes both files beside the package's own licences.
///
/// # Errors
///
/// A crate whose licence nobody has agreed to, or that comes without its text.
pub(super) fn write() -> Result<()> {
    let components = components()?;
    let folder = workspace::root().join("pkg");
    workspace::write(
        &folder.join("THIRD-PARTY-LICENSES.txt"),
        licenses(&components),
    )?;
    let manifest = parse(&workspace::read(&folder.join("package.json"))?)?;
    let materials = materials(&manifest, &components);
    workspace::write(&folder.join("sbom.cdx.json"), format!("{materials:#}\n"))
}

/// Everything inside, in the order of names, each under a licence that is agreed.
fn components() -> Result<Vec<Component>> {
    let metadata = parse(&capture(cargo().args([
        "metadata",
        "--all-features",
        "--format-version=1",
        "--locked",
    ]))?)?;
    let packages = metadata.get("packages").and_then(Value::as_array);
    let mut components = vec![Component {
        name: STANDARD_LIBRARY.into(),
        version: compiler()?,
        license: "MIT OR Apache-2.0".into(),
        texts: vec![LICENSE_OF_STANDARD_LIBRARY.into()],
    }];
    for (name, version, license) in inside()? {
        let package = packages
            .into_iter()
            .flatten()
            .find(|package| text(package, "name") == name && text(package, "version") == version);
        let manifest = package.map(|package| text(package, "manifest_path"));
        let mut texts = texts_beside(Path::new(manifest.unwrap_or_default()))?;
        // This licence names no holder, so that its text is the same everywhere.
        if texts.is_empty() && license.split(" OR ").any(|choice| choice == "Apache-2.0") {
            texts = vec![workspace::read(&workspace::root().join("LICENSE-APACHE"))?];
        }
        components.push(Component {
            name,
            version,
            license,
            texts,
        });
    }
    components.iter().try_for_each(check)?;
    components.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(components)
}

/// Name, version and licence of each crate that the wasm of some entry is compiled of.
fn inside() -> Result<BTreeSet<(String, String, String)>> {
    let features: Vec<String> = ENTRIES
        .iter()
        .map(|entry| [entry.package, "/", entry.feature].concat())
        .collect();
    let tree = capture(cargo().args([
        "tree",
        "--package",
        CORE,
        "--package",
        REST,
        "--target=wasm32-unknown-unknown",
        // What runs while it compiles is not inside.
        "--edges=normal,no-proc-macro",
        &format!("--features={}", features.join(",")),
        "--format={p}|{l}",
        "--no-dedupe",
        "--prefix=none",
        "--locked",
    ]))?;
    Ok(tree
        .lines()
        .filter_map(|line| {
            let (package, license) = line.split_once('|')?;
            let (name, version) = package.split_once(" v")?;
            // A folder follows the version of what is in this one.
            let version = version.split(' ').next()?;
            Some((name.into(), version.into(), license.into()))
        })
        .filter(|(name, ..): &(String, _, _)| ![CORE, REST].contains(&name.as_str()))
        .collect())
}

fn check(component: &Component) -> Result<()> {
    let Component { name, license, .. } = component;
    if !AGREED.contains(&license.as_str()) {
        return Err(Error::Check(format!(
            "`{name}` has the licence `{license}`, which is not one of {}; \
             look at it and add it to `AGREED`, or do without the crate",
            AGREED.join(", ")
        )));
    }
    if component.texts.is_empty() {
        return Err(Error::Check(format!("`{name}` comes without its licence")));
    }
    Ok(())
}

/// The licences in the folder of a crate's manifest.
fn texts_beside(manifest: &Path) -> Result<Vec<String>> {
    let Some(folder) = manifest.parent() else {
        return Ok(Vec::new());
    };
    let mut texts = Vec::new();
    for path in workspace::files_below(folder)? {
        let name = workspace::file_name(&path).to_ascii_uppercase();
        let is_license = ["LICENSE", "LICENCE", "COPYING", "UNLICENSE", "NOTICE"]
            .iter()
            .any(|start| name.starts_with(start));
        if is_license && path.parent() == Some(folder) {
            texts.push(workspace::read(&path)?.replace("\r\n", "\n"));
        }
    }
    Ok(texts)
}

/// Each text once, under the names of all it is for.
fn licenses(components: &[Component]) -> String {
    let mut text = String::from(HEAD);
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for component in components {
        let Component {
            name,
            version,
            license,
            ..
        } = component;
        let _ = writeln!(text, "{name} {version}: {license}");
        for license in &component.texts {
            texts.entry(license).or_default().push(name);
        }
    }
    for (license, names) in texts {
        let names = names.join(", ");
        let _ = write!(text, "\n\n---- {names}\n\n{}\n", license.trim());
    }
    text
}

/// The bill of materials, for the package as its manifest has it.
fn materials(manifest: &Value, components: &[Component]) -> Value {
    let library = |kind: &str, name: &str, version: &str, license: &str| {
        let url = format!("pkg:{kind}/{name}@{version}");
        json!({
            "type": "library",
            "bom-ref": url,
            "name": name,
            "version": version,
            "licenses": [{ "expression": license }],
            "purl": url,
        })
    };
    let [name, version, license] = ["name", "version", "license"].map(|key| text(manifest, key));
    let own = library("npm", name, version, license);
    let libraries: Vec<Value> = components
        .iter()
        .map(|component| {
            let kind = match component.name.as_str() {
                STANDARD_LIBRARY => "generic",
                _ => "cargo",
            };
            library(
                kind,
                &component.name,
                &component.version,
                &component.license,
            )
        })
        .collect();
    let inside: Vec<&str> = libraries.iter().map(|it| text(it, "purl")).collect();
    json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "dependencies": [{ "ref": text(&own, "purl"), "dependsOn": inside }],
        "metadata": { "component": own },
        "components": libraries,
    })
}

fn parse(json: &str) -> Result<Value> {
    serde_json::from_str(json).map_err(|error| Error::Check(format!("no JSON: {error}")))
}

/// A field of an object; empty where it has none.
fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// What a bill of materials calls Rust's own library.
const STANDARD_LIBRARY: &str = "std";

/// The terms that the package may hold work under, as SPDX expressions.
const AGREED: [&str; 5] = [
    "(MIT OR Apache-2.0) AND Unicode-3.0",
    "Apache-2.0 OR MIT",
    "MIT OR Apache-2.0",
    "MIT",
    "Unlicense OR MIT",
];

const HEAD: &str = "The WebAssembly in this package is compiled of this package's own \
sources and of the\nworks below; after their list come the texts of their licences.\n\n";

/// Its compiler comes with the licences; a minimal installation leaves them out.
const LICENSE_OF_STANDARD_LIBRARY: &str = "Copyright (c) The Rust Project Contributors\n\n\
Licensed under the MIT license or the Apache License, Version 2.0, at your option;\n\
both texts are below and beside this file.";

#[cfg(test)]
mod tests {
    use super::*;

    fn component(name: &str, license: &str, texts: &[&str]) -> Component {
        Component {
            name: name.into(),
            version: "1.0.0".into(),
            license: license.into(),
            texts: texts.iter().map(|&text| text.into()).collect(),
        }
    }

    #[test]
    fn a_crate_passes_with_a_licence_that_is_agreed_and_its_text() {
        assert!(check(&component("a", "Unlicense OR MIT", &["text"])).is_ok());
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", ""] {
            assert!(
                check(&component("a", license, &["text"])).is_err(),
                "{license}"
            );
        }
        assert!(check(&component("a", "MIT", &[])).is_err());
    }

    #[test]
    fn everything_inside_is_known_and_has_its_licence() {
        let components = components().expect("each is under a licence that is agreed");

        let names: Vec<&str> = components.iter().map(|it| it.name.as_str()).collect();
        for name in ["std", "wasm-bindgen", "gloo-storage", "serde_json"] {
            assert!(names.contains(&name), "{name}");
        }
        assert!(!names.contains(&CORE) && !names.contains(&REST));
    }

    #[test]
    fn a_text_that_several_share_is_there_once() {
        let text = licenses(&[
            component("one", "MIT", &["permission is granted"]),
            component("two", "MIT", &["permission is granted"]),
        ]);

        assert_eq!(text.matches("permission is granted").count(), 1);
        assert!(text.contains("---- one, two"));
    }

    #[test]
    fn a_component_is_named_by_its_package_url() {
        let manifest = json!({ "name": "package", "version": "1.2.3", "license": "MIT" });

        let materials = materials(&manifest, &[component("a", "MIT", &[])]);

        let own = json!("pkg:npm/package@1.2.3");
        assert_eq!(materials.pointer("/metadata/component/purl"), Some(&own));
        let inside = json!([{ "ref": own, "dependsOn": ["pkg:cargo/a@1.0.0"] }]);
        assert_eq!(materials["dependencies"], inside);
        let components = &materials["components"];
        assert_eq!(components[0]["purl"], "pkg:cargo/a@1.0.0");
        assert_eq!(components[0]["licenses"], json!([{ "expression": "MIT" }]));
    }
}
