//! The rules that translate a phone's events into calls of the SDK.
//!
//! A phone SDK reports its calls in its own order; the protocol wants each start, answer
//! and end once. Three tables lead from one to the other, and hold no clock and no window:
//!
//! | table | says |
//! |---|---|
//! | [`after`] | for each state of a call and each event: the next state, the steps, and the code that is reported |
//! | [`line_after`] | the same for the user's line: registered, away, logged out |
//! | [`END_CAUSES`] | the ends of calls that nobody answered, by SIP status or word |
//!
//! `cargo xtask generate` writes them as data for `calling-widget-sdk/phone`, whose TypeScript
//! looks a row up and carries out its steps; a widget without a phone does not load it. Every pair
//! has a row, so that an event out of place is reported, and changes nothing.

mod cause;
mod code;
mod line;
mod rules;

pub use cause::{END_CAUSES, EndCause, timeline_status};
pub use code::{PHONE_CODES, PhoneCode};
pub use line::{LineEvent, LineState, LineStep, line_after};
pub use rules::{CallEvent, PhoneCallState, Rule, Step, TAKEN, TAKEN_ELSEWHERE, after};

/// An enumeration whose members have names for JavaScript.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[doc = $doc:literal])+ $variant:ident = $wire:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[doc = $doc])+ $variant,)+ }

        impl $name {
            /// Each of them, in the order of the documents.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name in JavaScript.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $wire,)+ }
            }

            /// The meaning, in a sentence.
            #[cfg(feature = "tables")]
            #[must_use]
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+),)+ }
            }
        }
    };
}
use named;
