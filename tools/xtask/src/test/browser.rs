//! The checks that run in browsers.

use std::{
    io::{BufRead as _, BufReader},
    net::{Ipv4Addr, TcpListener},
    process::{Child, Command, Stdio},
};

use serde_json::json;

use crate::{
    error::{Error, Result},
    package,
    process::{cargo, node_script, run},
    setup::{
        browser::{self, Browser},
        sip,
    },
    test::{reach, rust},
    workspace,
};

/// Runs `wasm_bindgen_test` functions, those in `web_*.rs` of both crates: of the core and of the
/// REST client.
pub(super) fn wasm_tests() -> Result<()> {
    let browser = browser::ensure()?;
    rust::programs()?;
    let runner = workspace::target(&format!(
        "debug/wasm-test-runner{}",
        std::env::consts::EXE_SUFFIX
    ));
    // As a list: Cargo divides a text, and a variable, at each space.
    let runner = json!([runner.to_string_lossy()]);
    let capabilities = workspace::target("webdriver.json");
    workspace::write(&capabilities, self::capabilities(&browser))?;
    let page = format!("127.0.0.1:{}", unused_port()?);
    let world = RestWorld::start()?;
    run(cargo()
        .args(["test", "--target=wasm32-unknown-unknown", "--test=web_*"])
        // Both at once: apart, what they share would have other features, and be built twice.
        .args([CORE, REST].concat())
        .arg(format!(
            "--config=target.wasm32-unknown-unknown.runner={runner}"
        ))
        .env("CHROMEDRIVER", &browser.driver)
        .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities)
        // In seconds, for all tests of a file: twenty are few on a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120")
        .env("WASM_BINDGEN_TEST_ADDRESS", page)
        .env("REST_WORLD", &world.address)
        // The runner's isolation headers would keep cross-origin frames out.
        .env("WASM_BINDGEN_TEST_NO_ORIGIN_ISOLATION", "1"))
}

/// The core, with both readers of values, as arguments of Cargo.
const CORE: [&str; 2] = [
    "--package=calling-widget-sdk",
    "--features=calling-widget-sdk/json,calling-widget-sdk/widget",
];

/// The REST client. `platform/tests/clients` and `tests/e2e` test its exports to JavaScript.
const REST: [&str; 2] = [
    "--package=calling-rest",
    "--features=calling-rest/fetch-client",
];

/// Runs the end-to-end tests in Chromium, with further options of Playwright.
pub(super) fn end_to_end(all: bool, options: &[String]) -> Result<()> {
    package::write_pages()?;
    sip::prepare();
    run(playwright(&["chromium", "sites", "pages"], all)?.args(options))
}

/// Runs those that need nothing of Chromium in Firefox and WebKit, in sequence. Their files are
/// separate: they may run beside the end-to-end tests.
pub(super) fn engines(all: bool, options: &[String]) -> Result<()> {
    let engines = browser::ensure_other_engines()?;
    run(playwright(&["firefox", "webkit"], all)?
        .arg("--workers=1")
        .args(options)
        .arg("--output")
        .arg(workspace::target("engines/results"))
        .env("LIBRARIES", workspace::target("engines/libraries"))
        .env("FIREFOX_BIN", &engines.firefox)
        .env("WEBKIT_DRIVER", &engines.webkit_driver))
}

/// The Playwright tests of these projects. They find the browser in `CHROME_BIN`, its
/// headless shell in `CHROME_SHELL_BIN`, and the built pages in `pkg/dist/pages`.
fn playwright(projects: &[&str], all: bool) -> Result<Command> {
    rust::programs()?;
    let (variable, value) = reach(all);
    let mut command = playwright_of("tests/e2e/playwright.config.ts")?;
    command
        .args(projects.iter().map(|name| format!("--project={name}")))
        .env(variable, value);
    Ok(command)
}

/// The Playwright tests of a configuration, with the browsers.
pub(crate) fn playwright_of(config: &str) -> Result<Command> {
    let browser = browser::ensure()?;
    let mut command = node_script("@playwright/test/cli.js");
    command
        .args(["test", "--config", config])
        .env("CHROME_BIN", &browser.chromium)
        .env("CHROME_SHELL_BIN", browser::ensure_shell(&browser));
    Ok(command)
}

/// Options of `cargo xtask pictures`.
#[derive(Debug, clap::Args)]
pub(crate) struct Pictures {
    /// Only compare, and fail when a picture looks different.
    #[arg(long)]
    check: bool,
}

/// Takes the pictures of the documents anew; unchanged ones stay.
pub(crate) fn pictures(options: &Pictures) -> Result<()> {
    package::run()?;
    package::write_pages()?;
    rust::programs()?;
    let update = if options.check { "none" } else { "changed" };
    run(playwright_of("tests/e2e/pictures.config.ts")?
        .arg("--project=pictures")
        .args(["--update-snapshots", update]))
}

/// The program that serves the REST client's cases, until it is dropped.
#[derive(Debug)]
struct RestWorld {
    child: Child,
    address: String,
}

impl RestWorld {
    fn start() -> Result<Self> {
        let program = workspace::target(&format!(
            "debug/examples/rest_world{}",
            std::env::consts::EXE_SUFFIX
        ));
        let mut command = Command::new(&program);
        // Its address is compiled into the tests: the same one each time, if it is free.
        command
            .arg("8149")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|source| Error::Spawn {
            program: program.display().to_string(),
            source,
        })?;
        let mut address = String::new();
        let line = child
            .stdout
            .take()
            .map(|output| BufReader::new(output).read_line(&mut address));
        let world = Self {
            child,
            address: address.trim().to_owned(),
        };
        match line {
            Some(Ok(length)) if length > 0 => Ok(world),
            _ => Err(Error::Check(format!(
                "`{}` does not start",
                program.display()
            ))),
        }
    }
}

impl Drop for RestWorld {
    fn drop(&mut self) {
        // It ends with its input, and may have ended by itself.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A free port of this machine. It lies below those that systems assign automatically, so that no
/// connection takes it before its user does.
fn unused_port() -> Result<u16> {
    // Two tasks at once begin at different ports.
    let first = u16::try_from(std::process::id() % u32::from(PORTS)).unwrap_or_default();
    (0..PORTS)
        .map(|step| FIRST_PORT + (first + step) % PORTS)
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .ok_or_else(|| Error::Check("there is no unused port".into()))
}

/// The driver's capabilities: a headless browser without network requests of its own.
fn capabilities(browser: &Browser) -> String {
    let mut arguments = CHROMIUM_ARGUMENTS.to_vec();
    if browser::is_root() {
        arguments.push("no-sandbox");
    }
    json!({ "goog:chromeOptions": { "binary": browser.chromium, "args": arguments } }).to_string()
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

const FIRST_PORT: u16 = 20_000;
const PORTS: u16 = 12_000;
