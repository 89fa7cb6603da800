//! The widget half of a session.
//!
//! ```text
//!              SYNC from an allowed origin         the onReady handlers returned
//!  Waiting ----------------------------> Greeting ------------------------------> Ready
//!     ^   acknowledge, pin, deliver READY            INITIALIZED first, then the queue
//!     |                                                                             |
//!     +-- never: a session lasts as long as the page      SYNC again: see `handshake`
//! ```
//!
//! [`Widget::process`] takes what happened, an [`Input`], and gives what is to be
//! done, [`Output`]s in their order.
//!
//! All instances of one role in a window share one [`Widget`]: one listener, one
//! acknowledgement, every event to each.

mod commands;
mod dial;
mod door;
mod handshake;
mod inbound;
mod input;
mod journal;
mod options;
mod output;
mod queue;
mod receipts;
mod routes;
mod watchdog;

use alloc::string::String;
use alloc::vec::Vec;

pub use input::Input;
pub use journal::{JOURNAL, Journal};
pub use options::{Environment, LifecycleMode, Mode};
pub use output::{Level, Output, Plan, SendOutcome, Verdict};
pub use receipts::{Outcome, Question};

use crate::lifecycle::Calls;
use crate::protocol::{ExternalCallId, Millis, Payload};
use crate::session::message_id::MessageIds;
use crate::session::{AwakeClock, Code, HostPolicy};
use door::Shown;
use handshake::Link;
use journal::Keeping;
use options::InstanceOptions;
use queue::Queue;
use receipts::Receipts;
use routes::Routes;
use watchdog::Watch;

/// The engine of the widget half.
#[derive(Clone, Debug)]
pub struct Widget<P> {
    environment: Environment,
    /// The hosts to trust where no instance names any.
    policy: HostPolicy,
    link: Link<P>,
    instances: Vec<Instance>,
    ids: MessageIds,
    queue: Queue<P>,
    calls: Calls,
    receipts: Receipts<P>,
    clock: AwakeClock,
    /// Deliveries under way: a handler that hands a message in nests one.
    delivering: u32,
    /// The last number that was asked for, while no command came since.
    last_dial: Option<P>,
    watch: Watch,
    initialized: Option<(u32, P)>,
    /// INITIALIZED as it would be sent now, for a host that begins anew.
    presence: Option<P>,
    /// Problems of order already told of: once per code and call.
    told: Vec<(Code, Option<u32>)>,
    /// What the session's host was reported to leave out, as the reports have it.
    missing: Vec<String>,
    /// A SYNC of an origin that is not allowed was told of.
    has_refused_a_host: bool,
    counts: Vec<(Code, u32)>,
    keeping: Keeping,
    /// What is to be done, in the order in which it came up.
    orders: Vec<Output<P>>,
    shown: Shown,
}

/// One object of the application's.
#[derive(Clone, Debug)]
struct Instance {
    id: u32,
    options: InstanceOptions,
    routes: Routes,
    /// READY was delivered to it.
    is_ready: bool,
    /// The session was open before it came: READY is due.
    awaits_ready: bool,
}

impl Instance {
    /// Whether it takes part in the sharing of what asks the app to act.
    fn shares(&self) -> bool {
        !self.options.is_relay && self.options.mode == Mode::Normal
    }
}

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidgetState {
    /// No page frames this one.
    NotEmbedded,
    /// No host has opened a session yet.
    Waiting,
    /// The session is open.
    Ready,
}

named!(WidgetState {
    NotEmbedded = "notEmbedded",
    Waiting = "waiting",
    Ready = "ready",
});

impl WidgetState {
    /// The state's name, as applications see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotEmbedded => "notEmbedded",
            Self::Waiting => "waiting",
            Self::Ready => "ready",
        }
    }
}

impl<P: Payload> Widget<P> {
    /// A session that waits for its host.
    #[must_use]
    pub fn new(environment: Environment) -> Self {
        Self {
            policy: HostPolicy::default_for(&environment.own_origin),
            ids: MessageIds::new(environment.instance_id.clone()),
            environment,
            link: Link::Waiting,
            instances: Vec::new(),
            queue: Queue::new(),
            calls: Calls::new(),
            receipts: Receipts::new(),
            clock: AwakeClock::new(),
            delivering: 0,
            last_dial: None,
            watch: Watch::default(),
            initialized: None,
            presence: None,
            told: Vec::new(),
            missing: Vec::new(),
            has_refused_a_host: false,
            counts: Vec::new(),
            keeping: Keeping::new(),
            orders: Vec::new(),
            shown: Shown::default(),
        }
    }

    /// Adds an instance. Where the session is open already, READY is due to it: see
    /// [`Widget::due`]. `is_ready` where READY was delivered to it already, by an
    /// engine that trapped.
    fn attach(&mut self, id: u32, mut options: InstanceOptions, is_ready: bool) {
        options.keeps_repeated_dials |= options.mode == Mode::Published;
        if !options.is_relay && self.instances.iter().any(|other| !other.options.is_relay) {
            self.report(Code::DuplicateInstance, Level::Note, String::new());
        }
        self.keeping.is_on |= options.resume && options.mode == Mode::Normal;
        self.instances.push(Instance {
            id,
            options,
            routes: Routes::new(),
            is_ready,
            awaits_ready: !is_ready && self.link.is_open_to_late_comers(),
        });
    }

    /// Removes an instance and what it has waiting.
    fn detach(&mut self, instance: u32) {
        self.instances.retain(|other| other.id != instance);
        self.abort_instance(instance);
        let unsent = self.queue.forget(|waiting| waiting.instance == instance);
        self.note_unsent();
        self.discard_calls(&unsent);
        if self
            .initialized
            .as_ref()
            .is_some_and(|(by, _)| *by == instance)
        {
            self.initialized = None;
        }
        if self.instances.is_empty() {
            self.presence = None;
        }
        // The session of a real host stays for whoever comes next: the host does
        // not repeat its SYNC. One that the app opened by hand ends with it.
        if self.instances.is_empty() && !self.link.is_open_to_late_comers() {
            self.link = Link::Waiting;
            self.calls.clear();
        }
    }

    /// The edge notes something it saw by itself: a foreign message it did not
    /// hand in, a handler that threw.
    ///
    /// What is only counted is told of the first time and whenever the count
    /// gains a digit, so that a flood of it is none of reports.
    fn note(&mut self, code: Code, times: u32) {
        let count = self.tally(code, times);
        let before = count.saturating_sub(times);
        if count.checked_ilog10() > before.checked_ilog10() {
            self.orders.push(Output::Report {
                code,
                level: Level::Count,
                detail: String::new(),
                count,
            });
        }
    }

    /// Counts without a word; how often the code was given by now.
    fn tally(&mut self, code: Code, times: u32) -> u32 {
        match self.counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => {
                *count = count.saturating_add(times);
                *count
            }
            None => {
                self.counts.push((code, times));
                times
            }
        }
    }

    /// Time passed.
    fn handle_timeout(&mut self, now: Millis) {
        self.end_waits(now);
        self.watch(now);
        let Some(ready) = self.link.ready_message() else {
            return;
        };
        let mut late = Vec::new();
        for instance in &mut self.instances {
            if core::mem::take(&mut instance.awaits_ready) {
                instance.is_ready = true;
                late.push(instance.id);
            }
        }
        for id in late {
            self.deliver_to(ready.clone(), Some(id));
        }
    }

    /// When there is something to do in time; READY to an instance that came late is
    /// due at once, in a task of its own and never from within a constructor.
    fn due(&self, now: Millis) -> Option<Millis> {
        if self.instances.iter().any(|instance| instance.awaits_ready) {
            return Some(now);
        }
        [self.watch_due(now), self.receipts.due(&self.clock)]
            .into_iter()
            .flatten()
            .reduce(Millis::min)
    }

    /// What the record is made of may be another.
    const fn changed(&mut self) {
        self.keeping.is_due = true;
    }

    /// Where the session stands.
    #[must_use]
    pub fn state(&self) -> WidgetState {
        match (&self.link, self.environment.is_embedded) {
            (Link::Greeting(_) | Link::Ready(_), _) => WidgetState::Ready,
            (Link::Waiting, true) => WidgetState::Waiting,
            (Link::Waiting, false) => WidgetState::NotEmbedded,
        }
    }

    /// Whether READY was delivered to an instance.
    #[must_use]
    pub fn is_ready(&self, instance: u32) -> bool {
        self.instances
            .iter()
            .any(|other| other.id == instance && other.is_ready)
    }

    /// Whether leaving the page would cut a call off.
    #[must_use]
    pub fn has_call_under_way(&self) -> bool {
        self.calls.iter().any(|call| call.state.is_under_way())
    }

    /// The calls.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// How often each code was given, in the order of first occurrence.
    #[must_use]
    pub fn counts(&self) -> &[(Code, u32)] {
        &self.counts
    }

    /// The origin of the host, once a session is open.
    #[must_use]
    pub fn host_origin(&self) -> Option<&str> {
        self.link.host().map(|host| host.origin.as_str())
    }

    /// The hosts to trust: those of the latest instance that names any.
    fn policy(&self) -> &HostPolicy {
        let mut named = self
            .instances
            .iter()
            .rev()
            .filter_map(|instance| instance.options.policy.as_ref());
        named.next().unwrap_or(&self.policy)
    }

    fn instance(&self, id: u32) -> Option<&Instance> {
        self.instances.iter().find(|instance| instance.id == id)
    }

    fn mode_of(&self, instance: u32) -> Mode {
        self.instance(instance)
            .map_or(Mode::Normal, |instance| instance.options.mode)
    }

    fn lifecycle_of(&self, instance: u32) -> LifecycleMode {
        self.instance(instance)
            .map_or(LifecycleMode::Off, |instance| instance.options.lifecycle)
    }

    fn instance_mut(&mut self, id: u32) -> Option<&mut Instance> {
        self.instances.iter_mut().find(|instance| instance.id == id)
    }

    /// Takes back calls whose start never went out.
    fn discard_calls(&mut self, calls: &[u32]) {
        if calls.is_empty() {
            return;
        }
        for call in calls {
            self.calls.discard(*call);
        }
        self.changed();
    }

    fn count(&mut self, code: Code) {
        self.note(code, 1);
    }

    /// Tells of something, the edge's own findings included.
    fn report(&mut self, code: Code, level: Level, detail: String) {
        let count = self.tally(code, 1);
        self.orders.push(Output::Report {
            code,
            level,
            detail,
            count,
        });
    }
}

/// The call a payload names. Apps number their calls too; an empty id is none.
fn call_id<P: Payload>(data: Option<&P>) -> Option<ExternalCallId> {
    data?
        .field("externalCallId")?
        .id_text()
        .filter(|id| !id.is_empty())
        .map(ExternalCallId)
}
