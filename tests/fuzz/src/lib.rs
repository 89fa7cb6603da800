//! Fuzz targets: functions that take any bytes and panic if a promise is broken.
//!
//! The same functions run under the fuzzer (`cargo xtask fuzz`), over the seeds in
//! `tests/fuzz/corpus` and under proptest (`tests/fuzz/tests`). The input of a crash is added to
//! the seeds, and so stays a test.
//!
//! | target | takes | holds |
//! |---|---|---|
//! | [`envelope()`] | JSON | any value is taken or refused by widget, host and relay, with bounded answers |
//! | [`origin()`] | three lines of text | patterns, origins and addresses are read as browsers read them |
//! | [`widget()`] | steps, as bytes | the widget engine keeps its host, its bounds and its ids |
//! | [`host()`] | steps, as bytes | the host engine posts to its widget alone, and saves in order and once |
//! | [`journal()`] | JSON | the record of an earlier page is taken over or refused |
//! | `mask` | JSON | logs and traces show only values that a table lists or bounds (`tests/fuzz/script`) |
//! | `page` | HTML | each finding of `doctor` is in the page, and is no comment and no script (`tests/fuzz/script`) |
//! | `trace` | a file | it is refused with its line, or replayed, and its test is a program of ours (`tests/fuzz/script`) |
//! | [`windows()`] | a list of messages as JSON | any message on the windows' channel is taken or ignored, within bounds |

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a target fails by panicking"
)]

mod bytes;
mod drain;
mod envelope;
mod host;
mod journal;
mod origin;
mod widget;
mod windows;

pub use envelope::envelope;
pub use host::host;
pub use journal::journal;
pub use origin::origin;
pub use widget::widget;
pub use windows::windows;

/// A target: its name, the form of its inputs, and the function.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the corpus file.
    pub name: &'static str,
    /// The form of its inputs.
    pub form: Form,
    /// The function.
    pub run: fn(&[u8]),
}

/// The form of a target's inputs, and so of its corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text, stored unchanged.
    Text,
    /// Bytes, stored as hexadecimal digits.
    Bytes,
}

impl Target {
    const fn of(name: &'static str, form: Form, run: fn(&[u8])) -> Self {
        Self { name, form, run }
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target::of("envelope", Form::Text, envelope),
    Target::of("host", Form::Bytes, host),
    Target::of("journal", Form::Text, journal),
    Target::of("origin", Form::Text, origin),
    Target::of("widget", Form::Bytes, widget),
    Target::of("windows", Form::Text, windows),
];

/// Reads a line of a corpus file: a JSON string.
///
/// # Panics
///
/// When the line is no JSON string, or not of this form.
#[must_use]
pub fn read_line(form: Form, line: &str) -> Vec<u8> {
    let text: String = serde_json::from_str(line).expect("a JSON string");
    match form {
        Form::Text => text.into_bytes(),
        Form::Bytes => (0..text.len() / 2)
            .map(|at| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).expect("hex digits"))
            .collect(),
    }
}

/// Writes a line of a corpus file; `None` if the form is text and the input is none.
#[must_use]
pub fn write_line(form: Form, input: &[u8]) -> Option<String> {
    let text = match form {
        Form::Text => String::from_utf8(input.to_vec()).ok()?,
        Form::Bytes => input.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    serde_json::to_string(&text).ok()
}
