//! `cargo xtask emulator`: the npm package of the emulator, of its crate and `platform/emulator/npm`.
//!
//! The module needs no glue: its exports are plain functions of numbers. Tests use a build that
//! takes a third of the time.

use crate::{
    error::{Error, Result},
    package::{
        gzip_of,
        inventory::{self, Shipped, Text, Work},
        wasm::Quality,
    },
    process::{cargo_for_wasm, node, run as run_command},
    setup, workspace,
};

/// Builds the package and prints its module's size.
pub(crate) fn run() -> Result<()> {
    build(Quality::Shipped)
}

/// Builds the package. A shipped one has a limit of size.
pub(crate) fn build(quality: Quality) -> Result<()> {
    setup::for_package()?;
    setup::clang::ensure()?;
    println!("emulator: the platform as wasm");
    let wasm = compile(quality)?;
    let dist = workspace::root().join("platform/emulator/npm/dist");
    workspace::empty_folder(&dist)?;
    let module = dist.join("emulator.wasm");
    workspace::write(&module, &wasm)?;
    println!("emulator: scripts and declarations");
    run_command(node().arg("platform/emulator/npm/bundle.mjs"))?;
    inventory::write(&contents())?;
    // What tests run is not shipped.
    if quality == Quality::Shipped {
        let gzip = gzip_of(&module)?;
        println!("emulator: the module weighs {gzip} bytes gzip");
        if gzip > LARGEST {
            return Err(Error::Check(format!(
                "the emulator's module weighs {gzip} bytes gzip, more than {LARGEST}"
            )));
        }
    }
    Ok(())
}

fn compile(quality: Quality) -> Result<Vec<u8>> {
    let mut command = cargo_for_wasm(&[]);
    command
        .env("SQLITE_WASM_RS_FLAGS", UNUSED.join(" "))
        .args(["rustc", "--quiet", "--lib", "--crate-type=cdylib"])
        .args(["--package=emulator", "--target=wasm32-unknown-unknown"]);
    let profile = if quality == Quality::Shipped {
        command
            .env("CARGO_PROFILE_WASM_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_WASM_LTO", "off")
            .env("CARGO_PROFILE_WASM_OPT_LEVEL", "s")
            // Only the database has to be quick.
            .arg("--config=profile.wasm.package.sqlite-wasm-rs.opt-level=2")
            .args(["--profile=wasm", "--"]);
        "wasm"
    } else {
        // Build scripts and macros are those of the native programs. Only SQLite is optimised:
        // faster compilation saves more time than the tests then lose.
        command.env("CARGO_PROFILE_DEV_DEBUG", "false").arg("--");
        "debug"
    };
    run_command(command.arg("-Cstrip=symbols"))?;
    let module = format!("wasm32-unknown-unknown/{profile}/emulator.wasm");
    workspace::read_bytes(&workspace::target(&module))
}

/// The package's components.
pub(super) fn contents() -> Shipped {
    Shipped {
        folder: "platform/emulator/npm",
        crates: &["emulator"],
        features: Vec::new(),
        agreed: &AGREED,
        works: &WORKS,
    }
}

/// The agreed terms of the emulator's own components, as SPDX expressions.
const AGREED: [&str; 14] = [
    "0BSD OR MIT OR Apache-2.0",
    "Apache-2.0 OR BSL-1.0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Bitstream-Vera",
    "MIT AND BSD-3-Clause",
    "MIT OR Apache-2.0 OR Zlib",
    "MIT OR Zlib OR Apache-2.0",
    "MIT/Apache-2.0",
    "Unicode-3.0",
    "Zlib OR Apache-2.0 OR MIT",
    "Zlib",
    "blessing",
];

/// The package's command, which serves, below the repository's root.
pub(crate) const COMMAND: &str = "platform/emulator/npm/dist/command.js";

/// Parts of the database that no statement uses.
const UNUSED: [&str; 9] = [
    "-USQLITE_ENABLE_BYTECODE_VTAB",
    "-USQLITE_ENABLE_DBPAGE_VTAB",
    "-USQLITE_ENABLE_DBSTAT_VTAB",
    "-USQLITE_ENABLE_FTS5",
    "-USQLITE_ENABLE_MATH_FUNCTIONS",
    "-USQLITE_ENABLE_PREUPDATE_HOOK",
    "-USQLITE_ENABLE_RTREE",
    "-USQLITE_ENABLE_SESSION",
    "-USQLITE_ENABLE_STMTVTAB",
];

/// Fonts, the names of icons, the database, and the viewer of the OpenAPI document.
const WORKS: [Work; 4] = [
    Work {
        name: "dejavu-fonts",
        within: "dejavu",
        version: "2.37",
        shown: ("assets/dejavu-fonts-ttf-2.37/LICENSE", ""),
        license: "Bitstream-Vera",
        text: Text::In(&["assets/dejavu-fonts-ttf-2.37/LICENSE"]),
    },
    Work {
        name: "emojis",
        within: "emojis",
        version: "0.9.1",
        shown: ("Cargo.toml", "version = \"0.9.1\""),
        license: "(MIT OR Apache-2.0) AND Unicode-3.0",
        text: Text::In(&["LICENSE-MIT", "LICENSE-UNICODE"]),
    },
    Work {
        name: "sqlite",
        within: "sqlite-wasm-rs",
        version: "3.54.1",
        shown: (
            "sqlite3/sqlite3.h",
            "#define SQLITE_VERSION        \"3.54.1\"",
        ),
        license: "blessing",
        text: Text::Is("The author disclaims copyright to this source code."),
    },
    Work {
        name: "swagger-ui",
        within: "utoipa-swagger-ui-vendored",
        version: "5.32.6",
        shown: ("res/v5.32.6.zip", ""),
        license: "Apache-2.0",
        text: Text::Apache("swagger-ui\nCopyright 2020-2021 SmartBear Software Inc."),
    },
];

/// Maximum size of the module, gzipped.
const LARGEST: usize = 5_000_000;
