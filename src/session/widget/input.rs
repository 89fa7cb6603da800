//! Inputs of a widget's session, by source.

#![expect(missing_docs, reason = "a field without a text is what its name says")]

use alloc::string::String;
use alloc::vec::Vec;

use super::{Environment, InstanceOptions, JournalRecord, Question, WindowMessage};
use crate::protocol::shapes::DialNumber;
use crate::protocol::{Envelope, Millis, Part};
use crate::session::Code;

groups! {
    /// Inputs of a widget's session: the application's commands and the edge's observations.
    ///
    /// The edge chooses the numbers of instances, receipts and waits, each once.
    #[derive(Clone, Debug)]
    pub enum Input;

    /// The page: the session's start, and the edge's own reports.
    Page(PageInput) {
        /// The page of the session; the first input, once.
        Start(Environment),
        /// The page is being left.
        Leave {
            /// True once it is hidden; before, it may still stay.
            is_certain: bool,
        },
        /// The page is shown again.
        Stay {},
        /// Reports the edge's own diagnostic, at its code's level.
        Note {
            code: Code,
            /// A field's path or a name; never a value.
            detail: String,
        },
    }

    /// A message event: its source, then its message.
    Message(MessageInput) {
        /// A message event, before anything of its message is read. Answered by `admitted` where
        /// the message counts, and by `askSync` where it depends on the message being a SYNC: then
        /// it is entered once more.
        Admit {
            /// True if the browser made the event.
            is_trusted: bool,
            /// The window it comes from, as the edge numbers them; 0 for any other.
            source: u32,
            /// The origin the browser attests.
            origin: String,
            /// True if the message is a SYNC; absent unless that was asked.
            is_sync: Option<bool>,
        },
        /// The message of an event that counts.
        Receive {
            source: u32,
            origin: String,
            message: Envelope,
        },
        /// Messages the edge refused unread: the browser did not make their events, they come from
        /// a foreign window, are over a limit, or contain something that is not data.
        Refuse {
            code: Code,
            /// The number since the edge's last report.
            times: u32,
        },
    }

    /// The app: its objects, its messages, its handlers and its questions.
    App(AppInput) {
        /// Adds an object of the app's to the session. Answered by `badOrigin` where it is not added.
        Attach(InstanceOptions),
        /// Removes it.
        Detach { instance: u32 },
        /// A message of the app's. Answered by `sent`.
        Send {
            instance: u32,
            message: Envelope,
            /// The id it is posted under, unless it has its own.
            message_id: String,
        },
        /// A message that the app injects, as its tests do.
        Inject {
            instance: u32,
            /// Its pretended origin; empty for the page's own.
            origin: String,
            message: Envelope,
        },
        /// The app assumes that the session is open, as its tests do.
        AssumeReady { origin: String },
        /// The handlers of a `deliver` or a `resumed` have returned.
        Delivered {
            /// The handlers that took the message, each behind its instance and a colon.
            served: Vec<String>,
        },
        /// Asks for an instance's handlers of a message. Answered by `route`.
        Route { instance: u32, message: Envelope },
        /// The handler that took the message of `route`; empty for none.
        Routed { instance: u32, handler: String },
        /// Drops a call, and the messages queued about it.
        ForgetCall { key: u32 },
        /// Asks for the callee, by DIAL_NUMBER's payload. Answered by `callee`.
        Callee { dial: Part<DialNumber> },
        /// Asks for the count of each code. Answered by `counts`.
        Count {},
    }

    /// A receipt: the outcome of a message.
    Receipt(ReceiptInput) {
        /// Opens a receipt: it belongs to the next message of this type that the
        /// instance sends before `trackEnd`.
        Track {
            instance: u32,
            receipt: u32,
            /// The message's type.
            wire: String,
        },
        /// Closes a receipt: where no message was sent meanwhile, none was.
        TrackEnd { receipt: u32 },
        /// Waits for the outcome of a receipt's message. Answered by `settled`, once.
        Wait {
            wait: u32,
            receipt: u32,
            question: Question,
            /// The time limit, in ms of the time the page is awake.
            timeout: Option<Millis>,
        },
        /// Aborts a wait.
        Abort { wait: u32 },
    }

    /// The journal: the record of the open calls, for a reload.
    Journal(JournalInput) {
        /// Asks for the record for the page that a reload brings. Answered by `journal`.
        Journal {
            /// Tells the frames of an origin apart.
            frame: String,
        },
        /// The record of an earlier page, from `journal`. Answered by `resumable`.
        Resume {
            frame: String,
            record: Part<JournalRecord>,
        },
        /// Another page took the record of this one.
        LoseJournal {},
    }

    /// The user's other windows, and the way to them.
    Window(WindowInput) {
        /// This window shares its calls, as soon as the browser lets it.
        Join {
            /// A random text that names this window.
            window: String,
        },
        /// The other windows can hear this one: a lock shows them when it is gone.
        Meet {},
        /// This window has the leader's lock.
        Lead {},
        /// This window no longer shares its calls, or cannot.
        Leave {},
        /// Any value on the windows' channel, from any page of the origin.
        Heard {
            said: Part<WindowMessage>,
            /// Its field `message`; an empty object if that is not an object.
            message: Envelope,
            /// True if it came through a port: no lock shows when its window is gone.
            is_relayed: bool,
            /// The message id, if the app's message carries none.
            message_id: String,
        },
        /// Another window is gone: its lock is released, and its earlier messages were received.
        Gone { window: String },
    }

    /// The time.
    Time(TimeInput) {
        /// The time that `wake` asked for has come.
        Timeout {},
    }
}
