//! The development build: keeps a panic's message.

use alloc::string::{String, ToString};
use core::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(std::boxed::Box::new(|panic| MESSAGE.set(panic.to_string())));
}

/// The message of the panic that ended the instance; empty for none.
#[wasm_bindgen(js_name = panicMessage)]
#[must_use]
pub fn panic_message() -> String {
    MESSAGE.take()
}

/// Panics, for tests.
#[wasm_bindgen]
#[expect(clippy::panic, reason = "it is there for that")]
pub fn fail() {
    panic!("asked to fail");
}
