//! `cargo xtask bench`: measures the packages, and compares them with others.
//!
//! Both sides of a comparison run in one run, in turns, so that a busy machine slows both. The
//! results are written into `docs/performance.md`. Nothing here judges: a figure is of the machine
//! it was taken on.

mod starts;
mod statistics;
mod widget;

use crate::{error::Result, workspace};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Repeats of each measurement, two minutes each; the more, the narrower the spread.
    #[arg(long, default_value_t = 5)]
    repeats: usize,
    /// Two repeats, only printed: a look of two minutes.
    #[arg(long, conflicts_with = "repeats")]
    quick: bool,
}

/// Measures, prints, and writes the document.
pub(crate) fn run(options: &Options) -> Result<()> {
    let repeats = if options.quick { 2 } else { options.repeats };
    let results = widget::measure(repeats)?;
    let section = results.section();
    println!("{section}");
    if options.quick {
        return Ok(());
    }
    workspace::write(
        &workspace::root().join("docs/performance.md"),
        page(&section),
    )
}

/// The whole page around the figures.
fn page(section: &str) -> String {
    TEMPLATE
        .replace("{{header}}", HEADER)
        .replace("{{widget}}", section)
}

const HEADER: &str = "Written by `cargo xtask bench`; do not edit.";

const TEMPLATE: &str = include_str!("performance.template.md");
