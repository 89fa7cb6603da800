//! The handshake, from the host's side.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::outbox::Outbox;
use super::output::{FrameOutput, HostOutput, HostState};
use crate::protocol::limits::{SYNC_INTERVAL, SYNC_TIMEOUT};
use crate::protocol::shapes::{Ready, SyncAck};
use crate::protocol::{IframeLocation, Kind, Millis, Name, Object, Part, Value};
use crate::session::message_id::{MessageIds, prefix};
use crate::session::{AwakeClock, Code, Facts, SourceId};

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
    /// The prefixes of the message ids received since this load.
    speakers: Vec<String>,
    outputs: Vec<LinkOutput>,
}

/// An order of a [`HostLink`].
#[derive(Clone, Debug)]
pub(super) enum LinkOutput {
    /// Post this to the frame, for [`HostLink::widget_origin`].
    Post(Value),
    /// The widget acknowledged; this is its SYNC_ACK. Once per load.
    Connected(Part<SyncAck>),
    /// The widget did not acknowledge in time, or the frame failed.
    Failed,
}

#[derive(Clone, Debug)]
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
        sent: Vec<String>,
    },
    Connected {
        sent: Vec<String>,
    },
    Failed {
        /// What a page that starts slowly may still acknowledge.
        sent: Vec<String>,
    },
}

impl HostLink {
    /// A link to a widget of `widget_origin`. `context` holds the further fields of SYNC;
    /// `instance` is a random id, the first part of every message id.
    pub(super) const fn new(
        own_origin: String,
        widget_origin: String,
        context: Part<Ready>,
        instance: String,
    ) -> Self {
        Self {
            own_origin,
            widget_origin,
            context,
            ids: MessageIds::new(instance),
            clock: AwakeClock::new(),
            phase: Phase::Idle,
            speakers: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Notes that the frame was given an address: nothing is posted to its page any more, and a
    /// frame that does not load in time has failed. `is_left` is true if that page sent
    /// INITIALIZED.
    pub(super) fn handle_frame_loading(&mut self, now: Millis, is_left: bool) {
        self.phase = Phase::Loading {
            deadline: self.clock.advance(now) + SYNC_TIMEOUT,
            is_left: is_left || self.is_left(),
        };
    }

    /// Notes that the frame loaded, for the first time or again.
    pub(super) fn handle_frame_loaded(&mut self, now: Millis) {
        self.speakers.clear();
        self.phase = Phase::Syncing {
            next: now,
            deadline: self.clock.advance(now) + SYNC_TIMEOUT,
            sent: Vec::new(),
        };
        self.handle_timeout(now);
    }

    /// Restores the state of a lost link.
    pub(super) fn restore(&mut self, now: Millis, state: HostState) {
        match state {
            HostState::Loading => self.handle_frame_loading(now, false),
            HostState::Syncing => self.handle_frame_loaded(now),
            HostState::Connected | HostState::Initialized => {
                self.phase = Phase::Connected { sent: Vec::new() };
            }
            HostState::Failed => self.phase = Phase::Failed { sent: Vec::new() },
        }
    }

    /// Notes that the frame reported an error.
    pub(super) fn handle_frame_error(&mut self) {
        self.fail(Vec::new());
    }

    /// Handles the time-out of [`HostLink::due`].
    pub(super) fn handle_timeout(&mut self, now: Millis) {
        let awake = self.clock.advance(now);
        let message_id = match &mut self.phase {
            Phase::Loading { deadline, .. } if awake >= *deadline => {
                return self.fail(Vec::new());
            }
            Phase::Syncing { deadline, sent, .. } if awake >= *deadline => {
                let sent = core::mem::take(sent);
                return self.fail(sent);
            }
            // A clock set back must not keep SYNC waiting.
            Phase::Syncing { next, sent, .. } if now >= *next || *next - now > SYNC_INTERVAL => {
                *next = now + SYNC_INTERVAL;
                let id = self.ids.next();
                sent.push(id.clone());
                id
            }
            _ => return,
        };
        let sync = self.sync(&message_id);
        self.outputs.push(LinkOutput::Post(sync.into()));
    }

    fn sync(&self, message_id: &str) -> Object {
        let mut sync = self.context.value().copied();
        sync.set(Name::Type, Kind::Sync.as_str());
        sync.set(Name::MessageId, message_id);
        sync.set(Name::HostUrl, self.own_origin.as_str());
        // A widget that misses it waits for a call window, which only a frame there has.
        if let Some(place) = self.context.iframe_location.text()
            && self.context.uses_calling_window.is_undefined()
        {
            let is_window = place == IframeLocation::Window.as_str();
            sync.set(Name::UsesCallingWindow, is_window);
        }
        sync
    }

    /// Handles a SYNC_ACK of this message id. A second one of the same load changes nothing.
    ///
    /// # Errors
    ///
    /// A [`Code`] of [`HostLink::admit`], or [`Code::AckUnmatched`] when no
    /// SYNC of this load has its id.
    pub(super) fn handle_ack(
        &mut self,
        facts: &Facts<'_>,
        id: &Value,
        ack: &Part<SyncAck>,
    ) -> Result<(), Code> {
        self.admit(facts)?;
        let id = id.text().ok_or(Code::Malformed)?;
        let is_known = |sent: &[String]| sent.iter().any(|sent| sent == id);
        match &mut self.phase {
            Phase::Syncing { sent, .. } | Phase::Failed { sent } if is_known(sent) => {
                let sent = core::mem::take(sent);
                self.phase = Phase::Connected { sent };
                self.outputs.push(LinkOutput::Connected(ack.clone()));
                Ok(())
            }
            Phase::Connected { sent } if is_known(sent) => Ok(()),
            _ => Err(Code::AckUnmatched),
        }
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
        message.set(Name::MessageId, id.as_str());
        outbox.push(HostOutput::Frame(FrameOutput::Post {
            message: message.into(),
            origin: self.widget_origin.clone(),
        }));
        id
    }

    /// Answers the widget, unless it is gone.
    pub(super) fn answer(&mut self, kind: Kind, data: Object, outbox: &mut Outbox) {
        if self.is_connected() {
            self.post(kind, data, outbox);
        }
    }

    /// The orders since the last time.
    pub(super) fn take_outputs(&mut self) -> Vec<LinkOutput> {
        core::mem::take(&mut self.outputs)
    }

    /// The time to call [`HostLink::handle_timeout`].
    pub(super) fn due(&self) -> Option<Millis> {
        match &self.phase {
            Phase::Loading { deadline, .. } => Some(self.clock.due(*deadline)),
            Phase::Syncing { next, deadline, .. } => Some(next.min(self.clock.due(*deadline))),
            Phase::Idle | Phase::Connected { .. } | Phase::Failed { .. } => None,
        }
    }

    /// Checks that a message comes from the widget, by the facts the browser attests.
    ///
    /// # Errors
    ///
    /// [`Code::UntrustedEvent`], [`Code::ForeignSource`] or [`Code::NotPinned`].
    pub(super) fn admit(&self, facts: &Facts<'_>) -> Result<(), Code> {
        if !facts.is_trusted {
            return Err(Code::UntrustedEvent);
        }
        let is_widget = facts.origin == self.widget_origin;
        match facts.source {
            SourceId::PEER if is_widget => Ok(()),
            SourceId::PEER => Err(Code::NotPinned),
            SourceId::GONE if is_widget => Ok(()),
            _ => Err(Code::ForeignSource),
        }
    }

    /// Notes that a message of this id came from the frame's window.
    pub(super) fn heard(&mut self, id: &str) {
        if !self.has_heard(id) && self.speakers.len() < MAX_SPEAKERS {
            self.speakers.push(prefix(id).to_owned());
        }
    }

    /// True if the id has the prefix of one that came from the frame's window. Nobody else
    /// knows these prefixes.
    pub(super) fn has_heard(&self, id: &str) -> bool {
        let prefix = prefix(id);
        self.speakers.iter().any(|speaker| speaker == prefix)
    }

    /// The only origin for posts.
    pub(super) fn widget_origin(&self) -> &str {
        &self.widget_origin
    }

    /// True if the widget acknowledged a SYNC of this load.
    pub(super) const fn is_connected(&self) -> bool {
        matches!(self.phase, Phase::Connected { .. })
    }

    /// True while the frame still has a page in session, and is to load another.
    pub(super) const fn is_left(&self) -> bool {
        matches!(self.phase, Phase::Loading { is_left: true, .. })
    }

    /// The state of the session; `is_initialized` if the widget sent INITIALIZED.
    pub(super) const fn state(&self, is_initialized: bool) -> HostState {
        match (&self.phase, is_initialized) {
            (Phase::Connected { .. }, true) => HostState::Initialized,
            (Phase::Connected { .. }, false) => HostState::Connected,
            (Phase::Syncing { .. }, _) => HostState::Syncing,
            (Phase::Failed { .. }, _) => HostState::Failed,
            (Phase::Idle | Phase::Loading { .. }, _) => HostState::Loading,
        }
    }

    /// True if the last load failed.
    pub(super) const fn is_failed(&self) -> bool {
        matches!(self.phase, Phase::Failed { .. })
    }

    fn fail(&mut self, sent: Vec<String>) {
        if !self.is_failed() {
            self.phase = Phase::Failed { sent };
            self.outputs.push(LinkOutput::Failed);
        }
    }
}

/// A page has one instance, rarely a few.
const MAX_SPEAKERS: usize = 8;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Code, Facts, HostLink, LinkOutput, Millis, SourceId, SyncAck};
    use crate::protocol::{Part, Value as Payload};

    const WIDGET: Facts<'_> = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: "https://phone.example",
    };

    fn link() -> HostLink {
        HostLink::new(
            "https://crm.example".to_owned(),
            "https://phone.example".to_owned(),
            json!({ "portalId": 1, "iframeLocation": "remote" }).into(),
            "h7".to_owned(),
        )
    }

    fn drain(link: &mut HostLink) -> Vec<Value> {
        let outputs = link.take_outputs().into_iter();
        let written = outputs.map(|output| match output {
            LinkOutput::Post(message) => json!(["post", message.json()]),
            LinkOutput::Connected(ack) => json!(["connected", ack.value().json()]),
            LinkOutput::Failed => json!(["failed"]),
        });
        written.collect()
    }

    fn sync(id: &str) -> Value {
        let sync = json!({
            "type": "SYNC", "messageId": id, "hostUrl": "https://crm.example",
            "portalId": 1, "iframeLocation": "remote", "usesCallingWindow": false,
        });
        json!(["post", sync])
    }

    fn connected(id: &str) -> Value {
        json!(["connected", { "type": "SYNC_ACK", "messageId": id, "version": "0.9.7" }])
    }

    fn acknowledge(link: &mut HostLink, facts: &Facts<'_>, id: &str) -> Result<(), Code> {
        let ack: Part<SyncAck> = connected(id)[1].clone().into();
        link.handle_ack(facts, &id.into(), &ack)
    }

    #[test]
    fn sync_goes_out_at_the_load_and_every_100_ms_with_a_fresh_id() {
        let mut link = link();

        link.handle_frame_loaded(Millis(1_000.0));
        link.handle_timeout(Millis(1_099.0));
        let first = drain(&mut link);
        link.handle_timeout(Millis(1_100.0));
        let second = drain(&mut link);

        assert_eq!(first, [sync("h7_1")]);
        assert_eq!(second, [sync("h7_2")]);
        assert_eq!(link.due(), Some(Millis(1_200.0)));
    }

    #[test]
    fn a_clock_set_back_does_not_keep_sync_waiting() {
        let mut link = link();
        link.handle_frame_loaded(Millis(100_000.0));
        drain(&mut link);

        link.handle_timeout(Millis(40_100.0));
        let at_once = drain(&mut link);

        assert_eq!(at_once, [sync("h7_2")]);
        assert_eq!(link.due(), Some(Millis(40_200.0)));
    }

    #[test]
    fn a_silent_widget_fails_after_30_s_and_a_late_ack_connects() {
        let mut link = link();
        link.handle_frame_loaded(Millis(0.0));
        let mut posts = 0;
        let mut failed_at = None;

        while let Some(at) = link.due() {
            for output in drain(&mut link) {
                assert_eq!(output[0], "post");
                posts += 1;
            }
            link.handle_timeout(at);
            failed_at = Some(at);
        }

        assert_eq!(drain(&mut link), [json!(["failed"])]);
        assert_eq!(failed_at, Some(Millis(30_000.0)));
        assert_eq!(posts, 300);
        assert_eq!(acknowledge(&mut link, &WIDGET, "h7_300"), Ok(()));
        assert_eq!(drain(&mut link), [connected("h7_300")]);
    }

    #[test]
    fn a_frame_fails_after_30_s_and_a_late_load_starts_over() {
        let mut link = link();
        link.handle_frame_loading(Millis(0.0), false);

        let mut failed_at = None;
        while let Some(at) = link.due() {
            link.handle_timeout(at);
            failed_at = Some(at);
        }
        let failed = drain(&mut link);
        link.handle_frame_loaded(Millis(31_000.0));

        assert_eq!(failed_at, Some(Millis(30_000.0)));
        assert_eq!(failed, [json!(["failed"])]);
        assert_eq!(drain(&mut link), [sync("h7_1")]);
    }

    #[test]
    fn a_page_that_slept_goes_on_with_sync() {
        let mut link = link();
        link.handle_frame_loaded(Millis(0.0));
        drain(&mut link);

        link.handle_timeout(Millis(3_600_000.0));

        assert_eq!(drain(&mut link), [sync("h7_2")]);
    }

    #[test]
    fn any_sync_of_this_load_may_be_acknowledged_more_than_once() {
        let mut link = link();
        link.handle_frame_loaded(Millis(0.0));
        link.handle_timeout(Millis(100.0));
        drain(&mut link);

        let late = acknowledge(&mut link, &WIDGET, "h7_1");
        let again = acknowledge(&mut link, &WIDGET, "h7_2");

        assert_eq!((late, again), (Ok(()), Ok(())));
        assert_eq!(drain(&mut link), [connected("h7_1")]);
        assert_eq!(link.due(), None);
    }

    #[test]
    fn an_ack_counts_only_from_the_widgets_own_window_and_origin() {
        let mut link = link();
        link.handle_frame_loaded(Millis(0.0));
        let from = |change: fn(&mut Facts<'static>)| {
            let mut facts = WIDGET;
            change(&mut facts);
            facts
        };

        let results = [
            acknowledge(&mut link, &from(|facts| facts.is_trusted = false), "h7_1"),
            acknowledge(&mut link, &from(|facts| facts.source = SourceId(0)), "h7_1"),
            acknowledge(
                &mut link,
                &from(|facts| facts.origin = "https://evil.example"),
                "h7_1",
            ),
            acknowledge(&mut link, &WIDGET, "h7_9"),
            link.handle_ack(&WIDGET, &Payload::Undefined, &Part::default()),
        ];

        assert_eq!(
            results,
            [
                Err(Code::UntrustedEvent),
                Err(Code::ForeignSource),
                Err(Code::NotPinned),
                Err(Code::AckUnmatched),
                Err(Code::Malformed),
            ]
        );
        assert!(!link.is_connected());
    }

    #[test]
    fn a_load_while_connected_starts_over_and_forgets_the_old_ids() {
        let mut link = link();
        link.handle_frame_loaded(Millis(0.0));
        acknowledge(&mut link, &WIDGET, "h7_1").expect("sent");
        drain(&mut link);

        link.handle_frame_loaded(Millis(5_000.0));

        assert_eq!(drain(&mut link), [sync("h7_2")]);
        assert!(!link.is_connected());
        assert_eq!(
            acknowledge(&mut link, &WIDGET, "h7_1"),
            Err(Code::AckUnmatched)
        );
        assert_eq!(acknowledge(&mut link, &WIDGET, "h7_2"), Ok(()));
        assert_eq!(
            acknowledge(&mut link, &WIDGET, "h7_1"),
            Err(Code::AckUnmatched)
        );
    }
}
