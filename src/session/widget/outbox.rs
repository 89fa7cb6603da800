//! What a session orders and reports.

use alloc::string::String;
use alloc::vec::Vec;

use super::output::{AnswerOutput, AppOutput, Level, Output, PageOutput, Plan};
use super::question::Outcome;
use crate::lifecycle::Refused;
use crate::session::counts::Counts;
use crate::session::{Code, SourceId};

/// Collects what is to be done and what is reported, until the engine has taken its
/// input.
#[derive(Clone, Debug)]
pub(super) struct Outbox<P> {
    /// What is posted to the host.
    posts: Vec<Output<P>>,
    /// What the app is given: deliveries, settled waits and reports.
    events: Vec<Output<P>>,
    /// Deliveries whose handlers have not returned; a handler that injects a message
    /// starts another.
    deliveries: u32,
    counts: Counts,
    /// The commands out of order that were reported: once per code and call.
    refusals: Vec<(Code, Option<u32>)>,
}

impl<P> Outbox<P> {
    pub(super) const fn new() -> Self {
        Self {
            posts: Vec::new(),
            events: Vec::new(),
            deliveries: 0,
            counts: Counts::new(),
            refusals: Vec::new(),
        }
    }

    /// Posts a message; `by` is the instance it is from, 0 for the session itself.
    pub(super) fn post(&mut self, message: P, origin: String, to: SourceId, by: u32) {
        self.posts.push(Output::Page(PageOutput::Post {
            message,
            origin,
            to: to.0,
            by,
        }));
    }

    /// Has an instance acknowledge what was injected into it.
    pub(super) fn acknowledge(&mut self, instance: u32, message: P) {
        self.events
            .push(Output::App(AppOutput::Acknowledge { instance, message }));
    }

    /// Delivers a message to handlers, by these plans.
    pub(super) fn deliver(&mut self, message: P, to: Vec<Plan>, to_one: bool) {
        self.deliveries = self.deliveries.saturating_add(1);
        self.events.push(Output::App(AppOutput::Deliver {
            message,
            to,
            to_one,
        }));
    }

    /// Delivers the calls that were taken over.
    pub(super) fn deliver_resumed(&mut self, account: P) {
        self.deliveries = self.deliveries.saturating_add(1);
        self.events
            .push(Output::App(AppOutput::Resumed { account }));
    }

    /// Orders something of the other windows.
    pub(super) fn order(&mut self, order: Output<P>) {
        self.posts.push(order);
    }

    /// The handlers of one delivery have returned; whether those of all have.
    pub(super) const fn delivered(&mut self) -> bool {
        self.deliveries = self.deliveries.saturating_sub(1);
        self.deliveries == 0
    }

    /// True if a message that is chosen is to be delivered.
    pub(super) fn delivers(&self, chosen: impl Fn(&P) -> bool) -> bool {
        self.position_of(chosen).is_some()
    }

    /// Takes back the delivery of a message that is chosen.
    pub(super) fn take_delivery(&mut self, chosen: impl Fn(&P) -> bool) -> Option<P> {
        let at = self.position_of(chosen)?;
        self.delivered();
        match self.events.remove(at) {
            Output::App(AppOutput::Deliver { message, .. }) => Some(message),
            _ => None,
        }
    }

    fn position_of(&self, chosen: impl Fn(&P) -> bool) -> Option<usize> {
        self.events.iter().position(|output| match output {
            Output::App(AppOutput::Deliver { message, .. }) => chosen(message),
            _ => false,
        })
    }

    /// Settles a wait.
    pub(super) fn settle(&mut self, wait: u32, outcome: Outcome, value: Option<P>) {
        self.events.push(Output::App(AppOutput::Settled {
            wait,
            outcome,
            value,
        }));
    }

    /// Reports something that this session or the edge found.
    pub(super) fn report(&mut self, code: Code, level: Level, detail: String) {
        let count = self.counts.add(code, 1);
        self.events.push(Output::App(AppOutput::Report {
            code,
            level,
            detail,
            count,
        }));
    }

    /// The count of a code.
    pub(super) fn count_of(&self, code: Code) -> u32 {
        self.counts.of(code)
    }

    /// Counts something once.
    pub(super) fn count(&mut self, code: Code) {
        self.count_times(code, Level::Count, 1);
    }

    /// Counts something that may come in a flood: it is reported the first time, and
    /// whenever the count gains a digit.
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

    /// Reports what the edge found.
    pub(super) fn note(&mut self, code: Code, detail: String) {
        match code.level() {
            Level::Count => self.count(code),
            level => self.report(code, level, detail),
        }
    }

    /// Reports a command out of order; notes are reported once per code and call, and
    /// counted from then on.
    pub(super) fn report_refused(&mut self, refused: &Refused, call: Option<u32>, level: Level) {
        let code = Code::from(refused.code);
        if level == Level::Note {
            if self.refusals.contains(&(code, call)) {
                return self.count(code);
            }
            if self.refusals.len() >= MAX_REFUSALS {
                self.refusals.remove(0);
            }
            self.refusals.push((code, call));
        }
        self.report(code, level, refused.sentence());
    }

    /// What is posted to the host.
    pub(super) fn take_posts(&mut self) -> Vec<Output<P>> {
        core::mem::take(&mut self.posts)
    }

    /// What the app is given: deliveries, settled waits and reports.
    pub(super) fn take_events(&mut self) -> Vec<Output<P>> {
        core::mem::take(&mut self.events)
    }

    /// How often each code was reported or counted, in the order of first occurrence.
    pub(super) fn counts(&self) -> &[(Code, u32)] {
        self.counts.as_slice()
    }

    /// The same, as an output.
    pub(super) fn listed_counts(&self) -> AnswerOutput<P> {
        AnswerOutput::Counts {
            counts: self.counts.listed(),
        }
    }
}

/// How many refusals are remembered, the latest.
const MAX_REFUSALS: usize = 256;
