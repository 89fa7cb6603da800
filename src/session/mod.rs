//! The engines without I/O: the widget's half and the host's half.
//!
//! # Contract
//!
//! `process` takes one input (a fact that the browser attests, or a command of the application) and
//! returns the outputs in order; the edge carries them out after the call. Those for the app are
//! never nested: what follows from a command that a handler enters waits until it has returned.
//!
//! No engine holds a clock, randomness or a window, so that the same code runs in the browser, in
//! tests, under a model checker and under a fuzzer. An engine stays in its thread: values are shared
//! by `Rc`, as a browser's are.
//!
//! Texts write an input or an output as the exports of `web` do: `askSync` is
//! [`AskSync`](widget::AnswerOutput::AskSync).

#[macro_use]
mod groups;

mod callee;
mod check;
mod clock;
mod code;
mod counts;
mod facts;
pub mod host;
mod message_id;
mod policy;
mod stored;
pub mod widget;

pub(crate) use callee::Callee;
pub use check::{Finding, check_payload, missing_from_host};
pub(crate) use clock::{Alarm, AwakeClock};
pub use code::{Code, Level};
pub(crate) use facts::Facts;
pub use facts::SourceId;
pub(crate) use policy::HostPolicy;
pub use stored::{call_snapshot, calls_snapshot};
