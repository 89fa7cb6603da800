//! The user's commands, by the page.

use alloc::string::String;

inputs! {
    /// The user of the page, whose commands are answered by `sent` or `refused`.
    UserInput<P> {
        /// The user wants to call a number. Answered by `sent` or `refused`, as are
        /// all commands.
        Dial = "dial" {
            data: P = "data",
        }
        /// Drops the queued number. Answered by `answer`: true if there was one.
        CancelDial = "cancelDial" {}
        /// The user hangs up.
        EndCall = "endCall" {}
        /// The user minimises, hides or shows the frame.
        SetVisibility = "setVisibility" {
            is_minimized: Option<bool> = "isMinimized",
            is_hidden: Option<bool> = "isHidden",
        }
        /// Sends the payload of a message under its type.
        Send = "send" {
            message: P = "message",
        }
        /// Sends a message unchanged.
        SendRaw = "sendRaw" {
            message: P = "message",
        }
        /// The user began or left a queue of tasks of the type Call.
        SetInCallTask = "setInCallTask" {
            in_call_task: bool = "inCallTask",
        }
        /// Asks if numbers of an object type are offered for dialling. Answered by `answer`.
        CanDial = "canDial" {
            object_type_id: String = "objectTypeId",
        }
    }
}
