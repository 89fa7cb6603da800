//! `/crm/v3/extensions/calling/{appId}/settings`

use calling_rest::{
    Method,
    calling_settings::{ROUTE, StoredSettings},
    settings::{CallingSettings, SettingsPatch},
};

use super::stored::{Setting, Stored, create, delete, find, read, update};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, Result},
        clock::iso,
        endpoint::Endpoint,
        namespace::Namespace,
        request::Request,
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create::<SettingsPatch>)
        .summary("Registers an app's calling settings")
        .example(
            r#"{"height":600,"isReady":false,"name":"Demo phone","supportsCustomObjects":true,
               "url":"https://phone.example/","width":400}"#,
        )
        .takes_without_null::<CallingSettings>()
        .answers::<StoredSettings>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read::<SettingsPatch>)
        .summary("Reads an app's calling settings")
        .after("POST /crm/v3/extensions/calling/{appId}/settings")
        .answers::<StoredSettings>(),
    Endpoint::keyed(Method::Patch, ROUTE, update::<SettingsPatch>)
        .summary("Changes the given calling settings")
        .after("POST /crm/v3/extensions/calling/{appId}/settings")
        .example(r#"{"isReady":true}"#)
        .takes_without_null::<SettingsPatch>()
        .answers::<StoredSettings>(),
    Endpoint::keyed(Method::Delete, ROUTE, delete::<SettingsPatch>)
        .summary("Removes an app's calling settings")
        .after("POST /crm/v3/extensions/calling/{appId}/settings")
        .vendor(204),
];

impl Setting for SettingsPatch {
    const KIND: &str = "settings";
    const WORDS: &str = "calling settings";
    /// Source: a back end that goes on after it, read 2026-11.
    const CLASH: Option<&str> = Some("CallingSettingError.SETTINGS_ALREADY_EXISTS");

    fn of_new(request: &Request, profile: Profile) -> Result<Self> {
        let settings = CallingSettings::from_value(&request.json(profile)?)
            .map_err(|faults| Refusal::problems(&faults))?;
        Ok(Self {
            name: Some(settings.name),
            url: Some(settings.url),
            width: Some(settings.width.unwrap_or(WIDTH_PX)),
            height: Some(settings.height.unwrap_or(HEIGHT_PX)),
            is_ready: Some(settings.is_ready.unwrap_or(true)),
            supports_custom_objects: Some(settings.supports_custom_objects.unwrap_or(false)),
            supports_inbound_calling: Some(settings.supports_inbound_calling.unwrap_or(false)),
            uses_calling_window: Some(settings.uses_calling_window.unwrap_or(true)),
            uses_remote: Some(settings.uses_remote.unwrap_or(false)),
        })
    }

    fn of_change(request: &Request, profile: Profile) -> Result<Self> {
        let body = request.json(profile)?;
        Self::from_value(&body).map_err(|faults| Refusal::problems(&faults))
    }

    fn answer(stored: Stored<Self>) -> Result<Answer> {
        Answer::ok(&StoredSettings {
            settings: stored.value,
            created_at: Some(iso(stored.created_ms)),
            updated_at: Some(iso(stored.updated_ms)),
        })
    }
}

/// True if an app has calling settings.
pub(crate) fn exist(namespace: &Namespace<'_>, app: i32) -> Result<bool> {
    Ok(find::<SettingsPatch, SettingsPatch>(namespace, app)?.is_some())
}

/// The default width; the service's own is not documented.
const WIDTH_PX: u32 = 400;
const HEIGHT_PX: u32 = 600;
