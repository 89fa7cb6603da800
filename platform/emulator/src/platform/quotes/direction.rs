//! Texts of users written from right to left: none reorders the words beside it.
//!
//! Source: Unicode Standard Annex 9.

/// Removes the control characters that change the direction of the text after them.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.chars();
    letters.filter(|letter| !is_control(*letter)).collect()
}

/// Isolates a text, so that it can stand within one of the other direction.
pub(crate) fn isolated(text: &str) -> String {
    ["\u{2068}", &plain(text), "\u{2069}"].concat()
}

/// Embeddings, overrides and isolates, and their ends; all invisible.
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
