//! One entry's wasm: compiled, bound and optimised.

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::Bindgen;

use crate::{
    error::{Error, Result},
    package::Entry,
    process::{self, cargo, node_script},
    workspace,
};

/// An entry's module and the script wasm-bindgen wrote for it.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) entry: Entry,
    /// The optimised module.
    pub(super) wasm: Vec<u8>,
    /// wasm-bindgen's script for the target `web`.
    pub(super) glue: String,
    /// Its declarations.
    pub(super) types: String,
    /// Where the intermediate files are.
    pub(super) folder: PathBuf,
}

/// Builds the module of one entry.
pub(super) fn build(entry: &Entry) -> Result<Module> {
    println!("package: wasm of the entry `{}`", entry.feature);
    let folder = workspace::target(&format!("package/{}", entry.feature));
    workspace::empty_folder(&folder)?;
    let compiled = compile(entry)?;
    let (glue, types) = bind(entry, &compiled, &folder)?;
    let bound = folder.join(format!("{}_bg.wasm", entry.feature));
    let wasm = optimise(&bound, &folder.join("optimised.wasm"))?;
    Ok(Module {
        entry: *entry,
        wasm,
        glue,
        types,
        folder,
    })
}

fn compile(entry: &Entry) -> Result<PathBuf> {
    // `rustc --crate-type` because a build of all crate types at once cannot
    // run link-time optimisation: an rlib does not allow it.
    process::run(cargo().args([
        "rustc",
        "--quiet",
        "--package=calling-widget-sdk",
        "--lib",
        "--crate-type=cdylib",
        "--target=wasm32-unknown-unknown",
        "--profile=wasm",
        "--no-default-features",
        "--features",
        entry.feature,
    ]))?;
    Ok(workspace::target(
        "wasm32-unknown-unknown/wasm/calling_widget_sdk.wasm",
    ))
}

fn bind(entry: &Entry, compiled: &Path, folder: &Path) -> Result<(String, String)> {
    let failed = |error| Error::WasmBindgen(format!("{error:#}"));
    let mut bindgen = Bindgen::new();
    // Reference types are switched on by the module's own target features.
    let mut output = bindgen
        .input_path(compiled)
        .out_name(entry.feature)
        .web(true)
        .map_err(failed)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .map_err(failed)?;
    output.emit(folder).map_err(failed)?;
    let types = output.ts().unwrap_or_default().to_owned();
    Ok((output.js().to_owned(), types))
}

fn optimise(from: &Path, to: &Path) -> Result<Vec<u8>> {
    process::run(
        node_script("binaryen/bin/wasm-opt")
            .arg(from)
            .args(["-Oz", "--converge", "-o"])
            .arg(to)
            .args(STRIPPED_SECTIONS)
            .args(FEATURES),
    )?;
    workspace::read_bytes(to)
}

/// Sections nobody reads after this step.
const STRIPPED_SECTIONS: [&str; 3] = [
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// What rustc switches on by default for wasm32, as the module's target-features
/// section lists it.
const FEATURES: [&str; 8] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];
