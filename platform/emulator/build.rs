//! Writes what the program contains of two crates: a table of the icons that templates name, and
//! the files of Swagger UI that its page loads.

#![allow(clippy::print_stdout)]

use std::{env, error::Error, fs, path::Path};

use rawzip::ZipArchive;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var("OUT_DIR")?;
    let folder = Path::new(&folder);
    let mut icons: Vec<(&str, &str)> = emojis::iter()
        .flat_map(|icon| icon.shortcodes().map(|name| (name, icon.as_str())))
        .collect();
    icons.sort_unstable();
    fs::write(folder.join("icons.rs"), format!("{icons:?}"))?;
    for name in ["swagger-ui.css", "swagger-ui-bundle.js"] {
        fs::write(folder.join([name, ".gz"].concat()), zipped(name)?)?;
    }
    Ok(())
}

/// A file of Swagger UI for `content-encoding: gzip`: both formats have the same compressed data.
fn zipped(name: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let path = ["/dist/", name].concat();
    let archive = ZipArchive::from_slice(SWAGGER_UI_VENDORED)?;
    let mut entries = archive.entries();
    while let Some(entry) = entries.next_entry()? {
        if entry.file_path().as_ref().ends_with(path.as_bytes()) {
            let head = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
            let size = u32::try_from(entry.uncompressed_size_hint())?;
            return Ok([
                &head,
                archive.get_entry(entry.wayfinder())?.data(),
                &entry.crc32().to_le_bytes(),
                &size.to_le_bytes(),
            ]
            .concat());
        }
    }
    Err(["Swagger UI has no ", &path].concat().into())
}
