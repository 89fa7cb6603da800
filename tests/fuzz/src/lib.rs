//! Fuzz targets: functions that take any bytes and panic when what has to hold
//! does not.
//!
//! The same functions run under the fuzzer (`cargo xtask fuzz`), over the seeds in
//! `tests/fuzz/corpus` and under proptest (`tests/fuzz/tests`). The input of a crash, added to the
//! seeds, stays a test.
//!
//! | target | takes | holds |
//! |---|---|---|
//! | [`envelope()`] | JSON | any value is taken or refused by widget, host and relay, with bounded answers |
//! | [`origin()`] | three lines of text | patterns, origins and addresses are read as browsers read them |
//! | [`widget()`] | steps, as bytes | the widget engine keeps its host, its bounds and its ids |
//! | [`host()`] | steps, as bytes | the host engine posts to its widget alone, and saves in order and once |
//! | [`journal()`] | JSON | the record of an earlier page is taken over or refused |
//! | `mask` | JSON | logs and traces show nothing of a message but what a table lists or bounds (`tests/fuzz/script`) |
//! | `page` | HTML | what `doctor` finds in a page stands there, and is no comment and no script (`tests/fuzz/script`) |
//! | `trace` | a file | it is refused by its line, or replayed, and its test is a program of ours (`tests/fuzz/script`) |
//! | [`windows()`] | a list of messages as JSON | whatever is on the channel of the windows is taken or ignored, within bounds |

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a target fails by panicking"
)]

mod bytes;
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

/// A target: its name, what its inputs look like, and the function.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the corpus file and of the fuzzer's program.
    pub name: &'static str,
    /// What its inputs look like.
    pub form: Form,
    /// The function.
    pub run: fn(&[u8]),
}

/// What a target's inputs look like, and so how its corpus is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Text, kept as it is.
    Text,
    /// Bytes, kept as hexadecimal digits.
    Bytes,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "envelope",
        form: Form::Text,
        run: envelope,
    },
    Target {
        name: "host",
        form: Form::Bytes,
        run: host,
    },
    Target {
        name: "journal",
        form: Form::Text,
        run: journal,
    },
    Target {
        name: "origin",
        form: Form::Text,
        run: origin,
    },
    Target {
        name: "widget",
        form: Form::Bytes,
        run: widget,
    },
    Target {
        name: "windows",
        form: Form::Text,
        run: windows,
    },
];

/// Reads a line of a corpus file: a JSON string.
///
/// # Panics
///
/// When the line is no such string.
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

/// Writes a line of a corpus file; `None` for what is no text where text is
/// wanted.
#[must_use]
pub fn write_line(form: Form, input: &[u8]) -> Option<String> {
    let text = match form {
        Form::Text => String::from_utf8(input.to_vec()).ok()?,
        Form::Bytes => input.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    serde_json::to_string(&text).ok()
}
