//! The development build: what a panic is about.

use alloc::{format, string::String};
use core::panic::PanicInfo;

use wasm_bindgen::prelude::*;

/// Ends the instance with the panic's words, which the facade gets as it gets a
/// trap's.
pub(super) fn tell(info: &PanicInfo<'_>) {
    trap(&format!("{info}"));
}

/// Panics with these words, for tests of what becomes of a panic.
#[wasm_bindgen]
#[expect(clippy::panic, reason = "it is there for that")]
pub fn fail(words: String) {
    panic!("{words}");
}

#[wasm_bindgen(module = "/src/web/development.js")]
extern "C" {
    fn trap(text: &str);
}
