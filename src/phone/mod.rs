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
pub use code::PhoneCode;
pub use line::{LineEvent, LineState, LineStep, line_after};
pub use rules::{CallEvent, PhoneCallState, Rule, Step, TAKEN, TAKEN_ELSEWHERE, after};
