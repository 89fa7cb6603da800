//! The fields of the messages that a host's session writes.

use crate::protocol::Payload;

/// The payload of a failure. Shape: `{error: {message}}`.
pub(super) fn failure<P: Payload>(text: &str) -> P {
    let mut error = P::empty();
    error.put("message", Some(P::from_text(text)));
    let mut data = P::empty();
    data.put("error", Some(error));
    data
}
