//! Texts of users that are written from right to left: none changes the order of the words
//! beside it.
//!
//! Source: Unicode Standard Annex 9.

use unicode_bidi::ParagraphBidiInfo;

/// A text without the signs that change the direction of what follows them.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.chars();
    letters.filter(|letter| !is_control(*letter)).collect()
}

/// A text whose direction is its own, for a place within another text.
pub(crate) fn isolated(text: &str) -> String {
    ["\u{2068}", &plain(text), "\u{2069}"].concat()
}

/// A part of a line that is written in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) is_from_right: bool,
}

/// The parts of a line from the left to the right, each as it is read.
pub(super) fn runs(line: &str) -> Vec<Run> {
    let is_end = |letter: char| letter.is_control() || letter == '\u{2029}';
    let line = line.replace(is_end, " ");
    if line.is_empty() {
        return Vec::new();
    }
    let read = ParagraphBidiInfo::new(&line, None);
    let (levels, runs) = read.visual_runs(0..line.len());
    runs.into_iter()
        .map(|run| Run {
            is_from_right: levels.get(run.start).is_some_and(|level| level.is_rtl()),
            text: plain(line.get(run).unwrap_or_default()),
        })
        .filter(|run| !run.text.is_empty())
        .collect()
}

/// Embeddings, overrides and isolates, and what ends them; none is shown.
pub(super) const fn is_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_is_split_where_its_direction_changes() {
        let hebrew = "\u{5d0}\u{5d1}\u{5d2}";
        for (line, parts) in [
            ("Desk phone", vec![("Desk phone", false)]),
            (hebrew, vec![(hebrew, true)]),
            ("a \u{202e}b c", vec![("a ", false), ("b c", true)]),
            // The number before the point is the quote's, whatever follows it.
            (
                &format!("Quote {} \u{b7} page 1", isolated(hebrew)),
                vec![("Quote ", false), (hebrew, true), (" \u{b7} page 1", false)],
            ),
            (
                &format!("Quote {hebrew} 12"),
                vec![
                    ("Quote ", false),
                    ("12", false),
                    (&format!("{hebrew} "), true),
                ],
            ),
        ] {
            let found = runs(line);
            let found: Vec<(&str, bool)> = found
                .iter()
                .map(|run| (run.text.as_str(), run.is_from_right))
                .collect();
            assert_eq!(found, parts, "{line:?}");
        }
        assert_eq!(runs(""), []);
    }

    proptest! {
        #[test]
        fn every_letter_of_a_line_is_in_one_run(
            line in "(\\PC|[\u{200f}\u{2029}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{5d0}0-9 \n]){0,40}"
        ) {
            let sorted = |text: &str| {
                let mut letters: Vec<char> = text.chars().collect();
                letters.sort_unstable();
                letters
            };
            let found: String = runs(&line).into_iter().map(|run| run.text).collect();
            let shown = plain(&line).replace(['\n', '\u{2029}'], " ");

            prop_assert_eq!(sorted(&found), sorted(&shown));
        }
    }

    #[test]
    fn nothing_of_a_text_ends_its_isolation() {
        assert_eq!(isolated("a\u{2069}\u{202e}b"), "\u{2068}ab\u{2069}");
    }
}
