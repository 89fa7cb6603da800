//! `cargo xtask site`: the documents as pages with search, and the reference of both languages,
//! for any server of files.
//!
//! The generator is in `tools/site`, with a lock file of its own: only this task installs it.

use std::path::Path;

use crate::{
    error::Result,
    generate, package,
    process::{cargo, node, run as run_command},
    setup, test, toolchain, workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The path of the site's address, with a slash at both ends.
    #[arg(long, default_value = "/calling-widget-sdk/")]
    base: String,
    /// Test it in a browser.
    #[arg(long)]
    check: bool,
    /// Serve it on this machine until interrupted.
    #[arg(long)]
    serve: bool,
}

/// Builds the site, and follows every link of its pages.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::target("site");
    setup::for_site()?;
    println!("site: the documents");
    generate::write_reference()?;
    script("tools/site/build.mjs", &folder, &options.base)?;
    package::run()?;
    let pages = folder.join("pages");
    println!("site: the demo");
    package::write_pages()?;
    package::emulator::run()?;
    run_command(node().arg("tools/site/demo.mjs").arg(&folder))?;
    println!("site: the reference of TypeScript");
    run_command(
        test::typedoc()
            .arg("--out")
            .arg(pages.join("reference/typescript")),
    )?;
    println!("site: the reference of Rust");
    let rust = folder.join("rust");
    // Public items only, apart from the pages that `cargo xtask test doc` checks.
    run_command(
        cargo()
            .args(["doc", "--no-deps", "--lib", "--target-dir"])
            .arg(&rust)
            .args(["--package=calling-widget-sdk", "--package=calling-rest"])
            .arg("--features=calling-rest/native-client")
            .env("CARGO_BUILD_BUILD_DIR", workspace::target(""))
            .env("RUSTDOCFLAGS", toolchain::lint_level()?),
    )?;
    workspace::copy_below(&rust.join("doc"), &pages.join("reference/rust"))?;
    script("tools/site/check.mjs", &folder, &options.base)?;
    println!("site: {}", pages.display());
    if options.check {
        run_command(
            test::playwright_of("tools/site/tests/playwright.config.ts")?
                .env("SITE_BASE", &options.base)
                .env(
                    "FIREFOX_BIN",
                    setup::browser::ensure_other_engines()?.firefox,
                ),
        )?;
    }
    if options.serve {
        script("tools/site/serve.mjs", &folder, &options.base)?;
    }
    Ok(())
}

fn script(path: &str, folder: &Path, base: &str) -> Result<()> {
    run_command(node().arg(path).arg(folder).arg(base))
}
