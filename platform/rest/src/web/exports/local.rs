//! The override of the calling settings, in the local storage of one browser.

use gloo_storage::{Storage, errors::StorageError};
use js_sys::{Array, Error, Reflect, global};
use serde::Serialize;
use serde_json::{Map, Value};
use wasm_bindgen::prelude::*;

use super::{failure::value, plain::scalar};
use crate::{
    parameters::Parameters,
    problem::Problem,
    settings::{CallingSettings, OVERRIDE_KEY, SettingsPatch},
};

/// Reads the override.
#[wasm_bindgen(js_name = readSettingsOverride, unchecked_return_type = "unknown")]
#[must_use]
pub fn read_settings_override() -> JsValue {
    let stored = storage().map(|()| match LocalStorage::get::<Value>(OVERRIDE_KEY) {
        Err(StorageError::KeyNotFound(_)) => LocalStorage::get(OLDER_KEY),
        stored => stored,
    });
    value(&match stored {
        Err(message) => Outcome::Blocked { message },
        Ok(Err(StorageError::KeyNotFound(_))) => Outcome::Absent,
        Ok(Err(_)) => Outcome::Invalid(Problem::not_json()),
        Ok(Ok(stored)) => Outcome::of(SettingsPatch::override_from_value(&stored)),
    })
}

/// Stores an override, unless it has a problem or storage is blocked.
#[wasm_bindgen(js_name = writeSettingsOverride, unchecked_return_type = "unknown")]
#[must_use]
pub fn write_settings_override(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: &JsValue,
) -> JsValue {
    let outcome =
        known(settings).and_then(|settings| SettingsPatch::override_from_value(&settings));
    value(&match outcome {
        Err(problem) => Outcome::Invalid(problem),
        Ok(settings) => match storage().and_then(|()| {
            LocalStorage::set(OVERRIDE_KEY, &settings).map_err(|error| match error {
                StorageError::JsError(error) => error.message,
                _ => "the settings have no JSON form".to_owned(),
            })
        }) {
            Ok(()) => Outcome::Applied { settings },
            Err(message) => Outcome::Blocked { message },
        },
    })
}

/// Removes the override, under either key. One that cannot be removed stays: the next read
/// shows it.
#[wasm_bindgen(js_name = clearSettingsOverride)]
pub fn clear_settings_override() {
    if storage().is_ok() {
        for key in [OVERRIDE_KEY, OLDER_KEY] {
            let _ = LocalStorage::raw().remove_item(key);
        }
    }
}

/// The problems of settings.
#[wasm_bindgen(js_name = validateSettings, unchecked_return_type = "unknown")]
#[must_use]
pub fn validate_settings(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: &JsValue,
) -> JsValue {
    let read = known(settings)
        .map_err(|problem| vec![problem])
        .and_then(|settings| CallingSettings::from_value(&settings));
    value(&read.err().unwrap_or_default())
}

/// The result of reading or writing the override.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Outcome {
    Absent,
    Applied { settings: SettingsPatch },
    Invalid(Problem),
    Blocked { message: String },
}

impl Outcome {
    fn of(read: Result<SettingsPatch, Problem>) -> Self {
        match read {
            Ok(settings) => Self::Applied { settings },
            Err(problem) => Self::Invalid(problem),
        }
    }
}

/// The local storage of a page, or of one that a test runner imitates: there the global object is no
/// `Window`, which the crate's own type asks for.
struct LocalStorage;

impl Storage for LocalStorage {
    fn raw() -> web_sys::Storage {
        let storage = reached().ok().flatten();
        storage.unwrap_or_default().unchecked_into()
    }
}

/// Asks for the local storage, whose getter throws where the user or a sandbox blocks it: there
/// [`LocalStorage`] would trap.
///
/// # Errors
///
/// The reason why it cannot be reached.
fn storage() -> Result<(), String> {
    let why = |thrown: JsValue| match thrown.dyn_into::<Error>() {
        Ok(error) => error.message().into(),
        Err(thrown) => thrown.as_string().unwrap_or_default(),
    };
    let storage = reached().map_err(why)?;
    let storage = storage.ok_or("there is no window here")?;
    if !storage.is_object() {
        return Err("this page has no local storage".to_owned());
    }
    // A broken one throws here.
    let item = LocalStorage::raw().get_item(OVERRIDE_KEY);
    item.map(|_| ()).map_err(why)
}

/// The window's local storage; nothing where there is no window.
fn reached() -> Result<Option<JsValue>, JsValue> {
    let window = Reflect::get(&global(), &"window".into())?;
    let storage = || Reflect::get(&window, &"localStorage".into());
    window.is_object().then(storage).transpose()
}

/// Settings without an unknown field, which a stored override may have.
fn known(settings: &JsValue) -> Result<Value, Problem> {
    let settings = fields(settings);
    let mut parameters = Parameters::default();
    parameters.0.insert("settings".to_owned(), settings.clone());
    parameters.object::<SettingsPatch>("settings", &[])?;
    Ok(settings)
}

/// The fields of settings as plain values; null for settings that are no object.
///
/// They are not walked, since they may be any object, even a cyclic one. Any other value, and one
/// whose getter throws, becomes null, which no field takes.
fn fields(settings: &JsValue) -> Value {
    if !settings.is_object() || Array::is_array(settings) {
        return Value::Null;
    }
    let names = Reflect::own_keys(settings).unwrap_or_default();
    let names = names.iter().filter_map(|name| name.as_string());
    let mut fields = Map::new();
    // A class may inherit them.
    for name in FIELDS.map(str::to_owned).into_iter().chain(names) {
        match Reflect::get(settings, &name.as_str().into()).map(|value| scalar(&value)) {
            Ok(Ok(None)) => {}
            Ok(Ok(Some(value))) => _ = fields.insert(name, value),
            _ => _ = fields.insert(name, Value::Null),
        }
    }
    fields.into()
}

const FIELDS: [&str; 9] = [
    "name",
    "url",
    "width",
    "height",
    "isReady",
    "supportsCustomObjects",
    "supportsInboundCalling",
    "usesCallingWindow",
    "usesRemote",
];

/// The key of older documents, which is read where the other is absent.
const OLDER_KEY: &str = "LocalSettings:Sales:CallingExtensions";
