//! The link to the host: the handshake, the pinned host, and later SYNCs.

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::host::{Host, Sync};
use super::options::Environment;
use super::outbox::Outbox;
use super::output::{Level, WidgetState};
use crate::protocol::limits::SYNC_REPEAT_AFTER;
use crate::protocol::{
    Body, COMPATIBLE_VERSION, Envelope, Kind, Millis, Name, Object, Origin, SDK_VERSION, Value,
    concat,
};
use crate::session::message_id::{MessageIds, prefix};
use crate::session::{Code, Facts, HostPolicy, SourceId};

/// A widget's link to the page around it.
///
/// ```text
///          SYNC: acknowledge, pin            the onReady handlers returned
/// Waiting ------------------------> Greeting ------------------------------> Ready
///    ^                               ^                                        |  |
///    |                               +-- SYNC of another session, or calls ---+  |
///    |                                   of an earlier page to report            |
///    +-- a session that the app opened itself ends with its last instance -------+
/// ```
///
/// A ready session is open once INITIALIZED was posted: a host takes nothing before it.
/// Relays do not wait for that, and a session that the app opened itself is open at once.
///
/// A session with a real host lasts as long as the page: the host does not repeat its SYNC for
/// instances that are added later.
#[derive(Clone, Debug)]
pub(super) struct Link {
    environment: Environment,
    ids: MessageIds,
    /// None until a SYNC was accepted.
    host: Option<Host>,
    /// True once a SYNC of an origin that is not allowed was reported.
    has_refused_host: bool,
}

impl Sync<'_> {
    /// Acknowledges it: at once, or by the instance that it was injected into.
    fn acknowledge(&self, ack: Value, origin: &str, source: SourceId, outbox: &mut Outbox) {
        match self.injected_into {
            None => outbox.post(ack, origin.to_owned(), source, 0),
            Some(instance) => outbox.acknowledge(instance, ack),
        }
    }
}

/// The effect of a SYNC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Synced {
    /// Ignored: it came too soon after the last acknowledgement.
    Ignored,
    /// It was acknowledged again.
    Repeated {
        /// True if another page is in the place of the host's.
        is_replaced: bool,
    },
    /// Another session opened.
    Opened {
        /// True if its account or user differs from the session before.
        is_other_user: bool,
    },
}

impl Link {
    pub(super) fn new(environment: Environment) -> Self {
        Self {
            ids: MessageIds::new(environment.instance_id.clone()),
            environment,
            host: None,
            has_refused_host: false,
        }
    }

    /// Refuses a message of an origin that is not allowed: the first SYNC is reported, anything
    /// else is counted.
    pub(super) fn refuse_origin(&mut self, origin: &str, is_sync: bool, outbox: &mut Outbox) {
        if !is_sync || self.has_refused_host {
            return outbox.count(Code::OriginRefused);
        }
        self.has_refused_host = true;
        let remedy = if Origin::parse(origin).is_some() {
            "; to allow it, name it in `allowedHostOrigins`"
        } else {
            "; no http or https origin: connect that page by a port in `hostWindow`"
        };
        outbox.report(Code::OriginRefused, Level::Warn, concat(&[origin, remedy]));
    }

    /// Handles a SYNC.
    ///
    /// The first is acknowledged at once. Later ones are ignored for half a second after an
    /// acknowledgement, since each one raises READY on a published host; a host that repeats it is
    /// acknowledged again. Another prefix of the message id is another page of the host's: of the same
    /// session, which is acknowledged at once, or of [another one](Host::is_continued_by).
    pub(super) fn handle_sync(
        &mut self,
        now: Millis,
        sync: &Sync<'_>,
        debug_mode: bool,
        outbox: &mut Outbox,
    ) -> Synced {
        let ack = self.acknowledgement(sync.message, debug_mode);
        let id_prefix = prefix(sync.id);
        let known = self.host.as_mut().filter(|host| {
            let is_same = || host.is_continued_by(sync.message);
            sync.newcomer.is_none() && (host.id_prefix == id_prefix || is_same())
        });
        let Some(host) = known else {
            sync.acknowledge(ack, sync.origin, sync.source, outbox);
            return self.open(now, sync, outbox);
        };
        host.learn_place(sync.message);
        // An id without an underscore has no page prefix, so it proves no change of page.
        let is_replaced = id_prefix.len() < sync.id.len() && host.id_prefix != id_prefix;
        // A clock set back must not silence the widget for good.
        let since = now - host.acknowledged_at;
        if !is_replaced && since < SYNC_REPEAT_AFTER && since >= Millis(0.0) {
            outbox.count(Code::SyncRepeated);
            return Synced::Ignored;
        }
        outbox.count(if is_replaced {
            Code::HostReplaced
        } else {
            Code::AckRepeated
        });
        sync.acknowledge(ack, &host.origin, host.source, outbox);
        host.acknowledged_at = now;
        host.id_prefix = id_prefix.to_owned();
        Synced::Repeated { is_replaced }
    }

    /// Opens a session that the app assumes, unless one is open; true if it did.
    pub(super) fn assume_ready(&mut self, now: Millis, origin: &str) -> bool {
        let is_waiting = self.host().is_none();
        if is_waiting {
            let id = self.ids.next();
            let none = Value::from(Object::new()).into();
            let sync = Sync {
                origin,
                source: SourceId::PEER,
                id: &id,
                message: &none,
                injected_into: Some(0),
                newcomer: None,
            };
            let mut host = Host::new(now, &sync);
            host.is_greeting = false;
            self.host = Some(host);
        }
        is_waiting
    }

    /// Handles the return of READY's handlers; true if that opens the session.
    pub(super) fn greeted(&mut self) -> bool {
        let host = self.host.as_mut();
        host.is_some_and(|host| core::mem::take(&mut host.is_greeting))
    }

    /// Returns to the greeting: handlers are called before anything else is posted.
    pub(super) const fn greet_again(&mut self) {
        if let Some(host) = &mut self.host {
            host.is_greeting = true;
        }
    }

    /// Notes that INITIALIZED was posted, or is lost with the page that got it.
    pub(super) const fn set_initialized(&mut self, is_initialized: bool) {
        if let Some(host) = &mut self.host {
            host.is_initialized = is_initialized;
        }
    }

    /// Ends the session.
    pub(super) fn close(&mut self) {
        self.host = None;
    }

    /// Posts a message to the host, under its own id, else under `id`, else under a new one.
    /// Returns the id; `None` where there is no host.
    pub(super) fn post(
        &mut self,
        by: u32,
        message: &Envelope,
        id: Option<String>,
        outbox: &mut Outbox,
    ) -> Option<String> {
        let host = self.host()?;
        let (origin, to) = (host.origin.clone(), host.source);
        let mut posted = message.value.copied();
        let id = message.own_id().unwrap_or_else(|| {
            let id = id.unwrap_or_else(|| self.ids.next());
            posted.set(Name::MessageId, id.clone());
            id
        });
        outbox.post(posted.into(), origin, to, by);
        Some(id)
    }

    /// A new message id.
    pub(super) fn next_id(&mut self) -> String {
        self.ids.next()
    }

    /// Admits a message by the facts that the browser attests.
    pub(super) fn admit(&self, facts: &Facts<'_>, policy: &HostPolicy) -> Result<(), Code> {
        if !facts.is_trusted {
            return Err(Code::UntrustedEvent);
        }
        if facts.source == SourceId::FOREIGN {
            return Err(Code::ForeignSource);
        }
        match self.host() {
            Some(host) if host.origin != facts.origin => Err(Code::NotPinned),
            Some(host) if host.source != facts.source => Err(Code::NotPinned),
            None if !policy.allows(facts.origin) => Err(Code::OriginRefused),
            _ => Ok(()),
        }
    }

    /// The origin and the window of a message that the app injects: a real host's, else the given
    /// origin; an empty one is the page's own.
    pub(super) fn injected_from(&self, origin: &str) -> (String, SourceId) {
        match self.host() {
            Some(host) if !host.is_injected => (host.origin.clone(), host.source),
            _ if origin.is_empty() => (self.environment.own_origin.clone(), SourceId::PEER),
            _ => (origin.to_owned(), SourceId::PEER),
        }
    }

    /// The host, once a session is open.
    pub(super) const fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    /// True once the handlers of READY have returned.
    pub(super) const fn is_ready(&self) -> bool {
        matches!(&self.host, Some(host) if !host.is_greeting)
    }

    /// True while messages are posted at once.
    pub(super) const fn is_open(&self) -> bool {
        self.is_ready()
            && matches!(&self.host, Some(host) if host.is_injected || host.is_initialized)
    }

    /// True while only INITIALIZED is missing for an open session.
    pub(super) const fn awaits_initialized(&self) -> bool {
        self.is_ready() && !self.is_open()
    }

    /// True if a host opened the session, not the app itself. Later instances join it.
    pub(super) fn has_real_host(&self) -> bool {
        self.real_host().is_some()
    }

    /// True if, in addition, INITIALIZED was posted.
    pub(super) fn has_initialized_host(&self) -> bool {
        self.real_host().is_some_and(|host| host.is_initialized)
    }

    /// True once a SYNC of an origin that is not allowed was reported.
    pub(super) const fn has_refused_host(&self) -> bool {
        self.has_refused_host
    }

    /// True while the page is framed and no SYNC was accepted or refused.
    pub(super) const fn misses_sync(&self) -> bool {
        self.environment.is_embedded && self.host().is_none() && !self.has_refused_host
    }

    /// The state of the session.
    pub(super) const fn state(&self) -> WidgetState {
        match (self.host(), self.environment.is_embedded) {
            (Some(_), _) => WidgetState::Ready,
            (None, true) => WidgetState::Waiting,
            (None, false) => WidgetState::NotEmbedded,
        }
    }

    /// A hash of the host and its user; none for a session that the app opened.
    pub(super) fn user_hash(&self) -> Option<f64> {
        Some(self.real_host()?.user_hash)
    }

    fn real_host(&self) -> Option<&Host> {
        self.host().filter(|host| !host.is_injected)
    }

    /// Opens another session.
    fn open(&mut self, now: Millis, sync: &Sync<'_>, outbox: &mut Outbox) -> Synced {
        let host_url = match &sync.message.body {
            Body::Sync(sync) => sync.host_url.text(),
            _ => None,
        };
        if host_url.is_some_and(|url| url != sync.origin) {
            outbox.count(Code::HostUrlDiffers);
        }
        let before = self.user_hash();
        let mut host = Host::new(now, sync);
        // An injected SYNC does not take over a real host's session.
        host.is_injected &= !self.has_real_host();
        self.host = Some(host);
        Synced::Opened {
            is_other_user: sync.injected_into.is_none()
                && before.is_some()
                && before != self.user_hash(),
        }
    }

    fn acknowledgement(&self, sync: &Envelope, debug_mode: bool) -> Value {
        let message = sync.value.copied();
        message
            .with(Name::Type, Kind::SyncAck.as_str())
            .with(Name::DebugMode, debug_mode)
            .with(Name::Version, COMPATIBLE_VERSION)
            .with(Name::IFrameUrl, self.environment.own_origin.clone())
            .with(Name::SdkVersion, SDK_VERSION)
            .into()
    }
}
