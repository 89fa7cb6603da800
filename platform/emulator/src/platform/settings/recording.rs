//! `/crm/v3/extensions/calling/{appId}/settings/recording`

use calling_rest::{
    Method,
    recording::{NewRecordingSettings, ROUTE, RecordingSettings},
};

use super::{
    fields::{check_url, url},
    stored::{Kind, Stored, change, existing, insert},
};
use crate::platform::{
    answer::{Answer, Result},
    credentials::authenticated,
    endpoint::{AnswerBody, Endpoint, RequestBody},
    namespace::Namespace,
    request::Request,
    scopes::{READ, WRITE},
    shape::shape,
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create)
        .summary("Registers where recordings are fetched")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://phone.example/recordings/%s"}"#)
        .takes(RequestBody::Body(shape::<NewRecordingSettings>()))
        .answers(AnswerBody::Of(shape::<RecordingSettings>()))
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read)
        .summary("Reads where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .answers(AnswerBody::Of(shape::<RecordingSettings>())),
    Endpoint::keyed(Method::Patch, ROUTE, update)
        .summary("Changes where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://media.phone.example/recordings/%s"}"#)
        .takes(RequestBody::Body(
            shape::<RecordingSettings>().without_null(),
        ))
        .answers(AnswerBody::Of(shape::<RecordingSettings>())),
];

/// Registers where recordings are fetched.
pub(crate) fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let NewRecordingSettings {
        url_to_retrieve_authed_recording: url,
    } = request.read(namespace.profile)?;
    check_url(RECORDING_URL, &url)?;
    let value = RecordingSettings {
        url_to_retrieve_authed_recording: Some(url),
    };
    Answer::json(200, &insert(namespace, &app, Kind::Recording, value)?.value)
}

/// Reads where recordings are fetched.
pub(crate) fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, READ)?;
    let stored: Stored<RecordingSettings> = existing(namespace, &app, Kind::Recording)?;
    Answer::json(200, &stored.value)
}

/// Changes where recordings are fetched.
pub(crate) fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let patch = RecordingSettings {
        url_to_retrieve_authed_recording: url(&request.object(namespace.profile)?, RECORDING_URL)?,
    };
    Answer::json(
        200,
        &change(namespace, &app, Kind::Recording, &patch)?.value,
    )
}

const RECORDING_URL: &str = "urlToRetrieveAuthedRecording";
