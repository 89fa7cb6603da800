//! The whole world: two pages, a channel, an app, a store, a clock.

mod actions;
mod app;
mod checks;
mod crm;
mod edges;
mod journal;
pub(crate) mod probe;
mod watch;

use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{FrameInput, HostState, UserInput};
use serde_json::{Value, json};
use simulation::{CRM, Flight, HOST, HostEdge, Options, PHONE, Pair, WIDGET, WidgetEdge, trusting};

use crate::fault::Fault;
use crate::fingerprint::{Base, Cached, Canon, Digest};
use crate::invariant::Invariant;
use crate::scope::{Budget, Scope};
use app::App;
use crm::Crm;
use watch::Watch;

pub use actions::Action;
pub use app::Command;

/// Longer than a timer of either engine waits while messages are pending.
const TIMER: Millis = Millis(6_000.0);

/// A state of the world.
#[derive(Clone, Debug)]
pub struct World {
    scope: Rc<Scope>,
    fault: Option<Fault>,
    left: Budget,
    pair: Pair,
    digests: (Cached<HostEdge>, Cached<WidgetEdge>),
    /// True once the document's script ran.
    is_booted: bool,
    /// True until the frame's load event reaches the CRM's page.
    is_load_due: bool,
    /// The record that the widget's page wrote for the next one.
    record: Option<Rc<Value>>,
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
            pair: Pair::new(1_000.0, 0.0, host(0), widget(0)),
            digests: (Cached::EMPTY, Cached::EMPTY),
            is_booted: !scope.slow_boot,
            is_load_due: true,
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
        world.enter_host(FrameInput::FrameLoading {});
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
                self.enter_host(FrameInput::FrameLoaded {});
            }
            Action::Deliver(side, at) => {
                if let Some(flight) = self.pair.take_flight(side, at) {
                    self.arrive(flight);
                }
            }
            Action::Duplicate(side, at) => {
                let flight = self.pair.flights(side).nth(at).cloned();
                if let Some(flight) = flight {
                    self.arrive(flight);
                }
            }
            Action::Lose(side, at) => drop(self.pair.take_flight(side, at)),
            Action::Answer(at, succeeds) => self.answer(at, succeeds),
            Action::Tick => {
                let now = self.pair.now;
                self.pass(self.timer().unwrap_or(now) - now);
            }
            Action::Doze => self.pass(Millis(600.0)),
            Action::Sleep => self.pass(Millis(11_000.0)),
            Action::Stall => {
                for _ in 0..7 {
                    self.pass(Millis(5_000.0));
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
                let data = number.into();
                self.enter_host(UserInput::Dial { data });
            }
            Action::HangUp => self.enter_host(UserInput::EndCall {}),
            Action::ReloadWidget => {
                self.end_document();
                self.replace_document();
            }
            Action::CrashWidget => self.replace_document(),
            Action::Keep => self.keep(),
            Action::RenewHost => {
                self.replace_host();
                self.begin_load();
                self.enter_host(FrameInput::FrameLoaded {});
                // The frame is already loaded.
                self.is_load_due = false;
            }
            Action::ReloadPage => {
                self.pair.lose(HOST);
                self.end_document();
                self.replace_host();
                self.replace_document();
                self.enter_host(FrameInput::FrameLoading {});
            }
        }
        self.drain();
        self.check_state();
        self.step = Step::default();
    }

    /// True if the host has given up on this load, by its own report.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.pair.host().state() == HostState::Failed
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
        matches!(self.pair.serials, [0, 0])
    }

    const fn document(&self) -> u32 {
        self.pair.serials[WIDGET]
    }

    /// The digests of both engines.
    fn digests(&mut self, canon: &mut Canon) -> (Rc<Digest>, Rc<Digest>) {
        let (host, widget) = &mut self.digests;
        let host = host.digest(self.pair.host(), canon);
        (host, widget.digest(self.pair.widget(), canon))
    }

    fn base(&self) -> Base {
        Base {
            now: self.pair.now.0,
            last_ids: self.watch.last_ids,
            document: self.document(),
            posted: self.watch.posted,
        }
    }

    /// The time of the next timer that is not a time-out of something missing.
    fn timer(&self) -> Option<Millis> {
        let end = self.pair.now + TIMER;
        let timers = self
            .running()
            .filter_map(|side| self.pair.peers[side].wake());
        timers.filter(|at| *at <= end).reduce(Millis::min)
    }

    /// Lets time pass; each timer due by then fires once.
    fn pass(&mut self, time: Millis) {
        self.pair.now = self.pair.now + Millis(time.0.max(0.0));
        for side in self.running() {
            self.pair.peers[side].tick(self.pair.now);
        }
    }

    /// The sides whose script ran.
    fn running(&self) -> impl Iterator<Item = usize> + use<> {
        let is_booted = self.is_booted;
        [HOST, WIDGET]
            .into_iter()
            .filter(move |side| *side == HOST || is_booted)
    }

    fn begin_load(&mut self) {
        self.watch.connected_to = None;
        self.watch.initialized_by = None;
    }

    /// Replaces the document. Messages posted to it go with it; its own posts are pending at a
    /// window that stays.
    fn replace_document(&mut self) {
        self.pair.replace(WIDGET, widget(self.document() + 1));
        self.join();
        self.is_booted = false;
        self.is_load_due = true;
        self.is_record_due = false;
        self.is_login_due = false;
        self.pair.lose(WIDGET);
        self.app.reload();
        self.watch.begin_document();
        if !self.scope.slow_boot {
            self.boot();
        }
    }

    /// Attaches the app's one instance at the start.
    fn join(&mut self) {
        let options = Options {
            resume: self.scope.resume,
            ..trusting(CRM)
        };
        let now = self.pair.now;
        let widget = self.pair.widget_mut();
        widget.attach(now, options);
        // A refused host is reported once; that report is consumed here.
        probe::foreign_sync(widget);
        while widget.poll().is_some() {}
    }

    /// Runs the page's script, which takes the record of an earlier page.
    fn boot(&mut self) {
        self.is_booted = true;
        self.take_record();
    }

    fn replace_host(&mut self) {
        self.pair.replace(HOST, host(self.pair.serials[HOST] + 1));
        self.crm.questions.clear();
        self.watch.begin_host();
    }

    pub(crate) fn violate(&mut self, invariant: Invariant) {
        if !self.scope.excused.contains(&invariant) && !self.broken.contains(&invariant) {
            self.broken.push(invariant);
        }
    }
}

fn host(serial: u32) -> HostEdge {
    HostEdge::new(HostEdge::usual(&format!("~h{serial}")))
}

fn widget(document: u32) -> WidgetEdge {
    let (session, edge) = (format!("~w{document}"), format!("~e{document}"));
    WidgetEdge::with_ids(PHONE, &session, &edge, true)
}

/// A message's type; empty if it has none.
fn wire(message: &Value) -> &str {
    message["type"].as_str().unwrap_or_default()
}
