//! The settings of a host's session.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::shapes::Ready;
use crate::protocol::{IframeLocation, Origin, OriginPattern, Part};
use crate::session::Code;

/// The settings of a host's session.
#[derive(Clone, Debug, Default)]
pub struct HostConfig {
    /// The host page's origin, serialised.
    pub own_origin: String,
    /// The origin of the widget's address, serialised.
    pub widget_origin: String,
    /// A random id, the first part of every message id. It must not begin with digits: published
    /// widgets mistake ids that begin like theirs, an epoch time, for answers and drop them.
    pub instance_id: String,
    /// The fields READY carries: portalId, userId, ownerId, engagementId,
    /// iframeLocation, usesCallingWindow and any further ones.
    pub context: Part<Ready>,
    /// Further origins the widget may move to.
    pub allowed_widget_origins: Vec<String>,
    /// True if numbers on custom objects can be dialled.
    pub supports_custom_objects: bool,
    /// True if the calling app takes incoming calls.
    pub supports_inbound_calling: bool,
    /// True while the user works through a queue of tasks of the type Call.
    pub in_call_task: bool,
    /// True if a widget's message out of order, which is ignored, is reported as an error.
    pub is_strict: bool,
}

impl HostConfig {
    /// True if the widget may move to an origin.
    pub(super) fn allows(&self, origin: &str) -> bool {
        let texts = self.allowed_widget_origins.iter();
        let mut patterns = texts.filter_map(|text| OriginPattern::parse(text));
        Origin::parse(origin).is_some_and(|parsed| {
            origin == self.widget_origin || patterns.any(|pattern| pattern.allows(&parsed))
        })
    }

    /// Checks that incoming calls are taken in this place, by this app, and by its user. The error
    /// is to be read after the message's name.
    pub(super) fn takes_incoming(&self, is_available: bool) -> Result<(), (Code, &'static str)> {
        if self.context.iframe_location.text() == Some(IframeLocation::Widget.as_str()) {
            return Err((Code::InboundNotSupported, " in the location `widget`"));
        }
        if !self.supports_inbound_calling {
            let why = " without `supportsInboundCalling`";
            return Err((Code::InboundNotSupported, why));
        }
        if !is_available {
            return Err((Code::UserUnavailable, ""));
        }
        Ok(())
    }
}
