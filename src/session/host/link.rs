//! The handshake, from the host's side.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::HostConfig;
use super::outbox::Outbox;
use super::output::{FrameOutput, HostOutput, HostState};
use crate::protocol::limits::{SYNC_INTERVAL, SYNC_TIMEOUT};
use crate::protocol::shapes::Ready;
use crate::protocol::{IframeLocation, Kind, Millis, Name, Object, Part, Value};
use crate::session::message_id::{MessageIds, prefix};
use crate::session::{AwakeClock, Code};

/// A host's link to the widget in its frame.
///
/// ```text
/// Loading --load--> Syncing --SYNC_ACK--> Connected
///    |                 |  \                   |
///    |                 |   30 s, or error     | load: the widget loaded again
///    +-----30 s--------+-----> Failed --------+--> Syncing
/// ```
///
/// A widget that acknowledges after the 30 s is connected all the same: its page starts slowly.
///
/// A frame that is given another address keeps its page until the next one has come. Ends of calls
/// still count meanwhile: a phone may hang up as its page is left.
///
/// From each load of the frame SYNC goes out at once and then every [`SYNC_INTERVAL`], each with
/// its own message id, until the widget acknowledges one of them or [`SYNC_TIMEOUT`] has passed,
/// not counting the time the page slept. Every post is meant for the widget's origin and for no
/// other.
#[derive(Clone, Debug)]
pub(super) struct HostLink {
    own_origin: String,
    widget_origin: String,
    context: Part<Ready>,
    ids: MessageIds,
    clock: AwakeClock,
    phase: Phase,
    /// The ids of this load's SYNCs. A page that starts slowly may acknowledge one after the link
    /// has failed.
    sent: Vec<String>,
    /// The prefixes of the message ids received since this load.
    speakers: Speakers,
}

#[derive(Clone, Copy, Debug)]
enum Phase {
    Idle,
    Loading {
        /// On the awake clock.
        deadline: Millis,
        /// True while a page that sent INITIALIZED is still there.
        is_left: bool,
    },
    Syncing {
        next: Millis,
        deadline: Millis,
    },
    Connected,
    Failed,
}

impl HostLink {
    pub(super) fn new(config: &HostConfig) -> Self {
        Self {
            own_origin: config.own_origin.clone(),
            widget_origin: config.widget_origin.clone(),
            context: config.context.clone(),
            ids: MessageIds::new(config.instance_id.clone()),
            clock: AwakeClock::default(),
            phase: Phase::Idle,
            sent: Vec::new(),
            speakers: Speakers::default(),
        }
    }

    /// Notes that the frame was given an address: nothing is posted to its page any more, and a
    /// frame that does not load in time has failed. `is_left` is true if that page sent
    /// INITIALIZED.
    pub(super) fn handle_frame_loading(&mut self, now: Millis, is_left: bool) {
        let deadline = self.clock.advance(now) + SYNC_TIMEOUT;
        let is_left = is_left || self.is_left();
        self.begin(Phase::Loading { deadline, is_left });
    }

    /// Notes that the frame loaded, for the first time or again; returns the prefixes of a page
    /// that was connected until now.
    pub(super) fn handle_frame_loaded(
        &mut self,
        now: Millis,
        outbox: &mut Outbox,
    ) -> Option<Speakers> {
        let speakers = core::mem::take(&mut self.speakers);
        let before = self.is_connected().then_some(speakers);
        let deadline = self.clock.advance(now) + SYNC_TIMEOUT;
        let next = now;
        self.begin(Phase::Syncing { next, deadline });
        self.handle_timeout(now, outbox);
        before
    }

    /// Notes that the frame reported an error; true unless it had failed before.
    pub(super) fn handle_frame_error(&mut self) -> bool {
        let is_news = !self.is_failed();
        if is_news {
            self.begin(Phase::Failed);
        }
        is_news
    }

    /// Begins a phase in which no SYNC sent before counts.
    fn begin(&mut self, phase: Phase) {
        self.sent.clear();
        self.phase = phase;
    }

    /// Handles the time-out of [`HostLink::due`]; true if the link fails by it.
    pub(super) fn handle_timeout(&mut self, now: Millis, outbox: &mut Outbox) -> bool {
        let awake = self.clock.advance(now);
        let message_id = match &mut self.phase {
            Phase::Loading { deadline, .. } | Phase::Syncing { deadline, .. }
                if awake >= *deadline =>
            {
                self.phase = Phase::Failed;
                return true;
            }
            // A clock set back must not keep SYNC waiting.
            Phase::Syncing { next, .. } if now >= *next || *next - now > SYNC_INTERVAL => {
                *next = now + SYNC_INTERVAL;
                self.ids.next()
            }
            _ => return false,
        };
        self.post_as_is(self.sync(&message_id), outbox);
        self.sent.push(message_id);
        false
    }

    fn sync(&self, message_id: &str) -> Object {
        let mut sync = self.context.value().copied();
        sync.set(Name::Type, Kind::Sync.as_str());
        sync.set(Name::MessageId, message_id.to_owned());
        sync.set(Name::HostUrl, self.own_origin.clone());
        // A widget that misses it waits for a call window, which only a frame there has.
        if let Some(place) = self.context.iframe_location.text()
            && self.context.uses_calling_window.is_undefined()
        {
            let is_window = place == IframeLocation::Window.as_str();
            sync.set(Name::UsesCallingWindow, is_window);
        }
        sync
    }

    /// Handles a SYNC_ACK of this message id; true if it is the first one of this load.
    ///
    /// # Errors
    ///
    /// [`Code::AckUnmatched`] when no SYNC of this load has its id.
    pub(super) fn handle_ack(&mut self, id: &Value) -> Result<bool, Code> {
        let id = id.text().ok_or(Code::Malformed)?;
        if !self.sent.iter().any(|sent| sent == id) {
            return Err(Code::AckUnmatched);
        }
        let is_first = !self.is_connected();
        self.phase = Phase::Connected;
        Ok(is_first)
    }

    /// Pins the widget to another origin.
    pub(super) fn set_widget_origin(&mut self, origin: String) {
        self.widget_origin = origin;
    }

    /// Posts a message of this kind to the widget; returns its id.
    pub(super) fn post(
        &mut self,
        kind: Kind,
        data: impl Into<Value>,
        outbox: &mut Outbox,
    ) -> String {
        let mut message = Object::new().with(Name::Type, kind.as_str());
        let data = data.into();
        if !data.is_undefined() {
            message.set(Name::Data, data);
        }
        self.post_message(message, outbox)
    }

    /// Posts a message under a new id; returns the id. It is the host's own even in an answer:
    /// published widgets mistake a message with their own id for a reply, and drop it.
    pub(super) fn post_message(&mut self, mut message: Object, outbox: &mut Outbox) -> String {
        let id = self.ids.next();
        message.set(Name::MessageId, id.clone());
        self.post_as_is(message, outbox);
        id
    }

    fn post_as_is(&self, message: Object, outbox: &mut Outbox) {
        outbox.push(HostOutput::Frame(FrameOutput::Post {
            message: message.into(),
            origin: self.widget_origin.clone(),
            call: None,
        }));
    }

    /// The time to call [`HostLink::handle_timeout`].
    pub(super) fn due(&self) -> Option<Millis> {
        match &self.phase {
            Phase::Loading { deadline, .. } => Some(self.clock.due(*deadline)),
            Phase::Syncing { next, deadline, .. } => Some(next.min(self.clock.due(*deadline))),
            Phase::Idle | Phase::Connected | Phase::Failed => None,
        }
    }

    /// Checks that a message comes from the widget, by the origin that the browser attests; `is_gone`
    /// if it names no window.
    ///
    /// # Errors
    ///
    /// [`Code::ForeignSource`] or [`Code::NotPinned`].
    pub(super) fn admit(&self, is_gone: bool, origin: &str) -> Result<(), Code> {
        let is_widget = origin == self.widget_origin;
        let refused = if is_gone {
            Code::ForeignSource
        } else {
            Code::NotPinned
        };
        is_widget.then_some(()).ok_or(refused)
    }

    /// Notes that a message of this id came from the frame's window.
    pub(super) fn heard(&mut self, id: &str) {
        self.speakers.add(id);
    }

    /// True if the id has the prefix of one that came from the frame's window since its load.
    pub(super) fn has_heard(&self, id: &str) -> bool {
        self.speakers.contain(id)
    }

    /// The only origin for posts.
    pub(super) fn widget_origin(&self) -> &str {
        &self.widget_origin
    }

    /// True if the widget acknowledged a SYNC of this load.
    pub(super) const fn is_connected(&self) -> bool {
        matches!(self.phase, Phase::Connected)
    }

    /// True while the frame still has a page in session, and is to load another.
    pub(super) const fn is_left(&self) -> bool {
        matches!(self.phase, Phase::Loading { is_left: true, .. })
    }

    /// The state of the session; `is_initialized` if the widget sent INITIALIZED.
    pub(super) const fn state(&self, is_initialized: bool) -> HostState {
        match (&self.phase, is_initialized) {
            (Phase::Connected, true) => HostState::Initialized,
            (Phase::Connected, false) => HostState::Connected,
            (Phase::Syncing { .. }, _) => HostState::Syncing,
            (Phase::Failed, _) => HostState::Failed,
            (Phase::Idle | Phase::Loading { .. }, _) => HostState::Loading,
        }
    }

    /// True if the last load failed.
    pub(super) const fn is_failed(&self) -> bool {
        matches!(self.phase, Phase::Failed)
    }
}

/// The prefixes of the message ids that came from a page. Nobody else knows them.
#[derive(Clone, Debug, Default)]
pub(super) struct Speakers(Vec<String>);

impl Speakers {
    fn add(&mut self, id: &str) {
        if !self.contain(id) && self.0.len() < MAX_SPEAKERS {
            self.0.push(prefix(id).to_owned());
        }
    }

    pub(super) fn contain(&self, id: &str) -> bool {
        let prefix = prefix(id);
        self.0.iter().any(|speaker| speaker == prefix)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A page has one instance, rarely a few.
const MAX_SPEAKERS: usize = 8;
