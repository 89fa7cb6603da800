//! The author of a value.

use calling_rest::objects::PastValue;
use serde::{Deserialize, Serialize};

use crate::platform::oauth::caller::Caller;

/// The author of a value.
///
/// The kinds are the service's own. Source: its guide to CRM objects, property history,
/// read 2026-11.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Author {
    kind: String,
    id: Option<String>,
    user: Option<i64>,
}

impl Author {
    /// The author of built-in data.
    pub(crate) fn start() -> Self {
        Self {
            kind: "IMPORT".to_owned(),
            id: None,
            user: None,
        }
    }

    /// The service itself, computing from other values.
    pub(crate) fn calculated() -> Self {
        Self {
            kind: "CALCULATED".to_owned(),
            id: None,
            user: None,
        }
    }

    /// An app.
    pub(crate) fn app(id: i32) -> Self {
        Self {
            kind: "INTEGRATION".to_owned(),
            id: Some(id.to_string()),
            user: None,
        }
    }

    /// An app on behalf of a user, or a user on a page of the CRM.
    pub(crate) fn caller(caller: &Caller) -> Self {
        let user = Some(caller.user);
        if caller.is_host_page {
            return Self {
                kind: "CRM_UI".to_owned(),
                id: Some(format!("userId:{}", caller.user)),
                user,
            };
        }
        Self {
            user,
            ..Self::app(caller.app)
        }
    }

    /// A value written by this author.
    pub(crate) fn past_value(self, value: String, timestamp: String) -> PastValue {
        PastValue {
            value,
            timestamp,
            source_type: self.kind,
            source_id: self.id,
            source_label: None,
            updated_by_user_id: self.user,
        }
    }
}
