//! `pkg/dist`: the scripts people import.

use crate::{
    error::{Error, Result},
    package::Entry,
    process::{npm_bin, run},
    workspace,
};

/// Bundles each entry as an ES module and for `require`.
pub(super) fn write(entries: &[Entry]) -> Result<()> {
    println!("package: scripts");
    workspace::empty_folder(&workspace::root().join("pkg/dist"))?;
    if entries.is_empty() {
        return Ok(());
    }
    bundle(entries, &["--format=esm", "--platform=neutral"])?;
    // The platform makes esbuild list the names, so that Node lets an ES module
    // import them from the CommonJS file.
    bundle(
        entries,
        &[
            "--format=cjs",
            "--platform=node",
            "--out-extension:.js=.cjs",
        ],
    )?;
    only_ascii(entries)
}

fn bundle(entries: &[Entry], format: &[&str]) -> Result<()> {
    run(npm_bin("esbuild")
        .args(entries.iter().map(Entry::source))
        .args(format)
        .args([
            "--bundle",
            "--charset=ascii",
            "--define:WEAKENED=false",
            "--log-level=warning",
            "--minify",
            "--outdir=pkg/dist",
            "--sourcemap",
            "--target=es2020",
        ]))
}

/// A page without a charset reads a script as windows-1252.
fn only_ascii(entries: &[Entry]) -> Result<()> {
    for entry in entries {
        for ending in ["js", "cjs"] {
            let path = workspace::root().join(format!("pkg/dist/{}.{ending}", entry.name));
            if !workspace::read_bytes(&path)?.is_ascii() {
                return Err(Error::Check(format!(
                    "{} holds a byte above 0x7F",
                    path.display()
                )));
            }
        }
    }
    Ok(())
}
