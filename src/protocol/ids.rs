//! Identifiers and time, as types that cannot be swapped.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;

use super::Value;
use super::limits::MAX_JOURNAL_ID;

/// A point in time or a span, in milliseconds, since the epoch for a point.
///
/// The engines only compare and add; the edge chooses the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Millis(pub f64);

impl Millis {
    /// The earlier of two; NaN is later than any.
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    /// The earliest of these times, if there is any.
    #[must_use]
    pub fn earliest(due: &[Option<Self>]) -> Option<Self> {
        due.iter().flatten().copied().reduce(Self::min)
    }
}

impl core::ops::Add for Millis {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl core::ops::Sub for Millis {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// A call's identifier, chosen by the calling app.
///
/// Shape: a string, `"c-1"`. The help desk and every message after the call's start refer to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ExternalCallId(Arc<String>);

impl ExternalCallId {
    /// True if both may be one id: a phone's SDK and its server may write it in another case, or
    /// with braces, a prefix or a leg's number around it. Long ones are compared as a whole only:
    /// a search in them takes time.
    pub(crate) fn is_akin(&self, other: &Self) -> bool {
        let (own, its) = (self.as_str().as_bytes(), other.as_str().as_bytes());
        let (part, whole) = if own.len() < its.len() {
            (own, its)
        } else {
            (its, own)
        };
        // Before the first byte there is none.
        let is_bound = |at: usize| !whole.get(at).is_some_and(u8::is_ascii_alphanumeric);
        part.len() >= SHORTEST_AKIN
            && whole.len() <= MAX_JOURNAL_ID
            && whole.windows(part.len()).enumerate().any(|(at, other)| {
                is_bound(at.wrapping_sub(1))
                    && is_bound(at.wrapping_add(part.len()))
                    && other.eq_ignore_ascii_case(part)
            })
    }
}

/// The fewest characters of an id that is known within another: shorter ones are counters.
const SHORTEST_AKIN: usize = 6;

/// Identifies one of the user's pages that share calls.
///
/// Shape: a random text, `"w2p3ua7vkrgus26ux"`. A reload changes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WindowId(Arc<String>);

/// A call engagement's identifier, chosen by the engagement's creator.
///
/// Shape: a number, `4021`; `callCompleted` also takes it as a string. Two ids are equal when their
/// text is, as a number or as a string.
#[derive(Clone, Debug, Eq)]
pub struct EngagementId(Arc<(String, bool)>);

impl EngagementId {
    /// An identifier by its text; `is_number` for one that came as a number, and is sent as one.
    #[must_use]
    pub fn new(text: String, is_number: bool) -> Self {
        Self(Arc::new((text, is_number)))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.0
    }

    /// True if it came as a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.0.1
    }
}

impl PartialEq for EngagementId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl core::hash::Hash for EngagementId {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

/// The ids by which a message names its call: the app's, the engagement's, both or neither.
#[derive(Clone, Debug, Default)]
pub struct CallName {
    /// The call's id.
    pub id: Option<ExternalCallId>,
    /// The engagement's, which older apps send alone.
    pub engagement: Option<EngagementId>,
}

impl CallName {
    /// True if it names no call.
    pub(crate) const fn is_empty(&self) -> bool {
        self.id.is_none() && self.engagement.is_none()
    }
}

impl From<ExternalCallId> for CallName {
    fn from(id: ExternalCallId) -> Self {
        Self {
            id: Some(id),
            engagement: None,
        }
    }
}

/// An identifier whose copies share one text behind a single pointer, since identifiers are copied,
/// moved and dropped in every rule.
macro_rules! shared {
    ($($name:ident)+) => {$(
        impl $name {
            /// The text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(Arc::new(text))
            }
        }

        impl From<&$name> for Value {
            fn from(id: &$name) -> Self {
                id.as_str().to_owned().into()
            }
        }
    )+};
}

shared!(ExternalCallId WindowId);
