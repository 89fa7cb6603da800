//! The door: serialises an engine's inputs and outputs across a module's boundary.
//!
//! ```text
//!   facade                            module
//!   Input  --lines of text-->  read::Lines  --> Engine::process
//!   Output <----- JSON ------  write::Json  <--
//! ```
//!
//! The facade keeps every payload, under a number: its *handle*. An input holds a *view* of a
//! payload: its envelope and, in the order of the field table, one line for each field, with the
//! value where the engine reads it and only its type elsewhere. An output holds a *draft*: the
//! payload to take, the part of it, and the fields to set. So no value of the browser's ever enters
//! the core, and nothing that the other side sent is rebuilt or lost.
//!
//! The enums of inputs and outputs are the one source of both codecs: the macros `inputs` and
//! `outputs` write the Rust half, `cargo xtask generate` the TypeScript half.
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
    /// An engine before its first input.
    fn unstarted() -> Self;

    /// Reads one input and writes its outputs; none for a text that no facade of this version
    /// writes.
    fn enter(&mut self, now: Millis, lines: &mut Lines<'_>, json: &mut Json);
}

/// One input or output for generators: its name, its doc text, and its fields.
#[cfg(feature = "tables")]
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, in camelCase.
    pub name: &'static str,
    /// The meaning.
    pub doc: &'static str,
    /// The fields: name, encoding and TypeScript type.
    pub fields: &'static [(&'static str, &'static str, &'static str)],
}
