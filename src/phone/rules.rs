//! One call, between the phone, the user and the host.

use super::code::PhoneCode;
use crate::protocol::{EndStatus, named};

named! {
    /// A call's state, from the phone's point of view.
    ///
    /// ```text
    ///            dial                    answered              ended
    /// none ──────────────▶ dialing ──────────────▶ connected ─────────▶ ended ──▶ closed
    ///   │ incoming            │ hangUp        ▲     │  │ transfer         ▲  completed
    ///   └──▶ ringing          ▼               │     │  ▼                  │
    ///          │ │ answer  canceling ─────────│─────│──transferring ──▶ transferred
    ///          │ └──▶ answering ──────────────┘     ▼                     │
    ///          └ decline ──▶ declining ──────▶ hangingUp ─────────────────┘
    ///
    ///                 reconnecting                reconnected
    ///      connected ──────────────▶ reconnecting ───────────▶ connected
    /// ```
    PhoneCallState {
        /// There is no call of this id.
        None = "none",
        /// The user placed it; the phone dials.
        Dialing = "dialing",
        /// It comes in.
        Ringing = "ringing",
        /// The user took it; the phone has not confirmed.
        Answering = "answering",
        /// Another device or another window took it; a window reports that shortly.
        Left = "left",
        /// Both sides talk.
        Connected = "connected",
        /// The sound is gone; the phone looks for another way.
        Reconnecting = "reconnecting",
        /// It was hung up before an answer; the phone has not confirmed.
        Canceling = "canceling",
        /// The user declined it; the phone has not confirmed.
        Declining = "declining",
        /// It was hung up; the phone has not confirmed.
        HangingUp = "hangingUp",
        /// It is being transferred.
        Transferring = "transferring",
        /// It left this phone, which closes its own leg.
        Transferred = "transferred",
        /// It is over; the engagement or the app's properties are awaited.
        Ended = "ended",
        /// Everything about it is reported.
        Closed = "closed",
    }
}

named! {
    /// An event of a call.
    CallEvent {
        /// The CRM or the app places it.
        Dial = "dial",
        /// The same, with an invalid phone number.
        DialBadNumber = "dialBadNumber",
        /// The same, while the maximum number of calls is open.
        DialBusy = "dialBusy",
        /// The phone: it comes in.
        Incoming = "incoming",
        /// The same, while the maximum number of calls is open.
        IncomingBusy = "incomingBusy",
        /// The phone: the user placed it there, beside the binding.
        Outgoing = "outgoing",
        /// The phone: it rings at the other end.
        Ringing = "ringing",
        /// The phone: it was answered.
        Answered = "answered",
        /// The phone: it ended.
        Ended = "ended",
        /// The phone: it failed.
        Failed = "failed",
        /// The phone: another device of the user took it.
        Elsewhere = "elsewhere",
        /// The phone: another device of the user declined it.
        Declined = "declined",
        /// The same, while the user has other windows: one of them may have taken it.
        Left = "left",
        /// Another window of the user has reported its answer or its end.
        Taken = "taken",
        /// The phone: the sound is gone, and it is being connected again.
        Reconnecting = "reconnecting",
        /// The phone: the sound is back.
        Reconnected = "reconnected",
        /// The phone: the other party took over the transferred call.
        Transferred = "transferred",
        /// The phone: the transfer was refused.
        TransferFailed = "transferFailed",
        /// The phone: its microphone is gone.
        MicrophoneLost = "microphoneLost",
        /// The phone: the other end accepted a hold.
        Held = "held",
        /// The phone: it is no longer held, or a hold was refused.
        Unheld = "unheld",
        /// The user takes it.
        Answer = "answer",
        /// The user declines it.
        Decline = "decline",
        /// The user hangs up.
        HangUp = "hangUp",
        /// The host sent END_CALL.
        EndCall = "endCall",
        /// The user transfers it.
        Transfer = "transfer",
        /// The user holds it, or no longer.
        Control = "control",
        /// The user mutes the own side, or no longer.
        Mute = "mute",
        /// The user sends digits.
        Digits = "digits",
        /// The phone did not mute, hold or send digits.
        Refused = "refused",
        /// The phone did not answer in time.
        Silent = "silent",
        /// The phone threw, or its promise was rejected.
        Threw = "threw",
        /// The page that had it is gone, and the phone does not have it.
        Lost = "lost",
        /// The engagement and the app's properties are there, or will not come.
        Completed = "completed",
    }
}

/// A step, to be carried out in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// `outgoingCall` of the SDK.
    OutgoingCall,
    /// `incomingCall` of the SDK.
    IncomingCall,
    /// `callAnswered` of the SDK; the duration begins.
    CallAnswered,
    /// `callEnded` of the SDK with this status, or that of the cause; the duration ends.
    CallEnded(Option<EndStatus>),
    /// `callTransferred` of the SDK.
    CallTransferred,
    /// Wait for the engagement and for the app's properties, then [`CallEvent::Completed`].
    Complete,
    /// `callCompleted` of the SDK.
    CallCompleted,
    /// The phone dials.
    Dial,
    /// The phone answers.
    Answer,
    /// The phone declines.
    Reject,
    /// The phone refuses as busy.
    RejectBusy,
    /// The phone hangs up.
    HangUp,
    /// The phone transfers.
    Transfer,
    /// The phone carries out the user's command.
    Control,
    /// The phone mutes what the user muted before there was sound.
    Mute,
    /// Notes since when there is no sound.
    SoundLost,
    /// The call lasted until then.
    UntilSound,
    /// Shows the app that it is held.
    Held,
    /// Shows the app that it is not.
    Unheld,
    /// [`CallEvent::Silent`] follows after this many ms, unless the state changes or another such
    /// step takes its place; 0 means never.
    Await(u32),
}

impl Step {
    /// The name in JavaScript; a number is a time in ms.
    #[must_use]
    pub fn name(self) -> alloc::string::String {
        use alloc::format;
        use alloc::string::ToString as _;

        let name = match self {
            Self::OutgoingCall => "outgoingCall",
            Self::IncomingCall => "incomingCall",
            Self::CallAnswered => "callAnswered",
            Self::CallEnded(None) => "callEnded",
            Self::CallEnded(Some(status)) => return format!("callEnded:{}", status.as_str()),
            Self::CallTransferred => "callTransferred",
            Self::Complete => "complete",
            Self::CallCompleted => "callCompleted",
            Self::Dial => "dial",
            Self::Answer => "answer",
            Self::Reject => "reject",
            Self::RejectBusy => "rejectBusy",
            Self::HangUp => "hangUp",
            Self::Transfer => "transfer",
            Self::Control => "control",
            Self::Mute => "mute",
            Self::SoundLost => "soundLost",
            Self::UntilSound => "untilSound",
            Self::Held => "held",
            Self::Unheld => "unheld",
            Self::Await(ms) => return ms.to_string(),
        };
        name.to_string()
    }
}

/// The effects of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The state afterwards.
    pub to: PhoneCallState,
    /// The steps.
    pub steps: &'static [Step],
    /// The code that is reported.
    pub code: Option<PhoneCode>,
}

/// Time limit of a phone for an order that costs it nothing, and of another window to report that
/// it took a call.
const SHORT: Step = Step::Await(5_000);

/// Time limit of a phone to place or take a call, as it may ask for the microphone, and to find
/// another way for the sound.
const LONG: Step = Step::Await(60_000);

/// The effects of an event in a state. Every pair has an answer; an event that is out of place
/// changes nothing and is reported.
#[must_use]
pub const fn after(state: PhoneCallState, event: CallEvent) -> Rule {
    use CallEvent as On;
    use PhoneCallState as Is;
    use PhoneCode as Code;
    use Step as Do;

    match (state, event) {
        // A call begins.
        (Is::None, On::Dial) => go(Is::Dialing, &[Do::OutgoingCall, Do::Dial, LONG]),
        (Is::None, On::DialBadNumber) => {
            go(Is::Ended, &[Do::OutgoingCall, FAILED, Do::Complete]).reported(Code::BadNumber)
        }
        (Is::None, On::DialBusy) => go(Is::None, &[]).reported(Code::CallOpen),
        (Is::None, On::Outgoing) => go(Is::Dialing, &[Do::OutgoingCall]),
        (Is::None, On::Incoming) => go(Is::Ringing, &[Do::IncomingCall]),
        (Is::None, On::IncomingBusy) => go(Is::Closed, &[Do::RejectBusy]).reported(Code::CallOpen),
        (Is::None, _) => go(Is::None, &[]).reported(Code::UnknownCall),

        // The user placed it.
        (Is::Dialing, On::Ringing) => go(Is::Dialing, &[Step::Await(0), Do::Mute]),
        (
            Is::Dialing
            | Is::Ringing
            | Is::Answering
            | Is::Transferring
            | Is::Canceling
            | Is::HangingUp,
            On::Reconnecting | On::Reconnected,
        )
        | (Is::Canceling, On::Ringing) => go(state, &[]),
        (Is::Dialing, On::Answered) => go(Is::Connected, &[Do::CallAnswered, Do::Mute]),
        (Is::Dialing, On::Ended | On::Failed) => go(Is::Ended, &[BY_CAUSE, Do::Complete]),
        (Is::Dialing, On::HangUp | On::EndCall) => go(Is::Canceling, &[Do::HangUp, SHORT]),
        (Is::Dialing, On::Threw) => go(Is::Ended, &[FAILED, Do::Complete]).reported(Code::Threw),
        (Is::Dialing, On::Silent) => {
            go(Is::Ended, &[Do::HangUp, FAILED, Do::Complete]).reported(Code::Silent)
        }
        (Is::Dialing, On::Lost) => go(Is::Ended, &[CANCELED, Do::Complete]),

        // It comes in.
        (Is::Ringing, On::Ringing) => go(Is::Ringing, &[]),
        (Is::Ringing, On::Answer) => go(Is::Answering, &[Do::Answer, LONG]),
        (Is::Ringing | Is::Answering, On::Answered) => {
            go(Is::Connected, &[Do::CallAnswered, Do::Mute])
        }
        (Is::Ringing, On::Decline | On::HangUp | On::EndCall) => {
            go(Is::Declining, &[Do::Reject, SHORT])
        }
        (Is::Ringing | Is::Answering, On::Ended) => go(Is::Ended, &[MISSED, Do::Complete]),
        (Is::Ringing | Is::Answering, On::Declined) => go(Is::Ended, &[REJECTED, Do::Complete]),
        (Is::Ringing | Is::Answering, On::Failed) => go(Is::Ended, &[FAILED, Do::Complete]),
        (Is::Dialing | Is::Ringing, On::Elsewhere) => go(Is::Ended, &[CANCELED, Do::Complete]),
        (Is::Dialing | Is::Ringing | Is::Answering, On::Left) => go(Is::Left, &[SHORT]),
        (Is::Left, On::Silent) => go(Is::Ended, &[CANCELED, Do::Complete]),
        (Is::Ringing, On::Lost) => go(Is::Ended, &[MISSED, Do::Complete]),
        (Is::Answering, On::Elsewhere) => go(Is::Ended, &[CANCELED, Do::Complete]),
        (Is::Answering, On::Decline | On::HangUp | On::EndCall) => {
            go(Is::Declining, &[Do::Reject, SHORT])
        }
        (Is::Answering, On::Answer) => go(Is::Answering, &[]).reported(Code::Repeated),
        (Is::Answering, On::Threw) => {
            go(Is::Ended, &[Do::Reject, FAILED, Do::Complete]).reported(Code::Threw)
        }
        (Is::Answering, On::Silent) => {
            go(Is::Ended, &[Do::Reject, FAILED, Do::Complete]).reported(Code::Silent)
        }

        // Both sides talk.
        (Is::Connected | Is::Reconnecting, On::Ended | On::Elsewhere | On::Left | On::Lost) => {
            go(Is::Ended, &[COMPLETED, Do::Complete])
        }
        (Is::Connected | Is::Transferring, On::Failed) => go(Is::Ended, &[FAILED, Do::Complete]),
        (Is::Reconnecting, On::Failed) => go(Is::Ended, &[Do::UntilSound, FAILED, Do::Complete]),
        (Is::Connected | Is::Reconnecting, On::HangUp | On::EndCall) => {
            go(Is::HangingUp, &[Do::HangUp, SHORT])
        }
        (Is::Connected, On::Transfer) => go(Is::Transferring, &[Do::Transfer, Step::Await(30_000)]),
        (Is::Connected | Is::Reconnecting | Is::Transferring, On::Transferred) => {
            go(Is::Transferred, &[Do::CallTransferred, Do::HangUp, SHORT])
        }
        (Is::Connected | Is::Reconnecting, On::Control)
        | (Is::Dialing | Is::Connected | Is::Reconnecting, On::Digits)
        | (
            Is::Dialing | Is::Ringing | Is::Answering | Is::Connected | Is::Reconnecting,
            On::Mute,
        ) => go(state, &[Do::Control]),
        (Is::Connected, On::Reconnecting) => go(Is::Reconnecting, &[Do::SoundLost, LONG]),
        (Is::Reconnecting, On::Reconnecting) => go(Is::Reconnecting, &[]),
        // Some phones say the same as at the answer.
        (Is::Reconnecting, On::Answered) | (Is::Reconnecting | Is::Connected, On::Reconnected) => {
            go(Is::Connected, &[])
        }
        (Is::Reconnecting, On::Silent) => go(
            Is::Ended,
            &[Do::HangUp, Do::UntilSound, FAILED, Do::Complete],
        )
        .reported(Code::Silent),
        (Is::Transferring, On::TransferFailed) => {
            go(Is::Connected, &[]).reported(Code::TransferFailed)
        }
        (Is::Transferring, On::Threw) => go(Is::Connected, &[]).reported(Code::Threw),
        (Is::Transferring, On::Silent) => go(Is::Connected, &[]).reported(Code::Silent),
        (Is::Transferring, On::Ended | On::Elsewhere | On::Left) => {
            go(Is::Ended, &[COMPLETED, Do::Complete])
        }
        (Is::Transferring, On::HangUp | On::EndCall) => go(Is::HangingUp, &[Do::HangUp, SHORT]),

        // The phone was asked to end it. An answer that crosses that is hung up, too.
        (Is::Canceling | Is::Declining, On::Answered) => go(state, &[Do::HangUp, SHORT]),
        (
            Is::Canceling | Is::Declining | Is::HangingUp,
            On::Ended | On::Failed | On::Elsewhere | On::Left,
        ) => go(Is::Ended, state.asked_end()),
        (Is::Canceling | Is::Declining | Is::HangingUp, On::Silent) => {
            go(Is::Ended, state.asked_end()).reported(Code::Silent)
        }
        (Is::Canceling | Is::Declining | Is::HangingUp, On::Threw) => {
            go(Is::Ended, state.asked_end()).reported(Code::Threw)
        }

        // Another window reports.
        (_, On::Taken) if state.is_open() => go(Is::Closed, &[]),

        // It is over.
        (Is::Ended, On::Completed) => go(Is::Closed, &[Do::CallCompleted]),
        (Is::Ended, On::Lost) => go(Is::Ended, &[Do::Complete]),
        (Is::Transferred, On::Ended | On::Failed | On::Silent) => go(Is::Closed, &[]),
        // The phone has no leg to hang up any more.
        (Is::Transferred, On::Threw) => go(Is::Transferred, &[]),

        (_, On::Held) if state.is_answered() => go(state, &[Do::Held]),
        (_, On::Unheld) if state.is_answered() => go(state, &[Do::Unheld]),
        (_, On::MicrophoneLost) if state.is_open() => go(state, &[]).reported(Code::MicrophoneLost),
        (_, On::Threw | On::Refused) => go(state, &[]).reported(Code::Threw),
        (_, _) if !state.is_open() => go(state, &[]).reported(Code::Late),
        (Is::Canceling | Is::Declining | Is::HangingUp, On::HangUp | On::EndCall | On::Decline)
        | (Is::Dialing, On::Dial | On::Outgoing)
        | (Is::Ringing | Is::Answering, On::Incoming)
        | (Is::Connected, On::Answered)
        | (Is::Transferring, On::Transfer) => go(state, &[]).reported(Code::Repeated),
        (
            _,
            On::Answer
            | On::Decline
            | On::Transfer
            | On::Control
            | On::Mute
            | On::Digits
            | On::Dial
            | On::DialBusy
            | On::DialBadNumber,
        ) => go(state, &[]).reported(Code::NotAllowed),
        (_, _) => go(state, &[]).reported(Code::OutOfOrder),
    }
}

/// The states of a call, as the SDK reports it, in which another window has reported its end: this
/// phone's own report becomes [`CallEvent::Taken`].
pub const TAKEN: &[&str] = &["ended", "completed", "transferred"];

/// The same for a call that another device of the user took: its window has it.
pub const TAKEN_ELSEWHERE: &[&str] = &["connected", "ended", "completed", "transferred"];

impl PhoneCallState {
    /// True if it was answered, and is this phone's.
    #[must_use]
    pub const fn is_answered(self) -> bool {
        matches!(
            self,
            Self::Connected | Self::Reconnecting | Self::Transferring | Self::HangingUp
        )
    }

    /// The end that the phone was asked for.
    const fn asked_end(self) -> &'static [Step] {
        match self {
            Self::Canceling => &[CANCELED, Step::Complete],
            Self::Declining => &[REJECTED, Step::Complete],
            _ => &[COMPLETED, Step::Complete],
        }
    }

    /// True while the call may go on.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(
            self,
            Self::None | Self::Transferred | Self::Ended | Self::Closed
        )
    }
}

impl Rule {
    const fn reported(self, code: PhoneCode) -> Self {
        Self {
            code: Some(code),
            ..self
        }
    }
}

const fn go(to: PhoneCallState, steps: &'static [Step]) -> Rule {
    Rule {
        to,
        steps,
        code: None,
    }
}

const BY_CAUSE: Step = Step::CallEnded(None);
const CANCELED: Step = Step::CallEnded(Some(EndStatus::Canceled));
const COMPLETED: Step = Step::CallEnded(Some(EndStatus::Completed));
const FAILED: Step = Step::CallEnded(Some(EndStatus::Failed));
const MISSED: Step = Step::CallEnded(Some(EndStatus::Missed));
const REJECTED: Step = Step::CallEnded(Some(EndStatus::Rejected));
