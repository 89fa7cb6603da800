//! Fields that the host leaves out of its messages.

use alloc::string::String;
use alloc::vec::Vec;

use super::outbox::Outbox;
use super::output::Level;
use crate::protocol::{Kind, Slot};
use crate::session::{Code, missing_from_host};

/// The reported fields that an app's types promise and that the session's host left out.
#[derive(Clone, Debug, Default)]
pub(super) struct MissingFields {
    reported: Vec<String>,
}

impl MissingFields {
    /// Reports the fields that a host's message lacks: each once in a session, and counted every
    /// time.
    pub(super) fn look(&mut self, kind: Kind, payload: &dyn Slot, outbox: &mut Outbox) {
        for field in missing_from_host(kind, payload) {
            if self.reported.contains(&field) {
                outbox.count(Code::HostFieldMissing);
            } else {
                self.reported.push(field.clone());
                outbox.report(Code::HostFieldMissing, Level::Note, field);
            }
        }
    }
}
