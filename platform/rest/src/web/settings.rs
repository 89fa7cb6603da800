//! The settings entry: the calling settings' override in this browser.

use gloo_storage::errors::StorageError;
use gloo_storage::{LocalStorage, Storage};
use js_sys::Reflect;
use serde::Serialize;
use serde_json::{Map, Value};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{
    problem::Problem,
    settings::{CallingSettings, OVERRIDE_KEY},
};

/// The override as it stands: `{status}` and what belongs to the status.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn read_override() -> JsValue {
    value(&read())
}

/// Stores an override, unless it has a problem or storage is blocked; answers
/// as [`read_override`].
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn write_override(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
) -> JsValue {
    value(&write(&settings))
}

/// Removes the override, where there is storage.
#[wasm_bindgen]
pub fn clear_override() {
    if let Ok(storage) = probe() {
        // What cannot be removed stays, as the next reading shows.
        let _ = storage.remove_item(OVERRIDE_KEY);
    }
}

/// Every problem settings have.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn validate_settings(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
) -> JsValue {
    value(
        &CallingSettings::from_value(&known_fields(&settings))
            .err()
            .unwrap_or_default(),
    )
}

/// What reading or writing an override came to.
#[derive(Serialize)]
#[serde(tag = "status", rename_all = "camelCase")]
enum Override {
    Absent,
    Applied {
        settings: CallingSettings,
    },
    Invalid {
        #[serde(flatten)]
        problem: Problem,
    },
    Blocked {
        message: String,
    },
}

fn read() -> Override {
    if let Err(message) = probe() {
        return Override::Blocked { message };
    }
    let stored = match LocalStorage::get::<Value>(OVERRIDE_KEY) {
        Ok(stored) => stored,
        Err(StorageError::KeyNotFound(_)) => return Override::Absent,
        Err(_) => {
            return Override::Invalid {
                problem: Problem::not_json(),
            };
        }
    };
    match CallingSettings::override_from_value(&stored) {
        Ok(settings) => Override::Applied { settings },
        Err(problem) => Override::Invalid { problem },
    }
}

fn write(settings: &JsValue) -> Override {
    let settings = match CallingSettings::override_from_value(&known_fields(settings)) {
        Ok(settings) => settings,
        Err(problem) => return Override::Invalid { problem },
    };
    if let Err(message) = probe() {
        return Override::Blocked { message };
    }
    match LocalStorage::set(OVERRIDE_KEY, &settings) {
        Ok(()) => Override::Applied { settings },
        Err(error) => Override::Blocked {
            message: error.to_string(),
        },
    }
}

/// Whether there is a local storage. Its getter throws where the user or a
/// sandbox blocks it, which gloo-storage does not survive; so it is asked first.
fn probe() -> Result<web_sys::Storage, String> {
    let Some(window) = web_sys::window() else {
        return Err("there is no window here".to_owned());
    };
    match window.local_storage() {
        Ok(Some(storage)) => Ok(storage),
        Ok(None) => Err("this page has no local storage".to_owned()),
        Err(error) => Err(js_sys::Error::from(error).message().into()),
    }
}

/// The fields settings have, each as the plain value it is; null for settings
/// that are no object. The object may be any, a cycle too, so that it is not
/// walked: no field holds anything but a text, a number or a flag. Whatever else
/// stands there, and what a getter throws, is null, which no field takes.
fn known_fields(settings: &JsValue) -> Value {
    if !settings.is_object() || js_sys::Array::is_array(settings) {
        return Value::Null;
    }
    let mut fields = Map::new();
    for name in FIELDS {
        let value = Reflect::get(settings, &JsValue::from_str(name)).unwrap_or(JsValue::NULL);
        if !value.is_undefined() {
            fields.insert(name.to_owned(), plain(&value));
        }
    }
    Value::Object(fields)
}

fn plain(value: &JsValue) -> Value {
    if let Some(text) = value.as_string() {
        Value::String(text)
    } else if let Some(flag) = value.as_bool() {
        Value::Bool(flag)
    } else {
        // Not-a-number and the infinities are no numbers of JSON.
        value.as_f64().map_or(Value::Null, Value::from)
    }
}

fn value(of: &impl Serialize) -> JsValue {
    of.serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::UNDEFINED)
}

/// Every field settings have.
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
