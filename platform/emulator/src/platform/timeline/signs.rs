//! Hides values from Markdown: escapes every sign that could be markup, and restores it once
//! the Markdown was parsed.
//!
//! An ASCII sign, space or control character maps to a private-use character, which Markdown
//! reads as a letter. So no value begins a link, ends a line or closes a quotation, wherever
//! it is in a template.

/// Hides the signs of a value.
pub(crate) fn hide(value: &str) -> String {
    value
        .chars()
        .filter(|letter| !is_hidden(*letter) && !is_dropped(*letter))
        .map(|letter| {
            if letter.is_ascii() && !letter.is_ascii_alphanumeric() {
                char::from_u32(FIRST + u32::from(letter)).unwrap_or(letter)
            } else {
                letter
            }
        })
        .collect()
}

/// Restores the signs of a text.
pub(crate) fn reveal(text: &str) -> String {
    text.chars()
        .map(|letter| {
            if is_hidden(letter) {
                char::from_u32(u32::from(letter) - FIRST).unwrap_or(letter)
            } else {
                letter
            }
        })
        .collect()
}

/// Removes forged hidden signs from a template.
pub(crate) fn without_hidden(template: &str) -> String {
    let letters = template.chars();
    letters.filter(|letter| !is_hidden(*letter)).collect()
}

fn is_hidden(letter: char) -> bool {
    (FIRST..FIRST + 0x80).contains(&u32::from(letter))
}

/// Control characters, except tabs and line breaks.
fn is_dropped(letter: char) -> bool {
    letter.is_control() && !matches!(letter, '\n' | '\t')
}

/// The beginning of a plane for private use.
///
/// Source: The Unicode Standard, section 23.5.
const FIRST: u32 = 0xF_0000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_out_as_it_went_in_but_for_what_nobody_sees() {
        let value = "[x](javascript:alert(1))\n\t*ä* & <b> \u{1F4DE}";

        let inside = hide(value);

        assert!(
            !inside
                .chars()
                .any(|one| one.is_ascii_punctuation() || one.is_whitespace())
        );
        assert_eq!(reveal(&inside), value);
        assert_eq!(reveal(&hide("a\0b\u{1b}c\r\u{F003C}d")), "abcd");
        assert_eq!(without_hidden("a\u{F003C}b"), "ab");
    }
}
