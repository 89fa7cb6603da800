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
    endpoint::Endpoint,
    namespace::Namespace,
    request::Request,
    scopes::{READ, WRITE},
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create)
        .summary("Registers where recordings are fetched")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://phone.example/recordings/%s"}"#)
        .takes::<NewRecordingSettings>()
        .answers::<RecordingSettings>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read)
        .summary("Reads where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .answers::<RecordingSettings>(),
    Endpoint::keyed(Method::Patch, ROUTE, update)
        .summary("Changes where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://media.phone.example/recordings/%s"}"#)
        .takes_without_null::<RecordingSettings>()
        .answers::<RecordingSettings>(),
];

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let NewRecordingSettings {
        url_to_retrieve_authed_recording: url,
    } = request.read(namespace.profile)?;
    check_url(RECORDING_URL, &url)?;
    let value = RecordingSettings {
        url_to_retrieve_authed_recording: Some(url),
    };
    Answer::ok(&insert(namespace, &app, Kind::Recording, value)?.value)
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, READ)?;
    let stored: Stored<RecordingSettings> = existing(namespace, &app, Kind::Recording)?;
    Answer::ok(&stored.value)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let patch = RecordingSettings {
        url_to_retrieve_authed_recording: url(&request.object(namespace.profile)?, RECORDING_URL)?,
    };
    Answer::ok(&change(namespace, &app, Kind::Recording, &patch)?.value)
}

const RECORDING_URL: &str = "urlToRetrieveAuthedRecording";
