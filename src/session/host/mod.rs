//! The host half: the CRM page's side of a session.
//!
//! # Contract
//!
//! [`Host::process`] takes what happened, a [`HostInput`], and gives what is to be
//! done, [`HostOutput`]s in their order. The rules of a CRM live here: when a number
//! may be dialled, which calls are taken, what is created, associated, updated and
//! answered.
//!
//! Out of order messages are ignored and counted with the lifecycle's code.
//! Nothing is ever sent in answer to an ERROR or to an unknown type, and every
//! message id is the host's own, so two sides cannot keep each other busy.

mod commands;
mod config;
mod door;
mod input;
mod late;
mod link;
mod output;
mod record;
mod rules;
mod store;

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use crate::lifecycle::{Call, Calls};
use crate::protocol::{Kind, Millis, Payload, SDK_VERSION_FIELD};
use crate::session::envelope::envelope;
use crate::session::{AwakeClock, Code, Facts, check_payload};

pub use config::{HostConfig, Lifecycle};
pub use door::STORE_ANSWER;
pub use input::HostInput;
pub use output::{AlertSource, HostOutput, HostState, StoreRequest, Visibility};

use door::Shown;
use late::Late;
use link::{HostLink, LinkOutput};
use record::Records;
use store::Pending;

/// A host's session with the widget in its frame.
#[derive(Clone, Debug)]
pub struct Host<P> {
    config: HostConfig<P>,
    link: HostLink<P>,
    state: HostState,
    widget: WidgetState,
    visibility: Visibility,
    /// What the widget was last told of its visibility.
    told: Visibility,
    calls: Calls,
    records: Records<P>,
    /// A number that waits for INITIALIZED or LOGGED_IN.
    held: Option<P>,
    pending: Vec<Pending<P>>,
    /// The oldest first.
    late: VecDeque<Late>,
    clock: AwakeClock,
    navigations: VecDeque<(u32, P)>,
    last_request: u32,
    counts: Vec<(Code, u32)>,
    outputs: Vec<HostOutput<P>>,
    shown: Shown,
}

/// What the widget said of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WidgetState {
    /// It sent INITIALIZED.
    pub is_initialized: bool,
    /// The user is logged in to the calling app.
    pub is_logged_in: bool,
    /// The user can take calls.
    pub is_available: bool,
    /// The version of the published SDK it is compatible with.
    pub version: Option<String>,
    /// The version of this package, where it uses it.
    pub sdk_version: Option<String>,
    /// Whether it logs.
    pub debug_mode: Option<bool>,
}

impl<P: Payload> Host<P> {
    /// A host whose frame has no address yet.
    #[must_use]
    pub fn new(config: HostConfig<P>) -> Self {
        Self {
            link: HostLink::new(
                config.own_origin.clone(),
                config.widget_origin.clone(),
                config.context.clone(),
                config.instance.clone(),
            ),
            config,
            state: HostState::Loading,
            widget: WidgetState::default(),
            visibility: Visibility::default(),
            told: Visibility::default(),
            calls: Calls::new(),
            records: Records::new(),
            held: None,
            pending: Vec::new(),
            late: VecDeque::new(),
            clock: AwakeClock::new(),
            navigations: VecDeque::new(),
            last_request: 0,
            counts: Vec::new(),
            outputs: Vec::new(),
            shown: Shown::default(),
        }
    }

    /// The frame was given an address.
    fn handle_frame_loading(&mut self, now: Millis) {
        self.widget = WidgetState::default();
        self.link.handle_frame_loading(now);
        self.after_link();
    }

    /// The frame loaded. While a session runs, this is the widget's page loaded
    /// anew: its calls stay on the page, and no longer count as active until a
    /// message tells of them again.
    fn handle_frame_loaded(&mut self, now: Millis) {
        self.widget = WidgetState::default();
        self.told = Visibility::default();
        self.records.begin_session();
        let open = self.calls.iter().filter(|call| call.state.is_open());
        for key in open.map(Call::key).collect::<Vec<_>>() {
            self.calls.touch(key);
        }
        self.link.handle_frame_loaded(now);
        self.after_link();
    }

    /// The frame reported an error.
    fn handle_frame_error(&mut self) {
        self.widget = WidgetState::default();
        self.link.handle_frame_error();
        self.after_link();
    }

    /// A `message` event reached the window. Whatever is not the widget's, or
    /// does not look like a message, is counted and otherwise ignored.
    fn handle_message(&mut self, now: Millis, facts: &Facts<'_>, message: &P) {
        match self.gate(facts, message) {
            Ok(wire) if wire == Kind::SyncAck.as_str() => {
                if let Err(code) = self.link.handle_ack(facts, message) {
                    return self.refuse(code, &wire, 1);
                }
                self.received(message);
                self.after_link();
            }
            Ok(wire) if !self.link.is_connected() => {
                self.refuse(Code::BeforeSync, name_of(&wire), 1);
            }
            Ok(wire) => {
                self.received(message);
                self.dispatch(now, &wire, message);
            }
            Err(code) => self.refuse(code, "", 1),
        }
    }

    /// The time asked for by [`HostOutput::Wake`] has come.
    fn handle_timeout(&mut self, now: Millis) {
        self.link.handle_timeout(now);
        self.after_link();
        self.expire_store_requests(now);
    }

    /// When there is something to do in time.
    fn due(&self) -> Option<Millis> {
        let store = self
            .pending
            .iter()
            .map(|pending| self.clock.due(pending.deadline));
        self.link.due().into_iter().chain(store).reduce(Millis::min)
    }

    /// Where the session stands.
    #[must_use]
    pub const fn state(&self) -> HostState {
        self.state
    }

    /// What the widget said of itself.
    #[must_use]
    pub const fn widget(&self) -> &WidgetState {
        &self.widget
    }

    /// How the frame is shown.
    #[must_use]
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// What the host was told at its start, with what changed since.
    #[must_use]
    pub const fn config(&self) -> &HostConfig<P> {
        &self.config
    }

    /// The calls, oldest first.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Whether a call of this session runs or is about to: leaving the page
    /// would lose it.
    #[must_use]
    pub fn has_active_call(&self) -> bool {
        self.calls
            .iter()
            .any(|call| call.state.is_active() && self.records.is_current(call.key()))
    }

    /// How often each code came up.
    #[must_use]
    pub fn counts(&self) -> &[(Code, u32)] {
        &self.counts
    }

    fn received(&mut self, message: &P) {
        self.outputs.push(HostOutput::Received {
            message: message.clone(),
        });
    }

    /// The message's type, if it is the widget's and looks like a message.
    fn gate(&self, facts: &Facts<'_>, message: &P) -> Result<String, Code> {
        self.link.admit(facts)?;
        let (wire, _) = envelope(message).ok_or(Code::Malformed)?;
        Ok(wire)
    }

    /// Carries out what the link asks for, and says when the state is another.
    fn after_link(&mut self) {
        for output in self.link.take_outputs() {
            match output {
                LinkOutput::Post(message) => self.outputs.push(HostOutput::Post {
                    message,
                    origin: self.link.widget_origin().to_owned(),
                }),
                LinkOutput::Connected(ack) => {
                    self.widget.version = ack.text_field("version");
                    self.widget.sdk_version = ack.text_field(SDK_VERSION_FIELD);
                    self.widget.debug_mode =
                        ack.field("debugMode").and_then(|debug| debug.boolean());
                }
                LinkOutput::Failed => {
                    self.announce_state();
                    self.count(Code::SyncAckFailed);
                    let code = Code::SyncAckFailed;
                    self.outputs.push(HostOutput::Failed { code });
                }
            }
        }
        self.announce_state();
    }

    fn announce_state(&mut self) {
        let state = if self.link.is_connected() {
            if self.widget.is_initialized {
                HostState::Initialized
            } else {
                HostState::Connected
            }
        } else if self.link.is_syncing() {
            HostState::Syncing
        } else if self.link.is_failed() {
            HostState::Failed
        } else {
            HostState::Loading
        };
        if state != self.state {
            self.state = state;
            self.outputs.push(HostOutput::StateChanged { state });
        }
    }

    /// Runs the rules of a message, and tells the page of it before their
    /// effects.
    fn dispatch(&mut self, now: Millis, wire: &str, message: &P) {
        let data = message.field("data");
        let Some(kind) = Kind::parse(wire) else {
            self.outputs.push(HostOutput::Notify {
                kind: None,
                data,
                message: message.clone(),
            });
            return self.diagnose(Code::UnknownType, name_of(wire).to_owned());
        };
        self.check(kind, data.as_ref());
        let before = self.outputs.len();
        match self.apply(now, kind, data.as_ref(), message) {
            Ok(()) => self.outputs.insert(
                before,
                HostOutput::Notify {
                    kind: Some(kind),
                    data,
                    message: message.clone(),
                },
            ),
            Err(ignored) => {
                let is_error = self.config.lifecycle == Lifecycle::Strict;
                self.report(ignored.code, ignored.detail, is_error);
            }
        }
    }

    /// Mentions every deviation from the field table; none blocks.
    fn check(&mut self, kind: Kind, data: Option<&P>) {
        // Its field may stand at the top level; its own rule reads both places.
        if matches!(kind, Kind::SetWidgetUrl | Kind::Error) {
            return;
        }
        for finding in check_payload(kind.message().shape, data) {
            self.diagnose(
                finding.code,
                [kind.as_str(), ": ", &finding.sentence()].concat(),
            );
        }
    }

    /// Counts what the gate refused. Since anyone may post anything, the page
    /// hears of each code once, and of other windows' messages never.
    fn refuse(&mut self, code: Code, detail: &str, times: u32) {
        let first = self.counts.iter().all(|(known, _)| *known != code);
        if first && !matches!(code, Code::ForeignSource | Code::UntrustedEvent) {
            self.diagnose(code, detail.to_owned());
            return self.tally(code, times.saturating_sub(1));
        }
        self.tally(code, times);
    }

    fn diagnose(&mut self, code: Code, detail: String) {
        self.report(code, detail, false);
    }

    fn report(&mut self, code: Code, detail: String, is_error: bool) {
        self.count(code);
        self.outputs.push(HostOutput::Diagnostic {
            code,
            detail,
            is_error,
        });
    }

    fn count(&mut self, code: Code) {
        self.tally(code, 1);
    }

    fn tally(&mut self, code: Code, times: u32) {
        match self.counts.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => *count = count.saturating_add(times),
            None => self.counts.push((code, times)),
        }
    }
}

/// A type that is written as types are; anything else may hold anything.
fn name_of(wire: &str) -> &str {
    let is_name = wire.len() <= LONGEST_NAME
        && wire
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    if is_name { wire } else { "" }
}

/// No message's name is nearly as long.
const LONGEST_NAME: usize = 64;
