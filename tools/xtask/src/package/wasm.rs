//! One entry's wasm: compiled, bound and optimised.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use sha2::Digest as _;
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    error::{Error, Result},
    package::Entry,
    process::{self, cargo_for_wasm, node_script},
    workspace,
};

/// An entry's module and the script wasm-bindgen wrote for it.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) entry: Entry,
    /// The optimised module.
    pub(super) wasm: Vec<u8>,
    /// wasm-bindgen's script for bundlers, which does not start the module.
    pub(super) glue: String,
    /// Its declarations.
    pub(super) types: String,
}

impl Module {
    /// The build's identifier in errors: the first eight digits of
    /// the wasm's SHA-256.
    pub(super) fn id(&self) -> String {
        hex(sha2::Sha256::digest(&self.wasm).iter().take(4))
    }
}

/// Bytes as two digits each.
pub(super) fn hex<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> String {
    bytes.into_iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// An entry's module as Cargo built it.
#[derive(Debug)]
pub(super) struct Compiled {
    entry: Entry,
    quality: Quality,
    /// The folder of this file and those made from it.
    folder: PathBuf,
}

/// The quality of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quality {
    /// Shipped: small.
    Shipped,
    /// For development: functions have names, and panics have texts.
    Development,
    /// Quick: built in seconds.
    Quick,
}

impl Quality {
    /// The quality of the emulator's module in tests: the shipped one with the long repeats.
    pub(crate) fn for_tests(all: bool) -> Self {
        if all { Self::Shipped } else { Self::Quick }
    }
}

/// Compiles the module of one entry. Cargo writes all modules of a crate to the same place,
/// so only one is compiled at a time.
pub(super) fn compile(entry: &Entry, quality: Quality) -> Result<Compiled> {
    println!("package: wasm of the entry `{}`", entry.built);
    let folder = workspace::target(&format!("package/{quality:?}/{}", entry.built));
    workspace::empty_folder(&folder)?;
    let (root, target) = (workspace::root(), workspace::target(""));
    let wasm = match quality {
        Quality::Quick => compile_quickly(&root, &workspace::target("quick"), entry)?,
        Quality::Shipped => cargo_rustc(&root, &target, entry, entry.feature, |_| ())?,
        Quality::Development => {
            let features = [entry.feature, ",development"].concat();
            cargo_rustc(&root, &target, entry, &features, |_| ())?
        }
    };
    workspace::write(&folder.join(COMPILED), wasm)?;
    Ok(Compiled {
        entry: *entry,
        quality,
        folder,
    })
}

impl Compiled {
    /// Binds the module to JavaScript, and optimises it as its quality asks.
    pub(super) fn finish(self) -> Result<Module> {
        let Self {
            entry,
            quality,
            folder,
        } = self;
        let compiled = folder.join(COMPILED);
        let (glue, types) = bind(&entry, &compiled, &folder)?;
        let bound = folder.join(format!("{}_bg.wasm", entry.built));
        let glue = shorten(&bound, glue)?;
        let wasm = match quality {
            Quality::Shipped => optimise(&bound, &folder.join("optimised.wasm"))?,
            Quality::Development => {
                let named = folder.join("named.wasm");
                demangle(&bound, &named)?;
                workspace::read_bytes(&named)?
            }
            Quality::Quick => workspace::read_bytes(&bound)?,
        };
        // Scripts may contain it encoded, which hides paths.
        workspace::check_paths(entry.built, &wasm)?;
        Ok(Module {
            entry,
            wasm,
            glue,
            types,
        })
    }
}

/// Gives functions the names they have in the source.
fn demangle(from: &Path, to: &Path) -> Result<()> {
    let failed = |error| Error::WasmBindgen(format!("{error:#}"));
    let mut module = walrus::Module::from_file(from).map_err(failed)?;
    for function in module.funcs.iter_mut() {
        if let Some(name) = &function.name {
            function.name = Some(format!("{:#}", rustc_demangle::demangle(name)));
        }
    }
    module.emit_wasm_file(to).map_err(failed)
}

/// Compiles the module of one entry from the sources below a folder, quickly, with the files in
/// between in the folder of what is built.
pub(super) fn compile_from(sources: &Path, built: &Path, entry: &Entry) -> Result<Compiled> {
    let folder = built.join("package").join(entry.built);
    workspace::empty_folder(&folder)?;
    let wasm = compile_quickly(sources, built, entry)?;
    workspace::write(&folder.join(COMPILED), wasm)?;
    Ok(Compiled {
        entry: *entry,
        quality: Quality::Quick,
        folder,
    })
}

/// Compiles the module of one entry from the sources below a folder, in seconds: it is not
/// optimised.
fn compile_quickly(sources: &Path, built: &Path, entry: &Entry) -> Result<Vec<u8>> {
    cargo_rustc(sources, built, entry, entry.feature, |command| {
        command
            .env("CARGO_PROFILE_WASM_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_WASM_INCREMENTAL", "true")
            .env("CARGO_PROFILE_WASM_LTO", "off")
            .env("CARGO_PROFILE_WASM_OPT_LEVEL", "1");
    })
}

fn cargo_rustc(
    sources: &Path,
    built: &Path,
    entry: &Entry,
    features: &str,
    settings: impl Fn(&mut Command),
) -> Result<Vec<u8>> {
    let mut command = cargo_for_wasm(&STACK);
    settings(&mut command);
    // Crates are `cdylib`s only here: native dependents need no linking.
    process::run(
        command
            .current_dir(sources)
            .env("CARGO_TARGET_DIR", built)
            .args(["rustc", "--quiet", "--lib", "--crate-type=cdylib"])
            .args(["--package", entry.package])
            .args(["--target=wasm32-unknown-unknown", "--profile=wasm"])
            .args(["--no-default-features", "--features", features]),
    )?;
    workspace::read_bytes(&built.join(compiled(entry.package)))
}

/// The path of a crate's module below Cargo's target folder.
fn compiled(package: &str) -> String {
    let name = package.replace('-', "_");
    format!("wasm32-unknown-unknown/wasm/{name}.wasm")
}

fn bind(entry: &Entry, compiled: &Path, folder: &Path) -> Result<(String, String)> {
    let failed = |error| Error::WasmBindgen(format!("{error:#}"));
    let mut bindgen = Bindgen::new();
    // Reference types are switched on by the module's own target features.
    let mut output = bindgen
        .input_path(compiled)
        .out_name(entry.built)
        .bundler(true)
        .map_err(failed)?
        .typescript(true)
        .remove_producers_section(true)
        .generate_output()
        .map_err(failed)?;
    output.emit(folder).map_err(failed)?;
    let types = output.ts().unwrap_or_default().to_owned();
    let glue = workspace::read(&folder.join(format!("{}_bg.js", entry.built)))?;
    Ok((glue, types))
}

/// Gives short names to the links between module and glue: wasm-bindgen's names have hashes, which
/// do not compress.
fn shorten(module: &Path, glue: String) -> Result<String> {
    let failed = |error| Error::WasmBindgen(format!("{error:#}"));
    let mut bound = walrus::Module::from_file(module).map_err(failed)?;
    let imports = bound.imports.iter_mut().map(|import| &mut import.name);
    let exports = bound.exports.iter_mut().map(|export| &mut export.name);
    let mut names: Vec<&mut String> = imports
        .chain(exports)
        .filter(|name| name.starts_with("__wb") || name.starts_with("wasm_bindgen__"))
        .filter(|name| *name != "__wbindgen_start")
        .collect();
    // One name may be the prefix of another.
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut glue = glue;
    for (index, name) in names.into_iter().enumerate() {
        let short = format!("_{index}");
        glue = glue.replace(name.as_str(), &short);
        *name = short;
    }
    bound.emit_wasm_file(module).map_err(failed)?;
    Ok(glue)
}

fn optimise(from: &Path, to: &Path) -> Result<Vec<u8>> {
    process::run(
        node_script("binaryen/bin/wasm-opt")
            .arg(from)
            .args(PASSES)
            .arg("-o")
            .arg(to)
            .args(STRIPPED_SECTIONS)
            .args(FEATURES),
    )?;
    workspace::read_bytes(to)
}

/// A module as Cargo built it, in its folder.
const COMPILED: &str = "compiled.wasm";

/// The stack's size decides the memory's: the cores walk nested values without recursion.
const STACK: [&str; 2] = ["-C", "link-arg=-zstack-size=131072"];

/// Two passes for size. A large function with one caller stays a function: JavaScript engines
/// compile a function whole at its first call. The lowest kilobyte is the end of the stack, where
/// code may trap.
const PASSES: [&str; 5] = [
    "-Oz",
    "--one-caller-inline-max-function-size=100",
    "--merge-similar-functions",
    "-Oz",
    "--low-memory-unused",
];

/// Sections that are not needed after this step.
const STRIPPED_SECTIONS: [&str; 3] = [
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// rustc's default features for wasm32, as the module's target-features section lists them.
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
