//! Both halves of a session under simulated time, in place of browsers.
//!
//! [`HostEdge`] and [`WidgetEdge`] are the page around an engine: they enter inputs, answer
//! immediate questions, and queue orders until they are carried out. A [`Pair`] is two of them, the
//! channel between them and the clock; the driver handles each [`Order`], as app and record store.
//!
//! A [`Browser`] is the channel and the locks between the windows of a user.
//!
//! The tests in `tests/session`, the model, the soak and the fuzz targets drive these. They hold no
//! randomness, so the same steps give the same outputs.

#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a simulation stops where it is misused"
)]

use serde_json::{Value, json};

mod host_edge;
mod mirror;
mod options;
mod pair;
mod peer;
mod widget_edge;
mod windows;

pub use host_edge::HostEdge;
pub use options::{Options, Sent, trusting};
pub use pair::{Flight, HOST, Pair, WIDGET};
pub use peer::{Order, Peer};
pub use widget_edge::WidgetEdge;
pub use windows::{Browser, Due, Tab, heard};

/// The origin of the CRM's page.
pub const CRM: &str = "https://crm.example";
/// The origin of the calling app's page.
pub const PHONE: &str = "https://phone.example";
/// The app's instance, where it has one.
pub const INSTANCE: u32 = 1;

/// The message of an app whose user is logged in.
#[must_use]
pub fn initialized() -> Value {
    json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true, "isAvailable": true } })
}
