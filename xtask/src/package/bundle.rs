//! `pkg/dist`: the scripts people import, and those a page names in a tag.

use std::path::Path;

use crate::{
    error::{Error, Result},
    package::{Entry, OTHER_CORES},
    process::{capture, node, npm_bin, run},
    workspace,
};

/// Bundles each entry as an ES module and for `require`, and the classic scripts.
pub(super) fn write(entries: &[Entry]) -> Result<()> {
    println!("package: scripts");
    workspace::empty_folder(&workspace::root().join("pkg/dist"))?;
    if entries.is_empty() {
        return Ok(());
    }
    let sources: Vec<String> = entries
        .iter()
        .map(|entry| format!("pkg/src/entries/{}.ts", entry.name))
        .collect();
    let beside = BESIDE_INDEX.map(|name| format!("pkg/src/entries/{name}.ts"));
    for format in MODULE_FORMATS {
        // The settings entry takes its client from the REST entry.
        bundle(
            &sources,
            &[format, SHIPPED, &["--external:./rest.js"]].concat(),
        )?;
        for other in OTHER_CORES {
            let core = format!("--alias:#core={}", other.core);
            let arguments = [format, SHIPPED, &[&core]].concat();
            bundle(&[format!("pkg/src/entries/{}.ts", other.name)], &arguments)?;
        }
        bundle(&beside, &[format, SHIPPED, OUTSIDE].concat())?;
        bundle(
            &BESIDE_HOST.map(|name| format!("pkg/src/entries/{name}.ts")),
            &[format, SHIPPED, OUTSIDE_TESTS].concat(),
        )?;
        let outside: &[&str] = &["--external:./host.js", "--external:./index.js"];
        bundle(
            &[format!("pkg/src/entries/{BESIDE_BOTH}.ts")],
            &[format, SHIPPED, outside].concat(),
        )?;
        let development = [format, DEVELOPMENT].concat();
        bundle(&["pkg/src/entries/index.ts".to_owned()], &development)?;
        bundle(&beside, &[&development[..], OUTSIDE].concat())?;
    }
    let required = ["", "development/"]
        .into_iter()
        .flat_map(|folder| BESIDE_INDEX.map(|name| (format!("{folder}{name}"), "index")));
    let others = [
        ("settings", "rest"),
        (BESIDE_BOTH, "host"),
        (BESIDE_BOTH, "index"),
    ]
    .into_iter()
    .chain(BESIDE_HOST.map(|name| (name, "host")))
    .map(|(name, beside)| (name.to_owned(), beside));
    for (name, beside) in required.chain(others) {
        let path = workspace::root().join(format!("pkg/dist/{name}.cjs"));
        let script = workspace::read(&path)?;
        let script = script.replace(
            &format!("require(\"./{beside}.js\")"),
            &format!("require(\"./{beside}.cjs\")"),
        );
        workspace::write(&path, script)?;
    }
    bundle_unmapped(
        &["pkg/command/command.ts".to_owned()],
        &[COMMAND_FORMAT, SHIPPED].concat(),
    )?;
    let version = format!("--define:PACKAGE_VERSION=\"{}\"", version()?);
    for (name, global) in CLASSIC_SCRIPTS {
        let mut format = vec!["--format=iife", "--platform=browser", &version];
        format.extend(SHIPPED);
        format.extend(global);
        bundle(&[format!("pkg/src/entries/{name}.ts")], &format)?;
    }
    Ok(())
}

/// Refuses what no shipped file may hold.
pub(super) fn check() -> Result<()> {
    for path in workspace::files_below(&workspace::root().join("pkg/dist"))? {
        if path.extension().is_some_and(|ending| ending == "wasm") {
            continue;
        }
        let bytes = workspace::read_bytes(&path)?;
        if let Some(fault) = fault(&path, &bytes) {
            return Err(Error::Check(format!("{} {fault}", path.display())));
        }
    }
    Ok(())
}

fn bundle(sources: &[String], format: &[&str]) -> Result<()> {
    bundle_unmapped(sources, &[format, &["--sourcemap"]].concat())
}

/// Bundles without a source map: for what nobody debugs in a browser.
fn bundle_unmapped(sources: &[String], format: &[&str]) -> Result<()> {
    run(npm_bin("esbuild").args(sources).args(format).args([
        "--bundle",
        "--charset=ascii",
        "--log-level=warning",
        "--target=es2020",
    ]))
}

/// The version in the package's `package.json`.
fn version() -> Result<String> {
    let version = capture(node().args(["--print", "require('./pkg/package.json').version"]))?;
    Ok(version.trim().to_owned())
}

/// What is wrong with a file that would ship.
fn fault(path: &Path, bytes: &[u8]) -> Option<String> {
    // A page without a charset reads a script as windows-1252.
    if !bytes.is_ascii() {
        return Some("holds a byte above 0x7F".into());
    }
    let is_script = path
        .extension()
        .is_some_and(|ending| ending == "js" || ending == "cjs");
    if !is_script {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    // A Content-Security-Policy without 'unsafe-eval' refuses them.
    MADE_OF_TEXT
        .iter()
        .find(|call| calls(&text, call))
        .map(|call| format!("makes code of text: it holds `{call}`"))
}

/// Whether a script has these words where no name goes on before them.
fn calls(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        !text.get(..at).is_some_and(|before| {
            before.ends_with(|c: char| c.is_alphanumeric() || "_$.".contains(c))
        })
    })
}

/// Entries that take the class from the main one: one class and one core,
/// whichever way a page imports them.
const BESIDE_INDEX: [&str; 1] = ["react"];

/// Entries that take the host half from its entry, for the same reason.
const BESIDE_HOST: [&str; 3] = ["playwright", "storybook", "testing"];

/// The entry that takes both halves from theirs.
const BESIDE_BOTH: &str = "trace";

/// An ES module, and a file for `require`: its platform makes esbuild list the
/// names, so that Node lets an ES module import them from the CommonJS file.
const MODULE_FORMATS: [&[&str]; 2] = [
    &["--format=esm", "--platform=neutral"],
    &[
        "--format=cjs",
        "--platform=node",
        "--out-extension:.js=.cjs",
    ],
];

/// What people ship: small.
const SHIPPED: &[&str] = &["--minify", "--outdir=pkg/dist"];

/// What they develop with, which the condition `development` picks: to be read, and
/// with a core that has names.
const DEVELOPMENT: &[&str] = &[
    "--alias:#core=./pkg/src/wasm/development.ts",
    "--outdir=pkg/dist/development",
];

/// What the entries beside the main one leave to it and to the app.
const OUTSIDE: &[&str] = &["--external:./index.js", "--external:react"];

/// What the entries beside the host's leave to it, to the app and to Node. A file for
/// `require` knows its own place by another name.
const OUTSIDE_TESTS: &[&str] = &[
    "--external:./host.js",
    "--external:@playwright/test",
    "--external:node:*",
    "--log-override:empty-import-meta=silent",
];

/// The package's command imports the package as a user does.
const COMMAND_FORMAT: &[&str] = &[
    "--external:calling-widget-sdk",
    "--format=esm",
    "--platform=node",
];

/// Scripts for a tag, and the global a script's exports get.
const CLASSIC_SCRIPTS: [(&str, Option<&str>); 2] = [
    ("script", Some("--global-name=CallingWidgetSdk")),
    ("script-published", None),
];

/// Ways to have a text run.
const MADE_OF_TEXT: [&str; 2] = ["eval(", "new Function"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_above_ascii_is_refused_in_any_file() {
        assert!(fault(Path::new("index.d.ts"), "\u{e9}".as_bytes()).is_some());
        assert_eq!(fault(Path::new("index.d.ts"), b"e"), None);
    }

    #[test]
    fn code_made_of_text_is_refused() {
        for text in ["a=eval(b)", "return new Function(a)"] {
            assert!(fault(Path::new("index.js"), text.as_bytes()).is_some());
        }
    }

    #[test]
    fn names_that_merely_end_alike_pass() {
        let text = b"retrieval(a);isFunction(b);a.eval(c)";

        assert_eq!(fault(Path::new("index.cjs"), text), None);
    }
}
