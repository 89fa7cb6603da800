//! The widget half of a session.
//!
//! [`Widget::process`] takes an [`Input`], an event or a command, and returns [`Output`]s,
//! the orders to carry out in sequence. All instances of one role in a window share one
//! [`Widget`]: one listener, one acknowledgement, every event to each.
//!
//! A [`Widget`] is made of parts that each hold their own state and know nothing of
//! each other. Their inputs are arguments; they write orders and reports into an outbox that
//! is passed to them.
//!
//! | part | holds |
//! |---|---|
//! | `link` | the handshake, the pinned host, the message ids |
//! | `instances` | the app's objects, their options, their handlers of messages |
//! | `queue` | the messages that are queued until INITIALIZED goes out |
//! | `receipts` | the pending answers of the host, and their waits |
//! | `presence` | INITIALIZED, with later changes |
//! | `last_dial` | the last number that the host asked to call |
//! | `missing_fields` | the absent fields that were reported |
//! | `watch` | the timers for a missing SYNC or answer |
//! | `persistence` | the record of the open calls, for a reload |
//! | `leaving` | the calls before the page began to be left |
//! | `view` | the state last sent to the edge |
//! | `windows` | the user's other windows, once the app shares its calls with them |
//!
//! `dispatch` routes inputs, `commands` carries out the app's commands, and `inbound` handles
//! the host's messages and time-outs.
//!
//! An edge enters what happens, and carries out what it gets. Here the host opens the session:
//!
//! ```
//! use calling_widget_sdk::protocol::Millis;
//! use calling_widget_sdk::session::widget::{
//!     Environment, MessageInput, Output, PageOutput, Widget, WidgetState,
//! };
//! use serde_json::json;
//!
//! let mut widget = Widget::new(Environment {
//!     own_origin: "https://phone.example.com".into(),
//!     instance_id: "w1".into(),
//!     is_embedded: true,
//!     given_host: None,
//! });
//! let sync = MessageInput::Receive {
//!     source: 1,
//!     origin: "https://app.hubspot.com".into(),
//!     message: json!({ "type": "SYNC", "messageId": "h_1", "portalId": 7 }).into(),
//! };
//!
//! let outputs = widget.process(Millis(1_000.0), sync.into());
//!
//! let Some(Output::Page(PageOutput::Post { message, origin, .. })) = outputs.first() else {
//!     panic!("a SYNC is acknowledged at once");
//! };
//! assert_eq!(message.json()["type"], "SYNC_ACK");
//! assert_eq!(origin, "https://app.hubspot.com");
//! assert_eq!(widget.state(), WidgetState::Ready);
//! ```

mod answer;
mod bounded;
mod command;
mod commands;
mod dispatch;
mod host;
mod inbound;
mod input;
mod inquiry;
mod instances;
mod journal;
mod last_dial;
mod leaving;
mod link;
mod missing_fields;
mod options;
mod outbox;
mod output;
mod persistence;
mod presence;
mod question;
mod queue;
mod receipts;
mod routes;
mod view;
mod watch;
mod windows;

use alloc::vec::Vec;

pub use input::{
    AppInput, Input, JournalInput, MessageInput, PageInput, ReceiptInput, TimeInput, WindowInput,
};
pub use journal::{Journal, JournalRecord};
pub use options::{Environment, InstanceOptions, LifecycleMode, Mode};
pub use output::{
    AnswerOutput, AppOutput, ChangeOutput, Level, Output, PageOutput, Plan, SendOutcome, Verdict,
    WidgetState, WindowOutput,
};
pub use question::{Outcome, Question};
pub use windows::{Role, WindowMessage};

use crate::lifecycle::Calls;
use crate::protocol::Millis;
use crate::session::{AwakeClock, Code, HostPolicy};
use instances::Instances;
use last_dial::LastDial;
use leaving::Leaving;
use link::Link;
use missing_fields::MissingFields;
use outbox::Outbox;
use persistence::Persistence;
use presence::Presence;
use queue::Queue;
use receipts::Receipts;
use view::{View, changed_calls};
use watch::Watch;
use windows::Windows;

/// The engine of the widget half.
#[derive(Clone, Debug)]
pub struct Widget {
    link: Link,
    instances: Instances,
    queue: Queue,
    calls: Calls,
    receipts: Receipts,
    presence: Presence,
    last_dial: LastDial,
    missing_fields: MissingFields,
    watch: Watch,
    /// Of the watch and the receipts.
    clock: AwakeClock,
    persistence: Persistence,
    /// Set while the page is being left.
    leaving: Option<Leaving>,
    outbox: Outbox,
    view: View,
    windows: Windows,
}

impl Widget {
    /// A session without a host.
    #[must_use]
    pub fn new(environment: Environment) -> Self {
        let policy = environment.given_host.clone().map_or_else(
            || HostPolicy::default_for(&environment.own_origin),
            HostPolicy::Only,
        );
        Self {
            instances: Instances::new(policy),
            link: Link::new(environment),
            queue: Queue::default(),
            calls: Calls::new(),
            receipts: Receipts::default(),
            presence: Presence::default(),
            last_dial: LastDial::default(),
            missing_fields: MissingFields::default(),
            watch: Watch::default(),
            clock: AwakeClock::default(),
            persistence: Persistence::default(),
            leaving: None,
            outbox: Outbox::default(),
            view: View::default(),
            windows: Windows::default(),
        }
    }

    /// Handles one input. Outputs come in this order: the answer, posts, changes, events for
    /// the app.
    ///
    /// [`AppInput::Delivered`] answers a delivery once the handlers have returned; their own
    /// messages come in between.
    pub fn process(&mut self, now: Millis, input: Input) -> Vec<Output> {
        // What another window passed on stays here.
        let is_hosts = matches!(
            input,
            Input::Message(_) | Input::App(AppInput::Inject { .. })
        );
        let answer = self.apply(now, input);
        if is_hosts && self.windows.is_heard() {
            self.pass_end_call(now);
        }
        let mut outputs = Vec::new();
        outputs.extend(answer.map(Output::Answer));
        outputs.append(&mut self.outbox.posts);
        self.show_changes(now, &mut outputs);
        outputs.append(&mut self.outbox.events);
        if self.persistence.take_changed() {
            outputs.push(Output::Page(PageOutput::Persist {}));
        }
        self.show_windows(&mut outputs);
        outputs
    }

    /// Outputs the differences to the state last sent to the edge.
    #[inline(never)]
    fn show_changes(&mut self, now: Millis, outputs: &mut Vec<Output>) {
        let watched = self.watched();
        self.watch.observe(now, &mut self.clock, watched);
        let due = self.due(now, watched);
        self.view.host(&self.link, outputs);
        self.view.state(self.link.state(), outputs);
        self.view.silence(self.watch.is_silent(), outputs);
        self.view.ready(&self.instances, outputs);
        changed_calls(&mut self.calls, outputs);
        self.view.wake(due, outputs);
    }

    /// The state of the session.
    #[must_use]
    pub fn state(&self) -> WidgetState {
        self.link.state()
    }

    /// True once READY was delivered to an instance.
    #[must_use]
    pub fn is_ready(&self, instance: u32) -> bool {
        self.instances.is_ready(instance)
    }

    /// True while an answer is pending and the host has sent nothing for half a minute.
    #[must_use]
    pub const fn is_host_silent(&self) -> bool {
        self.watch.is_silent()
    }

    /// The role of this window among the user's windows.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.windows.role()
    }

    /// True while another window owes the acknowledgement of a command.
    #[must_use]
    pub fn awaits_windows(&self) -> bool {
        self.windows.has_pending()
    }

    /// True while a call is under way that leaving the page would cut off.
    #[must_use]
    pub fn has_call_under_way(&self) -> bool {
        let mut calls = self.calls.iter();
        calls.any(|call| call.is_own() && call.state.is_under_way())
    }

    /// The calls.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// The count of each reported code, in the order of first occurrence.
    #[must_use]
    pub fn counts(&self) -> &[(Code, u32)] {
        self.outbox.counts()
    }

    /// The origin of the host, once a session is open.
    #[must_use]
    pub fn host_origin(&self) -> Option<&str> {
        self.link.host().map(|host| host.origin.as_str())
    }
}
