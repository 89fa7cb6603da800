//! Calls and sessions, natively: each engine by itself, and both together.
//!
//! One program, since each further one would compile the engines for its payloads and
//! link them again.

mod fixtures;
mod host_engine;
mod loops;
mod privacy;
mod table;
mod widget_engine;
