//! `cargo xtask package`: the npm package, from both crates and `pkg/src`.
//!
//! ```text
//! crate --cargo--> .wasm --wasm-bindgen, wasm-opt--> pkg/build/<entry>.js   (glue and inlined wasm)
//!                 |--(not optimised)--> pkg/build/development/widget.js  (with names)
//!                 `--wasm2js--> pkg/build/compat.js                        (glue and JavaScript)
//! pkg/build, pkg/src, www --pkg/bundle--> pkg/dist
//! ```
//!
//! The wasm travels inside the script as text ([`encode`]), so that an import is
//! the whole installation: no second file, no bundler plug-in, no `await`.

mod encode;
mod glue;
mod sizes;
mod wasm;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::Result,
    inventory,
    process::{node, run as run_command},
    setup, workspace,
};

/// One entry of the package: a crate with a feature, and the script around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The crate.
    pub(crate) package: &'static str,
    /// Its feature that has the exports.
    pub(crate) feature: &'static str,
    /// The name of the files in `pkg/build`.
    pub(crate) built: &'static str,
    /// The file in `pkg/src/entries` and in `pkg/dist`, without its ending.
    pub(crate) name: &'static str,
    /// The most the minified script may weigh, gzipped, where there is a bound.
    pub(crate) gzip_limit: Option<usize>,
    /// Whether its exports are plain functions of numbers, which need no glue.
    pub(crate) is_plain: bool,
}

/// The crate of both engines.
pub(crate) const CORE: &str = "calling-widget-sdk";

/// The crate of the REST client.
pub(crate) const REST: &str = "calling-rest";

/// The widget's side.
const WIDGET: Entry = Entry {
    package: CORE,
    feature: "widget",
    built: "widget",
    name: "index",
    // The goal is 30,000. A limit has about one percent of room, so that a reworded
    // text does not fail the build; a commit that raises it says why.
    gzip_limit: Some(71_200),
    is_plain: true,
};

/// The widget's side with its core from elsewhere, and the most that each may weigh, gzipped.
const OTHER_CORES: [(&str, usize); 2] = [("compat", 91_200), ("slim", 22_150)];

/// Every entry with a wasm of its own.
pub(crate) const ENTRIES: [Entry; 4] = [
    WIDGET,
    Entry {
        package: CORE,
        feature: "host",
        built: "host",
        name: "host",
        gzip_limit: None,
        is_plain: true,
    },
    Entry {
        package: REST,
        feature: "exports",
        built: "rest",
        name: "rest",
        gzip_limit: None,
        is_plain: false,
    },
    Entry {
        package: REST,
        feature: "settings-exports",
        built: "settings",
        name: "settings",
        gzip_limit: None,
        is_plain: false,
    },
];

/// Builds the package and prints what its entries weigh.
pub(crate) fn run() -> Result<()> {
    sizes::print(&build()?);
    Ok(())
}

/// Builds the package; the sizes are the caller's to print or to judge.
pub(crate) fn build() -> Result<Vec<Size>> {
    setup::for_package()?;
    let modules = ENTRIES
        .iter()
        .map(wasm::build)
        .collect::<Result<Vec<_>>>()?;
    let built = workspace::root().join("pkg/build");
    for module in &modules {
        glue::write(module, &built)?;
    }
    glue::write(
        &wasm::build_development(&WIDGET)?,
        &built.join("development"),
    )?;
    for module in modules.iter().filter(|module| module.entry == WIDGET) {
        glue::write_translated(module, &wasm::translate(module)?, &built)?;
    }
    for module in modules.iter().filter(|module| module.entry == WIDGET) {
        workspace::write(&built.join("widget.wasm"), &module.wasm)?;
        // The first line says which build the list is of.
        let symbols = format!("build:{}\n{}", module.id(), module.symbols()?);
        workspace::write(&built.join("widget.symbols"), symbols)?;
    }
    println!("package: scripts, declarations, pages");
    run_command(&mut bundle())?;
    inventory::write()?;
    let others = OTHER_CORES
        .iter()
        .map(|(name, limit)| sizes::measure_script(name, Some(*limit)));
    modules.iter().map(sizes::measure).chain(others).collect()
}

/// The script of an entry's module, from the sources below a folder: compiled in seconds
/// and not optimised, for tests of what the sources do.
pub(crate) fn quick_script(sources: &Path, built: &Path, feature: &str) -> Result<String> {
    let wasm = wasm::compile_quickly(sources, built, feature)?;
    Ok(glue::plain_script(&wasm, "quick"))
}

/// Bundles the pages of `www` again, with the package that is built.
pub(crate) fn write_pages() -> Result<()> {
    run_command(bundle().arg("pages"))
}

/// The folder of a built page.
pub(crate) fn page(site: &str) -> PathBuf {
    workspace::root().join("pkg/dist/pages").join(site)
}

/// What makes `pkg/dist` of `pkg/build`, `pkg/src` and `www`.
fn bundle() -> Command {
    let mut command = node();
    command.arg("pkg/bundle/bundle.mjs");
    command
}

pub(crate) use sizes::{Size, check as check_sizes, gzip_of, print as print_sizes};
