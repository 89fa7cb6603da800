//! The world's memory of the past, which the checks need.

use calling_widget_sdk::protocol::{Kind, Millis};
use serde_json::Value;

use crate::fingerprint::{Base, Canon};

use super::app::{Command, MAX_CALLS, call_of};
use super::wire;

/// The observations so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    /// The messages that the app was told are sent or queued, and that were not posted yet.
    pub(crate) unposted: Vec<Tag>,
    /// The number of those that the engine reported as dropped.
    pub(crate) dropped: usize,
    /// The hosts whose READY this document heard.
    pub(crate) ready_of: Vec<u32>,
    /// True once INITIALIZED was posted since the last READY.
    pub(crate) is_greeted: bool,
    /// The host that this document acknowledged last, and the time.
    pub(crate) acknowledged: Option<(u32, Millis)>,
    /// The document whose acknowledgement the host took for this load.
    pub(crate) connected_to: Option<u32>,
    /// The document whose INITIALIZED the host took since.
    pub(crate) initialized_by: Option<u32>,
    /// The number of times that each command about each call took effect.
    pub(crate) taken: [[u8; 4]; MAX_CALLS],
    /// The numbers of the highest message ids of this document's session and of this
    /// host.
    pub(crate) last_ids: [u32; 2],
    /// The number of the highest id of this document's edge.
    pub(crate) last_edge_id: u32,
    /// The numbers of the edge's ids that were posted, one bit each.
    pub(crate) posted: u128,
    /// The open calls of earlier documents that this one has to know in its session.
    pub(crate) left: Vec<usize>,
}

/// One of the app's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) kind: Option<Kind>,
    pub(crate) call: Option<usize>,
}

impl Tag {
    pub(crate) fn of(message: &Value) -> Self {
        Self {
            kind: Kind::parse(wire(message)),
            call: call_of(message),
        }
    }

    pub(crate) fn is_initialized(self) -> bool {
        self.kind == Some(Kind::Initialized)
    }

    pub(crate) fn is_start(self) -> bool {
        self.kind == Some(Kind::OutgoingCallStarted)
    }
}

impl Watch {
    /// Begins another document of the widget's page.
    pub(crate) fn begin_document(&mut self) {
        let [_, host] = self.last_ids;
        *self = Self {
            connected_to: self.connected_to,
            initialized_by: self.initialized_by,
            taken: self.taken,
            last_ids: [0, host],
            left: std::mem::take(&mut self.left),
            ..Self::default()
        };
    }

    /// Begins another host.
    pub(crate) fn begin_host(&mut self) {
        self.connected_to = None;
        self.initialized_by = None;
        let [widget, _] = self.last_ids;
        self.last_ids = [widget, 0];
    }

    pub(crate) fn add_to(&self, canon: &mut Canon, base: &Base) {
        for tag in &self.unposted {
            let kind = tag.kind.map_or(u8::MAX, |kind| kind as u8);
            let call = tag.call.map_or(u8::MAX, |call| call as u8);
            canon.add_bytes([kind, call]);
        }
        canon.add_bytes([self.unposted.len() as u8, self.dropped as u8]);
        canon.add_bytes(self.left.iter().map(|call| *call as u8));
        canon.add_bytes([self.left.len() as u8]);
        canon.add_bytes([u8::from(self.is_greeted)]);
        canon.add_bytes(self.taken.into_iter().flatten());
        for document in [self.connected_to, self.initialized_by] {
            canon.add_bytes([u8::from(document.is_some())]);
            if let Some(document) = document {
                canon.add_instance(b'w', document);
            }
        }
        for host in &self.ready_of {
            canon.add_instance(b'h', *host);
        }
        if let Some((host, at)) = self.acknowledged {
            canon.add_instance(b'h', host);
            canon.add_instant(at.0, base);
        }
    }

    /// Counts a command that took effect; returns the count.
    pub(crate) fn take(&mut self, message: &Value) -> u8 {
        let command = Command::of(wire(message));
        let count = command.zip(call_of(message)).and_then(|(command, call)| {
            self.taken
                .get_mut(call)?
                .get_mut(usize::from(command as u8))
        });
        match count {
            Some(count) => {
                *count = count.saturating_add(1);
                *count
            }
            None => 0,
        }
    }
}
