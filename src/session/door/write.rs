//! Writes outputs: JSON.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{Kind, Millis, cut};
use crate::session::message_id::push_decimal;

/// A JSON text in progress.
#[derive(Debug, Default)]
pub struct Json {
    text: String,
}

impl Json {
    /// The JSON of a value.
    #[must_use]
    pub fn of(value: &impl Write) -> String {
        let mut json = Self::default();
        value.write(&mut json);
        json.text
    }

    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// Begins a list or an object.
    pub fn open(&mut self, bracket: char) {
        self.separate();
        self.text.push(bracket);
    }

    /// Ends it.
    pub fn close(&mut self, bracket: char) {
        self.text.push(bracket);
    }

    /// Adds an item to a list, or the value of a name.
    pub fn item(&mut self, value: &impl Write) {
        value.write(self);
    }

    /// Adds a name to an object; its value comes next.
    pub fn name(&mut self, name: &str) {
        self.text(name);
        self.text.push(':');
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) {
        self.separate();
        self.text.push('"');
        let mut rest = text;
        // Most texts hold nothing to escape and are copied whole.
        while let Some((plain, escaped)) = cut(rest, is_escaped) {
            self.text.push_str(plain);
            let mut characters = escaped.chars();
            let code = characters.next().map_or(0, u32::from);
            rest = characters.as_str();
            self.text.push_str("\\u00");
            self.text.extend(char::from_digit(code / 16, 16));
            self.text.extend(char::from_digit(code % 16, 16));
        }
        self.text.push_str(rest);
        self.text.push('"');
    }

    /// Adds raw JSON: a number, `true`, `null`.
    pub fn raw(&mut self, text: &str) {
        self.separate();
        self.text.push_str(text);
    }

    /// Adds a comma before all but the first item.
    fn separate(&mut self) {
        if !matches!(self.text.bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.text.push(',');
        }
    }
}

const fn is_escaped(byte: u8) -> bool {
    matches!(byte, b'"' | b'\\' | 0..=0x1f)
}

/// A type that can be written as JSON.
pub trait Write {
    /// Its type in TypeScript.
    const TYPE: &'static str;

    /// The modifier around that: `?` for an optional value, `[]` for a list.
    const AROUND: &'static str = "";

    /// Writes it.
    fn write(&self, json: &mut Json);
}

impl Write for String {
    const TYPE: &'static str = "string";

    fn write(&self, json: &mut Json) {
        json.text(self);
    }
}

impl Write for &'static str {
    const TYPE: &'static str = "string";

    fn write(&self, json: &mut Json) {
        json.text(self);
    }
}

impl Write for bool {
    const TYPE: &'static str = "boolean";

    fn write(&self, json: &mut Json) {
        json.raw(if *self { "true" } else { "false" });
    }
}

impl Write for u32 {
    const TYPE: &'static str = "number";

    fn write(&self, json: &mut Json) {
        let mut text = String::new();
        push_decimal(&mut text, *self);
        json.raw(&text);
    }
}

impl Write for Millis {
    const TYPE: &'static str = "number";

    fn write(&self, json: &mut Json) {
        let whole = self.0 as i64 as f64;
        // Rounded up: a timer that fires too early would find nothing to do, again and again.
        let time = if whole < self.0 { whole + 1.0 } else { self.0 };
        json.raw(&whole_text(time));
    }
}

impl<T: Write> Write for Option<T> {
    // `null` stands for none.
    const TYPE: &'static str = T::TYPE;
    const AROUND: &'static str = "?";

    fn write(&self, json: &mut Json) {
        match self {
            Some(value) => value.write(json),
            None => json.raw("null"),
        }
    }
}

impl<T: Write> Write for Vec<T> {
    const TYPE: &'static str = T::TYPE;
    const AROUND: &'static str = "[]";

    fn write(&self, json: &mut Json) {
        json.open('[');
        for item in self {
            item.write(json);
        }
        json.close(']');
    }
}

/// A kind of message crosses under its name in the API.
impl Write for Kind {
    const TYPE: &'static str = "string";

    fn write(&self, json: &mut Json) {
        json.text(self.message().name);
    }
}

/// A number without its fraction, in JavaScript's notation, clamped to the safe integers.
pub(super) fn whole_text(number: f64) -> String {
    let mut text = String::new();
    // A cast saturates, and turns NaN into zero.
    let mut rest = number.clamp(-MAX_SAFE, MAX_SAFE) as i64;
    if rest < 0 {
        text.push('-');
        rest = rest.saturating_neg();
    }
    push_whole(&mut text, rest.unsigned_abs());
    text
}

fn push_whole(text: &mut String, number: u64) {
    if number >= 10 {
        push_whole(text, number / 10);
    }
    text.push(char::from(b'0'.wrapping_add((number % 10) as u8)));
}

const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

#[cfg(not(target_arch = "wasm32"))]
impl Write for serde_json::Value {
    const TYPE: &'static str = "unknown";

    fn write(&self, json: &mut Json) {
        json.raw(&alloc::string::ToString::to_string(self));
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, whole_text};
    use crate::protocol::Millis;

    #[test]
    fn texts_are_escaped_as_json_is() {
        let text = "a\"b\\c\nd\u{1}\u{1f}\u{2028}é😀".to_owned();

        let json = Json::of(&text);

        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
    }

    #[test]
    fn lists_are_separated() {
        let json = Json::of(&vec![vec![Some(1_u32), None], vec![], vec![Some(20)]]);

        assert_eq!(json, "[[1,null],[],[20]]");
    }

    #[test]
    fn times_are_whole_milliseconds_and_never_too_early() {
        for (time, text) in [(12.0, "12"), (12.25, "13"), (-2.5, "-2"), (f64::NAN, "0")] {
            assert_eq!(Json::of(&Millis(time)), text);
        }
    }

    #[test]
    fn numbers_are_written_without_their_fraction() {
        for (number, text) in [
            (0.0, "0"),
            (7.9, "7"),
            (-3.0, "-3"),
            (1_700_000_000_000.0, "1700000000000"),
            (1_000_000_000.0, "1000000000"),
            (9_007_199_254_740_991.0, "9007199254740991"),
            (1e300, "9007199254740991"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(whole_text(number), text);
        }
    }
}
