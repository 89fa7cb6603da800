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

mod answer;
mod commands;
mod door;
mod fields;
mod inbound;
mod input;
mod instances;
mod journal;
mod last_dial;
mod link;
mod options;
mod outbox;
mod output;
mod persistence;
mod presence;
mod question;
mod queue;
mod receipts;
mod routes;
mod waits;
mod watch;

pub use input::Input;
pub use journal::{JOURNAL, Journal};
pub use options::{Environment, LifecycleMode, Mode};
pub use output::{Level, Output, Plan, SendOutcome, Verdict};
pub use question::{Outcome, Question};

use crate::lifecycle::Calls;
use crate::protocol::{Millis, Payload};
use crate::session::{Code, HostPolicy};
use door::Shown;
use instances::Instances;
use last_dial::LastDial;
use link::Link;
use options::InstanceOptions;
use outbox::Outbox;
use persistence::Persistence;
use presence::Presence;
use queue::Queue;
use receipts::Receipts;
use watch::{Watch, Watched};

/// The engine of the widget half.
#[derive(Clone, Debug)]
pub struct Widget<P> {
    link: Link<P>,
    instances: Instances,
    queue: Queue<P>,
    calls: Calls,
    receipts: Receipts<P>,
    last_dial: LastDial<P>,
    watch: Watch,
    presence: Presence<P>,
    persistence: Persistence,
    outbox: Outbox<P>,
    shown: Shown,
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
            instances: Instances::new(HostPolicy::default_for(&environment.own_origin)),
            link: Link::new(environment),
            queue: Queue::new(),
            calls: Calls::new(),
            receipts: Receipts::new(),
            last_dial: LastDial::new(),
            watch: Watch::default(),
            presence: Presence::new(),
            persistence: Persistence::new(),
            outbox: Outbox::new(),
            shown: Shown::default(),
        }
    }

    /// Adds an instance. Where the session is open already, READY is due to it: see
    /// [`Widget::due`]. `is_ready` where READY was delivered to it already, by an
    /// engine that trapped.
    fn attach(&mut self, id: u32, options: InstanceOptions, is_ready: bool) {
        if options.resume && options.mode == Mode::Normal {
            self.persistence.turn_on();
        }
        let is_open = self.link.has_real_host();
        self.instances
            .add(id, options, is_ready, is_open, &mut self.outbox);
    }

    /// Removes an instance and what it has waiting.
    fn detach(&mut self, instance: u32) {
        self.instances.remove(instance);
        self.receipts.abort_instance(instance, &mut self.outbox);
        let unsent = self.queue.forget(|waiting| waiting.instance == instance);
        self.settle_unsent();
        self.discard_calls(&unsent);
        self.presence.remove(instance);
        if self.instances.is_empty() {
            self.presence.clear();
        }
        // The session of a real host stays for whoever comes next: the host does
        // not repeat its SYNC. One that the app opened by hand ends with it.
        if self.instances.is_empty() && !self.link.has_real_host() {
            self.link.close();
            self.calls.clear();
        }
    }

    /// Time passed.
    fn handle_timeout(&mut self, now: Millis) {
        self.receipts.expire(now, &mut self.outbox);
        let watched = self.watched();
        if self.watch.look(now, watched, &mut self.outbox) {
            self.persistence.changed();
        }
        let Some(host) = self.link.host() else {
            return;
        };
        for id in self.instances.take_pending() {
            self.instances
                .deliver(host.ready.clone(), Some(id), &mut self.outbox);
        }
    }

    /// When there is something to do in time; READY to an instance that came late is
    /// due at once, in a task of its own and never from within a constructor.
    fn due(&self, now: Millis) -> Option<Millis> {
        if self.instances.has_pending() {
            return Some(now);
        }
        [self.watch.due(now, self.watched()), self.receipts.due()]
            .into_iter()
            .flatten()
            .reduce(Millis::min)
    }

    /// What the watch has to know of the session.
    fn watched(&self) -> Watched {
        let has_instances = !self.instances.is_empty();
        let is_real = self.link.is_ready() && self.link.has_real_host();
        let pending = self
            .calls
            .iter()
            .filter(|call| call.engagement.is_awaited());
        Watched {
            expects_sync: has_instances && self.link.misses_sync(),
            pending: pending
                .map(|call| call.key())
                .max()
                .filter(|_| has_instances && is_real),
        }
    }

    /// Where the session stands.
    #[must_use]
    pub fn state(&self) -> WidgetState {
        self.link.state()
    }

    /// Whether READY was delivered to an instance.
    #[must_use]
    pub fn is_ready(&self, instance: u32) -> bool {
        self.instances.is_ready(instance)
    }

    /// Whether an answer is pending while the host has said nothing at all for half a
    /// minute. Anything it says ends that.
    #[must_use]
    pub const fn is_host_silent(&self) -> bool {
        self.watch.is_silent()
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
        self.outbox.counts()
    }

    /// The origin of the host, once a session is open.
    #[must_use]
    pub fn host_origin(&self) -> Option<&str> {
        self.link.host().map(|host| host.origin.as_str())
    }

    /// Messages left the queue: what was neither posted nor is still queued is never
    /// sent.
    fn settle_unsent(&mut self) {
        self.receipts.settle_unsent(&self.queue, &mut self.outbox);
    }

    /// Takes back calls whose start never went out.
    fn discard_calls(&mut self, calls: &[u32]) {
        if calls.is_empty() {
            return;
        }
        for call in calls {
            self.calls.discard(*call);
        }
        self.persistence.changed();
    }
}
