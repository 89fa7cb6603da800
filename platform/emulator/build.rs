//! Writes a table of the icons that templates name: the crate has a lot more about each.

#![allow(clippy::print_stdout)]

use std::{env, fs, io, path::PathBuf};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut icons: Vec<(&str, &str)> = emojis::iter()
        .flat_map(|icon| icon.shortcodes().map(|name| (name, icon.as_str())))
        .collect();
    icons.sort_unstable();
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(folder.join("icons.rs"), format!("{icons:?}"))
}
