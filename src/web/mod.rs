//! The wasm edge: a class of wasm-bindgen around each engine.
//!
//! ```text
//! facade ──core.receive(now, source, origin, message)──▶ WidgetCore ──process──▶ Widget
//!        ◀──orders.post(message, origin, to, by), … ─────
//! ```
//!
//! A method of a class takes one input: it reads the browser's values ([`value`]), enters the
//! engine, and calls a method of the facade's object for each output, in order. Methods and orders
//! are named and described by the engine's inputs and outputs. A value is read before the engine is
//! borrowed, since an app's object may have getters that call the SDK again, or throw. The facade
//! notes the calls, and carries them out when the method has returned.

#[macro_use]
mod class;

#[cfg(feature = "development")]
pub mod development;
#[cfg(feature = "host")]
pub mod host;
pub mod value;
#[cfg(feature = "widget")]
pub mod widget;
