//! The licences of other people's work in the npm package.
//!
//! The package has no dependency of its own; its modules are compiled from the crates below, and
//! Rust's own library.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    error::{Error, Result},
    package::{CORE, REST},
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

/// An npm package, and the sources of its modules.
#[derive(Debug)]
pub(super) struct Shipped {
    /// The folder of its manifest.
    pub(super) folder: &'static str,
    /// Its own crates.
    pub(super) crates: &'static [&'static str],
    /// Their features, as `crate/feature`.
    pub(super) features: Vec<String>,
    /// The agreed terms for its components, besides [`AGREED`].
    pub(super) agreed: &'static [&'static str],
    /// The components that are no crates.
    pub(super) works: &'static [Work],
}

/// A component that a crate brings along under its own terms.
#[derive(Debug)]
pub(super) struct Work {
    /// Its name.
    pub(super) name: &'static str,
    /// The crate.
    pub(super) within: &'static str,
    /// Its version.
    pub(super) version: &'static str,
    /// Proof of the version: a file of the crate, and a text in it.
    pub(super) shown: (&'static str, &'static str),
    /// Its terms, as an SPDX expression.
    pub(super) license: &'static str,
    /// The file of the crate with them, or the text or notice that they require.
    pub(super) text: Text,
}

/// The place of the terms of a [`Work`].
#[derive(Debug)]
pub(super) enum Text {
    /// In files of the crate.
    In(&'static [&'static str]),
    /// Here.
    Is(&'static str),
    /// In Apache's licence, after this notice.
    Apache(&'static str),
}

/// Writes the file beside the package's own licences.
///
/// # Errors
///
/// For a crate whose licence nobody has agreed to, or that comes without its text.
pub(super) fn write(shipped: &Shipped) -> Result<()> {
    let components = components(shipped)?;
    let folder = workspace::root().join(shipped.folder);
    workspace::write(
        &folder.join("THIRD-PARTY-LICENSES.txt"),
        licenses(&components),
    )
}

/// All components, by name, each under an agreed licence.
fn components(shipped: &Shipped) -> Result<Vec<Component>> {
    let metadata = parse(&capture(cargo().args([
        "metadata",
        "--all-features",
        "--format-version=1",
        "--locked",
    ]))?)?;
    let packages = metadata.get("packages").and_then(Value::as_array);
    let manifest_of = |is_it: &dyn Fn(&Value) -> bool| {
        let package = packages.into_iter().flatten().find(|it| is_it(it));
        PathBuf::from(package.map_or("", |it| text(it, "manifest_path")))
    };
    let mut components = vec![Component {
        name: STANDARD_LIBRARY.into(),
        version: compiler()?,
        license: "MIT OR Apache-2.0".into(),
        texts: vec![LICENSE_OF_STANDARD_LIBRARY.into()],
    }];
    for (name, version, license) in inside(shipped)? {
        let manifest =
            manifest_of(&|it| text(it, "name") == name && text(it, "version") == version);
        let mut texts = texts_beside(&manifest)?;
        // This licence names no holder, so its text is the same everywhere.
        if texts.is_empty() && license.split(" OR ").any(|choice| choice == "Apache-2.0") {
            texts = vec![apache()?];
        }
        if let Some((_, holder)) = HOLDERS
            .iter()
            .find(|(of, _)| texts.is_empty() && *of == name)
        {
            texts = vec![mit(holder)?];
        }
        components.push(Component {
            name,
            version,
            license,
            texts,
        });
    }
    for work in shipped.works {
        let manifest = manifest_of(&|it| text(it, "name") == work.within);
        components.push(brought(work, manifest.parent().unwrap_or(Path::new("")))?);
    }
    components
        .iter()
        .try_for_each(|component| check(component, shipped.agreed))?;
    components.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(components)
}

/// Name, version and licence of each crate that the wasm of an entry is compiled from.
fn inside(shipped: &Shipped) -> Result<BTreeSet<(String, String, String)>> {
    let packages = shipped.crates.iter().flat_map(|name| ["--package", name]);
    let tree = capture(cargo().arg("tree").args(packages).args([
        "--target=wasm32-unknown-unknown",
        // Build-time code is not inside.
        "--edges=normal,no-proc-macro",
        &format!("--features={}", shipped.features.join(",")),
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
            // A local crate's version is followed by its folder.
            let version = version.split(' ').next()?;
            Some((name.into(), version.into(), license.into()))
        })
        .filter(|(name, ..): &(String, _, _)| !OWN.contains(&name.as_str()))
        .collect())
}

/// The component that a crate in a folder brings along.
///
/// # Errors
///
/// Its version differs from the recorded one.
fn brought(work: &Work, folder: &Path) -> Result<Component> {
    let (file, words) = work.shown;
    let file = folder.join(file);
    if !file.is_file() || !words.is_empty() && !workspace::read(&file)?.contains(words) {
        return Err(Error::Check(format!(
            "`{}` has another `{}` than {}: correct its version",
            work.within, work.name, work.version
        )));
    }
    Ok(Component {
        name: work.name.into(),
        version: work.version.into(),
        license: work.license.into(),
        texts: match work.text {
            Text::In(files) => {
                let texts = files.iter().map(|file| workspace::read(&folder.join(file)));
                texts.collect::<Result<_>>()?
            }
            Text::Is(text) => vec![text.into()],
            Text::Apache(notice) => vec![format!("{notice}\n\n{}", apache()?)],
        },
    })
}

fn apache() -> Result<String> {
    workspace::read(&workspace::root().join("LICENSE-APACHE"))
}

/// The licence whose text differs only by its holder.
fn mit(holder: &str) -> Result<String> {
    let own = workspace::read(&workspace::root().join("LICENSE-MIT"))?;
    let rest = own.split_once("\n\nPermission ");
    let (_, rest) = rest.ok_or_else(|| Error::Check("LICENSE-MIT is another licence".into()))?;
    Ok(format!("Copyright (c) {holder}\n\nPermission {rest}"))
}

fn check(component: &Component, agreed: &[&str]) -> Result<()> {
    let Component { name, license, .. } = component;
    if !AGREED.iter().chain(agreed).any(|known| known == license) {
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

/// Each text once, under the names of all its components.
fn licenses(components: &[Component]) -> String {
    let mut text = String::from(HEAD);
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for component in components {
        let (name, license) = (&component.name, &component.license);
        let _ = writeln!(text, "{name} {}: {license}", component.version);
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

fn parse(json: &str) -> Result<Value> {
    serde_json::from_str(json).map_err(|error| Error::Check(format!("no JSON: {error}")))
}

/// A field of an object; empty if absent.
fn text<'a>(object: &'a Value, key: &str) -> &'a str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The copyright holders of crates under MIT's licence that come without its text, from their
/// repositories.
const HOLDERS: [(&str, &str); 1] = [("rsqlite-vfs", "2024 Spxg")];

/// The name of Rust's own library in the list.
const STANDARD_LIBRARY: &str = "std";

/// The crates of this workspace.
const OWN: [&str; 3] = [CORE, REST, "emulator"];

/// The agreed terms for components of a package, as SPDX expressions.
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
        assert!(check(&component("a", "Unlicense OR MIT", &["text"]), &[]).is_ok());
        for license in ["GPL-3.0-only", "MIT AND GPL-3.0-only", ""] {
            assert!(
                check(&component("a", license, &["text"]), &[]).is_err(),
                "{license}"
            );
        }
        assert!(check(&component("a", "MIT", &[]), &[]).is_err());
    }

    #[test]
    fn everything_inside_is_known_and_has_its_licence() {
        let components = components(&crate::package::contents())
            .expect("each is under a licence that is agreed");

        let names: Vec<&str> = components.iter().map(|it| it.name.as_str()).collect();
        for name in ["std", "wasm-bindgen", "gloo-timers", "serde_json"] {
            assert!(names.contains(&name), "{name}");
        }
        assert!(!names.contains(&CORE) && !names.contains(&REST));
    }

    #[test]
    fn the_emulators_components_are_in_the_inventory() {
        let components = components(&crate::package::emulator::contents())
            .expect("each is under a licence that is agreed");

        let found = |name: &str| components.iter().find(|it| it.name == name);
        for (name, words) in [
            ("dejavu-fonts", "Bitstream Vera"),
            ("emojis", "UNICODE LICENSE"),
            ("rsqlite-vfs", "2024 Spxg"),
            ("sqlite", "disclaims copyright"),
            ("swagger-ui", "SmartBear"),
        ] {
            let component = found(name).expect(name);
            assert!(component.texts.concat().contains(words), "{name}");
        }
        assert!(!components.iter().any(|it| OWN.contains(&it.name.as_str())));
    }
}
