//! `cargo xtask bench emulator`: the emulator beside Prism, a mock server made of an
//! OpenAPI document, over the emulator's own document.
//!
//! Both are measured in one run, in turns, by one load generator (autocannon). Both
//! tools come from npm, into a folder below `target`, by the lock file in
//! `tests/bench/emulator`.

mod load;
mod table;

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::json;

use self::{
    load::{Load, measure},
    table::{Growth, Results, Side},
};
use super::statistics::Summary;
use crate::{
    error::Result,
    process::{cargo, node, npm, run as run_command},
    server::{Server, ask, host_token, text},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Rounds of each measurement, in turns.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// How long each load lasts, in seconds.
    #[arg(long, default_value_t = 4)]
    seconds: u32,
    /// Only print, and leave the document as it is.
    #[arg(long)]
    dry: bool,
}

/// Measures, prints, and writes the document.
pub(super) fn run(options: &Options) -> Result<()> {
    let tools = tools()?;
    println!("bench: emulator, as it ships");
    run_command(cargo().args(["build", "--quiet", "--release", "--package=emulator"]))?;
    let document = tools.join("openapi.json");
    let server = emulator()?;
    let told = ask(server.port(), "GET", "/emulator/openapi.json", &[], "")?;
    workspace::write(&document, told.to_string())?;
    drop(server);

    let start = |side: Side| match side {
        Side::Emulator => emulator(),
        Side::Prism => prism(&tools, &document),
    };
    let mut results = Results::default();
    for round in 1..=options.rounds {
        println!("bench: round {round} of {}", options.rounds);
        for side in Side::BOTH {
            let server = start(side)?;
            results.start(side, server.first_answer());
            if side == Side::Emulator {
                ask(server.port(), "POST", SETTINGS, &[], &settings())?;
            }
            // Both read a first answer, then have time to settle.
            ask(server.port(), "GET", SETTINGS, &[], "")?;
            std::thread::sleep(Duration::from_secs(2));
            results.memory(side, server.resident_kib());
            for connections in CONNECTIONS {
                let load = Load::get(SETTINGS)
                    .over(connections)
                    .lasting(options.seconds);
                results.load(side, connections, measure(&tools, server.port(), &load)?);
            }
        }
    }
    for records in RECORDS {
        println!("bench: {records} records");
        results
            .growth
            .push(growth(&tools, records, options.seconds)?);
    }
    let section = results.section();
    println!("{section}");
    if options.dry {
        return Ok(());
    }
    let page = TEMPLATE
        .replace("{{header}}", HEADER)
        .replace("{{emulator}}", &section);
    workspace::write(&super::document("emulator-performance.md"), page)
}

/// What one request costs when there are that many contacts.
fn growth(tools: &Path, records: u32, seconds: u32) -> Result<Growth> {
    let server = emulator()?;
    let port = server.port();
    let token = host_token(port)?;
    let authorization = format!("authorization: Bearer {token}");
    let headers = [authorization.as_str(), JSON];
    let contact = json!({ "properties": {
        "firstname": "[<id>]", "lastname": "Example", "phone": "+1555[<id>]",
    } });
    let create = Load::post(CONTACTS, &contact.to_string()).with(&headers);
    // With one connection the last of them is the newest when it is done.
    measure(tools, port, &create.clone().over(8).amount(records))?;
    // Identifiers count up, so the middle one is about half of them on.
    let target = format!("{CONTACTS}?limit=1&after={}", 10_000 + records / 2);
    let told = ask(port, "GET", &target, &headers, "")?;
    let middle = text(&told, "/results/0/id")?;
    let read = Load::get(&format!("{CONTACTS}/{middle}")).with(&headers);
    let list = Load::get(&format!("{CONTACTS}?limit=10&after={middle}")).with(&headers);
    let update = Load::patch(
        &format!("{CONTACTS}/{middle}"),
        &json!({ "properties": { "lastname": "Other", "phone": "+15550188" } }).to_string(),
    )
    .with(&headers);
    let number = |number: &str| json!({ "e164Number": number, "phoneNumberType": "MOBILE" });
    let call = json!({
        "externalCallId": "c-1", "createEngagement": false, "engagementProperties": {},
        "finalCallStatus": "RINGING", "fromNumber": number("+15550188"),
        "toNumber": number("+15550199"), "potentialRecipientUserIds": [],
    });
    let find = Load::post(INBOUND, &call.to_string()).with(&[JSON]);
    let one = |load: Load| -> Result<f64> {
        let rate = measure(tools, port, &load.over(1).lasting(seconds.min(3)))?;
        Ok(1e6 / rate.requests_per_second)
    };
    Ok(Growth {
        records,
        read_us: one(read)?,
        list_us: one(list)?,
        update_us: one(update)?,
        find_us: one(find)?,
        create_us: one(create)?,
        resident_kib: server.resident_kib(),
    })
}

/// The emulator, as it ships.
fn emulator() -> Result<Server> {
    Server::emulator("release", &[])
}

/// Prism, over a document; in one process, as it is by default.
fn prism(tools: &Path, document: &Path) -> Result<Server> {
    Server::start(|port| {
        let mut command = script(tools, "@stoplight/prism-cli/dist/index.js");
        command
            .args(["mock", "--host=127.0.0.1", "--verboseLevel=error"])
            .arg(format!("--port={port}"))
            .arg(document);
        command
    })
}

/// The folder with both tools, installed by their lock file.
fn tools() -> Result<PathBuf> {
    let source = workspace::root().join("tests/bench/emulator");
    let folder = workspace::target("bench/emulator");
    let lock = "package-lock.json";
    let is_installed = folder.join("node_modules/autocannon").is_dir()
        && folder.join(lock).is_file()
        && workspace::read(&folder.join(lock))? == workspace::read(&source.join(lock))?;
    if !is_installed {
        println!("bench: npm ci of Prism and autocannon");
        for name in ["package.json", lock] {
            workspace::copy(&source.join(name), &folder.join(name))?;
        }
        workspace::copy(&workspace::root().join(".npmrc"), &folder.join(".npmrc"))?;
        run_command(npm(&folder).args(["ci", "--loglevel=error"]))?;
    }
    Ok(folder)
}

fn settings() -> String {
    json!({ "name": "Phone", "url": "https://phone.example/" }).to_string()
}

/// The median of figures, where there are any.
fn median(figures: &[f64]) -> Option<f64> {
    Summary::of(figures.iter().copied()).map(|summary| summary.median)
}

/// A script of one of the tools.
fn script(tools: &Path, path: &str) -> std::process::Command {
    let mut command = node();
    command.arg(tools.join("node_modules").join(path));
    command
}

const SETTINGS: &str = "/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123";
const INBOUND: &str = "/crm/v3/extensions/calling/inbound-call?hapikey=emulator-developer-key-123";
const CONTACTS: &str = "/crm/v3/objects/contacts";
const JSON: &str = "content-type: application/json";

const CONNECTIONS: [u32; 3] = [1, 16, 64];
const RECORDS: [u32; 4] = [100, 1_000, 10_000, 100_000];

const HEADER: &str = "Written by `cargo xtask bench emulator`; do not edit.";

const TEMPLATE: &str = include_str!("emulator.template.md");
