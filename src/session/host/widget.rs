//! The widget, as it described itself.

use alloc::string::String;

use super::link::Speakers;
use crate::protocol::Value;
use crate::protocol::shapes::{Initialized, SyncAck};

/// The widget, as it described itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WidgetInfo {
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
    /// True if it logs.
    pub debug_mode: Option<bool>,
}

impl WidgetInfo {
    /// Applies its SYNC_ACK.
    pub(super) fn acknowledged(&mut self, ack: &SyncAck) {
        let text = |value: &Value| value.text().map(String::from);
        self.version = text(&ack.version);
        self.sdk_version = text(&ack.sdk_version);
        self.debug_mode = ack.debug_mode.boolean();
    }

    /// Applies its INITIALIZED.
    pub(super) fn initialized(&mut self, data: &Initialized) {
        self.is_initialized = true;
        self.is_logged_in = data.is_logged_in.is_truthy();
        self.is_available = data.is_available.is_truthy();
    }
}

/// The page that was connected as the frame loaded, until the next one speaks in a session. It may
/// be the same: a page that takes the SYNC meant for the one before it acknowledges ahead of its
/// own load, and goes on after it.
#[derive(Clone, Debug)]
pub(super) struct PageBefore {
    pub(super) speakers: Speakers,
    pub(super) widget: WidgetInfo,
}

impl PageBefore {
    /// True if a message of this id may be its own. A page posts nothing until it acknowledged, so
    /// a page that was not heard yet may have any prefix.
    pub(super) fn may_say(&self, id: &str) -> bool {
        self.speakers.is_empty() || self.speakers.contain(id)
    }
}
