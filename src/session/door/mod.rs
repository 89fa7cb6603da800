//! The door: how an engine's inputs and outputs cross into and out of a module.
//!
//! ```text
//!   facade                            module
//!   Input  --lines of text-->  read::Lines  --> Engine::process
//!   Output <----- JSON ------  write::Json  <--
//! ```
//!
//! The facade keeps every payload, under a number: its *handle*. What comes in is a
//! *view* of a payload: its envelope and, in the order of the field table, one line
//! for each field, with the value where the engine reads it and with its kind alone
//! everywhere else. What goes out is a *draft*: which payload to take, which part of
//! it, and what to set. So no value of the browser's ever enters the core, and
//! nothing that the other side sent is rebuilt or lost.
//!
//! The enums of inputs and outputs are the one source of both codecs: the macros
//! `inputs` and `outputs` write the Rust half, `cargo xtask
//! generate` the TypeScript half.
//!
//! An input is its name and its fields, one line each; a list is its length and
//! then its items. A backslash and a line break inside a text are written `\\` and
//! `\n`. The outputs are one JSON list of lists: a name and its fields.

mod handles;
#[macro_use]
pub(crate) mod macros;
pub(crate) mod read;
pub(crate) mod term;
pub(crate) mod view;
pub(crate) mod write;

use crate::protocol::Millis;

pub use handles::Handles;
pub(crate) use read::whole;
pub use read::{Lines, Read};
pub use term::Term;
pub use view::{ENVELOPE, Views};
pub use write::{Json, Write};

/// An engine behind the door.
pub trait Engine {
    /// An engine that was told nothing yet.
    fn unstarted() -> Self;

    /// Reads one input and writes its outputs; none for a text that is not of this version's
    /// facade.
    fn enter(&mut self, now: Millis, lines: &mut Lines<'_>, json: &mut Json);
}

/// One input or output as the generators see it: its name, its doc text, and its
/// fields.
#[cfg(feature = "tables")]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, in camelCase.
    pub name: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The fields' names, each with how it is written and its TypeScript type.
    pub fields: &'static [(&'static str, &'static str, &'static str)],
}
