//! The outcome of messages that the host answers.
//!
//! Every outcome is shown for every question, with a host that echoes message
//! ids, with one that names the call, and with one that does neither.

mod cases;
mod engagements;
mod names;
mod outcomes;
mod sending;
mod sessions;
mod ties;
mod waits;
