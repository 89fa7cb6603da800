//! One entry's wasm: compiled, bound and optimised.

use std::path::{Path, PathBuf};

use sha2::Digest as _;
use wasm_bindgen_cli_support::Bindgen;

use crate::{
    error::{Error, Result},
    package::{CORE, Entry},
    process::{self, cargo, node_script},
    workspace,
};

/// An entry's module and the script wasm-bindgen wrote for it.
#[derive(Debug)]
pub(super) struct Module {
    pub(super) entry: Entry,
    /// The optimised module.
    pub(super) wasm: Vec<u8>,
    /// wasm-bindgen's script for bundlers, which leaves the start to its user.
    pub(super) glue: String,
    /// Its declarations.
    pub(super) types: String,
    /// Where the intermediate files are.
    pub(super) folder: PathBuf,
}

impl Module {
    /// What tells this build from any other, in an error's text and in the list of
    /// its functions: the first eight digits of the wasm's SHA-256.
    pub(super) fn id(&self) -> String {
        sha2::Sha256::digest(&self.wasm)
            .iter()
            .take(4)
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    /// The functions' names, by their index: see [`SYMBOLS`].
    ///
    /// # Errors
    ///
    /// For a module that was not optimised, and so has no list.
    pub(super) fn symbols(&self) -> Result<String> {
        let mangled = workspace::read(&self.folder.join("optimised").with_extension(SYMBOLS))?;
        Ok(demangled(&mangled))
    }
}

/// Builds the module of one entry.
pub(super) fn build(entry: &Entry) -> Result<Module> {
    println!("package: wasm of the entry `{}`", entry.built);
    module(entry, "package", entry.feature, |bound, folder| {
        optimise(bound, &folder.join("optimised.wasm"))
    })
}

/// Builds the module of one entry for people who develop with it: functions have
/// their names, and a panic says what it is about.
pub(super) fn build_development(entry: &Entry) -> Result<Module> {
    println!(
        "package: wasm of the entry `{}` for development",
        entry.built
    );
    let features = format!("{},development", entry.feature);
    module(entry, "development", &features, |bound, folder| {
        let named = folder.join("named.wasm");
        demangle(bound, &named)?;
        workspace::read_bytes(&named)
    })
}

/// An entry's module as JavaScript: a function that takes the imports and gives the
/// exports.
pub(super) fn translate(module: &Module) -> Result<String> {
    println!("package: the entry `{}` as JavaScript", module.entry.built);
    let script = module.folder.join("translated.js");
    process::run(
        node_script("binaryen/bin/wasm2js")
            .arg(module.folder.join("optimised.wasm"))
            .args(["--emscripten", "-O"])
            .args(FEATURES)
            .arg("-o")
            .arg(&script),
    )?;
    workspace::read(&script)
}

fn module(
    entry: &Entry,
    kind: &str,
    features: &str,
    finish: impl Fn(&Path, &Path) -> Result<Vec<u8>>,
) -> Result<Module> {
    let folder = workspace::target(&format!("{kind}/{}", entry.built));
    workspace::empty_folder(&folder)?;
    let compiled = compile(entry.package, features, STACK)?;
    let (bound, glue, types) = if entry.is_plain {
        (compiled, String::new(), String::new())
    } else {
        let (glue, types) = bind(entry, &compiled, &folder)?;
        let bound = folder.join(format!("{}_bg.wasm", entry.built));
        (bound, glue, types)
    };
    let wasm = finish(&bound, &folder)?;
    Ok(Module {
        entry: *entry,
        wasm,
        glue,
        types,
        folder,
    })
}

/// A list of functions, `index:name` a line, by the names they have in the source.
fn demangled(list: &str) -> String {
    list.lines()
        .map(|line| match line.split_once(':') {
            Some((index, name)) => format!("{index}:{:#}\n", rustc_demangle::demangle(name)),
            None => format!("{line}\n"),
        })
        .collect()
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

fn compile(package: &str, features: &str, flags: &str) -> Result<PathBuf> {
    // Only here are the crates more than Rust libraries: whoever depends on one natively
    // has nothing to link.
    process::run(
        cargo()
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags)
            .args([
                "rustc",
                "--quiet",
                "--package",
                package,
                "--lib",
                "--crate-type=cdylib",
                "--target=wasm32-unknown-unknown",
                "--profile=wasm",
                "--no-default-features",
                "--features",
                features,
            ]),
    )?;
    Ok(workspace::target(&compiled(package)))
}

/// Compiles the module of one entry as [`compile`] does, but for its optimisation.
pub(super) fn compile_quickly(sources: &Path, built: &Path, feature: &str) -> Result<Vec<u8>> {
    process::capture(
        cargo()
            .current_dir(sources)
            .env("CARGO_TARGET_DIR", built)
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", STACK)
            .env("CARGO_PROFILE_WASM_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_WASM_INCREMENTAL", "true")
            .env("CARGO_PROFILE_WASM_LTO", "off")
            .env("CARGO_PROFILE_WASM_OPT_LEVEL", "1")
            .args(["rustc", "--quiet", "--offline", "--lib"])
            .args(["--package", CORE, "--crate-type=cdylib"])
            .args(["--target=wasm32-unknown-unknown", "--profile=wasm"])
            .args(["--no-default-features", "--features", feature]),
    )?;
    workspace::read_bytes(&built.join(compiled(CORE)))
}

/// Where Cargo puts a crate's module, below its target folder.
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

fn optimise(from: &Path, to: &Path) -> Result<Vec<u8>> {
    process::run(
        node_script("binaryen/bin/wasm-opt")
            .arg(from)
            .args(PASSES)
            .arg(format!(
                "--symbolmap={}",
                to.with_extension(SYMBOLS).display()
            ))
            .arg("-o")
            .arg(to)
            .args(STRIPPED_SECTIONS)
            .args(FEATURES),
    )?;
    workspace::read_bytes(to)
}

/// The stack, whose size decides the memory's: the cores walk what is nested
/// without recursion.
const STACK: &str = "-C link-arg=-zstack-size=131072";

/// Small code at the second look: what is flat comes out with fewer blocks and
/// locals.
const PASSES: [&str; 7] = [
    "--flatten",
    "--rereloop",
    "-Oz",
    "-Oz",
    "--converge",
    "--reorder-functions",
    "--reorder-locals",
];

/// Sections nobody reads after this step.
const STRIPPED_SECTIONS: [&str; 3] = [
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// The ending of the list of a module's functions: `index:name` a line.
const SYMBOLS: &str = "symbols";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_functions_has_the_names_of_the_source() {
        let list = "0:_ZN4core3fmt9Formatter3pad17h0123456789abcdefE\n1:widget_open\n";

        assert_eq!(
            demangled(list),
            "0:core::fmt::Formatter::pad\n1:widget_open\n"
        );
    }
}
