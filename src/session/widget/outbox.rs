//! Collects the orders and reports of a session.

use alloc::string::String;
use alloc::vec::Vec;

use super::bounded::push_bounded;
use super::output::{AppOutput, Level, Output, PageOutput, Plan};
use super::question::Outcome;
use crate::lifecycle::{Call, Refused};
use crate::protocol::{Millis, Name, Object, Value};
use crate::session::counts::Counts;
use crate::session::stored::write_call;
use crate::session::{Code, SourceId};

/// Collects orders and reports until the engine has handled its input.
#[derive(Clone, Debug, Default)]
pub(super) struct Outbox {
    /// Posts to the host.
    pub(super) posts: Vec<Output>,
    /// Outputs for the app: deliveries, settled waits and reports.
    pub(super) events: Vec<Output>,
    /// Deliveries whose handlers have not returned; a handler that injects a message
    /// starts another.
    deliveries: u32,
    counts: Counts,
    /// The commands out of order that were reported: once per code and call.
    refusals: Vec<(Code, Option<u32>)>,
}

impl Outbox {
    /// Posts a message; `by` is its instance, 0 for the session itself.
    pub(super) fn post(&mut self, message: Value, origin: String, to: SourceId, by: u32) {
        self.posts.push(Output::Page(PageOutput::Post {
            message,
            origin,
            to: to.0,
            by,
        }));
    }

    /// Makes an instance acknowledge a message injected into it.
    pub(super) fn acknowledge(&mut self, instance: u32, message: Value) {
        self.events
            .push(Output::App(AppOutput::Acknowledge { instance, message }));
    }

    /// Delivers a message to handlers, by these plans.
    pub(super) fn deliver(&mut self, message: Value, to: Vec<Plan>, to_one: bool) {
        self.deliveries = self.deliveries.saturating_add(1);
        self.events.push(Output::App(AppOutput::Deliver {
            message,
            to,
            to_one,
        }));
    }

    /// Delivers the calls that were taken over, with the age of what is known; false where there are
    /// none.
    pub(super) fn deliver_resumed(
        &mut self,
        calls: &mut dyn Iterator<Item = &Call>,
        age: Millis,
    ) -> bool {
        let calls: Vec<Value> = calls.map(|call| write_call(call).into()).collect();
        let has_calls = !calls.is_empty();
        if has_calls {
            self.deliveries = self.deliveries.saturating_add(1);
            let account = Object::new()
                .with(Name::Calls, calls)
                .with(Name::AgeMs, age.0.max(0.0))
                .into();
            self.events
                .push(Output::App(AppOutput::Resumed { account }));
        }
        has_calls
    }

    /// Adds an output, in order with the posts: for the other windows, or about the queue.
    pub(super) fn push(&mut self, output: Output) {
        self.posts.push(output);
    }

    /// Notes that the handlers of one delivery have returned; true if those of all have.
    pub(super) const fn delivered(&mut self) -> bool {
        self.deliveries = self.deliveries.saturating_sub(1);
        self.deliveries == 0
    }

    /// Cancels the delivery of a chosen message.
    pub(super) fn take_delivery(&mut self, chosen: impl Fn(&Value) -> bool) -> Option<Value> {
        let at = self.events.iter().position(|output| match output {
            Output::App(AppOutput::Deliver { message, .. }) => chosen(message),
            _ => false,
        })?;
        self.delivered();
        match self.events.remove(at) {
            Output::App(AppOutput::Deliver { message, .. }) => Some(message),
            _ => None,
        }
    }

    pub(super) fn settle(&mut self, wait: u32, outcome: Outcome, value: Option<Value>) {
        self.events.push(Output::App(AppOutput::Settled {
            wait,
            outcome,
            value,
        }));
    }

    /// Reports a diagnostic of this session or the edge.
    pub(super) fn report(&mut self, code: Code, level: Level, detail: String) {
        let count = self.counts.add(code, 1);
        self.events.push(Output::App(AppOutput::Report {
            code,
            level,
            detail,
            count,
        }));
    }

    pub(super) fn count_of(&self, code: Code) -> u32 {
        self.counts.of(code)
    }

    /// Counts a code once.
    pub(super) fn count(&mut self, code: Code) {
        self.count_times(code, Level::Count, 1);
    }

    /// Counts a code that may come in a flood: it is reported the first time, and whenever the
    /// count gains a digit.
    pub(super) fn count_times(&mut self, code: Code, level: Level, times: u32) {
        let count = self.counts.add(code, times);
        let before = count.saturating_sub(times);
        if count.checked_ilog10() > before.checked_ilog10() {
            self.events.push(Output::App(AppOutput::Report {
                code,
                level,
                detail: String::new(),
                count,
            }));
        }
    }

    /// Counts messages that the edge refused.
    pub(super) fn refuse(&mut self, code: Code, times: u32) {
        let level = if code.is_of_other_windows() {
            Level::Count
        } else {
            Level::Note
        };
        self.count_times(code, level, times);
    }

    /// Reports the edge's own diagnostic.
    pub(super) fn note(&mut self, code: Code, detail: String) {
        match code.level() {
            Level::Count => self.count(code),
            level => self.report(code, level, detail),
        }
    }

    /// Reports a command out of order; notes are reported once per code and call, and only counted
    /// later.
    pub(super) fn report_refused(&mut self, refused: &Refused, call: Option<u32>, level: Level) {
        let code = Code::from(refused.code);
        if level == Level::Note {
            if self.refusals.contains(&(code, call)) {
                return self.count(code);
            }
            push_bounded(&mut self.refusals, (code, call), MAX_REFUSALS);
        }
        self.report(code, level, refused.sentence());
    }

    /// The count of each code, in the order of first occurrence.
    pub(super) fn counts(&self) -> &[(Code, u32)] {
        self.counts.as_slice()
    }
}

/// Maximum number of refusals remembered, the latest.
const MAX_REFUSALS: usize = 256;
