//! The size of each entry, and the cost of its first use in a new page.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Deserialize;

use super::statistics::Summary;
use crate::{
    error::Result,
    package::{Size, gzip_of},
    workspace,
};

/// Every start, by the entry's name.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Starts {
    entries: BTreeMap<String, Entry>,
}

/// The starts of one entry.
#[derive(Debug, Deserialize)]
struct Entry {
    /// At the machine's speed.
    full: Vec<Start>,
    /// At a quarter of it.
    quarter: Vec<Start>,
    /// Bytes of the script, gzipped, and of what it fetches.
    #[serde(skip)]
    weight: usize,
}

/// One start.
#[derive(Debug, Deserialize)]
struct Start {
    /// In milliseconds.
    time: f64,
    /// The WebAssembly memory after it, in KiB.
    memory: Option<f64>,
}

impl Starts {
    /// Notes the sizes of the entries.
    pub(super) fn weigh(&mut self, sizes: &[Size]) -> Result<()> {
        let root = workspace::root();
        for (name, entry) in &mut self.entries {
            let script = sizes.iter().find(|size| size.name == name.as_str());
            entry.weight = match script {
                Some(size) => size.gzip,
                None => gzip_of(&root.join(PUBLISHED))?,
            };
            if name == "slim" {
                entry.weight += gzip_of(&root.join("pkg/dist/widget.wasm"))?;
            }
        }
        Ok(())
    }

    /// One row for each entry.
    pub(super) fn table(&self) -> String {
        let mut text = String::from(
            "| entry | gzipped | first use | at a quarter of the speed | WebAssembly memory |\n\
             |---|--:|--:|--:|--:|\n",
        );
        for (name, title) in ENTRIES {
            let Some(entry) = self.entries.get(name) else {
                continue;
            };
            let bytes = f64::from(u32::try_from(entry.weight).unwrap_or(u32::MAX));
            let _ = write!(text, "| {title} | {:.1} kB |", bytes / 1000.0);
            for starts in [&entry.full, &entry.quarter] {
                let _ = match Summary::of(starts.iter().map(|start| start.time)) {
                    Some(Summary { low, median, high }) => {
                        write!(text, " {median:.1} ms ({low:.1}–{high:.1}) |")
                    }
                    None => write!(text, " – |"),
                };
            }
            let _ = match Summary::of(entry.full.iter().filter_map(|start| start.memory)) {
                Some(memory) => writeln!(text, " {:.0} KiB |", memory.median),
                None => writeln!(text, " – |"),
            };
        }
        text
    }
}

/// The rows, with their titles.
const ENTRIES: [(&str, &str); 6] = [
    ("index", "`.`"),
    ("slim", "`./slim`"),
    ("host", "`./host`"),
    ("settings", "`./settings`"),
    ("rest", "`./rest`"),
    ("published", "published 0.9.7"),
];

/// The published package's module.
const PUBLISHED: &str = "node_modules/published-0.9.7/dist/main.esm.js";
