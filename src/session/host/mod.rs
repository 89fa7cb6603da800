//! The host half: the CRM page's side of a session.
//!
//! [`Host::process`] takes a [`HostInput`], an event or a command, and returns
//! [`HostOutput`]s, the orders to carry out in sequence. The protocol's rules are part of it: when a
//! number may be dialled, which calls are taken, what is answered. What a CRM keeps is beside it: a
//! record store, which is asked to create, complete and publish engagements and to find callers.
//!
//! Messages out of order are ignored and counted with the lifecycle's code. Nothing is
//! ever sent in answer to an ERROR or to an unknown type, and every message id is the
//! host's own, so two sides cannot keep each other busy.
//!
//! A [`Host`] is made of parts that each hold their own state and write orders and reports into
//! an outbox that is passed to them.
//!
//! | part | holds |
//! |---|---|
//! | `frame` | the link to the widget, and the frame's display |
//! | `widget` | the widget's own state: log-in, availability |
//! | `calls` | the calls, each with its record and its open requests to the record store |
//! | `navigations` | the records that the page is asked to open |
//! | `view` | the state last sent to the edge |
//!
//! `dispatch` routes inputs, `commands` carries out the page's commands, `inbound` handles the frame
//! and time-outs, `messages` the widget's messages, and `engagements` the record store, whose answers
//! `replies` passes on.

mod calls;
mod clicks;
mod commands;
mod config;
mod dispatch;
mod engagements;
mod frame;
mod inbound;
mod input;
mod link;
mod messages;
mod navigations;
mod outbox;
mod output;
mod record;
mod replies;
mod view;
mod widget;

use alloc::vec::Vec;

use crate::lifecycle::Calls;
use crate::protocol::shapes::DialNumber;
use crate::protocol::{Millis, Part};
use crate::session::Code;

pub use config::HostConfig;
pub use input::{
    FoundRecord, FrameInput, HostInput, MessageInput, PageInput, StoreAnswer, StoreInput,
    StoredRecord, TimeInput, UserInput,
};
pub use output::{
    AlertSource, AnswerOutput, ChangeOutput, FrameOutput, HostOutput, HostState, PageOutput,
    ReportOutput, StoreOutput, StoreRequest, Visibility,
};
pub use widget::WidgetInfo;

use calls::HostCalls;
use frame::Frame;
use link::HostLink;
use navigations::Navigations;
use outbox::Outbox;
use view::{View, changed_calls, name_call};
use widget::PageBefore;

/// A host's session with the widget in its frame.
#[derive(Clone, Debug)]
pub struct Host {
    config: HostConfig,
    frame: Frame,
    /// The state of the session, last sent to the page.
    state: HostState,
    widget: WidgetInfo,
    before: Option<PageBefore>,
    calls: HostCalls,
    /// A number that is queued until INITIALIZED or LOGGED_IN.
    queued_dial: Option<Part<DialNumber>>,
    navigations: Navigations,
    outbox: Outbox,
    view: View,
}

impl Host {
    /// A host whose frame has no address yet.
    #[must_use]
    pub fn new(config: HostConfig) -> Self {
        Self {
            frame: Frame::new(HostLink::new(&config)),
            config,
            state: HostState::Loading,
            widget: WidgetInfo::default(),
            before: None,
            calls: HostCalls::default(),
            queued_dial: None,
            navigations: Navigations::default(),
            outbox: Outbox::default(),
            view: View::default(),
        }
    }

    /// Handles one input, and returns the orders to carry out in sequence.
    pub fn process(&mut self, now: Millis, input: HostInput) -> Vec<HostOutput> {
        let answer = self.apply(now, input);
        let mut outputs = self.outbox.take();
        outputs.extend(answer.map(HostOutput::Answer));
        self.show_changes(&mut outputs);
        name_call(&mut outputs);
        outputs
    }

    /// Outputs the differences to the state last sent to the edge.
    fn show_changes(&mut self, outputs: &mut Vec<HostOutput>) {
        self.view.widget(&self.widget, outputs);
        changed_calls(&mut self.calls, outputs);
        let is_active = self.has_active_call();
        self.view.active(is_active, outputs);
        let wake = Millis::earliest(&[self.frame.link.due(), self.calls.records.due()]);
        self.view.wake(wake, outputs);
    }

    /// The state of the session.
    #[must_use]
    pub const fn state(&self) -> HostState {
        self.state
    }

    /// The widget's own state.
    #[must_use]
    pub const fn widget(&self) -> &WidgetInfo {
        &self.widget
    }

    /// The display of the frame.
    #[must_use]
    pub const fn visibility(&self) -> Visibility {
        self.frame.visibility()
    }

    /// The settings of the start, with later changes.
    #[must_use]
    pub const fn config(&self) -> &HostConfig {
        &self.config
    }

    /// The calls, oldest first.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        self.calls.all()
    }

    /// True unless it is an incoming call that the host did not take.
    #[must_use]
    pub fn is_taken(&self, key: u32) -> bool {
        self.calls.is_taken(key)
    }

    /// True while a call of this session runs or is requested: leaving the page would lose it.
    #[must_use]
    pub fn has_active_call(&self) -> bool {
        self.calls.has_current(|call| call.state.is_active())
    }

    /// The count of each code, in the order of first occurrence.
    #[must_use]
    pub fn counts(&self) -> &[(Code, u32)] {
        self.outbox.counts()
    }
}
