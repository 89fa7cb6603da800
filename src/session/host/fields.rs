//! The fields of the messages that a host's session writes.

use alloc::string::String;

use crate::protocol::limits::MAX_ERROR_TEXT;
use crate::protocol::{Name, Payload};
use crate::session::Code;

/// The payload of a failure. Shape: `{error: {message}}`.
pub(super) fn failure<P: Payload>(text: &str) -> P {
    let mut error = P::empty();
    error.put(Name::Message, Some(P::from_text(text)));
    let mut data = P::empty();
    data.put(Name::Error, Some(error));
    data
}

/// The text of a record store's error, or a code in place of one that no widget accepts.
pub(super) fn postable(text: String) -> String {
    if text.encode_utf16().count() > MAX_ERROR_TEXT {
        return [
            Code::TooMuchText.as_str(),
            ": the record store's error is too long",
        ]
        .concat();
    }
    text
}
