//! `pkg/dist/pages`: the pages of `www`, which the package's command serves, and the
//! demo of the repository too.

use std::path::{Path, PathBuf};

use crate::{
    error::Result,
    process::{npm_bin, run},
    workspace,
};

/// Bundles every page with the package that is built.
pub(crate) fn write() -> Result<()> {
    println!("package: pages");
    SITES.iter().try_for_each(|site| write_site(site))
}

/// The folder of a built page.
pub(crate) fn folder(site: &str) -> PathBuf {
    workspace::root().join("pkg/dist/pages").join(site)
}

fn write_site(site: &str) -> Result<()> {
    let source = workspace::root().join("www").join(site);
    let built = folder(site);
    workspace::empty_folder(&built)?;
    let bundled = ["main.ts", "stranger.ts", "style.css"].map(|name| source.join(name));
    run(npm_bin("esbuild")
        .args(bundled.iter().filter(|path| path.is_file()))
        .args([
            "--bundle",
            "--charset=ascii",
            "--format=esm",
            "--legal-comments=none",
            "--log-level=warning",
            "--minify",
            "--target=es2022",
        ])
        .arg(format!("--outbase={}", source.display()))
        .arg(format!("--outdir={}", built.display())))?;
    for path in workspace::files_below(&source)? {
        if let Ok(place) = path.strip_prefix(&source)
            && !is_bundled(&path)
        {
            workspace::copy(&path, &built.join(place))?;
        }
    }
    Ok(())
}

fn is_bundled(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "ts" || ending == "css")
}

/// The folders of `www` with a page.
const SITES: [&str; 5] = ["check", "check-host", "host", "stranger", "widget"];
