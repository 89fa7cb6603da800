//! The widget's side in Chromium: ours, the published package, and bare `postMessage`.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Deserialize;

use super::{starts::Starts, statistics::Summary};
use crate::{
    error::{Error, Result},
    package,
    process::{bundle_for_node, capture, node, run},
    setup::browser,
    workspace,
};

/// The results of the browser's runs.
#[derive(Debug, Deserialize)]
pub(super) struct Results {
    repeats: Vec<BTreeMap<String, Figures>>,
    starts: Starts,
    #[serde(default)]
    memories: Memories,
    browser: String,
}

/// By the implementation: heap and WebAssembly memory in KiB, in each repeat, after one call and
/// after a thousand.
type Memories = BTreeMap<String, Vec<[f64; 2]>>;

/// Means of one repeat by the measure's key, in microseconds; the memory in KiB.
type Figures = BTreeMap<String, f64>;

/// Builds the package as it ships and measures it.
pub(super) fn measure(repeats: usize) -> Result<Results> {
    let browser = browser::ensure()?;
    let sizes = package::build()?;
    let script = workspace::target("bench/run.mjs");
    run(bundle_for_node()
        .arg("tools/bench/run.ts")
        .arg(format!("--outfile={}", script.display())))?;
    let output = capture(
        node()
            .arg(&script)
            .env("CHROME_BIN", &browser.chromium)
            .env("BENCH_REPEATS", repeats.to_string()),
    )?;
    let mut results: Results = serde_json::from_str(&output)
        .map_err(|error| Error::Check(format!("the bench told something else: {error}")))?;
    results.starts.weigh(&sizes)?;
    Ok(results)
}

impl Results {
    /// The tables, and the conditions of the measurement.
    pub(super) fn section(&self) -> String {
        let mut text = format!(
            "{}; {} repeats; medians, and the quartiles of the ratios in brackets.\n\n\
             | what | ours | published 0.9.7 | bare `postMessage` | ours to published | ours to bare |\n\
             |---|--:|--:|--:|--:|--:|\n",
            self.browser(),
            self.repeats.len(),
        );
        for (key, name) in MEASURES {
            let _ = write!(text, "| {name} |");
            for variant in VARIANTS {
                let _ = match self.summary(|repeat| figure(repeat, variant, key)) {
                    Some(figure) => write!(text, " {:.1} µs |", figure.median),
                    None => write!(text, " – |"),
                };
            }
            for other in ["published", "bare"] {
                let _ = match self.ratio(key, other) {
                    Some(Summary { low, median, high }) => {
                        write!(text, " **{median:.2}** ({low:.2}–{high:.2}) |")
                    }
                    None => write!(text, " – |"),
                };
            }
            text.push('\n');
        }
        if let Some(memory) = self.summary(|repeat| figure(repeat, OURS, "memory")) {
            let _ = writeln!(
                text,
                "\nAfter all of it, one widget's WebAssembly memory is {:.0} KiB.",
                memory.median
            );
        }
        let _ = write!(text, "\n{}", memory_table(&self.memories));
        let _ = write!(text, "\n{}", self.starts.table());
        text
    }

    /// Ours to another's, repeat by repeat: a slow repeat slows both.
    fn ratio(&self, key: &str, other: &str) -> Option<Summary> {
        self.summary(|repeat| Some(figure(repeat, OURS, key)? / figure(repeat, other, key)?))
    }

    fn summary(
        &self,
        figure: impl Fn(&BTreeMap<String, Figures>) -> Option<f64>,
    ) -> Option<Summary> {
        Summary::of(self.repeats.iter().filter_map(figure))
    }

    /// The browser's name and version, out of its user agent.
    fn browser(&self) -> &str {
        self.browser
            .split(' ')
            .find(|word| word.contains("Chrome/"))
            .unwrap_or(&self.browser)
    }
}

/// The memory of a widget's page.
fn memory_table(memories: &Memories) -> String {
    let mut text = String::from(
        "| memory of a widget's page | ours | published 0.9.7 | ours over published |\n|---|--:|--:|--:|\n",
    );
    for (at, calls) in ["1 call", "1,000 calls"].into_iter().enumerate() {
        let held = |variant: &str| {
            let repeats = memories.get(variant).into_iter().flatten();
            Summary::of(repeats.filter_map(|memory| memory.get(at).copied()))
                .map_or(f64::NAN, |held| held.median)
        };
        let (ours, published) = (held(OURS), held("published"));
        let _ = writeln!(
            text,
            "| after {calls} | {ours:.0} KiB | {published:.0} KiB | **{:.0} KiB** |",
            ours - published
        );
    }
    text
}

fn figure(repeat: &BTreeMap<String, Figures>, variant: &str, key: &str) -> Option<f64> {
    repeat.get(variant)?.get(key).copied()
}

const OURS: &str = "ours";

const VARIANTS: [&str; 3] = [OURS, "published", "bare"];

/// The measures: the pages' key, and the name in the table.
const MEASURES: [(&str, &str); 11] = [
    ("firstDial", "a page's first 100 dials and their answers"),
    ("dial", "dial and its answer, 1 call open"),
    ("slowDial", "the same, the slowest in a hundred (p99)"),
    ("dialAmong64", "dial and its answer, 64 calls open"),
    ("call", "whole call"),
    ("incoming", "one of 20,000 incoming dials"),
    ("send", "one send"),
    ("refusedSmall", "refused: 40 objects deep"),
    ("refusedText", "refused: 1 MiB of text"),
    ("refusedLongText", "refused: 10 MiB of text"),
    ("refusedKeys", "refused: 100,000 keys"),
];
