//! `cargo xtask package`: the npm package, from the crate and `pkg/src`.
//!
//! ```text
//! crate --cargo--> .wasm --wasm-bindgen, wasm-opt--> pkg/build/<entry>.js   (glue and inlined wasm)
//!                 |--(not optimised)--> pkg/build/development/widget.js  (with names)
//!                 `--wasm2js--> pkg/build/compat.js                        (glue and JavaScript)
//! pkg/src/entries --esbuild--> pkg/dist/<name>.{js,cjs}   --tsc--> pkg/dist/types/<name>.{d.ts,d.cts}
//! www     --esbuild--> pkg/dist/pages/<site>      (importing pkg/dist)
//! ```
//!
//! The wasm travels inside the script as text ([`encode`]), so that an import is
//! the whole installation: no second file, no bundler plug-in, no `await`.

mod bundle;
mod declarations;
mod encode;
mod glue;
mod integrity;
mod maps;
mod pages;
mod sizes;
mod wasm;

use std::path::Path;

use crate::{error::Result, inventory, setup, workspace};

/// One entry of the package: a feature of the crate and the script around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The feature, and the name of the files in `pkg/build`.
    pub(crate) feature: &'static str,
    /// The file in `pkg/src/entries` and in `pkg/dist`, without its ending.
    pub(crate) name: &'static str,
    /// The most the minified script may weigh, gzipped, where there is a bound.
    pub(crate) gzip_limit: Option<usize>,
    /// Whether its exports are plain functions of numbers, which need no glue.
    pub(crate) is_plain: bool,
}

/// The widget's side.
const WIDGET: Entry = Entry {
    feature: "widget",
    name: "index",
    // The goal is 30,000. A limit has about one percent of room, so that a reworded
    // text does not fail the build; a commit that raises it says why.
    gzip_limit: Some(69_600),
    is_plain: true,
};

/// The widget's side with its core from elsewhere.
const OTHER_CORES: [OtherCore; 2] = [
    OtherCore {
        name: "compat",
        core: "./pkg/src/wasm/translated.ts",
        gzip_limit: 89_400,
    },
    OtherCore {
        name: "slim",
        core: "./pkg/src/wasm/fetched.ts",
        gzip_limit: 22_150,
    },
];

/// An entry that is the widget's with another core.
#[derive(Debug, Clone, Copy)]
struct OtherCore {
    /// The file in `pkg/src/entries` and in `pkg/dist`, without its ending.
    name: &'static str,
    /// The module that takes the place of `#core`.
    core: &'static str,
    /// The most the minified script may weigh, gzipped.
    gzip_limit: usize,
}

/// Every entry with a wasm of its own.
pub(crate) const ENTRIES: [Entry; 4] = [
    WIDGET,
    Entry {
        feature: "host",
        name: "host",
        gzip_limit: None,
        is_plain: true,
    },
    Entry {
        feature: "rest",
        name: "rest",
        gzip_limit: None,
        is_plain: false,
    },
    Entry {
        feature: "settings",
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
    let entries = present();
    let mut modules = Vec::new();
    for entry in &entries {
        modules.push(wasm::build(entry)?);
    }
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
    bundle::write(&entries)?;
    for module in modules.iter().filter(|module| module.entry == WIDGET) {
        let dist = workspace::root().join("pkg/dist");
        workspace::write(&dist.join("widget.wasm"), &module.wasm)?;
        // The first line says which build the list is of.
        let symbols = format!("build:{}\n{}", module.id(), module.symbols()?);
        workspace::write(&dist.join("widget.symbols"), symbols)?;
    }
    declarations::write()?;
    maps::slim()?;
    pages::write()?;
    bundle::check()?;
    copy_texts()?;
    let root = workspace::root();
    integrity::write(&root.join("pkg/dist"), &root.join("pkg/docs/loading.md"))?;
    inventory::write()?;
    let others = OTHER_CORES
        .iter()
        .map(|other| sizes::measure_script(other.name, Some(other.gzip_limit)));
    modules.iter().map(sizes::measure).chain(others).collect()
}

/// The script of an entry's module, from the sources below a folder: compiled in seconds
/// and not optimised, for tests of what the sources do.
pub(crate) fn quick_script(sources: &Path, built: &Path, feature: &str) -> Result<String> {
    let wasm = wasm::compile_quickly(sources, built, feature)?;
    Ok(glue::plain_script(&wasm, "quick"))
}

pub(crate) use pages::{folder as page, write as write_pages};
pub(crate) use sizes::{Size, check as check_sizes, gzip_of, print as print_sizes};

/// The entries whose script exists.
fn present() -> Vec<Entry> {
    let (present, absent): (Vec<Entry>, Vec<Entry>) = ENTRIES
        .into_iter()
        .partition(|entry| entry.source().is_file());
    for entry in absent {
        println!(
            "package: no pkg/src/entries/{}.ts, so the entry is left out",
            entry.name
        );
    }
    present
}

/// The licences, the history and the pages that the declarations point to: npm takes
/// them from the package's own folder.
fn copy_texts() -> Result<()> {
    let root = workspace::root();
    let docs = root.join("pkg/docs");
    workspace::empty_folder(&docs)?;
    for page in workspace::files_below(&root.join("docs"))? {
        if page.extension().is_some_and(|ending| ending == "md") {
            workspace::copy(&page, &docs.join(workspace::file_name(&page)))?;
        }
    }
    for name in ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        workspace::copy(&root.join(name), &root.join("pkg").join(name))?;
    }
    Ok(())
}

impl Entry {
    fn source(&self) -> std::path::PathBuf {
        workspace::root().join(format!("pkg/src/entries/{}.ts", self.name))
    }
}
