//! How an input is read: lines of text.

use alloc::string::String;
use alloc::vec::Vec;

use super::handles::Handles;
use crate::protocol::{Millis, around, cut};

/// The lines of one input, read from the first to the last.
#[derive(Debug)]
pub struct Lines<'a> {
    rest: Option<&'a str>,
    handles: &'a Handles,
}

impl<'a> Lines<'a> {
    /// The lines of a text. Payloads that it names are given back through `handles`.
    #[must_use]
    pub const fn new(text: &'a str, handles: &'a Handles) -> Self {
        Self {
            rest: Some(text),
            handles,
        }
    }

    /// The next line as it stands; `None` past the last.
    pub fn line(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        match rest.bytes().position(|byte| byte == b'\n') {
            Some(end) => {
                self.rest = rest.get(end.saturating_add(1)..);
                rest.get(..end)
            }
            None => {
                self.rest = None;
                Some(rest)
            }
        }
    }

    /// Where payloads are given back.
    pub(super) const fn handles(&self) -> &'a Handles {
        self.handles
    }
}

/// What can be read from lines.
pub trait Read: Sized {
    /// How the facade writes it: see `pkg/src/wasm/door.ts`.
    const LETTER: &'static str;

    /// Its type in TypeScript.
    const TYPE: &'static str;

    /// Reads it; `None` where the lines are not of this kind.
    fn read(lines: &mut Lines<'_>) -> Option<Self>;
}

impl Read for String {
    const LETTER: &'static str = "s";
    const TYPE: &'static str = "string";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        Some(unescaped(lines.line()?))
    }
}

impl Read for bool {
    const LETTER: &'static str = "b";
    const TYPE: &'static str = "boolean";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        match lines.line()? {
            "1" => Some(true),
            "" => Some(false),
            _ => None,
        }
    }
}

impl Read for u32 {
    const LETTER: &'static str = "n";
    const TYPE: &'static str = "number";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        whole(lines.line()?)
    }
}

impl Read for Millis {
    const LETTER: &'static str = "n";
    const TYPE: &'static str = "number";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        decimal(lines.line()?).map(Self)
    }
}

impl<T: Read> Read for Option<T> {
    // The facade asks whether there is one before it writes it.
    const LETTER: &'static str = const_upper(T::LETTER);
    const TYPE: &'static str = T::TYPE;

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        match lines.line()? {
            "1" => Some(Some(T::read(lines)?)),
            "" => Some(None),
            _ => None,
        }
    }
}

impl Read for Vec<String> {
    const LETTER: &'static str = "l";
    const TYPE: &'static str = "readonly string[]";

    fn read(lines: &mut Lines<'_>) -> Option<Self> {
        let count = u32::read(lines)?;
        let mut items = Self::new();
        for _ in 0..count {
            items.push(String::read(lines)?);
        }
        Some(items)
    }
}

/// The letter of what may be absent.
const fn const_upper(letter: &str) -> &'static str {
    match letter.as_bytes() {
        b"s" => "S",
        b"n" => "N",
        b"b" => "B",
        b"l" => "L",
        _ => "",
    }
}

/// A text as it was before the facade wrote it into a line.
pub(super) fn unescaped(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    // Most texts hold nothing that is written so and are copied whole.
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

/// A whole number.
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

/// A number as JavaScript writes it, as near as a float comes. The standard
/// library's reader is exact and weighs more than all the rest of the door.
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

    #[test]
    fn a_text_keeps_its_line_breaks_and_backslashes() {
        assert_eq!(unescaped("a\\nb\\\\n"), "a\nb\\n");
    }

    #[test]
    fn lines_are_read_in_order_and_end() {
        let handles = Handles::default();
        let mut lines = Lines::new("a\n\n1\n7", &handles);

        assert_eq!(String::read(&mut lines).as_deref(), Some("a"));
        assert_eq!(Option::<u32>::read(&mut lines), Some(None));
        assert_eq!(Option::<u32>::read(&mut lines), Some(Some(7)));
        assert_eq!(lines.line(), None);
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
        for text in ["", "-", "x", "1.2.3", "1e", "1e-"] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
