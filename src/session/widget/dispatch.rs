//! Routes the inputs, by their source.
//!
//! Each group has its own function (`inline(never)`): JavaScript engines compile a function whole
//! at its first call, and a page's start needs few of them.

use super::command::Command;
use super::input::{AppInput, JournalInput, MessageInput, PageInput, ReceiptInput, TimeInput};
use super::output::AnswerOutput;
use super::{Input, Widget};
use crate::protocol::{Kind, Millis};
use crate::session::{Callee, Facts, SourceId};

impl Widget {
    /// Handles one input; returns its answer, if it has an immediate one.
    pub(super) fn apply(&mut self, now: Millis, input: Input) -> Option<AnswerOutput> {
        match input {
            Input::Page(input) => self.apply_page(now, input),
            Input::Message(input) => return self.apply_message(now, input),
            Input::App(input) => return self.apply_app(now, input),
            Input::Receipt(input) => self.apply_receipt(now, input),
            Input::Journal(input) => return self.apply_journal(now, input),
            Input::Window(input) => self.handle_window(now, input),
            Input::Time(TimeInput::Timeout {}) => {
                self.view.alarm.rang();
                self.handle_timeout(now);
            }
        }
        None
    }

    /// Handles an input of the page around a session.
    #[inline(never)]
    fn apply_page(&mut self, now: Millis, input: PageInput) {
        match input {
            PageInput::Start(environment) => {
                let started = Self::new(environment);
                // An engine is started once, and before that has nothing to free.
                core::mem::forget(core::mem::replace(self, started));
            }
            PageInput::Leave { is_certain } => self.leave_page(now, is_certain),
            PageInput::Stay {} => self.stay_page(now),
            PageInput::Note { code, detail } => self.outbox.note(code, detail),
        }
    }

    /// Handles a message event, or messages that the edge refused.
    #[inline(never)]
    fn apply_message(&mut self, now: Millis, input: MessageInput) -> Option<AnswerOutput> {
        match input {
            MessageInput::Admit {
                is_trusted,
                source,
                origin,
                is_sync,
            } => {
                let facts = Facts {
                    is_trusted,
                    source: SourceId(source),
                    origin: &origin,
                };
                return self.admit(&facts, is_sync);
            }
            MessageInput::Receive {
                source,
                origin,
                message,
            } => {
                let facts = Facts {
                    is_trusted: true,
                    source: SourceId(source),
                    origin: &origin,
                };
                self.handle_message(now, &facts, &message);
            }
            MessageInput::Refuse { code, times } => self.outbox.refuse(code, times),
        }
        None
    }

    /// Handles an action or a question of the app.
    #[inline(never)]
    fn apply_app(&mut self, now: Millis, input: AppInput) -> Option<AnswerOutput> {
        match input {
            AppInput::Attach(options) => return self.attach(options),
            AppInput::Detach { instance } => self.detach(instance),
            AppInput::Inject {
                instance,
                origin,
                message,
            } => self.handle_injected(now, instance, &origin, &message),
            AppInput::AssumeReady { origin } => self.assume_ready(now, &origin),
            AppInput::Send {
                instance,
                message,
                message_id,
            } => {
                let command = Command { instance, message };
                let outcome = if self.windows.is_joined() {
                    self.send_shared(now, command, message_id)
                } else {
                    self.send(now, command, message_id)
                };
                return Some(AnswerOutput::Sent { outcome });
            }
            AppInput::Delivered { served } => {
                self.instances.served(now, &served, &mut self.outbox);
                self.handle_delivered(now);
            }
            AppInput::Route { instance, message } => {
                let plan = self.instances.plan(instance, &message);
                return Some(AnswerOutput::Route { plan });
            }
            AppInput::Routed { instance, handler } => {
                self.instances.routed(instance, &handler, &mut self.outbox);
            }
            AppInput::ForgetCall { key } => self.forget_call(key),
            AppInput::Callee { dial } => {
                let callee = Callee::of(&dial).map(|callee| callee.snapshot().into());
                return Some(AnswerOutput::Callee { callee });
            }
            AppInput::Count {} => {
                let counts = self.counts().to_vec();
                return Some(AnswerOutput::Counts { counts });
            }
        }
        None
    }

    /// Handles an input about receipts.
    #[inline(never)]
    fn apply_receipt(&mut self, now: Millis, input: ReceiptInput) {
        match input {
            ReceiptInput::Track {
                instance,
                receipt,
                wire,
            } => {
                if let Some(kind) = Kind::parse(&wire) {
                    self.receipts
                        .track(instance, receipt, kind, &mut self.outbox);
                }
            }
            ReceiptInput::TrackEnd { receipt } => {
                self.receipts.track_end(receipt, &mut self.outbox)
            }
            ReceiptInput::Wait {
                wait,
                receipt,
                question,
                timeout,
            } => {
                let (awake, outbox) = (self.clock.advance(now), &mut self.outbox);
                self.receipts
                    .wait(awake, wait, receipt, question, timeout, outbox);
            }
            ReceiptInput::Abort { wait } => self.receipts.abort(wait, &mut self.outbox),
        }
    }

    /// Handles an input about the record of the open calls.
    #[inline(never)]
    fn apply_journal(&mut self, now: Millis, input: JournalInput) -> Option<AnswerOutput> {
        match input {
            JournalInput::Journal { frame } => {
                let host = self.link.user_hash();
                let calls = self.calls_at_host();
                let record = self.persistence.journal(now, &frame, host, calls);
                let record = record.map(Into::into);
                return Some(AnswerOutput::Journal { record });
            }
            JournalInput::Resume { frame, record } => {
                let verdict = self.resume(now, &frame, &record);
                return Some(AnswerOutput::Resumable { verdict });
            }
            JournalInput::LoseJournal {} => self.persistence.lose_journal(&mut self.outbox),
        }
        None
    }
}
