//! The whole world: two pages, a channel, an app, a store, a clock.

mod actions;
mod app;
mod channel;
mod checks;
mod crm;
mod edges;
mod journal;
pub(crate) mod probe;
mod watch;

use std::fmt;
use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{HostInput, HostState};
use calling_widget_sdk::session::widget::{Input, LifecycleMode, Mode};
use calling_widget_sdk::session::{host, widget};
use serde_json::{Value, json};
use simulation::{CRM, HostEdge, INSTANCE, PHONE, WidgetEdge};

use crate::fault::Fault;
use crate::fingerprint::{Base, Shared};
use crate::invariant::Invariant;
use crate::scope::{Budget, Scope};
use app::App;
use channel::Flight;
use crm::Crm;
use watch::Watch;

pub use actions::Action;
pub use app::Command;
pub use channel::Side;

/// Longer than a timer of either engine waits while messages are pending.
const TIMER: Millis = Millis(6_000.0);

/// A state of the world.
#[derive(Clone)]
pub struct World {
    scope: Rc<Scope>,
    fault: Option<Fault>,
    left: Budget,
    now: Millis,
    host: Shared<HostEdge>,
    /// The number of the host.
    host_serial: u32,
    widget: Shared<WidgetEdge>,
    /// The number of the document.
    document: u32,
    /// True once the document's script ran.
    is_booted: bool,
    /// True until the frame's load event reaches the CRM's page.
    is_load_due: bool,
    to_widget: Vec<Flight>,
    to_host: Vec<Flight>,
    /// The record that the widget's page wrote for the next one.
    record: Option<Flight>,
    /// True if it has to be written again, at any time.
    is_record_due: bool,
    /// True if the app got READY, and is not initialized yet.
    is_login_due: bool,
    app: App,
    crm: Crm,
    watch: Watch,
    /// The facts of the current step.
    step: Step,
    broken: Vec<Invariant>,
}

/// The facts of one step.
#[derive(Clone, Debug, Default)]
struct Step {
    /// The message that is being delivered.
    flight: Option<Flight>,
    /// The number of times that the handlers heard it.
    heard: u32,
    /// True once the widget acknowledged it.
    is_acknowledged: bool,
    /// A post that a fault holds back until the next.
    held: Option<(Value, String, u32)>,
}

impl World {
    /// The CRM's page as it opens.
    #[must_use]
    pub fn new(scope: &Scope, fault: Option<Fault>) -> Self {
        let scope = Rc::new(scope.clone());
        let mut world = Self {
            left: scope.budget,
            fault,
            now: Millis(1_000.0),
            host: Shared::new(host(0)),
            host_serial: 0,
            widget: Shared::new(widget(0)),
            document: 0,
            is_booted: !scope.slow_boot,
            is_load_due: true,
            to_widget: Vec::new(),
            to_host: Vec::new(),
            record: None,
            is_record_due: false,
            is_login_due: false,
            app: App::default(),
            crm: Crm::default(),
            watch: Watch::default(),
            step: Step::default(),
            broken: Vec::new(),
            scope,
        };
        world.join();
        world.enter_host(HostInput::Frame(host::FrameInput::FrameLoading {}));
        world.drain();
        world
    }

    fn act(&mut self, action: Action) {
        self.broken.clear();
        if let Some(left) = action.budget(&mut self.left) {
            *left = left.saturating_sub(1);
        }
        match action {
            Action::Boot => self.boot(),
            Action::Load => {
                self.is_load_due = false;
                self.begin_load();
                self.enter_host(HostInput::Frame(host::FrameInput::FrameLoaded {}));
            }
            Action::Deliver(side, at) => {
                let flights = self.flights(side);
                if at < flights.len() {
                    let flight = flights.remove(at);
                    self.arrive(side, flight);
                }
            }
            Action::Duplicate(side, at) => {
                if let Some(flight) = self.flights(side).get(at).cloned() {
                    self.arrive(side, flight);
                }
            }
            Action::Lose(side, at) => {
                let flights = self.flights(side);
                if at < flights.len() {
                    flights.remove(at);
                }
            }
            Action::Answer(at, succeeds) => self.answer(at, succeeds),
            Action::Tick => {
                let at = self.timer().unwrap_or(self.now);
                self.pass_to(at);
            }
            Action::Doze => self.pass_to(self.now + Millis(600.0)),
            Action::Sleep => self.pass_to(self.now + Millis(11_000.0)),
            Action::Stall => {
                for _ in 0..7 {
                    self.pass_to(self.now + Millis(5_000.0));
                }
            }
            Action::Initialize => self.initialize(),
            Action::App(command, call) => {
                let message = self.app.go(command, call);
                self.send(&message);
            }
            Action::Dial => {
                let click = self.left.dials;
                let number = json!({ "phoneNumber": "+15550100", "startTimestamp": click });
                // Queued, refused or posted: the host's rules, tested elsewhere.
                self.enter_host(HostInput::User(host::UserInput::Dial {
                    data: number.into(),
                }));
            }
            Action::HangUp => self.enter_host(HostInput::User(host::UserInput::EndCall {})),
            Action::ReloadWidget => {
                self.end_document();
                self.replace_document();
            }
            Action::CrashWidget => self.replace_document(),
            Action::Keep => self.keep(),
            Action::RenewHost => {
                self.replace_host();
                self.begin_load();
                self.enter_host(HostInput::Frame(host::FrameInput::FrameLoaded {}));
                // The frame is already loaded.
                self.is_load_due = false;
            }
            Action::ReloadPage => {
                self.to_host.clear();
                self.end_document();
                self.replace_host();
                self.replace_document();
                self.enter_host(HostInput::Frame(host::FrameInput::FrameLoading {}));
            }
        }
        self.drain();
        self.check_state();
        self.step = Step::default();
    }

    /// True if the host has given up on this load, by its own report.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.host.state() == HostState::Failed
    }

    /// True if the channel and the store made no fault so far.
    #[must_use]
    pub fn is_true_so_far(&self) -> bool {
        let (left, all) = (&self.left, &self.scope.budget);
        let is_channel_true = left.losses == all.losses
            && left.duplicates == all.duplicates
            && left.overtakes == all.overtakes;
        is_channel_true
            && left.failures == all.failures
            // A store slower than half a minute has failed as well.
            && left.stalls == all.stalls
    }

    /// True if each side is still the first of its kind.
    #[must_use]
    pub const fn is_first_session(&self) -> bool {
        self.host_serial == 0 && self.document == 0
    }

    fn flights(&mut self, to: Side) -> &mut Vec<Flight> {
        match to {
            Side::Widget => &mut self.to_widget,
            Side::Host => &mut self.to_host,
        }
    }

    fn base(&self) -> Base {
        Base {
            now: self.now.0,
            last_ids: self.watch.last_ids,
            document: self.document,
            posted: self.watch.posted,
        }
    }

    /// The time of the next timer that is not a time-out of something missing.
    fn timer(&self) -> Option<Millis> {
        let widget = self.is_booted.then(|| self.widget.wake()).flatten();
        let host = self.host.wake();
        host.into_iter()
            .chain(widget)
            .filter(|at| at.0 <= self.now.0 + TIMER.0)
            .reduce(|first, other| if other < first { other } else { first })
    }

    /// Lets time pass; each timer due by then fires once.
    fn pass_to(&mut self, at: Millis) {
        if at > self.now {
            self.now = at;
        }
        if self.host.wake().is_some_and(|at| at <= self.now) {
            self.enter_host(HostInput::Time(host::TimeInput::Timeout {}));
        }
        if self.is_booted && self.widget.wake().is_some_and(|at| at <= self.now) {
            self.enter_widget(Input::Time(widget::TimeInput::Timeout {}));
        }
    }

    fn begin_load(&mut self) {
        self.watch.connected_to = None;
        self.watch.initialized_by = None;
    }

    /// Replaces the document. Messages posted to it go with it; its own posts are pending at a
    /// window that stays.
    fn replace_document(&mut self) {
        self.document += 1;
        self.widget = Shared::new(widget(self.document));
        self.join();
        self.is_booted = false;
        self.is_load_due = true;
        self.is_record_due = false;
        self.is_login_due = false;
        self.to_widget.clear();
        self.app.reload();
        self.watch.begin_document();
        if !self.scope.slow_boot {
            self.boot();
        }
    }

    /// Attaches the app's one instance at the start.
    fn join(&mut self) {
        self.enter_widget(attach(
            INSTANCE,
            LifecycleMode::default(),
            self.scope.resume,
        ));
        // A refused host is reported once; that report is consumed here.
        let edge = self.widget.touch();
        probe::foreign_sync(edge);
        while edge.poll().is_some() {}
    }

    /// Runs the page's script, which takes the record of an earlier page.
    fn boot(&mut self) {
        self.is_booted = true;
        self.take_record();
    }

    fn replace_host(&mut self) {
        self.host_serial += 1;
        self.host = Shared::new(host(self.host_serial));
        self.crm.questions.clear();
        self.watch.begin_host();
    }

    pub(crate) fn complain(&mut self, invariant: Invariant) {
        self.violate(invariant);
    }

    fn violate(&mut self, invariant: Invariant) {
        if !self.scope.excused.contains(&invariant) && !self.broken.contains(&invariant) {
            self.broken.push(invariant);
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("World")
            .field("now", &self.now)
            .field("host", &**self.host)
            .field("widget", &**self.widget)
            .field("to_widget", &self.to_widget)
            .field("to_host", &self.to_host)
            .field("app", &self.app)
            .field("crm", &self.crm)
            .field("watch", &self.watch)
            .finish_non_exhaustive()
    }
}

fn host(serial: u32) -> HostEdge {
    HostEdge::new(HostEdge::usual(&format!("~h{serial}")))
}

fn widget(document: u32) -> WidgetEdge {
    let (session, edge) = (format!("~w{document}"), format!("~e{document}"));
    WidgetEdge::with_ids(PHONE, &session, &edge, true)
}

/// An instance of the app's.
fn attach(instance: u32, lifecycle: LifecycleMode, resume: bool) -> Input {
    Input::App(widget::AppInput::Attach {
        instance,
        debug_mode: false,
        lifecycle,
        is_strict: false,
        origins: Some(vec![CRM.to_owned()]),
        is_relay: false,
        mode: Mode::Normal,
        keeps_repeated_dials: false,
        resume,
        is_ready: false,
    })
}
