//! `/crm/v3/extensions/calling/{appId}/settings`, and the recording and channel
//! settings below it.

use calling_rest::{
    calling_settings::StoredSettings,
    channel_connection::ChannelConnection,
    recording::{NewRecordingSettings, RecordingSettings},
    settings::{CallingSettings, Problem, ProblemCode, SettingsPatch},
};
use rusqlite::{OptionalExtension as _, params};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, Refusal},
    apps::{App, authenticated},
    call::{Call, Space, iso},
};

/// What one app has one of.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Settings,
    Recording,
    ChannelConnection,
}

impl Kind {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Recording => "recording",
            Self::ChannelConnection => "channel-connection",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Settings => "calling settings",
            Self::Recording => "recording settings",
            Self::ChannelConnection => "channel connection settings",
        }
    }
}

struct Kept<T> {
    value: T,
    created_ms: i64,
    updated_ms: i64,
}

pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let body = call.json(space.profile)?;
    let given = CallingSettings::from_value(&body).map_err(|faults| Refusal::problems(&faults))?;
    let whole = SettingsPatch {
        name: Some(given.name),
        url: Some(given.url),
        width: Some(given.width.unwrap_or(WIDTH_PX)),
        height: Some(given.height.unwrap_or(HEIGHT_PX)),
        is_ready: Some(given.is_ready.unwrap_or(true)),
        supports_custom_objects: Some(given.supports_custom_objects.unwrap_or(false)),
        supports_inbound_calling: Some(given.supports_inbound_calling.unwrap_or(true)),
        uses_calling_window: Some(given.uses_calling_window.unwrap_or(true)),
        uses_remote: Some(given.uses_remote.unwrap_or(false)),
    };
    answer_settings(insert(space, &app, Kind::Settings, whole)?)
}

pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, READ)?;
    answer_settings(existing(space, &app, Kind::Settings)?)
}

pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let body = call.json(space.profile)?;
    let patch = SettingsPatch::from_value(&body).map_err(|faults| Refusal::problems(&faults))?;
    let kept: Kept<SettingsPatch> = existing(space, &app, Kind::Settings)?;
    let old = kept.value;
    let value = SettingsPatch {
        name: patch.name.or(old.name),
        url: patch.url.or(old.url),
        width: patch.width.or(old.width),
        height: patch.height.or(old.height),
        is_ready: patch.is_ready.or(old.is_ready),
        supports_custom_objects: patch
            .supports_custom_objects
            .or(old.supports_custom_objects),
        supports_inbound_calling: patch
            .supports_inbound_calling
            .or(old.supports_inbound_calling),
        uses_calling_window: patch.uses_calling_window.or(old.uses_calling_window),
        uses_remote: patch.uses_remote.or(old.uses_remote),
    };
    answer_settings(replace(
        space,
        &app,
        Kind::Settings,
        value,
        kept.created_ms,
    )?)
}

pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    remove(call, space, Kind::Settings)
}

fn answer_settings(kept: Kept<SettingsPatch>) -> Result<Answer, Refusal> {
    Answer::json(
        200,
        &StoredSettings {
            settings: kept.value,
            created_at: Some(iso(kept.created_ms)),
            updated_at: Some(iso(kept.updated_ms)),
        },
    )
}

pub(crate) fn create_recording(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let NewRecordingSettings {
        url_to_retrieve_authed_recording: url,
    } = call.read(space.profile)?;
    check_url(RECORDING_URL, &url)?;
    let value = RecordingSettings {
        url_to_retrieve_authed_recording: Some(url),
    };
    Answer::json(200, &insert(space, &app, Kind::Recording, value)?.value)
}

pub(crate) fn read_recording(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, READ)?;
    let kept: Kept<RecordingSettings> = existing(space, &app, Kind::Recording)?;
    Answer::json(200, &kept.value)
}

pub(crate) fn update_recording(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let given = url(&call.object(space.profile)?, RECORDING_URL)?;
    let kept: Kept<RecordingSettings> = existing(space, &app, Kind::Recording)?;
    let value = RecordingSettings {
        url_to_retrieve_authed_recording: given.or(kept.value.url_to_retrieve_authed_recording),
    };
    let kept = replace(space, &app, Kind::Recording, value, kept.created_ms)?;
    Answer::json(200, &kept.value)
}

pub(crate) fn create_connection(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let fields = call.object(space.profile)?;
    let value = ChannelConnection {
        url: Some(url(&fields, "url")?.ok_or_else(|| missing("url", "the app's address for it"))?),
        is_ready: Some(
            flag(&fields, "isReady")?.ok_or_else(|| missing("isReady", "true or false"))?,
        ),
        ..ChannelConnection::default()
    };
    answer_connection(insert(space, &app, Kind::ChannelConnection, value)?)
}

pub(crate) fn read_connection(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, READ)?;
    answer_connection(existing(space, &app, Kind::ChannelConnection)?)
}

pub(crate) fn update_connection(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    let fields = call.object(space.profile)?;
    let (url, is_ready) = (url(&fields, "url")?, flag(&fields, "isReady")?);
    let kept: Kept<ChannelConnection> = existing(space, &app, Kind::ChannelConnection)?;
    let value = ChannelConnection {
        url: url.or(kept.value.url),
        is_ready: is_ready.or(kept.value.is_ready),
        ..ChannelConnection::default()
    };
    let kind = Kind::ChannelConnection;
    answer_connection(replace(space, &app, kind, value, kept.created_ms)?)
}

pub(crate) fn delete_connection(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    remove(call, space, Kind::ChannelConnection)
}

fn answer_connection(kept: Kept<ChannelConnection>) -> Result<Answer, Refusal> {
    Answer::json(
        200,
        &ChannelConnection {
            created_at: Some(iso(kept.created_ms)),
            updated_at: Some(iso(kept.updated_ms)),
            ..kept.value
        },
    )
}

/// Whether an app has calling settings.
pub(crate) fn exist(space: &Space<'_>, app: i32) -> Result<bool, Refusal> {
    Ok(read_row(space, app, Kind::Settings)?.is_some())
}

fn existing<T: DeserializeOwned>(
    space: &Space<'_>,
    app: &App,
    kind: Kind,
) -> Result<Kept<T>, Refusal> {
    find(space, app, kind)?.ok_or_else(|| {
        Refusal::not_found(
            "NOTHING_STORED",
            format!(
                "the app {} has no {}: create them first",
                app.id,
                kind.words()
            ),
        )
    })
}

fn find<T: DeserializeOwned>(
    space: &Space<'_>,
    app: &App,
    kind: Kind,
) -> Result<Option<Kept<T>>, Refusal> {
    let Some((body, created_ms, updated_ms)) = read_row(space, app.id, kind)? else {
        return Ok(None);
    };
    let value = serde_json::from_str(&body)
        .map_err(|_| Refusal::internal("settings in the data cannot be read"))?;
    Ok(Some(Kept {
        value,
        created_ms,
        updated_ms,
    }))
}

/// What is stored, as text, and when it was made and changed.
fn read_row(
    space: &Space<'_>,
    app: i32,
    kind: Kind,
) -> Result<Option<(String, i64, i64)>, Refusal> {
    Ok(space
        .data
        .query_row(
            "SELECT body, created_ms, updated_ms FROM setting
             WHERE ns = ?1 AND app = ?2 AND kind = ?3",
            params![space.name, app, kind.as_str()],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .optional()?)
}

fn insert<T: Serialize + DeserializeOwned>(
    space: &Space<'_>,
    app: &App,
    kind: Kind,
    value: T,
) -> Result<Kept<T>, Refusal> {
    if find::<Value>(space, app, kind)?.is_some() {
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "ALREADY_STORED",
            format!(
                "the app {} has {} already: change them with PATCH",
                app.id,
                kind.words()
            ),
        ));
    }
    replace(space, app, kind, value, space.now_ms)
}

fn replace<T: Serialize>(
    space: &Space<'_>,
    app: &App,
    kind: Kind,
    value: T,
    created_ms: i64,
) -> Result<Kept<T>, Refusal> {
    let body = serde_json::to_string(&value)
        .map_err(|_| Refusal::internal("settings have no JSON form"))?;
    space.data.execute(
        "INSERT OR REPLACE INTO setting (ns, app, kind, body, created_ms, updated_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            space.name,
            app.id,
            kind.as_str(),
            body,
            created_ms,
            space.now_ms
        ],
    )?;
    Ok(Kept {
        value,
        created_ms,
        updated_ms: space.now_ms,
    })
}

/// Removing what is not there is no fault: a repeated DELETE is answered alike.
fn remove(call: &Call, space: &Space<'_>, kind: Kind) -> Result<Answer, Refusal> {
    let app = authenticated(call, space, WRITE)?;
    space.data.execute(
        "DELETE FROM setting WHERE ns = ?1 AND app = ?2 AND kind = ?3",
        params![space.name, app.id, kind.as_str()],
    )?;
    Ok(Answer::empty(space.status(204)))
}

/// An address under the rules of the calling settings.
fn url(fields: &Map<String, Value>, name: &'static str) -> Result<Option<String>, Refusal> {
    fields
        .get(name)
        .map(|value| checked(name, value))
        .transpose()
        .map(Option::flatten)
}

/// The same of an address that is a text already.
fn check_url(name: &'static str, url: &str) -> Result<(), Refusal> {
    checked(name, &url.into()).map(drop)
}

fn checked(name: &'static str, value: &Value) -> Result<Option<String>, Refusal> {
    let fault = match SettingsPatch::from_value(&json!({ "url": value })) {
        Ok(patch) => return Ok(patch.url),
        Err(faults) => faults.into_iter().next().unwrap_or_else(Problem::not_json),
    };
    Err(Refusal::problems(&[Problem {
        code: fault.code,
        field: Some(name),
        message: [name, fault.message.strip_prefix("url").unwrap_or_default()].concat(),
    }]))
}

fn flag(fields: &Map<String, Value>, name: &'static str) -> Result<Option<bool>, Refusal> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(Refusal::problems(&[Problem {
            code: ProblemCode::WrongType,
            field: Some(name),
            message: format!("{name} is neither true nor false: use one of them, without quotes"),
        }])),
    }
}

fn missing(name: &'static str, what: &str) -> Refusal {
    Refusal::problems(&[Problem {
        code: ProblemCode::MissingField,
        field: Some(name),
        message: format!("{name} is missing: add {what}"),
    }])
}

const RECORDING_URL: &str = "urlToRetrieveAuthedRecording";

/// Scopes of the published OpenAPI file, for callers with a token.
pub(crate) const READ: &str = "developers-read";
pub(crate) const WRITE: &str = "developers-write";

/// The scopes of what belongs to an app's developer, and what each opens.
pub(crate) const SCOPES: [(&str, &str); 3] = [
    (READ, "reads what belongs to the app"),
    (WRITE, "changes what belongs to the app"),
    ("private-apps-read", "reads the cards of private apps"),
];

/// What an app gets that names no size; the service's own is not told.
const WIDTH_PX: u32 = 400;
const HEIGHT_PX: u32 = 600;
