//! The options of an instance, and the outcome of its messages.

use calling_widget_sdk::session::Code;
pub use calling_widget_sdk::session::widget::InstanceOptions as Options;

/// The options of an instance that trusts one host.
#[must_use]
pub fn trusting(origin: &str) -> Options {
    Options {
        origins: Some(vec![origin.to_owned()]),
        ..Options::default()
    }
}

/// The outcome of a send.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// It was posted under this message id.
    Posted(String),
    /// It is queued until READY.
    Queued,
    /// Another instance or another window's app sent the same.
    Suppressed,
    /// Another window has the call, and posts it.
    Forwarded,
    /// It was not sent; this was reported first.
    Refused(Code),
}
