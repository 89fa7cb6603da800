//! `cargo xtask bench`: what things take, beside what others take for the same.
//!
//! Both sides of a comparison run in one run, in turns, so that a busy machine
//! slows both. What comes out is written into `docs/performance.md` and the plot
//! beside it, and that of `cargo xtask bench emulator` into
//! `docs/emulator-performance.md`. Nothing here judges: a figure is of the machine it was taken on.

mod emulator;
mod plot;
mod starts;
mod statistics;
mod widget;

use std::path::PathBuf;

use crate::{error::Result, workspace};

/// Options of the task.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    what: Option<What>,
    /// Repeats of each measurement; the more, the narrower the spread.
    #[arg(long, default_value_t = 15)]
    repeats: usize,
    /// Only print, and leave the document as it is.
    #[arg(long)]
    dry: bool,
}

/// What else is measured than the widget's side.
#[derive(Debug, clap::Subcommand)]
enum What {
    /// The emulator beside Prism; writes docs/emulator-performance.md.
    Emulator(emulator::Options),
}

/// Measures, prints, and writes the document.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(What::Emulator(options)) = &options.what {
        return emulator::run(options);
    }
    let results = widget::measure(options.repeats)?;
    let section = results.section();
    println!("{section}");
    if options.dry {
        return Ok(());
    }
    workspace::write(&document("performance.svg"), results.plot())?;
    workspace::write(&document("performance.md"), page(&section))
}

/// The whole page around the figures.
fn page(section: &str) -> String {
    TEMPLATE
        .replace("{{header}}", HEADER)
        .replace("{{widget}}", section)
}

fn document(name: &str) -> PathBuf {
    workspace::root().join("docs").join(name)
}

const HEADER: &str = "Written by `cargo xtask bench`; do not edit.";

const TEMPLATE: &str = include_str!("performance.template.md");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_figures_in_their_place() {
        let page = page("| figures |\n");

        assert!(page.contains("| figures |\n\n## How it is measured"));
        assert!(!page.contains("{{"));
    }
}
