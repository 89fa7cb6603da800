//! Inputs of a host's session, by source.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

use alloc::string::String;

use super::HostConfig;
use crate::protocol::shapes::{
    COMPANY_ID_MATCH, CONTACT_ID_MATCH, DialNumber, OBJECT_COORDINATES, ObjectCoordinates,
};
use crate::protocol::{Envelope, Field, FieldKind, List, Mask, Name, Part, Value, tables};
use crate::session::Code;

groups! {
    /// Inputs of a host's session: the page's commands and the edge's observations.
    #[derive(Clone, Debug)]
    pub enum HostInput;

    /// The page: the session's start, and its questions.
    Page(PageInput) {
        /// The settings; the first input, once. Answered by `badOrigin` where an origin is invalid.
        Start(HostConfig),
        /// Asks for the count of each code. Answered by `counts`.
        Count {},
    }

    /// The user of the page, whose commands are answered by `sent` or `refused`.
    User(UserInput) {
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

    /// The frame's events.
    Frame(FrameInput) {
        /// The frame was given an address.
        FrameLoading {},
        /// The frame loaded, for the first time or again.
        FrameLoaded {},
        /// The frame reported an error.
        FrameFailed {},
    }

    /// A message event: its source, then its message.
    Message(MessageInput) {
        /// A message event of the frame's window, before anything of its message is
        /// read. Answered by `admitted` where the message counts.
        Admit {
            /// The browser made the event.
            is_trusted: bool,
            /// The sender's origin, serialised.
            origin: String,
            /// The event names no window: the page that posted it is gone.
            is_gone: bool,
        },
        /// The message of an event that counts.
        Receive {
            /// As for `Admit`.
            origin: String,
            /// As for `Admit`.
            is_gone: bool,
            message: Envelope,
        },
        /// Messages of events that count are over a limit, or contain something that is not data:
        /// nothing of them was taken.
        Refuse {
            /// The reason.
            code: Code,
            /// The number since the edge's last report.
            times: u32,
        },
    }

    /// The record store's answers, and the page's to `navigate`.
    Store(StoreInput) {
        /// The record store answered.
        Stored {
            /// The number from `store`.
            request: u32,
            /// The answer, as a record or as a list of matches.
            answer: Part<StoreAnswer>,
        },
        /// The record store failed.
        StoreFailed { request: u32, text: String },
        /// The page opened the record of `navigate`, or could not.
        Navigated { request: u32, has_succeeded: bool },
    }

    /// The time.
    Time(TimeInput) {
        /// The time that `wake` asked for has come.
        Timeout {},
    }
}

tables! {
    /// An answer of the record store: a record, or a list of matches.
    STORE_ANSWER as StoreAnswer = "StoreAnswer", "What a record store answers." {
        record: Part<StoredRecord> = Field::optional(Name::Record, FieldKind::Object(&STORED_RECORD)),
        matches: List<FoundRecord> = Field::optional(
            Name::Matches,
            FieldKind::List(&[&CONTACT_ID_MATCH, &COMPANY_ID_MATCH]),
        ),
    }

    /// A record of the store.
    STORED_RECORD as StoredRecord = "StoredRecord", "A record, of which a session reads the id." {
        id: Value = Field::required(Name::Id, FieldKind::TextOrNumber).masked(Mask::RecordId),
    }

    /// A record that has the caller's number.
    FOUND_RECORD as FoundRecord = "FoundRecord", "A match, of which a session reads the record." {
        object_coordinates: Part<ObjectCoordinates> = Field::required(
            Name::ObjectCoordinates,
            FieldKind::Object(&OBJECT_COORDINATES),
        ),
    }
}
