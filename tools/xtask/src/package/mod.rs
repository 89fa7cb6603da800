//! `cargo xtask package`: the npm package, from both crates and `pkg/src`.
//!
//! ```text
//! crate --cargo--> .wasm --wasm-bindgen, wasm-opt--> pkg/build/<entry>.js   (glue and inlined wasm)
//!                 `--(not optimised)--> pkg/build/development/widget.js  (with names)
//! pkg/build, pkg/src, www --pkg/bundle--> pkg/dist
//! ```
//!
//! The wasm is carried inside the script as text, two digits a byte, so that an import is the whole
//! installation: no second file, no bundler plug-in, no `await`.

pub(crate) mod emulator;
mod glue;
mod inventory;
mod sizes;
mod wasm;

use std::{
    path::{Path, PathBuf},
    process::Command,
    thread,
};

pub(crate) use self::wasm::Quality;
use self::{inventory::Shipped, wasm::Module};
use crate::{
    error::Result,
    process::{joined, node, run as run_command},
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
    /// A file in `pkg/dist` that it imports, which is weighed with it.
    pub(crate) beside: Option<&'static str>,
    /// The limit of the minified script, gzipped, if there is one.
    pub(crate) gzip_limit: Option<usize>,
    /// The class of a core, of which each session has an instance of its own.
    pub(crate) class: Option<&'static str>,
}

/// The crate of both engines.
pub(crate) const CORE: &str = "calling-widget-sdk";

/// The crate of the REST client.
pub(crate) const REST: &str = "calling-rest";

/// The widget's side.
pub(crate) const WIDGET: Entry = Entry {
    package: CORE,
    feature: "widget",
    built: "widget",
    name: "index",
    beside: None,
    // The goal is 65,000. A limit has about one percent of room, so that a reworded
    // text does not fail the build; a commit that raises it says why.
    gzip_limit: Some(110_000),
    class: Some("WidgetCore"),
};

/// The host's side.
pub(crate) const HOST: Entry = Entry {
    package: CORE,
    feature: "host",
    built: "host",
    name: "host",
    beside: None,
    gzip_limit: None,
    class: Some("HostCore"),
};

/// The entries without a module, and the size limit of each, gzipped.
const SCRIPTS: [(&str, usize); 6] = [
    ("slim", 27_300),
    ("phone", 9_120),
    ("phone-amazon-connect", 3_300),
    ("phone-jssip", 4_290),
    ("phone-sipjs", 4_660),
    ("phone-twilio", 2_700),
];

/// The clients of the REST endpoints, including the settings'.
const REST_CLIENT: Entry = Entry {
    package: REST,
    feature: "rest-exports,settings-exports",
    built: "rest",
    name: "rest",
    beside: Some("client"),
    gzip_limit: Some(119_200),
    class: None,
};

/// The client of the settings alone, and their override in one browser: its own module, since one
/// for all endpoints weighs twice as much.
const SETTINGS: Entry = Entry {
    package: REST,
    feature: "settings-exports,override-exports",
    built: "settings",
    name: "settings",
    beside: Some("client"),
    gzip_limit: Some(72_000),
    class: None,
};

/// Every entry with a wasm of its own.
pub(crate) const ENTRIES: [Entry; 4] = [WIDGET, HOST, REST_CLIENT, SETTINGS];

/// The entries in the pages of `www`.
const ENTRIES_OF_PAGES: [Entry; 3] = [WIDGET, HOST, SETTINGS];

/// Builds the package and prints the sizes of its entries.
pub(crate) fn run() -> Result<()> {
    sizes::print(&build()?);
    Ok(())
}

/// Builds the package, and returns the sizes.
pub(crate) fn build() -> Result<Vec<Size>> {
    setup::for_package()?;
    let built = built();
    let shipped = modules(&ENTRIES, Quality::Shipped)?;
    // An entry of an earlier version would be compiled with the others.
    workspace::empty_folder(&built)?;
    for module in &shipped {
        glue::write(module, &built, SOURCES)?;
    }
    for module in &modules(&[WIDGET], Quality::Development)? {
        glue::write(
            module,
            &built.join("development"),
            &["../", SOURCES].concat(),
        )?;
    }
    for module in shipped.iter().filter(|module| module.entry == WIDGET) {
        workspace::write(&built.join("widget.wasm"), &module.wasm)?;
    }
    println!("package: scripts, declarations, pages");
    run_command(&mut bundle("package"))?;
    inventory::write(&contents())?;
    let others = SCRIPTS
        .iter()
        .map(|(name, limit)| sizes::measure_script(name, Some(*limit)));
    shipped.iter().map(sizes::measure).chain(others).collect()
}

/// Builds the pages of `www`, and only the parts of the package that they import, in a fraction of
/// the time: nothing is optimised.
pub(crate) fn build_pages() -> Result<()> {
    setup::for_package()?;
    for module in &modules(&ENTRIES_OF_PAGES, Quality::Quick)? {
        glue::write(module, &built(), SOURCES)?;
    }
    println!("package: pages");
    run_command(&mut bundle("demo"))
}

/// Bundles the pages of `www` again, with the package that is built.
pub(crate) fn write_pages() -> Result<()> {
    run_command(&mut bundle("pages"))
}

/// The folder of a built page.
pub(crate) fn page(site: &str) -> PathBuf {
    workspace::root().join("pkg/dist/pages").join(site)
}

/// The script of an entry's module, built from the sources below a folder, for tests.
pub(crate) fn quick_script(sources: &Path, built: &Path, entry: &Entry) -> Result<String> {
    let module = wasm::compile_from(sources, built, entry)?.finish()?;
    Ok(glue::script(&module, SOURCES))
}

/// The modules of these entries. One is finished while the next is compiled: finishing takes one
/// core only.
fn modules(entries: &[Entry], quality: Quality) -> Result<Vec<Module>> {
    thread::scope(|scope| {
        let finishing = entries
            .iter()
            .map(|entry| {
                let compiled = wasm::compile(entry, quality)?;
                Ok(scope.spawn(|| compiled.finish()))
            })
            .collect::<Result<Vec<_>>>()?;
        finishing.into_iter().map(joined).collect()
    })
}

/// The crates and features in the package.
fn contents() -> Shipped {
    Shipped {
        folder: "pkg",
        crates: &[CORE, REST],
        features: ENTRIES
            .iter()
            .flat_map(|entry| {
                entry
                    .feature
                    .split(',')
                    .map(|it| [entry.package, "/", it].concat())
            })
            .collect(),
        agreed: &[],
        works: &[],
    }
}

/// The path from that folder to the package's sources.
const SOURCES: &str = "../src/";

/// The folder of the modules' scripts.
fn built() -> PathBuf {
    workspace::root().join("pkg/build")
}

/// The bundler of `pkg/dist`, or a part of it, from `pkg/build`, `pkg/src` and `www`.
fn bundle(what: &str) -> Command {
    let mut command = node();
    command.args(["pkg/bundle/bundle.mjs", what]);
    command
}

pub(crate) use sizes::{Size, check as check_sizes, gzip_of, print as print_sizes};
