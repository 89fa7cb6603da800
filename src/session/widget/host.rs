//! The host of a session, as its SYNC describes it.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::protocol::{Body, Envelope, Kind, Millis, Name, Object, Value, shapes};
use crate::session::SourceId;
use crate::session::message_id::prefix;

/// The host of an open session.
#[derive(Clone, Debug)]
pub(super) struct Host {
    /// The origin that every message comes from and is posted to.
    pub(super) origin: String,
    /// The window, likewise.
    pub(super) source: SourceId,
    /// The prefix of the host's message ids.
    pub(super) id_prefix: String,
    /// READY, as delivered.
    pub(super) ready: Envelope,
    identity: [Option<String>; 3],
    /// A hash of the host, its account and its user.
    pub(super) user_hash: f64,
    pub(super) acknowledged_at: Millis,
    /// True if the app opened the session itself, as its tests do.
    pub(super) is_injected: bool,
    /// True while READY is being delivered; messages are still queued.
    pub(super) is_greeting: bool,
    /// True once INITIALIZED was posted in this session.
    pub(super) is_initialized: bool,
}

/// A SYNC that was admitted, or that the app injected.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sync<'a> {
    pub(super) origin: &'a str,
    pub(super) source: SourceId,
    pub(super) id: &'a str,
    pub(super) message: &'a Envelope,
    /// The instance that the app injected it into; none for a host's.
    pub(super) injected_into: Option<u32>,
    /// The only instance that it is for: it was injected there, and READY was not yet delivered to
    /// it.
    pub(super) newcomer: Option<u32>,
}

impl Host {
    pub(super) fn new(now: Millis, sync: &Sync<'_>) -> Self {
        let identity = identity(sync.message);
        Self {
            origin: sync.origin.to_owned(),
            source: sync.source,
            id_prefix: prefix(sync.id).to_owned(),
            ready: ready_message(&sync.message.value),
            user_hash: user_hash(sync.origin, &identity),
            identity,
            acknowledged_at: now,
            is_injected: sync.injected_into.is_some(),
            is_greeting: true,
            is_initialized: false,
        }
    }

    /// True if a SYNC may be of this session: it names the same account and user, and no other
    /// place. A host that leaves the place out has not moved the widget.
    pub(super) fn is_continued_by(&self, sync: &Envelope) -> bool {
        let ([portal, user, place], [its_portal, its_user, its_place]) =
            (&self.identity, &identity(sync));
        let is_elsewhere = place.is_some() && its_place.is_some() && place != its_place;
        portal == its_portal && user == its_user && !is_elsewhere
    }

    /// Learns the place from a later SYNC of this session: the first one may not name it.
    pub(super) fn learn_place(&mut self, sync: &Envelope) {
        let [_, _, place] = &mut self.identity;
        if place.is_none() {
            [_, _, *place] = identity(sync);
        }
    }
}

/// A hash of a host, its account and its user.
fn user_hash(origin: &str, [portal, user, _]: &[Option<String>; 3]) -> f64 {
    let mut hash = FNV_OFFSET;
    let parts = [portal, user].map(|part| part.as_deref().unwrap_or_default());
    for text in [origin].into_iter().chain(parts) {
        // The byte 255 ends each text, as UTF-8 never contains it.
        for byte in text.bytes().chain(core::iter::once(255)) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    // Reduced to the bits that a number holds exactly.
    (hash >> 11) as f64
}

/// The fields of a SYNC that tell a host's sessions apart: account, user and place.
fn identity(message: &Envelope) -> [Option<String>; 3] {
    let Body::Sync(sync) = &message.body else {
        return [None, None, None];
    };
    [&sync.portal_id, &sync.user_id, &sync.iframe_location].map(Value::id_text)
}

/// READY as the published SDK delivers it, followed by the fields that it does not know.
fn ready_message(sync: &Value) -> Envelope {
    let known = shapes::READY.fields;
    let mut data = Object::new();
    for field in known {
        data.set(field.name, sync.named(field.name));
    }
    for name in sync.keys() {
        // `__proto__` as a field would change READY's prototype.
        let is_left_out = ["type", "messageId", "__proto__"].contains(&name.as_str());
        if !is_left_out && !known.iter().any(|field| field.name.as_str() == name) {
            let value = sync.field(&name);
            data.set_named(name, value);
        }
    }
    let message = Object::new()
        .with(Name::Type, Kind::Ready.as_str())
        .with(Name::Data, data);
    Value::from(message).into()
}

/// FNV-1a of 64 bits.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;
