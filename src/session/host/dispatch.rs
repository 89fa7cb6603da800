//! Routes the inputs, by their source.
//!
//! Each group has its own function (`inline(never)`): JavaScript engines compile a function whole
//! at its first call, and a page's start needs few of them.

use alloc::string::String;

use super::input::{FrameInput, MessageInput, PageInput, StoreInput, TimeInput, UserInput};
use super::output::AnswerOutput;
use super::{Host, HostInput};
use crate::protocol::limits::MAX_ERROR_TEXT;
use crate::protocol::{Millis, OriginPattern};
use crate::session::Code;

impl Host {
    /// Handles one input; returns its answer, if it has an immediate one.
    pub(super) fn apply(&mut self, now: Millis, input: HostInput) -> Option<AnswerOutput> {
        match input {
            HostInput::Page(input) => return self.apply_page(input),
            HostInput::User(input) => return self.apply_user(now, input),
            HostInput::Frame(FrameInput::FrameLoading {}) => self.handle_frame_loading(now),
            HostInput::Frame(FrameInput::FrameLoaded {}) => self.handle_frame_loaded(now),
            HostInput::Frame(FrameInput::FrameFailed {}) => self.handle_frame_error(),
            HostInput::Message(input) => return self.apply_message(now, input),
            HostInput::Store(input) => self.apply_store(now, input),
            HostInput::Time(TimeInput::Timeout {}) => {
                self.view.alarm.rang();
                self.handle_timeout(now);
            }
        }
        None
    }

    /// Handles an input of the page around a session.
    fn apply_page(&mut self, input: PageInput) -> Option<AnswerOutput> {
        match input {
            PageInput::Start(config) => {
                let mut origins = config.allowed_widget_origins.iter();
                if let Some(bad) = origins.find(|text| OriginPattern::parse(text).is_none()) {
                    return Some(AnswerOutput::BadOrigin { text: bad.clone() });
                }
                *self = Self::new(config);
            }
            PageInput::Count {} => {
                return Some(AnswerOutput::Counts {
                    counts: self.counts().to_vec(),
                });
            }
        }
        None
    }

    /// Handles a command or a question of the page's user.
    #[inline(never)]
    fn apply_user(&mut self, now: Millis, input: UserInput) -> Option<AnswerOutput> {
        Some(match input {
            UserInput::Dial { data } => outcome(self.dial_number(now, &data), "phoneNumber"),
            UserInput::CancelDial {} => AnswerOutput::Answer {
                is_so: self.queued_dial.take().is_some(),
            },
            UserInput::EndCall {} => outcome(self.end_call(), ""),
            UserInput::SetVisibility {
                is_minimized,
                is_hidden,
            } => {
                let outbox = &mut self.outbox;
                let result = self.frame.set_visibility(is_minimized, is_hidden, outbox);
                outcome(result, "")
            }
            UserInput::Send { message } => outcome(self.send(&message.body), ""),
            UserInput::SendRaw { message } => outcome(self.send_raw(&message), "type"),
            UserInput::SetInCallTask { in_call_task } => {
                self.config.in_call_task = in_call_task;
                return None;
            }
            UserInput::CanDial { object_type_id } => AnswerOutput::Answer {
                is_so: self.can_dial(&object_type_id),
            },
        })
    }

    /// Handles a message event of the frame, or messages that the edge refused.
    #[inline(never)]
    fn apply_message(&mut self, now: Millis, input: MessageInput) -> Option<AnswerOutput> {
        match input {
            MessageInput::Admit {
                is_trusted,
                origin,
                is_gone,
            } => {
                return self.admit(is_trusted, is_gone, &origin);
            }
            MessageInput::Receive {
                origin,
                is_gone,
                message,
            } => {
                self.handle_message(now, is_gone, &origin, &message);
            }
            MessageInput::Refuse { code, times } => self.outbox.refuse(code, "", times),
        }
        None
    }

    /// Handles an answer of the record store or the page.
    #[inline(never)]
    fn apply_store(&mut self, now: Millis, input: StoreInput) {
        match input {
            StoreInput::Stored { request, answer } => {
                self.handle_stored(now, request, Ok(answer));
            }
            StoreInput::StoreFailed { request, text } => {
                self.handle_stored(now, request, Err(postable(text)));
            }
            StoreInput::Navigated {
                request,
                has_succeeded,
            } => self.handle_navigated(request, has_succeeded),
        }
    }
}

/// The text of a record store's error, or a code in place of one that no widget accepts.
fn postable(text: String) -> String {
    if text.encode_utf16().count() > MAX_ERROR_TEXT {
        return [
            Code::TooMuchText.as_str(),
            ": the record store's error is too long",
        ]
        .concat();
    }
    text
}

/// The answer to a command; `required` is the field it cannot do without.
fn outcome(result: Result<String, Code>, required: &str) -> AnswerOutput {
    match result {
        Ok(message_id) => AnswerOutput::Sent { message_id },
        Err(code) => AnswerOutput::Refused {
            code,
            detail: match code {
                Code::MissingField => [required, " is missing; give a string"].concat(),
                _ => String::new(),
            },
        },
    }
}
