//! What the widget entry's exports share.

use alloc::string::String;
use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::protocol::Payload;

/// Where an instance of the module keeps its engine.
///
/// The facade makes an instance for each session, so one place is enough, and
/// the exports are plain functions: a class would weigh more and guard nothing.
pub(super) struct Slot<T>(RefCell<Option<T>>);

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl<T> Sync for Slot<T> {}

impl<T> Slot<T> {
    pub(super) const fn new() -> Self {
        Self(RefCell::new(None))
    }

    pub(super) fn fill(&self, engine: T) {
        let before = self.0.borrow_mut().replace(engine);
        // There is none; code that drops an engine would be carried in vain.
        core::mem::forget(before);
    }

    /// Hands the engine to `work`; the borrow ends with it, before the facade
    /// acts on anything.
    ///
    /// A call from within another, which a getter of the app's own value can
    /// make, is thrown back at the getter; so is one before the start.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        let mut engine = self.0.try_borrow_mut();
        match engine.as_mut().map(|engine| engine.as_mut()) {
            Ok(Some(engine)) => work(engine),
            _ => wasm_bindgen::throw_str("REENTRANT_CALL"),
        }
    }
}

/// A text the facade hands in; as a value it needs no code of its own in the
/// glue for each argument.
#[inline(never)]
pub(super) fn text_of(value: &JsValue) -> String {
    value.text().unwrap_or_default()
}

#[wasm_bindgen(module = "/src/web/edge.js")]
extern "C" {
    /// An order as the facade takes it.
    pub(super) fn order(
        tag: u32,
        value: &JsValue,
        text: &str,
        detail: &str,
        number: u32,
    ) -> JsValue;

    /// Adds an item to a list.
    pub(super) fn push(list: &JsValue, value: &JsValue);

    /// An empty list.
    pub(super) fn list() -> JsValue;
}
