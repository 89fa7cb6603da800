//! The widget's side in Chromium: ours, the published package, bare
//! `postMessage`, and penpal.

use std::{collections::BTreeMap, fmt::Write as _};

use serde::Deserialize;

use super::{plot, plot::Bar, statistics::Summary};
use crate::{
    error::{Error, Result},
    package,
    process::{capture, node, npm_bin, run},
    setup::browser,
    workspace,
};

/// What the run of the browser came to.
#[derive(Debug, Deserialize)]
pub(super) struct Results {
    repeats: Vec<BTreeMap<String, Figures>>,
    browser: String,
}

/// Means of one repeat, in microseconds; the memory in KiB.
#[derive(Debug, Deserialize)]
struct Figures {
    trip: f64,
    send: Option<f64>,
    incoming: Option<f64>,
    construct: Option<f64>,
    memory: Option<f64>,
}

/// One thing that is measured.
struct Measure {
    name: &'static str,
    /// Done once in a page: on another scale than the rest, and not in the plot.
    is_once: bool,
    value: fn(&Figures) -> Option<f64>,
}

/// Builds the package as it ships and measures it.
pub(super) fn measure(repeats: usize) -> Result<Results> {
    let browser = browser::ensure()?;
    package::build()?;
    let script = workspace::target("bench/run.mjs");
    run(npm_bin("esbuild")
        .args([
            "tests/bench/run.ts",
            "--bundle",
            "--format=esm",
            "--log-level=warning",
            "--packages=external",
            "--platform=node",
            "--target=node20",
        ])
        .arg(format!("--outfile={}", script.display())))?;
    let told = capture(
        node()
            .arg(&script)
            .env("CHROME_BIN", &browser.chromium)
            .env("BENCH_REPEATS", repeats.to_string()),
    )?;
    serde_json::from_str(&told)
        .map_err(|error| Error::Check(format!("the bench told something else: {error}")))
}

impl Results {
    /// The table, and what it was taken with.
    pub(super) fn section(&self) -> String {
        let mut text = format!(
            "{}; {} repeats; medians, and the quartiles of the ratios in brackets.\n\n\
             | what | ours | published 0.9.7 | bare `postMessage` | penpal 7 | ours to published | ours to bare |\n\
             |---|--:|--:|--:|--:|--:|--:|\n",
            self.browser(),
            self.repeats.len(),
        );
        for measure in MEASURES {
            let _ = write!(text, "| {} |", measure.name);
            for variant in VARIANTS {
                let figure = self.summary(|repeat| (measure.value)(repeat.get(variant)?));
                let _ = match figure {
                    Some(figure) => write!(text, " {:.1} µs |", figure.median),
                    None => write!(text, " – |"),
                };
            }
            for other in ["published", "bare"] {
                let _ = match self.ratio(&measure, other) {
                    Some(Summary { low, median, high }) => {
                        write!(text, " **{median:.2}** ({low:.2}–{high:.2}) |")
                    }
                    None => write!(text, " – |"),
                };
            }
            text.push('\n');
        }
        if let Some(memory) = self.summary(|repeat| repeat.get(OURS)?.memory) {
            let _ = writeln!(
                text,
                "\nAfter all of it, one widget's WebAssembly memory is {:.0} KiB.",
                memory.median
            );
        }
        text
    }

    /// The ratios to the published package, drawn.
    pub(super) fn plot(&self) -> String {
        let bars: Vec<Bar> = MEASURES
            .iter()
            .filter(|measure| !measure.is_once)
            .filter_map(|measure| {
                Some(Bar {
                    label: measure.name,
                    ratio: self.ratio(measure, "published")?,
                })
            })
            .collect();
        plot::draw(
            "Time of ours, where the published package takes 1 (less is faster)",
            &bars,
        )
    }

    /// Ours to another's, repeat by repeat: what slows a repeat slows both.
    fn ratio(&self, measure: &Measure, other: &str) -> Option<Summary> {
        self.summary(|repeat| {
            Some((measure.value)(repeat.get(OURS)?)? / (measure.value)(repeat.get(other)?)?)
        })
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

const OURS: &str = "ours";

const VARIANTS: [&str; 4] = [OURS, "published", "bare", "penpal"];

const MEASURES: [Measure; 4] = [
    Measure {
        name: "trip from host to handler and back",
        is_once: false,
        value: |figures| Some(figures.trip),
    },
    Measure {
        name: "one send",
        is_once: false,
        value: |figures| figures.send,
    },
    Measure {
        name: "one of 20,000 incoming messages",
        is_once: false,
        value: |figures| figures.incoming,
    },
    Measure {
        name: "first construction in a page",
        is_once: true,
        value: |figures| figures.construct,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_repeat() {
        let results: Results = serde_json::from_str(
            r#"{"browser":"Mozilla/5.0 HeadlessChrome/1.2 Safari/5","repeats":[
                {"ours":{"trip":1},"published":{"trip":2}},
                {"ours":{"trip":30},"published":{"trip":60}}]}"#,
        )
        .expect("it is what the page reports");

        let ratio = results.ratio(&MEASURES[0], "published");

        assert_eq!(ratio.map(|ratio| (ratio.low, ratio.high)), Some((0.5, 0.5)));
        assert_eq!(results.browser(), "HeadlessChrome/1.2");
        assert!(
            results
                .section()
                .contains("| 15.5 µs | 31.0 µs | – | – | **0.50** (0.50–0.50) | – |")
        );
    }
}
