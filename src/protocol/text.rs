//! Texts taken apart at single bytes, which weighs a fraction of the standard library's
//! searchers.

/// A text up to the first byte that ends it, and from that one on; `None` where none does.
/// The byte has to be of ASCII.
pub(crate) fn cut(text: &str, ends: impl Fn(u8) -> bool) -> Option<(&str, &str)> {
    let at = text.bytes().position(ends)?;
    Some((text.get(..at)?, text.get(at..)?))
}

/// A text before and after the first of these ASCII bytes in it.
pub(crate) fn around(text: &str, byte: u8) -> Option<(&str, &str)> {
    let (before, rest) = cut(text, |other| other == byte)?;
    Some((before, rest.get(1..)?))
}

#[cfg(test)]
mod tests {
    use super::{around, cut};

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
