//! `POST /crm/v3/extensions/calling/inbound-call`
//!
//! Source: the service's published OpenAPI file for calling extensions, v3, read
//! 2026-11.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Method, Request, access::Access, checks::Checks, response::or_default};

/// A number of an incoming call.
///
/// Shape: `{"e164Number":"+15550100","phoneNumberType":"MOBILE"}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CallNumber {
    /// The number, E.164.
    pub e164_number: String,
    /// Its type, as the service names it.
    pub phone_number_type: String,
    /// The extension.
    pub extension: Option<String>,
}

/// The status of a call: the service's words, which it does not explain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(
    missing_docs,
    reason = "the service's words, which it does not explain"
)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum FinalCallStatus {
    Busy,
    CallingCrmUser,
    Canceled,
    Completed,
    Connecting,
    Failed,
    Hold,
    InProgress,
    Missed,
    NoAnswer,
    Queued,
    Ringing,
    #[default]
    Unknown,
}

/// An incoming call to report to the service.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct InboundCall {
    /// The credentials; not in the body.
    #[serde(skip)]
    pub access: Access,
    /// The app's identifier of the call.
    pub external_call_id: String,
    /// True if the service has to create an engagement for it.
    pub create_engagement: bool,
    /// Properties of that engagement.
    pub engagement_properties: BTreeMap<String, String>,
    /// The status of the call.
    pub final_call_status: FinalCallStatus,
    /// The caller's number.
    pub from_number: CallNumber,
    /// The called number.
    pub to_number: CallNumber,
    /// Users who may take it.
    pub potential_recipient_user_ids: Vec<i64>,
    /// Start time; an ISO date-time.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub call_started_timestamp: Option<String>,
    /// Duration in seconds.
    pub duration_seconds: Option<i64>,
    /// The user who took it.
    pub user_id: Option<i64>,
}

/// Records that may belong to the caller.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct InboundCallAnswer {
    /// The records, unparsed.
    #[serde(default, deserialize_with = "or_default")]
    pub caller_id_matches: Vec<Value>,
}

endpoint! { |it: InboundCall| -> InboundCallAnswer {
    let mut checks = Checks::default();
    it.access.check(&mut checks);
    checks.filled(
        "externalCallId",
        &it.external_call_id,
        "give the call an identifier",
    );
    if let Some(user_id) = it.user_id {
        checks.id("userId", user_id);
    }
    checks.finish()?;
    it.access
        .to(Request::new(Method::Post, ROUTE))
        .with_json(it)
} }

/// The path of reporting a call.
pub const ROUTE: &str = "/crm/v3/extensions/calling/inbound-call";
