//! Reads inputs: lines of text.

use alloc::string::String;
use alloc::vec::Vec;

use super::handles::Handles;
use crate::protocol::{Millis, around, cut};

/// The lines of one input, read from the first to the last.
#[derive(Debug)]
pub struct Lines<'a> {
    rest: Option<&'a str>,
    is_sound: bool,
    handles: &'a Handles,
}

impl<'a> Lines<'a> {
    /// The lines of a text. Payloads that it names are released through `handles`.
    #[must_use]
    pub const fn new(text: &'a str, handles: &'a Handles) -> Self {
        Self {
            rest: Some(text),
            is_sound: true,
            handles,
        }
    }

    /// The next line, unchanged; past the last, an empty one, and the lines are not sound.
    pub fn line(&mut self) -> &'a str {
        let Some(rest) = self.rest else {
            self.is_sound = false;
            return "";
        };
        match around(rest, b'\n') {
            Some((line, rest)) => {
                self.rest = Some(rest);
                line
            }
            None => {
                self.rest = None;
                rest
            }
        }
    }

    /// Marks the lines as not written by a facade.
    pub const fn refuse(&mut self) {
        self.is_sound = false;
    }

    /// True if a facade of this version could have written everything so far. It is checked once,
    /// after all is read: until then, replacements of unsound values may be anything.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// Collects the handles of released payloads.
    pub(super) const fn handles(&self) -> &'a Handles {
        self.handles
    }
}

/// A type that can be read from lines.
pub trait Read: Sized {
    /// Its encoding by the facade: see `pkg/src/wasm/door.ts`.
    const LETTER: &'static str;

    /// Its type in TypeScript.
    const TYPE: &'static str;

    /// Reads it. Lines of another type are not sound from then on.
    fn read(lines: &mut Lines<'_>) -> Self;
}

impl Read for String {
    const LETTER: &'static str = "s";
    const TYPE: &'static str = "string";

    fn read(lines: &mut Lines<'_>) -> Self {
        unescaped(lines.line())
    }
}

impl Read for bool {
    const LETTER: &'static str = "b";
    const TYPE: &'static str = "boolean";

    fn read(lines: &mut Lines<'_>) -> Self {
        match lines.line() {
            "1" => true,
            line => {
                lines.is_sound &= line.is_empty();
                false
            }
        }
    }
}

impl Read for u32 {
    const LETTER: &'static str = "n";
    const TYPE: &'static str = "number";

    fn read(lines: &mut Lines<'_>) -> Self {
        let number = whole(lines.line());
        lines.is_sound &= number.is_some();
        number.unwrap_or(0)
    }
}

impl Read for Millis {
    const LETTER: &'static str = "n";
    const TYPE: &'static str = "number";

    fn read(lines: &mut Lines<'_>) -> Self {
        let number = decimal(lines.line());
        lines.is_sound &= number.is_some();
        Self(number.unwrap_or(0.0))
    }
}

impl<T: Read> Read for Option<T> {
    // The upper case tells the facade to write a flag first.
    const LETTER: &'static str = const_upper(T::LETTER);
    const TYPE: &'static str = T::TYPE;

    fn read(lines: &mut Lines<'_>) -> Self {
        bool::read(lines).then(|| T::read(lines))
    }
}

impl Read for Vec<String> {
    const LETTER: &'static str = "l";
    const TYPE: &'static str = "readonly string[]";

    fn read(lines: &mut Lines<'_>) -> Self {
        let count = u32::read(lines);
        let mut items = Self::new();
        for _ in 0..count {
            if !lines.is_sound {
                break;
            }
            items.push(String::read(lines));
        }
        items
    }
}

/// The letter of an optional value.
const fn const_upper(letter: &str) -> &'static str {
    match letter.as_bytes() {
        b"s" => "S",
        b"n" => "N",
        b"b" => "B",
        b"l" => "L",
        b"m" => "M",
        _ => "",
    }
}

/// Undoes the facade's escapes in a line.
pub(super) fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    // Most texts have no escapes and are copied whole.
    while let Some((plain, escaped)) = cut(rest, |byte| byte == b'\\') {
        text.push_str(plain);
        let mut characters = escaped.chars().skip(1);
        text.push(match characters.next() {
            Some('n') => '\n',
            _ => '\\',
        });
        rest = escaped.get(2..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}

/// Parses a whole number.
pub(crate) fn whole(line: &str) -> Option<u32> {
    let mut number = 0_u32;
    if line.is_empty() {
        return None;
    }
    for byte in line.bytes() {
        let digit = byte.checked_sub(b'0').filter(|digit| *digit < 10)?;
        number = number.checked_mul(10)?.checked_add(u32::from(digit))?;
    }
    Some(number)
}

/// Parses a JavaScript number, to about a float's precision. The standard library's parser is exact
/// and weighs more than all the rest of the door.
pub(super) fn decimal(text: &str) -> Option<f64> {
    match text {
        "NaN" => return Some(f64::NAN),
        "Infinity" => return Some(f64::INFINITY),
        "-Infinity" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    let (digits, is_negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let (digits, exponent) = match around(digits, b'e') {
        Some((digits, exponent)) => (digits, exponent_of(exponent)?),
        None => (digits, 0),
    };
    let (mut number, mut exponent, mut is_fraction) = (0.0_f64, exponent, false);
    let mut has_digits = false;
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                has_digits = true;
                number = number * 10.0 + f64::from(byte.wrapping_sub(b'0'));
                exponent = exponent.saturating_sub(i32::from(is_fraction));
            }
            b'.' if !is_fraction => is_fraction = true,
            _ => return None,
        }
    }
    if !has_digits {
        return None;
    }
    for _ in 0..exponent.unsigned_abs().min(MAX_EXPONENT) {
        if exponent > 0 {
            number *= 10.0;
        } else {
            number /= 10.0;
        }
    }
    Some(if is_negative { -number } else { number })
}

fn exponent_of(text: &str) -> Option<i32> {
    let (text, is_negative) = match text.strip_prefix('-') {
        Some(text) => (text, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    let exponent = i32::try_from(whole(text)?).ok()?;
    Some(if is_negative {
        exponent.saturating_neg()
    } else {
        exponent
    })
}

/// Past this every float is zero or infinite.
const MAX_EXPONENT: u32 = 700;

#[cfg(test)]
mod tests {
    use super::{Handles, Lines, Read, decimal, unescaped};
    use crate::protocol::Millis;
    use crate::session::Code;
    use crate::session::widget::Role;
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn a_text_keeps_its_line_breaks_and_backslashes() {
        assert_eq!(unescaped("a\\nb\\\\n"), "a\nb\\n");
    }

    #[test]
    fn lines_are_read_in_order_and_end() {
        let handles = Handles::default();
        let mut lines = Lines::new("a\n\n1\n7", &handles);

        assert_eq!(String::read(&mut lines), "a");
        assert_eq!(Option::<u32>::read(&mut lines), None);
        assert_eq!(Option::<u32>::read(&mut lines), Some(7));
        assert!(lines.is_sound());
        assert_eq!(lines.line(), "");
        assert!(!lines.is_sound());
    }

    #[test]
    fn what_is_of_another_kind_is_not_sound() {
        fn is_sound<T: Read>(text: &str) -> bool {
            let handles = Handles::default();
            let mut lines = Lines::new(text, &handles);
            T::read(&mut lines);
            lines.is_sound()
        }

        assert!(!is_sound::<bool>("2"));
        for text in ["x", "/", ":", "1:"] {
            assert!(!is_sound::<u32>(text), "{text}");
        }
        assert!(!is_sound::<Millis>("x"));
        assert!(!is_sound::<Option<u32>>("true\n1"));
        assert!(!is_sound::<Vec<String>>("4000000000\na"));
        assert!(!is_sound::<Role>("chief"));
        assert!(!is_sound::<Code>("NO_CODE"));
    }

    #[test]
    fn numbers_are_read_as_javascript_writes_them() {
        for number in [0.0, 7.0, -1.5, 1.7e12, 1e21, 2.5e-7, 1_700_000_000_000.0] {
            let text = format!("{number:?}").replace(".0", "");
            let read = decimal(&text).expect("a number");
            assert!(
                (read - number).abs() <= number.abs() * 1e-12,
                "{text}: {read}"
            );
        }
        assert!(decimal("NaN").is_some_and(f64::is_nan));
        assert_eq!(decimal("Infinity"), Some(f64::INFINITY));
        assert_eq!(decimal("-Infinity"), Some(f64::NEG_INFINITY));
        for text in ["", "-", "x", "1.2.3", "1e", "1e-"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
