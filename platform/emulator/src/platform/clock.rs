//! The time and its formats.

use jiff::Timestamp;

use crate::system;

/// The source of the time. A control path can move either forward.
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

/// A moment as an ISO date-time, always with milliseconds: texts of equal length sort like the
/// moments.
pub(crate) fn iso(ms: i64) -> String {
    Timestamp::from_millisecond(ms)
        .map(|moment| format!("{moment:.3}"))
        .unwrap_or_default()
}

/// 2026-01-01T00:00:00Z.
const FIXED_MS: i64 = 1_767_225_600_000;
