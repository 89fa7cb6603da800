//! The record of the open calls, and of the engagements that the host owes, for a reload.
//!
//! It contains no number, no name and no message.

use alloc::string::String;

use crate::lifecycle::{Call, CallState, Calls};
use crate::protocol::limits::{JOURNAL_CLOCK_SLACK, JOURNAL_LIFETIME, MAX_JOURNAL_ID};
use crate::protocol::{Field, FieldKind, List, Mask, Millis, Name, Object, Value, tables};
use crate::session::Code;
use crate::session::stored::{CALLS, MAX_CALLS, StoredCall, read_calls, write_calls};

tables! {
    /// The record of one page for the next.
    JOURNAL as JournalRecord = "Journal", "The record that one page writes for the next." {
        version: Value = Field::required(Name::Version, FieldKind::Number).masked(Mask::Count),
        frame: Value = Field::required(Name::Frame, FieldKind::Text),
        at: Value = Field::required(Name::At, FieldKind::Number).masked(Mask::Time),
        host: Value = Field::required(Name::Host, FieldKind::Number).masked(Mask::RecordId),
        calls: List<StoredCall> = CALLS,
    }
}

/// The record of the open calls.
#[derive(Clone, Debug)]
pub struct Journal {
    /// The frame it was written in.
    pub(super) frame: String,
    /// The time of its last write by a page that knew its host.
    pub(super) written_at: Millis,
    /// A hash of the host's origin, its account and its user.
    pub(super) host: f64,
    pub(super) calls: Calls,
}

impl Journal {
    /// Reads the record of [`AnswerOutput::Journal`](super::AnswerOutput::Journal).
    ///
    /// # Errors
    ///
    /// [`Code::JournalMalformed`] for anything else.
    pub fn parse(record: &JournalRecord) -> Result<Self, Code> {
        let read = || {
            Some(Self {
                frame: record.frame.text()?.into(),
                written_at: Millis(record.at.number()?),
                host: record.host.number()?,
                calls: read_calls(&record.calls, MAX_CALLS)?,
            })
        };
        let is_ours = record.version.whole() == Some(VERSION);
        is_ours.then(read).flatten().ok_or(Code::JournalMalformed)
    }

    /// Writes the record; `None` where it has no call.
    pub(super) fn write(&self) -> Option<Object> {
        if !self.calls.iter().any(is_recorded) {
            return None;
        }
        let journal = Object::new()
            .with(Name::Version, VERSION)
            .with(Name::Frame, self.frame.clone())
            .with(Name::At, self.written_at.0)
            .with(Name::Host, self.host)
            .with(Name::Calls, write_calls(&self.calls, is_recorded));
        Some(journal)
    }

    /// True if it is young enough, and not dated in the future.
    pub(super) fn is_fresh(&self, now: Millis) -> bool {
        let age = now - self.written_at;
        age <= JOURNAL_LIFETIME && age + JOURNAL_CLOCK_SLACK >= Millis(0.0)
    }
}

/// True if a call is part of a record.
fn is_recorded(call: &Call) -> bool {
    call.is_own() && call.state != CallState::Requested && !is_oversized(call)
}

fn is_oversized(call: &Call) -> bool {
    let id = call
        .external_call_id
        .as_ref()
        .map_or(0, |id| id.as_str().len());
    let engagement = call.engagement.id().map_or(0, |id| id.as_str().len());
    id.max(engagement) > MAX_JOURNAL_ID
}

/// The record's own version: any other is refused.
const VERSION: u32 = 2;
