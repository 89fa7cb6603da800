//! A message as it comes in.

use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

use super::shapes::ObjectCoordinates;
use super::value::is_id;
use super::{
    Body, CallName, EndStatus, EngagementId, ExternalCallId, Kind, Name, Part, Value, is_same,
};

/// A message: its envelope, and its payload as its type says.
///
/// One pointer, since the engines move and drop messages everywhere.
#[derive(Clone, Debug)]
pub struct Envelope(Rc<Contents>);

/// The contents of an [`Envelope`].
pub struct Contents {
    /// Its type on the wire; empty where that is no text.
    pub wire: String,
    /// Its id; any value.
    pub id: Value,
    /// Its payload: its field `data`, but for messages whose fields stand at the top level.
    pub body: Body,
    /// The message as it came.
    pub value: Value,
}

impl fmt::Debug for Contents {
    /// Prints the message as it came, since all else follows from it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

impl Deref for Envelope {
    type Target = Contents;

    fn deref(&self) -> &Contents {
        &self.0
    }
}

impl Envelope {
    /// Its type; `None` for one the table lacks.
    #[must_use]
    pub fn kind(&self) -> Option<Kind> {
        self.body.kind()
    }

    /// Its id, for a reply or a repetition under the same. A falsy one counts as none.
    pub(crate) fn own_id(&self) -> Option<String> {
        self.id.id_text().filter(|_| self.id.is_truthy())
    }

    /// True if two messages are equal in all fields that their tables list, ids apart.
    #[must_use]
    pub fn same(&self, other: &Self) -> bool {
        self.wire == other.wire && is_same(self.body.slot(), other.body.slot())
    }

    /// Its payload as it came.
    #[must_use]
    pub fn data(&self) -> &Value {
        self.body.slot().value()
    }

    /// Its id as text; `None` unless it is a message: an object with a type and an id, neither
    /// empty. A SYNC needs no more than these.
    pub(crate) fn complete_id(&self) -> Option<String> {
        let id = self.id.id_text()?;
        (!self.wire.is_empty() && !id.is_empty()).then_some(id)
    }
}

impl From<Value> for Envelope {
    fn from(value: Value) -> Self {
        let wire = value.named(Name::Type);
        let wire = wire.text().unwrap_or_default().to_owned();
        let kind = Kind::parse(&wire);
        let data = match kind {
            Some(Kind::Sync | Kind::SyncAck) => value.clone(),
            _ => value.named(Name::Data),
        };
        Self(Rc::new(Contents {
            id: value.named(Name::MessageId),
            body: Body::read(kind, data),
            wire,
            value,
        }))
    }
}

impl Body {
    /// The call it names. Ids may be numbers, and messages of older SDKs have none.
    pub(crate) fn call_id(&self) -> Option<ExternalCallId> {
        let id = self.slot().fields()?.named(Name::ExternalCallId)?;
        let id = id.id_text()?;
        is_id(&id).then(|| id.into())
    }

    /// The engagement it names.
    #[must_use]
    pub fn engagement_id(&self) -> Option<EngagementId> {
        self.slot()
            .fields()?
            .named(Name::EngagementId)?
            .engagement_id()
    }

    /// Both, as the name of a call.
    #[must_use]
    pub fn call_name(&self) -> CallName {
        CallName {
            id: self.call_id(),
            engagement: self.engagement_id(),
        }
    }

    /// True if a call's start asks the host for an engagement. The platform tests for truth: apps
    /// send texts and numbers too.
    pub(crate) fn asks_engagement(&self) -> bool {
        match self {
            Self::OutgoingCallStarted(call) => call.create_engagement.is_truthy(),
            Self::IncomingCall(call) => call.create_engagement.is_truthy(),
            _ => false,
        }
    }

    /// The other end that a call's start names, as the app wrote it. `phoneNumber` is an older name
    /// of it; an app may name it by the context alone.
    pub(crate) fn other_end(&self) -> Option<&Value> {
        match self {
            Self::OutgoingCallStarted(call) => given_number(&call.to_number)
                .or_else(|| given_number(&call.phone_number))
                .or_else(|| given_number(&call.dialing_context.phone_number)),
            Self::IncomingCall(call) => {
                given_number(&call.from_number).or_else(|| given_number(&call.phone_number))
            }
            _ => None,
        }
    }

    /// The same, as its digits where it has any and no letters: two places of an app may write it in
    /// two ways.
    pub(crate) fn other_number(&self) -> Option<String> {
        let mut number = self.other_end()?.id_text()?;
        let has = |is_one: fn(&u8) -> bool| number.as_bytes().iter().any(is_one);
        if has(u8::is_ascii_digit) && !has(u8::is_ascii_alphabetic) {
            number.retain(|character| character.is_ascii_digit());
        }
        Some(number)
    }

    /// The time of a call's start, as the app names it.
    pub(crate) fn start_time(&self) -> Option<String> {
        match self {
            Self::OutgoingCallStarted(call) => call.call_start_time.id_text(),
            Self::IncomingCall(call) => call.call_start_time.id_text(),
            _ => None,
        }
    }

    /// The call's end status, if it has a known one; the vendor's reference lists them by the names
    /// of the SDK's constants.
    pub(crate) fn end_status(&self) -> Option<EndStatus> {
        match self {
            Self::CallEnded(end) => {
                let status = end.call_end_status.text()?;
                EndStatus::parse(status.strip_prefix("INTERNAL_").unwrap_or(status))
            }
            _ => None,
        }
    }

    /// The record it names.
    pub(crate) fn object_coordinates(&self) -> Option<&Part<ObjectCoordinates>> {
        match self {
            Self::NavigateToRecord(to) => Some(&to.object_coordinates),
            Self::NavigateToRecordFailed(failure) => Some(&failure.object_coordinates),
            _ => None,
        }
    }
}

/// A phone number from the app: a text that is not empty, or a number that becomes one.
pub(crate) fn given_number(value: &Value) -> Option<&Value> {
    let is_given = value.id_text().is_some_and(|text| !text.is_empty());
    is_given.then_some(value)
}

#[cfg(any(not(target_arch = "wasm32"), feature = "json"))]
impl From<serde_json::Value> for Envelope {
    fn from(json: serde_json::Value) -> Self {
        Value::from(json).into()
    }
}
