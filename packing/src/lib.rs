//! Wasm as printable text, for scripts that carry their module.
//!
//! The text is as short as it comes: gzip and brotli find nothing left in it, and
//! carry its six bits a character as six bits. A bit of the module is written by
//! an arithmetic coder, which needs the less for it the better it was foretold
//! ([`model`]). What wasm repeats is instructions rather than bytes, and the model
//! tells an instruction from its operands, so it comes a quarter below gzip.
//!
//! ```text
//! text:   the coder's output as numbers of six bits, the highest first
//! number: '=' + number, leaving out backslash and backtick
//! ```
//!
//! `cargo xtask package` writes the text by [`pack()`]. In a page a module of this
//! very crate reads it ([`mod@unpack`]), so both ends have one model; a decoder in
//! JavaScript would weigh the same and take ten times as long in some engines.
//! Model and coder calculate with the four operations of IEEE 754 only, in one
//! order, so they agree to the last bit on every machine.
#![cfg_attr(target_arch = "wasm32", no_std)]

pub mod model;
#[cfg(not(target_arch = "wasm32"))]
pub mod pack;
pub mod unpack;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use pack::pack;

/// The most bytes a module, or its text, may have.
pub const ROOM: usize = 1 << 19;
