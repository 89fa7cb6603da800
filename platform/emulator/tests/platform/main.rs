//! The emulator, from outside: a platform without sockets, its program and its clients.
//!
//! One program, since every further one would compile the shared code and link the emulator
//! again.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::print_stdout
)]

mod client_suite;
mod command_line;
mod control;
mod durability;
mod exchanges;
mod guide;
mod listening;
mod openapi;
mod outbound;
mod program;
mod rest_world;
mod safety;
mod seed_file;
mod serving;
mod support;
mod viewer;
