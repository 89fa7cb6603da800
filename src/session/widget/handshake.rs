//! How a session opens, and what a SYNC means once it is open.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::options::Mode;
use super::output::{Level, Output};
use super::{Instance, Widget};
use crate::protocol::limits::SYNC_REPEAT_AFTER;
use crate::protocol::{
    COMPATIBLE_VERSION, Kind, Millis, Payload, SDK_VERSION, SDK_VERSION_FIELD, shapes,
};
use crate::session::message_id::prefix;
use crate::session::{Code, SourceId};

/// Where the handshake stands.
#[derive(Clone, Debug)]
pub(super) enum Link<P> {
    /// No SYNC was accepted.
    Waiting,
    /// READY is being delivered; sends still wait.
    Greeting(Host<P>),
    /// The session is open.
    Ready(Host<P>),
}

/// The host of an open session.
#[derive(Clone, Debug)]
pub(super) struct Host<P> {
    /// What every message has to come from and goes to.
    pub(super) origin: String,
    /// The window, likewise.
    pub(super) source: SourceId,
    pub(super) id_prefix: String,
    pub(super) identity: [Option<String>; 3],
    pub(super) acknowledged_at: Millis,
    /// Opened by the app's own hand, as tests do, and not by the browser.
    pub(super) is_injected: bool,
    pub(super) ready: P,
}

impl<P: Payload> Link<P> {
    pub(super) const fn host(&self) -> Option<&Host<P>> {
        match self {
            Self::Waiting => None,
            Self::Greeting(host) | Self::Ready(host) => Some(host),
        }
    }

    pub(super) fn ready_message(&self) -> Option<P> {
        self.host().map(|host| host.ready.clone())
    }

    pub(super) fn is_open_to_late_comers(&self) -> bool {
        self.host().is_some_and(|host| !host.is_injected)
    }
}

impl<P: Payload> Widget<P> {
    /// A SYNC that passed the gate, or that the app handed in itself
    /// (`injected_by`).
    ///
    /// The first is acknowledged at once. Later ones are ignored for half a
    /// second after an acknowledgement, since each one raises READY on a
    /// published host; a host that still goes on is answered again, and told
    /// INITIALIZED again, since it waits for that as well. Another
    /// prefix of the message id together with another account, user or place is
    /// another session of the host's, and READY is raised anew. Another prefix
    /// alone is another page of the same: it is answered at once, and hears
    /// INITIALIZED likewise, which the app, in its session still, has no reason
    /// to send.
    pub(super) fn handle_sync(
        &mut self,
        now: Millis,
        origin: &str,
        source: SourceId,
        id: &str,
        message: &P,
        injected_by: Option<u32>,
    ) {
        let id_prefix = prefix(id).to_owned();
        let identity = identity(message);
        let newcomer = injected_by.filter(|id| !self.is_ready(*id));
        let known = self.link.host().is_some_and(|host| {
            newcomer.is_none() && (host.id_prefix == id_prefix || host.identity == identity)
        });
        if known {
            let Some((origin, source, acknowledged_at)) = self
                .link
                .host()
                .map(|host| (host.origin.clone(), host.source, host.acknowledged_at))
            else {
                return;
            };
            // An id of one part tells nothing of the page it came from.
            let is_replaced = id_prefix.len() < id.len()
                && self
                    .link
                    .host()
                    .is_some_and(|host| host.id_prefix != id_prefix);
            // A clock set back must not silence the widget for good.
            let since = now - acknowledged_at;
            if !is_replaced && since < SYNC_REPEAT_AFTER && since >= Millis(0.0) {
                return self.count(Code::SyncRepeated);
            }
            self.count(if is_replaced {
                Code::HostReplaced
            } else {
                Code::AckRepeated
            });
            self.acknowledge(message, &origin, source);
            if let Link::Greeting(host) | Link::Ready(host) = &mut self.link {
                host.acknowledged_at = now;
                host.id_prefix = id_prefix;
            }
            return self.repeat_initialized();
        }
        self.acknowledge(message, origin, source);
        self.open_session(now, origin, source, id, message, injected_by);
    }

    /// Another session opens: READY is raised.
    fn open_session(
        &mut self,
        now: Millis,
        origin: &str,
        source: SourceId,
        id: &str,
        message: &P,
        injected_by: Option<u32>,
    ) {
        let newcomer = injected_by.filter(|id| !self.is_ready(*id));
        if message
            .text_field("hostUrl")
            .is_some_and(|url| url != origin)
        {
            self.count(Code::HostUrlDiffers);
        }
        if newcomer.is_none() {
            self.lose_answers();
        }
        let ready = ready_message(message);
        self.missing.clear();
        self.report_missing(Kind::Ready, Some(message));
        // What the app hands in does not turn a real host's session into its own.
        let is_injected = injected_by.is_some() && !self.link.is_open_to_late_comers();
        let before = self.host_mark();
        self.link = Link::Greeting(Host {
            origin: origin.to_owned(),
            source,
            id_prefix: prefix(id).to_owned(),
            identity: identity(message),
            acknowledged_at: now,
            is_injected,
            ready: ready.clone(),
        });
        self.initialized = None;
        self.presence = None;
        self.last_dial = None;
        if injected_by.is_none() && before.is_some() && before != self.host_mark() {
            // What one account was told is nothing to another.
            self.calls.lose_answers();
        }
        let is_for = |instance: &Instance| newcomer.is_none_or(|id| id == instance.id);
        for instance in self
            .instances
            .iter_mut()
            .filter(|instance| is_for(instance))
        {
            instance.is_ready = true;
            instance.awaits_ready = false;
        }
        if !is_injected {
            self.take_over(now);
        }
        self.changed();
        self.deliver_to(ready, newcomer);
    }

    /// The app declares the session open, as tests of apps do by setting
    /// `isReady`: an empty SYNC from an origin of its choice.
    pub(super) fn assume_ready(&mut self, now: Millis, origin: &str) {
        match self.link.host() {
            Some(host) if !host.is_injected => return,
            Some(_) => {}
            None => {
                let id = self.ids.next();
                self.link = Link::Ready(Host {
                    origin: origin.to_owned(),
                    source: SourceId::PEER,
                    id_prefix: prefix(&id).to_owned(),
                    identity: [None, None, None],
                    acknowledged_at: now,
                    is_injected: true,
                    ready: ready_message(&P::empty()),
                });
                self.changed();
            }
        }
        for instance in &mut self.instances {
            instance.is_ready = true;
        }
        if self.link.is_ready() {
            self.flush(now);
        }
    }

    /// What an [`Output::Deliver`] carried was handed to the handlers, or an
    /// [`Output::Resumed`] was.
    pub(super) fn handle_delivered(&mut self, now: Millis) {
        self.delivering = self.delivering.saturating_sub(1);
        if self.delivering > 0 {
            return;
        }
        if self.report_resumed() {
            return;
        }
        match core::mem::replace(&mut self.link, Link::Waiting) {
            Link::Greeting(host) => {
                self.link = Link::Ready(host);
                self.flush(now);
            }
            link => self.link = link,
        }
    }

    fn flush(&mut self, now: Millis) {
        let open_to: Vec<u32> = self
            .instances
            .iter()
            .filter(|i| i.is_ready)
            .map(|instance| instance.id)
            .collect();
        let is_real = self.link.is_open_to_late_comers();
        let flushed = self
            .queue
            .flush(now, |instance| is_real || open_to.contains(&instance));
        for (code, dropped) in &flushed.taken {
            let Some(code) = *code else {
                continue;
            };
            let name = dropped.kind.map_or("", |kind| kind.message().name);
            let level = if code == Code::Stale {
                Level::Error
            } else {
                Level::Note
            };
            self.report(code, level, name.to_owned());
        }
        self.discard_calls(&flushed.stale_calls);
        for (code, waiting) in flushed.taken {
            if code.is_some() {
                continue;
            }
            if waiting.kind == Some(Kind::Initialized)
                && self.mode_of(waiting.instance) == Mode::Normal
                && self.is_initialized_by_another(waiting.instance, &waiting.message)
            {
                self.count(Code::SuppressedDuplicate);
                continue;
            }
            let id = self.post(waiting.instance, waiting.kind, &waiting.message, waiting.id);
            self.note_posted(&id);
        }
        self.note_unsent();
    }

    fn acknowledge(&mut self, sync: &P, origin: &str, source: SourceId) {
        let debug_mode = self
            .instances
            .iter()
            .any(|instance| instance.options.debug_mode);
        let mut message = sync.copied();
        message.put("type", Some(P::from_text(Kind::SyncAck.as_str())));
        message.put("debugMode", Some(P::from_boolean(debug_mode)));
        message.put("version", Some(P::from_text(COMPATIBLE_VERSION)));
        message.put(
            "iFrameUrl",
            Some(P::from_text(&self.environment.own_origin)),
        );
        message.put(SDK_VERSION_FIELD, Some(P::from_text(SDK_VERSION)));
        self.orders.push(Output::Post {
            message,
            origin: origin.to_owned(),
            to: source.0,
            by: 0,
        });
    }
}

/// What tells one session of a host's from another: account, user and place.
pub(super) fn identity<P: Payload>(sync: &P) -> [Option<String>; 3] {
    ["portalId", "userId", "iframeLocation"]
        .map(|name| sync.field(name).and_then(|value| value.id_text()))
}

/// READY as the published SDK raises it, with the fields it does not know
/// behind the ones it does.
fn ready_message<P: Payload>(sync: &P) -> P {
    let known = shapes::READY.fields;
    let mut data = P::empty();
    for field in known {
        data.put(field.name, sync.field(field.name));
    }
    for name in sync.keys() {
        // Set as a field, the last would change what READY inherits.
        let is_kept_out = ["type", "messageId", "__proto__"].contains(&name.as_str());
        if !is_kept_out && !known.iter().any(|field| field.name == name) {
            data.put(&name, sync.field(&name));
        }
    }
    let mut message = P::empty();
    message.put("type", Some(P::from_text(Kind::Ready.as_str())));
    message.put("data", Some(data));
    message
}
