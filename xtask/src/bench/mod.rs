//! `cargo xtask bench`: what things take, beside what others take for the same.
//!
//! Both sides of a comparison run in one run, in turns, so that a busy machine
//! slows both. What comes out is written into `docs/performance.md`, between the
//! two lines that mark the section, and into the plot beside it. Nothing here
//! judges: a figure is of the machine it was taken on.

mod plot;
mod statistics;
mod widget;

use std::path::PathBuf;

use crate::{
    error::{Error, Result},
    workspace,
};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Repeats of each measurement; the more, the narrower the spread.
    #[arg(long, default_value_t = 15)]
    repeats: usize,
    /// Only print, and leave the document as it is.
    #[arg(long)]
    dry: bool,
}

/// Measures, prints, and writes the document.
pub(crate) fn run(options: &Options) -> Result<()> {
    let results = widget::measure(options.repeats)?;
    let section = results.section();
    println!("{section}");
    if options.dry {
        return Ok(());
    }
    workspace::write(&document("performance.svg"), results.plot())?;
    let path = document("performance.md");
    let text = replace_section(&workspace::read(&path)?, "widget", &section)?;
    workspace::write(&path, text)
}

fn document(name: &str) -> PathBuf {
    workspace::root().join("docs").join(name)
}

/// The document with what stands between a section's two marks replaced.
fn replace_section(document: &str, name: &str, section: &str) -> Result<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let missing = || Error::Check(format!("docs/performance.md has no section `{name}`"));
    let (before, rest) = document.split_once(&start).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    Ok([before, &start, section, &end, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_replaced_between_its_marks() {
        let document = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n";

        let replaced = replace_section(document, "x", "new\n").expect("it has the marks");

        assert_eq!(replaced, "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n");
        assert!(replace_section(document, "y", "new\n").is_err());
    }
}
