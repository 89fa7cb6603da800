//! The rules about calls: one call's state machine, its engagement, the set.
//!
//! Both ends of the iframe run this very code. Nothing here sends, waits or
//! knows a clock; a refused event leaves the state unchanged.

mod call;
mod calls;
mod engagement;
mod refused;

pub use call::{CallEvent, CallState};
pub use calls::{Call, CallDirection, Calls, Correlation};
pub use engagement::{Awaited, Engagement, EngagementEvent, Progress};
pub use refused::{RefusalCode, Refused};
