//! The time, and how it is written.

use jiff::Timestamp;

use crate::system;

/// Where the time comes from. Either can be moved forward by a control path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(clap::ValueEnum))]
pub enum Clock {
    /// It stands still at the start of 2026.
    Fixed,
    /// The system's.
    #[default]
    Real,
}

impl Clock {
    /// The time in ms since 1970, before a namespace moves it.
    pub(crate) fn now_ms(self) -> i64 {
        match self {
            Self::Fixed => FIXED_MS,
            Self::Real => system::now_ms(),
        }
    }
}

/// A moment as an ISO date-time, with three digits of a second always: texts of one
/// length sort as the moments do.
pub(crate) fn iso(ms: i64) -> String {
    Timestamp::from_millisecond(ms)
        .map(|moment| format!("{moment:.3}"))
        .unwrap_or_default()
}

/// 2026-01-01T00:00:00Z.
const FIXED_MS: i64 = 1_767_225_600_000;
