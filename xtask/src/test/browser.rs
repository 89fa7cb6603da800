//! The checks that run in Chromium.

use crate::{
    demo,
    error::Result,
    package,
    process::{cargo, node_script, run},
    setup::browser::{self, Browser},
    workspace,
};

/// Runs `wasm_bindgen_test` functions: those in the crate, and those in
/// `tests/web*.rs`.
pub(super) fn wasm_tests() -> Result<()> {
    let browser = browser::ensure()?;
    run(cargo().args([
        "build",
        "--quiet",
        "--package=xtask",
        "--features=test-runner",
        "--bin=wasm-test-runner",
    ]))?;
    let runner = workspace::target(&format!(
        "debug/wasm-test-runner{}",
        std::env::consts::EXE_SUFFIX
    ));
    let capabilities = workspace::target("webdriver.json");
    workspace::write(&capabilities, self::capabilities(&browser))?;
    let mut command = cargo();
    command.args([
        "test",
        "--package=calling-widget-sdk",
        "--target=wasm32-unknown-unknown",
        "--features=widget,host,rest,settings",
        "--lib",
    ]);
    for test in web_tests()? {
        command.args(["--test", &test]);
    }
    run(command
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner)
        .env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities)
        // The runner's isolation headers would keep cross-origin frames out.
        .env("WASM_BINDGEN_TEST_NO_ORIGIN_ISOLATION", "1"))
}

/// Runs the Playwright tests; they find the browser in `CHROME_BIN` and the
/// built pages in `target/demo`.
pub(super) fn end_to_end() -> Result<()> {
    let config = "tests/e2e/playwright.config.ts";
    if !workspace::root().join(config).is_file() {
        println!("no {config}");
        return Ok(());
    }
    let browser = browser::ensure()?;
    demo::build()?;
    package::build_weakened()?;
    run(node_script("@playwright/test/cli.js")
        .args(["test", "--config", config])
        .env("CHROME_BIN", &browser.chromium))
}

/// Runs what has to hold in every engine, in Chromium, Firefox and WebKit.
pub(super) fn engines() -> Result<()> {
    let browser = browser::ensure()?;
    let others = browser::ensure_other_engines()?;
    run(node_script("@playwright/test/cli.js")
        .args(["test", "--config", "tests/engines/playwright.config.ts"])
        .env("CHROME_BIN", &browser.chromium)
        .env("FIREFOX_BIN", &others.firefox)
        .env("WEBKIT_DRIVER", &others.webkit_driver))
}

/// Integration tests that are written for the browser.
fn web_tests() -> Result<Vec<String>> {
    Ok(workspace::files_below(&workspace::root().join("tests"))?
        .iter()
        .filter(|path| path.parent() == Some(&workspace::root().join("tests")))
        .filter_map(|path| {
            let name = workspace::file_name(path);
            let stem = name.strip_suffix(".rs")?;
            stem.starts_with("web").then(|| stem.to_owned())
        })
        .collect())
}

/// What the driver starts: a headless browser that asks the network for nothing.
fn capabilities(browser: &Browser) -> String {
    let mut arguments = CHROMIUM_ARGUMENTS.to_vec();
    if browser::is_root() {
        arguments.push("no-sandbox");
    }
    let arguments = arguments
        .iter()
        .map(|argument| format!("\"{argument}\""))
        .collect::<Vec<_>>()
        .join(", ");
    format!(
        "{{ \"goog:chromeOptions\": {{ \"binary\": {:?}, \"args\": [{arguments}] }} }}\n",
        browser.chromium.display().to_string()
    )
}

const CHROMIUM_ARGUMENTS: [&str; 7] = [
    "headless",
    "disable-background-networking",
    "disable-component-update",
    "disable-gpu",
    "disable-quic",
    "disable-sync",
    "no-first-run",
];
