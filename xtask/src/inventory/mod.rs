//! What the npm package holds of other people's work: their licences, and a bill
//! of materials.
//!
//! The package has no dependency of its own; what its modules are compiled of is
//! the crates below, and Rust's own library.

mod sbom;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
};

use serde::Deserialize;

use crate::{
    error::{Error, Result},
    package,
    process::{capture, cargo, rustc},
    workspace,
};

/// A crate that is compiled into the package, or Rust's own library.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Component {
    name: String,
    version: String,
    /// An SPDX expression.
    license: String,
    /// The SHA-256 of the crate's archive, in hexadecimal digits; none for what
    /// does not come as a crate.
    checksum: Option<String>,
    /// The licences as its authors wrote them.
    texts: Vec<String>,
}

/// A tool that the package is built with.
#[derive(Debug)]
pub(crate) struct Tool {
    /// The type of its package URL.
    kind: &'static str,
    name: String,
    version: String,
}

/// Writes both files beside the package's own licences.
///
/// # Errors
///
/// A crate whose licence nobody has agreed to, or that comes without its text.
pub(crate) fn write() -> Result<()> {
    let components = components()?;
    let folder = workspace::root().join("pkg");
    workspace::write(
        &folder.join("THIRD-PARTY-LICENSES.txt"),
        licenses(&components),
    )?;
    workspace::write(
        &folder.join("sbom.cdx.json"),
        sbom::of(&components, &tools()?)?,
    )
}

/// The compiler's version, as `1.95.0`.
pub(crate) fn compiler() -> Result<String> {
    let version = capture(rustc().arg("--version"))?;
    Ok(version.split(' ').nth(1).unwrap_or_default().to_owned())
}

/// What the package is built with: a name, a version, and the kind of its package URL.
fn tools() -> Result<Vec<Tool>> {
    let metadata = metadata()?;
    let mut tools = vec![Tool {
        kind: "generic",
        name: "rustc".into(),
        version: compiler()?,
    }];
    for name in CRATE_TOOLS {
        let package = metadata.packages.iter().find(|found| found.name == name);
        tools.push(Tool {
            kind: "cargo",
            name: name.into(),
            version: package
                .map(|found| found.version.clone())
                .ok_or_else(|| Error::Check(format!("Cargo tells nothing of `{name}`")))?,
        });
    }
    let lock: serde_json::Value = parse(&workspace::read(
        &workspace::root().join("package-lock.json"),
    )?)?;
    for name in NPM_TOOLS {
        let version = lock
            .pointer(&format!("/packages/node_modules~1{name}/version"))
            .and_then(serde_json::Value::as_str)
            .ok_or_else(|| Error::Check(format!("package-lock.json does not name `{name}`")))?;
        tools.push(Tool {
            kind: "npm",
            name: name.into(),
            version: version.to_owned(),
        });
    }
    Ok(tools)
}

fn metadata() -> Result<Metadata> {
    parse(&capture(cargo().args([
        "metadata",
        "--all-features",
        "--format-version=1",
        "--locked",
    ]))?)
}

/// Everything inside, in the order of names, each under a licence that is agreed.
fn components() -> Result<Vec<Component>> {
    let metadata = metadata()?;
    let lock = workspace::read(&workspace::root().join("Cargo.lock"))?;
    let checksums = checksums(&lock);
    let mut components = vec![standard_library()?];
    for key in inside()? {
        let (name, version) = &key;
        let package = metadata
            .packages
            .iter()
            .find(|package| (&package.name, &package.version) == (name, version))
            .ok_or_else(|| Error::Check(format!("Cargo tells nothing of `{name}` {version}")))?;
        let mut component = Component {
            license: package.license.clone().unwrap_or_default(),
            checksum: checksums.get(&key).cloned(),
            texts: texts_beside(&package.manifest_path)?,
            name: key.0,
            version: key.1,
        };
        // One licence names no holder, so that its text is the same everywhere.
        if component.texts.is_empty() && is_agreed(&component.license, &["Apache-2.0"]) {
            component.texts = vec![workspace::read(&workspace::root().join("LICENSE-APACHE"))?];
        }
        check(&component)?;
        components.push(component);
    }
    components.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(components)
}

/// Name and version of each crate that the wasm of some entry is compiled of.
fn inside() -> Result<BTreeSet<(String, String)>> {
    let features: Vec<String> = package::ENTRIES
        .iter()
        .map(|entry| [entry.package, "/", entry.feature].concat())
        .collect();
    let tree = capture(cargo().args([
        "tree",
        "--package",
        package::CORE,
        "--package",
        package::REST,
        "--target=wasm32-unknown-unknown",
        // What runs while it compiles is not inside.
        "--edges=normal,no-proc-macro",
        &format!("--features={}", features.join(",")),
        "--prefix=none",
        "--locked",
    ]))?;
    Ok(tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            let (name, version) = (words.next()?, words.next()?);
            Some((name.to_owned(), version.strip_prefix('v')?.to_owned()))
        })
        .filter(|(name, _)| ![package::CORE, package::REST].contains(&name.as_str()))
        .collect())
}

/// Rust's own library, in the version that compiles here.
fn standard_library() -> Result<Component> {
    Ok(Component {
        name: "std".into(),
        version: compiler()?,
        license: "MIT OR Apache-2.0".into(),
        checksum: None,
        texts: vec![STANDARD_LIBRARY.into()],
    })
}

fn check(component: &Component) -> Result<()> {
    let Component { name, license, .. } = component;
    if !is_agreed(license, &AGREED) {
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

/// Whether an SPDX expression can be met by these licences alone.
fn is_agreed(license: &str, agreed: &[&str]) -> bool {
    spdx::Expression::parse(license).is_ok_and(|expression| {
        expression.evaluate(|requirement| {
            let id = requirement.license.id();
            id.is_some_and(|id| agreed.contains(&id.name))
        })
    })
}

/// Each text once, under the names of all it is for.
fn licenses(components: &[Component]) -> String {
    let mut text = String::from(HEAD);
    let mut texts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for component in components {
        let Component {
            name,
            version,
            license,
            ..
        } = component;
        let _ = writeln!(text, "{name} {version}: {license}");
        for license in &component.texts {
            texts.entry(license).or_default().push(name.clone());
        }
    }
    for (license, names) in texts {
        let _ = write!(
            text,
            "\n\n---- {}\n\n{}\n",
            names.join(", "),
            license.trim()
        );
    }
    text
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

/// What the lock file says each archive's SHA-256 is.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    lock.split("[[package]]")
        .filter_map(|block| {
            let value = |key: &str| {
                block
                    .lines()
                    .find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""))
                    .and_then(|value| value.strip_suffix('"'))
                    .map(str::to_owned)
            };
            Some(((value("name")?, value("version")?), value("checksum")?))
        })
        .collect()
}

fn parse<T: for<'a> Deserialize<'a>>(json: &str) -> Result<T> {
    serde_json::from_str(json)
        .map_err(|error| Error::Check(format!("Cargo told something else: {error}")))
}

/// The little that is read of what `cargo metadata` tells.
#[derive(Debug, Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: std::path::PathBuf,
}

/// The crates that make the package's wasm fit for JavaScript.
const CRATE_TOOLS: [&str; 2] = ["walrus", "wasm-bindgen-cli-support"];

/// The npm packages that optimise, translate, bundle and describe.
const NPM_TOOLS: [&str; 3] = ["binaryen", "esbuild", "typescript"];

/// Licences that the package may hold work under.
const AGREED: [&str; 3] = ["Apache-2.0", "MIT", "Unicode-3.0"];

const HEAD: &str = "The WebAssembly in this package is compiled of this package's own \
sources and of the\nworks below; after their list come the texts of their licences.\n\n";

/// Its compiler comes with the licences; a minimal installation leaves them out.
const STANDARD_LIBRARY: &str = "Copyright (c) The Rust Project Contributors\n\n\
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
            checksum: None,
            texts: texts.iter().map(|&text| text.into()).collect(),
        }
    }

    #[test]
    fn a_licence_passes_when_one_of_its_choices_is_agreed() {
        for license in [
            "MIT",
            "Unlicense OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(
                check(&component("a", license, &["text"])).is_ok(),
                "{license}"
            );
        }
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "", "no licence"] {
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

        for name in ["std", "wasm-bindgen", "gloo-storage", "serde_json"] {
            assert!(
                components.iter().any(|component| component.name == name),
                "{name}"
            );
        }
        assert!(
            components
                .iter()
                .all(|component| ![package::CORE, package::REST].contains(&&*component.name))
        );
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
    fn checksums_are_read_of_the_lock_file() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nchecksum = \"ff\"\n\n\
                    [[package]]\nname = \"own\"\nversion = \"0.1.0\"\n";

        let checksums = checksums(lock);

        assert_eq!(checksums.len(), 1);
        assert_eq!(
            checksums
                .get(&("a".into(), "1.0.0".into()))
                .map(String::as_str),
            Some("ff")
        );
    }
}
