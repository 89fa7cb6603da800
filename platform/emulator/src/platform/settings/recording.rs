//! `/crm/v3/extensions/calling/{appId}/settings/recording`

use calling_rest::{
    Method,
    recording::{NewRecordingSettings, ROUTE, RecordingSettings},
};

use super::{
    fields::{check_url, url},
    stored::{Setting, Stored, create, read, update},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Result},
        endpoint::Endpoint,
        request::Request,
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create::<RecordingSettings>)
        .summary("Registers where recordings are fetched")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://phone.example/recordings/%s"}"#)
        .takes::<NewRecordingSettings>()
        .answers::<RecordingSettings>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read::<RecordingSettings>)
        .summary("Reads where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .answers::<RecordingSettings>(),
    Endpoint::keyed(Method::Patch, ROUTE, update::<RecordingSettings>)
        .summary("Changes where recordings are fetched")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/recording")
        .example(r#"{"urlToRetrieveAuthedRecording":"https://media.phone.example/recordings/%s"}"#)
        .takes_without_null::<RecordingSettings>()
        .answers::<RecordingSettings>(),
];

impl Setting for RecordingSettings {
    const KIND: &str = "recording";
    const WORDS: &str = "recording settings";

    fn of_new(request: &Request, profile: Profile) -> Result<Self> {
        let NewRecordingSettings {
            url_to_retrieve_authed_recording: url,
        } = request.read(profile)?;
        check_url(RECORDING_URL, &url)?;
        Ok(Self {
            url_to_retrieve_authed_recording: Some(url),
        })
    }

    fn of_change(request: &Request, profile: Profile) -> Result<Self> {
        Ok(Self {
            url_to_retrieve_authed_recording: url(&request.object(profile)?, RECORDING_URL)?,
        })
    }

    fn answer(stored: Stored<Self>) -> Result<Answer> {
        Answer::ok(&stored.value)
    }
}

const RECORDING_URL: &str = "urlToRetrieveAuthedRecording";
