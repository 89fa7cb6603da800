//! The widget's state.

use alloc::string::String;

use crate::protocol::{Name, Payload};
use crate::session::fields::is_set;

/// The widget's state, as it reported it.
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
    /// True if it logs.
    pub debug_mode: Option<bool>,
}

impl WidgetState {
    /// Applies its SYNC_ACK.
    pub(super) fn acknowledged<P: Payload>(&mut self, ack: &P) {
        self.version = ack.text_field(Name::Version);
        self.sdk_version = ack.text_field(Name::SdkVersion);
        self.debug_mode = ack.field(Name::DebugMode).and_then(|debug| debug.boolean());
    }

    /// Applies its INITIALIZED.
    pub(super) fn initialized<P: Payload>(&mut self, data: Option<&P>) {
        self.is_initialized = true;
        self.is_logged_in = is_set(data, Name::IsLoggedIn);
        self.is_available = is_set(data, Name::IsAvailable);
    }
}
