//! What comes into a widget session.

use alloc::string::String;
use alloc::vec::Vec;

use super::options::{LifecycleMode, Mode};
use super::output::Level;
use super::question::Question;
use super::windows::Role;
use crate::protocol::Millis;
use crate::session::Code;

inputs! {
    /// What comes into a widget session: the application's commands, and what the
    /// edge saw of the world.
    ///
    /// Numbers of instances, receipts and waits are the edge's to choose, each once.
    Input {
        /// The page of the session; comes first, once.
        Start = "start" {
            /// The page's own origin, serialised.
            own_origin: String = "ownOrigin",
            /// A random text that begins every message id; no underscore in it.
            instance_id: String = "instanceId",
            /// Whether there is a page around it, or another host.
            is_embedded: bool = "isEmbedded",
            /// The origin of the one host that the app named; any text for a port.
            given_host: Option<String> = "givenHost",
        }
        /// Restores what an engine that trapped had.
        Restore = "restore" {
            /// As `pinned` gave it last.
            origin: Option<String> = "origin",
            source: u32 = "source",
            id_prefix: String = "idPrefix",
            ready: P = "ready",
            /// As `presence` gave it last; an empty object for none.
            presence: P = "presence",
            posted_by: u32 = "postedBy",
            /// The calls, as `call` gave them last.
            snapshot: P = "snapshot",
        }
        /// Adds an object of the app's to the session.
        Attach = "attach" {
            /// Its number.
            instance: u32 = "instance",
            /// Whether notes are reported and payloads are checked.
            debug_mode: bool = "debugMode",
            /// What happens to its commands out of order.
            lifecycle: LifecycleMode = "lifecycle",
            /// Whether a payload that deviates from its table is refused.
            is_strict: bool = "isStrict",
            /// The host origins to trust, in place of the default ones.
            origins: Option<Vec<String>> = "origins",
            /// Whether it only relays: no checks of any kind.
            is_relay: bool = "isRelay",
            /// How much of the engine it uses.
            mode: Mode = "mode",
            /// Whether a dial that repeats the last one is delivered to it.
            keeps_repeated_dials: bool = "keepsRepeatedDials",
            /// Whether open calls survive a reload of the page.
            resume: bool = "resume",
            /// Whether READY was delivered to it by an engine that trapped.
            is_ready: bool = "isReady",
        }
        /// Removes it.
        Detach = "detach" {
            instance: u32 = "instance",
        }
        /// A message event, before anything of its message is read. Answered by
        /// `admitted` where the message counts, and by `glance` where it matters
        /// whether it is a SYNC.
        Hear = "hear" {
            /// Whether the browser made the event.
            is_trusted: bool = "isTrusted",
            /// The window it comes from, as the edge numbers them; 0 for any other.
            source: u32 = "source",
            /// The origin the browser attests.
            origin: String = "origin",
        }
        /// What the message of a refused origin turned out to be.
        Glanced = "glanced" {
            origin: String = "origin",
            is_sync: bool = "isSync",
        }
        /// The message of an event that counts.
        Receive = "receive" {
            source: u32 = "source",
            origin: String = "origin",
            message: P = "message",
        }
        /// Messages the edge refused unread: the browser did not make their events,
        /// they come from a foreign window, are over a limit, or hold what is no data.
        Refuse = "refuse" {
            code: Code = "code",
            /// How many since the edge reported them last.
            times: u32 = "times",
        }
        /// A message that the app injects, as its tests do.
        Inject = "inject" {
            instance: u32 = "instance",
            /// The origin it is to have come from; empty for the page's own.
            origin: String = "origin",
            message: P = "message",
        }
        /// The app assumes that the session is open, as its tests do.
        AssumeReady = "assumeReady" {
            origin: String = "origin",
        }
        /// A message of the app's. Answered by `sent`.
        Send = "send" {
            instance: u32 = "instance",
            message: P = "message",
            /// What it is posted under, unless it has an id itself.
            message_id: String = "messageId",
        }
        /// The handlers of a `deliver` or a `resumed` have returned.
        Delivered = "delivered" {
            /// The handlers that took the message, each behind its instance and a colon.
            served: Vec<String> = "served",
        }
        /// Asks which of an instance's handlers take a message. Answered by `route`.
        Route = "route" {
            instance: u32 = "instance",
            message: P = "message",
        }
        /// Which handler took the message of `route`; empty where none did.
        Routed = "routed" {
            instance: u32 = "instance",
            handler: String = "handler",
        }
        /// Opens a receipt: it belongs to the next message of this type that the
        /// instance sends before `trackEnd`.
        Track = "track" {
            instance: u32 = "instance",
            receipt: u32 = "receipt",
            /// The message's type.
            wire: String = "wire",
        }
        /// Closes a receipt: where no message was sent meanwhile, none was.
        TrackEnd = "trackEnd" {
            receipt: u32 = "receipt",
        }
        /// Asks what became of a receipt's message. Answered by `settled`, once.
        Wait = "wait" {
            wait: u32 = "wait",
            receipt: u32 = "receipt",
            question: Question = "question",
            /// How long, in ms of the time the page is awake.
            timeout: Option<Millis> = "timeoutMs",
        }
        /// Aborts a wait.
        Abort = "abort" {
            wait: u32 = "wait",
        }
        /// Reports what the edge found.
        Note = "note" {
            code: Code = "code",
            level: Level = "level",
            times: u32 = "times",
            /// A field's path or a name; never a value.
            detail: String = "detail",
        }
        /// The time that `wake` asked for has come.
        Timeout = "timeout" {}
        /// Asks for the record for a page that is loaded in this one's place. Answered
        /// by `journal`.
        Journal = "journal" {
            /// Tells the frames of an origin apart.
            frame: String = "frame",
        }
        /// The record of an earlier page, as `journal` gave it. Answered by
        /// `resumable`.
        Resume = "resume" {
            frame: String = "frame",
            record: P = "record",
        }
        /// Another page took the record of this one.
        LoseJournal = "loseJournal" {}
        /// The app drops a call, and what is queued about it.
        ForgetCall = "forgetCall" {
            key: u32 = "key",
        }
        /// What this window is among the user's windows. Followed by `announce`.
        Share = "share" {
            /// A random text that names this window, also after a trap.
            window: String = "window",
            role: Role = "role",
        }
        /// Another window came, and knows nothing yet. Followed by `announce`.
        Welcome = "welcome" {}
        /// The calls of another window, as its `announce` gave them.
        Announced = "announced" {
            window: String = "window",
            calls: P = "calls",
            is_leader: bool = "isLeader",
        }
        /// A message of the app's in another window, as its `forward` gave it.
        Forwarded = "forwarded" {
            /// The window it is for; empty for the leader.
            to: String = "to",
            message: P = "message",
            /// The message id, if it carries none.
            message_id: String = "messageId",
        }
        /// Another window is gone.
        WindowGone = "windowGone" {
            window: String = "window",
        }
        /// Asks who is called, by DIAL_NUMBER's payload. Answered by `callee`.
        Callee = "callee" {
            data: P = "data",
        }
        /// Asks how often each code was given. Answered by `counts`.
        Count = "count" {}
    }
}
