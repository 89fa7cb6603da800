//! The raw relay's host side: one relay to a widget's frame in each instance
//! of the module.

use wasm_bindgen::prelude::*;

use super::edge::{Slot, order, text_of};
use crate::protocol::Millis;
use crate::session::host::LinkOutput;
use crate::session::{Facts, Relay, SourceId};

static RELAY: Slot<Relay<JsValue>> = Slot::new();

/// Starts a relay of a page of `own_origin` to a widget of `widget_origin`.
#[wasm_bindgen]
pub fn relay_start(own_origin: &JsValue, widget_origin: &JsValue, instance_id: &JsValue) {
    RELAY.fill(Relay::new(
        text_of(own_origin),
        text_of(widget_origin),
        text_of(instance_id),
    ));
}

/// The frame loaded.
#[wasm_bindgen]
pub fn relay_loaded(now: f64) {
    RELAY.with(|relay| relay.handle_frame_loaded(Millis(now)));
}

/// The frame reported an error.
#[wasm_bindgen]
pub fn relay_errored() {
    RELAY.with(Relay::handle_frame_error);
}

/// A message event with what the browser attests of it; whether its message is
/// one for the application.
#[wasm_bindgen]
pub fn relay_receive(is_trusted: bool, source: u32, origin: &JsValue, message: &JsValue) -> bool {
    let origin = text_of(origin);
    let facts = Facts {
        is_trusted,
        source: SourceId(source),
        origin: &origin,
    };
    RELAY.with(|relay| relay.handle_message(facts, message) == Ok(true))
}

/// Sends a message; whether there was room for it.
#[wasm_bindgen]
pub fn relay_send(message: JsValue) -> bool {
    RELAY.with(|relay| relay.send(message).is_ok())
}

/// The time asked for has come.
#[wasm_bindgen]
pub fn relay_timeout(now: f64) {
    RELAY.with(|relay| relay.handle_timeout(Millis(now)));
}

/// When [`relay_timeout`] is due, in ms since the epoch; negative for never.
#[wasm_bindgen]
pub fn relay_due() -> f64 {
    RELAY.with(|relay| relay.poll_timeout().map_or(-1.0, |at| at.0))
}

/// The next order, or undefined: `[0, message]` post, `[1, ack]` connected,
/// `[2]` failed.
#[wasm_bindgen]
pub fn relay_poll() -> JsValue {
    let (tag, message) = match RELAY.with(Relay::poll_output) {
        Some(LinkOutput::Post(message)) => (0, message),
        Some(LinkOutput::Connected(ack)) => (1, ack),
        Some(LinkOutput::Failed) => (2, JsValue::UNDEFINED),
        None => return JsValue::UNDEFINED,
    };
    order(tag, &message, "", "", 0)
}
