//! Joins texts and splits them at single bytes, at a fraction of the size of the standard library's
//! functions for any character and any separator.

use alloc::string::String;

/// Concatenates texts.
pub(crate) fn concat(parts: &[&str]) -> String {
    listed(parts, "")
}

/// Joins texts with a separator.
pub(crate) fn listed(parts: &[&str], between: &str) -> String {
    let mut text = String::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            text.push_str(between);
        }
        text.push_str(part);
    }
    text
}

/// Splits a text before the first byte that ends it; `None` where none does. The byte has to be
/// ASCII.
pub(crate) fn cut(text: &str, ends: impl Fn(u8) -> bool) -> Option<(&str, &str)> {
    let at = text.bytes().position(ends)?;
    Some((text.get(..at)?, text.get(at..)?))
}

/// The text before and after the first of these ASCII bytes.
pub(crate) fn around(text: &str, byte: u8) -> Option<(&str, &str)> {
    let (before, rest) = cut(text, |other| other == byte)?;
    Some((before, rest.get(1..)?))
}

/// Appends a number's decimal digits; `format!` would weigh more.
pub(crate) fn push_decimal(text: &mut String, number: u64) {
    if number >= 10 {
        push_decimal(text, number / 10);
    }
    text.push(char::from(b'0'.wrapping_add((number % 10) as u8)));
}

#[cfg(test)]
mod tests {
    use super::{around, concat, cut, listed};

    #[test]
    fn texts_are_put_together_in_order() {
        assert_eq!(concat(&["a", "", "b"]), "ab");
        assert_eq!(concat(&[]), "");
        assert_eq!(listed(&["a", "", "b"], ", "), "a, , b");
    }

    #[test]
    fn a_text_is_cut_before_the_first_byte_that_ends_it() {
        assert_eq!(
            cut("é/x?y", |byte| matches!(byte, b'?' | b'/')),
            Some(("é", "/x?y"))
        );
        assert_eq!(cut("", |_| true), None);
        assert_eq!(cut("abc", |byte| byte == b'/'), None);
    }

    #[test]
    fn a_text_has_two_sides_of_a_byte() {
        assert_eq!(around("1:onReady:x", b':'), Some(("1", "onReady:x")));
        assert_eq!(around(":", b':'), Some(("", "")));
        assert_eq!(around("none", b':'), None);
    }
}
