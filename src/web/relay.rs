//! The raw relay's host side.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::protocol::Millis;
use crate::session::host::LinkOutput;
use crate::session::{Facts, Relay, SourceId};

/// A relay to one widget's frame.
#[wasm_bindgen]
#[derive(Debug)]
pub struct FrameRelay {
    inner: RefCell<Relay<JsValue>>,
}

#[wasm_bindgen]
impl FrameRelay {
    /// A relay of a page of `own_origin` to a widget of `widget_origin`.
    #[wasm_bindgen(constructor)]
    pub fn new(own_origin: String, widget_origin: String, instance_id: String) -> Self {
        Self {
            inner: RefCell::new(Relay::new(own_origin, widget_origin, instance_id)),
        }
    }

    /// The frame loaded.
    pub fn loaded(&self, now: f64) {
        self.inner.borrow_mut().handle_frame_loaded(Millis(now));
    }

    /// The frame reported an error.
    pub fn errored(&self) {
        self.inner.borrow_mut().handle_frame_error();
    }

    /// A message event with what the browser attests of it; whether its
    /// message is one for the application.
    pub fn receive(&self, is_trusted: bool, source: u32, origin: &str, message: &JsValue) -> bool {
        let facts = Facts {
            is_trusted,
            source: SourceId(source),
            origin,
        };
        self.inner.borrow_mut().handle_message(facts, message) == Ok(true)
    }

    /// Sends a message; whether there was room for it.
    pub fn send(&self, message: JsValue) -> bool {
        self.inner.borrow_mut().send(message).is_ok()
    }

    /// The time asked for has come.
    pub fn handle_timeout(&self, now: f64) {
        self.inner.borrow_mut().handle_timeout(Millis(now));
    }

    /// When [`FrameRelay::handle_timeout`] is due, in ms since the epoch.
    pub fn due(&self) -> Option<f64> {
        self.inner.borrow().poll_timeout().map(|at| at.0)
    }

    /// The next order, or undefined: `[0, message]` post, `[1, ack]` connected,
    /// `[2]` failed.
    pub fn poll(&self) -> Option<Vec<JsValue>> {
        let output = self.inner.borrow_mut().poll_output()?;
        let number = |number: u8| JsValue::from_f64(f64::from(number));
        Some(match output {
            LinkOutput::Post(message) => vec![number(0), message],
            LinkOutput::Connected(ack) => vec![number(1), ack],
            LinkOutput::Failed => vec![number(2)],
        })
    }
}
