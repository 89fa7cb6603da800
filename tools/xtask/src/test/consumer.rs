//! The package as its users get it: packed, installed from the tarball, imported in every possible
//! way. The programs are in `tests/consumers/program`.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;

use crate::{
    error::{Error, Result},
    process::{capture, node, node_script, npm, npm_bin, run},
    test::consumers,
    workspace,
};

pub(super) fn run_all(all: bool) -> Result<()> {
    let tarball = pack()?;
    published_rightly(&tarball)?;
    let app = install(&tarball)?;
    for program in ["import.mjs", "require.cjs"] {
        println!("node {program}");
        run(node().arg(program).current_dir(&app))?;
    }
    println!("npx calling-widget-sdk settings --help");
    capture(npm(&app).args([
        "exec",
        "--offline",
        "--",
        "calling-widget-sdk",
        "settings",
        "--help",
    ]))?;
    constants_alone(&app)?;
    consumers::run_all(&tarball, all)
}

/// Packs the package as npm would publish it.
pub(super) fn pack() -> Result<PathBuf> {
    let tarball = packed("pkg", "consumer")?;
    let length = workspace::read_bytes(&tarball)?.len();
    println!("packed: {length} bytes");
    if length > PACKED_LIMIT {
        return Err(Error::Check(format!(
            "the packed package weighs {length} bytes; the limit is {PACKED_LIMIT}"
        )));
    }
    Ok(tarball)
}

/// Packs the built package of the emulator.
pub(super) fn pack_emulator() -> Result<PathBuf> {
    let tarball = packed("platform/emulator/npm", "consumer-emulator")?;
    published_rightly(&tarball)?;
    Ok(tarball)
}

fn packed(package: &str, folder: &str) -> Result<PathBuf> {
    let folder = workspace::target(folder);
    workspace::empty_folder(&folder)?;
    capture(
        npm(&workspace::root().join(package))
            .args(["pack", "--silent", "--pack-destination"])
            .arg(&folder),
    )?;
    workspace::files_below(&folder)?
        .into_iter()
        .find(|path| path.extension().is_some_and(|ending| ending == "tgz"))
        .ok_or_else(|| Error::Check("npm pack wrote no tarball".into()))
}

/// Checks that two linters of packages have no complaint, for any entry and any way of resolving
/// it, except that the wasm is a file without types; and that no file names a folder of the machine
/// that packed it.
fn published_rightly(tarball: &Path) -> Result<()> {
    let mut files = Vec::new();
    let packed = workspace::read_bytes(tarball)?;
    GzDecoder::new(&*packed)
        .read_to_end(&mut files)
        .map_err(|error| Error::Check(format!("the tarball cannot be unpacked: {error}")))?;
    workspace::check_paths(&workspace::file_name(tarball), &files)?;
    println!("publint");
    capture(
        node_script("publint/src/cli.js")
            .args(["run", "--strict"])
            .arg(tarball),
    )?;
    println!("attw");
    capture(
        node_script("@arethetypeswrong/cli/dist/index.js")
            .arg(tarball)
            .args([
                "--no-definitely-typed",
                "--exclude-entrypoints",
                "widget.wasm",
            ]),
    )?;
    Ok(())
}

/// Installs the tarball under its own name, and under the name of the published SDK that it
/// replaces.
pub(super) fn install(tarball: &Path) -> Result<PathBuf> {
    let app = workspace::target("consumer/app");
    for path in workspace::files_below(&workspace::root().join("tests/consumers/program"))? {
        workspace::copy(&path, &app.join(workspace::file_name(&path)))?;
    }
    let tarball = workspace::file_name(tarball);
    println!("npm install {tarball}");
    capture(
        npm(&app)
            .args([
                "install",
                "--ignore-scripts",
                "--no-package-lock",
                "--offline",
            ])
            .args(NAMES.map(|name| format!("{name}@file:../{tarball}"))),
    )?;
    Ok(app)
}

/// Runs the demo from both tarballs, in a folder with nothing else.
pub(super) fn demo(tarball: &Path, emulator: &Path) -> Result<()> {
    let folder = workspace::target("consumer-demo");
    workspace::empty_folder(&folder)?;
    let test = "demo.test.mjs";
    let source = workspace::root().join("tests/consumers/demo");
    workspace::copy(&source.join(test), &folder.join(test))?;
    workspace::write(&folder.join("package.json"), "{ \"private\": true }")?;
    println!("npx calling-widget-sdk demo");
    capture(
        npm(&folder)
            .args(["install", "--ignore-scripts", "--no-package-lock"])
            .arg("--offline")
            .args([tarball, emulator]),
    )?;
    run(node().args(["--test", test]).current_dir(&folder))
}

/// Checks that an import of the constants alone does not include the wasm.
fn constants_alone(app: &Path) -> Result<()> {
    let bundle = app.join("constants.bundle.js");
    run(npm_bin("esbuild")
        .arg("constants.mjs")
        .args([
            "--bundle",
            "--format=esm",
            "--log-level=warning",
            "--minify",
            "--outfile=constants.bundle.js",
        ])
        .current_dir(app))?;
    let text = workspace::read(&bundle)?;
    println!("constants alone: {} bytes", text.len());
    if text.len() > CONSTANTS_LIMIT || text.contains("WebAssembly") {
        return Err(Error::Check(format!(
            "importing the constants alone brings {} bytes; at most {CONSTANTS_LIMIT} and no wasm are expected",
            text.len()
        )));
    }
    Ok(())
}

/// The limit of the download, in bytes. A commit that raises it says why.
const PACKED_LIMIT: usize = 3_000_000;

/// The names the tarball is installed under.
const NAMES: [&str; 2] = ["calling-widget-sdk", "@hubspot/calling-extensions-sdk"];

/// All constants are about 4 kB of text; the wasm is several times that.
const CONSTANTS_LIMIT: usize = 8_000;
