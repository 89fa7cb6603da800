//! The settings entry: the calling settings' override in this browser.

use gloo_storage::errors::StorageError;
use gloo_storage::{LocalStorage, Storage};
use serde::Serialize;
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::rest::settings::{CallingSettings, OVERRIDE_KEY, Problem};

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
    value(&write(settings))
}

/// Removes the override, where there is storage.
#[wasm_bindgen]
pub fn clear_override() {
    if probe().is_ok() {
        LocalStorage::delete(OVERRIDE_KEY);
    }
}

/// Every problem settings have.
#[wasm_bindgen(unchecked_return_type = "unknown")]
pub fn validate_settings(
    #[wasm_bindgen(unchecked_param_type = "unknown")] settings: JsValue,
) -> JsValue {
    let problems = match parsed(settings).map(|settings| CallingSettings::from_value(&settings)) {
        Ok(Ok(_)) => Vec::new(),
        Ok(Err(problems)) => problems,
        Err(problem) => vec![problem],
    };
    value(&problems)
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

fn write(settings: JsValue) -> Override {
    let checked = parsed(settings).and_then(|value| CallingSettings::override_from_value(&value));
    let settings = match checked {
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
fn probe() -> Result<(), String> {
    let Some(window) = web_sys::window() else {
        return Err("there is no window here".to_owned());
    };
    match window.local_storage() {
        Ok(Some(_)) => Ok(()),
        Ok(None) => Err("this page has no local storage".to_owned()),
        Err(error) => Err(js_sys::Error::from(error).message().into()),
    }
}

fn parsed(settings: JsValue) -> Result<Value, Problem> {
    serde_wasm_bindgen::from_value(settings).map_err(|_| Problem::not_json())
}

fn value(of: &impl Serialize) -> JsValue {
    of.serialize(&Serializer::json_compatible())
        .unwrap_or(JsValue::UNDEFINED)
}
