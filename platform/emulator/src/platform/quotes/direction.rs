//! Texts of users that are written from right to left: none changes the order of the words
//! beside it.
//!
//! Source: Unicode Standard Annex 9.

/// A text without the signs that change the direction of what follows them.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.chars();
    letters.filter(|letter| !is_control(*letter)).collect()
}

/// A text whose direction is its own, for a place within another text.
pub(crate) fn isolated(text: &str) -> String {
    ["\u{2068}", &plain(text), "\u{2069}"].concat()
}

/// Embeddings, overrides and isolates, and what ends them; none is shown.
const fn is_control(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_ends_its_isolation() {
        assert_eq!(isolated("a\u{2069}\u{202e}b"), "\u{2068}ab\u{2069}");
    }
}
