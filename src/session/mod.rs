//! The engines without I/O: the widget's half and the host's half.
//!
//! # Contract
//!
//! The world comes in by `handle_*`, with the time and the facts the browser
//! attests as arguments. The application's commands are plain verbs. After each
//! of them the edge drains `poll_output` until it is empty, delivering only
//! after the borrow has ended, and asks `poll_timeout` when to call
//! `handle_timeout`. No engine holds a clock, randomness or a window, so that
//! the same code runs in the browser, in tests, under a model checker and under
//! a fuzzer.

#[macro_use]
pub mod door;

mod callee;
mod check;
mod clock;
mod code;
mod facts;
mod guard;
pub mod host;
mod message_id;
mod outputs;
mod policy;
mod snapshot;
pub mod widget;

pub use callee::Callee;
pub use check::{Finding, check_payload};
pub use clock::AwakeClock;
pub use code::{CODES, Code};
pub use facts::{Facts, SourceId};
pub use guard::guard;
pub use policy::{HostPolicy, PolicyError};
pub use snapshot::calls_snapshot;
