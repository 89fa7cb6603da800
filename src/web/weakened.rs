//! The tests' own build: the export that lowers defences.

use wasm_bindgen::prelude::*;

/// Lowers the defences whose bits are set, in the order of their enum.
#[wasm_bindgen]
pub fn lower(defences: u32) {
    crate::session::lower(defences);
}
