//! `POST`, `GET`, `PATCH /crm/v3/extensions/calling/{appId}/settings/recording` and
//! `POST /crm/v3/extensions/calling/recordings/ready`
//!
//! Source: the service's published OpenAPI file for calling extensions, v3, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Method, Request, access::Access, calling_settings::App, checks::Checks,
    identifier::number_or_digits,
};

/// The address of an app's recordings.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RecordingSettings {
    /// The address from which the service fetches an authenticated recording.
    pub url_to_retrieve_authed_recording: Option<String>,
}

/// Recording settings to register.
///
/// Shape: `{"urlToRetrieveAuthedRecording":"https://phone.example/recordings"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewRecordingSettings {
    /// The address from which the service fetches an authenticated recording.
    pub url_to_retrieve_authed_recording: String,
}

/// An operation on the recording settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordingAction {
    /// Registers the address.
    Create(String),
    /// Reads it.
    Read,
    /// Changes it.
    Update(String),
}

/// One call about the recording settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// The app and the credentials.
    pub app: App,
    /// The operation.
    pub action: RecordingAction,
}

endpoint! { |it: Recording| -> RecordingSettings {
    let mut checks = it.app.checks();
    let (method, url) = match &it.action {
        RecordingAction::Create(url) => (Method::Post, url),
        RecordingAction::Update(url) => (Method::Patch, url),
        RecordingAction::Read => {
            checks.finish()?;
            return Ok(it.app.request(Method::Get, ROUTE));
        }
    };
    checks.address("url", url);
    checks.finish()?;
    it.app
        .request(method, ROUTE)
        .with_json(&NewRecordingSettings {
            url_to_retrieve_authed_recording: url.clone(),
        })
} }

/// Tells the service that a call's recording can be fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RecordingReady {
    /// The credentials; not in the body.
    #[serde(skip)]
    pub access: Access,
    /// The call's engagement; its digits are read too, as an answer has them.
    #[serde(deserialize_with = "number_or_digits")]
    pub engagement_id: i64,
}

endpoint! { |it: RecordingReady| -> () {
    let mut checks = Checks::default();
    it.access.check(&mut checks);
    checks.id("engagementId", it.engagement_id);
    checks.finish()?;
    it.access
        .to(Request::new(Method::Post, READY_ROUTE))
        .with_json(it)
} }

/// The path of the recording settings.
pub const ROUTE: &str = "/crm/v3/extensions/calling/{appId}/settings/recording";

/// The path of announcing a recording.
pub const READY_ROUTE: &str = "/crm/v3/extensions/calling/recordings/ready";
