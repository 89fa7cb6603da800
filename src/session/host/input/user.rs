//! The user's commands, by the page.

use alloc::string::String;

use crate::protocol::shapes::DialNumber;
use crate::protocol::{Envelope, Part, Value};

/// The user of the page, whose commands are answered by `sent` or `refused`.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum UserInput {
    /// The user wants to call a number. Answered by `sent` or `refused`, as are
    /// all commands.
    Dial { data: Part<DialNumber> },
    /// Drops the queued number. Answered by `answer`: true if there was one.
    CancelDial {},
    /// The user hangs up.
    EndCall {},
    /// The user minimises, hides or shows the frame.
    SetVisibility {
        is_minimized: Option<bool>,
        is_hidden: Option<bool>,
    },
    /// Sends the payload of a message under its type.
    Send { message: Envelope },
    /// Sends a message unchanged.
    SendRaw { message: Value },
    /// The user began or left a queue of tasks of the type Call.
    SetInCallTask { in_call_task: bool },
    /// Asks if numbers of an object type are offered for dialling. Answered by `answer`.
    CanDial { object_type_id: String },
}
