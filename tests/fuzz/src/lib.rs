//! Fuzz targets: functions that take any bytes and panic if a promise is broken.
//!
//! The same functions run under the fuzzer (`cargo xtask fuzz`), over the seeds in
//! `tests/fuzz/corpus` and under proptest (`tests/fuzz/tests`). The input of a crash is added to
//! the seeds, and so stays a test.
//!
//! | target | takes | holds |
//! |---|---|---|
//! | [`envelope()`] | JSON | any value is taken or refused by widget, host and other windows, with bounded answers |
//! | [`origin()`] | three lines of text | patterns, origins and addresses are read as browsers read them |
//! | [`widget()`] | steps, as bytes | the widget engine keeps its host, its bounds and its ids |
//! | [`host()`] | steps, as bytes | the host engine posts to its widget alone, and saves in order and once |
//! | [`journal()`] | JSON | the record of an earlier page is taken over or refused |

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

pub use envelope::envelope;
pub use host::host;
pub use journal::journal;
pub use origin::origin;
pub use widget::widget;

/// A target: its name, and the function.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of the folder of its seeds.
    pub name: &'static str,
    /// The function.
    pub run: fn(&[u8]),
}

impl Target {
    const fn of(name: &'static str, run: fn(&[u8])) -> Self {
        Self { name, run }
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target::of("envelope", envelope),
    Target::of("host", host),
    Target::of("journal", journal),
    Target::of("origin", origin),
    Target::of("widget", widget),
];
