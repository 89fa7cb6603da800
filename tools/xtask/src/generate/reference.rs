//! The reference on the site: every code, and every message with its payload.
//!
//! `cargo xtask site` writes the pages into `tools/site/reference`; they are not tracked.

use crate::error::Result;
use crate::workspace;

use super::{codes, protocol_doc};

/// Writes the pages for the site.
///
/// # Errors
///
/// A file cannot be written.
pub(crate) fn write() -> Result<()> {
    let folder = workspace::root().join("tools/site/reference");
    pages().iter().try_for_each(|(name, text)| {
        workspace::write(&folder.join(name).with_extension("md"), text)
    })
}

/// The name of each page with its text.
fn pages() -> [(&'static str, String); 2] {
    [("codes", codes::page()), ("protocol", protocol_doc::text())]
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs};

    use super::*;
    use codes::SITE;

    #[test]
    fn every_link_to_the_reference_leads_to_an_entry_of_it() {
        let mut seen = 0;
        for file in files() {
            for link in file.split(SITE).skip(1) {
                let link = link.split([')', ' ', '`', '"', '\n']).next().unwrap();
                let (page, anchor) = link.split_once('#').unwrap_or((link, ""));
                let (_, text) = pages()
                    .into_iter()
                    .find(|(name, _)| format!("{name}.html") == page)
                    .unwrap_or_else(|| panic!("the reference has no page {page:?}"));
                // The console adds the code.
                let is_code = anchor.starts_with("${code");
                assert!(
                    anchor.is_empty() || is_code || anchors(&text).contains(anchor),
                    "{link}"
                );
                seen += 1;
            }
        }
        assert!(seen > 10, "{seen}");
    }

    /// The texts that may link to it.
    fn files() -> Vec<String> {
        let root = workspace::root();
        let docs = fs::read_dir(root.join("docs")).unwrap();
        let pages = docs.map(|entry| entry.unwrap().path());
        let others = [
            "README.md",
            "pkg/README.md",
            "pkg/src/generated/codes.ts",
            "pkg/src/generated/messages.ts",
            "pkg/src/shared/entry.ts",
            "pkg/src/shared/errors.ts",
            "tools/conformance/README.md",
            "www/README.md",
        ];
        let others = others.iter().map(|path| root.join(path));
        pages
            .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
            .chain(others)
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }

    /// The identifiers of headings and of codes.
    fn anchors(text: &str) -> BTreeSet<String> {
        let headings = text
            .lines()
            .filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
        let slugs = headings.map(|heading| {
            let letters = heading.to_lowercase().replace(' ', "-");
            letters.replace(
                |letter: char| !letter.is_alphanumeric() && !"-_".contains(letter),
                "",
            )
        });
        let codes = text.split("<a id=\"").skip(1);
        let codes = codes.map(|after| after.split('"').next().unwrap().to_owned());
        slugs.chain(codes).collect()
    }
}
